// The training data of a site, read from its files.
#pragma once

#include <memory>
#include <vector>

#include "costruct/experiments/draws/loaded_data.hpp"
#include "costruct/experiments/models/dense_points.hpp"

namespace costruct::experiments {

/// The data that one site trains on: labeled points of one of its views, its unlabeled points, and
/// the labeled examples of its test files. The unlabeled files are read while they are used.
class SiteData {
 public:
  /// Reads the files of a checked training config, which must outlive this object. Throws DataError
  /// as load_data() does.
  /// @param paths  finds the files that the config names
  SiteData(const Config& config, const DataPaths& paths);

  const LoadedData& loaded() const { return loaded_; }
  const Corpus& corpus() const { return part_examples(*loaded_.examples).corpus(); }
  const DensePoints& points() const { return points_; }
  /// The sample of one view, from 0: a RegressionSample with only this view. It refers to this
  /// object, and the next call ends its `unlabeled`.
  RegressionSample sample_of_view(Index view);

  /// Whether the test files have an example with a target.
  bool has_test() const { return !roles_.test.empty(); }
  /// The scored examples: those with targets in the test files, or else in the training files.
  std::vector<Index> scored() const { return roles_.scored(); }

 private:
  const Config& config_;
  LoadedData loaded_;
  DensePoints points_;
  ExampleRoles roles_;
  std::unique_ptr<UnlabeledPoints> of_all_views_, of_view_;
};

}  // namespace costruct::experiments
