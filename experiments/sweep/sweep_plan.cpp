#include "costruct/experiments/sweep/sweep_plan.hpp"

#include <algorithm>

#include "costruct/experiments/draws/data_checks.hpp"
#include "costruct/experiments/sweep/cell_fits.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

// The smallest number of scored examples in a repetition; 0 if the unlabeled ones are scored.
Index fewest_scored(const SweepConfig& sweep, Index pool) {
  if (sweep.score_unlabeled) return 0;
  if (sweep.protocol == Protocol::kFolds) return pool / sweep.k;
  if (sweep.protocol != Protocol::kSplitFiles) return sweep.holdout;
  Index fewest = pool;
  for (const ListedSplit& line : sweep.splits)
    fewest = std::min(fewest, static_cast<Index>(line.holdout.size()));
  return fewest;
}

}  // namespace

bool sees_unlabeled(const Experiment& experiment, const LearnerConfig& learner) {
  if (learner.uses_unlabeled()) return true;
  if (fits_features(learner, experiment.data)) return true;
  if (learner.entry->has_own_kernel) return false;
  const std::vector<Json> grid = selection_grid(learner.select);
  return std::any_of(grid.begin(), grid.end(), [&](const Json& chosen) {
    return kernel_with(chosen, learner).is_transductive();
  });
}

SweepPlan::SweepPlan(const Experiment& experiment) : experiment_(experiment) {
  const Config& config = experiment.config;
  const auto num_learners = config.learners.size();
  selection_.resize(num_learners);
  curves_.resize(num_learners);
  choices_.resize(num_learners);
  for (std::size_t k = 0; k < num_learners; ++k) {
    const Json& select = config.learners[k].select;
    const auto identified = [&](CellSpec cell) {
      cell.identity = cell_identity(cell, config, experiment.common);
      return cell;
    };
    for (const CellSizes& sizes : config.sweep.sizes) {
      const CellSpec curve{Phase::kCurve, static_cast<Index>(k), sizes};
      curves_[k].push_back(select.empty() ? identified(curve) : curve);
      if (select.empty()) continue;
      for (const Json& chosen : selection_grid(select))
        selection_[k].push_back(
            identified({Phase::kSelection, static_cast<Index>(k), sizes, chosen}));
    }
  }
}

bool SweepPlan::has_selection() const {
  return std::any_of(selection_.begin(), selection_.end(),
                     [](const auto& cells) { return !cells.empty(); });
}

void SweepPlan::choose_from(const ResultStore& store) {
  const Config& config = experiment_.config;
  const std::vector<CellSizes>& sizes = config.sweep.sizes;
  const MetricInfo& metric = *find_metric(config.problem->name, config.metrics.front());
  for (std::size_t k = 0; k < config.learners.size(); ++k) {
    if (selection_[k].empty()) continue;
    const std::size_t grid = selection_[k].size() / sizes.size();
    choices_[k] = choose(config.learners[k], config.sweep, metric,
                         [&](CellSizes at, std::size_t candidate, Index repetition) {
                           const auto place =
                               std::lower_bound(sizes.begin(), sizes.end(), at) - sizes.begin();
                           const auto cell = static_cast<std::size_t>(place) * grid + candidate;
                           return store.find(selection_[k][cell].key(repetition));
                         });
    for (CellSpec& cell : curves_[k]) {
      const auto at = choices_[k].chosen.find(cell.sizes);
      if (at == choices_[k].chosen.end()) continue;
      cell.chosen = at->second;
      cell.identity = cell_identity(cell, config, experiment_.common);
    }
  }
}

bool SweepPlan::is_open(const CellSpec& cell) const {
  const auto k = static_cast<std::size_t>(cell.learner);
  return cell.phase == Phase::kCurve && !selection_[k].empty() &&
         !choices_[k].chosen.contains(cell.sizes);
}

std::vector<Unit> SweepPlan::units(Phase phase) const {
  const SweepConfig& sweep = experiment_.config.sweep;
  const bool curve = phase == Phase::kCurve;
  const auto& specs = curve ? curves_ : selection_;
  std::vector<Unit> units;
  for (Index repetition = 0; repetition < (curve ? sweep.repetitions : sweep.selection_repetitions);
       ++repetition) {
    for (std::size_t k = 0; k < specs.size(); ++k) {
      Unit unit{phase, static_cast<Index>(k), repetition, {}};
      for (const CellSpec& cell : specs[k]) {
        if (!is_open(cell)) unit.cells.push_back(&cell);
      }
      if (!unit.cells.empty()) units.push_back(std::move(unit));
    }
  }
  return units;
}

std::string cells_of(Phase phase, bool has_selection) {
  if (!has_selection) return "cells";
  return phase == Phase::kSelection ? "cells of the selection" : "cells of the curves";
}

bool SweepPlan::is_in(const Shard& shard, const Unit& unit) {
  return (unit.repetition + unit.learner) % shard.count == shard.index;
}

RunRecord SweepPlan::record(bool selected) const {
  const Config& config = experiment_.config;
  RunRecord record;
  record.repetitions = config.sweep.repetitions;
  record.selected = selected;
  RunResults& results = record.results;
  results.name = config.name;
  results.source = config.source;
  results.metrics = config.metrics;
  results.tests = config.tests;
  results.pool = experiment_.pool.num_labeled();
  results.holdout = fewest_scored(config.sweep, results.pool);
  results.claims = config.claims;
  results.config = config.effective;
  record.selection_repetitions = config.sweep.selection_repetitions;
  for (std::size_t k = 0; k < config.learners.size(); ++k) {
    for (const CellSpec& cell : selection_[k]) record.selection.push_back(cell.identity);
    results.learners.push_back(config.learners[k].name);
    if (!sees_unlabeled(experiment_, config.learners[k])) {
      results.without_unlabeled.push_back(config.learners[k].name);
      if (!config.sweep.score_unlabeled) results.supervised.push_back(config.learners[k].name);
    }
    const auto& table = choices_[k].table;
    results.selection.insert(results.selection.end(), table.begin(), table.end());
    for (const CellSpec& cell : curves_[k]) {
      CurveLine line{
          config.learners[k].name, cell.sizes.labeled, cell.sizes.unlabeled, {}, cell.chosen, ""};
      if (is_open(cell)) {
        line.reason =
            "select: every candidate has a failed cell, the first: " + choices_[k].first_error;
      } else {
        line.identity = cell.identity;
      }
      record.lines.push_back(std::move(line));
    }
  }
  return record;
}

}  // namespace costruct::experiments
