// The conditional random field with a Gaussian prior (Brefeld 2008, section 3.1.2, eq. 3.9 with
// sigma^2 = C; the probabilistic baseline of Altun 2006, Table 1.2).
//
//   minimise  P(w) = 1/2 |w|^2 + C sum_i weight_i (log Z(x_i) - f(x_i, y_i))
//             Z(x) = sum_y exp f(x, y)
//   gradient  w + C sum_i weight_i (E[Phi(x_i, y)] - Phi(x_i, y_i)),  E under p(y | x_i) at w
//
// L-BFGS (libLBFGS) minimises it over the weights of features that the labeled inputs have. All
// other weights are zero at the optimum. P is strongly convex with modulus 1, hence
// P(w) - min P <= 1/2 |gradient|^2 at any w. The report has
//   primal  P
//   dual    P - 1/2 |gradient|^2, a proven lower bound
//   gap     1/2 |gradient|^2 / |P|
// all at the returned weights. If examples are labeled in part, log sum_y exp f(x_i, y) over the
// allowed outputs replaces f(x_i, y_i) (Tsuboi et al. 2008). The expectation over these outputs
// replaces Phi(x_i, y_i). P is then not convex: the result is a local minimum, and no dual and no
// gap are reported. These sums are computed afresh, input by input, by other code than that of the
// optimiser.
//
// With `shards` both sums are added up in a fixed tree, and processes may share them (ShardSum).
// All weights are variables then; those of absent features stay zero.
//
// With `entropy` or `shares_weight` > 0 and unlabeled inputs j, the learner then continues from the
// optimum of P (Grandvalet & Bengio 2005; Mann & McCallum 2007; solvers/entropy_terms.hpp):
//
//   minimise  P(w) + C (entropy sum_j H(p(. | x_j))
//                       + shares_weight KL(shares || shares expected by the model))
//
// It uses the weights of features that any of the inputs have. It ends when 1/2 |gradient|^2 is at
// most `gap` times a reference value. This is the smaller of the objective and the terms of the
// unlabeled inputs at the start; if these are negligible it is the objective. The problem is not
// convex. The result is a local minimum without a lower bound, so no dual and no gap are reported.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/clock.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/part_covariances.hpp"
#include "costruct/core/needs.hpp"
#include "costruct/core/optimize/gap_decline.hpp"
#include "costruct/core/optimize/minimize.hpp"
#include "costruct/core/optimize/shard_sum.hpp"
#include "costruct/core/optimize/thinned_rows.hpp"
#include "costruct/core/parallel.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/label_shares.hpp"
#include "costruct/learners/shared/partial_sample.hpp"
#include "costruct/learners/shared/require_labeled.hpp"
#include "costruct/learners/shared/sharded_expectations.hpp"
#include "costruct/learners/shared/time_left.hpp"
#include "costruct/learners/solvers/entropy_terms.hpp"

namespace costruct {
namespace {

struct CrfOptions {
  double C = 1;
  double gap = 1e-3;
  Index memory = 6;
  std::optional<Index> iteration_limit;
  std::optional<double> time_limit;
  double entropy = 0;
  double shares_weight = 0;
  Json label_shares = nullptr;
  std::optional<Index> shards;  // see ShardSum

