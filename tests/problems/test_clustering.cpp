// Clustering against its formulas, written out once more, and against all partitions of a set.
#include <catch2/catch.hpp>

#include <cmath>
#include <set>

#include "costruct/contract/augmentations.hpp"
#include "costruct/core/decode/clusterings/correlation_clustering.hpp"
#include "costruct/core/interfaces/pair_decisions.hpp"
#include "costruct/core/interfaces/relaxed_decoder.hpp"
#include "costruct/core/interfaces/single_moves.hpp"
#include "costruct/problems/clustering/partition_loss.hpp"
#include "costruct/problems/clustering/partitions.hpp"
#include "support/enumerate.hpp"
#include "support/object_sets.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

const std::vector<std::string> kLosses = {"total", "rand"};

Vector dense(const SparseVector& phi, Index dimension) {
  Vector all(dimension, 0.0);
  for (std::size_t i = 0; i < phi.index.size(); ++i) all.at(phi.index[i]) += phi.value[i];
  return all;
}

bool close(double a, double b) {
  return std::abs(a - b) <= 1e-10 * (1 + std::abs(b));
}

/// Features of objects a > b that need no memory: of sets that are not kept.
class FormulaPairs final : public clustering::PairFeatures {
 public:
  Index count() const override { return 3; }
  void compute(Index a, Index b, std::span<float> psi) const override {
    const Index high = std::max(a, b), low = std::min(a, b);
    for (Index i = 0; i < 3; ++i)
      psi[i] = static_cast<float>((7 * high + 3 * low + i * high * low) % 11 - 6);
  }
};

double metric(const std::string& name, const std::vector<Output>& truth,
              const std::vector<Output>& predicted, const std::vector<Vector>& notes = {}) {
  const Json options = Json::object();
  const ProblemEntry& entry = *find_problem("clustering");
  for (const OutputMetric& each : entry.metrics) {
    if (each.info.name == name) return each.compute({truth, predicted, {}, options, notes});
  }
  throw std::logic_error("no metric " + name);
}

Vector note(const std::string& name, const StructuredProblem& problem, InputId x,
            const Output& truth, const Vector& w) {
  const ProblemEntry& entry = *find_problem("clustering");
  for (const OutputMetric& each : entry.metrics) {
    if (each.info.name == name) return each.note(problem, x, truth, w);
  }
  throw std::logic_error("no metric " + name);
}

/// Hubert & Arabie 1985, from the pairs one by one: 2 (a e - b c) / ((a + b) (b + e) + (a + c) (c +
/// e)). a pairs are together in both, b in the truth alone, c in the other alone, and e in none.
double direct_adjusted_rand(const Output& truth, const Output& predicted) {
  double a = 0, b = 0, c = 0, e = 0;
  for (Index j = 0; j < std::ssize(truth.parts); ++j) {
    for (Index k = 0; k < j; ++k) {
      const double t = together(truth, j, k), p = together(predicted, j, k);
      a += t * p;
      b += t * (1 - p);
      c += (1 - t) * p;
      e += (1 - t) * (1 - p);
    }
  }
  const double below = (a + b) * (b + e) + (a + c) * (c + e);
  return below == 0 ? 1 : 2 * (a * e - b * c) / below;
}

}  // namespace

