// Who gains from unlabeled examples, on runs whose answer is known.
#include <catch2/catch.hpp>

#include "costruct/report/answer/gains_in_words.hpp"
#include "costruct/results/statistics/unlabeled/unlabeled_gains.hpp"
#include "support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

using test::made_up_run;
using test::RunShape;

// perceptron, co_perceptron: 5 to 20 labeled, 0, 50 or 100 unlabeled.
RunShape shape() {
  RunShape shape;
  shape.labeled = {5, 10, 20};
  shape.unlabeled = {0, 50, 100};
  shape.repetitions = 12;
  return shape;
}

// Repetitions differ a little, and not all by the same.
double noise(std::size_t k, Index repetition) {
  return 0.001 * static_cast<double>((repetition * (static_cast<Index>(k) + 2)) % 5);
}

}  // namespace

TEST_CASE("gains are measured at the most unlabeled examples, against the best without any",
          "[gains]") {
  RunResults run = made_up_run(shape(), [](std::size_t k, Index n, Index m, Index repetition) {
    const double base = n == 5 ? 0.5 : n == 10 ? 0.4 : 0.3;
    if (k == 0) return base + noise(k, repetition);
    if (m == 0) return base - (n == 10 ? 0.05 : -0.05) + noise(k, repetition);
    return base - 0.002 * static_cast<double>(m) * (n == 20 ? -1 : 1) + noise(k, repetition);
  });
  run.supervised = {"perceptron"};
  const std::vector<UnlabeledGain> gains = unlabeled_gains(run, "token_error");
  REQUIRE(gains.size() == 3);
  for (const UnlabeledGain& gain : gains) {
    CHECK(gain.comparison.learner == "co_perceptron");
    CHECK(gain.comparison.unlabeled == 100);
    CHECK(gain.comparison.count == 12);
    CHECK(gain.comparison.p_holm >= gain.comparison.p);
    CHECK(gain.comparison.difference == Approx(gain.mean - gain.reference_mean));
  }
  CHECK(gains[0].comparison.reference == "perceptron");
  CHECK(gains[1].comparison.reference == "co_perceptron");  // at 0 unlabeled examples
  CHECK(gains[2].comparison.reference == "perceptron");
  CHECK((gains[0].better && gains[1].better && !gains[2].better));
  REQUIRE(gains[0].worth);
  CHECK(gains[0].worth->labeled_equivalent ==
        Approx(20).epsilon(0.03));  // 0.3, as the perceptron with 20

  const std::vector<std::string> sentences = gain_sentences(gains);
  REQUIRE(sentences.size() == 1);
  CHECK_THAT(sentences[0],
             Catch::Contains("co_perceptron with 100 unlabeled examples is better than the best "
                             "learner without any at 2 of 3 labeled sizes"));
  CHECK_THAT(sentences[0], Catch::Contains(" and worse at 1 of 3 labeled sizes"));
}

TEST_CASE("where draws show nothing, or nobody sees unlabeled examples, no gain is claimed",
          "[gains]") {
  RunResults run = made_up_run(shape(), [](std::size_t k, Index, Index, Index repetition) {
    return 0.3 + (k == 1 && repetition % 2 == 0 ? 0.01 : 0) -
           (k == 1 && repetition % 2 == 1 ? 0.01 : 0);
  });
  run.supervised = {"perceptron"};
  const std::vector<std::string> sentences = gain_sentences(unlabeled_gains(run, "token_error"));
  REQUIRE(sentences.size() == 1);
  CHECK_THAT(sentences[0],
             Catch::Contains("is not significantly different from the best learner without any"));
  run.supervised = run.learners;
  CHECK(unlabeled_gains(run, "token_error").empty());
  CHECK(gain_sentences({}).empty());
}

TEST_CASE("of a metric where higher is better the best is the highest", "[gains]") {
  RunResults run = made_up_run(shape(), [](std::size_t k, Index n, Index m, Index repetition) {
    return 0.5 + 0.01 * static_cast<double>(n) + (k == 1 && m > 0 ? 0.1 : 0) + noise(k, repetition);
  });
  for (CellResult& cell : run.cells) cell.metrics = {{"accuracy", cell.metrics.begin()->second}};
  run.metrics = {"accuracy"};
  run.supervised = {"perceptron"};
  const std::vector<UnlabeledGain> gains = unlabeled_gains(run, "accuracy");
  REQUIRE(gains.size() == 3);
  for (const UnlabeledGain& gain : gains) CHECK(gain.better);
}

}  // namespace costruct::experiments
