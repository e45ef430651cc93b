// DenseRows: reads the examples of a file as dense rows, with frozen alphabets.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Reads the examples of a file. Each row has a number for every feature of the encoder, 0 if the
/// example does not have it. Throws DataError with file and line.
class DenseRows {
 public:
  virtual ~DenseRows() = default;
  /// Reads up to `most` >= 1 rows, one after the other. Returns the number of rows read, which is 0
  /// only at the end.
  virtual Index read(Index most, double* rows) = 0;
};

}  // namespace costruct::experiments
