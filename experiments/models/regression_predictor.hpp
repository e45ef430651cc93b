// What regression models say of new files.
#pragma once

#include <atomic>
#include <filesystem>
#include <vector>

#include "costruct/experiments/models/dense_points.hpp"
#include "costruct/experiments/models/regression_model.hpp"

namespace costruct::experiments {

/// The mean over the views of all models (one; or those of all sites, each of which reads what it needs).
class RegressionPredictor {
 public:
  explicit RegressionPredictor(const std::vector<RegressionModel>& models);

  Index num_views() const;
  /// For each view the values at some examples of a corpus that its model's encoder has read; corpora[k] is
  /// that of model k, all with the same examples.
  std::vector<Vector> by_view(const std::vector<Corpus>& corpora, std::span<const Index> examples) const;

  /// Reads a file with each model's encoder, a batch at a time, and hands over the predictions of each batch.
  void predict(const std::filesystem::path& file, const std::function<void(const Vector&)>& take) const;

 private:
  const std::vector<RegressionModel>& models_;
  std::vector<DensePoints> points_;
};

/// Predictions for every example of a file, a number a line, printed so that it reads back to the same
/// double. Throws DataError where one overflows, and Interrupted, without `output`, soon after `stop` is set.
void predict_numbers(const std::filesystem::path& model, const std::filesystem::path& data,
                     const std::filesystem::path& output, const std::atomic<bool>* stop = nullptr);

/// Compares predictions with the targets of a file, as evaluate_file does.
void evaluate_numbers(const std::filesystem::path& model, const std::filesystem::path& data,
                      const std::filesystem::path& report);

/// Throws DataError where a prediction is not finite; `example` says of which examples they are, the first
/// one number `first` + 1 of them.
void check_finite(ConstVectorRef predictions, const std::string& example, Index first = 0);

/// The metrics of numbers, as a flat JSON object.
Json number_scores(ConstVectorRef truth, ConstVectorRef predicted);

}  // namespace costruct::experiments
