// Pseudo-labels that keep shares of labels: assignments against sorting and enumeration, the
// descent against the definition of its objective, and what learners do with them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/learners/shared/kept_shares.hpp"
#include "costruct/problems/catalog.hpp"
#include "support/fits.hpp"
#include "support/labeled_data.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;
using Catch::Contains;

namespace {

Vector random_scores(Dice& dice, Index inputs, Index labels, Numbers numbers) {
  return dice.vector(inputs * labels, numbers);
}

double total(const Vector& scores, const std::vector<int>& labels, Index K) {
  double sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) sum += scores[i * K + labels[i]];
  return sum;
}

std::vector<Index> counts_of(const std::vector<int>& labels, Index K) {
  std::vector<Index> counts(K, 0);
  for (const int label : labels) ++counts[label];
  return counts;
}

/// The best total over all assignments of these counts.
double best_total(const Vector& scores, const std::vector<Index>& counts) {
  const auto K = static_cast<Index>(counts.size()), M = static_cast<Index>(scores.size()) / K;
  double best = -std::numeric_limits<double>::infinity();
  for (const Output& y : all_labelings(M, K)) {
    if (counts_of(y.parts, K) == counts) best = std::max(best, total(scores, y.parts, K));
  }
  return best;
}

/// By how much the label of each input is ahead of all others, at the offsets; the least of all
/// inputs.
double least_margin(const Vector& scores, const LabelAssignment& found, Index K) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < found.labels.size(); ++i) {
    const int label = found.labels[i];
    for (Index k = 0; k < K; ++k) {
      if (k == label) continue;
      least = std::min(least, scores[i * K + label] + found.offsets[label] - scores[i * K + k] -
                                  found.offsets[k]);
    }
  }
  return least;
}

/// D by its definition, outputs enumerated.
double objective(const StructuredProblem& problem, const std::vector<InputId>& inputs,
                 const PartData& data, const Vector& w, const Vector& shares,
                 const Vector& offsets) {
  double sum = 0, parts = 0;
  for (const InputId x : inputs) {
    const Index T = data.views[0].length(x);
    double best = -std::numeric_limits<double>::infinity();
    for (const Output& y : all_labelings(T, static_cast<Index>(shares.size()))) {
      double value = problem.score(x, y, w);
      for (const int label : y.parts) value += offsets[label];
      best = std::max(best, value);
    }
    sum += best;
    parts += static_cast<double>(T);
  }
  double at = sum / parts;
  for (std::size_t k = 0; k < shares.size(); ++k) at -= shares[k] * offsets[k];
  return at;
}

std::vector<InputId> all_inputs(const LabeledData& data) {
  std::vector<InputId> inputs;
  for (std::size_t i = 0; i < data.truth.size(); ++i) inputs.push_back(static_cast<InputId>(i));
  return inputs;
}

/// 240 points of two labels, of which the second is a quarter; the first 16 are labeled. Their two
/// features of each view overlap.
struct Unequal {
  explicit Unequal(Index views, std::uint64_t seed) {
    Dice dice(seed);
    parts.labels = {"many", "few"};
    for (Index v = 0; v < views; ++v) {
      FeatureTable table;
      table.num_features = 3;
      parts.views.push_back(std::move(table));
    }
    for (Index i = 0; i < 240; ++i) {
      const int label = i % 4 == 3;
      truth.push_back({{label}});
      for (FeatureTable& table : parts.views) {
        for (int j = 0; j < 3; ++j) {
          table.feature.push_back(j);
          table.value.push_back(j == 2 ? 1.0 : (label == j ? 1.0 : 0.0) + dice.real());
        }
        table.end_part();
        table.end_example();
      }
    }
  }
  Views problem() const { return make_views("multiclass", Json::object(), parts); }
  Sample sample() const { return test::split(truth, 16, 224); }

  PartData parts;
  std::vector<Output> truth;
};

}  // namespace