  bool uses_unlabeled() const { return entropy > 0 || shares_weight > 0; }
};

OptionDeclaration<CrfOptions> crf_options() {
  OptionDeclaration<CrfOptions> options;
  options.number("C", &CrfOptions::C, {.greater_than = 0},
                 "weight of the log-likelihood of an example");
  options.number("gap", &CrfOptions::gap, {.greater_than = 0},
                 "stop when primal - dual <= gap * |primal|, dual a proven lower bound");
  options.integer("memory", &CrfOptions::memory, {.at_least = 1, .at_most = 1000},
                  "pairs of steps and gradient changes that L-BFGS keeps");
  options.integer("iteration_limit", &CrfOptions::iteration_limit, {.at_least = 1},
                  "stop after so many iterations; null: no limit");
  options.number("time_limit", &CrfOptions::time_limit, {.greater_than = 0},
                 "stop after so many seconds; null: no limit");
  options.number("entropy", &CrfOptions::entropy, {.at_least = 0},
                 "weight of the entropy of unlabeled outputs, relative to a log-likelihood");
  options.number("shares_weight", &CrfOptions::shares_weight, {.at_least = 0},
                 "weight of the divergence of label shares expected among unlabeled inputs from "
                 "`label_shares`");
  options
      .json("label_shares", &CrfOptions::label_shares, or_null(shares_form()),
            "share of the unlabeled parts that each label has; others, or with null all, "
            "divide the rest as labeled parts do, one more of each",
            wrong_shares)
      .only_with_positive("shares_weight");
  declare_shards(options);
  return options;
}

// The place of each coordinate in `all`, which has all of them. Both lists ascend.
std::vector<Index> places_in(const std::vector<Index>& all, const std::vector<Index>& coordinates) {
  std::vector<Index> places;
  for (const Index j : coordinates)
    places.push_back(std::lower_bound(all.begin(), all.end(), j) - all.begin());
  return places;
}

Vector at_places_of(ConstVectorRef w, const std::vector<Index>& places) {
  Vector part;
  part.reserve(places.size());
  for (const Index at : places) part.push_back(w[at]);
  return part;
}

/// P and its gradient, in the coordinates of the features that labeled inputs have, wholly or in
/// part.
class Objective final : public SmoothFunction {
 public:
  /// @param shards  null: the examples are one shard
  /// @param stop    once it is set, value() and scale() throw Interrupted; null: they never do
  Objective(const StructuredProblem& problem, const LogPartition& sums, const LogPartition* within,
            const ShardSum* shards, const Sample& sample, double C, int threads,
            const std::atomic<bool>* stop)
      : threads_(threads) {
    std::vector<InputId> inputs, in_part;
    Vector factors, of_parts;
    for (const LabeledExample& example : sample.labeled) {
      inputs.push_back(example.x);
      factors.push_back(C * example.weight);
    }
    for (const PartialExample& example : sample.partial) {
      inputs.push_back(example.x);
      factors.push_back(C * example.weight);
      in_part.push_back(example.x);
      of_parts.push_back(-factors.back());
    }
    const Index dimension = problem.dimension();
    expected_ = expected_features(sums, shards, dimension, std::move(inputs), std::move(factors));
    expected_->set_stop(stop);
    Vector truth(dimension, 0.0);
    const auto add_truth = [&](const LabeledExample& example, VectorRef into) {
      add_to(into, C * example.weight, problem.joint_feature(example.x, example.y));
    };
    if (shards == nullptr) {
      for (const LabeledExample& example : sample.labeled) add_truth(example, truth);
    } else {
      shards->add_up(truth, [&](Index s, VectorRef part) {
        for (const Index i : shards->examples_of(s, std::ssize(sample.labeled)))
          add_truth(sample.labeled[i], part);
      });
    }
    for (const Index j : coordinates()) truth_.push_back(truth[j]);
    if (within == nullptr) return;
    allowed_ =
        expected_features(*within, shards, dimension, std::move(in_part), std::move(of_parts));
    allowed_->set_stop(stop);
    place_of_allowed_ = places_in(coordinates(), allowed_->coordinates());
  }

  const std::vector<Index>& coordinates() const { return expected_->coordinates(); }

  Index dimension() const override { return static_cast<Index>(truth_.size()); }

  // The scale of coordinate j is sqrt(1 + sqrt(c_j)), c_j = C sum_i weight_i E[Phi_j(x_i, y)] at
  // w = 0. This is half way, in powers, between no scale and the curvature at w = 0. That curvature
  // is far too large for features whose labels are certain at the end. Measured iterations:
  //                            this scale   no scale
  //   Spanish named entities          143        212
  //   chunks                           55         75
  //   letters                         142        167
  // With c_j itself there are 188 to 209, with counts of the true outputs over 250.
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
    const double of_labeled = of_weights + expected_->add(w, threads_, gradient);
    if (!allowed_) return of_labeled;
    Vector slope(place_of_allowed_.size(), 0.0);
    const double of_allowed = allowed_->add(at_places_of(w, place_of_allowed_), threads_, slope);
    for (std::size_t j = 0; j < slope.size(); ++j) gradient[place_of_allowed_[j]] += slope[j];
    return of_labeled + of_allowed;
  }

