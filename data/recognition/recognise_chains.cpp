#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/data/examples/raw_example.hpp"
#include "costruct/data/recognition/recognisers.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::string_view kBorder = "-DOCSTART-", kComment = "# ";

// The rows of a file of columns, without the lines that stand between sentences.
struct ColumnRows {
  std::vector<std::vector<std::string_view>> rows;  // an empty one ends a sentence
  std::map<std::size_t, std::size_t> of_width;      // number of rows by their number of columns
  std::size_t tokens = 0, sentences = 0;
  bool has_borders = false, has_comments = false;

  std::size_t commonest_width() const {
    const auto by_count = [](const auto& a, const auto& b) { return a.second < b.second; };
    return of_width.empty() ? 0
                            : std::max_element(of_width.begin(), of_width.end(), by_count)->first;
  }
};

ColumnRows column_rows(const FileSample& sample) {
  ColumnRows found;
  bool within = false;
  for (const std::string_view line : sample.lines()) {
    std::vector<std::string_view> fields = blank_separated(line);
    if (fields.empty()) {
      if (within) found.rows.emplace_back();
      within = false;
      continue;
    }
    if (!within && (line.starts_with(kBorder) || line.starts_with(kComment))) {
      (line.starts_with(kBorder) ? found.has_borders : found.has_comments) = true;
      continue;
    }
    found.sentences += !within;
    within = true;
    ++found.tokens;
    ++found.of_width[fields.size()];
    found.rows.push_back(std::move(fields));
  }
  return found;
}

// Facts about a column, from the rows of the usual width.
struct ColumnFacts {
  std::set<std::string_view> values;
  bool counts_tokens = true;  // 1, 2, 3 ... in each sentence
};

std::vector<ColumnFacts> column_facts(const ColumnRows& found, std::size_t width) {
  std::vector<ColumnFacts> facts(width);
  std::uint64_t token = 0;
  for (const auto& row : found.rows) {
    if (row.empty()) token = 0;
    if (row.size() != width) continue;
    const auto id = whole_number(row.front());
    const bool is_token = id || row.front().find_first_of("-.") == std::string_view::npos;
    token += is_token;
    for (std::size_t c = 0; c < width; ++c) {
      facts[c].values.insert(row[c]);
      if (is_token)
        facts[c].counts_tokens = facts[c].counts_tokens && whole_number(row[c]) == token;
    }
  }
  return facts;
}

std::vector<std::string> column_names(const std::vector<ColumnFacts>& facts, std::size_t label) {
  constexpr std::size_t kMostTags = 100;
  std::vector<std::string> names;
  bool has_word = false, has_pos = false;
  for (std::size_t c = 0; c < facts.size(); ++c) {
    std::string name = fmt::format("column{}", c + 1);
    if (c == 0 && facts[c].counts_tokens && facts.size() > 2) {
      name = "id";
    } else if (!has_word && c != label) {
      name = "word";
      has_word = true;
    } else if (!has_pos && facts[c].values.size() <= kMostTags && c != label) {
      name = "pos";
      has_pos = true;
    }
    names.push_back(c == label ? kLabelColumn : name);
  }
  return names;
}

// The extractors of words, and those of further columns.
Json column_extractors(const std::vector<std::string>& names, const std::vector<ColumnFacts>& facts,
                       std::string& unused) {
  constexpr std::size_t kMostValues = 200;
  Json features = word_extractors();
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (names[c] == "word" || names[c] == "id" || names[c] == kLabelColumn) continue;
    const std::size_t values = facts[c].values.size();
    if (values > 1 && values <= kMostValues) {
      features.push_back({{"extractor", "token"}, {"column", names[c]}, {"group", "word"}});
    } else {
      unused += (unused.empty() ? "" : ", ") + names[c];
    }
  }
  return features;
}

// The place of the label column that the hints name; nullopt if they name none of the file.
std::optional<std::size_t> hinted_column(const std::string& label, std::size_t width) {
  const auto number = whole_number(label);
  if (!number || *number < 1 || *number > width) return std::nullopt;
  return static_cast<std::size_t>(*number) - 1;
}

std::vector<std::string_view> labels_in_order(const ColumnRows& found, std::size_t width,
                                              std::size_t column) {
  std::vector<std::string_view> labels;
  for (const auto& row : found.rows) {
    if (row.empty()) labels.emplace_back();
    if (row.size() == width) labels.push_back(row[column]);
  }
  return labels;
}

}  // namespace

std::string chunk_scheme(const std::vector<std::string_view>& labels) {
  std::vector<std::string> names;
  std::vector<Output> sentences(1);
  std::map<std::string_view, int> numbers;
  for (const std::string_view label : labels) {
    if (label.empty()) {
      sentences.emplace_back();
      continue;
    }
    const auto [at, is_new] = numbers.try_emplace(label, static_cast<int>(names.size()));
    if (is_new) names.emplace_back(label);
    sentences.back().parts.push_back(at->second);
  }
  const auto scheme = LabelScheme::find(names, sentences, ChunkScheme::kIob2);
  return scheme ? shown_scheme(scheme->in_files()) : "";
}

