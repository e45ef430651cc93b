// Examples of a file as dense rows, read with frozen alphabets.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Reads the examples of a file, each a row with a number for every feature of the encoder, 0 where
/// the example does not have it. Throws DataError, naming file and line.
class DenseRows {
 public:
  virtual ~DenseRows() = default;
  /// Reads up to `most` >= 1 rows, one behind the other; returns how many, 0 only at the end.
  virtual Index read(Index most, double* rows) = 0;
};

}  // namespace costruct::experiments
