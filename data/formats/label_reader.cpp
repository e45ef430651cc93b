#include "costruct/data/formats/label_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "costruct/core/error.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

// The mark before a group of labels in braces.
constexpr char kGroupMark = '<';

// The items of braces.
struct ItemsInBraces {
  std::vector<std::string_view> items;
  bool are_excluded = false;
};

ItemsInBraces items_in_braces(std::string_view text) {
  ItemsInBraces found;
  std::string_view rest = text.substr(1, text.size() - 2);
  found.are_excluded = rest.starts_with('!');
  if (found.are_excluded) rest.remove_prefix(1);
  for (std::size_t comma = rest.find(','); comma != std::string_view::npos;
       comma = rest.find(',')) {
    found.items.push_back(rest.substr(0, comma));
    rest.remove_prefix(comma + 1);
  }
  found.items.push_back(rest);
  return found;
}

bool has_no_choice(const std::vector<int>& fact) {
  return fact.size() == 1;
}

// Sorts the labels of a fact and removes repeated ones.
void make_set(std::vector<int>& fact) {
  std::sort(fact.begin(), fact.end());
  fact.erase(std::unique(fact.begin(), fact.end()), fact.end());
}

bool says_nothing(const Known& known) {
  return std::all_of(known.facts.begin(), known.facts.end(),
                     [](const std::vector<int>& fact) { return fact.empty(); });
}

// All labels but those of a sorted fact.
std::vector<int> others(const std::vector<int>& fact, Index labels) {
  std::vector<int> all(static_cast<std::size_t>(labels)), found;
  std::iota(all.begin(), all.end(), 0);
  std::set_difference(all.begin(), all.end(), fact.begin(), fact.end(), std::back_inserter(found));
  return found;
}

// The line of a part, if parts are lines. An example with a record is one line, or has comments.
Index line_of_part(const RawExample& example, Index part) {
  if (!example.record.empty()) return example.line;
  const auto before = std::count_if(example.left_out.begin(), example.left_out.end(),
                                    [&](Index parts) { return parts <= part; });
  return example.line + part + before;
}

std::string no_label_is_left(Index part, std::span<const std::string> names) {
  return fmt::format(
      "the label of part {} is none of the labels in braces, and there are no others: {}", part + 1,
      one_of({names.begin(), names.end()}));
}

constexpr const char* kPartlyLabeled =
    "the example is labeled in part, but data.scheme needs all labels or none where it changes "
    "them";

}  // namespace

LabelReader::LabelReader(const Json& block, std::string unknown, std::string outside)
    : unknown_(std::move(unknown)), outside_(std::move(outside)), learned_(scheme_of(block)) {
  const auto renamed = block.find(kLabelMap);
  if (renamed == block.end() || renamed->is_null()) return;
  for (const auto& [from, to] : renamed->items()) label_map_[from].name = to.get<std::string>();
}

void LabelReader::rename(RawExample& example) {
  if (label_map_.empty()) return;
  for (std::string_view& label : example.labels) {
    if (label != unknown_) label = renamed(label);
  }
}

std::string_view LabelReader::renamed(std::string_view label) {
  const auto at = label_map_.find(label);
  if (at == label_map_.end()) return label;
  at->second.seen = true;
  return at->second.name;
}

void LabelReader::check_renamed(const std::string& file) const {
  for (const auto& [from, to] : label_map_) {
    if (!to.seen) {
      throw DataError(fmt::format(
          "{}: label_map renames {}, but no training example has that label", file, from));
    }
  }
}

Output LabelReader::read(RawExample& example, const ExampleReader& reader, Known& known) {
  const auto is_known = [&](std::string_view label) { return label != unknown_ && !is_set(label); };
  const std::vector<std::string_view>& labels = example.labels;
  if (std::all_of(labels.begin(), labels.end(),
                  [&](std::string_view label) { return label == unknown_; }))
    return {};
  if (std::all_of(labels.begin(), labels.end(), is_known)) {
    if (scheme_) recode(example, reader);
    Output output;
    output.parts.reserve(labels.size());
    for (const std::string_view label : labels) output.parts.push_back(labels_.intern(label));
    return output;
  }
  check_braces(example, reader);
  if (scheme_ && !scheme_->keeps_labels()) reader.fail_at(example.line, kPartlyLabeled);
  for (const std::string_view label : labels) {
    known.facts.push_back(label == unknown_ ? std::vector<int>() : fact_of(label));
    const std::vector<int>& fact = known.facts.back();
    if (fact.empty() && label != unknown_) {
      const Index part = std::ssize(known.facts) - 1;
      reader.fail_at(line_of_part(example, part), no_label_is_left(part, labels_.labels()));
    }
    if (labels_.finished() && is_full(fact) && !has_no_choice(fact)) known.facts.back().clear();
  }
  if (says_nothing(known)) known.facts.clear();
  return {};
}

