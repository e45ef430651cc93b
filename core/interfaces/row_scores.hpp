// Second interface: outputs that label the rows of an input one by one.
#pragma once

#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// An output has a part per row, and rows can be ranked.
class RowScores {
 public:
  virtual ~RowScores() = default;
  /// <w, psi> of each row of x, its bias added: the higher, the more positive.
  virtual Vector row_scores(InputId x, ConstVectorRef w) const = 0;
};

}  // namespace costruct
