#include "costruct/experiments/runs/dry_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "costruct/core/clock.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/rounded_duration.hpp"
#include "costruct/experiments/sweep/cell_costs.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kMostMeasured = 20;  // finished cells that are read for each learner and sizes

void add_from_store(const ResultStore& store, const std::vector<CellSpec>& cells, Index repetitions,
                    CellCosts& measured) {
  for (const CellSpec& cell : cells) {
    Index looked_at = 0;
    for (Index r = 0; r < repetitions && looked_at < kMostMeasured; ++r) {
      if (store.state(cell.key(r)) != CellState::kFinished) continue;
      const std::optional<CellResult> result = store.find(cell.key(r));
      measured.add(cell.sizes, result->train_seconds + result->predict_seconds,
                   result->peak_memory);
      ++looked_at;
    }
  }
}

// Smallest sizes first. The smallest cell with unlabeled examples is among the first two, because
// it costs far more than its number of examples says. Returns the number of cells without which a
// cost is not known: 1, or 2 if some cells have unlabeled examples and others have none.
std::size_t order_pilots(std::vector<CellSpec>& cells, const CellCosts& measured) {
  std::stable_sort(cells.begin(), cells.end(), [&](const CellSpec& a, const CellSpec& b) {
    return measured.examples_of(a.sizes) < measured.examples_of(b.sizes);
  });
  const bool first = measured.is_with_unlabeled(cells.front().sizes);
  const auto other = std::find_if(cells.begin(), cells.end(), [&](const CellSpec& cell) {
    return measured.is_with_unlabeled(cell.sizes) != first;
  });
  if (other == cells.end()) return 1;
  std::rotate(cells.begin() + 1, other, other + 1);
  return 2;
}

// Runs cells of the first repetition, those with and without unlabeled examples, until the time is
// up. What a cell takes beside its fit and predictions, as the features that are learned for the
// repetition, is shared by the cells of the repetition. Seconds are CPU time, so that other work of
// the machine does not change the estimate.
void add_from_pilots(const Experiment& experiment, std::vector<CellSpec> cells, double seconds,
                     CellCosts& measured) {
  const std::size_t needed = order_pilots(cells, measured);
  const double start = seconds_now();
  CellRunner runner(experiment, cells.front().phase, cells.front().learner, 0);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double begin = seconds_now(), cpu_begin = thread_seconds();
    const std::optional<FinishedCell> finished = runner.run(cells[i]);
    if (!finished || !finished->result.error.empty()) break;
    const double all = seconds_now() - begin, cpu = thread_seconds() - cpu_begin;
    const double own = finished->result.train_seconds + finished->result.predict_seconds;
    const double shared = std::max(0.0, cpu - own);
    measured.add(cells[i].sizes, own + shared / static_cast<double>(cells.size()),
                 finished->result.peak_memory);
    // The next cell is mostly larger: stop if another one like this would exceed the time.
    if (i + 1 >= needed && seconds_now() - start + all > seconds) break;
  }
}

}  // namespace

