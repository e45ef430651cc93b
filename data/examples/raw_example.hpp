// An example as its file has it, and who reads it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

class ExampleReader;

/// One example as its file has it. Views are valid until the reader's next call. Reused from call
/// to call.
struct RawExample {
  Index line = 0;    ///< of its first row
  Index length = 0;  ///< number of parts (rows)
  /// Label of each part; all empty where labels are not looked at. A part labeled "?" is unlabeled.
  std::vector<std::string_view> labels;
  double weight = 1;  ///< finite, >= 0

  /// Numeric and named formats: part p has the entries [part_begin[p], part_begin[p+1]), each with
  /// a number or a name, and a value, finite and not zero.
  std::vector<Index> part_begin;
  std::vector<std::uint64_t> number;
  std::vector<std::string_view> names;
  std::vector<double> value;

  /// Column formats: field c of part p is fields[p * columns + c]; the label's field is empty.
  Index columns = 0;
  std::vector<std::string_view> fields;

  /// Table formats: what the columns of the file are called, one name for each of `fields`. The
  /// same pointer from row to row of a file.
  std::shared_ptr<const std::vector<std::string>> header;
  /// Dense formats: `value` has all numbers of the row, `columns` of them, the target's among them
  /// where the file has it; they need not be finite.

  /// Table and dense formats: whose row it is, to say what is wrong with it.
  const ExampleReader* reader = nullptr;

  void clear() {
    length = 0;
    labels.clear();
    weight = 1;
    part_begin.assign(1, 0);
    number.clear();
    names.clear();
    value.clear();
    fields.clear();
  }
};

/// Whether labels are read. Where they are ignored they may be anything, or absent.
enum class LabelUse { kRequired, kIgnored };

/// Reads one file, example by example. Throws DataError, naming file and line.
class ExampleReader {
 public:
  virtual ~ExampleReader() = default;
  virtual bool next(RawExample& example) = 0;
  /// The line that was read last (of binary files the row, of generated ones the example), from 1.
  virtual Index line() const = 0;
  /// Throws DataError("file:line: what").
  [[noreturn]] virtual void fail_at(Index line, const std::string& what) const = 0;
};

/// The column that holds what is to be predicted.
inline constexpr const char* kLabelColumn = "label";
/// The label of an unlabeled part.
inline constexpr std::string_view kUnlabeledMark = "?";
/// The longest word or other field of column formats, in bytes.
inline constexpr std::size_t kLongestField = std::size_t{64} << 10;

}  // namespace costruct::experiments
