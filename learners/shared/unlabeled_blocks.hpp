// Unlabeled points in blocks of a fixed size, scaled and checked. Results then do not depend on how
// the source cuts its blocks.
#pragma once

#include "costruct/learners/shared/regression_views.hpp"

namespace costruct {

/// Reads unlabeled points block by block: call next() until it returns false.
class UnlabeledBlocks {
 public:
  /// Begins at the first point. `views` must outlive this object. A null `source` has no points.
  UnlabeledBlocks(UnlabeledPoints* source, const std::vector<RegressionView>& views,
                  Index points_per_block);

  /// Gets the next points of all views: points_per_block of them, or as many as remain. Returns
  /// false if none remain. Throws DataError if values are not finite or too large.
  bool next(std::vector<Matrix>& by_view);

 private:
  bool refill();

  UnlabeledPoints* source_;
  const std::vector<RegressionView>& views_;
  Index size_;
  std::vector<Matrix> given_;  // the last block of the source
  Index used_ = 0;             // how many of its points are used
};

/// Returns all points of all views for a dense system with one row for each labeled point and
/// `rows_per_point` rows for each unlabeled one. Throws DataError as soon as this system would need
/// more memory than the context allows.
std::vector<Matrix> all_unlabeled(UnlabeledPoints* source, const std::vector<RegressionView>& views,
                                  Index rows_per_point, const FitContext& context);

}  // namespace costruct