TEST_CASE("joint features are sums over the pairs of clusters", "[problems][clustering]") {
  Dice dice(1);
  const FeatureLists one = {{0, 1, 2, 3}}, two = {{0, 3}, {1, 2}},
                     overlapping = {{1, 2}, {0, 1, 2}, {2}};
  for (const FeatureLists& features : {one, two, overlapping}) {
    for (const bool bias : {false, true}) {
      const SetsOfObjects data({4, 0, 1, 5, 2}, features, Numbers::kIntegers, dice);
      const Views views = data.views({{"bias", bias}});
      REQUIRE(views.count() == std::ssize(features));
      const auto check = [&](const StructuredProblem& problem, const FeatureLists& of_views) {
        for (InputId x = 0; x < 5; ++x) {
          const Vector w = dice.vector(problem.dimension(), Numbers::kReals);
          for (const Output& y : all_partitions(data.size(x))) {
            const Vector phi = data.joint_feature(x, y, bias, of_views);
            REQUIRE(std::ssize(phi) == problem.dimension());
            CHECK(dense(problem.joint_feature(x, y), problem.dimension()) == phi);
            CHECK(close(problem.score(x, y, w), dot(phi, w)));
          }
        }
      };
      check(views.joint(), features);
      for (Index v = 0; v < views.count(); ++v) check(views[v], {features[v]});
    }
  }
}

TEST_CASE("pairs have the features and scores of their objects", "[problems][clustering]") {
  Dice dice(2);
  for (const bool bias : {false, true}) {
    const SetsOfObjects data({5, 0, 1, 6}, {{0, 2}, {1}}, Numbers::kReals, dice);
    const Views views = data.views({{"bias", bias}});
    const StructuredProblem& problem = views.joint();
    const auto& pairs = dynamic_cast<const PairDecisions&>(problem);
    const Vector w = dice.vector(problem.dimension(), Numbers::kReals);
    for (InputId x = 0; x < 4; ++x) {
      const Index T = data.size(x);
      REQUIRE(pairs.num_pairs(x) == T * (T - 1) / 2);
      Vector scores(pairs.num_pairs(x)), psi(w.size(), 77.0);
      pairs.pair_scores(x, w, scores);
      const Output y = random_partition(T, dice);
      Index p = 0;
      for (Index j = 0; j < T; ++j) {
        for (Index k = 0; k < j; ++k, ++p) {
          pairs.pair_features(x, p, psi);
          CHECK(psi == data.psi(x, j, k, bias));
          CHECK(close(scores[p], dot(psi, w)));
          CHECK(pairs.is_together(x, y, p) == (y.parts[j] == y.parts[k]));
        }
      }
    }
  }
  Index pair = 0;
  for (Index j = 0; j < 3000; ++j) {
    for (const Index k : {Index{0}, j / 2, j - 1}) {
      if (k < 0 || k >= j) continue;
      CHECK(clustering::objects_of_pair(pair + k) == std::pair(j, k));
    }
    pair += j;
  }
}

TEST_CASE("losses of partitions are those of the text", "[problems][clustering]") {
  using clustering::Loss, clustering::PartitionLoss;
  const auto of = [](Loss loss, const Output& y, const Output& y_hat) {
    return PartitionLoss(loss, y)(y_hat);
  };
  // {0, 1, 2}, {3}: of a pair within the three, two others are left; of a pair with 3, all three.
  const Output y{{0, 0, 0, 1}};
  CHECK(of(Loss::kTotal, y, y) == 0);
  CHECK(of(Loss::kTotal, y, {{0, 0, 0, 0}}) == Approx(3 * (1 / 3.0)));  // 3 joins: one object wrong
  CHECK(of(Loss::kTotal, y, {{0, 0, 1, 2}}) ==
        Approx(2 * (1 / 2.0)));  // 2 leaves: one object wrong
  CHECK(of(Loss::kTotal, y, {{0, 1, 2, 3}}) == Approx(3 * (1 / 2.0)));
  CHECK(of(Loss::kTotal, y, {{0, 0, 1, 1}}) == Approx(2 * (1 / 2.0) + 1 / 3.0));
  CHECK(of(Loss::kRand, y, {{0, 0, 0, 0}}) == Approx(3 / 6.0));
  CHECK(of(Loss::kRand, y, {{0, 0, 1, 2}}) == Approx(2 / 6.0));
  // Singletons: [y]_kk = 1, so that the denominators are 1. A pair counts by the cluster of the
  // earlier one.
  CHECK(of(Loss::kTotal, {{0, 1, 2}}, {{0, 0, 0}}) == 3);
  CHECK(of(Loss::kTotal, {{0, 1}}, {{0, 0}}) == 1);
  CHECK(of(Loss::kTotal, {{0, 0}}, {{0, 1}}) == 1);
  CHECK(of(Loss::kTotal, {{0, 1, 1, 1}}, {{0, 0, 1, 1}}) == Approx(1 + 2 / 2.0));  // 1 / |{0}|
  CHECK(of(Loss::kTotal, {{0, 0, 0, 1}}, {{0, 0, 1, 1}}) ==
        Approx(1 / 3.0 + 2 / 2.0));  // 1 / |{0, 1, 2}|
  for (const Loss loss : {Loss::kTotal, Loss::kRand}) {
    CHECK(of(loss, {}, {}) == 0);
    CHECK(of(loss, {{0}}, {{0}}) == 0);
    const std::string& name = kLosses[loss == Loss::kRand];
    for (const Index T : {2, 3, 4, 5}) {
      const auto all = all_partitions(T);
      for (const Output& truth : all) {
        for (Index j = 0; j < T; ++j) {
          for (Index k = 0; k < j; ++k)
            CHECK(PartitionLoss(loss, truth).of_pair(j, k) == Approx(pair_cost(name, truth, j, k)));
        }
        for (const Output& other : all)
          CHECK(close(of(loss, truth, other), partition_loss(name, truth, other)));
      }
    }
  }
}

