#include "costruct/data/examples/record_reader.hpp"

#include <fmt/format.h>

namespace costruct::experiments {

void RecordReader::fail_at(Index line, const std::string& what) const {
  throw DataError(fmt::format("{}:{}: {}", file(), line, what));
}

bool TextRecords::next_record(bool /*outputs*/) {
  text_.clear();
  for (std::string_view line; lines_.next(line);) {
    const bool is_blank = line.find_first_not_of(" \t") == std::string_view::npos;
    if (is_blank && text_.empty()) continue;
    if (is_blank && unit_ == RecordUnit::kBlock) break;
    if (text_.empty()) {
      line_ = lines_.line();
    } else {
      text_ += '\n';
    }
    text_ += line;
    if (text_.size() > kLongestRecord)
      fail(fmt::format("a record of more than {} MiB", kLongestRecord >> 20));
    if (unit_ == RecordUnit::kLine) break;
  }
  return !text_.empty();
}

}  // namespace costruct::experiments