TEST_CASE("two labels: an assignment is the inputs of largest difference", "[shares]") {
  for (const Numbers numbers : {Numbers::kReals, Numbers::kIntegers}) {
    for (const Index M : {1, 2, 3, 10, 57}) {
      Dice dice(31 + static_cast<std::uint64_t>(M));
      const Vector scores = random_scores(dice, M, 2, numbers);
      Vector sorted;
      for (Index i = 0; i < M; ++i) sorted.push_back(scores[2 * i + 1] - scores[2 * i]);
      std::sort(sorted.rbegin(), sorted.rend());
      for (Index second = 0; second <= M; ++second) {
        INFO(M << " inputs, " << second << " of the second label");
        const LabelAssignment found = assign_labels(scores, {M - second, second});
        CHECK(counts_of(found.labels, 2) == std::vector<Index>{M - second, second});
        double least = std::numeric_limits<double>::infinity(), most = -least;
        for (Index i = 0; i < M; ++i) {
          const double ahead = scores[2 * i + 1] - scores[2 * i];
          if (found.labels[i] == 1) least = std::min(least, ahead);
          if (found.labels[i] == 0) most = std::max(most, ahead);
        }
        CHECK(least >= most);
        CHECK(found.offsets[0] + found.offsets[1] == Approx(0).margin(1e-12));
        const double offset = found.offsets[0] - found.offsets[1];  // against the second label
        if (second > 0 && second < M) {
          CHECK(offset == Approx((sorted[second - 1] + sorted[second]) / 2).margin(1e-12));
        } else {
          CHECK((second == 0 ? offset > sorted.front() : offset < sorted.back()));
        }
      }
    }
  }
}

TEST_CASE("more labels: an assignment has the best total of all with its counts", "[shares]") {
  for (const Numbers numbers : {Numbers::kReals, Numbers::kIntegers}) {
    for (const auto& [M, K] : {std::pair<Index, Index>{1, 3}, {5, 3}, {7, 3}, {6, 4}, {4, 1}}) {
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        Dice dice(100 + seed);
        const Vector scores = random_scores(dice, M, K, numbers);
        for (int draw = 0; draw < 12; ++draw) {
          std::vector<Index> counts(K, 0);
          for (Index i = 0; i < M; ++i) ++counts[dice.range(0, static_cast<int>(draw % K))];
          const LabelAssignment found = assign_labels(scores, counts);
          INFO(M << " inputs, " << K << " labels, seed " << seed << ", draw " << draw);
          CHECK(counts_of(found.labels, K) == counts);
          CHECK(total(scores, found.labels, K) == Approx(best_total(scores, counts)).margin(1e-9));
          const double margin = least_margin(scores, found, K);
          CHECK(margin >= -1e-9);
          if (numbers == Numbers::kReals && K > 1)
            CHECK(margin > 1e-9);  // no ties: nobody on the border
        }
      }
    }
  }
}

TEST_CASE("the descent to shares lowers a convex objective until they are met", "[shares]") {
  Dice dice(77);
  std::vector<Index> lengths;
  for (int i = 0; i < 200; ++i) lengths.push_back(dice.range(0, 5));
  const LabeledData data = small_sequences(dice, false, {6}, lengths);
  const Views views = make_views("sequence", Json::object(), data.parts);
  const StructuredProblem& problem = views.joint();
  const auto& offsets_of = dynamic_cast<const LabelOffsets&>(problem);
  const std::vector<InputId> inputs = all_inputs(data);
  for (const double scale : {1.0, 0.01, 100.0}) {
    Vector w = dice.vector(problem.dimension(), Numbers::kReals);
    for (double& each : w) each *= scale;
    for (const Vector& shares :
         {Vector{0.2, 0.3, 0.5}, Vector{0.9, 0.06, 0.04}, Vector{0, 0.4, 0.6}}) {
      INFO("scale " << scale << ", shares " << shares[0] << " " << shares[1]);
      Vector from = dice.vector(3, Numbers::kReals);
      const double before = objective(problem, inputs, data.parts, w, shares, from);
      const ShareOffsets found =
          descend_to_shares(offsets_of, inputs, w, shares, from, 0.01, 100, 2);
      CHECK(found.value <= before + 1e-9);
      CHECK(found.value ==
            Approx(objective(problem, inputs, data.parts, w, shares, found.offsets)));
      Vector counts(3, 0.0);
      double parts = 0;
      for (const InputId x : inputs) {
        for (const int label : offsets_of.decode_with(x, w, found.offsets).output.parts) {
          counts[label] += 1;
          parts += 1;
        }
      }
      for (std::size_t k = 0; k < 3; ++k) {
        CHECK(found.shares[k] == Approx(counts[k] / parts).margin(1e-12));
        CHECK(std::abs(found.shares[k] - shares[k]) <= 0.01);
      }
      CHECK(found.decodings % std::ssize(inputs) == 0);
      const ShareOffsets other =
          descend_to_shares(offsets_of, inputs, w, shares, from, 0.01, 100, 1);
      CHECK(same_bits(other.offsets, found.offsets));
      // Convex: below its chord.
      Vector between(3);
      for (std::size_t k = 0; k < 3; ++k) between[k] = 0.5 * (from[k] + found.offsets[k]);
      CHECK(objective(problem, inputs, data.parts, w, shares, between) <=
            0.5 * (before + found.value) + 1e-9);
    }
  }
}

