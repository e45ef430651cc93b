#include "costruct/data/examples/json_records.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/error.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n";

}  // namespace

bool JsonRecords::skip_blanks() {
  while (true) {
    const std::size_t first = rest_.find_first_not_of(kWhiteSpace);
    if (first != std::string_view::npos) {
      rest_.remove_prefix(first);
      return true;
    }
    if (!lines_.next(rest_)) return false;
  }
}

bool JsonRecords::next() {
  const bool in_list = list_line_ > 0;
  bool separated = !any_;  // whether another object of the list may follow
  while (skip_blanks()) {
    const char sign = rest_.front();
    if (sign == '{' && !list_ended_ && (!in_list || separated)) {
      read_object();
      any_ = true;
      return true;
    }
    if (sign == '[' && list_line_ == 0 && !any_) {
      list_line_ = lines_.line();
      rest_.remove_prefix(1);
      return next();
    }
    if (sign == ',' && in_list && !list_ended_ && !separated) {
      separated = true;
    } else if (sign == ']' && in_list && !list_ended_ && (!separated || !any_)) {
      list_ended_ = true;
    } else {
      lines_.fail(fmt::format("found {}, expected {}", shown_text(rest_),
                              list_ended_             ? "the end of the file"
                              : in_list && !separated ? "a comma or ] behind an object"
                                                      : "a JSON object, {...}"));
    }
    rest_.remove_prefix(1);
  }
  if (in_list && !list_ended_)
    lines_.fail_at(list_line_, "the list that begins here has no end: ] is missing");
  return false;
}

void JsonRecords::read_object() {
  text_.clear();
  line_ = lines_.line();
  Index depth = 0;
  bool in_text = false, escaped = false;
  while (true) {
    for (std::size_t at = 0; at < rest_.size(); ++at) {
      const char c = rest_[at];
      if (in_text) {
        if (escaped) {
          escaped = false;
        } else if (c == '\\') {
          escaped = true;
        } else if (c == '"') {
          in_text = false;
        }
        continue;
      }
      if (c == '"') in_text = true;
      if (c == '{' || c == '[') ++depth;
      if ((c == '}' || c == ']') && --depth == 0) {
        text_.append(rest_.substr(0, at + 1));
        rest_.remove_prefix(at + 1);
        return;
      }
    }
    text_.append(rest_);
    if (in_text) lines_.fail("a JSON text has no end on its line: \" is missing");
    text_.push_back('\n');
    if (text_.size() > LineReader::kLongestLine)
      lines_.fail_at(line_, "an object of more than 64 MiB, or one without its end");
    if (!lines_.next(rest_)) {
      rest_ = {};
      lines_.fail_at(line_, "the object that begins here has no end: } is missing");
    }
  }
}

void check_json_keys(const Json& object, const std::vector<std::string>& valid,
                     const std::string& where) {
  for (const auto& [key, value] : object.items()) {
    if (std::find(valid.begin(), valid.end(), key) == valid.end())
      throw DataError(
          fmt::format("{}unknown key {}: {}", where, shown_text(key), suggestion(key, valid)));
  }
}

}  // namespace costruct::experiments
