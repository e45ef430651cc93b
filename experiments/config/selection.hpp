// `select`: the grid of values tried for a learner, and the choice among them.
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

/// The product of the lists of a `select` object, the last key running fastest.
std::vector<Json> selection_grid(const Json& select);

/// Keys of `select` that begin so name options of the learner's problem.
inline constexpr std::string_view kOfProblem = "problem.";

/// The options of a learner, those of its problem, and its kernel (which is no option), with what
/// `select` chose: an element of its grid.
Json options_with(const Json& chosen, const LearnerConfig& learner);
Json problem_with(const Json& chosen, const LearnerConfig& learner);
KernelConfig kernel_with(const Json& chosen, const LearnerConfig& learner);

/// "C = 1, Cu = 0.5" of an element of the grid.
std::string choice_text(const Json& chosen);

/// The options chosen for each pair of sizes, and the table of means they were chosen by.
struct Selection {
  std::map<CellSizes, Json> chosen;
  std::vector<SelectionRow> table;
  std::string first_error;  ///< of a failed cell, or empty
};

/// Chooses for one learner by the mean of `metric` over repetitions: for every pair of sizes, or
/// over all of them at once. Ties go to the first of the grid; a candidate of which a cell failed
/// or is missing is not chosen; where that leaves none, the sizes have no choice. `find` gets the
/// candidate's place in the grid.
Selection choose(const LearnerConfig& learner, const SweepConfig& sweep, const MetricInfo& metric,
                 const std::function<std::optional<CellResult>(CellSizes, std::size_t candidate,
                                                               Index repetition)>& find);

}  // namespace costruct::experiments
