// Examples of a file, encoded one by one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// What a fitted extractor knows an example by: numbers of words, or of the entries of a row with
/// their values.
struct SymbolList {
  std::vector<std::int32_t> number;
  std::vector<double> value;  ///< of each; empty where symbols have none
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

/// One example of a file read with frozen alphabets: feature ids part by part (unknown features
/// left out). Reused from call to call, so that reading allocates nothing in the long run.
struct StreamedExample {
  std::vector<Index> part_begin;  // parts + 1 entries, starting with 0
  std::vector<std::int32_t> feature;
  std::vector<double> value;        // empty: all ones
  std::vector<SymbolList> symbols;  // of each fitted extractor: those of all parts
  Index line = 0;                   // of the first row
};

/// Reads one file example by example. Throws DataError, naming file and line.
class ExampleStream {
 public:
  virtual ~ExampleStream() = default;
  /// Reads the next example; false at the end of the file.
  virtual bool next(StreamedExample& example) = 0;
};

}  // namespace costruct::experiments
