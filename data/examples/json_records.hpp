// Reads the objects of a JSON file one by one: lines of objects, objects over several lines, or one
// list of objects.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/io/line_reader.hpp"

namespace costruct::experiments {

/// Cuts a file into JSON objects without parsing them. Keeps only one object in memory, of at most
/// LineReader::kLongestLine bytes.
class JsonRecords {
 public:
  explicit JsonRecords(const std::filesystem::path& file) : lines_(file) {}
  explicit JsonRecords(LineReader lines) : lines_(std::move(lines)) {}

  /// Finds the next object; returns false at the end of the file. Throws DataError with the place
  /// for text between objects, and for an object or a list that does not end.
  bool next();
  /// The text of the object, from { to }. Valid until the next call.
  std::string_view text() const { return text_; }
  /// The line on which it begins, from 1.
  Index line() const { return line_; }
  const std::string& file() const { return lines_.file(); }
  /// Throws DataError("file:line: what"): fail() for the last object, fail_at() for any line.
  [[noreturn]] void fail(const std::string& what) const { lines_.fail_at(line_, what); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const {
    lines_.fail_at(line, what);
  }

 private:
  /// Makes rest_ begin with a character that is no white space; returns false at the end.
  bool skip_blanks();
  void read_object();

  LineReader lines_;
  std::string_view rest_;  // of the current line
  std::string text_;
  Index line_ = 0;
  Index list_line_ = 0;  // where the list of objects begins; 0: there is none
  bool list_ended_ = false;
  bool any_ = false;  // whether there was an object
};

/// Throws DataError for a key of an object that is not among `valid`.
/// @param where  stands in front of the message: "candidate 3: "
void check_json_keys(const Json& object, const std::vector<std::string>& valid,
                     const std::string& where);

}  // namespace costruct::experiments