bool LabelReader::is_set(std::string_view label) const {
  return is_label_set(label) || (labels_under_ && label.starts_with("{<") && label.ends_with('}'));
}

bool LabelReader::is_group(std::string_view item) const {
  return labels_under_ && item.starts_with(kGroupMark);
}

/// Throws DataError for labels in braces that are no labels.
void LabelReader::check_braces(const RawExample& example, const ExampleReader& reader) const {
  for (std::size_t part = 0; part < example.labels.size(); ++part) {
    const std::string_view text = example.labels[part];
    if (text == unknown_ || !is_set(text)) continue;
    for (const std::string_view label : items_in_braces(text).items) {
      const bool is_label = !label.empty() && label != unknown_ && label.front() != '!' &&
                            label.find_first_of("{}") == std::string_view::npos;
      if (is_label && is_group(label) && !under(label.substr(1))) {
        reader.fail_at(line_of_part(example, static_cast<Index>(part)),
                       fmt::format("the label of part {} is {}, but problem.taxonomy has no {}",
                                   part + 1, shown_text(text), shown_text(label.substr(1))));
      }
      if (is_label) continue;
      reader.fail_at(
          line_of_part(example, static_cast<Index>(part)),
          fmt::format("the label of part {} is {}, in which {} is no label: expected {{A,B}} for "
                      "one of several, or {{!A,B}} for any other",
                      part + 1, shown_text(text), label.empty() ? "nothing" : shown_text(label)));
    }
  }
}

const std::optional<std::set<std::string>>& LabelReader::under(std::string_view group) const {
  const auto at = groups_.find(group);
  if (at != groups_.end()) return at->second;
  return groups_.emplace(group, labels_under_(std::string(group))).first->second;
}

/// The possible labels that braces leave, after finish(). Calls on_new(label) for a label that is
/// not one of training, and takes the number that it returns, if any.
template <class OnNew>
std::vector<int> LabelReader::possible(const Braces& braces, const OnNew& on_new) const {
  const std::vector<std::string>& names = labels_.labels();
  std::vector<int> fact;
  for (const Braces::Item& item : braces.items) {
    if (item.is_group) {
      for (const std::string& label : *under(item.name)) {
        const auto number = labels_.find(label);
        if (number && *number < std::ssize(names)) fact.push_back(*number);
      }
      continue;
    }
    auto number = labels_.find(item.name);
    if (!number || *number >= std::ssize(names)) number = on_new(item.name);
    if (number) fact.push_back(*number);
  }
  make_set(fact);
  return braces.are_excluded ? others(fact, std::ssize(names)) : fact;
}

/// The items of braces, renamed by label_map.
template <class Rename>
LabelReader::Braces LabelReader::read_braces(std::string_view text, const Rename& rename) const {
  const ItemsInBraces items = items_in_braces(text);
  Braces braces{{}, items.are_excluded};
  for (const std::string_view item : items.items) {
    const bool is_group = this->is_group(item);
    braces.items.push_back({std::string(is_group ? item.substr(1) : rename(item)), is_group});
  }
  return braces;
}

/// The fact that a known label, or several in braces, are. Before finish(), braces that depend on
/// the other labels of training are numbers below 0.
std::vector<int> LabelReader::fact_of(std::string_view label) {
  if (!is_set(label)) return {labels_.intern(label)};
  const Braces braces = read_braces(label, [this](std::string_view each) { return renamed(each); });
  const auto on_new = [&](const std::string& name) {
    return braces.are_excluded ? std::nullopt : std::optional(labels_.intern(name));
  };
  if (labels_.finished()) return possible(braces, on_new);
  std::vector<int> fact;
  bool is_left = braces.are_excluded;
  for (const Braces::Item& item : braces.items) {
    is_left = is_left || item.is_group;
    if (!item.is_group && !braces.are_excluded) fact.push_back(labels_.intern(item.name));
  }
  make_set(fact);
  return is_left ? std::vector<int>{~left_number(braces)} : fact;
}

