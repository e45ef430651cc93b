// Co-regularised least squares regression (Brefeld 2008, chapter 4), for V >= 1 views. The
// functions of the views fit their labeled points and agree on the unlabeled ones. The prediction
// is the mean of the views. The objective is Q of co_rlsr_closed_form.hpp, which also has its
// minimum in closed form. The distributed solver in co_rlsr_site.hpp minimises it at sites that
// keep their labels.
#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/regression/transport_in_process.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/unlabeled_blocks.hpp"
#include "costruct/learners/shared/work_lines.hpp"
#include "costruct/learners/solvers/co_rlsr_closed_form.hpp"
#include "costruct/learners/solvers/co_rlsr_site.hpp"

namespace costruct {
namespace {

enum class Variant { kNonparametric, kSemiparametric };
enum class Solver { kClosedForm, kDistributed };

struct CoRlsrOptions : RegressionOptions {
  Variant variant = Variant::kNonparametric;
  double lambda = 0.1;
  Solver solver = Solver::kClosedForm;
  double tolerance = 1e-10;
  Index max_rounds = 10000;
};

OptionDeclaration<CoRlsrOptions> co_rlsr_options() {
  using Options = CoRlsrOptions;
  OptionDeclaration<Options> options;
  options.choice("variant", &Options::variant, {"nonparametric", "semiparametric"},
                 "functions on all points, or on labeled ones only (linear in the unlabeled ones)");
  options.number(
      "lambda", &Options::lambda, {.at_least = 0},
      "weight of the squared disagreement on unlabeled points, summed over ordered pairs of views");
  declare_regression(options);
  options.choice(
      "solver", &Options::solver, {"closed_form", "distributed"},
      "at once, or by sites in turn that share their predictions on unlabeled points only");
  options
      .number("tolerance", &Options::tolerance, {.greater_than = 0},
              "distributed: ends if predictions are estimated to be this near to their "
              "limit, relative to the largest")
      .only_with("solver", "distributed");
  options.integer("max_rounds", &Options::max_rounds, {.at_least = 1}, "distributed: most rounds")
      .only_with("solver", "distributed");
  return options;
}

class CoRlsr final : public Regressor {
 public:
  explicit CoRlsr(CoRlsrOptions options) : options_(std::move(options)) {}

  void check_views(Index count) const override { check_lists(options_, count); }
  bool distributed() const override { return options_.solver == Solver::kDistributed; }

  FittedRegression fit(const RegressionSample& sample, const FitContext& context) const override {
    check_views(static_cast<Index>(sample.views.size()));
    return distributed() ? fit_in_process(sample, context) : fit_at_once(sample, context);
  }

  FittedRegression fit_sites(const std::vector<const RegressionSample*>& samples,
                             Transport& transport, const FitContext& context) const override {
    check_views(static_cast<Index>(samples.size()));
    if (!distributed()) throw ConfigError("sites need solver distributed");
    COSTRUCT_ASSERT(transport.num_sites() == static_cast<Index>(samples.size()),
                    "one sample a site");
    std::vector<RegressionView> views;
    std::vector<std::unique_ptr<CoRlsrSite>> local;
    std::vector<CoRlsrSite*> sites;
    // Other processes wait for this one, so it must not stop alone.
    const bool all_here = std::find(samples.begin(), samples.end(), nullptr) == samples.end();
    const WorkWatch watch = all_here ? watch_of(context, "co_rlsr") : WorkWatch();
    for (std::size_t v = 0; v < samples.size(); ++v) {
      sites.push_back(nullptr);
      if (samples[v] == nullptr) continue;
      views.push_back(prepare_view(samples[v]->views.front(), options_, static_cast<Index>(v)));
      local.push_back(site_of(views.back(), *samples[v], transport.num_sites(), context, watch));
      sites.back() = local.back().get();
      if (local.back()->predictions().size() != local.front()->predictions().size()) {
        throw DataError(fmt::format(
            "site {} has {} unlabeled examples, but site 1 has {}: the sites must hold the same "
            "ones, "
            "in the same order",
            v + 1, local.back()->predictions().size(), local.front()->predictions().size()));
      }
    }
    const bool coupled =
        transport.num_sites() > 1 && options_.lambda > 0 && !local.front()->predictions().empty();
    Rounds rounds =
        run_rounds(sites, transport, coupled, options_.tolerance, options_.max_rounds, context);
    std::vector<KernelSum> solutions;
    for (const auto& site : local) solutions.push_back(site->function());
    FitReport report;
    for (const auto& site : local) {
      if (const auto warning = site->warning()) report.warnings.push_back(*warning);
    }
    if (views.size() == samples.size()) {
      report.primal =
          objective(views, solutions, rounds.predictions, options_.lambda, context.threads);
    }
    report.iterations = rounds.count;
    report.converged = rounds.converged;
    report.stopped_because = std::move(rounds.stopped_because);
    report.history = std::move(rounds.history);
    return with_functions(views, std::move(solutions), std::move(report));
  }