TEST_CASE("exact decoding of sets of six and seven is that of all partitions",
          "[problems][clustering]") {
  for (const Index T : {6, 7}) {
    Dice dice(T);
    const auto all = all_partitions(T);
    const SetsOfObjects data({T, T}, {{0, 1}, {2}}, Numbers::kReals, dice);
    for (const std::string& loss : kLosses) {
      const Views views = data.views({{"loss", loss}, {"decoder", "exact"}, {"set_size", T}});
      const StructuredProblem& problem = views.joint();
      for (InputId x = 0; x < 2; ++x) {
        const Vector w = dice.vector(problem.dimension(), Numbers::kReals);
        const auto f = [&](const Output& y) { return dot(data.joint_feature(x, y, true), w); };
        const Decoded best = best_of(all, f), found = problem.decode(x, w);
        CHECK(found.output == best.output);
        CHECK(close(found.value, best.value));
        const Output y = all[dice.range(0, static_cast<int>(all.size()) - 1)];
        for (const Augmentation augmentation : all_augmentations()) {
          CAPTURE(T, loss, name_of(augmentation), y);
          const Decoded worst = best_of(all, [&](const Output& y_hat) {
            return reference_augmented(partition_loss(loss, y, y_hat), f(y_hat), f(y),
                                       augmentation);
          });
          const Decoded augmented = problem.loss_augmented_decode(x, y, w, augmentation);
          CHECK(augmented.output == worst.output);
          CHECK(close(augmented.value, worst.value));
        }
      }
    }
  }
}

