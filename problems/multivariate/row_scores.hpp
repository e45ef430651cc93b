// Optional interface of a problem: outputs that label the rows of an input one by one.
#pragma once

#include "costruct/core/output.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Offered by problems whose outputs have a part for each row of an input. Metrics rank the rows by
/// these scores.
class RowScores {
 public:
  virtual ~RowScores() = default;
  /// Returns <w, psi_i> for each row i of x with features psi_i, the bias included. A row with a
  /// higher score is more likely to be positive.
  virtual Vector row_scores(InputId x, ConstVectorRef w) const = 0;
  /// Returns the label of each row, 0 or 1, in an output. The default is for problems whose outputs
  /// are these labels.
  virtual Output row_labels(Output y) const { return y; }
};

}  // namespace costruct
