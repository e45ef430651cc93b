// DenseRows: reads the examples of a file as dense rows, with frozen alphabets.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Reads the examples of a file. Each is a row with a number for every feature of the encoder; the
/// number is 0 if the example does not have the feature. Throws DataError with file and line.
class DenseRows {
 public:
  virtual ~DenseRows() = default;
  /// Reads up to `most` >= 1 rows, stored one after the other. Returns their number, which is 0
  /// only at the end of the file.
  virtual Index read(Index most, double* rows) = 0;
};

}  // namespace costruct::experiments
