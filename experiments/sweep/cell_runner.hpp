// Computes cells: one learner in one draw, at all its sizes.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "costruct/experiments/draws/splits.hpp"
#include "costruct/experiments/sweep/cell.hpp"
#include "costruct/experiments/tasks/task.hpp"

namespace costruct::experiments {

/// Everything that the cells of a run are computed from.
struct Experiment {
  Config config;
  const LoadedData& data;                   ///< must outlive this
  DrawPool pool;                            ///< the training and unlabeled examples
  std::shared_ptr<const Task> task;         ///< makes inputs and fits
  Json common;                              ///< from common_identity()
  const std::atomic<bool>* stop = nullptr;  ///< ends the work soon after it is set; null: never
  /// Is called with the progress of each fit, from any thread; may be empty.
  std::function<void(const std::string&)> progress;

  Experiment(Config the_config, const LoadedData& the_data, const std::atomic<bool>* the_stop)
      : config(std::move(the_config)),
        data(the_data),
        pool(*the_data.examples, the_data.unlabeled_end),
        task(make_task(config, the_data)),
        common(common_identity(config, the_data)),
        stop(the_stop) {}
  bool stop_requested() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
};

/// Throws ConfigError if sizes, views, metrics or options do not suit the data, and as
/// check_against_data() does. Call it before a run.
void check_experiment(const Experiment& experiment);

/// A cell's result and its examples. Those that a learner chose itself are not among them: `split`
/// is then that of other learners, so that cells of a draw are paired.
struct FinishedCell {
  CellResult result;
  Split split;
};

class CellFits;

/// Computes the cells of one learner in one repetition of one phase.
class CellRunner {
 public:
  /// Throws DataError if there is no draw (see Draw). The experiment must outlive this.
  CellRunner(const Experiment& experiment, Phase phase, Index learner, Index repetition);
  ~CellRunner();

  /// Runs a cell of this learner, phase and repetition. An error becomes the result's `error`.
  /// Nullopt if a stop was requested before the cell was finished.
  std::optional<FinishedCell> run(const CellSpec& cell);

 private:
  void compute(const Fit& fit, const Split& split, CellResult& result) const;

  const Experiment& experiment_;
  const LearnerConfig& learner_;
  Index repetition_;
  bool is_selection_;
  KeepOutputs keep_;
  Draw draw_;
  std::unique_ptr<CellFits> fits_;
};

}  // namespace costruct::experiments