 private:
  int threads_;
  std::unique_ptr<ExpectedFeatures> expected_;
  std::unique_ptr<ExpectedFeatures> allowed_;  // over allowed outputs, negated; may be null
  std::vector<Index> place_of_allowed_;
  Vector truth_;  // C sum_i weight_i Phi(x_i, y_i) over the labeled examples
};

/// P at w and a bound of its distance to the optimum.
struct Certificate {
  double primal = 0, half_square = 0;  ///< 1/2 |gradient|^2
  // If inputs have only one output, P is 0 up to rounding, and a share of it says nothing.
  double gap() const { return half_square <= kRounding ? 0 : half_square / std::abs(primal); }
  static constexpr double kRounding = 1e-28;
};

/// Computes the certificate input by input over all coordinates. Throws Interrupted soon after
/// `stop` is set.
Certificate certify(const StructuredProblem& problem, const LogPartition& sums,
                    const LogPartition* within, const ShardSum* shards, const Sample& sample,
                    double C, ConstVectorRef w, int threads, const std::atomic<bool>* stop) {
  const Index labeled = std::ssize(sample.labeled), n = labeled + std::ssize(sample.partial);
  Certificate at_w;
  for (const double each : w) at_w.primal += 0.5 * each * each;
  Vector gradient(w.begin(), w.end()), losses(n);
  const auto add_example = [&](Index i, VectorRef into) {
    throw_if_stopped(stop);
    if (i >= labeled) {
      const auto& [x, known, weight] = sample.partial[i - labeled];
      losses[i] = C * weight *
                  (sums.add_expected_feature(x, w, C * weight, into) -
                   within->add_expected_feature(x, w, -C * weight, into));
      return;
    }
    const LabeledExample& example = sample.labeled[i];
    const double factor = C * example.weight;
    const double log_z = sums.add_expected_feature(example.x, w, factor, into);
    add_to(into, -factor, problem.joint_feature(example.x, example.y));
    losses[i] = factor * (log_z - problem.score(example.x, example.y, w));
  };
  if (shards != nullptr) {
    Vector sum(gradient.size() + 1, 0.0);  // with the losses last
    shards->add_up(sum, [&](Index s, VectorRef part) {
      const std::vector<Index> own = shards->examples_of(s, n);
      ordered_accumulate(std::ssize(own), threads, part.first(gradient.size()),
                         [&](Index i, VectorRef into) { add_example(own[i], into); });
      for (const Index i : own) part.back() += losses[i];
    });
    for (std::size_t j = 0; j < gradient.size(); ++j) gradient[j] += sum[j];
    at_w.primal += sum.back();
  } else {
    ordered_accumulate(n, threads, gradient, add_example);
    for (const double loss : losses) at_w.primal += loss;
  }
  for (const double each : gradient) at_w.half_square += 0.5 * each * each;
  return at_w;
}

/// Decides when the optimiser ends, and fills in the report during the run.
class Watch {
 public:
  /// @param certified  whether the objective is convex, so that there is a gap
  /// @param shards     null: one process
  Watch(const CrfOptions& options, const FitContext& context, FitReport& report, bool certified,
        const ShardSum* shards)
      : options_(options),
        context_(context),
        report_(report),
        shards_(shards),
        certified_(certified) {}

  /// Starts the second stage, in which iterations continue to count. `gap` then bounds half the
  /// squared gradient divided by a reference value, which is not a duality gap. This value is the
  /// smaller of the objective and what unlabeled inputs add to it at the start.
  void go_on(double added) {
    before_ = report_.iterations;
    added_ = std::abs(added);
    certified_ = false;
    decline_.clear();
  }
  double gap_at(double value, double gradient_norm) const {
    const double half_square = 0.5 * gradient_norm * gradient_norm;
    if (certified_) return Certificate{value, half_square}.gap();
    constexpr double kNothing = 1e-9;  // a negligible share of the objective
    const bool adds = added_ > kNothing * std::abs(value);
    return Certificate{adds ? std::min(std::abs(value), added_) : value, half_square}.gap();
  }
  /// Whether a limit or a request to stop ended the run.
  bool cut_short() const { return cut_short_; }

  /// The objective at the last iteration; nullopt before the first.
  std::optional<Certificate> last() const { return last_; }

