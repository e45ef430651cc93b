#include "costruct/experiments/runs/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/text/counted.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

struct Found {
  const CellSpec* cell = nullptr;
  Index repetition = 0;
};

Found find_cell(const SweepPlan& plan, CellKey key, Index repetition) {
  for (const auto* cells : {&plan.curve_cells(), &plan.selection_cells()}) {
    for (const auto& of_learner : *cells) {
      for (const CellSpec& cell : of_learner) {
        if (cell.identity != 0 && cell.key(repetition) == key) return {&cell, repetition};
      }
    }
  }
  return {};
}

class CellDifferences {
 public:
  void add(const std::string& what, const std::string& stored, const std::string& computed) {
    const bool same = stored == computed;
    result_.different += !same;
    result_.table +=
        fmt::format("{}\t{}\t{}\t{}\n", what, stored, computed, same ? "same" : "different");
  }
  // Uses the shortest text that reads back to the same double: texts differ if and only if bits do.
  void add(const std::string& what, double stored, double computed) {
    add(what, fmt::format("{}", stored), fmt::format("{}", computed));
  }
  void add(const std::string& what, Index stored, Index computed) {
    add(what, std::to_string(stored), std::to_string(computed));
  }
  Reproduction result() && { return std::move(result_); }

 private:
  Reproduction result_{"quantity\tstored\tcomputed\tverdict\n", 0};
};

void compare_examples(const std::optional<Split>& stored, const Split& computed,
                      CellDifferences& comparison) {
  const auto compare = [&](const char* what, const std::vector<Index> Split::*list) {
    if (!stored)
      return comparison.add(what, "missing", counted(std::ssize(computed.*list), "example"));
    const bool same = (*stored).*list == computed.*list;
    comparison.add(what, counted(std::ssize((*stored).*list), "example"),
                   counted(std::ssize(computed.*list), "example") + (same ? "" : ", others"));
  };
  compare("labeled", &Split::labeled);
  compare("unlabeled", &Split::unlabeled);
  compare("holdout", &Split::holdout);
}

}  // namespace

std::optional<Reproduction> reproduce(const Experiment& experiment, const ResultStore& store,
                                      Index row) {
  const std::optional<CellKey> key = store.key_of_row(row);
  if (!key)
    throw ConfigError(
        fmt::format("--reproduce {}: {} has no such row", row, store.file().string()));
  const CellResult stored = *store.find(*key);
  SweepPlan plan(experiment);
  if (plan.has_selection()) plan.choose_from(store);
  const Found found = find_cell(plan, *key, stored.repetition);
  if (found.cell == nullptr) {
    throw ConfigError(fmt::format(
        "--reproduce {}: that row ({}, {} labeled, {} unlabeled, repetition {}) is no cell of "
        "this config and "
        "data: it was made by others",
        row, stored.learner, stored.labeled, stored.unlabeled, stored.repetition));
  }
  CellRunner runner(experiment, found.cell->phase, found.cell->learner, found.repetition);
  const std::optional<FinishedCell> finished = runner.run(*found.cell);
  if (!finished) return std::nullopt;
  const CellResult& computed = finished->result;

  CellDifferences comparison;
  comparison.add("split_hash", stored.split_hash, computed.split_hash);
  compare_examples(store.split(stored.split_hash), finished->split, comparison);
  comparison.add("redraws", stored.redraws, computed.redraws);
  comparison.add("error", stored.error.empty() ? "none" : stored.error,
                 computed.error.empty() ? "none" : computed.error);
  for (const auto& [metric, value] : computed.metrics) {
    const auto at = stored.metrics.find(metric);
    comparison.add(metric, at == stored.metrics.end() ? CellResult::kNone : at->second, value);
  }
  for (std::size_t v = 0; v < std::max(stored.view_errors.size(), computed.view_errors.size());
       ++v) {
    const auto of = [v](const CellResult& cell) {
      return v < cell.view_errors.size() ? cell.view_errors[v] : CellResult::kNone;
    };
    comparison.add(fmt::format("view {} {}", v + 1, view_metric(*experiment.config.problem)),
                   of(stored), of(computed));
  }
  comparison.add("disagreement", stored.disagreement, computed.disagreement);
  comparison.add("primal", stored.primal, computed.primal);
  comparison.add("dual", stored.dual, computed.dual);
  comparison.add(computed.gap_is_estimate ? "gap (an estimate)" : "gap", stored.gap, computed.gap);
  comparison.add("oracle_calls", stored.oracle_calls, computed.oracle_calls);
  comparison.add("iterations", stored.iterations, computed.iterations);
  comparison.add("stopped_because", stored.stopped_because, computed.stopped_because);
  return std::move(comparison).result();
}

}  // namespace costruct::experiments
