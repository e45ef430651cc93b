// What metrics of predictions cost.
#include <catch2/catch.hpp>

#include <numeric>

#include "costruct/experiments/tasks/output_scores.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/problems/diversification/diversification_metrics.hpp"
#include "costruct/problems/multivariate/row_scores.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

/// Ranks documents by their numbers, scores rows by them, and counts how often.
class Counting final : public StructuredProblem,
                       public diversification::GreedyRanking,
                       public RowScores {
 public:
  Index dimension() const override { return 0; }
  Index num_inputs() const override { return 1; }
  SparseVector joint_feature(InputId, const Output&) const override { return {}; }
  Decoded decode(InputId, ConstVectorRef) const override { return {}; }
  Decoded loss_augmented_decode(InputId, const Output&, ConstVectorRef,
                                Augmentation) const override {
    return {};
  }
  double loss(InputId, const Output&, const Output&) const override { return 0; }
  std::vector<int> ranking(InputId, ConstVectorRef, Index size) const override {
    ++count;
    std::vector<int> all(static_cast<std::size_t>(size));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  Vector row_scores(InputId, ConstVectorRef) const override {
    ++count;
    return {0, 1};
  }

  mutable int count = 0;
};

/// How many rankings or scorings of one input the metrics take, and how many notes they give.
std::pair<int, std::size_t> cost_of(const std::vector<OutputMetric>& metrics,
                                    const std::vector<std::string>& wanted) {
  const Counting problem;
  const auto notes = notes_of(metrics, wanted, problem, 0, Output{{0}}, Vector());
  return {problem.count, notes.size()};
}

std::vector<std::string> names_of(const std::vector<OutputMetric>& metrics) {
  std::vector<std::string> names;
  for (const OutputMetric& metric : metrics) names.push_back(metric.info.name);
  return names;
}

}  // namespace

TEST_CASE("metrics of one ranking share it", "[experiments][metrics]") {
  using Cost = std::pair<int, std::size_t>;
  for (const char* problem : {"diversification", "multivariate"}) {
    const std::vector<OutputMetric>& metrics = find_problem(problem)->metrics;
    CHECK(cost_of(metrics, names_of(metrics)) == Cost{1, 1});
    CHECK(cost_of(metrics, {metrics.back().info.name}) == Cost{1, 1});
    CHECK(cost_of(metrics, {metrics.front().info.name}) == Cost{0, 0});
  }
  // Functions of one's own that may differ are all called.
  std::vector<OutputMetric> metrics = find_problem("multivariate")->metrics;
  for (OutputMetric& metric : metrics) {
    if (metric.note) metric.note = [note = metric.note](auto&&... of) { return note(of...); };
  }
  CHECK(cost_of(metrics, names_of(metrics)) == Cost{5, 5});
}
