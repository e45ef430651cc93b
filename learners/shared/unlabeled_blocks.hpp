// Unlabeled points in blocks of a size of our own, scaled and checked: what is computed from them
// then does not depend on how their source cuts its blocks.
#pragma once

#include "costruct/learners/shared/regression_views.hpp"

namespace costruct {

class UnlabeledBlocks {
 public:
  /// Begins at the first point. `views` outlives this; `source` may be null, and then there are
  /// none.
  UnlabeledBlocks(UnlabeledPoints* source, const std::vector<RegressionView>& views,
                  Index points_per_block);

  /// The next points of all views, points_per_block of them, or what is left; false where nothing
  /// is. Throws DataError.
  bool next(std::vector<Matrix>& by_view);

 private:
  bool refill();

  UnlabeledPoints* source_;
  const std::vector<RegressionView>& views_;
  Index size_;
  std::vector<Matrix> given_;  // by the source last
  Index used_ = 0;             // points of these
};

/// All points of all views, for a dense system with a row a labeled point and `rows_per_point` rows
/// an unlabeled one. Throws DataError as soon as that would take more memory than a fit may.
std::vector<Matrix> all_unlabeled(UnlabeledPoints* source, const std::vector<RegressionView>& views,
                                  Index rows_per_point, const FitContext& context);

}  // namespace costruct
