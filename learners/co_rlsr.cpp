// Co-regularised least squares regression (Brefeld 2008, chapter 4): V >= 1 views whose functions fit the
// labeled points of their views and agree on the unlabeled ones. The objective Q and how it is minimised at
// once: co_rlsr_closed_form.hpp. The prediction is the mean of the views.
#include "costruct/learners/co_rlsr_closed_form.hpp"
#include "costruct/learners/learners.hpp"
#include "costruct/learners/unlabeled_blocks.hpp"

namespace costruct {
namespace {

enum class Variant { kNonparametric, kSemiparametric };

struct CoRlsrOptions : RegressionOptions {
  Variant variant = Variant::kNonparametric;
  double lambda = 0.1;
};

OptionDeclaration<CoRlsrOptions> declaration() {
  using Options = CoRlsrOptions;
  OptionDeclaration<Options> options;
  options.choice(
      "variant", &Options::variant, {"nonparametric", "semiparametric"},
      "functions on labeled and unlabeled points (exact), or on labeled points only (linear in the "
      "number of unlabeled ones)");
  options.number(
      "lambda", &Options::lambda, {.at_least = 0},
      "weight of the squared disagreement on unlabeled points, summed over ordered pairs of views");
  declare_regression(options);
  return options;
}

class CoRlsr final : public Regressor {
 public:
  explicit CoRlsr(CoRlsrOptions options) : options_(std::move(options)) {}

  void check_views(Index count) const override { check_lists(options_, count); }

  FittedRegression fit(const RegressionSample& sample, const FitContext& context) const override {
    check_views(static_cast<Index>(sample.views.size()));
    std::vector<RegressionView> views;
    for (std::size_t v = 0; v < sample.views.size(); ++v) {
      views.push_back(prepare_view(sample.views[v], options_, static_cast<Index>(v)));
    }
    FittedRegression fitted;
    std::vector<KernelSum> solutions;
    if (options_.variant == Variant::kNonparametric) {
      const std::vector<Matrix> unlabeled = all_unlabeled(sample.unlabeled, views);
      solutions = solve_nonparametric(views, unlabeled, options_.lambda, context.threads);
      fitted.report.primal = objective(views, solutions, unlabeled, options_.lambda, context.threads);
    } else {
      SemiparametricSolution solution =
          solve_semiparametric(views, sample.unlabeled, options_.lambda, context.threads);
      solutions = std::move(solution.views);
      fitted.report.primal = solution.primal;
    }
    for (std::size_t v = 0; v < views.size(); ++v) {
      fitted.views.push_back(expansion(views[v], static_cast<Index>(v), std::move(solutions[v].points),
                                       std::move(solutions[v].coefficients)));
    }
    check_objective(*fitted.report.primal);
    fitted.report.iterations = 1;
    fitted.report.converged = true;
    fitted.report.stopped_because = "closed form";
    return fitted;
  }

 private:
  CoRlsrOptions options_;
};

}  // namespace

LearnerEntry co_rlsr_learner() {
  LearnerEntry entry;
  entry.name = "co_rlsr";
  entry.summary = "co-regularised least squares: views that fit their labels and agree on unlabeled points";
  entry.source = "Brefeld 2008, Opt. Problems 4.1 and 4.2";
  entry.uses_views = true;
  entry.uses_unlabeled = true;
  entry.needs = {"numbers as targets"};
  entry.options = declaration().list();
  entry.make_regressor = [](const Json& json) { return std::make_unique<CoRlsr>(declaration().parse(json)); };
  return entry;
}

}  // namespace costruct
