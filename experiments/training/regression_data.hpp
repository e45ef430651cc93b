// The training data of a regressor, as files have them.
#pragma once

#include <memory>
#include <vector>

#include "costruct/experiments/draws/loaded_data.hpp"
#include "costruct/experiments/models/dense_points.hpp"

namespace costruct::experiments {

/// What one site (or the only one) trains on: labeled points of each of its views, its unlabeled points, and
/// the labeled examples of its test files. The unlabeled files are read as they are needed.
class RegressionData {
 public:
  /// Reads the files of a checked training config. `with_unlabeled`: whether unlabeled points are wanted.
  RegressionData(const Config& config, const DataPaths& paths, bool with_unlabeled);
  /// Of examples that have been read, all of them.
  RegressionData(const Config& config, LoadedData loaded, bool with_unlabeled);

  const LoadedData& loaded() const { return loaded_; }
  LoadedData& loaded() { return loaded_; }
  const DensePoints& points() const { return points_; }

  /// The sample of all views, respectively of one view alone. It refers to this object.
  RegressionSample sample();
  RegressionSample sample_of_view(Index view);

  /// Examples with targets: those of the test files; without, of the training files.
  bool has_test() const { return !test_.empty(); }
  const std::vector<Index>& scored() const { return has_test() ? test_ : labeled_; }

 private:
  void sort_examples(bool with_unlabeled);

  LoadedData loaded_;
  DensePoints points_;
  std::vector<Index> labeled_, unlabeled_, test_;
  std::unique_ptr<UnlabeledPoints> unlabeled_points_;
  std::unique_ptr<UnlabeledPoints> of_view_;
};

}  // namespace costruct::experiments