  bool stopped() {
    if (!context_.stop_requested()) return false;
    report_.stopped_because = "interrupted";
    return cut_short_ = true;
  }

  /// Processes with clocks of their own end together, when the first one does.
  bool ends(const Iterate& at) {
    const bool mine = wants_to_end(at);
    const bool all = shards_ == nullptr ? mine : shards_->agreed(mine);
    if (!all) cut_short_ = false;
    return all;
  }

 private:
  bool wants_to_end(const Iterate& at) {
    const double gap = gap_at(at.value, at.gradient_norm);
    last_ = Certificate{at.value, 0.5 * at.gradient_norm * at.gradient_norm};
    report_.iterations = before_ + at.iteration;
    nlohmann::json row = {{"iteration", report_.iterations},
                          {"primal", at.value},
                          {"gradient_norm", at.gradient_norm}};
    if (certified_) row["gap"] = gap;
    add_thinned(report_.history, std::move(row), rows_++);
    const double seconds = seconds_now() - start_;
    decline_.add(seconds, gap);
    if (context_.progress) {
      context_.progress(fmt::format(
          "crf: iteration {}, {}{} {:.2g}{}", report_.iterations,
          way_done(decline_.share_of_way(options_.gap)), certified_ ? "gap" : "gradient",
          certified_ ? gap : at.gradient_norm, time_left(decline_.seconds_to(options_.gap))));
    }
    std::string& why = report_.stopped_because;
    why.clear();
    if (gap <= options_.gap) {
      why = certified_ ? fmt::format("gap {:g}", options_.gap)
                       : fmt::format("1/2 |gradient|^2 <= {:g} of {}", options_.gap,
                                     added_ > 0 ? "what unlabeled inputs add" : "the objective");
      return true;
    }
    if (stopped()) return true;
    if (options_.iteration_limit && report_.iterations >= *options_.iteration_limit) {
      why = fmt::format("iteration_limit {}", *options_.iteration_limit);
    } else if (options_.time_limit && seconds >= *options_.time_limit) {
      why = fmt::format("time_limit {:g} s", *options_.time_limit);
    }
    cut_short_ = !why.empty();
    return cut_short_;
  }

  const CrfOptions& options_;
  const FitContext& context_;
  FitReport& report_;
  const ShardSum* shards_;
  Index rows_ = 0;    // rows of the history so far
  Index before_ = 0;  // iterations of the first stage
  double added_ = 0;
  bool certified_, cut_short_ = false;
  std::optional<Certificate> last_;
  double start_ = seconds_now();
  GapDecline decline_;
};

/// P plus the terms of unlabeled inputs, in the coordinates of the features that any of the inputs
/// have.
class WithUnlabeled final : public SmoothFunction {
 public:
  WithUnlabeled(const Objective& labeled, const EntropyTerms& unlabeled, int threads)
      : labeled_(labeled), unlabeled_(unlabeled), threads_(threads) {
    std::set_union(labeled.coordinates().begin(), labeled.coordinates().end(),
                   unlabeled.coordinates().begin(), unlabeled.coordinates().end(),
                   std::back_inserter(coordinates_));
    place_of_labeled_ = places_in(coordinates_, labeled.coordinates());
    place_of_unlabeled_ = places_in(coordinates_, unlabeled.coordinates());
  }

  const std::vector<Index>& coordinates() const { return coordinates_; }
  Index dimension() const override { return std::ssize(coordinates_); }

  Vector scale() const {
    Vector scale(coordinates_.size(), 1.0);
    const Vector of_labeled = labeled_.scale();
    for (std::size_t j = 0; j < of_labeled.size(); ++j) scale[place_of_labeled_[j]] = of_labeled[j];
    return scale;
  }

  double value(ConstVectorRef w, VectorRef gradient) const override {
    std::copy(w.begin(), w.end(), gradient.begin());
    double total = 0;  // 1/2 |w|^2 of the coordinates that P does not have
    for (const double each : w) total += 0.5 * each * each;
    const Vector of_labeled = at_places_of(w, place_of_labeled_);
    for (const double each : of_labeled) total -= 0.5 * each * each;
    Vector slope(of_labeled.size());
    total = std::max(total, 0.0) + labeled_.value(of_labeled, slope);
    for (std::size_t j = 0; j < slope.size(); ++j) gradient[place_of_labeled_[j]] = slope[j];
    slope.assign(place_of_unlabeled_.size(), 0.0);
    total += unlabeled_.add(at_places_of(w, place_of_unlabeled_), threads_, slope);
    for (std::size_t j = 0; j < slope.size(); ++j) gradient[place_of_unlabeled_[j]] += slope[j];
    return total;
  }

