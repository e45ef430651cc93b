// Reads the lines of a text file one after the other, in bounded memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/io/byte_source.hpp"

namespace costruct::experiments {

/// Reads a plain, gzip or xz file line by line. A line ends with LF or CRLF; the last line may have
/// no end. A UTF-8 byte-order mark at the start of the file is skipped.
///
/// A NUL byte and a line longer than kLongestLine are DataErrors. The first line that is not UTF-8
/// causes one warning; its bytes are passed on unchanged.
class LineReader {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{64} << 20;  ///< bytes: 64 MiB

  /// Opens a file, and throws, as open_bytes() does.
  explicit LineReader(const std::filesystem::path& file);
  /// Reads other bytes; `name` stands for the file in messages.
  LineReader(std::string name, std::unique_ptr<ByteSource> source);

  /// Reads the next line, without its end. Returns false at the end of the file. The line is valid
  /// until the next call.
  bool next(std::string_view& line);

  /// The end of the last line read: "\n" or "\r\n". For a last line without an end it is "" or
  /// "\r". It is valid until the next call.
  std::string_view line_end() const { return line_end_; }
  /// The number of the last line read, from 1.
  Index line() const { return line_; }
  const std::string& file() const { return name_; }
  /// Throws DataError("file:line: what"): fail() for the last line read, fail_at() for any line.
  [[noreturn]] void fail(const std::string& what) const { fail_at(line_, what); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const;

 private:
  bool refill();
  void check_encoding(std::string_view line);

  std::string name_;
  std::unique_ptr<ByteSource> source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // the unread bytes are buffer_[begin_, end_)
  std::size_t end_ = 0;
  std::size_t first_nul_ = kNone;  // place of the first NUL byte in [begin_, end_)
  bool at_end_ = false;
  bool is_utf8_ = true;  // all lines read so far are UTF-8
  Index line_ = 0;
  std::string_view line_end_;
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
};

}  // namespace costruct::experiments
