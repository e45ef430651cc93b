#include "costruct/data/formats/numeric_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

}  // namespace

bool NumericRowReader::next_row() {
  std::string_view line;
  while (lines_.next(line)) {
    entries_ = line.substr(0, line.find('#'));
    std::string_view rest = entries_;
    std::string_view word = next_word(rest);
    if (word.empty()) continue;

    label_ = {};
    if (word.find(':') == std::string_view::npos) {
      label_ = word;
      entries_ = rest;
      word = next_word(rest);
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
  ++example.length;
  example.part_begin.push_back(static_cast<Index>(example.number.size()));
  example.labels.push_back(arena.keep(label_));
}

}  // namespace costruct::experiments
