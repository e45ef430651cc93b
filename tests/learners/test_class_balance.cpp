// Balanced classes of the transductive gradient SVM.
#include <catch2/catch.hpp>
#include <numeric>

#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"
#include "support/labeled_data.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

constexpr Index kLabels = 3;

Views sequences(const LabeledData& data, Json options) {
  return find_problem("sequence")->make(options, std::make_shared<PartData>(data.parts));
}

/// The first inputs labeled, the others not.
Sample split(const LabeledData& data, Index labeled) {
  Sample sample;
  for (Index x = 0; x < static_cast<Index>(data.truth.size()); ++x) {
    if (x < labeled) {
      sample.labeled.push_back({x, data.truth[x], 1});
    } else {
      sample.unlabeled.push_back(x);
    }
  }
  return sample;
}

/// For each label the sum over unlabeled parts of its score on a part alone, bias included, by scoring
/// constant labelings and taking their transitions away.
Vector part_scores(const StructuredProblem& problem, const Sample& sample, const PartData& data,
                   const Vector& w) {
  Vector sums(kLabels, 0.0);
  for (const InputId x : sample.unlabeled) {
    const Index T = data.views[0].length(x);
    for (int k = 0; k < kLabels; ++k) {
      const Output all_k{std::vector<int>(T, k)};
      sums[k] += problem.score(x, all_k, w);
    }
  }
  return sums;
}

Vector shares(const Sample& sample) {
  Vector count(kLabels, 0.0);
  double parts = 0;
  for (const LabeledExample& example : sample.labeled) {
    for (const int k : example.y.parts) {
      ++count[k];
      ++parts;
    }
  }
  for (double& each : count) each /= parts;
  return count;
}

}  // namespace

TEST_CASE("balanced: mean scores of unlabeled parts are the labels' shares, less 1/K", "[balance]") {
  // eta = 0: constant labelings have no score but that of their parts.
  for (const std::vector<Index>& features : {std::vector<Index>{5}, std::vector<Index>{4, 3}}) {
    Dice dice(7);
    const LabeledData data = small_sequences(dice, false, features, {4, 3, 5, 2, 4, 1, 0, 5, 3});
    const Views views = sequences(data, {{"bias", true}, {"eta", 0}});
    const Sample sample = split(data, 4);
    const Fitted fitted =
        find_learner("gradient_tsvm")->make({{"balance", true}, {"Cu", 0.5}})->fit(views, sample, {});
    double parts = 0;
    for (const InputId x : sample.unlabeled) parts += static_cast<double>(data.parts.views[0].length(x));
    Vector sums = part_scores(views.joint(), sample, data.parts, fitted.weights[0]);
    const double mean = std::accumulate(sums.begin(), sums.end(), 0.0) / kLabels;
    const Vector share = shares(sample);
    for (int k = 0; k < kLabels; ++k) {
      INFO("label " << k << ", " << features.size() << " views");
      CHECK(sums[k] - mean == Approx(parts * (share[k] - 1.0 / kLabels)).margin(1e-9));
    }
    const Fitted free =
        find_learner("gradient_tsvm")->make({{"balance", false}, {"Cu", 0.5}})->fit(views, sample, {});
    CHECK(free.weights != fitted.weights);
  }
}

TEST_CASE("balancing without unlabeled inputs changes nothing", "[balance]") {
  Dice dice(8);
  const LabeledData data = small_sequences(dice, false);
  const Views views = sequences(data, {{"bias", true}});
  Sample sample = split(data, 5);
  sample.unlabeled.clear();
  const auto fit = [&](bool balance) {
    return find_learner("gradient_tsvm")->make({{"balance", balance}})->fit(views, sample, {}).weights;
  };
  CHECK(fit(true) == fit(false));
}

TEST_CASE("balancing needs label biases and says so", "[balance]") {
  Dice dice(9);
  const LabeledData data = small_sequences(dice, false);
  const Sample sample = split(data, 5);
  const auto learner = find_learner("gradient_tsvm")->make({{"balance", true}});
  CHECK_THROWS_WITH(learner->fit(sequences(data, Json::object()), sample, {}),
                    Contains("gradient_tsvm") && Contains("problem.bias"));
  CHECK_THROWS_WITH(learner->fit(sequences(data, {{"order", 2}, {"bias", true}}), sample, {}),
                    Contains("label biases"));
  const LabeledData points = small_points(dice, 8, {"a", "b", "c"});
  CHECK_THROWS_WITH(
      learner->fit(find_problem("multiclass")->make(Json::object(), std::make_shared<PartData>(points.parts)),
                   split(points, 5), {}),
      Contains("label biases"));
}
