#include "costruct/data/formats/csv_rows.hpp"

#include <fmt/format.h>

namespace costruct::experiments {

bool CsvRows::next(std::vector<std::string_view>& cells, Index most) {
  cells.clear();
  count_ = 0;
  passed_empty_ = false;
  std::string_view row;
  for (;;) {
    if (!lines_.next(row)) return false;
    if (!without_blanks(row).empty()) break;
    passed_empty_ = true;
  }
  line_ = lines_.line();
  plain_ = row;
  has_record_ = false;
  if (row.find('"') == std::string_view::npos) {
    split(row, cells, most);
  } else {
    split_quoted(row, cells, most);
  }
  return true;
}

std::string_view CsvRows::without_blanks(std::string_view cell) const {
  while (!cell.empty() && is_blank(cell.front())) cell.remove_prefix(1);
  while (!cell.empty() && is_blank(cell.back())) cell.remove_suffix(1);
  return cell;
}

void CsvRows::split(std::string_view row, std::vector<std::string_view>& cells, Index most) {
  for (;;) {
    const std::size_t end = row.find(separator_);
    if (++count_ <= most) cells.push_back(without_blanks(row.substr(0, end)));
    if (end == std::string_view::npos) return;
    row.remove_prefix(end + 1);
  }
}

void CsvRows::split_quoted(std::string_view row, std::vector<std::string_view>& cells, Index most) {
  text_.clear();
  ends_.clear();
  for (std::size_t at = 0;; ++at) {  // one cell in each pass
    while (at < row.size() && is_blank(row[at])) ++at;
    if (at < row.size() && row[at] == '"') {
      at = unquote(row, at + 1);
      while (at < row.size() && is_blank(row[at])) ++at;
      if (at < row.size() && row[at] != separator_) {
        lines_.fail(
            fmt::format("cell {} goes on behind its closing quote, expected a separator; a quote "
                        "within quotes is written twice",
                        count_ + 1));
      }
    } else {
      const std::size_t end = std::min(row.find(separator_, at), row.size());
      const std::string_view cell = without_blanks(row.substr(at, end - at));
      if (cell.find('"') != std::string_view::npos) {
        lines_.fail(
            fmt::format("cell {} has a quote but starts with none: put it in quotes and write the "
                        "quote twice",
                        count_ + 1));
      }
      text_ += cell;
      at = end;
    }
    if (++count_ <= most) {
      ends_.push_back(text_.size());
    } else {
      text_.resize(ends_.empty() ? 0 : ends_.back());
    }
    if (at >= row.size()) break;
  }
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    cells.push_back(std::string_view(text_).substr(begin, end - begin));
    begin = end;
  }
}

std::size_t CsvRows::unquote(std::string_view& row, std::size_t at) {
  const Index opened = lines_.line();
  for (;;) {
    const std::size_t quote = row.find('"', at);
    text_ += row.substr(at, quote - at);
    if (quote != std::string_view::npos) {
      if (quote + 1 >= row.size() || row[quote + 1] != '"') return quote + 1;
      text_ += '"';
      at = quote + 2;
      continue;
    }
    if (text_.size() > LineReader::kLongestLine) {
      lines_.fail_at(opened,
                     fmt::format("a quote opens a cell of more than {} MiB: is it never closed?",
                                 LineReader::kLongestLine >> 20));
    }
    if (!has_record_) record_ = plain_;
    has_record_ = true;
    if (!lines_.next(row)) lines_.fail_at(opened, "a quote is opened here and never closed");
    text_ += '\n';
    record_ += '\n';
    record_ += row;
    at = 0;
  }
}

}  // namespace costruct::experiments
