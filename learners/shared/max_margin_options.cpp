#include "costruct/learners/shared/max_margin_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/violation_bounds.hpp"
#include "costruct/core/optimize/bcfw.hpp"
#include "costruct/core/optimize/one_slack.hpp"
#include "costruct/core/optimize/relaxed_constraints.hpp"
#include "costruct/core/parallel.hpp"
#include "costruct/learners/shared/time_left.hpp"

namespace costruct {

void check_max_margin(const MaxMarginOptions& options) {
  const bool n_slack =
      options.solver == SolverChoice::kAuto || options.solver == SolverChoice::kNSlack;
  if (options.slack_norm == 2 && !n_slack)
    throw ConfigError(
        "slack_norm = 2: solvers one_slack and bcfw solve slack_norm 1; set solver n_slack");
  if (options.epsilon && !n_slack)
    throw ConfigError("epsilon: solvers one_slack and bcfw stop at a gap; set solver n_slack");
  const auto only_for = [](const char* option, const char* solver) {
    throw ConfigError(std::string(option) + ": an option of solver " + solver +
                      " alone; set solver " + solver);
  };
  if (options.kappa && !n_slack) only_for("kappa", "n_slack");
  if (options.cached_passes && !n_slack) only_for("cached_passes", "n_slack");
  if (options.ascent != Ascent::kSubspace && !n_slack) only_for("ascent", "n_slack");
  if (options.average && options.solver != SolverChoice::kBcfw) only_for("average", "bcfw");
}

void require_augmentation(const StructuredProblem& problem, Augmentation augmentation,
                          const char* learner) {
  if (const auto why = problem.loss_augmentation_unavailable(augmentation))
    throw ConfigError(std::string("learner ") + learner + ": " + *why);
}

void note_stuck(const StructuredProblem& problem, std::span<const LabeledExample> examples,
                double C, FitReport& report) {
  constexpr double kFine = 1e-6;  // at this gap no warning is needed, even if less was asked for
  if (*report.gap <= kFine) return;
  double largest = 0;
  for (const LabeledExample& example : examples) {
    for (const double value : problem.joint_feature(example.x, example.y).value)
      largest = std::max(largest, std::abs(value));
  }
  report.warnings.push_back(fmt::format(
      "floating point allowed no progress before the gap was reached ({}): features (values up to "
      "{:g}) or C ({:g}) are too large: scale them down",
      gap_text(*report.gap), largest, C));
}

void note_exactness(const StructuredProblem& problem, Augmentation augmentation,
                    FitReport& report) {
  if (report.gap_is_estimate ||
      problem.loss_augmented_exactness(augmentation) != Exactness::kGreedy)
    return;
  report.gap_is_estimate = true;
  report.warnings.push_back(
      "the gap is an estimate: decoding is greedy, and may have missed larger violations");
}

bool has_long_outputs(std::span<const LabeledExample> examples) {
  constexpr double kLong = 250;  // parts
  double parts = 0;
  for (const LabeledExample& example : examples)
    parts += static_cast<double>(example.y.parts.size());
  return parts >= kLong * static_cast<double>(examples.size());
}

namespace {

// kAuto resolved, for training that begins at zero.
SolverChoice chosen_solver(const MaxMargin& objective, const MaxMarginOptions& options) {
  if (options.solver != SolverChoice::kAuto) return options.solver;
  const bool only_n_slack = options.slack_norm == 2 || options.epsilon || options.kappa ||
                            options.cached_passes || options.ascent != Ascent::kSubspace;
  // one_slack goes to weights between two others, which greedy decoders may misjudge. Decoders that
  // know a bound are near the maximum.
  const Exactness exactness = objective.problem.loss_augmented_exactness(objective.augmentation);
  const bool near =
      exactness == Exactness::kExact ||
      (exactness == Exactness::kGreedy && offered<ViolationBounds>(objective.problem) != nullptr);
  return !only_n_slack && near && has_long_outputs(objective.examples) ? SolverChoice::kOneSlack
                                                                       : SolverChoice::kNSlack;
}

}  // namespace

SolverResult solve_max_margin(const MaxMargin& objective, const MaxMarginOptions& options,
                              const SolverLimits& limits, const SolverControl& control,
                              SolverStart start, bool returns_planes) {
  const Vector path = options.C_path.is_null() ? Vector{} : options.C_path.get<Vector>();
  const SolverChoice solver = start.empty() ? chosen_solver(objective, options) : options.solver;
  switch (solver) {
    case SolverChoice::kAuto:
    case SolverChoice::kNSlack:
      break;
    case SolverChoice::kOneSlack:
      return solve_one_slack(objective,
                             {.limits = limits,
                              .C_path = path,
                              .start = std::move(start),
                              .returns_planes = returns_planes},
                             control);
    case SolverChoice::kBcfw:
      return solve_bcfw(objective, {.limits = limits, .average = options.average, .C_path = path},
                        control);
  }
  const Augmentation& a = objective.augmentation;
  NSlackOptions n_slack;
  n_slack.limits = limits;
  n_slack.epsilon = options.epsilon;
  n_slack.ascent = options.ascent;
  n_slack.kappa = options.kappa;
  n_slack.C_path = path;
  n_slack.cached_passes = options.cached_passes.value_or(
      a.rescaling == Rescaling::kMargin && a.slack_norm == 1 ? 0 : 3);
  n_slack.start = std::move(start.variables);
  n_slack.start_w = std::move(start.w);
  return solve_n_slack(objective, n_slack, control);
}

namespace {

std::string line_of(const std::string& name, const SolverState& s) {
  return fmt::format("{}: iteration {}, {}{}{}", name, s.iteration, way_done(s.share_of_way),
                     s.gap ? gap_text(*s.gap) : about_gap_text(s.estimated_gap),
                     time_left(s.seconds_to_go));
}

// The number of examples of all processes for which `is` holds.
template <class Is>
Index count_examples(const MaxMargin& objective, const Is& is) {
  return std::llround(sum_over_examples(objective, 1, [&](Index i) { return is(i) ? 1.0 : 0.0; }));
}

// The optimum is useful if it is below this share of the objective of zero weights.
constexpr double kHardlyBelow = 0.99;

// A lower bound of the objective of zero weights, (1/r) sum_i C_i max loss, from known outputs.
double least_objective_of_zero(const MaxMargin& objective, const std::vector<Vector>& losses) {
  double sum = 0;
  const auto of_example = [&](Index i) {
    return losses[i].empty()
               ? 0.0
               : objective.cost(i) * *std::max_element(losses[i].begin(), losses[i].end());
  };
  if (objective.shared != nullptr) {
    sum = sum_over_examples(objective, 1, of_example);
  } else {
    for (Index i = 0; i < objective.size(); ++i) sum += of_example(i);
  }
  return sum / objective.augmentation.slack_norm;
}

// Warns if the objective is hardly below that of zero weights, because then zero weights decide as
// well. It needs one more pass of the decoder, unless known outputs already show that no warning is
// needed.
void note_zero_optimum(const MaxMargin& objective, const std::vector<Vector>& losses, int threads,
                       FitReport& report) {
  if (!report.converged ||
      *report.primal < kHardlyBelow * least_objective_of_zero(objective, losses))
    return;
  const PrimalValue zero =
      primal_value(objective, Vector(objective.problem.dimension(), 0.0), threads);
  report.oracle_calls += zero.oracle_calls;
  if (zero.value == 0 || *report.primal < kHardlyBelow * zero.value) return;
  report.warnings.push_back(fmt::format(
      "learned next to nothing: the objective is {:.4g}, and weights of 0 have {:.4g}: take a "
      "larger C, or features that tell more",
      *report.primal, zero.value));
}

// Warns if the dual value, a lower bound of the optimum, is above the primal value. Then the primal
// value is too small.
void note_missed(FitReport& report) {
  constexpr double kRounding = 1e-9;
  if (!report.gap_is_estimate || !report.gap || *report.gap >= -kRounding) return;
  report.warnings.push_back(fmt::format(
      "decoding has missed violations that it had found before: the primal value {:.6g} is below "
      "the dual one "
      "{:.6g}, so that the gap is not known",
      *report.primal, *report.dual));
}

// If decoding is greedy and the problem bounds violations, replaces the gap by that of the bounds,
// which is a certificate. Returns whether it did. This needs one more pass of the decoder.
bool certify_by_bounds(const MaxMargin& objective, ConstVectorRef w, double wanted, int threads,
                       FitReport& report) {
  const Augmentation augmentation = objective.augmentation;
  const auto* bounds = offered<ViolationBounds>(objective.problem);
  if (bounds == nullptr ||
      objective.problem.loss_augmented_exactness(augmentation) != Exactness::kGreedy)
    return false;
  std::vector<std::optional<BoundedViolation>> violation(objective.examples.size());
  parallel_for(objective.size(), threads, 16, [&](Index i) {
    const auto& [x, y, weight] = objective.examples[i];
    violation[i] = bounds->bounded_violation(x, y, w, augmentation);
  });
  report.oracle_calls += objective.total();
  const Index all = objective.total();
  const Index bounded = count_examples(
      objective, [&](Index i) { return violation[i] && std::isfinite(violation[i]->bound); });
  if (bounded < all) return false;
  constexpr double kRounding = 1e-9;
  const Index exact = count_examples(objective, [&](Index i) {
    const auto& [found, bound] = *violation[i];
    return bound - found <= kRounding * (1 + std::abs(bound));
  });
  const double primal =
      sum_over_examples(
          objective, 1,
          [&](Index i) { return objective.cost(i) * std::max(violation[i]->bound, 0.0); }) +
      0.5 *
          ordered_sum(static_cast<Index>(w.size()), threads, [&](Index k) { return w[k] * w[k]; });
  report.primal = primal;
  report.gap = relative_gap(primal, *report.dual);
  if (exact < all) {
    report.notes.push_back(fmt::format(
        "decoding is certified to be exact for {} of {} examples at the end; the gap is "
        "that of bounds",
        exact, all));
  }
  if (*report.gap <= wanted || !report.converged || exact == all) return true;
  report.converged = false;
  report.stopped_because = "decoding is not exact";
  report.warnings.push_back(fmt::format(
      "the gap {:.2g} is above the {:g} that was asked for, as decoding is not exact for {} of {} "
      "examples",
      *report.gap, wanted, all - exact, all));
  return true;
}

// Tells how many of the relaxed outputs are outputs. This needs one more pass of the decoder.
void note_whole_outputs(const MaxMargin& objective, ConstVectorRef w, int threads,
                        FitReport& report) {
  const auto* relaxed = dynamic_cast<const RelaxedConstraints*>(&objective.problem);
  if (relaxed == nullptr || objective.total() == 0) return;
  Vector share(objective.examples.size());
  parallel_for(objective.size(), threads, 1, [&](Index i) {
    const auto& [x, y, weight] = objective.examples[i];
    share[i] = relaxed->whole_share(x, y, w, objective.augmentation);
  });
  report.oracle_calls += objective.total();
  const double mean = sum_over_examples(objective, 1, [&](Index i) { return share[i]; }) /
                      static_cast<double>(objective.total());
  report.notes.push_back(fmt::format(
      "the relaxation is integral for {} of {} examples at the end, and for {:.1f} % of the parts",
      count_examples(objective, [&](Index i) { return share[i] == 1; }), objective.total(),
      100 * mean));
}

}  // namespace

Fitted fit_max_margin(const MaxMargin& objective, const MaxMarginOptions& given,
                      const FitContext& context, const std::string& name, SolverStart* kept) {
  MaxMarginOptions options = given;
  SolverStart start;
  if (kept) {
    options.solver = chosen_solver(objective, given);
    if (!given.epsilon && given.ascent == Ascent::kSubspace) start = std::move(*kept);
    if (!start.empty()) options.C_path = nullptr;
  }
  SolverResult result =
      solve_max_margin(objective, options, options.limits(), solver_control(context, name),
                       std::move(start), kept != nullptr);
  if (kept) {
    const bool has_planes = options.solver == SolverChoice::kOneSlack;
    *kept = {result.w, has_planes ? std::vector<DualVariables>{} : result.dual_variables,
             std::move(result.planes)};
  }

  Fitted fitted{{std::move(result.w)}, {}};
  FitReport& report = fitted.report;
  report.primal = result.primal;
  report.dual = result.dual;
  report.gap = result.gap;
  report.converged = result.converged;
  report.stopped_because = std::move(result.stopped_because);
  report.oracle_calls = result.oracle_calls;
  const double wanted = options.epsilon ? std::numeric_limits<double>::infinity() : options.gap;
  if (!certify_by_bounds(objective, fitted.weights[0], wanted, context.threads, report)) {
    note_exactness(objective.problem, options.augmentation(), report);
    note_missed(report);
  }
  note_whole_outputs(objective, fitted.weights[0], context.threads, report);
  if (result.stuck) note_stuck(objective.problem, objective.examples, objective.C, report);
  report.iterations = result.iterations;
  report.constraints_added = result.constraints_added;
  std::vector<Vector> losses(objective.examples.size());
  parallel_for(objective.size(), context.threads, 16, [&](Index i) {
    for (const Output& y_hat : result.dual_variables[i].outputs) {
      losses[i].push_back(
          objective.problem.loss(objective.examples[i].x, objective.examples[i].y, y_hat));
    }
  });
  const bool has_all = objective.size() == objective.total();
  if (!has_all)
    report.notes.push_back("support losses are not counted: each process knows its own outputs");
  for (const Vector& of_example : losses) {
    for (const double loss : of_example) {
      if (has_all && loss > 0) ++report.support_losses[loss];
    }
  }
  note_zero_optimum(objective, losses, context.threads, report);
  for (const SolverState& state : result.history) report.history.push_back(history_row(state));
  return fitted;
}

SolverControl solver_control(const FitContext& context, const std::string& name) {
  SolverControl control;
  control.threads = context.threads;
  control.seed = context.seed;
  control.repetition = context.repetition;
  control.stop_requested = [&context] { return context.stop_requested(); };
  if (context.progress) {
    control.progress = [&context, name](const SolverState& s) {
      context.progress(line_of(name, s));
    };
  }
  return control;
}

Json history_row(const SolverState& s) {
  return {{"iteration", s.iteration},
          {"C", s.C},
          {"dual", s.dual},
          {"primal", s.primal ? Json(*s.primal) : Json(nullptr)},
          {"gap", s.gap ? Json(*s.gap) : Json(nullptr)},
          {"constraints", s.constraints},
          {"oracle_calls", s.oracle_calls}};
}

}  // namespace costruct
