#include "costruct/experiments/sweep/cell_fits.hpp"

#include <fmt/format.h>

#include "costruct/experiments/config/selection.hpp"
#include "costruct/experiments/draws/data_checks.hpp"
#include "costruct/io/machine_memory.hpp"
#include "costruct/learners/shared/work_lines.hpp"

namespace costruct::experiments {
namespace {

const std::vector<Index> kNone;

}  // namespace

ViewAssignment views_of(const Experiment& experiment, const LearnerConfig& learner, Phase phase,
                        Index repetition) {
  const Config& config = experiment.config;
  // A training config has one split of its features, and `select` chooses for this split.
  const RandomStream random =
      config.kind == ConfigKind::kTraining
          ? RandomStream(config.seed, 0, "views")
          : RandomStream(config.sweep.seed, static_cast<std::uint64_t>(repetition),
                         purpose_in(phase, "views"));
  return views_for(learner, experiment.data.features, random);
}

CellFits::CellFits(const Place& place)
    : place_(place), fits_features_(fits_features(config(), place.experiment.data)) {}

bool CellFits::sees_unlabeled(const KernelConfig& kernel) const {
  return config().uses_unlabeled() || kernel.is_transductive() || fits_features_;
}

FitContext CellFits::context(const CellSpec& cell) const {
  const Experiment& experiment = place_.experiment;
  FitContext context;
  context.seed = place_.phase == Phase::kCurve
                     ? experiment.config.sweep.seed
                     : hash_bytes("selection", experiment.config.sweep.seed);
  context.repetition = static_cast<std::uint64_t>(place_.repetition);
  context.stop = experiment.stop;
  context.memory = machine_memory() / 2;
  if (experiment.progress && place_.phase == Phase::kSelection) {
    const std::string fit = selection_fit(cell, experiment.config.sweep, place_.repetition);
    context.progress = [&experiment, fit](const std::string& line) {
      experiment.progress(fmt::format("select: {}: {}", fit, line));
    };
  }
  return context;
}

// The known examples are those that a cell of these sizes trains on; with a transductive kernel,
// all examples of the cell. Their features are the cell's features.
CellFits::Made CellFits::examples_of(std::span<const CellSizes> all_sizes,
                                     const KernelConfig& kernel) const {
  Made made;
  made.kernel = kernel;
  std::vector<bool> taken(static_cast<std::size_t>(place_.experiment.data.examples->size()), false);
  const auto append = [&](const std::vector<Index>& examples, std::vector<Index>& to) {
    for (const Index example : examples) {
      if (taken[example]) continue;
      taken[example] = true;
      to.push_back(example);
    }
  };
  for (const CellSizes& sizes : all_sizes) {
    const Split split = place_.draw.at(sizes);
    append(split.labeled, made.fit_on);
    made.labeled =
        static_cast<Index>(split.labeled.size());  // correct if `all_sizes` is one cell's
    if (config().uses_unlabeled() || kernel.is_transductive()) {
      append(split.unlabeled, made.fit_on);
    } else if (fits_features_) {  // of one cell; they become inputs only if they are scored
      made.fit_features_on = split.unlabeled;
    }
  }
  for (const CellSizes& sizes : all_sizes)
    append(place_.draw.at(sizes).holdout, kernel.is_transductive() ? made.fit_on : made.scored);
  return made;
}

void CellFits::make_inputs(const CellSpec& cell) {
  const Config& config = place_.experiment.config;
  const KernelConfig kernel = kernel_with(cell.chosen, this->config());
  const bool for_cell = fits_features_ || !kernel.leaves_features() || config.problem->has_sets() ||
                        place_.experiment.data.examples->inputs_depend_on_labeled();
  const Json problem = problem_with(cell.chosen, this->config());
  if (!for_cell && inputs_ && made_.kernel == kernel && made_.problem == problem) return;
  const std::span<const CellSizes> sizes =
      for_cell ? std::span(&cell.sizes, 1) : std::span<const CellSizes>(config.sweep.sizes);
  Made made = examples_of(sizes, kernel);
  made.problem = problem;
  if (inputs_ && made == made_) return;
  fits_.clear();
  inputs_ = nullptr;
  made_ = std::move(made);
  ViewAssignment views =
      views_of(place_.experiment, this->config(), place_.phase, place_.repetition);
  const FitContext context = this->context(cell);
  inputs_ = place_.experiment.task->make(
      {made_.problem, kernel.options, std::move(views), made_.fit_on, made_.labeled, made_.scored,
       made_.fit_features_on, false, thread_seconds, watch_of(context, "kernel")});
}

// Nothing if the learner sees the labels of whole examples.
SpreadLabels CellFits::spread_over(const Split& split) const {
  if (!config().known.spreads()) return {};
  const SweepConfig& sweep = place_.experiment.config.sweep;
  return spread_labels(*place_.experiment.data.examples, split, config().known,
                       outside_of(config()),
                       RandomStream(sweep.seed, static_cast<std::uint64_t>(place_.repetition),
                                    purpose_in(place_.phase, "known parts")));
}

const Fit& CellFits::fit(const CellSpec& cell, const Split& split) {
  make_inputs(cell);
  const std::string key = cell.chosen.dump();
  if (fits_labeled_ != cell.sizes.labeled || sees_unlabeled(made_.kernel)) fits_.clear();
  fits_labeled_ = cell.sizes.labeled;
  std::unique_ptr<Fit>& fit = fits_[key];
  if (!fit) {
    const Json options = options_with(cell.chosen, config());
    const FitContext how = context(cell);
    const SpreadLabels spread = spread_over(split);
    const bool spreads = config().known.spreads();
    fit = inputs_->fit({*config().entry, options, spreads ? kNone : split.labeled,
                        spreads ? spread.unlabeled : split.unlabeled, how, thread_seconds,
                        spread.partial});
  }
  return *fit;
}

}  // namespace costruct::experiments
