// The conditional random field against enumeration, Newton's method and its own certificate.
#include <catch2/catch.hpp>

#include <atomic>
#include <cmath>

#include "costruct/core/interfaces/log_partition.hpp"
#include "support/delegating_problem.hpp"
#include "support/fits.hpp"
#include "support/labeled_data.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

const Json kTight = {{"gap", 1e-13}};

Fitted fit_crf(const Views& views, const Sample& sample, const Json& options = kTight,
               const FitContext& context = {}) {
  return make_learner("crf", options)->fit(views, sample, context);
}

/// 1/2 |w|^2 + C sum_i weight_i (log sum_y exp f(x_i, y) - f(x_i, y_i)), every output visited.
double enumerated_objective(const StructuredProblem& problem, const LabeledData& data,
                            const Sample& sample, double C, const Vector& w) {
  double total = 0;
  for (const double each : w) total += 0.5 * each * each;
  for (const LabeledExample& example : sample.labeled) {
    double z = 0;
    for (const Output& y : all_labelings(data.parts.views[0].length(example.x),
                                         static_cast<Index>(data.parts.labels.size()))) {
      z += std::exp(problem.score(example.x, y, w));
    }
    total += C * example.weight * (std::log(z) - problem.score(example.x, example.y, w));
  }
  return total;
}

/// Solves A u = b by elimination with pivots; a few unknowns.
Vector solve(std::vector<Vector> A, Vector b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t r = i + 1; r < n; ++r) {
      if (std::abs(A[r][i]) > std::abs(A[pivot][i])) pivot = r;
    }
    std::swap(A[i], A[pivot]);
    std::swap(b[i], b[pivot]);
    for (std::size_t r = 0; r < n; ++r) {
      if (r == i) continue;
      const double factor = A[r][i] / A[i][i];
      for (std::size_t c = i; c < n; ++c) A[r][c] -= factor * A[i][c];
      b[r] -= factor * b[i];
    }
  }
  for (std::size_t i = 0; i < n; ++i) b[i] /= A[i][i];
  return b;
}

Vector dense_row(const FeatureTable& table, Index part) {
  Vector x(table.num_features, 0.0);
  for (Index e = table.part_begin[part]; e < table.part_begin[part + 1]; ++e) {
    x[table.feature[e]] += table.value.empty() ? 1.0 : table.value[e];
  }
  return x;
}

double largest_difference(const Vector& a, const Vector& b) {
  REQUIRE(a.size() == b.size());
  double worst = 0;
  for (std::size_t j = 0; j < a.size(); ++j) worst = std::max(worst, std::abs(a[j] - b[j]));
  return worst;
}

/// A problem of two outputs without features, which cannot sum over them.
class Featureless : public StructuredProblem {
 public:
  Index dimension() const override { return 0; }
  Index num_inputs() const override { return 1; }
  SparseVector joint_feature(InputId, const Output&) const override { return {}; }
  Decoded decode(InputId, ConstVectorRef) const override { return {{{0}}, 0}; }
  Decoded loss_augmented_decode(InputId, const Output& y, ConstVectorRef,
                                Augmentation) const override {
    return {{{1 - y.parts[0]}}, 1};
  }
  double loss(InputId, const Output& y, const Output& y_hat) const override {
    return y == y_hat ? 0 : 1;
  }
};

/// The same with the interface, but not as it is configured.
class Unsummable final : public Featureless, public LogPartition {
 public:
  std::optional<std::string> log_partition_unavailable() const override {
    return "order 7 has no sums";
  }
  double log_partition(InputId, ConstVectorRef) const override {
    throw std::logic_error("must not be asked");
  }
  double add_expected_feature(InputId, ConstVectorRef, double, VectorRef) const override {
    throw std::logic_error("must not be asked");
  }
  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId>, Vector) const override {
    throw std::logic_error("must not be asked");
  }
};

