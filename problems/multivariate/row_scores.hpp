// Optional interface of a problem: outputs that label the rows of an input one by one.
#pragma once

#include "costruct/core/output.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Offered by problems whose outputs have a part for each row of an input. The scores rank the
/// rows.
class RowScores {
 public:
  virtual ~RowScores() = default;
  /// <w, psi> of each row of x plus its bias. A higher score means more positive.
  virtual Vector row_scores(InputId x, ConstVectorRef w) const = 0;
  /// The label of each row in an output.
  virtual Output row_labels(Output y) const { return y; }
};

}  // namespace costruct
