// The conditional random field with a Gaussian prior (Brefeld 2008, section 3.1.2, eq. 3.9 with sigma^2 = C;
// the probabilistic baseline of Altun 2006, Table 1.2).
//
//   minimise  P(w) = 1/2 |w|^2 + C sum_i weight_i (log Z(x_i) - f(x_i, y_i)),    Z(x) = sum_y exp f(x, y)
//   gradient         w + C sum_i weight_i (E[Phi(x_i, y)] - Phi(x_i, y_i)),      E under p(y | x_i) at w
//
// by L-BFGS (libLBFGS) over the weights of features that the labeled inputs have; all others are zero at the
// optimum. P is strongly convex with modulus 1, hence P(w) - min P <= 1/2 |gradient|^2 at any w. Reported are
// primal P, dual P - 1/2 |gradient|^2, a proven lower bound, and gap 1/2 |gradient|^2 / |P|, all at the
// returned weights and from sums made afresh, input by input, by other code than that which the optimiser
// uses.
#include <fmt/format.h>

#include <cmath>

#include "costruct/core/clock.hpp"
#include "costruct/core/log_partition.hpp"
#include "costruct/core/optimize/minimize.hpp"
#include "costruct/core/parallel.hpp"
#include "costruct/core/thinned_rows.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/require_labeled.hpp"

namespace costruct {
namespace {

struct CrfOptions {
  double C = 1;
  double gap = 1e-3;
  Index memory = 6;
  std::optional<Index> iteration_limit;
  std::optional<double> time_limit;
};

OptionDeclaration<CrfOptions> crf_options() {
  OptionDeclaration<CrfOptions> options;
  options.number("C", &CrfOptions::C, {.greater_than = 0}, "weight of the log-likelihood of an example");
  options.number("gap", &CrfOptions::gap, {.greater_than = 0},
                 "stop when primal - dual <= gap * |primal|, dual a proven lower bound");
  options.integer("memory", &CrfOptions::memory, {.at_least = 1, .at_most = 1000},
                  "pairs of steps and gradient changes that L-BFGS keeps");
  options.integer("iteration_limit", &CrfOptions::iteration_limit, {.at_least = 1},
                  "stop after so many iterations; null: no limit");
  options.number("time_limit", &CrfOptions::time_limit, {.greater_than = 0},
                 "stop after so many seconds; null: no limit");
  return options;
}

/// P and its gradient in the coordinates of the features that the labeled inputs have.
class Objective final : public SmoothFunction {
 public:
  Objective(const StructuredProblem& problem, const LogPartition& sums,
            const std::vector<LabeledExample>& labeled, double C, int threads)
      : threads_(threads) {
    std::vector<InputId> inputs;
    Vector factors;
    for (const LabeledExample& example : labeled) {
      inputs.push_back(example.x);
      factors.push_back(C * example.weight);
    }
    expected_ = sums.expected_features(std::move(inputs), std::move(factors));
    Vector truth(problem.dimension(), 0.0);
    for (const LabeledExample& example : labeled) {
      add_to(truth, C * example.weight, problem.joint_feature(example.x, example.y));
    }
    for (const Index j : coordinates()) truth_.push_back(truth[j]);
  }

  const std::vector<Index>& coordinates() const { return expected_->coordinates(); }

  Index dimension() const override { return static_cast<Index>(truth_.size()); }

  // sqrt(1 + sqrt(c_j)), c_j = C sum_i weight_i E[Phi_j(x_i, y)] at w = 0: half way, in powers, between no
  // scale and curvature as it is there, which is far too much for features whose labels are sure by the end.
  // Measured: 143 iterations instead of 212 on Spanish named entities, 55 instead of 75 on chunks, 142
  // instead of 167 on letters; with c_j itself 188 to 209, with counts of the true outputs over 250.
  Vector scale() const {
    Vector scale(dimension(), 0.0);
    expected_->add(Vector(dimension(), 0.0), threads_, scale);
    for (double& each : scale) each = std::sqrt(1 + std::sqrt(std::abs(each)));
    return scale;
  }

  double value(ConstVectorRef w, VectorRef gradient) const override {
    const Index n = static_cast<Index>(truth_.size());
#pragma omp parallel for num_threads(threads_)
    for (Index j = 0; j < n; ++j) gradient[j] = w[j] - truth_[j];
    const double of_weights =
        ordered_sum(n, threads_, [&](Index j) { return w[j] * (0.5 * w[j] - truth_[j]); });
    return of_weights + expected_->add(w, threads_, gradient);
  }