/// A problem that sums over its outputs, and sets `stop` as the evaluation `at` begins.
class StopsWithin final : public DelegatingProblem, public LogPartition {
 public:
  StopsWithin(const StructuredProblem& problem, Index at, std::atomic<bool>& stop)
      : DelegatingProblem(problem),
        sums_(dynamic_cast<const LogPartition&>(problem)),
        at_(at),
        stop_(stop) {}
  double log_partition(InputId x, ConstVectorRef w) const override {
    return sums_.log_partition(x, w);
  }
  double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                              VectorRef into) const override {
    return sums_.add_expected_feature(x, w, scale, into);
  }
  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                      Vector factors) const override {
    return std::make_unique<Sums>(sums_.expected_features(std::move(inputs), std::move(factors)),
                                  *this);
  }

 private:
  class Sums final : public ExpectedFeatures {
   public:
    Sums(std::unique_ptr<ExpectedFeatures> sums, const StopsWithin& of)
        : sums_(std::move(sums)), of_(of) {}
    const std::vector<Index>& coordinates() const override { return sums_->coordinates(); }
    void set_stop(const std::atomic<bool>* stop) override { sums_->set_stop(stop); }
    double add(ConstVectorRef w, int threads, VectorRef into) const override {
      if (++evaluations_ == of_.at_) of_.stop_ = true;
      return sums_->add(w, threads, into);
    }

   private:
    std::unique_ptr<ExpectedFeatures> sums_;
    const StopsWithin& of_;
    mutable Index evaluations_ = 0;
  };

  const LogPartition& sums_;
  Index at_;
  std::atomic<bool>& stop_;
};

}  // namespace

TEST_CASE("an interrupt within an evaluation ends a random field at its last iteration",
          "[learners][crf]") {
  Dice dice(4010);
  const LabeledData data = small_sequences(dice);
  const Views views = make_views("sequence", Json::object(), data.parts);
  const Sample sample = split(data.truth, 8, 0);
  for (Index at = 1; at <= 9; ++at) {  // the first evaluation is that of the scale
    INFO("evaluation " << at);
    std::atomic<bool> stop = false;
    FitContext context;
    context.stop = &stop;
    const Views stopping(std::make_unique<StopsWithin>(views.joint(), at, stop));
    const Fitted fitted = fit_crf(stopping, sample, kTight, context);
    CHECK(fitted.report.stopped_because == "interrupted");
    CHECK(!fitted.report.converged);
    CHECK(fitted.report.iterations < at);
    if (fitted.report.iterations == 0) {
      CHECK(fitted.weights[0] == Vector(views.joint().dimension(), 0.0));
      CHECK(!fitted.report.primal);  // never evaluated
      continue;
    }
    const Fitted asked =
        fit_crf(views, sample, {{"gap", 1e-13}, {"iteration_limit", fitted.report.iterations}});
    CHECK(same_bits(fitted.weights[0], asked.weights[0]));
    CHECK(*fitted.report.primal == Approx(*asked.report.primal).epsilon(1e-12));
    CHECK(*fitted.report.gap == Approx(*asked.report.gap).epsilon(1e-9));
  }
}

TEST_CASE("a fit by shards has the optimum of one without", "[learners][crf]") {
  Dice dice(7101);
  const LabeledData data = small_sequences(dice);
  const Views views = make_views("sequence", Json::object(), data.parts);
  Sample sample;
  for (std::size_t i = 0; i < data.truth.size(); ++i)
    sample.labeled.push_back({static_cast<InputId>(i), data.truth[i], i == 2 ? 2.5 : 1});
  const Fitted plain = fit_crf(views, sample);
  for (const int shards : {1, 3, 64}) {  // 64 are more than there are examples
    const Fitted fitted = fit_crf(views, sample, {{"gap", 1e-13}, {"shards", shards}});
    CHECK(largest_difference(fitted.weights.at(0), plain.weights.at(0)) < 1e-6);
    CHECK(*fitted.report.primal == Approx(*plain.report.primal).epsilon(1e-12));
    CHECK(*fitted.report.gap <= 1e-13);
  }
}