int LabelReader::left_number(const Braces& braces) {
  const auto [at, is_new] = left_numbers_.emplace(braces, static_cast<int>(left_.size()));
  if (is_new) left_.push_back(braces);
  return at->second;
}

/// Writes the labels of an example, which are those of a file, in the scheme to learn in.
void LabelReader::recode(RawExample& example, const ExampleReader& reader) {
  for (std::size_t part = 0; part < example.labels.size(); ++part) {
    const std::string_view label = example.labels[part];
    if (scheme_->knows(label)) continue;
    reader.fail_at(example.line, fmt::format("the label {} of part {} is no chunk label as in "
                                             "training: {}",
                                             shown_text(label), part + 1, scheme_->text()));
  }
  recoded_ = scheme_->learned(example.labels);
  std::copy(recoded_.begin(), recoded_.end(), example.labels.begin());
}

void LabelReader::finish(Corpus& corpus) {
  const bool any_excluded =
      std::any_of(left_.begin(), left_.end(), [](const Braces& each) { return each.are_excluded; });
  if (any_excluded && !outside_.empty()) labels_.intern(outside_);
  if (learned_) recode(corpus, *learned_);
  const std::vector<int> new_number = labels_.finish();
  for (Output& output : corpus.outputs) {
    for (int& part : output.parts) part = new_number[static_cast<std::size_t>(part)];
  }
  number_facts(corpus, new_number);
}

/// Finds the scheme of the training files, and writes their labels in the scheme to learn in.
void LabelReader::recode(Corpus& corpus, ChunkScheme learned) {
  const std::vector<std::string> names = labels_.all();
  const std::string file = corpus.files.empty() ? "train" : corpus.files[0];
  scheme_ = LabelScheme::find(names, corpus.outputs, learned);
  if (names.empty())
    throw DataError(file + ": no example has a label: check the field or column of the labels, " +
                    "which an option of data names");
  if (!scheme_) {
    throw DataError(fmt::format(
        "{}: data.scheme is given, but the labels are no chunk labels such as B-NP, I-NP, O: {}",
        file, one_of(names)));
  }
  if (!corpus.known.empty() && !scheme_->keeps_labels())
    throw DataError(corpus.place_text(corpus.known.begin()->first) + ": " + kPartlyLabeled + "; " +
                    scheme_->text());
  labels_ = LabelAlphabet();
  std::vector<std::string_view> in_file;
  for (Output& output : corpus.outputs) {
    in_file.clear();
    for (const int part : output.parts) in_file.push_back(names[static_cast<std::size_t>(part)]);
    const std::vector<std::string> in_scheme = scheme_->learned(in_file);
    for (std::size_t part = 0; part < in_scheme.size(); ++part)
      output.parts[part] = labels_.intern(in_scheme[part]);
  }
  for (auto& [example, known] : corpus.known) {
    for (std::vector<int>& fact : known.facts) {
      for (int& label : fact) {
        if (label >= 0) label = labels_.intern(names[static_cast<std::size_t>(label)]);
      }
    }
  }
  if (scheme_->keeps_labels() && scheme_->misfits() == 0) return;
  std::string note = std::filesystem::path(file).filename().string() + ": " + scheme_->text();
  if (scheme_->misfits() > 0) {
    note +=
        fmt::format("; {} not in this scheme, the first in {}, and read as conlleval reads them",
                    counted(scheme_->misfits(), "sequence is", "sequences are"),
                    corpus.place_text(scheme_->first_misfit()));
  }
  tell_once("costruct: note: " + note);
}

