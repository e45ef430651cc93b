// Examples of a file that are encoded one by one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The symbols that a fitted extractor needs of an example: numbers of words, or numbers and values
/// of the entries of a row.
struct SymbolList {
  std::vector<std::int32_t> number;
  std::vector<double> value;  ///< value of each symbol; empty if symbols have no values
  void clear() {
    number.clear();
    value.clear();
  }
};

/// The symbols of one example.
struct Symbols {
  std::span<const std::int32_t> number;
  std::span<const double> value;
  Symbols() = default;
  Symbols(const SymbolList& list) : number(list.number), value(list.value) {}
  Symbols(std::span<const std::int32_t> numbers, std::span<const double> values)
      : number(numbers), value(values) {}
};

/// One example of a file that is read with frozen alphabets: feature ids, part by part. Unknown
/// features are left out. Reuse the object from call to call; then reading needs no more memory
/// after some calls.
struct StreamedExample {
  std::vector<Index> part_begin;  // parts + 1 entries, beginning with 0
  std::vector<std::int32_t> feature;
  std::vector<double> value;        // empty: all ones
  std::vector<SymbolList> symbols;  // for each fitted extractor: symbols of all parts
  Index line = 0;                   // line of the first row
};

/// Reads one file example by example. Throws DataError with file and line.
class ExampleStream {
 public:
  virtual ~ExampleStream() = default;
  /// Reads the next example; returns false at the end of the file.
  virtual bool next(StreamedExample& example) = 0;
};

}  // namespace costruct::experiments