TEST_CASE("relaxed decoding bounds all partitions, greedy decoding attains what it says",
          "[problems][clustering]") {
  Dice dice(8);
  std::vector<std::string> decoders = {"sequential", "agglomerative"};
  if (!linear_program_unavailable()) decoders.emplace_back("lp");
  const SetsOfObjects data({6, 4, 5, 0, 1}, {{0, 1, 2}}, Numbers::kReals, dice);
  for (const std::string& loss : kLosses) {
    for (const std::string& decoder : decoders) {
      const Views views = data.views({{"loss", loss}, {"decoder", decoder}});
      const StructuredProblem& problem = views.joint();
      for (InputId x = 0; x < 5; ++x) {
        const auto all = all_partitions(data.size(x));
        for (int repetition = 0; repetition < 10; ++repetition) {
          const Vector w = dice.vector(problem.dimension(), Numbers::kReals);
          const Output y = random_partition(data.size(x), dice);
          const auto f = [&](const Output& z) { return dot(data.joint_feature(x, z, true), w); };
          const auto value = [&](const Output& z) { return partition_loss(loss, y, z) + f(z); };
          CAPTURE(loss, decoder, x, y);
          const double best = best_of(all, f).value, worst = best_of(all, value).value;
          const Decoded plain = problem.decode(x, w);
          CHECK(is_partition(plain.output, data.size(x)));
          CHECK(close(plain.value, f(plain.output)));
          CHECK(plain.value <= best + 1e-10);
          const Decoded found = problem.loss_augmented_decode(x, y, w, {});
          CHECK(is_partition(found.output, data.size(x)));
          if (decoder == "lp") {
            CHECK(found.value >= worst - 1e-9);
            const RelaxedOutput z =
                dynamic_cast<const RelaxedDecoder&>(problem).most_violated_relaxed(x, y, w, {});
            CHECK(z.loss >= 0);
            CHECK(close(z.loss - dot(z.difference, w), found.value - f(y)));
          } else {
            CHECK(close(found.value, value(found.output)));
            CHECK(found.value <= worst + 1e-10);
          }
          for (const Augmentation augmentation : all_augmentations()) {
            const bool plain_margin =
                augmentation.rescaling == Rescaling::kMargin && augmentation.slack_norm == 1;
            CHECK(problem.loss_augmentation_unavailable(augmentation).has_value() == !plain_margin);
          }
        }
      }
    }
  }
}

TEST_CASE("the most violated move is the best of all places of an object",
          "[problems][clustering]") {
  for (const Numbers numbers : {Numbers::kIntegers, Numbers::kReals, Numbers::kZeros}) {
    Dice dice(9);
    for (const bool bias : {false, true}) {
      const SetsOfObjects data({6, 1, 2, 4, 6}, {{0}, {1, 2}}, numbers, dice);
      for (const std::string& loss : kLosses) {
        const Views views = data.views({{"loss", loss}, {"bias", bias}});
        const StructuredProblem& problem = views.joint();
        const auto& moves = dynamic_cast<const SingleMoves&>(problem);
        for (InputId x = 0; x < 5; ++x) {
          const Index T = data.size(x);
          REQUIRE(moves.num_objects(x) == T);
          std::vector<Output> references = {Output{std::vector<int>(T, 0)},
                                            all_partitions(T).back()};
          for (int i = 0; i < 4; ++i) references.push_back(random_partition(T, dice));
          for (const Output& y : references) {
            const Vector w = dice.vector(problem.dimension(), numbers);
            const auto f = [&](const Output& z) { return dot(data.joint_feature(x, z, bias), w); };
            for (Index object = 0; object < T; ++object) {
              const auto all = with_object_moved(y, object);
              for (const Augmentation augmentation : all_augmentations()) {
                CAPTURE(loss, bias, x, y, object, name_of(augmentation));
                const double offset = augmentation.rescaling == Rescaling::kMargin ? f(y) : 0;
                const auto violation = [&](const Output& z) {
                  return reference_augmented(partition_loss(loss, y, z), f(z), f(y), augmentation) -
                         offset;
                };
                const Decoded expected = best_of(all, violation);
                const Decoded found = moves.most_violated_move(x, y, object, w, augmentation);
                CHECK(std::find(all.begin(), all.end(), found.output) != all.end());
                CHECK(close(found.value, expected.value));
                CHECK(close(violation(found.output), expected.value));
                // Sums are exact where all is 0 but the loss: ties go to the smallest.
                if (numbers == Numbers::kZeros && loss == "rand")
                  CHECK(found.output == expected.output);
              }
            }
          }
        }
      }
    }
  }
}