void recognise_chunks(const std::vector<std::string_view>& labels, Recognition& r) {
  const std::string scheme = chunk_scheme(labels);
  r.has_chunks = !scheme.empty();
  if (!r.has_chunks) return;
  const bool is_iobes = scheme == shown_scheme(ChunkScheme::kIobes);
  r.block[kSchemeOption] = chunk_scheme_names()[static_cast<std::size_t>(
      is_iobes ? ChunkScheme::kIobes : ChunkScheme::kIob2)];
  r.saw.push_back(fmt::format("Labels are chunks in the scheme {}.", scheme));
}

Json word_extractors() {
  return {{{"extractor", "token"}, {"window", 1}, {"group", "word"}},
          {{"extractor", "affixes"}, {"group", "word"}},
          {{"extractor", "surface"}, {"group", "word"}},
          {{"extractor", "distribution"}, {"group", "context"}}};
}

Recognition recognise_conll(const FileSample& sample, const RecognitionHints& hints) {
  constexpr double kWithBlankLines = 0.8, kWithout = 0.3;
  constexpr std::size_t kFewLabels = 50;
  Recognition r;
  r.kind = "a file of columns (CoNLL), one token a line";
  r.takes_label = true;
  r.problem = "sequence";
  const ColumnRows found = column_rows(sample);
  const std::size_t width = found.commonest_width();
  if (width == 0 || width > 1000) return r;
  const double share =
      static_cast<double>(found.of_width.at(width)) / static_cast<double>(found.tokens);
  const bool has_blank_lines = found.sentences > 1 || sample.lines().back().empty();
  r.fit = share * share * (has_blank_lines ? kWithBlankLines : kWithout);
  if (width == 1) {
    r.kind = "a file of words, one a line, without labels";
    r.unlabeled = true;
    return r;
  }
  const std::vector<ColumnFacts> facts = column_facts(found, width);
  const std::optional<std::size_t> hinted = hinted_column(hints.label, width);
  if (!hints.label.empty() && !hinted)
    r.question = fmt::format("{}: columns have numbers here: --label NUMBER, from 1 to {}",
                             sample.name(), width);
  const std::size_t label = hinted.value_or(width - 1);
  const std::vector<std::string> names = column_names(facts, label);
  if (std::find(names.begin(), names.end(), "word") == names.end())
    r.question = fmt::format("{}: column {} has the words: --label is another one", sample.name(),
                             label + 1);
  std::string unused;
  r.block["columns"] = names;
  r.block["features"] = column_extractors(names, facts, unused);
  if (found.has_borders || found.has_comments) {
    r.block["skip"] = Json::array();
    if (found.has_borders) r.block["skip"].push_back(kBorder);
    if (found.has_comments) r.block["skip"].push_back(kComment);
    r.saw.push_back("Comments and document borders between sentences are skipped.");
  }
  const std::size_t values = facts[label].values.size();
  r.saw.push_back(fmt::format("It has {} columns. The label is column {}, with {}.{}", width,
                              label + 1, counted(static_cast<Index>(values), "different value"),
                              hinted ? "" : " To take another one, use --label NUMBER."));
  if (!unused.empty()) r.saw.push_back(fmt::format("Columns without a feature: {}.", unused));
  recognise_chunks(labels_in_order(found, width, label), r);
  const bool is_empty = facts[label].values == std::set<std::string_view>{"_"} ||
                        facts[label].values == std::set<std::string_view>{"-"};
  if (!hinted && r.question.empty() &&
      (is_empty || (values > kFewLabels && 4 * values > found.tokens)))
    r.question = fmt::format(
        "{}: which column has the labels? Column {} has {} for {} tokens: say --label NUMBER",
        sample.name(), label + 1, counted(static_cast<Index>(values), "different value"),
        found.tokens);
  return r;
}

Recognition recognise_crfsuite(const FileSample& sample, const RecognitionHints& /*hints*/) {
  constexpr double kBest = 0.9;
  Recognition r;
  r.kind = "a CRFsuite file, attributes separated by TABs";
  r.problem = "sequence";
  std::size_t items = 0, attributes = 0, named = 0;
  std::set<std::size_t> widths;
  std::vector<std::string_view> labels;
  for (const std::string_view line : sample.lines()) {
    if (line.empty()) labels.emplace_back();
    if (line.empty() || line.starts_with('@')) continue;
    const std::vector<std::string_view> fields = separated_by('\t', line);
    ++items;
    labels.push_back(fields.front());
    widths.insert(fields.size());
    attributes += fields.size() - 1;
    for (std::size_t f = 1; f < fields.size(); ++f)
      named += fields[f].find_first_of("=:") != std::string_view::npos;
  }
  if (items == 0 || attributes < items) return r;
  const double share = static_cast<double>(named) / static_cast<double>(attributes);
  r.fit = share < 0.5 ? 0.2 * share : kBest * std::min(1.0, share + 0.2);
  r.saw.push_back(fmt::format("Each line has a label and attributes, {:.1f} on average.",
                              static_cast<double>(attributes) / static_cast<double>(items)));
  recognise_chunks(labels, r);
  return r;
}

}  // namespace costruct::experiments