/// Writes facts with the final numbers of labels.
void LabelReader::number_facts(Corpus& corpus, std::span<const int> new_number) const {
  for (auto at = corpus.known.begin(); at != corpus.known.end();) {
    std::vector<std::vector<int>>& facts = at->second.facts;
    for (std::size_t part = 0; part < facts.size(); ++part) {
      if (facts[part].empty()) continue;
      try {
        facts[part] = numbered(facts[part], new_number);
      } catch (const DataError& error) {
        throw DataError(corpus.place_text(at->first) + ": " + error.what());
      }
      if (facts[part].empty())
        throw DataError(corpus.place_text(at->first) + ": " +
                        no_label_is_left(static_cast<Index>(part), labels_.labels()));
      if (is_full(facts[part]) && !has_no_choice(facts[part])) facts[part].clear();
    }
    const bool is_whole = std::all_of(facts.begin(), facts.end(), has_no_choice);
    if (is_whole) {
      for (const std::vector<int>& fact : facts)
        corpus.outputs[at->first].parts.push_back(fact.front());
    }
    at = is_whole || says_nothing(at->second) ? corpus.known.erase(at) : std::next(at);
  }
}

/// A fact of training, with the final numbers of labels.
std::vector<int> LabelReader::numbered(const std::vector<int>& fact,
                                       std::span<const int> new_number) const {
  if (fact.front() < 0) {
    // A format with a label for outside excludes labels that continue a span, which may not exist.
    return possible(left_[static_cast<std::size_t>(~fact.front())],
                    [&](const std::string& name) -> std::optional<int> {
                      if (!outside_.empty()) return std::nullopt;
                      throw DataError(
                          fmt::format("a label in braces excludes {}, which no example has: "
                                      "expected {}",
                                      shown_text(name), one_of(labels_.labels())));
                    });
  }
  std::vector<int> numbers;
  for (const int label : fact) numbers.push_back(new_number[static_cast<std::size_t>(label)]);
  make_set(numbers);
  return numbers;
}

/// The fact in a label of a file to predict; empty if the label is unknown. Throws DataError, with
/// the place, for a label that training did not have.
std::vector<int> LabelReader::fact_to_keep(const RawExample& example, Index part,
                                           const ExampleReader& reader) const {
  const std::vector<std::string>& names = labels_.labels();
  const auto rename = [&](std::string_view text) -> std::string_view {
    const auto at = label_map_.find(text);
    return at == label_map_.end() ? text : at->second.name;
  };
  const auto is_label = [&](std::string_view text) {
    const auto number = labels_.find(rename(text));
    return number && *number < std::ssize(names);
  };
  const std::string_view text = example.labels[static_cast<std::size_t>(part)];
  // In CoNLL-U, _ is a label if training had it.
  if (text == unknown_ || (unknown_.empty() && text == "_" && !is_label(text))) return {};
  // {A} is a label in training if it has no comma, and one possible label here.
  const bool is_one = is_label(text) || !text.starts_with('{') || !text.ends_with('}');
  const Braces braces =
      is_one ? Braces{{{std::string(rename(text)), false}}, false} : read_braces(text, rename);
  const Index line = line_of_part(example, part);
  const auto on_new = [&](const std::string& name) -> std::optional<int> {
    if (braces.are_excluded && !outside_.empty()) return std::nullopt;
    reader.fail_at(
        line, fmt::format("the label of part {} is {}, which the model does not know: expected {}; "
                          "{}, several in braces, as {{A,B}}, or all but these, as {{!A,B}}",
                          part + 1, shown_text(name), one_of({names.begin(), names.end()}),
                          unknown_.empty() ? "_ where it is unknown"
                                           : fmt::format("{} where it is unknown", unknown_)));
    return std::nullopt;
  };
  std::vector<int> fact = possible(braces, on_new);
  if (fact.empty()) reader.fail_at(line, no_label_is_left(part, names));
  return fact;
}

Known LabelReader::known_of(const RawExample& example, const ExampleReader& reader) const {
  check_braces(example, reader);
  Known known;
  for (Index part = 0; part < std::ssize(example.labels); ++part) {
    std::vector<int> fact = fact_to_keep(example, part, reader);
    if (is_full(fact) && !has_no_choice(fact)) fact.clear();
    known.facts.push_back(std::move(fact));
  }
  if (says_nothing(known)) known.facts.clear();
  return known;
}

}  // namespace costruct::experiments
