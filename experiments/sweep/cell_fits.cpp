#include "costruct/experiments/sweep/cell_fits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "costruct/experiments/config/selection.hpp"
#include "costruct/experiments/draws/data_checks.hpp"
#include "costruct/experiments/tasks/suggestions.hpp"
#include "costruct/io/machine_memory.hpp"
#include "costruct/learners/shared/work_lines.hpp"

namespace costruct::experiments {
namespace {

const std::vector<Index> kNone;

void remove(const std::vector<Index>& these, std::vector<Index>& from) {
  const std::set<Index> removed(these.begin(), these.end());
  std::erase_if(from, [&](Index example) { return removed.contains(example); });
}

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
      experiment.progress(fmt::format("trying {}: {}", fit, line));
    };
  }
  return context;
}

// The known examples are those that the cells of these splits train on; with a transductive kernel,
// all examples of the cells. Their features are those of the cells.
CellFits::Made CellFits::examples_of(std::span<const Split> splits,
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
  for (const Split& split : splits) {
    append(split.labeled, made.fit_on);
    // Correct if there is one split. If labels are spread over sets, these have examples of both.
    made.labeled = spreads_over_sets() ? 0 : static_cast<Index>(split.labeled.size());
    if (config().uses_unlabeled() || kernel.is_transductive()) {
      append(split.unlabeled, made.fit_on);
    } else if (fits_features_) {  // of one cell; they become inputs only if they are scored
      made.fit_features_on = split.unlabeled;
    }
  }
  if (place_.experiment.config.joins_rows()) append(without_labels(), made.fit_on);
  for (const Split& split : splits)
    append(split.holdout, kernel.is_transductive() ? made.fit_on : made.scored);
  if (chooses()) append(pool(), made.scored);
  return made;
}

// The examples that no draw has, because unlabeled ones are scored and these have no label.
std::vector<Index> CellFits::without_labels() const {
  std::vector<Index> without;
  const ExampleSet& examples = *place_.experiment.data.examples;
  if (!place_.experiment.config.sweep.score_unlabeled) return without;
  for (Index i = 0; i < examples.size(); ++i) {
    if (!examples.is_labeled(i) && examples.known(i).empty()) without.push_back(i);
  }
  return without;
}

void CellFits::make_inputs(const CellSpec& cell, const Split& split) {
  const Config& config = place_.experiment.config;
  const KernelConfig kernel = kernel_with(cell.chosen, this->config());
  const bool for_cell = chooses() || fits_features_ || !kernel.leaves_features() ||
                        config.problem->has_sets() || config.joins_rows() ||
                        place_.experiment.data.examples->inputs_depend_on_labeled();
  const Json problem = problem_with(cell.chosen, this->config());
  if (!for_cell && inputs_ && made_.kernel == kernel && made_.problem == problem) return;
  std::vector<Split> splits;
  if (for_cell) splits.push_back(split);
  for (const CellSizes& sizes : config.sweep.sizes) {
    if (!for_cell) splits.push_back(place_.draw.at(sizes));
  }
  Made made = examples_of(splits, kernel);
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

bool CellFits::chooses() const {
  return config().choice.has_value() && place_.phase == Phase::kCurve;
}

// The examples of the draw that can be labeled, in its order.
std::vector<Index> CellFits::pool() const {
  return place_.draw.at({place_.draw.num_labeled(), 0}).labeled;
}

Split CellFits::split_with(const std::vector<Index>& labeled, Index unlabeled) const {
  Split split = place_.draw.at({0, place_.draw.num_known()});
  split.labeled = labeled;
  remove(labeled, split.unlabeled);
  if (std::ssize(split.unlabeled) > unlabeled)
    split.unlabeled.resize(static_cast<std::size_t>(unlabeled));
  return split;
}

const std::vector<Index>& CellFits::chosen_for(const CellSpec& cell) {
  const SweepConfig& sweep = place_.experiment.config.sweep;
  const Index start = config().choice->start.value_or(sweep.smallest_labeled());
  std::vector<Index>& chosen = chosen_[cell.sizes.unlabeled];
  if (chosen.empty()) chosen = place_.draw.at({start, 0}).labeled;
  for (const Index size : sweep.labeled_sizes()) {
    const Index before = std::ssize(chosen);
    if (before >= cell.sizes.labeled) break;
    if (size <= before) continue;
    CellSpec at_before = cell;
    at_before.sizes.labeled = before;
    const Fit& fit = this->fit(at_before, split_with(chosen, cell.sizes.unlabeled));
    std::vector<Index> others = pool();
    remove(chosen, others);
    const auto usefulness = fit.usefulness(others, config().choice->by);
    std::vector<std::size_t> order(others.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return usefulness[a] < usefulness[b]; });
    const auto count = static_cast<std::size_t>(size - before);
    std::vector<Index> best;
    for (const std::size_t at : order) best.push_back(others[at]);
    if (!config().choice->diverse) {
      best.resize(std::min(best.size(), count));
      chosen.insert(chosen.end(), best.begin(), best.end());
      continue;
    }
    best.resize(std::min(best.size(), count * kDiverseCandidates));
    for (const std::size_t at : fit.diverse(best, static_cast<Index>(count)))
      chosen.push_back(best[at]);
  }
  return chosen;
}

Split CellFits::split_of(const CellSpec& cell) {
  if (!chooses()) return place_.draw.at(cell.sizes);
  const std::vector<Index>& chosen = chosen_for(cell);
  const auto n = std::min(cell.sizes.labeled, std::ssize(chosen));
  return split_with({chosen.begin(), chosen.begin() + n}, cell.sizes.unlabeled);
}

bool CellFits::spreads_over_sets() const {
  return config().known.spreads() && place_.experiment.config.problem->has_sets();
}

// Nothing if the learner sees the labels of whole examples.
SpreadLabels CellFits::spread_over(const Split& split) const {
  if (!config().known.spreads()) return {};
  const SweepConfig& sweep = place_.experiment.config.sweep;
  const RandomStream random(sweep.seed, static_cast<std::uint64_t>(place_.repetition),
                            purpose_in(place_.phase, "known parts"));
  if (spreads_over_sets())
    return spread_over_sets(inputs_->sets_of(made_.fit_on), inputs_->sets_of(split.labeled),
                            random);
  const auto facts_of = [&](Index example) { return inputs_->facts_of(example); };
  return spread_labels(*place_.experiment.data.examples, facts_of, split, config().known,
                       outside_of(config()), random);
}

const Fit& CellFits::fit(const CellSpec& cell, const Split& split) {
  make_inputs(cell, split);
  const std::string key = cell.chosen.dump();
  const bool same_sizes = fits_sizes_ == cell.sizes || (fits_sizes_.labeled == cell.sizes.labeled &&
                                                        !sees_unlabeled(made_.kernel));
  // A choice asks again for the fit of its cell.
  if (!same_sizes || (sees_unlabeled(made_.kernel) && !chooses())) fits_.clear();
  fits_sizes_ = cell.sizes;
  std::unique_ptr<Fit>& fit = fits_[key];
  if (!fit) {
    const Json options = options_with(cell.chosen, config());
    const FitContext how = context(cell);
    const SpreadLabels spread = spread_over(split);
    const bool spreads = config().known.spreads();
    fit = inputs_->fit({*config().entry, options, spreads ? kNone : split.labeled,
                        spreads ? spread.unlabeled : split.unlabeled, how, thread_seconds,
                        spread.partial, spread.sets});
  }
  return *fit;
}

}  // namespace costruct::experiments