TEST_CASE("shares are kept to a hundredth, by whoever asks", "[shares]") {
  const Unequal data(1, 5);
  const Views views = data.problem();
  const Sample sample = data.sample();
  Dice dice(6);
  const Vector w = dice.vector(views.joint().dimension(), Numbers::kReals);
  const auto share_of_few = [&](KeptShares& shares) {
    shares.fit(sample.unlabeled, w, 2);
    double few = 0;
    for (const InputId x : sample.unlabeled) few += shares.decode(x, w).output.parts[0];
    return few / static_cast<double>(sample.unlabeled.size());
  };
  KeptShares labeled(views.joint(), "labeled", sample.labeled, "test");
  CHECK(labeled.active());
  CHECK(share_of_few(labeled) == Approx(5.0 / 18).margin(0.005));  // 4 of 16, and one more of each
  KeptShares given(views.joint(), {{"few", 0.1}}, sample.labeled, "test");
  CHECK(share_of_few(given) == Approx(0.1).margin(0.005));
  KeptShares chosen(views.joint(), "auto", sample.labeled, "test");  // outputs are one label
  CHECK(chosen.active());
  CHECK(share_of_few(chosen) == share_of_few(labeled));
  KeptShares free(views.joint(), "free", sample.labeled, "test");
  CHECK(!free.active());
  CHECK(free.fit(sample.unlabeled, w, 1) == 0);
  for (const InputId x : sample.unlabeled)
    CHECK(free.decode(x, w).output == views.joint().decode(x, w).output);
  CHECK_THROWS_WITH(KeptShares(views.joint(), {{"fwe", 0.1}}, sample.labeled, "test"),
                    Contains("label_shares.fwe: no class of the data"));
  CHECK_THROWS_WITH(KeptShares(views.joint(), {{"few", 0}, {"many", 0}}, sample.labeled, "test"),
                    Contains("all labels of the data have the share 0"));
  const Vector overflowing(w.size(), 1e300);
  CHECK_THROWS_WITH(labeled.fit(sample.unlabeled, overflowing, 1), Contains("scores too large"));
}

TEST_CASE("an assignment ends where scores nearly tie, and misses the best total by rounding only",
          "[shares]") {
  const double tiny = 0.9e-12;
  Vector scores = {0,  -2, -1, 1,  -1, -1, -2, -1, -2, -1, 1,  -1, 0,  1,  2,
                   -2, 0,  -1, -1, -1, 1,  -2, 1,  2,  1,  -1, 1,  -1, -1, 1};
  for (double& score : scores) score *= tiny;
  const std::vector<Index> counts = {0, 1, 0, 1, 3, 0};
  const LabelAssignment found = assign_labels(scores, counts);
  CHECK(counts_of(found.labels, 6) == counts);
  CHECK(total(scores, found.labels, 6) == Approx(best_total(scores, counts)).epsilon(1e-9));
  Dice dice(17);
  for (int draw = 0; draw < 200; ++draw) {
    Vector near = dice.vector(30, Numbers::kIntegers);
    for (double& score : near) score *= 1.8e-12;
    for (Index k = 0; k < 6; ++k) near[k] += 1e4;  // sums that end in rounding
    const LabelAssignment each = assign_labels(near, counts);
    CHECK(counts_of(each.labels, 6) == counts);
  }
}