TEST_CASE("with two classes the random field is logistic regression solved by Newton's method",
          "[learners][crf]") {
  // With u = w_1 - w_0 the optimum has w_1 = u / 2 = -w_0, and u minimises
  //   1/4 |u|^2 + C sum_i weight_i log(1 + exp(-s_i <u, x_i>)),  s_i = +1 for class 1, else -1.
  Dice dice(4001);
  for (const double C : {0.1, 1.0, 30.0}) {
    const LabeledData data = small_points(dice, 25, {"no", "yes"});
    const Views views = make_views("multiclass", Json::object(), data.parts);
    Sample sample = split(data.truth, 25, 0);
    for (LabeledExample& example : sample.labeled) example.weight = dice.range(0, 4) / 2.0;
    const Index d = data.parts.views[0].num_features;
    Vector u(d, 0.0);
    for (int step = 0; step < 50; ++step) {
      Vector gradient(d);
      std::vector<Vector> hessian(d, Vector(d, 0.0));
      for (Index j = 0; j < d; ++j) {
        gradient[j] = u[j] / 2;
        hessian[j][j] = 0.5;
      }
      for (const LabeledExample& example : sample.labeled) {
        const Vector x = dense_row(data.parts.views[0], example.x);
        double f = 0;
        for (Index j = 0; j < d; ++j) f += u[j] * x[j];
        const double p = 1 / (1 + std::exp(-f));
        for (Index j = 0; j < d; ++j) {
          gradient[j] += C * example.weight * (p - example.y.parts[0]) * x[j];
          for (Index k = 0; k < d; ++k)
            hessian[j][k] += C * example.weight * p * (1 - p) * x[j] * x[k];
        }
      }
      const Vector newton = solve(hessian, gradient);
      double slope = 0,
             size = 1;  // halved until the objective of a far start is safe: damped early steps
      for (Index j = 0; j < d; ++j) slope += newton[j] * gradient[j];
      if (slope > 1) size = 1 / std::sqrt(slope);
      for (Index j = 0; j < d; ++j) u[j] -= size * newton[j];
    }
    Json options = kTight;
    options["C"] = C;
    const Fitted fitted = fit_crf(views, sample, options);
    CHECK(fitted.report.converged);
    Vector expected(2 * d);
    for (Index j = 0; j < d; ++j) {
      expected[2 * j] = -u[j] / 2;
      expected[2 * j + 1] = u[j] / 2;
    }
    CHECK(largest_difference(fitted.weights[0], expected) < 1e-5);  // |w - w*| <= |gradient|
  }
}

TEST_CASE("the certificate of a random field holds: dual <= optimum <= primal, within the gap",
          "[learners][crf]") {
  Dice dice(4002);
  for (const bool indicators : {true, false}) {
    for (const Json& problem_options :
         {Json::object(), Json{{"eta", 0.5}, {"bias", true}, {"boundary", true}}}) {
      const LabeledData data = small_sequences(dice, indicators);
      const Views views = make_views("sequence", problem_options, data.parts);
      Sample sample = split(data.truth, 8, 0);
      sample.labeled[3].weight = 2.5;
      sample.labeled[4].weight = 0;
      const double C = 0.7;
      const Fitted best = fit_crf(views, sample, {{"C", C}, {"gap", 1e-14}});
      const double optimum = enumerated_objective(views[0], data, sample, C, best.weights[0]);
      for (const double gap : {0.3, 1e-2, 1e-6}) {
        const Fitted fitted = fit_crf(views, sample, {{"C", C}, {"gap", gap}});
        const FitReport& report = fitted.report;
        INFO("gap " << gap << ": " << report.stopped_because);
        CHECK(report.converged);
        CHECK(*report.primal ==
              Approx(enumerated_objective(views[0], data, sample, C, fitted.weights[0])));
        CHECK(*report.primal >= optimum - 1e-9);
        CHECK(*report.dual <= optimum + 1e-9);
        CHECK(*report.gap <= gap);
        CHECK(*report.gap == Approx((*report.primal - *report.dual) / *report.primal));
      }
      for (std::size_t j = 0; j < best.weights[0].size(); ++j) {  // no direction leads down
        for (const double step : {1e-3, -1e-3}) {
          Vector moved = best.weights[0];
          moved[j] += step;
          CHECK(enumerated_objective(views[0], data, sample, C, moved) >= optimum + 0.49e-6);
        }
      }
    }
  }
}

