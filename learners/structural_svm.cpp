// The structural support vector machine (Brefeld 2008, Opt. Problems 6.2-6.4; Altun 2006, sections 1.3-1.5).
//
//   minimise  1/2 |w|^2 + (C/r) sum_i weight_i xi_i^r   over w and xi >= 0, for all i and all outputs y_hat
//     margin rescaling:  <w, Phi(x_i, y_i) - Phi(x_i, y_hat)>  >=  loss^(1/r) - xi_i
//     slack rescaling:   <w, Phi(x_i, y_i) - Phi(x_i, y_hat)>  >=  1 - xi_i / loss^(1/r)
//
// C is per example: Altun 2006 has C/n in its place. The solvers are in core/optimize; each ends with a
// certificate, the relative gap (P - D) / |P| found by a fresh pass of the decoder.
#include <fmt/format.h>

#include "costruct/core/optimize/bcfw.hpp"
#include "costruct/core/optimize/n_slack.hpp"
#include "costruct/core/optimize/one_slack.hpp"
#include "costruct/learners/learners.hpp"

namespace costruct {
namespace {

enum class SolverChoice { kAuto, kNSlack, kOneSlack, kBcfw };

struct StructuralSvmOptions {
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
};

std::optional<std::string> wrong_path(const Json& value) {
  if (value.is_null()) return std::nullopt;
  if (!value.is_array()) return "must be a list of numbers > 0";
  for (const Json& C : value) {
    if (!C.is_number() || !std::isfinite(C.get<double>()) || C.get<double>() <= 0)
      return "must hold numbers > 0";
  }
  return std::nullopt;
}

OptionDeclaration<StructuralSvmOptions> declaration() {
  using Options = StructuralSvmOptions;
  OptionDeclaration<Options> options;
  options.number("C", &Options::C, {.greater_than = 0}, "weight of the slack of an example");
  options.integer("slack_norm", &Options::slack_norm, {.at_least = 1, .at_most = 2},
                  "r: slacks enter the objective as xi^r");
  options.choice("rescaling", &Options::rescaling, {"margin", "slack"}, "what the loss scales");
  options.choice("solver", &Options::solver, {"auto", "n_slack", "one_slack", "bcfw"},
                 "how the problem is solved; auto is n_slack, the fastest measured (docs/solvers.md)");
  options.number("gap", &Options::gap, {.greater_than = 0},
                 "stop at this relative duality gap, certified by a pass of the decoder");
  options.number("epsilon", &Options::epsilon, {.greater_than = 0},
                 "n_slack: stop when no output violates its constraint by more, instead of at a gap");
  options.choice("ascent", &Options::ascent, {"subspace", "full"},
                 "n_slack: after a new constraint optimise its example's dual variables, or all");
  options.integer("cached_passes", &Options::cached_passes, {.at_least = 0},
                  "n_slack: passes over known outputs after each pass of the decoder; null: 0 where margin "
                  "rescaling with r = 1 makes decoding cheap, else 3");
  options.number("kappa", &Options::kappa, {.at_least = 0},
                 "n_slack: weight of the proximal term of accelerated ascent; null: chosen from the data");
  options.boolean("average", &Options::average, "bcfw: try the weighted average of all iterates as well");
  options.json("C_path", &Options::C_path, wrong_path,
               {{"type", {"array", "null"}}, {"items", {{"type", "number"}, {"exclusiveMinimum", 0}}}},
               "values of C to solve for first, each starting from the last solution");
  options.number("time_limit", &Options::time_limit, {.greater_than = 0}, "seconds after which to stop");
  options.integer("oracle_limit", &Options::oracle_limit, {.at_least = 1}, "decodings after which to stop");
  options.integer("iteration_limit", &Options::iteration_limit, {.at_least = 1},
                  "passes or cutting planes after which to stop");
  return options;
}

std::string line_of(const SolverState& s) {
  std::string line = fmt::format("structural_svm: {} {}, dual {:.6g}", s.solver, s.iteration, s.dual);
  if (s.primal) line += fmt::format(", primal {:.6g}, gap {:.2g}", *s.primal, *s.gap);
  line += fmt::format(", {} constraints, {} decodings, {:.1f} s", s.constraints, s.oracle_calls, s.seconds);
  if (s.seconds_to_go) line += fmt::format(", about {:.0f} s to go", *s.seconds_to_go);
  return line;
}

Json row_of(const SolverState& s) {
  return {{"iteration", s.iteration},
          {"C", s.C},
          {"dual", s.dual},
          {"primal", s.primal ? Json(*s.primal) : Json(nullptr)},
          {"gap", s.gap ? Json(*s.gap) : Json(nullptr)},
          {"constraints", s.constraints},
          {"oracle_calls", s.oracle_calls}};
}

class StructuralSvm final : public Learner {
 public:
  explicit StructuralSvm(const StructuralSvmOptions& options) : options_(options) {
    const bool n_slack = options.solver == SolverChoice::kAuto || options.solver == SolverChoice::kNSlack;
    if (options.slack_norm == 2 && !n_slack)
      throw ConfigError("slack_norm = 2: solvers one_slack and bcfw solve slack_norm 1; set solver n_slack");
    if (options.epsilon && !n_slack)
      throw ConfigError("epsilon: solvers one_slack and bcfw stop at a gap; set solver n_slack");
  }

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    const StructuredProblem& problem = views.joint();
    if (sample.labeled.empty()) throw DataError("learner structural_svm needs labeled examples, got none");
    const Augmentation augmentation{options_.rescaling, static_cast<int>(options_.slack_norm)};
    if (const auto why = problem.loss_augmentation_unavailable(augmentation))
      throw ConfigError("learner structural_svm: " + *why);

