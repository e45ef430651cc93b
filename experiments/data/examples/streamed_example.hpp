// Examples of a file, encoded one by one.
#pragma once

#include <cstdint>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// One example of a file read with frozen alphabets: feature ids part by part (unknown features left out).
/// Reused from call to call, so that reading allocates nothing in the long run.
struct StreamedExample {
  std::vector<Index> part_begin;  // parts + 1 entries, starting with 0
  std::vector<std::int32_t> feature;
  std::vector<double> value;                       // empty: all ones
  std::vector<std::vector<std::int32_t>> symbols;  // of each fitted extractor: those of all parts
  Index line = 0;                                  // of the first row
};

/// Reads one file example by example. Throws DataError, naming file and line.
class ExampleStream {
 public:
  virtual ~ExampleStream() = default;
  /// Reads the next example; false at the end of the file.
  virtual bool next(StreamedExample& example) = 0;
};

}  // namespace costruct::experiments