TEST_CASE("an example that stands twice counts as one of doubled weight", "[learners][crf]") {
  Dice dice(4003);
  const LabeledData data = small_sequences(dice);
  const Views views = make_views("sequence", Json::object(), data.parts);
  const Sample once = split(data.truth, 8, 0);
  Sample twice = once, doubled = once, all_doubled = once;
  twice.labeled.push_back(once.labeled[5]);
  doubled.labeled[5].weight = 2;
  CHECK(largest_difference(fit_crf(views, twice).weights[0], fit_crf(views, doubled).weights[0]) <
        1e-5);
  for (LabeledExample& example : all_doubled.labeled) example.weight = 2;
  CHECK(same_bits(fit_crf(views, all_doubled).weights[0],
                  fit_crf(views, once, {{"C", 2}, {"gap", 1e-13}}).weights[0]));
  Sample without = once, of_no_weight = once;
  without.labeled.erase(without.labeled.begin() + 3);
  of_no_weight.labeled[3].weight = 0;
  CHECK(largest_difference(fit_crf(views, without).weights[0],
                           fit_crf(views, of_no_weight).weights[0]) < 1e-5);
}

TEST_CASE("a random field over sequences of length one is one over classes", "[learners][crf]") {
  Dice dice(4004);
  const LabeledData data = small_points(dice, 30, {"a", "b", "c", "d"});
  const Sample sample = split(data.truth, 30, 0);
  const Views chain = make_views("sequence", Json::object(), data.parts);
  const Views single = make_views("multiclass", Json::object(), data.parts);
  const Fitted of_chain = fit_crf(chain, sample), of_single = fit_crf(single, sample);
  Vector expected = of_single.weights[0];
  expected.resize(chain[0].dimension(), 0.0);  // no transition is ever seen
  CHECK(largest_difference(of_chain.weights[0], expected) < 1e-5);
}

TEST_CASE("a random field trains on the features of all views together", "[learners][crf]") {
  Dice dice(4005);
  LabeledData two = small_points(dice, 20, {"a", "b", "c"}, {3, 2});
  PartData one;
  one.labels = two.parts.labels;
  one.views.resize(1);
  one.views[0].num_features = 5;
  for (Index part = 0; part < 20; ++part) {
    for (Index v = 0; v < 2; ++v) {
      const FeatureTable& table = two.parts.views[v];
      for (Index e = table.part_begin[part]; e < table.part_begin[part + 1]; ++e) {
        one.views[0].feature.push_back(table.feature[e] + static_cast<std::int32_t>(3 * v));
        one.views[0].value.push_back(table.value[e]);
      }
    }
    one.views[0].end_part();
    one.views[0].end_example();
  }
  const Sample sample = split(two.truth, 20, 0);
  CHECK(largest_difference(
            fit_crf(make_views("multiclass", Json::object(), two.parts), sample).weights.at(0),
            fit_crf(make_views("multiclass", Json::object(), one), sample).weights.at(0)) < 1e-5);
}

TEST_CASE("the history of a random field descends to what is reported", "[learners][crf]") {
  Dice dice(4006);
  const LabeledData data = small_sequences(dice);
  const Views views = make_views("sequence", Json::object(), data.parts);
  const Sample sample = split(data.truth, 8, 0);
  const Fitted fitted = fit_crf(views, sample, {{"gap", 1e-6}});
  const FitReport& report = fitted.report;
  REQUIRE(static_cast<Index>(report.history.size()) == report.iterations);
  double last = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < report.history.size(); ++i) {
    const auto& row = report.history[i];
    CHECK(row.at("iteration") == i + 1);
    CHECK(row.at("primal") <= last);
    last = row.at("primal");
    const double norm = row.at("gradient_norm");
    CHECK(row.at("gap").get<double>() == Approx(norm * norm / 2 / last));
    CHECK((row.at("gap") <= 1e-6) == (i + 1 == report.history.size()));
  }
  CHECK(last == Approx(*report.primal).epsilon(1e-12));
  CHECK(report.stopped_because == "gap 1e-06");
  CHECK(report.oracle_calls % 8 == 0);
  CHECK(report.oracle_calls >=
        8 * (report.iterations + 2));  // one pass at the start and one to certify
}