 private:
  int threads_;
  std::unique_ptr<ExpectedFeatures> expected_;
  Vector truth_;  // C sum_i weight_i Phi(x_i, y_i)
};

/// P at w and its distance to the optimum, input by input over all coordinates.
struct Certificate {
  double primal = 0, half_square = 0;  ///< 1/2 |gradient|^2
  // Where there is one output only, P is 0 up to rounding, and a share of it says nothing.
  double gap() const { return half_square <= kRounding ? 0 : half_square / std::abs(primal); }
  static constexpr double kRounding = 1e-28;
};

Certificate certify(const StructuredProblem& problem, const LogPartition& sums,
                    const std::vector<LabeledExample>& labeled, double C, ConstVectorRef w) {
  Certificate at_w;
  for (const double each : w) at_w.primal += 0.5 * each * each;
  Vector gradient(w.begin(), w.end());
  for (const LabeledExample& example : labeled) {
    const double factor = C * example.weight;
    const double log_z = sums.add_expected_feature(example.x, w, factor, gradient);
    add_to(gradient, -factor, problem.joint_feature(example.x, example.y));
    at_w.primal += factor * (log_z - problem.score(example.x, example.y, w));
  }
  for (const double each : gradient) at_w.half_square += 0.5 * each * each;
  return at_w;
}

/// When the optimiser ends, and what it leaves in the report on its way.
class Watch {
 public:
  Watch(const CrfOptions& options, const FitContext& context, FitReport& report)
      : options_(options), context_(context), report_(report) {}

  bool ends(const Iterate& at) {
    const double gap = Certificate{at.value, 0.5 * at.gradient_norm * at.gradient_norm}.gap();
    report_.iterations = at.iteration;
    add_thinned(report_.history,
                nlohmann::json{{"iteration", at.iteration},
                               {"primal", at.value},
                               {"gap", gap},
                               {"gradient_norm", at.gradient_norm}},
                rows_++);
    if (context_.progress) {
      context_.progress(
          fmt::format("crf: iteration {}, primal {:.6g}, gap {:.2g}", at.iteration, at.value, gap));
    }
    const double seconds = seconds_now() - start_;
    std::string& why = report_.stopped_because;
    if (gap <= options_.gap) {
      why = fmt::format("gap {:g}", options_.gap);
    } else if (context_.stop_requested()) {
      why = "interrupted";
    } else if (options_.iteration_limit && at.iteration >= *options_.iteration_limit) {
      why = fmt::format("iteration_limit {}", *options_.iteration_limit);
    } else if (options_.time_limit && seconds >= *options_.time_limit) {
      why = fmt::format("time_limit {:g} s", *options_.time_limit);
    }
    return !why.empty();
  }

 private:
  const CrfOptions& options_;
  const FitContext& context_;
  FitReport& report_;
  Index rows_ = 0;  // of the history so far
  double start_ = seconds_now();
};

// Minimises from w on, in place; fills in why it stopped, iterations and history. Returns the evaluations.
Index optimize(const Objective& objective, const CrfOptions& options, const FitContext& context, VectorRef w,
               FitReport& report) {
  if (w.empty()) {
    report.stopped_because = "the labeled inputs have no features";
    return 0;
  }
  if (context.stop_requested()) {
    report.stopped_because = "interrupted";
    return 0;
  }
  Watch watch(options, context, report);
  MinimizeOptions how;
  how.memory = options.memory;
  how.scale = objective.scale();
  how.ends = [&watch](const Iterate& at) { return watch.ends(at); };
  const Minimum minimum = minimize_lbfgs(objective, w, how);
  if (minimum.end == MinimizeEnd::kTolerance) report.stopped_because = "the gradient is zero";
  if (minimum.end == MinimizeEnd::kNoProgress)
    report.stopped_because = "no step decreases the objective in floating point";
  return minimum.evaluations + 1;  // of the scale
}

class Crf final : public Learner {
 public:
  explicit Crf(const CrfOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    require_labeled(sample, "crf");
    const StructuredProblem& problem = views.joint();
    const auto& sums = require<LogPartition>(problem, "the log-partition", "crf");
    if (const auto why = sums.log_partition_unavailable()) throw ConfigError("learner crf: " + *why);

    const Objective objective(problem, sums, sample.labeled, options_.C, context.threads);
    const std::vector<Index>& coordinates = objective.coordinates();
    Fitted fitted;
    FitReport& report = fitted.report;
    Vector w(coordinates.size(), 0.0);
    const Index evaluations = optimize(objective, options_, context, w, report);

    Vector all(problem.dimension(), 0.0);
    for (std::size_t j = 0; j < w.size(); ++j) all[coordinates[j]] = w[j];
    const Certificate certificate = certify(problem, sums, sample.labeled, options_.C, all);
    report.primal = certificate.primal;
    report.dual = certificate.primal - certificate.half_square;
    report.gap = certificate.gap();
    report.converged = certificate.gap() <= options_.gap;
    report.oracle_calls = (evaluations + 1) * static_cast<Index>(sample.labeled.size());
    fitted.weights.push_back(std::move(all));
    return fitted;
  }

 private:
  CrfOptions options_;
};

}  // namespace

LearnerEntry crf_learner() {
  LearnerEntry entry;
  entry.name = "crf";
  entry.summary = "conditional random field with L2 regularisation, by L-BFGS, with a certified gap";
  entry.source = "Brefeld 2008, section 3.1.2; Altun 2006, Table 1.2";
  entry.needs = {Need::kLogPartition};
  entry.options = crf_options().list();
  entry.make = [](const Json& json) { return std::make_unique<Crf>(crf_options().parse(json)); };
  return entry;
}

}  // namespace costruct
