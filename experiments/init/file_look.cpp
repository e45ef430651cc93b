#include "costruct/experiments/init/file_look.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "costruct/data/features/rows/missing_marks.hpp"
#include "costruct/data/features/rows/number_style.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/data/formats/set_reader.hpp"
#include "costruct/data/formats/topic.hpp"

namespace costruct::experiments {
namespace {

std::size_t bytes_of_example(const RawExample& example) {
  std::size_t bytes = 16 * example.value.size();
  for (const std::string_view field : example.fields) bytes += field.size();
  for (const std::string_view name : example.names) bytes += name.size();
  return bytes;
}

void count_label(std::string_view label, FileLook& look) {
  const auto known = look.examples_with.find(std::string(label));
  if (known != look.examples_with.end()) {
    ++known->second;
  } else if (look.examples_with.size() < FileLook::kMostLabels) {
    look.examples_with.emplace(label, 1);
  }
}

// Counts a row by its set of labels, as SetReader reads it.
void look_at_set(const RawExample& example, const ExampleReader& reader, char separator,
                 const std::string& unknown, FileLook& look) {
  std::vector<std::string> labels;
  try {
    labels = labels_of_list(example.labels.front(), separator);
  } catch (const DataError& error) {
    reader.fail_at(example.line, error.what());
  }
  const bool in_part = std::erase(labels, unknown.empty() ? kUnlabeledMark : unknown) > 0;
  ++(in_part ? look.in_part : look.labeled);
  for (const std::string& label : labels) {
    if (!in_part || !label.starts_with('!')) count_label(label, look);
  }
}

// Adds the rows or chains of a file.
void look_at_rows(const Format& format, const Json& block, const std::filesystem::path& file,
                  LabelUse use, NumberStyleGuess& guess, FileLook& look) {
  const bool is_table = format.has_rows(RowKind::kTable);
  const MissingMarks missing(is_table ? block : Json::object());
  Topic topic(format.input == kRows ? block : Json::object());
  const std::string unknown = format.rows->knows_missing_labels ? "" : unknown_mark(block);
  const char separator = block.value(kLabelSeparator, std::string(",")).front();
  const auto reader = format.rows->open(block, file, use);
  RawExample example;
  std::size_t bytes = 0;
  for (Index count = 0; reader->next(example); ++count) {
    if (count == FileLook::kMostExamples || bytes > FileLook::kMostBytes) {
      look.is_whole = false;
      return;
    }
    bytes += bytes_of_example(example);
    if (count == 0 && example.header) look.columns = *example.header;
    look.parts += example.length;
    if (topic.given()) topic.read(example.labels);
    const std::set<std::string_view> labels(example.labels.begin(), example.labels.end());
    const auto is_known = [&](std::string_view label) {
      return label != unknown && !is_label_set(label);
    };
    const bool has_none = use == LabelUse::kIgnored ||
                          (labels.size() == 1 && labels.contains(unknown)) ||
                          (is_table && labels.size() == 1 && missing.contains(*labels.begin()));
    if (use == LabelUse::kSets && !has_none) {
      look_at_set(example, *reader, separator, unknown, look);
      continue;
    }
    const bool has_all = !has_none && std::all_of(labels.begin(), labels.end(), is_known);
    ++(has_none ? look.unlabeled : has_all ? look.labeled : look.in_part);
    if (!has_none && !has_all && look.first_in_part == 0) look.first_in_part = example.line;
    if (has_none) continue;
    for (const std::string_view label : labels) {
      if (!is_known(label)) continue;
      if (format.input == kRows) guess.look_at(label, example.line);
      count_label(label, look);
    }
  }
}

void look_at_examples(const Format& format, const Json& block,
                      const std::vector<std::filesystem::path>& files, FileLook& look) {
  constexpr Index kMostRecords = 2'000;
  Json limited = block;
  limited["limit"] = kMostRecords;
  for (const std::string& option : format.problem_options) limited.erase(option);
  const std::unique_ptr<ExampleSet> examples = format.examples(limited);
  examples->read(files, Role::kTrain);
  look.is_whole = examples->size() < kMostRecords;
  std::map<Index, Index> of_group;
  for (Index i = 0; i < examples->size(); ++i) {
    ++(examples->is_labeled(i) ? look.labeled : look.unlabeled);
    look.parts += examples->num_parts(i);
    if (const Index group = examples->group(i); group >= 0)
      look.largest_group = std::max(look.largest_group, ++of_group[group]);
  }
  const auto count_in_part = [&] {
    look.in_part = 0;
    for (Index i = 0; i < examples->size(); ++i) look.in_part += !examples->known(i).empty();
  };
  count_in_part();
  if (look.labeled + look.in_part == 0) return;  // there is nothing to finish
  examples->finish_training();
  count_in_part();  // facts may need the names of outputs
  look.unlabeled -= look.in_part;
  const std::vector<std::string>& names = examples->wanted_in_draws();
  for (Index i = 0; i < examples->size(); ++i) {
    if (!examples->is_labeled(i)) continue;
    for (const int label : examples->labels_of(i))
      ++look.examples_with[names[static_cast<std::size_t>(label)]];
  }
}

}  // namespace

FileLook look_at_files(const Format& format, const Json& block,
                       const std::vector<std::filesystem::path>& files, LabelUse labels) {
  FileLook look;
  if (!format.rows) {
    look_at_examples(format, block, files, look);
    return look;
  }
  NumberStyleGuess guess(NumberStyleGuess::prescribed_by(block));
  for (const std::filesystem::path& file : files)
    look_at_rows(format, block, file, labels, guess, look);
  const std::optional<NumberStyle> style = guess.style();
  look.numbers = style.has_value();
  if (!style) return look;
  for (const auto& [label, count] : look.examples_with) {
    const double value = style->read(label).value_or(0);
    look.fractions = look.fractions || value != std::floor(value);
  }
  return look;
}

FileLook look_at_plain_text(const Format& format, const Json& block,
                            const std::filesystem::path& file) {
  FileLook look;
  const auto reader = open_plain_text(file, TextUnit::kLines, format.columns(block));
  RawExample example;
  while (look.is_whole && reader->next(example)) {
    if (look.unlabeled == FileLook::kMostExamples) {
      look.is_whole = false;
    } else {
      ++look.unlabeled;
      look.parts += example.length;
    }
  }
  return look;
}

}  // namespace costruct::experiments
