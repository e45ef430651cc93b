// The commands `predict` and `evaluate`: a model meets new files.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>

#include "costruct/experiments/models/model.hpp"

namespace costruct::experiments {

/// Predicts examples that are read one by one, a batch at a time, in memory that does not grow with the file.
class BatchPredictor {
 public:
  explicit BatchPredictor(const Model& model);

  /// Forgets the examples of the last batch.
  void clear();
  /// Adds an example read with the model's encoder. Throws DataError where a transductive kernel does not
  /// know it.
  void add(const StreamedExample& example);
  Index size() const { return data_->views[0].num_examples(); }
  /// Whether what there is should be predicted before more is added.
  bool full() const;
  /// Predictions of all examples of the batch, by all views together.
  const std::vector<Output>& predict();
  /// The same by one view alone.
  std::vector<Output> predict_by_view(Index view);
  /// What predict() returned last.
  const std::vector<Output>& predictions() const { return predictions_; }

 private:
  void append(const StreamedExample& example, std::vector<FeatureTable>& tables) const;

  const Model& model_;
  std::vector<std::int32_t> local_;  // encoder's feature -> feature of its view
  std::shared_ptr<PartData> data_;
  std::vector<FeatureTable> points_;  // of a model with kernels: the features of one example, per view
  Vector joint_weights_;
  std::vector<Output> predictions_;
};

/// Predicts every example of a file, whatever its labels are. An output a line; for sequences a label a line
/// and a blank line between them. Writes to `output`, or to stdout where that is empty. Throws Interrupted,
/// and leaves no `output`, soon after `stop` is set.
void predict_file(const std::filesystem::path& model, const std::filesystem::path& data,
                  const std::filesystem::path& output, const std::atomic<bool>* stop = nullptr);

/// Compares predictions with the labels of a file: a table of metrics to stdout ("name<TAB>value"), and JSON
/// to `report` where that is not empty.
void evaluate_file(const std::filesystem::path& model, const std::filesystem::path& data,
                   const std::filesystem::path& report);

}  // namespace costruct::experiments
