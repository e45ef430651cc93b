// RecordReader: reads a file record by record. A record is what one example consists of: a line, a
// block of lines, a whole file, a tree in brackets, an email.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "costruct/core/error.hpp"
#include "costruct/io/line_reader.hpp"

namespace costruct::experiments {

/// Reads the records of a file one by one. Keeps only one record in memory.
class RecordReader {
 public:
  virtual ~RecordReader() = default;
  /// Reads the next record; returns false at the end of the file. Throws DataError("file:line:
  /// what").
  /// @param outputs  if false, outputs in the file are ignored, whatever they contain
  virtual bool next_record(bool outputs) = 0;
  /// The text of the record that was read last, valid until the next one is read. It is empty for
  /// readers that have records of a type of their own.
  virtual std::string_view text() const { return {}; }

  /// The file of the record that was read last, and the line on which the record begins, from 1.
  virtual const std::string& file() const = 0;
  virtual Index line() const = 0;
  /// The line that was read last.
  virtual Index current_line() const { return line(); }
  /// Throws DataError("file:line: what"): fail() for the last record, fail_at() for any line.
  [[noreturn]] void fail(const std::string& what) const { fail_at(line(), what); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const;
};

/// Reads the records of a plain, gzip or xz file of text from its lines.
class LineRecordReader : public RecordReader {
 public:
  explicit LineRecordReader(LineReader lines) : lines_(std::move(lines)) {}
  const std::string& file() const final { return lines_.file(); }
  Index line() const final { return line_; }
  Index current_line() const final { return lines_.line(); }

 protected:
  LineReader lines_;
  Index line_ = 0;  // on which the last record begins
};

/// The part of a text file that is a record.
enum class RecordUnit {
  kLine,   ///< a line that is not blank
  kBlock,  ///< consecutive lines that are not blank; blank lines stand between blocks
  kFile    ///< the whole file without its first blank lines
};

/// Reads records of text. Lines within a record are separated by "\n".
class TextRecords final : public LineRecordReader {
 public:
  static constexpr std::size_t kLongestRecord = LineReader::kLongestLine;  ///< bytes

  TextRecords(const std::filesystem::path& file, RecordUnit unit)
      : LineRecordReader(LineReader(file)), unit_(unit) {}
  bool next_record(bool outputs) override;
  std::string_view text() const override { return text_; }

 private:
  RecordUnit unit_;
  std::string text_;
};

}  // namespace costruct::experiments
