// Balanced classes of the transductive gradient SVM.
#include <catch2/catch.hpp>
#include <numeric>

#include "costruct/core/interfaces/label_biases.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"
#include "support/labeled_data.hpp"
#include "support/smooth_oracle.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

Views sequences(const LabeledData& data, const Json& options) {
  return make_views("sequence", options, data.parts);
}

/// The first inputs labeled, the others not.
Sample split(const LabeledData& data, Index labeled) {
  return test::split(data.truth, labeled, static_cast<Index>(data.truth.size()) - labeled);
}

/// For each label the sum over unlabeled parts of its score on a part alone, bias included, by
/// scoring constant labelings: with eta = 0 their transitions score nothing.
Vector part_scores(const StructuredProblem& problem, const Sample& sample, const PartData& data,
                   const Vector& w) {
  const int K = static_cast<int>(data.labels.size());
  Vector sums(K, 0.0);
  for (const InputId x : sample.unlabeled) {
    const Index T = data.views[0].length(x);
    for (int k = 0; k < K; ++k) {
      const Output all_k{std::vector<int>(T, k)};
      sums[k] += problem.score(x, all_k, w);
    }
  }
  return sums;
}

Vector shares(const Sample& sample, int K) {
  Vector count(K, 0.0);
  double parts = 0;
  for (const LabeledExample& example : sample.labeled) {
    for (const int k : example.y.parts) {
      count[k] += example.weight;
      parts += example.weight;
    }
  }
  for (double& each : count) each /= parts;
  return count;
}

}  // namespace

TEST_CASE("balanced: mean scores of unlabeled parts are the labels' shares, less 1/K",
          "[balance]") {
  for (const std::vector<Index>& features : {std::vector<Index>{5}, std::vector<Index>{4, 3}}) {
    Dice dice(7);
    const LabeledData data = small_sequences(dice, false, features, {4, 3, 5, 2, 4, 1, 0, 5, 3});
    const Views views = sequences(data, {{"bias", true}, {"eta", 0}});
    constexpr int K = 3;
    Sample sample = split(data, 4);
    sample.labeled[1].weight = 2.5;
    sample.labeled[2].weight = 0;
    const Fitted fitted =
        make_learner("gradient_tsvm", {{"balance", true}, {"Cu", 0.5}})->fit(views, sample, {});
    double parts = 0;
    for (const InputId x : sample.unlabeled)
      parts += static_cast<double>(data.parts.views[0].length(x));
    Vector sums = part_scores(views.joint(), sample, data.parts, fitted.weights[0]);
    const double mean = std::accumulate(sums.begin(), sums.end(), 0.0) / K;
    const Vector share = shares(sample, K);
    for (int k = 0; k < K; ++k) {
      INFO("label " << k << ", " << features.size() << " views");
      CHECK(sums[k] - mean == Approx(parts * (share[k] - 1.0 / K)).margin(1e-9));
    }
    const Fitted free =
        make_learner("gradient_tsvm", {{"balance", false}, {"Cu", 0.5}})->fit(views, sample, {});
    CHECK(free.weights != fitted.weights);
    CHECK(fitted.report.converged);
  }
}

TEST_CASE("balanced: no change that keeps the balance lowers the objective", "[balance]") {
  Dice dice(10);
  // Two labels and single parts: the only other output of an example is in its working set, so that
  // the objective is that over all outputs.
  constexpr int K = 2;
  const LabeledData data = small_points(dice, 16, {"a", "b"}, {3});
  const Views views = sequences(data, {{"bias", true}, {"eta", 0}});
  const StructuredProblem& problem = views.joint();
  const Sample sample = split(data, 7);
  // Unlabeled inputs count for nothing but the balance.
  const double gap = 1e-5;
  const Fitted fitted =
      make_learner("gradient_tsvm", {{"balance", true}, {"Cu", 1e-12}, {"gap", gap}, {"prune", 0}})
          ->fit(views, sample, {});
  REQUIRE(fitted.report.converged);
  const Vector& w = fitted.weights[0];

  // Biases are the weights on which all inputs agree: those of a part without features.
  const auto& biases = dynamic_cast<const LabelBiases&>(problem);
  const auto balanced = [&](Vector at) {
    double parts = 0;
    for (const InputId x : sample.unlabeled)
      parts += static_cast<double>(data.parts.views[0].length(x));
    const Vector share = shares(sample, K);
    for (int k = 0; k < K; ++k) at[biases.bias(k)] = 0;
    const Vector sums = part_scores(problem, sample, data.parts, at);
    for (int k = 0; k < K; ++k) at[biases.bias(k)] = share[k] - 1.0 / K - sums[k] / parts;
    return at;
  };
  for (int k = 0; k < K; ++k)
    CHECK(w[biases.bias(k)] == Approx(balanced(w)[biases.bias(k)]).margin(1e-12));

  SmoothOracle oracle(SmoothShape(), problem.dimension());
  for (const auto& [x, y, weight] : sample.labeled)
    oracle.add(problem, x, y, all_labelings(data.parts.views[0].length(x), K), weight);
  const auto objective = [&](const Vector& at) {  // squares of biases do not count
    double value = oracle.value(at);
    for (int k = 0; k < K; ++k) value -= 0.5 * at[biases.bias(k)] * at[biases.bias(k)];
    return value;
  };
  const double at_end = objective(w);
  for (int direction = 0; direction < 200; ++direction) {
    const Vector d = dice.vector(problem.dimension(), Numbers::kReals);
    for (const double step : {-1e-1, -1e-2, -1e-3, 1e-3, 1e-2, 1e-1}) {
      Vector moved = w;
      for (std::size_t j = 0; j < moved.size(); ++j) moved[j] += step * d[j];
      CHECK(objective(balanced(moved)) >= at_end * (1 - 20 * gap));
    }
  }
}

TEST_CASE("balancing without unlabeled inputs, or with Cu = 0, changes nothing", "[balance]") {
  Dice dice(8);
  const LabeledData data = small_sequences(dice, false);
  const Views views = sequences(data, {{"bias", true}});
  Sample sample = split(data, 5);
  sample.unlabeled.clear();
  const auto fit = [&](bool balance) {
    return make_learner("gradient_tsvm", {{"balance", balance}})->fit(views, sample, {}).weights;
  };
  CHECK(fit(true) == fit(false));
  const auto weightless = [&](bool balance) {
    return make_learner("gradient_tsvm", {{"balance", balance}, {"Cu", 0}})
        ->fit(views, split(data, 5), {})
        .weights;
  };
  CHECK(weightless(true) == weightless(false));
}

TEST_CASE("balancing needs label biases and says so", "[balance]") {
  Dice dice(9);
  const LabeledData data = small_sequences(dice, false);
  const Sample sample = split(data, 5);
  const auto learner = make_learner("gradient_tsvm", {{"balance", true}});
  CHECK_THROWS_WITH(learner->fit(sequences(data, Json::object()), sample, {}),
                    Contains("gradient_tsvm") && Contains("problem.bias"));
  CHECK_THROWS_WITH(learner->fit(sequences(data, {{"order", 2}, {"bias", true}}), sample, {}),
                    Contains("label biases"));
  const LabeledData points = small_points(dice, 8, {"a", "b", "c"});
  CHECK_THROWS_WITH(
      learner->fit(find_problem("multiclass")
                       ->make(Json::object(), std::make_shared<PartData>(points.parts)),
                   split(points, 5), {}),
      Contains("label biases"));
}
