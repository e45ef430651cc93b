// The data that regressors take. Outputs are real numbers and need no decoder, so this is all that
// a regressor knows.
#pragma once

#include <memory>

#include "costruct/core/linear_algebra/matrix.hpp"

namespace costruct {

/// The labeled points of one view and their targets. The points may differ from view to view,
/// because each site has its own.
struct LabeledPoints {
  Matrix points;   ///< d_v x n_v, a point in each column
  Vector targets;  ///< n_v
};

/// Unlabeled points: the same m examples in every view. They are read block by block, so that they
/// need not fit in memory.
class UnlabeledPoints {
 public:
  virtual ~UnlabeledPoints() = default;
  /// Goes back to the first point.
  virtual void rewind() = 0;
  /// Reads the next points: by_view[v] becomes a matrix d_v x b with the same b >= 1 for all views.
  /// Returns false and changes nothing if there are no more points. Pass the same `by_view` each
  /// time to reuse its memory. Throws DataError.
  virtual bool next(std::vector<Matrix>& by_view) = 0;
};

/// The sample of a regressor: labeled points of V >= 1 views, and unlabeled points of the same
/// views.
struct RegressionSample {
  std::vector<LabeledPoints> views;
  UnlabeledPoints* unlabeled = nullptr;  ///< null: none
};

/// Unlabeled points in memory. They are one block, or none for m = 0.
class UnlabeledInMemory : public UnlabeledPoints {
 public:
  /// by_view[v]: d_v x m.
  explicit UnlabeledInMemory(std::vector<Matrix> by_view) : by_view_(std::move(by_view)) {}
  void rewind() override { done_ = false; }
  bool next(std::vector<Matrix>& by_view) override {
    if (done_ || by_view_.empty() || by_view_.front().cols == 0) return false;
    done_ = true;
    by_view = by_view_;
    return true;
  }

 private:
  std::vector<Matrix> by_view_;
  bool done_ = false;
};

/// One view of points with several views. `all` must outlive it.
class OneUnlabeledView final : public UnlabeledPoints {
 public:
  OneUnlabeledView(UnlabeledPoints& all, Index view) : all_(all), view_(view) {}
  void rewind() override { all_.rewind(); }
  bool next(std::vector<Matrix>& by_view) override {
    if (!all_.next(given_)) return false;
    by_view.assign(1, given_.at(static_cast<std::size_t>(view_)));
    return true;
  }

 private:
  UnlabeledPoints& all_;
  Index view_;
  std::vector<Matrix> given_;
};

}  // namespace costruct