TEST_CASE("moves go to new clusters, out of singletons, and nowhere", "[problems][clustering]") {
  Dice dice(10);
  const SetsOfObjects data({3}, {{0}}, Numbers::kZeros, dice);
  const Views views = data.views({{"loss", "total"}});
  const auto& moves = dynamic_cast<const SingleMoves&>(views.joint());
  const auto move = [&](const Output& y, Index object, double bias) {
    return moves.most_violated_move(0, y, object, Vector{0, bias}, {});
  };
  CHECK(move({{0, 0, 0}}, 1, 0).output == Output{{0, 1, 0}});  // a new cluster, renumbered
  CHECK(move({{0, 0, 0}}, 0, 0).output == Output{{0, 1, 1}});
  CHECK(move({{0, 0, 0}}, 0, 0).value == 1);                    // two pairs of 1/2
  CHECK(move({{0, 1, 1}}, 0, 0).output == Output{{0, 0, 0}});   // out of a singleton
  CHECK(move({{0, 1, 1}}, 0, -9).output == Output{{0, 1, 1}});  // y itself
  CHECK(move({{0, 1, 1}}, 0, -9).value == 0);
  CHECK(move({{0, 1, 2}}, 2, 0).output == Output{{0, 1, 0}});  // {0, 2} or {1, 2}: the smaller
  CHECK(move({{0, 1, 2}}, 0, 0).output == Output{{0, 0, 1}});
}

TEST_CASE("sets that are too large to be kept are the same as those that are kept",
          "[problems][clustering]") {
  constexpr Index T = 520;
  static_assert(T > clustering::ObjectSets::kMostKept);
  const auto features = std::make_shared<FormulaPairs>();
  std::vector<Index> large(T), small;
  for (Index j = 0; j < T; ++j) large[j] = (j * 7) % T;
  for (Index j = 0; j < 40; ++j) small.push_back(large[13 * j]);
  const FeatureLists lists = {{0, 2}, {1}};
  const auto sets = std::make_shared<clustering::ObjectSets>(
      features, std::vector<std::vector<Index>>{large, small}, lists);
  const Views views = find_problem("clustering")->make({{"set_size", 0}}, sets);
  const StructuredProblem& problem = views.joint();
  const auto& pairs = dynamic_cast<const PairDecisions&>(problem);
  const Vector w = {0.5, -0.25, 0.125, 0.75, 0.5};  // features 0 and 2, bias, feature 1, bias
  Vector of_large(pairs.num_pairs(0)), of_small(pairs.num_pairs(1));
  pairs.pair_scores(0, w, of_large);
  pairs.pair_scores(1, w, of_small);
  std::vector<float> psi(3);
  Index wrong = 0, differ = 0;
  Vector sums(5, 0.0);
  Output all_in_three;
  for (Index j = 0; j < T; ++j) all_in_three.parts.push_back(static_cast<int>(j % 3));
  for (Index j = 0; j < T; ++j) {
    for (Index k = 0; k < j; ++k) {
      features->compute(large[j], large[k], psi);
      const double score = 0.5 * psi[0] - 0.25 * psi[2] + 0.75 * psi[1] + 0.625;
      wrong += of_large[pair_index(j, k)] != score;
      if (j % 13 == 0 && k % 13 == 0) differ += of_small[pair_index(j / 13, k / 13)] != score;
      if (j % 3 != k % 3) continue;
      const Vector row = {psi[0], psi[2], 1, psi[1], 1};
      for (std::size_t i = 0; i < row.size(); ++i) sums[i] += row[i];
    }
  }
  CHECK(wrong == 0);
  CHECK(differ == 0);
  CHECK(dense(problem.joint_feature(0, all_in_three), 5) == sums);
  CHECK(problem.decode(0, w).output == sequential_partition(T, of_large, 0).output);
}

