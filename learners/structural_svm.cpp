// The structural support vector machine (Brefeld 2008, Opt. Problems 6.2-6.4; Altun 2006, sections 1.3-1.5).
//
//   minimise  1/2 |w|^2 + (C/r) sum_i weight_i xi_i^r   over w and xi >= 0, for all i and all outputs y_hat
//     margin rescaling:  <w, Phi(x_i, y_i) - Phi(x_i, y_hat)>  >=  loss^(1/r) - xi_i
//     slack rescaling:   <w, Phi(x_i, y_i) - Phi(x_i, y_hat)>  >=  1 - xi_i / loss^(1/r)
//
// C is per example: Altun 2006 has C/n in its place. The solvers are in core/optimize; each ends with a
// certificate, the relative gap (P - D) / |P| found by a fresh pass of the decoder.
#include <fmt/format.h>

#include "costruct/core/optimize/n_slack.hpp"
#include "costruct/learners/learners.hpp"

namespace costruct {
namespace {

enum class SolverChoice { kAuto, kNSlack };

struct StructuralSvmOptions {
  double C = 1;
  Index slack_norm = 1;
  Rescaling rescaling = Rescaling::kMargin;
  SolverChoice solver = SolverChoice::kAuto;
  double gap = 1e-3;
  std::optional<double> epsilon;
  Ascent ascent = Ascent::kSubspace;
  Index cached_passes = 0;
};

OptionDeclaration<StructuralSvmOptions> declaration() {
  using Options = StructuralSvmOptions;
  OptionDeclaration<Options> options;
  options.number("C", &Options::C, {.greater_than = 0}, "weight of the slack of an example");
  options.integer("slack_norm", &Options::slack_norm, {.at_least = 1, .at_most = 2},
                  "r: slacks enter as xi^r");
  options.choice("rescaling", &Options::rescaling, {"margin", "slack"}, "what the loss scales");
  options.choice("solver", &Options::solver, {"auto", "n_slack"}, "how the problem is solved");
  options.number("gap", &Options::gap, {.greater_than = 0}, "relative duality gap to reach");
  options.number("epsilon", &Options::epsilon, {.greater_than = 0}, "stop at this violation instead");
  options.choice("ascent", &Options::ascent, {"subspace", "full"}, "variant");
  options.integer("cached_passes", &Options::cached_passes, {.at_least = 0}, "passes");
  return options;
}

class StructuralSvm final : public Learner {
 public:
  explicit StructuralSvm(const StructuralSvmOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    if (sample.labeled.empty()) throw DataError("learner structural_svm needs labeled examples, got none");
    const Augmentation augmentation{options_.rescaling, static_cast<int>(options_.slack_norm)};
    if (const auto why = views.joint().loss_augmentation_unavailable(augmentation)) throw ConfigError(*why);
    const MaxMargin objective{views.joint(), sample.labeled, options_.C, augmentation};
    SolverControl control;
    control.threads = context.threads;
    control.seed = context.seed;
    control.repetition = context.repetition;
    control.stop_requested = [&] { return context.stop_requested(); };
    control.progress = [&](const SolverState& s) {
      if (!context.progress) return;
      context.progress(
          fmt::format("structural_svm {}: {} primal {} dual {:.6g} gap {} constraints {} calls {} {:.2f} s",
                      s.solver, s.iteration, s.primal ? fmt::format("{:.6g}", *s.primal) : "-", s.dual,
                      s.gap ? fmt::format("{:.2g}", *s.gap) : "-", s.constraints, s.oracle_calls, s.seconds));
    };
    NSlackOptions options;
    options.limits.gap = options_.gap;
    options.epsilon = options_.epsilon;
    options.ascent = options_.ascent;
    options.cached_passes = options_.cached_passes;
    SolverResult result = solve_n_slack(objective, options, control);
    Fitted fitted;
    fitted.weights = {std::move(result.w)};
    fitted.report.primal = result.primal;
    fitted.report.dual = result.dual;
    fitted.report.gap = result.gap;
    fitted.report.iterations = result.iterations;
    fitted.report.oracle_calls = result.oracle_calls;
    fitted.report.converged = result.converged;
    fitted.report.stopped_because = result.stopped_because;
    return fitted;
  }

 private:
  StructuralSvmOptions options_;
};

}  // namespace

LearnerEntry structural_svm_learner() {
  LearnerEntry entry;
  entry.name = "structural_svm";
  entry.summary = "structural support vector machine, with a certified duality gap";
  entry.source = "Brefeld 2008, Opt. Problems 6.2-6.4; Altun 2006, Algorithm 1.1";
  entry.options = declaration().list();
  entry.make = [](const Json& json) { return std::make_unique<StructuralSvm>(declaration().parse(json)); };
  return entry;
}

}  // namespace costruct
