// StreamedExample: an example of a file as feature ids, and ExampleStream, which reads it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/known.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The symbols that represent an example to a fitted extractor (features/fitted_extractor.hpp).
/// They are the numbers of its words, or the entries of a row with their values. An unknown word is
/// -1.
struct SymbolList {
  std::vector<std::int32_t> number;
  std::vector<double> value;  ///< value of each symbol; empty if symbols have no values
  void clear() {
    number.clear();
    value.clear();
  }
};

/// A view of the symbols of one example, which others own; see SymbolList.
struct Symbols {
  std::span<const std::int32_t> number;
  std::span<const double> value;
  Symbols() = default;
  Symbols(const SymbolList& list) : number(list.number), value(list.value) {}
  Symbols(std::span<const std::int32_t> numbers, std::span<const double> values)
      : number(numbers), value(values) {}
};

/// One example of a file that is read with frozen alphabets: feature ids part by part. Unknown
/// features are left out. Reuse one object for all calls, so that reading allocates no further
/// memory in the long run.
struct StreamedExample {
  std::vector<Index> part_begin;  // parts + 1 entries, starting with 0
  std::vector<std::int32_t> feature;
  std::vector<double> value;        // empty: all are 1
  std::vector<SymbolList> symbols;  // for each fitted extractor: the symbols of all parts
  Index line = 0;                   // line of the first row
  std::vector<Index> left_out;      // see RawExample::left_out
  std::string record;               // see RawExample::record
  std::string header;               // see ExampleReader::header_record(), set once for a file
  Known known;                      // what its labels say; see Encoder::stream_known()
};

/// Number of parts of a long example. After such an example, the memory that reading took is freed.
inline constexpr Index kLongExample = 100'000;

/// Reads a file example by example. Throws DataError with file and line.
class ExampleStream {
 public:
  virtual ~ExampleStream() = default;
  /// Reads the next example; returns false at the end of the file.
  virtual bool next(StreamedExample& example) = 0;
};

}  // namespace costruct::experiments
