// RawExample: an example as it is in its file, and ExampleReader, which reads it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

class ExampleReader;

/// One example as it is in its file. Its string views are valid until the reader's next call. Reuse
/// one object for all calls.
struct RawExample {
  Index line = 0;  ///< line of its first row
  /// The file, and the number of parts of examples before this one in it. The encoder sets both.
  const std::filesystem::path* file = nullptr;
  Index first_part = 0;
  Index length = 0;  ///< number of parts (rows)
  /// Label of each part; all are empty if labels are ignored. A part is unlabeled if its label is
  /// the mark of unknown labels, which is kUnlabeledMark unless an option changes it. In formats
  /// with RowFormat::knows_missing_labels, it is unlabeled if its label is empty.
  std::vector<std::string_view> labels;
  double weight = 1;  ///< finite, >= 0
  /// Formats whose lines are parts: for each line between the parts that is no part, the number of
  /// parts before it, ascending.
  std::vector<Index> left_out;
  /// Numeric and named formats: part p has the entries [part_begin[p], part_begin[p+1]). Each has a
  /// number or a name, and a value, which is finite and not zero.
  std::vector<Index> part_begin;
  std::vector<std::uint64_t> number;
  std::vector<std::string_view> names;
  std::vector<double> value;

  /// Column formats: field c of part p is fields[p * columns + c]. The field of the label is empty.
  Index columns = 0;
  std::vector<std::string_view> fields;

  /// Table and text formats: the names of the file's columns, one for each of `fields`. All rows of
  /// a file have the same pointer.
  std::shared_ptr<const std::vector<std::string>> header;
  /// Dense formats: `value` has all `columns` numbers of the row, including the target's if the
  /// file has it. They need not be finite.

  /// Table, text and dense formats: the reader of the row, for error messages.
  const ExampleReader* reader = nullptr;

  /// Formats that write examples back (RowFormat::written): the example as it is in its file, in
  /// table and text formats without its last line end. If an example is a file, its path. For
  /// plain text, the sentence. Formats whose predictions are labels alone may leave it empty if
  /// labels are read.
  std::string_view record;
  /// The raw text of a chain, if the file has it; otherwise "".
  std::string_view text;
  bool has_comment = false;  ///< whether a comment stood beside or before its rows, and is dropped

  void clear() {
    length = 0;
    labels.clear();
    weight = 1;
    left_out.clear();
    part_begin.assign(1, 0);
    number.clear();
    names.clear();
    value.clear();
    fields.clear();
    record = {};
    text = {};
    has_comment = false;
  }
};

/// Whether labels are read. Ignored labels may be anything, or absent. With kSets the label of a
/// row is a list of labels as SetReader reads it (data/formats/set_reader.hpp). It may be empty.
enum class LabelUse { kRequired, kIgnored, kSets };

/// Reads a file example by example. Throws DataError with file and line.
class ExampleReader {
 public:
  virtual ~ExampleReader() = default;
  /// Reads the next example; returns false at the end of the file.
  virtual bool next(RawExample& example) = 0;
  /// The record of the line with the names of columns; "" for files without one.
  virtual std::string_view header_record() const { return {}; }
  /// The line that was read last, from 1. For binary files the row, for generators the example.
  virtual Index line() const = 0;
  /// Throws DataError("file:line: what").
  [[noreturn]] virtual void fail_at(Index line, const std::string& what) const = 0;
};

/// The name of the column to predict.
inline constexpr const char* kLabelColumn = "label";
/// The label of an unlabeled part.
inline constexpr std::string_view kUnlabeledMark = "?";
/// Maximum length of a word or other field of column formats, in bytes.
inline constexpr std::size_t kLongestField = std::size_t{64} << 10;

/// Whether a label of a file stands for several: {A,B} for one of these, {!A,B} for any other.
inline bool is_label_set(std::string_view label) {
  return label.starts_with('{') && label.ends_with('}') &&
         (label.find(',') != std::string_view::npos || label.starts_with("{!"));
}

}  // namespace costruct::experiments