 private:
  const Objective& labeled_;
  const EntropyTerms& unlabeled_;
  int threads_;
  std::vector<Index> coordinates_, place_of_labeled_, place_of_unlabeled_;
};

// Minimises from w, in place. Fills in why it stopped, the iterations and the history. An interrupt
// within an evaluation leaves the w of the last iteration.
template <class Function>
Minimum optimize(const Function& function, const CrfOptions& options, VectorRef w, Watch& watch,
                 FitReport& report) {
  if (w.empty()) {
    report.stopped_because = "the labeled inputs have no features";
    return {};
  }
  MinimizeOptions how;
  how.memory = options.memory;
  try {
    how.scale = function.scale();
  } catch (const Interrupted&) {
  }
  if (watch.stopped()) return {};
  how.ends = [&watch](const Iterate& at) { return watch.ends(at); };
  Minimum minimum = minimize_lbfgs(function, w, how);
  if (minimum.end == MinimizeEnd::kTolerance) report.stopped_because = "the gradient is zero";
  if (minimum.end == MinimizeEnd::kInterrupted) (void)watch.stopped();
  if (minimum.end == MinimizeEnd::kNoProgress)
    report.stopped_because = "no step decreases the objective in floating point";
  ++minimum.evaluations;  // the one for the scale
  return minimum;
}

Vector spread(const Vector& w, const std::vector<Index>& coordinates, Index dimension) {
  Vector all(dimension, 0.0);
  for (std::size_t j = 0; j < w.size(); ++j) all[coordinates[j]] = w[j];
  return all;
}

Needs needs_of_crf(const CrfOptions& options) {
  Needs needs{{Need::kLogPartition}};
  if (options.uses_unlabeled()) needs.offers.push_back(Need::kPartCovariances);
  return needs;
}

class Crf final : public Learner {
 public:
  explicit Crf(const CrfOptions& options) : options_(options) {}

  void check_labels(const StructuredProblem& problem) const override {
    if (options_.shares_weight > 0)
      check_shares("label_shares", options_.label_shares, covariances(problem).label_names());
  }

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    require_labeled(sample, "crf");
    const StructuredProblem& problem = views.joint();
    const auto& sums = require<LogPartition>(problem, "the log-partition", "crf");
    if (const auto why = sums.log_partition_unavailable())
      throw ConfigError("learner crf: " + *why);
    if (options_.uses_unlabeled()) (void)covariances(problem);
    check_labels(problem);

    const PartialSample partial(problem, sample.partial, "crf");
    const LogPartition* within =
        sample.partial.empty()
            ? nullptr
            : &require<LogPartition>(partial.within(), "the log-partition", "crf");
    std::optional<ShardSum> shards;
    if (options_.shards) shards.emplace(*options_.shards, context.transport);
    if (shards && options_.uses_unlabeled())
      throw ConfigError(
          "shards: terms of unlabeled inputs have no shards; set entropy and shares_weight to 0, "
          "or shards to null");
    const ShardSum* const by_shards = shards ? &*shards : nullptr;
    // Processes end together, after an iteration.
    const std::atomic<bool>* const stop = context.transport == nullptr ? context.stop : nullptr;
    const Objective objective(problem, sums, within, by_shards, sample, options_.C, context.threads,
                              stop);
    Fitted fitted;
    FitReport& report = fitted.report;
    Watch watch(options_, context, report, sample.partial.empty(), by_shards);
    Vector w(objective.coordinates().size(), 0.0);
    const Minimum supervised = optimize(objective, options_, w, watch, report);
    fitted.weights.push_back(spread(w, objective.coordinates(), problem.dimension()));
    const auto labeled = std::ssize(sample.labeled) + 2 * std::ssize(sample.partial);
    report.oracle_calls = (supervised.evaluations + 1) * labeled;
    const bool learns_from_unlabeled = options_.uses_unlabeled() && !sample.unlabeled.empty();
    if (learns_from_unlabeled) go_on(problem, objective, sample, context, watch, fitted);