TEST_CASE("metrics of partitions", "[problems][clustering]") {
  const Output one{{0, 0, 0, 1}}, other{{0, 0, 1, 1}};
  const std::vector<Output> truth = {one, {{0, 1}}, {}, {{0}}},
                            predicted = {other, {{0, 0}}, {}, {{0}}};
  CHECK(metric("object_error", truth, predicted) == Approx((1 + 1 / 3.0 + 1) / 7));
  CHECK(metric("rand_error", truth, predicted) == Approx((3 / 6.0 + 1 + 0 + 0) / 4));
  CHECK(metric("wrong_edges", truth, predicted) == Approx((3 + 1) / 4.0));
  CHECK(metric("pair_f1", truth, predicted) == Approx(2 * 1 / (3.0 + 3)));
  // Nothing to be wrong about.
  const std::vector<std::vector<Output>> sets = {
      {}, {Output{}}, {{{0}}, {{0}}}, {one, {{0, 1, 2}}, {{0, 0}}}};
  for (const auto& same : sets) {
    CAPTURE(same);
    for (const char* name : {"object_error", "rand_error", "wrong_edges"})
      CHECK(metric(name, same, same) == 0);
    CHECK(metric("pair_f1", same, same) == 1);
    CHECK(metric("adjusted_rand", same, same) == (same.empty() ? 0 : 1));
  }
  CHECK(metric("pair_f1", {{{0, 1}}}, {{{0, 1}}}) == 1);  // 0 / 0: no pair, and none is claimed
  CHECK(metric("pair_f1", {{{0, 1}}}, {{{0, 0}}}) == 0);
  // scikit-learn's manual: adjusted_rand_score([0, 0, 1, 2], [0, 0, 1, 1]) = 0.57...
  CHECK(metric("adjusted_rand", {{{0, 0, 1, 2}}}, {{{0, 0, 1, 1}}}) == Approx(4 / 7.0));
  CHECK(metric("adjusted_rand", {{{0, 0, 0, 0}}}, {{{0, 1, 2, 3}}}) == 0);
  CHECK(metric("adjusted_rand", {{{0, 0, 1, 1}}}, {{{0, 1, 0, 1}}}) == Approx(-0.5));
  for (const Output& y : all_partitions(5)) {
    for (const Output& y_hat : all_partitions(5))
      CHECK(metric("adjusted_rand", {y}, {y_hat}) ==
            Approx(direct_adjusted_rand(y, y_hat)).margin(1e-12));
  }
}

TEST_CASE("edges before decoding, and those that it overrules", "[problems][clustering]") {
  Dice dice(11);
  const SetsOfObjects data({6, 0, 1, 5}, {{0, 1}, {2}}, Numbers::kIntegers, dice);
  for (const auto& [decoder, numbers] :
       {std::pair("sequential", Numbers::kIntegers), std::pair("agglomerative", Numbers::kIntegers),
        std::pair("exact", Numbers::kReals), std::pair("sequential", Numbers::kZeros)}) {
    const Views views = data.views({{"decoder", decoder}, {"set_size", 6}});
    const StructuredProblem& problem = views.joint();
    const Vector w =
        dice.vector(problem.dimension(), numbers);  // 0 is not positive: it asks to be apart
    std::vector<Output> truth;
    std::vector<Vector> before, overruled;
    double wrong = 0, changed = 0;
    for (InputId x = 0; x < 4; ++x) {
      const Output y = random_partition(data.size(x), dice), found = problem.decode(x, w).output;
      truth.push_back(y);
      before.push_back(note("wrong_edges_before", problem, x, y, w));
      overruled.push_back(note("overruled_edges", problem, x, y, w));
      for (Index j = 0; j < data.size(x); ++j) {
        for (Index k = 0; k < j; ++k) {
          const bool positive = dot(data.psi(x, j, k, true), w) > 0;
          wrong += positive != (together(y, j, k) == 1);
          changed += positive != (together(found, j, k) == 1);
        }
      }
    }
    CHECK(metric("wrong_edges_before", truth, truth, before) == wrong / 4);
    CHECK(metric("overruled_edges", truth, truth, overruled) == changed / 4);
  }
  CHECK(metric("wrong_edges_before", {}, {}) == 0);
  CHECK(metric("overruled_edges", {}, {}) == 0);
}
