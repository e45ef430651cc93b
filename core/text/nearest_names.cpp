#include "costruct/core/text/nearest_names.hpp"

#include <algorithm>
#include <numeric>

#include "costruct/core/error.hpp"
#include "costruct/core/text/synonyms.hpp"
#include "costruct/core/text/visible_text.hpp"

namespace costruct {
namespace {

constexpr std::size_t kLongestComparedName = 200;
constexpr std::size_t kMostNames = 3;
constexpr std::size_t kShortestStart = 3;     // shortest part of a word that counts, as in "struct"
constexpr std::size_t kShortestMisspelt = 7;  // shortest synonym that may have a wrong letter

// The number of letters inserted, left out, replaced, or swapped with their neighbour.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

// The name in lower case without leading dashes; every sign between words becomes '_'.
std::string folded(std::string_view name) {
  if (const std::size_t word = name.find_first_not_of('-'); word != name.npos)
    name.remove_prefix(word);
  std::string text(name);
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool of_word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
    if (!of_word) c = '_';
  }
  return text;
}

std::vector<std::string_view> words_of(std::string_view name) {
  std::vector<std::string_view> words;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('_'), name.size());
    if (end > 0) words.push_back(name.substr(0, end));
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return words;
}

bool is_same_word(std::string_view a, std::string_view b) {
  if (a == b) return a.size() > 1;
  return std::min(a.size(), b.size()) >= kShortestStart && (a.starts_with(b) || b.starts_with(a));
}

struct ComparedName {
  const std::string* name;
  std::size_t size, distance;
  std::ptrdiff_t shared, unshared;  // number of words in common, and of other words of the name
};

ComparedName compared(const std::string& wanted, const std::string& name) {
  const std::string text = folded(name);
  const auto words = words_of(wanted), others = words_of(text);
  const auto shared = std::count_if(others.begin(), others.end(), [&](std::string_view other) {
    return std::any_of(words.begin(), words.end(),
                       [&](auto word) { return is_same_word(word, other); });
  });
  return {&name, text.size(), edit_distance(wanted, text), shared,
          static_cast<std::ptrdiff_t>(others.size()) - shared};
}

// The first few names that pass, in the order of `before`; equal ones in their given order.
template <class Passes, class Before>
std::vector<std::string> best_of(std::vector<ComparedName> candidates, const Passes& passes,
                                 const Before& before) {
  std::erase_if(candidates, [&](const ComparedName& c) { return !passes(c); });
  std::stable_sort(candidates.begin(), candidates.end(), before);
  std::vector<std::string> names;
  for (const ComparedName& candidate : candidates) {
    if (names.size() < kMostNames) names.push_back(*candidate.name);
  }
  return names;
}

// A line of the table of synonyms.
struct Synonym {
  std::vector<std::string> wanted, names;  // wanted ones are folded()
  std::string sentence;
};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t end = 0; end != text.npos;) {
    end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end != text.npos) text.remove_prefix(end + 1);
  }
  return parts;
}

const std::vector<Synonym>& synonyms() {
  static const std::vector<Synonym> all = [] {
    std::vector<Synonym> lines;
    for (const std::string& line : split(embedded::synonyms(), '\n')) {
      const std::vector<std::string> cells = split(line, '\t');
      if (cells.size() != 3) continue;
      lines.push_back({split(cells[0], ','), split(cells[1], ','), cells[2]});
      for (std::string& wanted : lines.back().wanted) wanted = folded(wanted);
    }
    return lines;
  }();
  return all;
}

// Names of the first line of the table that has the name, and of those at hand; with its sentence.
// A longer name may have one wrong letter behind its first, if no name at hand is about as near. No
// names if the name itself is at hand, written in another way.
Synonym meant_by_synonym(std::string_view name, std::span<const std::string> valid) {
  if (name.size() > kLongestComparedName) return {};
  const std::string wanted = folded(name);
  const auto has = [](std::span<const std::string> list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
  };
  if (std::any_of(valid.begin(), valid.end(),
                  [&](const std::string& each) { return folded(each) == wanted; }))
    return {};
  const auto is_misspelt = [&](const std::string& text) {
    return text.size() >= kShortestMisspelt && wanted.starts_with(text.front()) &&
           edit_distance(text, wanted) == 1;
  };
  const auto is_near = [&](const std::string& each) {
    return each.size() <= kLongestComparedName && edit_distance(folded(each), wanted) <= 2;
  };
  for (const bool exact : {true, false}) {
    if (!exact && std::any_of(valid.begin(), valid.end(), is_near)) break;
    for (const Synonym& line : synonyms()) {
      if (exact ? !has(line.wanted, wanted)
                : std::none_of(line.wanted.begin(), line.wanted.end(), is_misspelt))
        continue;
      Synonym found{{}, {}, line.sentence};
      for (const std::string& each : line.names) {
        if (has(valid, each)) found.names.push_back(each);
      }
      if (!found.names.empty()) return found;
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view name, std::span<const std::string> valid) {
  if (name.empty() || name.size() > kLongestComparedName) return {};
  if (Synonym meant = meant_by_synonym(name, valid); !meant.names.empty())
    return std::move(meant.names);
  const std::string wanted = folded(name);
  std::vector<ComparedName> candidates;
  std::size_t nearest = kLongestComparedName;
  for (const std::string& each : valid) {
    if (each.size() > kLongestComparedName) continue;
    candidates.push_back(compared(wanted, each));
    nearest = std::min(nearest, candidates.back().distance);
  }
  const auto longer = [&](const ComparedName& c) { return std::max(wanted.size(), c.size); };
  const auto by_distance = [](const ComparedName& a, const ComparedName& b) {
    return a.distance < b.distance;
  };

  auto names = best_of(  // typing errors
      candidates,
      [&](const ComparedName& c) {
        return c.distance == nearest && 4 * nearest <= std::max<std::size_t>(longer(c), 4);
      },
      by_distance);
  if (!names.empty()) {
    // "conll2002" rather means "conll2002-es" than "conll2000".
    const auto begun = best_of(
        candidates,
        [&](const ComparedName& c) { return folded(*c.name).starts_with(wanted + "_"); },
        by_distance);
    return begun.empty() || nearest == 0 ? names : begun;
  }
  names = best_of(  // words of the name
      candidates, [](const ComparedName& c) { return c.shared > 0; },
      [](const ComparedName& a, const ComparedName& b) {
        return a.shared != b.shared ? a.shared > b.shared : a.unshared < b.unshared;
      });
  if (!names.empty()) return names;
  // Two wrong letters of four are near; three of seven are another word.
  const auto is_near = [&](const ComparedName& c) {
    return nearest <= 2 ? 2 * nearest <= longer(c) : 5 * nearest <= 2 * longer(c);
  };
  names = best_of(
      candidates, [&](const ComparedName& c) { return c.distance == nearest && is_near(c); },
      by_distance);
  names.resize(std::min<std::size_t>(names.size(), 1));
  return names;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> valid) {
  std::vector<std::string> names = nearest_names(name, valid);
  for (std::string& each : names) each = shown_name(each);
  if (names.empty()) return "";
  const std::string sentence = meant_by_synonym(name, valid).sentence;
  return "did you mean " + one_of(names) + "?" + (sentence.empty() ? "" : " ") + sentence;
}

}  // namespace costruct
