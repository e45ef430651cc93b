// How `multivariate` ranks rows: what its metrics ask for.
#pragma once

#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct::multivariate {

class RowScores {
 public:
  virtual ~RowScores() = default;
  /// <w, psi> of each row of x, its bias added: the higher, the more positive.
  virtual Vector row_scores(InputId x, ConstVectorRef w) const = 0;
};

}  // namespace costruct::multivariate
