// Shared code of the max-margin learners: their options, the choice of a solver, and the report on
// its run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/optimize/n_slack.hpp"
#include "costruct/core/options.hpp"
#include "costruct/learners/learner.hpp"

namespace costruct {

/// Which solver minimises the objective; kAuto is kNSlack or kOneSlack, see solve_max_margin().
enum class SolverChoice { kAuto, kNSlack, kOneSlack, kBcfw };

/// The options of structural_svm; declare_max_margin() states their meanings. The limits apply to
/// one run of a solver. The time_limit is that of all fits to imputed labels together.
struct MaxMarginOptions {
  double C = 1;
  Index slack_norm = 1;
  Rescaling rescaling = Rescaling::kMargin;
  SolverChoice solver = SolverChoice::kAuto;
  double gap = 1e-3;
  std::optional<double> epsilon;
  Ascent ascent = Ascent::kSubspace;
  std::optional<Index> cached_passes;
  std::optional<double> kappa;
  bool average = false;
  Json C_path = nullptr;
  std::optional<double> time_limit;
  std::optional<Index> oracle_limit, iteration_limit;

  Augmentation augmentation() const { return {rescaling, static_cast<int>(slack_norm)}; }
  SolverLimits limits() const { return {gap, time_limit, oracle_limit, iteration_limit}; }
};

/// Declares the options of MaxMarginOptions. Options is this struct, or derives from it.
template <class Options>
void declare_max_margin(OptionDeclaration<Options>& options) {
  options.number("C", &Options::C, {.greater_than = 0}, "weight of the slack of an example");
  options.integer("slack_norm", &Options::slack_norm, {.at_least = 1, .at_most = 2},
                  "r: slacks enter the objective as xi^r");
  options.template choice<Rescaling>("rescaling", &Options::rescaling, {"margin", "slack"},
                                     "what the loss scales");
  options.template choice<SolverChoice>("solver", &Options::solver,
                                        {"auto", "n_slack", "one_slack", "bcfw"},
                                        "auto: n_slack, or one_slack for 250 parts or more");
  options.number("gap", &Options::gap, {.greater_than = 0},
                 "stop at this certified relative duality gap");
  options.number("epsilon", &Options::epsilon, {.greater_than = 0},
                 "n_slack: stop when no output violates its constraint by more");
  options.template choice<Ascent>(
      "ascent", &Options::ascent, {"subspace", "full"},
      "n_slack: after a new constraint optimise its example's dual variables, or all");
  options.integer(
      "cached_passes", &Options::cached_passes, {.at_least = 0},
      "n_slack: passes over known outputs after each pass; null: 0, or 3 if decoding is costly");
  options.number("kappa", &Options::kappa, {.at_least = 0},
                 "n_slack: weight of the proximal term; null: chosen from the data");
  options.boolean("average", &Options::average, "bcfw: try the average of all iterates as well");
  options.json("C_path", &Options::C_path,
               or_null(list_form("list of numbers > 0", number_form({.greater_than = 0}))),
               "values of C to solve for first");
  options.number("time_limit", &Options::time_limit, {.greater_than = 0},
                 "seconds after which to stop");
  options.integer("oracle_limit", &Options::oracle_limit, {.at_least = 1},
                  "decodings after which to stop");
  options.integer("iteration_limit", &Options::iteration_limit, {.at_least = 1},
                  "passes or cutting planes after which to stop");
}

/// Throws ConfigError if the options do not go together.
void check_max_margin(const MaxMarginOptions& options);
/// Throws ConfigError if the problem has no exact loss-augmented decoder for its loss and this
/// augmentation.
void require_augmentation(const StructuredProblem& problem, Augmentation augmentation,
                          const char* learner);

/// Adds a warning to a fit that stopped before its gap because of floating point. The warning names
/// what is too large; report.gap is the gap that the fit reached. Cost: a joint feature of each
/// example.
void note_stuck(const StructuredProblem& problem, std::span<const LabeledExample> examples,
                double C, FitReport& report);

/// If decoding for the augmentation is greedy, marks the gap as an estimate and adds a warning.
void note_exactness(const StructuredProblem& problem, Augmentation augmentation, FitReport& report);

/// Whether the outputs of the examples have 250 parts or more on average, such as tokens, rows or
/// rules. The solver one_slack is then faster than n_slack. On named entities, it took a half to a
/// twentieth of the time for 1 to 32 sentences of 500 or 2,000 tokens. For sentences of 25 tokens
/// it took 2 to 18 times as long, and at 100 tokens neither was faster.
bool has_long_outputs(std::span<const LabeledExample> examples);

/// Solves the objective by the solver that the options choose. kAuto is one_slack if
///   - has_long_outputs() is true
///   - loss-augmented decoding is exact or knows a bound (ViolationBounds)
///   - `start` is empty
///   - no option asks for n_slack: slack_norm 2, epsilon, kappa, cached_passes, ascent "full".
/// Otherwise it is n_slack.
/// @param limits  replace those of the options, and may be tighter
/// @param start   the last solution of n_slack or one_slack, at which the same solver begins. bcfw
///                begins at zero
/// @param returns_planes  whether the result has the cutting planes of one_slack
SolverResult solve_max_margin(const MaxMargin& objective, const MaxMarginOptions& options,
                              const SolverLimits& limits, const SolverControl& control,
                              SolverStart start = {}, bool returns_planes = false);

/// Solves the objective within the limits of the options. Returns the weights and a complete report
/// for a learner with one such objective.
/// @param name  the name of the learner, with which lines of progress begin
/// @param kept  the solution of the last fit to the same inputs, at which the solver begins. It is
///              replaced by the new one. The bcfw solver, and n_slack as published (epsilon, or
///              full ascent), begin at zero. Null: begin at zero
Fitted fit_max_margin(const MaxMargin& objective, const MaxMarginOptions& options,
                      const FitContext& context, const std::string& name,
                      SolverStart* kept = nullptr);

/// Makes the control of a solver from the context of a fit, which must outlive the result. Lines of
/// progress begin with `name`.
SolverControl solver_control(const FitContext& context, const std::string& name);

/// Returns one row of a report's history.
Json history_row(const SolverState& state);

}  // namespace costruct