TEST_CASE("problems without labels have no shares to keep", "[shares][learners]") {
  const Json options = {{"label_shares", "labeled"}, {"Cu", 0.1}};
  for (const char* learner : {"co_svm", "self_training", "co_training", "gradient_co_svm"}) {
    for (const char* problem : {"parsing", "clustering"}) {
      INFO(learner << " on " << problem);
      const Needs needs = needs_of(*find_learner(learner), options);
      const SmallInstance instance = small_instances(problem, 1)[0];
      const Views views = find_problem(problem)->make(instance.options, instance.data);
      const auto why = unmet(Need::kLabelOffsets, views.joint());
      REQUIRE(why);
      CHECK_THAT(*why, Contains("offsets of labels (for label_shares)"));
      CHECK(std::count(needs.offers.begin(), needs.offers.end(), Need::kLabelOffsets) == 1);
    }
    CHECK_THROWS_AS(make_learner(learner, {{"label_shares", "equal"}}), ConfigError);
  }
}

TEST_CASE("auto keeps the shares of chains if one label has two thirds of the labeled parts",
          "[shares][learners]") {
  const auto resolved = [](const std::string& problem, const std::vector<std::vector<int>>& labels,
                           std::size_t labeled) {
    Dice dice(5);
    std::vector<Index> lengths;
    for (const std::vector<int>& each : labels) lengths.push_back(std::ssize(each));
    const LabeledData data = small_sequences(dice, true, {4}, lengths);
    const Views views = make_views(problem, Json::object(), data.parts);
    std::vector<LabeledExample> examples;
    for (std::size_t i = 0; i < labeled; ++i)
      examples.push_back({static_cast<InputId>(i), Output{labels[i]}});
    return resolved_label_shares("auto", views.joint(), examples);
  };
  CHECK(resolved("sequence", {{0, 0, 1}, {0, 0, 1}}, 2) == "labeled");
  CHECK(resolved("sequence", {{0, 0, 1}, {0, 0, 0, 1, 1}}, 2) == "free");  // 5 of 8
  CHECK(resolved("sequence", {{0, 0, 0}, {1, 1, 1, 1, 1}}, 1) == "labeled");
  CHECK(resolved("sequence", {{1, 1}}, 0) == "free");
  CHECK(resolved("multiclass", {{0}, {1}}, 2) == "labeled");
  CHECK(resolved("multiclass", {{0}, {1}}, 0) == "labeled");
  const SmallInstance trees = small_instances("parsing", 1)[0];
  const Views of_trees = find_problem("parsing")->make(trees.options, trees.data);
  CHECK(resolved_label_shares("auto", of_trees.joint(), {}) == "free");
  for (const char* value : {"free", "labeled"})
    CHECK(resolved_label_shares(value, of_trees.joint(), {}) == value);
}

TEST_CASE("with shares kept no label takes all", "[shares][learners]") {
  for (const char* name : {"co_svm", "self_training", "co_training", "gradient_co_svm"}) {
    const bool in_views = find_learner(name)->uses_views;
    Json options = {{"Cu", 1}};
    if (std::string(name) == "self_training" || std::string(name) == "co_training")
      options["learner"] = {{"type", "structural_svm"}};
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const Unequal data(in_views ? 2 : 1, seed);
      const Views views = data.problem();
      const Sample sample = data.sample();
      const auto share_of_few = [&](const Json& label_shares) {
        Json with = options;
        with["label_shares"] = label_shares;
        const Vector w =
            stack(make_learner(name, with)->fit(views, sample, with_threads(2)).weights);
        double few = 0;
        for (const InputId x : sample.unlabeled) few += views.joint().decode(x, w).output.parts[0];
        return few / static_cast<double>(sample.unlabeled.size());
      };
      INFO(name << ", seed " << seed << ", free: " << share_of_few("free"));
      const double kept = share_of_few({{"few", 0.25}});
      CHECK(kept > 0.15);
      CHECK(kept < 0.35);
    }
  }
}