 private:
  FittedRegression fit_at_once(const RegressionSample& sample, const FitContext& context) const {
    std::vector<RegressionView> views;
    for (std::size_t v = 0; v < sample.views.size(); ++v) {
      views.push_back(prepare_view(sample.views[v], options_, static_cast<Index>(v)));
    }
    const WorkWatch watch = watch_of(context, "co_rlsr");
    FitReport report;
    std::vector<KernelSum> solutions;
    if (options_.variant == Variant::kNonparametric) {
      const std::vector<Matrix> unlabeled =
          all_unlabeled(sample.unlabeled, views, static_cast<Index>(views.size()) - 1, context);
      solutions = solve_nonparametric(views, unlabeled, options_.lambda, context.threads, watch);
      watch_step(watch, {"objective", ""});
      std::vector<Vector> predictions;
      for (std::size_t v = 0; v < views.size(); ++v) {
        predictions.push_back(
            values({views[v].kernel, solutions[v].points, solutions[v].coefficients, {}, 0},
                   unlabeled[v], context.threads));
      }
      report.primal = objective(views, solutions, predictions, options_.lambda, context.threads);
    } else {
      Index labeled = 0;
      for (const RegressionView& view : views) labeled += view.points.cols;
      check_memory(labeled, context, "take fewer labeled examples");
      SemiparametricSolution solution =
          solve_semiparametric(views, sample.unlabeled, options_.lambda, context.threads, watch);
      solutions = std::move(solution.views);
      report.primal = solution.primal;
      report.warnings = std::move(solution.warnings);
    }
    report.iterations = 1;
    report.converged = true;
    report.stopped_because = "closed form";
    return with_functions(views, std::move(solutions), std::move(report));
  }

  // Runs every view as a site, all in this process.
  FittedRegression fit_in_process(const RegressionSample& sample, const FitContext& context) const {
    std::vector<std::unique_ptr<OneUnlabeledView>> unlabeled;
    std::vector<RegressionSample> samples;
    std::vector<const RegressionSample*> sites;
    for (std::size_t v = 0; v < sample.views.size(); ++v) {
      if (sample.unlabeled != nullptr) {
        unlabeled.push_back(
            std::make_unique<OneUnlabeledView>(*sample.unlabeled, static_cast<Index>(v)));
      }
      samples.push_back(
          {{sample.views[v]}, sample.unlabeled != nullptr ? unlabeled.back().get() : nullptr});
    }
    for (const RegressionSample& site : samples) sites.push_back(&site);
    InProcessTransport transport(static_cast<Index>(sites.size()));
    return fit_sites(sites, transport, context);
  }

  std::unique_ptr<CoRlsrSite> site_of(const RegressionView& view, const RegressionSample& sample,
                                      Index num_sites, const FitContext& context,
                                      const WorkWatch& watch) const {
    const int threads = context.threads;
    if (options_.variant == Variant::kSemiparametric) {
      return semiparametric_site(view, sample.unlabeled, options_.lambda, num_sites, threads,
                                 watch);
    }
    const std::vector<Matrix> unlabeled = all_unlabeled(sample.unlabeled, {view}, 1, context);
    return nonparametric_site(view, unlabeled.front(), options_.lambda, num_sites, threads, watch);
  }

  static FittedRegression with_functions(const std::vector<RegressionView>& views,
                                         std::vector<KernelSum> solutions, FitReport report) {
    FittedRegression fitted;
    for (std::size_t v = 0; v < views.size(); ++v) {
      fitted.views.push_back(expansion(views[v], std::move(solutions[v].points),
                                       std::move(solutions[v].coefficients)));
    }
    if (report.primal) check_objective(*report.primal);
    fitted.report = std::move(report);
    return fitted;
  }

  CoRlsrOptions options_;
};

}  // namespace

LearnerEntry co_rlsr_learner() {
  LearnerEntry entry;
  entry.name = "co_rlsr";
  entry.summary =
      "co-regularised least squares: views that fit their labels and agree on unlabeled points";
  entry.source = "Brefeld 2008, Opt. Problems 4.1 and 4.2";
  entry.cost = "closed form: N^3 / 3 multiplications, N = sum_v n_v + (V - 1) m";
  entry.uses_views = true;
  entry.with_one_view = "without a peer: it is rlsr, and unlabeled examples have no influence";
  entry.uses_unlabeled = true;
  entry.options = co_rlsr_options().list();
  entry.predicts_numbers = true;
  entry.streams_unlabeled = true;
  entry.has_own_kernel = true;
  entry.make_regressor = [](const Json& json) {
    return std::make_unique<CoRlsr>(co_rlsr_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
