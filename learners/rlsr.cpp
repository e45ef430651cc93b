// Regularised least squares regression, or kernel ridge regression (Brefeld 2008, sections 4.2
// and 4.2.3; Saunders et al. 1998), on all features together.
//
//   minimise  sum_i (y_i - f(x_i))^2 + eta ||f||^2
//   solution  f = sum_i alpha_i k(x_i, .),   (K + eta I) alpha = y
//
// regression_views.hpp has the defaults of eta and sigma2.
#include <cmath>

#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/work_lines.hpp"
#include "costruct/learners/solvers/co_rlsr_closed_form.hpp"

namespace costruct {
namespace {

OptionDeclaration<RegressionOptions> rlsr_options() {
  OptionDeclaration<RegressionOptions> options;
  declare_regression(options);
  return options;
}

class Rlsr final : public Regressor {
 public:
  explicit Rlsr(RegressionOptions options) : options_(std::move(options)) {}

  void check_views(Index count) const override { check_lists(options_, count); }

  FittedRegression fit(const RegressionSample& sample, const FitContext& context) const override {
    COSTRUCT_ASSERT(sample.views.size() == 1, "rlsr takes all features together");
    check_lists(options_, 1);
    const RegressionView view = prepare_view(sample.views.front(), options_, 0);
    check_memory(view.points.cols, context, "take fewer labeled examples");
    const WorkWatch watch = watch_of(context, "rlsr");
    KernelSum solution = solve_rlsr(view, context.threads, watch);
    watch_step(watch, {"objective", ""});
    FittedRegression fitted;
    fitted.views.push_back(expansion(view, solution.points, solution.coefficients));
    FitReport& report = fitted.report;
    report.primal = objective({view}, {std::move(solution)}, {}, 0, context.threads);
    check_objective(*report.primal);
    report.iterations = 1;
    report.converged = true;
    report.stopped_because = "closed form";
    return fitted;
  }

 private:
  RegressionOptions options_;
};

}  // namespace

LearnerEntry rlsr_learner() {
  LearnerEntry entry;
  entry.name = "rlsr";
  entry.summary = "regularised least squares (kernel ridge regression) on all features together";
  entry.source = "Brefeld 2008, section 4.2; Saunders et al. 1998";
  entry.cost = "a dense solution: n^3 / 3 multiplications for n labeled points";
  entry.options = rlsr_options().list();
  entry.predicts_numbers = true;
  entry.streams_unlabeled = true;
  entry.has_own_kernel = true;
  entry.make_regressor = [](const Json& json) {
    return std::make_unique<Rlsr>(rlsr_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