std::vector<PlannedCells> plan_cells(const Experiment& experiment, const ResultStore& store,
                                     const SweepSettings& settings, double pilot_seconds) {
  const SweepConfig& sweep = experiment.config.sweep;
  SweepPlan plan(experiment);
  if (plan.has_selection()) plan.choose_from(store);
  std::vector<PlannedCells> planned;
  const auto num_learners = experiment.config.learners.size();
  std::vector<CellCosts> measured(experiment.config.learners.begin(),
                                  experiment.config.learners.end());
  const double each = pilot_seconds / static_cast<double>(num_learners);
  for (std::size_t k = 0; k < num_learners; ++k) {
    add_from_store(store, plan.curve_cells()[k], sweep.repetitions, measured[k]);
    if (measured[k].empty())
      add_from_store(store, plan.selection_cells()[k], sweep.selection_repetitions, measured[k]);
    if (!measured[k].empty() || pilot_seconds <= 0 || experiment.stop_requested()) continue;
    std::vector<CellSpec> pilots = plan.curve_cells()[k];
    if (!plan.selection_cells()[k].empty()) {
      // There is no choice yet, so the pilots use the candidate in the middle at each pair of
      // sizes.
      pilots = plan.selection_cells()[k];
      const std::size_t candidates = pilots.size() / sweep.sizes.size();
      const Json middle = pilots[candidates / 2].chosen;
      std::erase_if(pilots, [&](const CellSpec& cell) { return cell.chosen != middle; });
    }
    if (!sees_unlabeled(experiment, experiment.config.learners[k])) {
      // The first of the cells that share a fit is measured: the others take next to nothing.
      std::set<Index> labeled;
      std::erase_if(
          pilots, [&](const CellSpec& cell) { return !labeled.insert(cell.sizes.labeled).second; });
    }
    add_from_pilots(experiment, std::move(pilots), each, measured[k]);
  }
  const DoneCells done(store, experiment.config, settings.retry_failed);
  for (const auto* cells : {&plan.selection_cells(), &plan.curve_cells()}) {
    for (std::size_t k = 0; k < num_learners; ++k) {
      const bool shares = !sees_unlabeled(experiment, experiment.config.learners[k]);
      // The repetitions with a fit to do, by labeled examples and chosen options.
      std::map<std::pair<Index, std::string>, std::set<Index>> fitted;
      for (const CellSpec& cell : (*cells)[k]) {
        PlannedCells line{cell, 0, 0, measured[k].seconds(cell.sizes), measured[k].memory()};
        std::set<Index>& fits = fitted[{cell.sizes.labeled, cell.chosen.dump()}];
        const bool curve = cell.phase == Phase::kCurve;
        const Index repetitions = curve ? sweep.repetitions : sweep.selection_repetitions;
        for (Index r = 0; r < repetitions; ++r) {
          if (!SweepPlan::is_in(settings.shard, {cell.phase, cell.learner, r, {}})) continue;
          ++line.total;
          const bool is_done = cell.identity != 0 && done.contains(cell.key(r));
          line.done += is_done;
          line.fits += !is_done && (!shares || fits.insert(r).second);
        }
        planned.push_back(std::move(line));
      }
    }
  }
  return planned;
}

std::string plan_table(const Config& config, const std::vector<PlannedCells>& plan) {
  std::string text =
      "phase\tlearner\tlabeled\tunlabeled\tchosen\tcells\tdone\tto_do\tseconds_each\n";
  for (const PlannedCells& line : plan) {
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
                        line.cell.phase == Phase::kCurve ? "curve" : "selection",
                        config.learners[line.cell.learner].name, line.cell.sizes.labeled,
                        line.cell.sizes.unlabeled, line.cell.chosen.dump(), line.total, line.done,
                        line.total - line.done,
                        line.fits == 0 && line.done < line.total ? "shared"
                        : std::isnan(line.seconds)               ? "unknown"
                                                   : fmt::format("{:.3g}", line.seconds));
  }
  return text;
}

double planned_seconds(const std::vector<PlannedCells>& plan) {
  double seconds = 0;
  for (const PlannedCells& line : plan) {
    if (line.fits > 0) seconds += static_cast<double>(line.fits) * line.seconds;
  }
  return seconds;
}

std::string plan_summary(const std::vector<PlannedCells>& plan, int jobs) {
  Index total = 0, done = 0, of_selection = 0;
  std::int64_t memory = 0;
  for (const PlannedCells& line : plan) {
    total += line.total;
    if (line.cell.phase == Phase::kSelection) of_selection += line.total;
    done += line.done;
    if (line.done == line.total) continue;
    memory = std::max(memory, line.peak_memory);
  }
  std::string text =
      fmt::format("{}: {} done, {} to do", counted(total, "cell"), done, total - done);
  if (of_selection > 0)
    text += fmt::format(" ({} {} and {} {})", of_selection, cells_of(Phase::kSelection, true),
                        total - of_selection, cells_of(Phase::kCurve, true));
  if (done == total) return text;
  const double seconds = planned_seconds(plan);
  if (std::isnan(seconds)) return text + "; time not estimated";
  text += fmt::format("; about {} with {} at a time", rounded_duration(seconds / jobs), jobs);
  return text + fmt::format(", {} MiB of memory for one. Times are those of an idle machine",
                            memory >> 20);
}

}  // namespace costruct::experiments