TEST_CASE("limits and interruptions end a random field with what it has and a true gap",
          "[learners][crf]") {
  Dice dice(4007);
  const LabeledData data = small_sequences(dice);
  const Views views = make_views("sequence", Json::object(), data.parts);
  const Sample sample = split(data.truth, 8, 0);
  const Fitted three = fit_crf(views, sample, {{"gap", 1e-13}, {"iteration_limit", 3}});
  CHECK(three.report.iterations == 3);
  CHECK(three.report.stopped_because == "iteration_limit 3");
  CHECK(!three.report.converged);
  CHECK(*three.report.gap > 1e-13);

  std::atomic<bool> stop = false;
  FitContext context;
  context.stop = &stop;
  context.progress = [&](const std::string& line) {
    stop = line.find("iteration 3,") != std::string::npos;
  };
  const Fitted interrupted = fit_crf(views, sample, kTight, context);
  CHECK(interrupted.report.stopped_because == "interrupted");
  CHECK(interrupted.report.iterations == 3);
  CHECK(same_bits(interrupted.weights[0], three.weights[0]));

  const Fitted hurried = fit_crf(views, sample, {{"gap", 1e-13}, {"time_limit", 1e-12}});
  CHECK(hurried.report.iterations == 1);
  CHECK_THAT(hurried.report.stopped_because, Contains("time_limit"));
  CHECK(!hurried.report.converged);

  // Beyond the last digit: an end, the reason, and no claim.
  const Fitted beyond = fit_crf(views, sample, {{"gap", 1e-300}});
  INFO(beyond.report.stopped_because);
  CHECK(*beyond.report.gap < 1e-12);
  CHECK(beyond.report.converged == (*beyond.report.gap <= 1e-300));
}

TEST_CASE("how many pairs L-BFGS keeps changes the way, not the optimum", "[learners][crf]") {
  Dice dice(4008);
  const LabeledData data = small_sequences(dice);
  const Views views = make_views("sequence", {{"bias", true}}, data.parts);
  const Sample sample = split(data.truth, 8, 0);
  const Fitted usual = fit_crf(views, sample);
  for (const int memory : {1, 3, 40}) {
    CHECK(
        largest_difference(fit_crf(views, sample, {{"gap", 1e-13}, {"memory", memory}}).weights[0],
                           usual.weights[0]) < 1e-5);
  }
}

TEST_CASE("a problem that cannot sum over its outputs is told apart by name or reason",
          "[learners][crf]") {
  Sample sample;
  sample.labeled.push_back({0, {{0}}});
  const Views without(std::make_unique<Featureless>()), unsummable(std::make_unique<Unsummable>());
  CHECK_THROWS_AS(fit_crf(without, sample), ConfigError);
  CHECK_THROWS_WITH(fit_crf(without, sample), Contains("crf") && Contains("log-partition"));
  CHECK_THROWS_AS(fit_crf(unsummable, sample), ConfigError);
  CHECK_THROWS_WITH(fit_crf(unsummable, sample), Contains("crf") && Contains("order 7"));
}

TEST_CASE("large C and large values leave a random field finite", "[learners][crf]") {
  Dice dice(4009);
  LabeledData data = small_sequences(dice, false);
  for (double& value : data.parts.views[0].value) value *= 1e6;
  const Views views = make_views("sequence", Json::object(), data.parts);
  const Fitted fitted =
      fit_crf(views, split(data.truth, 8, 0), {{"C", 1e6}, {"iteration_limit", 200}});
  CHECK(std::isfinite(*fitted.report.primal));
  CHECK(std::isfinite(*fitted.report.gap));
  for (const double w : fitted.weights[0]) CHECK(std::isfinite(w));
}
