// What learners make of aligned sequences: against counts by hand, and on sequences with planted
// scores.
#include <catch2/catch.hpp>

#include <cmath>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/decode/alignment/alignment.hpp"
#include "costruct/core/interfaces/known_weights.hpp"
#include "support/fits.hpp"
#include "support/sequence_pairs.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;
using alignment::SequencePairs;
using Catch::Contains;

TEST_CASE(
    "a pair hidden Markov model has relative frequencies of pairs, single positions and "
    "transitions",
    "[learners][alignment]") {
  // AB against A gives A/A, B alone; AA against AB gives A/A, A/B
  const Views views = alignments_of(plain_pairs({{{0, 1}, {0}}, {{0, 0}, {0, 1}}}, 2));
  Sample sample;
  sample.labeled.push_back({0, {{kPair, kFirst}}});
  sample.labeled.push_back({1, {{kPair, kPair}}, 2});
  for (const char* learner : {"pair_hmm", "pcfg"}) {
    const Vector w =
        make_learner(learner, {{"smoothing", 0.5}})->fit(views, sample, {}).weights.at(0);
    REQUIRE(w.size() == 4 + 2 + 2 + 8);
    const auto p = [&](std::size_t at) { return std::exp(w[at]); };
    CHECK(p(0) == Approx(3.5 / 7));    // A/A, of 5 pairs
    CHECK(p(1) == Approx(2.5 / 7));    // A/B
    CHECK(p(2) == Approx(0.5 / 7));    // B/A
    CHECK(p(4) == Approx(0.5 / 2));    // A alone
    CHECK(p(5) == Approx(1.5 / 2));    // B alone
    CHECK(p(6) == Approx(0.5 / 1));    // nothing of the second
    CHECK(p(8) == Approx(5.5 / 7.5));  // a pair behind a pair, or at the begin
    CHECK(p(9) == Approx(1.5 / 7.5));
    CHECK(p(10) == Approx(0.5 / 7.5));
    CHECK(p(11) == Approx(1.0 / 3));
    CHECK(p(14) == Approx(1.0 / 2));
  }
}

TEST_CASE("expectation maximisation of a pair hidden Markov model lowers its objective",
          "[learners][alignment]") {
  const SmallInstance instance = small_instances("alignment", 6003).front();
  const Views views = find_problem("alignment")->make(instance.options, instance.data);
  Sample sample;
  sample.labeled.push_back({0, instance.outputs(0).front()});
  for (InputId x = 1; x < views.joint().num_inputs(); ++x) sample.unlabeled.push_back(x);
  const Fitted fitted =
      make_learner("pair_hmm", {{"rounds", 50}, {"unlabeled_weight", 1}})->fit(views, sample, {});
  REQUIRE(fitted.report.history.size() > 2);
  for (std::size_t round = 1; round < fitted.report.history.size(); ++round) {
    const double before = fitted.report.history[round - 1].at("primal");
    CHECK(fitted.report.history[round].at("primal").get<double>() <= before + 1e-9);
  }
}

TEST_CASE("a substitution matrix scores pairs, and a gap of k positions costs what BLAST says",
          "[learners][alignment]") {
  SequencePairs data = plain_pairs({{{0, 1, 1, 0}, {0, 0}}, {{0, 1}, {0, 0}}}, 2);
  data.substitution_scores = {4, -1, -2, 5};
  Sample sample;
  sample.labeled.push_back({0, {{kPair, kFirst, kFirst, kPair}}});
  const auto fit = [&](const SequencePairs& pairs, const Json& options) {
    const Views views = alignments_of(pairs);
    const Vector w =
        make_learner("substitution_matrix", options)->fit(views, sample, {}).weights.at(0);
    return Vector{views.joint().score(0, {{kPair, kFirst, kFirst, kPair}}, w),
                  views.joint().score(1, {{kPair, kPair}}, w),
                  views.joint().score(1, {{kFirst, kFirst, kSecond, kSecond}}, w)};
  };
  CHECK(fit(data, Json::object()) == Vector{4 - (11 + 2) + 4, 4 - 2, -13 - 13});
  CHECK(fit(data, {{"gap_open", 0}, {"gap_extend", 0.5}}) == Vector{8 - 1, 2, -2});
  data.symmetric = true;
  CHECK(fit(data, Json::object()) == Vector{4 - (11 + 2) + 4, 4 - 2, -13 - 13});
  data.views[0].feature_of_entry[0][1] = 2;  // as B against A, which has another score
  CHECK_THROWS_WITH(fit(data, Json::object()), Contains("needs equal substitution scores"));
  data.substitution_scores.clear();
  CHECK_THROWS_WITH(fit(data, Json::object()), Contains("needs known substitution scores"));
}

TEST_CASE("a structural SVM finds what aligns sequences with a planted substitution matrix",
          "[learners][alignment]") {
  // Letters 0 .. 3 go with their like, and the truth is the best alignment by scores that seldom
  // tie.
  Dice dice(6004);
  std::vector<std::pair<std::vector<int>, std::vector<int>>> sequences;
  for (int x = 0; x < 60; ++x) {
    std::vector<int> first, second;
    for (int t = 0; t < 25; ++t) {
      const int letter = dice.range(0, 3), change = dice.range(0, 9);
      if (change != 0) first.push_back(letter);
      if (change != 1) second.push_back(change == 2 ? dice.range(0, 3) : letter);
    }
    sequences.emplace_back(first, second);
  }
  for (const char* type : {"global", "local"}) {
    SequencePairs data = plain_pairs(sequences, 4);
    for (int p = 0; p < 4; ++p) {
      for (int q = 0; q < 4; ++q)
        data.substitution_scores.push_back(p == q ? 3 + 0.17 * p : -2 - 0.07 * (4 * p + q));
    }
    const Views views = alignments_of(data, {{"mode", type}, {"loss", "q"}});
    const Vector planted =
        dynamic_cast<const KnownWeights&>(views.joint())
            .known_weights({"known substitution scores", {{"gap_open", 3.3}, {"gap_extend", 1.1}}});
    Sample sample;
    std::vector<Output> truth;
    for (InputId x = 0; x < 60; ++x) truth.push_back(views.joint().decode(x, planted).output);
    for (InputId x = 0; x < 30; ++x)
      sample.labeled.push_back({x, truth[static_cast<std::size_t>(x)]});
    const auto mean_loss = [&](const Vector& w, InputId first) {  // of 30 inputs
      double sum = 0;
      for (InputId x = first; x < first + 30; ++x)
        sum += views.joint().loss(x, truth[static_cast<std::size_t>(x)],
                                  views.joint().decode(x, w).output);
      return sum / 30;
    };
    const double untrained = mean_loss(Vector(planted.size(), 0.0), 30);
    for (const Json& options :
         {Json{{"C", 100}, {"gap", 0.01}}, Json{{"C", 100}, {"gap", 0.01}, {"rescaling", "slack"}},
          Json{{"C", 100}, {"gap", 0.01}, {"slack_norm", 2}}}) {
      const Fitted fitted = make_learner("structural_svm", options)->fit(views, sample, {});
      const Vector w = stack(fitted.weights);
      INFO(type << options.dump() << ": " << mean_loss(w, 0) << ", " << mean_loss(w, 30) << " of "
                << untrained);
      CHECK(fitted.report.converged);
      CHECK(mean_loss(w, 0) < 0.04);
      CHECK(mean_loss(w, 30) < 0.15);
      CHECK(untrained > 0.5);
    }
  }
}
