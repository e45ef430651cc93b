#include "costruct/data/formats/set_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "costruct/core/error.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

constexpr std::string_view kSetBlanks = " \t";
// The first number of a provisional set. It tells the empty set from an unlabeled example.
constexpr int kProvisional = -1;

std::string_view bare(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSetBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSetBlanks) - first + 1);
}

// The end of the quoted text that begins at `from`, behind its last quote.
std::size_t end_of_quoted(std::string_view text, std::size_t from) {
  for (std::size_t at = from + 1; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == text[from]) {
      return at + 1;
    }
  }
  throw DataError(fmt::format("a quote of the list {} is open", shown_text(text)));
}

// The character that a backslash and this character stand for; nullopt if they stand for nothing.
std::optional<char> escaped(char c) {
  constexpr std::string_view kEscapes = "\"\\/'bfnrt", kMeanings = "\"\\/'\b\f\n\r\t";
  const std::size_t at = kEscapes.find(c);
  return at == std::string_view::npos ? std::nullopt : std::optional(kMeanings[at]);
}

// The text between quotes, with the escapes of JSON.
std::string unquoted(std::string_view quoted) {
  const auto fail = [&](const char* what) -> DataError {
    return DataError(fmt::format("{} {}", shown_text(quoted), what));
  };
  std::string text;
  for (std::size_t at = 1; at + 1 < quoted.size(); ++at) {
    if (quoted[at] != '\\') {
      text += quoted[at];
      continue;
    }
    if (quoted[++at] == 'u') {
      const Json parsed = Json::parse(quoted, nullptr, false);
      if (!parsed.is_string()) throw fail("is no text of JSON");
      return parsed.get<std::string>();
    }
    const std::optional<char> meaning = escaped(quoted[at]);
    if (!meaning) throw fail("has a backslash before a letter that it does not go with");
    text += *meaning;
  }
  return text;
}

bool is_quote(char c) {
  return c == '"' || c == '\'';
}

std::string in_quotes(std::string_view label) {
  std::string text = "\"";
  for (const char c : label) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text += '"';
}

// The items of a list without its brackets. Quoted items keep their quotes.
std::vector<std::string_view> items_of(std::string_view list, char separator, bool has_quotes) {
  std::vector<std::string_view> items;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= list.size();) {
    const bool may_open = has_quotes && at < list.size() && is_quote(list[at]);
    if (may_open && bare(list.substr(begin, at - begin)).empty()) {
      at = end_of_quoted(list, at);
      continue;
    }
    if (at == list.size() || list[at] == separator) {
      items.push_back(bare(list.substr(begin, at - begin)));
      begin = at + 1;
    }
    ++at;
  }
  return items;
}

bool has_brackets(std::string_view text) {
  return text.size() >= 2 && text.front() == '[' && text.back() == ']';
}

}  // namespace

OptionInfo label_separator_option() {
  return json_option(kLabelSeparator, ",", one_value_of({",", ";", "|", " "}),
                     "separator of the labels of a cell, for the problem several");
}

std::vector<std::string> labels_of_list(std::string_view text, char separator) {
  std::string_view list = bare(text);
  const bool is_bracketed = has_brackets(list);
  if (is_bracketed) list = bare(list.substr(1, list.size() - 2));
  std::vector<std::string> labels;
  if (list.empty()) return labels;
  for (const std::string_view item : items_of(list, is_bracketed ? ',' : separator, is_bracketed)) {
    if (item.empty() && separator == ' ' && !is_bracketed) continue;
    const bool is_quoted = is_bracketed && item.size() >= 2 && is_quote(item.front());
    if (is_quoted && end_of_quoted(item, 0) != item.size())
      throw DataError(fmt::format("{} in the list {} has more behind its quote", shown_text(item),
                                  shown_text(text)));
    if (is_bracketed && !is_quoted && item.find_first_of("[]") != std::string_view::npos)
      throw DataError(fmt::format("{} in the list {} has a bracket: write it in quotes",
                                  shown_text(item), shown_text(text)));
    labels.push_back(is_quoted ? unquoted(item) : std::string(item));
    if (labels.back().find_first_of("\n\r") != std::string::npos)
      throw DataError(fmt::format("the label {} has a line end", shown_text(labels.back())));
    if (labels.back().empty())
      throw DataError(fmt::format("the list of labels {} has an empty label", shown_text(text)));
  }
  return labels;
}

std::string list_of_labels(const std::vector<std::string>& labels, char separator) {
  const auto is_special = [&](const std::string& label) {
    return label.find(separator) != std::string::npos || bare(label) != label ||
           label.front() == '[' || label.front() == '!' || label == kUnlabeledMark;
  };
  if (std::any_of(labels.begin(), labels.end(), is_special)) return bracketed_list(labels);
  std::string text;
  for (const std::string& label : labels) {
    if (!text.empty()) text += separator;
    text += label;
  }
  return text;
}

std::string bracketed_list(const std::vector<std::string>& labels) {
  std::string text;
  for (const std::string& label : labels) text += (text.empty() ? "" : ",") + in_quotes(label);
  return "[" + text + "]";
}

SetReader::SetReader(const Json& block, LabelReader& labels)
    : labels_(labels), separator_(block.value(kLabelSeparator, std::string(",")).front()) {}