    if (context.progress)
      context.progress("crf: certifying the weights, about as long as an iteration");
    std::optional<Certificate> found;
    try {
      found = certify(problem, sums, within, by_shards, sample, options_.C, fitted.weights[0],
                      context.threads, learns_from_unlabeled ? nullptr : stop);
    } catch (const Interrupted&) {
      found = watch.last();  // whose weights these are
      if (!found) return fitted;
    }
    const Certificate& certificate = *found;
    if (learns_from_unlabeled) {
      *report.primal += certificate.primal;
      return fitted;
    }
    report.primal = certificate.primal;
    if (sample.partial.empty()) {
      report.dual = certificate.primal - certificate.half_square;
      report.gap = certificate.gap();
    }
    report.converged = certificate.gap() <= options_.gap;
    return fitted;
  }

 private:
  static const PartCovariances& covariances(const StructuredProblem& problem) {
    return require<PartCovariances>(problem, need_name(Need::kPartCovariances), "crf");
  }

  // Minimises the objective with unlabeled inputs, from the given weights. The reported primal
  // includes their terms.
  void go_on(const StructuredProblem& problem, const Objective& objective, const Sample& sample,
             const FitContext& context, Watch& watch, Fitted& fitted) const {
    FitReport& report = fitted.report;
    const PartCovariances& offered = covariances(problem);
    const auto features = offered.covaried_features(sample.unlabeled);
    // Adds one to the count of each label, so that no share is 0 because few examples are labeled.
    Vector shares =
        normalized_label_shares(options_.label_shares, offered.label_names(), sample.labeled, 1);
    const EntropyTerms terms(*features, options_.C * options_.entropy,
                             options_.C * options_.shares_weight, std::move(shares));
    const WithUnlabeled function(objective, terms, context.threads);
    Vector w;
    for (const Index j : function.coordinates()) w.push_back(fitted.weights[0][j]);
    Vector part, unused(terms.coordinates().size(), 0.0);
    const Index sums = terms.sums_per_input() * std::ssize(sample.unlabeled);
    const auto added_at = [&](const Vector& weights) {
      report.oracle_calls += sums;
      part.clear();
      for (const Index j : terms.coordinates()) part.push_back(weights[j]);
      std::fill(unused.begin(), unused.end(), 0.0);
      return terms.add(part, context.threads, unused);
    };
    if (watch.cut_short()) {
      report.warnings.push_back(
          "a limit ended the fit to labeled examples: unlabeled ones were not reached");
    } else {
      watch.go_on(added_at(fitted.weights[0]));
      const Minimum minimum = optimize(function, options_, w, watch, report);
      report.converged =
          !watch.cut_short() && watch.gap_at(minimum.value, minimum.gradient_norm) <= options_.gap;
      // One of the evaluations is that of the scale, which uses only the labeled inputs.
      report.oracle_calls += minimum.evaluations * std::ssize(sample.labeled) +
                             std::max<Index>(0, minimum.evaluations - 1) * sums;
      fitted.weights[0] = spread(w, function.coordinates(), problem.dimension());
    }
    report.primal = added_at(fitted.weights[0]);
  }

  CrfOptions options_;
};

}  // namespace

LearnerEntry crf_learner() {
  LearnerEntry entry;
  entry.name = "crf";
  entry.summary =
      "conditional random field with L2 regularisation, by L-BFGS, with a certified gap";
  entry.source = "Brefeld 2008, section 3.1.2; Altun 2006, Table 1.2; Grandvalet & Bengio 2005";
  entry.cost = "an iteration of L-BFGS: about one sum over the outputs of each example";
  entry.learns_likelihood = true;
  entry.shares_inputs = true;
  entry.unlabeled_weights = {"entropy", "shares_weight"};
  entry.needs = {Need::kLogPartition};
  entry.partial_examples = "sums over the hidden parts; the objective is not convex then";
  entry.needs_with = [](const Json& json) { return needs_of_crf(crf_options().parse(json)); };
  entry.options = crf_options().list();
  entry.make = [](const Json& json) { return std::make_unique<Crf>(crf_options().parse(json)); };
  return entry;
}

}  // namespace costruct
