// `select`: the grid of values that are tried for a learner, and the choice among them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/metric.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// The product of the lists of a `select` object: objects that give each key one of its values. The
/// last key varies fastest.
std::vector<Json> selection_grid(const Json& select);

/// A key of `select` with this beginning names an option of the learner's problem.
inline constexpr std::string_view kOfProblem = "problem.";

/// The options of a learner with the values that `select` chose. `chosen` is an element of the
/// grid.
Json options_with(const Json& chosen, const LearnerConfig& learner);
/// The same for the options of its problem.
Json problem_with(const Json& chosen, const LearnerConfig& learner);
/// The same for its kernel.
KernelConfig kernel_with(const Json& chosen, const LearnerConfig& learner);

/// An element of the grid as text: "C = 1, Cu = 0.5".
std::string choice_text(const Json& chosen);

/// The options chosen for each pair of sizes, and the table of the means that decided.
struct Selection {
  std::map<CellSizes, Json> chosen;
  std::vector<SelectionRow> table;
  std::string first_error;  ///< error of a failed cell, or empty
};

/// Chooses for one learner the candidate of the grid with the best mean of `metric` over
/// repetitions. It chooses for every pair of sizes, or once for all of them
/// (SweepConfig::selection_scope). Ties, and means that differ only by rounding, go to the first
/// candidate. A candidate with a failed or missing cell is not chosen. Sizes without other
/// candidates have no choice.
/// @param find  returns the result of a cell; `candidate` is its index in the grid
Selection choose(const LearnerConfig& learner, const SweepConfig& sweep, const MetricInfo& metric,
                 const std::function<std::optional<CellResult>(CellSizes, std::size_t candidate,
                                                               Index repetition)>& find);

}  // namespace costruct::experiments