/// @param number_of  the number of a label, from its text
template <class NumberOf>
SetReader::Parsed SetReader::parsed(const RawExample& example, const ExampleReader& reader,
                                    const NumberOf& number_of) const {
  const std::string_view text = example.labels.front();
  std::vector<std::string> labels;
  try {
    labels = labels_of_list(text, separator_);
  } catch (const DataError& error) {
    reader.fail_at(example.line, error.what());
  }
  Parsed set;
  const std::string mark =
      labels_.unknown().empty() ? std::string(kUnlabeledMark) : labels_.unknown();
  set.is_whole = std::erase(labels, mark) == 0;
  std::map<int, bool> known;  // whether a label is absent
  for (std::string_view label : labels) {
    const bool is_absent = !set.is_whole && label.size() > 1 && label.front() == '!';
    if (is_absent) label.remove_prefix(1);
    const auto renamed = labels_.renamed(label);
    if (renamed.empty())
      reader.fail_at(example.line, fmt::format("label_map makes an empty label of {}: leave the "
                                               "label out of the file, or name it",
                                               shown_text(label)));
    const int number = number_of(renamed);
    const auto [at, is_new] = known.emplace(number, is_absent);
    if (at->second != is_absent)
      reader.fail_at(example.line, fmt::format("the label {} is both there and absent in {}",
                                               shown_text(label), shown_text(text)));
    if (!is_new) {
      if (!labels_.renames() && !std::exchange(told_twice_, true)) tell_twice(example, label);
      continue;
    }
    (is_absent ? set.absent : set.present).push_back(number);
  }
  return set;
}

void SetReader::tell_twice(const RawExample& example, std::string_view label) {
  const std::string file = example.file == nullptr ? "" : example.file->string() + ":";
  tell_once(
      fmt::format("costruct: note: {}{}: the label {} stands twice in {}, and counts once; further "
                  "rows like this one are not told",
                  file, example.line, shown_text(label), shown_text(example.labels.front())));
}

Output SetReader::set_of(const std::vector<int>& present) const {
  Output set;
  set.parts.assign(static_cast<std::size_t>(num_labels()), 0);
  for (const int label : present) {
    const auto place = static_cast<std::size_t>(label);
    if (place >= set.parts.size()) set.parts.resize(place + 1, 0);
    set.parts[place] = 1;
  }
  return set;
}

Known SetReader::facts_of(const std::vector<int>& present, const std::vector<int>& absent) const {
  Known known;
  known.facts.resize(static_cast<std::size_t>(num_labels()));
  const auto add = [&](const std::vector<int>& labels, int value) {
    for (const int label : labels) {
      if (label < num_labels()) known.facts[static_cast<std::size_t>(label)] = {value};
    }
  };
  add(present, 1);
  add(absent, 0);
  const bool says_nothing = std::all_of(known.facts.begin(), known.facts.end(),
                                        [](const std::vector<int>& fact) { return fact.empty(); });
  if (says_nothing) known.facts.clear();
  return known;
}

Output SetReader::read(const RawExample& example, const ExampleReader& reader, Known& known) {
  if (is_unlabeled(example)) return {};
  LabelAlphabet& alphabet = labels_.alphabet();
  const Parsed set =
      parsed(example, reader, [&](std::string_view label) { return alphabet.intern(label); });
  if (alphabet.finished()) {
    if (set.is_whole) return set_of(set.present);
    for (const int label : set.present) {
      if (label >= num_labels())
        reader.fail_at(example.line, fmt::format("the label {}, which no training example has, in "
                                                 "a row that is labeled in part",
                                                 shown_text(alphabet.all()[label])));
    }
    known = facts_of(set.present, set.absent);
    return {};
  }
  if (set.is_whole) {
    Output output{{kProvisional}};
    output.parts.insert(output.parts.end(), set.present.begin(), set.present.end());
    return output;
  }
  known.facts = {set.present, set.absent};
  return {};
}

Known SetReader::known_of(const RawExample& example, const ExampleReader& reader) const {
  if (is_unlabeled(example)) return {};
  const std::vector<std::string>& names = labels_.alphabet().labels();
  const Parsed set = parsed(example, reader, [&](std::string_view label) {
    const auto number = labels_.alphabet().find(label);
    if (!number || *number >= std::ssize(names))
      reader.fail_at(example.line,
                     fmt::format("the label {} is not known to the model: expected {}",
                                 shown_text(label), one_of({names.begin(), names.end()})));
    return *number;
  });
  if (!set.is_whole) return facts_of(set.present, set.absent);
  Known known;
  for (const int has : set_of(set.present).parts) known.facts.push_back({has});
  return known;
}

void SetReader::finish(Corpus& corpus) {
  const std::vector<int> new_number = labels_.alphabet().finish();
  const auto renumbered = [&](std::vector<int> labels) {
    for (int& label : labels) label = new_number[static_cast<std::size_t>(label)];
    return labels;
  };
  for (Output& output : corpus.outputs) {
    if (output.parts.empty()) continue;
    output = set_of(renumbered({output.parts.begin() + 1, output.parts.end()}));
  }
  for (auto at = corpus.known.begin(); at != corpus.known.end();) {
    std::vector<std::vector<int>>& facts = at->second.facts;
    at->second = facts_of(renumbered(facts[0]), renumbered(facts[1]));
    at = at->second.empty() ? corpus.known.erase(at) : std::next(at);
  }
}

std::string SetReader::text_of_known(const Known& known) const {
  const std::vector<std::string>& names = labels_.alphabet().all();
  std::string text;
  for (std::size_t k = 0; k < known.facts.size(); ++k) {
    if (known.facts[k].size() == 1)
      text += (known.facts[k].front() == 1 ? "" : "!") + names[k] + separator_;
  }
  return text + (labels_.unknown().empty() ? std::string(kUnlabeledMark) : labels_.unknown());
}

std::string SetReader::text_of(const Output& set) const {
  const std::vector<std::string>& names = labels_.alphabet().all();
  std::vector<std::string> labels;
  for (std::size_t k = 0; k < set.parts.size(); ++k) {
    if (set.parts[k] == 1) labels.push_back(names[k]);
  }
  return list_of_labels(labels, separator_);
}

}  // namespace costruct::experiments
