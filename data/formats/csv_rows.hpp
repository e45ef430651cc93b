// Rows of cells that are separated and quoted as in RFC 4180, for the format csv.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/data/recognition/recognition.hpp"
#include "costruct/io/line_reader.hpp"

namespace costruct::experiments {

/// Reads a file row by row. A quoted cell may contain separators, line ends and doubled quotes.
/// Blanks around a cell do not belong to it. Blank lines are skipped.
class CsvRows {
 public:
  CsvRows(const std::filesystem::path& file, char separator)
      : CsvRows(LineReader(file), separator) {}
  CsvRows(LineReader lines, char separator) : lines_(std::move(lines)), separator_(separator) {}

  /// Reads the next row, and stores at most `most` of its cells. Returns false at the end of the
  /// file. Cells are valid until the next call. Throws DataError with file and line, for example
  /// for a quote that is never closed.
  bool next(std::vector<std::string_view>& cells, Index most);
  /// The row as it is in the file, without its last line end. Valid until the next call.
  std::string_view record() const { return has_record_ ? record_ : plain_; }
  /// Number of cells of the row, including those beyond `most`.
  Index count() const { return count_; }
  /// Whether empty lines were skipped before the row, or before the end of the file.
  bool passed_empty_lines() const { return passed_empty_; }
  /// The line where the row starts, from 1.
  Index line() const { return line_; }
  /// Throws DataError("file:line: what").
  [[noreturn]] void fail_at(Index line, const std::string& what) const {
    lines_.fail_at(line, what);
  }

 private:
  void split(std::string_view row, std::vector<std::string_view>& cells, Index most);
  void split_quoted(std::string_view row, std::vector<std::string_view>& cells, Index most);
  /// Copies a quoted cell to text_, without its quotes. Returns the place after its last quote.
  std::size_t unquote(std::string_view& row, std::size_t at);
  std::string_view without_blanks(std::string_view cell) const;
  bool is_blank(char c) const { return c == ' ' || (c == '\t' && separator_ != '\t'); }

  LineReader lines_;
  char separator_;
  Index line_ = 0, count_ = 0;
  bool passed_empty_ = false;
  std::string_view plain_;         // a row of one line
  std::string record_;             // a row of several lines
  bool has_record_ = false;        // whether it has several lines
  std::string text_;               // the cells of a row with quotes, concatenated
  std::vector<std::size_t> ends_;  // the ends of those cells in text_
};

/// Recognises tables: finds the separator, the target, and columns that are no features. See
/// Format::recognise.
Recognition recognise_csv(const FileSample& sample, const RecognitionHints& hints);

}  // namespace costruct::experiments
