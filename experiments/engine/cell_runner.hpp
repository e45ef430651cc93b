// Computing cells: one learner in one draw, at all its sizes.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>

#include "costruct/experiments/engine/cell.hpp"
#include "costruct/experiments/engine/part_data_builder.hpp"
#include "costruct/experiments/engine/splits.hpp"
#include "costruct/experiments/results/metrics.hpp"

namespace costruct::experiments {

/// What all cells of a run are computed from.
struct Experiment {
  Config config;
  const LoadedData& data;
  DrawPool pool;
  Json common;                              ///< from common_identity
  const std::atomic<bool>* stop = nullptr;  ///< may be null

  Experiment(Config the_config, const LoadedData& the_data, const std::atomic<bool>* the_stop)
      : config(std::move(the_config)),
        data(the_data),
        pool(the_data.corpus, the_data.unlabeled_end, the_data.encoder.labels()),
        common(common_identity(config, the_data)),
        stop(the_stop) {}
  bool stop_requested() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
};

/// Throws ConfigError where sizes, views or options do not fit the data, before anything is run.
void check_experiment(const Experiment& experiment);

/// A cell's result and the examples it comes from.
struct FinishedCell {
  CellResult result;
  Split split;
};

/// The cells of one learner in one repetition of one phase. Views are built once, for the largest sizes of
/// the sweep; this does not change what any cell gives. With a kernel they are built for each cell, from the
/// examples that its learner is given, or all of the cell if it is transductive; the CPU time of that counts
/// as training. A learner that uses no unlabeled examples, nor its kernel, is fitted once for each labeled
/// size, and the fit (its seconds included) stands in the cell of every unlabeled size.
class CellRunner {
 public:
  /// Throws DataError where there is no draw (see Draw).
  CellRunner(const Experiment& experiment, Phase phase, Index learner, Index repetition);
  ~CellRunner();

  /// Runs a cell of this learner, phase and repetition. What goes wrong becomes the result's `error`; nullopt
  /// where a stop was requested before it was finished.
  std::optional<FinishedCell> run(const CellSpec& cell);

 private:
  struct Fit;
  void build_views(const CellSpec& cell);
  void make_views_of(std::span<const CellSizes> sizes, const Json& kernel);
  // Whether a fit depends on the unlabeled examples of its cell.
  bool sees_unlabeled(const Json& kernel) const;
  std::shared_ptr<const Fit> fit(const CellSpec& cell, const Split& split);
  void score(const Fit& fit, const Split& split, CellResult& result) const;
  std::vector<Output> truth_of(const std::vector<Index>& examples) const;
  std::vector<std::vector<Output>> predict_by_view(const Fit& fit, const std::vector<Index>& examples) const;
  MetricInput metric_input(const std::vector<Output>& truth, const std::vector<Output>& predicted) const;
  void compute(const CellSpec& cell, const Split& split, CellResult& result);

  const Experiment& experiment_;
  const LearnerConfig& learner_;
  Phase phase_;
  Index repetition_;
  Draw draw_;
  std::vector<Index> local_;  // corpus example -> input of the problem
  std::string outside_;       // the label that F1 leaves out
  std::optional<Views> views_;
  // What views_ is made of, and the seconds that the kernel took.
  Json kernel_;
  Index labeled_ = 0;  // the first of known_
  std::vector<Index> known_, scored_;
  double kernel_seconds_ = 0;
  // Of a learner without unlabeled examples: its fits to the current number of labeled ones, by chosen
  // options.
  std::map<std::string, std::shared_ptr<const Fit>> fits_;
  Index fits_labeled_ = -1;
};

}  // namespace costruct::experiments
