#include "costruct/data/formats/numeric_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "costruct/data/formats/written_content.hpp"
#include "costruct/data/recognition/file_sample.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

constexpr std::string_view kQid = "qid:";

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}

/// Removes the next word from the front of `rest` and returns it; "" if there is none.
std::string_view next_word(std::string_view& rest) {
  std::size_t begin = 0;
  while (begin < rest.size() && is_blank(rest[begin])) ++begin;
  std::size_t end = begin;
  while (end < rest.size() && !is_blank(rest[end])) ++end;
  const std::string_view word = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return word;
}

/// Writes features in the order of their numbers.
class NumericRowWriter final : public ExampleWriter {
 public:
  NumericRowWriter(const Json& block, const ContentFacts& from, bool chains)
      : from_(from), labels_(block, from, unknown_mark(block), " \t\v\f\r:#"), chains_(chains) {}

  std::string text(const ExampleContent& example, Losses& losses) override {
    if (!std::exchange(names_told_, true) && !from_.has_numbers)
      losses.add("names of features are left out, and numbers from 1 stand for them",
                 std::ssize(from_.features));
    const std::vector<std::string>& labels = labels_.of(example, losses);
    const StreamedExample& features = example.features;
    std::string text;
    for (std::size_t part = 0; part < labels.size(); ++part) {
      text += labels[part];
      if (chains_) text += fmt::format(" qid:{}", example.number);
      row_.clear();
      for (Index e = features.part_begin[part]; e < features.part_begin[part + 1]; ++e) {
        const auto entry = static_cast<std::size_t>(e);
        const auto id = static_cast<std::size_t>(features.feature[entry]);
        row_.emplace_back(from_.features[id].number, example.value(entry));
      }
      std::sort(row_.begin(), row_.end());
      for (const auto& [number, value] : row_) text += fmt::format(" {}:{}", number, value);
      text += '\n';
    }
    return text;
  }

 private:
  const ContentFacts& from_;
  WrittenLabels labels_;
  bool chains_, names_told_ = false;
  std::vector<std::pair<std::uint64_t, double>> row_;
};

}  // namespace

RowWriting numeric_row_writing(bool chains) {
  return {.options = {kUnknownOption},
          .holds_features = true,
          .writer = [chains](const Json& block, const ContentFacts& from) {
            return std::make_unique<NumericRowWriter>(block, from, chains);
          }};
}

std::string relabeled_rows(const Json& /*block*/, const RelabeledExample& example) {
  std::string text;
  auto label = example.labels.begin();
  for (const std::string_view row :
       separated_by('\n', example.record.substr(0, example.record.size() - 1))) {
    std::string_view rest = row.substr(0, row.find('#'));
    const bool has_label = next_word(rest).find(':') == std::string_view::npos;
    const std::string_view kept = has_label ? row.substr(rest.data() - row.data()) : row;
    text.append(*label++).append(has_label ? "" : " ").append(kept) += '\n';
  }
  return text;
}

bool NumericRowReader::next_row() {
  std::string_view line;
  while (lines_.next(line)) {
    line_ = line;
    entries_ = line.substr(0, line.find('#'));
    has_comment_ = has_comment_ || entries_.size() < line.size();
    std::string_view rest = entries_;
    std::string_view word = next_word(rest);
    if (word.empty()) continue;

    label_ = {};
    if (word.find(':') == std::string_view::npos) {
      label_ = word;
      entries_ = rest;
      word = next_word(rest);
    } else if (labels_ == LabelUse::kSets && !is_blank(line.front())) {
      fail(fmt::format("the row starts with {}, expected labels as 3,7, or a blank if it has none",
                       shown_text(word)));
    } else if (labels_ == LabelUse::kRequired) {
      fail(fmt::format("the row starts with {}, expected a label", shown_text(word)));
    }
    if (labels_ == LabelUse::kIgnored) label_ = {};

    qid_.reset();
    if (word.starts_with(kQid)) {
      qid_ = whole_number(word.substr(kQid.size()));
      if (!qid_) fail(fmt::format("{}: expected qid: and a whole number", shown_text(word)));
      entries_ = rest;
    }
    return true;
  }
  return false;
}

void NumericRowReader::add_to(RawExample& example, TextArena& arena) {
  std::uint64_t largest = 0;
  bool ascending = true;
  sorted_.clear();
  for (std::string_view rest = entries_;;) {
    const std::string_view word = next_word(rest);
    if (word.empty()) break;
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) {
      fail(fmt::format("{}: expected number:value", shown_text(word)));
    }
    const auto number = whole_number(word.substr(0, colon));
    if (!number) {
      fail(fmt::format("{}: {} is no feature number, expected a whole number", shown_text(word),
                       shown_text(word.substr(0, colon))));
    }
    if (*number == 0 && !std::exchange(has_zero_, true)) {
      tell_once(fmt::format(
          "costruct: note: {}:{}: feature numbers start at 0, as dump_svmlight_file writes them, "
          "and "
          "are read as they stand. Ranges in `groups` and `views` count from 1, so feature 0 is in "
          "none",
          lines_.file(), line()));
    }
    const auto value = finite_number(word.substr(colon + 1));
    if (!value) {
      fail(fmt::format("{}: the value {} is no finite number", shown_text(word),
                       shown_text(word.substr(colon + 1))));
    }
    ascending = ascending && *number > largest;
    largest = std::max(largest, *number);
    sorted_.push_back(*number);
    if (*value == 0) continue;
    example.number.push_back(*number);
    example.value.push_back(*value);
  }
  if (!ascending) {
    std::sort(sorted_.begin(), sorted_.end());
    const auto twice = std::adjacent_find(sorted_.begin(), sorted_.end());
    if (twice != sorted_.end()) fail(fmt::format("feature {} stands twice in a row", *twice));
  }
  if (example.length == 0) example.line = line();
  example.has_comment = std::exchange(has_comment_, false) || example.has_comment;
  if (labels_ == LabelUse::kIgnored) {
    if (example.length == 0) record_.clear();
    record_.append(line_).push_back('\n');
    example.record = record_;
  }
  ++example.length;
  example.part_begin.push_back(static_cast<Index>(example.number.size()));
  example.labels.push_back(arena.keep(label_));
}

}  // namespace costruct::experiments