    SolverControl control;
    control.threads = context.threads;
    control.seed = context.seed;
    control.repetition = context.repetition;
    control.stop_requested = [&] { return context.stop_requested(); };
    if (context.progress) control.progress = [&](const SolverState& s) { context.progress(line_of(s)); };
    const MaxMargin objective{problem, sample.labeled, options_.C, augmentation};
    SolverResult result = solve(objective, control);

    Fitted fitted{{std::move(result.w)}, {}};
    FitReport& report = fitted.report;
    report.primal = result.primal;
    report.dual = result.dual;
    report.gap = result.gap;
    report.iterations = result.iterations;
    report.oracle_calls = result.oracle_calls;
    report.converged = result.converged;
    report.stopped_because = std::move(result.stopped_because);
    report.constraints_added = result.constraints_added;
    for (std::size_t i = 0; i < sample.labeled.size(); ++i) {
      for (const Output& y_hat : result.dual_variables[i].outputs) {
        const double loss = problem.loss(sample.labeled[i].y, y_hat);
        if (loss > 0) ++report.support_losses[loss];
      }
    }
    for (const SolverState& state : result.history) report.history.push_back(row_of(state));
    return fitted;
  }

 private:
  SolverResult solve(const MaxMargin& objective, const SolverControl& control) const {
    const SolverLimits limits{options_.gap, options_.time_limit, options_.oracle_limit,
                              options_.iteration_limit};
    const Vector path = options_.C_path.is_null() ? Vector{} : options_.C_path.get<Vector>();
    switch (options_.solver) {
      case SolverChoice::kAuto:
      case SolverChoice::kNSlack:
        break;
      case SolverChoice::kOneSlack:
        return solve_one_slack(objective, {.limits = limits, .C_path = path}, control);
      case SolverChoice::kBcfw:
        return solve_bcfw(objective, {.limits = limits, .average = options_.average, .C_path = path},
                          control);
    }
    const Augmentation& a = objective.augmentation;
    NSlackOptions n_slack;
    n_slack.limits = limits;
    n_slack.epsilon = options_.epsilon;
    n_slack.ascent = options_.ascent;
    n_slack.kappa = options_.kappa;
    n_slack.C_path = path;
    n_slack.cached_passes =
        options_.cached_passes.value_or(a.rescaling == Rescaling::kMargin && a.slack_norm == 1 ? 0 : 3);
    return solve_n_slack(objective, n_slack, control);
  }

  StructuralSvmOptions options_;
};

}  // namespace

LearnerEntry structural_svm_learner() {
  LearnerEntry entry;
  entry.name = "structural_svm";
  entry.summary = "structural support vector machine, with a certified duality gap";
  entry.source = "Brefeld 2008, Opt. Problems 6.2-6.4; Altun 2006, Algorithm 1.1; Joachims 2009";
  entry.options = declaration().list();
  entry.make = [](const Json& json) { return std::make_unique<StructuralSvm>(declaration().parse(json)); };
  return entry;
}

}  // namespace costruct
