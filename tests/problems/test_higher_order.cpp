// Sequences of second and third order: what they share with first order, and what is too large for
// them.
#include <catch2/catch.hpp>

#include "costruct/contract/augmentations.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "support/enumerate.hpp"
#include "support/reference_model.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;
using Catch::Contains;

namespace {

void check_same(const Decoded& found, const Decoded& expected) {
  CHECK(found.output == expected.output);
  CHECK(same_bits(found.value + 0.0, expected.value + 0.0));  // + 0.0: -0 counts as 0
}

Json options_of(Index order, const std::string& loss) {
  return {{"order", order}, {"loss", loss}, {"eta", 2}, {"bias", true}, {"boundary", true}};
}

/// Sequences of the given lengths without any features.
PartData featureless(const std::vector<Index>& lengths, Index labels) {
  TinySpec spec;
  spec.lengths = lengths;
  spec.features = {0};
  spec.labels.assign(labels, "");
  for (Index k = 0; k < labels; ++k) spec.labels[k] = "label" + std::to_string(k);
  Dice dice(1);
  return tiny_data(spec, dice);
}

}  // namespace

TEST_CASE("order 1 is what a sequence has when nothing is said", "[problems][sequence][order]") {
  Dice dice(2);
  const PartData data = tiny_data({}, dice);
  const Views said = make_views("sequence", Json{{"order", 1}}, data);
  const Views unsaid = make_views("sequence", Json::object(), data);
  REQUIRE(said[0].dimension() == unsaid[0].dimension());
  const Vector w = dice.vector(said[0].dimension(), Numbers::kReals);
  for (InputId x = 0; x < said[0].num_inputs(); ++x) {
    check_same(said[0].decode(x, w), unsaid[0].decode(x, w));
    CHECK(said[0].joint_feature(x, dice.labeling(data.views[0].length(x), 3)).index.size() < 100);
  }
}

TEST_CASE("with zero weights for higher orders all decoders give the bits of first order",
          "[problems][sequence][order]") {
  for (const char* loss : {"zero_one", "hamming", "hamming_normalized", "f1_micro"}) {
    for (const Index order : {2, 3}) {
      Dice dice(3);
      TinySpec spec;
      spec.lengths = {0, 1, 2, 3, 4, 5, 12};
      spec.features = {4, 3};
      const PartData data = tiny_data(spec, dice);
      const Views first = make_views("sequence", options_of(1, loss), data);
      const Views higher = make_views("sequence", options_of(order, loss), data);
      std::vector<Vector> of_first, of_higher;
      for (Index v = 0; v < 2; ++v) {
        of_first.push_back(dice.vector(first[v].dimension(), Numbers::kReals));
        of_higher.push_back(of_first.back());  // its weights come first, the others behind
        of_higher.back().resize(higher[v].dimension(), 0.0);
      }
      const Vector w_first = stack(of_first), w_higher = stack(of_higher);
      const auto check = [&](const StructuredProblem& a, const Vector& w_a,
                             const StructuredProblem& b, const Vector& w_b) {
        for (InputId x = 0; x < a.num_inputs(); ++x) {
          INFO(loss << ", order " << order << ", input " << x);
          const Output y = dice.labeling(spec.lengths[x], 3);
          CHECK(same_bits(a.score(x, y, w_a) + 0.0, b.score(x, y, w_b) + 0.0));
          check_same(b.decode(x, w_b), a.decode(x, w_a));
          for (const Augmentation augmentation : all_augmentations()) {
            check_same(b.loss_augmented_decode(x, y, w_b, augmentation),
                       a.loss_augmented_decode(x, y, w_a, augmentation));
          }
          const auto other = dynamic_cast<const RunnerUpDecoder&>(b).runner_up(x, y, w_b);
          const auto expected = dynamic_cast<const RunnerUpDecoder&>(a).runner_up(x, y, w_a);
          REQUIRE(other.has_value() == expected.has_value());
          if (other) check_same(*other, *expected);
        }
      };
      for (Index v = 0; v < 2; ++v) check(first[v], of_first[v], higher[v], of_higher[v]);
      check(first.joint(), w_first, higher.joint(), w_higher);
    }
  }
}

TEST_CASE("a sequence of at most q tokens has no feature of order q",
          "[problems][sequence][order]") {
  const PartData data = featureless({0, 1, 2, 3, 4, 6}, 3);
  const Views first = make_views("sequence", Json::object(), data);
  const Views second = make_views("sequence", Json{{"order", 2}}, data);
  const Views third = make_views("sequence", Json{{"order", 3}}, data);
  CHECK(second[0].dimension() == first[0].dimension() + 27);
  CHECK(third[0].dimension() == second[0].dimension() + 81);
  Dice dice(4);
  for (InputId x = 0; x < 6; ++x) {
    const Index length = data.views[0].length(x);
    const Output y = dice.labeling(length, 3);
    const auto sum_between = [&](const StructuredProblem& problem, Index begin, Index end) {
      const SparseVector phi = problem.joint_feature(x, y);
      double sum = 0;
      for (std::size_t i = 0; i < phi.index.size(); ++i) {
        if (phi.index[i] >= begin && phi.index[i] < end) sum += phi.value[i];
      }
      return sum;
    };
    const auto count = [&](Index q) { return static_cast<double>(std::max<Index>(0, length - q)); };
    CHECK(sum_between(third[0], 0, first[0].dimension()) == count(1));
    CHECK(sum_between(third[0], first[0].dimension(), second[0].dimension()) == count(2));
    CHECK(sum_between(third[0], second[0].dimension(), third[0].dimension()) == count(3));
    CHECK(sum_between(second[0], first[0].dimension(), second[0].dimension()) == count(2));
  }
}

TEST_CASE("orders other than 1, 2 and 3 are config errors", "[problems][sequence][order]") {
  const PartData data = featureless({2}, 2);
  for (const char* order : {"0", "4", "-1", "1.5", "\"2\"", "null", "true"}) {
    INFO(order);
    CHECK_THROWS_AS(make_views("sequence", Json{{"order", Json::parse(order)}}, data), ConfigError);
  }
}

TEST_CASE("labels too many for an order are a config error that says how many",
          "[problems][sequence][order]") {
  CHECK_THROWS_AS(make_views("sequence", Json{{"order", 3}}, featureless({2}, 65)), ConfigError);
  CHECK_THROWS_WITH(make_views("sequence", Json{{"order", 3}}, featureless({2}, 65)),
                    Contains("problem.order = 3") && Contains("65^4") && Contains("16777216"));
  CHECK_THROWS_WITH(make_views("sequence", Json{{"order", 2}}, featureless({2}, 5000)),
                    Contains("5000^3"));
  CHECK(make_views("sequence", Json{{"order", 3}}, featureless({2}, 64))[0].dimension() ==
        64 * 64 + 64 * 64 * 64 + 64 * 64 * 64 * 64);
}

TEST_CASE("sequences too long for an order are a config error that says how long",
          "[problems][sequence][order]") {
  CHECK_THROWS_AS(make_views("sequence", Json{{"order", 3}}, featureless({2, 600}, 64)),
                  ConfigError);
  CHECK_THROWS_WITH(make_views("sequence", Json{{"order", 3}}, featureless({2, 600}, 64)),
                    Contains("600 tokens") && Contains("64 labels") && Contains("2 GiB"));
  CHECK_NOTHROW(make_views("sequence", Json{{"order", 2}}, featureless({2, 600}, 64)));
}

TEST_CASE("decoders per loss value say when higher orders make them too large",
          "[problems][sequence][order]") {
  const PartData data = featureless({100}, 22);  // 100 * 101 counts of 22, 484 or 10648 states
  const Augmentation slack = {Rescaling::kSlack, 1};
  for (const Index order : {1, 2, 3}) {
    INFO("order " << order);
    const auto why = [&](const char* loss, Augmentation augmentation) {
      return make_views("sequence", options_of(order, loss), data)[0].loss_augmentation_unavailable(
          augmentation);
    };
    CHECK(!why("zero_one", slack));
    CHECK(!why("hamming", {Rescaling::kMargin, 1}));
    CHECK(!why("hamming", slack) == (order < 3 || 100.0 * 101 * 10648 * 8 <= 1024.0 * 1024 * 1024));
    CHECK(!why("f1_micro", slack) == (order == 1));
  }
}

TEST_CASE("permuting the labels permutes the decodings of higher order",
          "[problems][sequence][order]") {
  Dice dice(5);
  const std::vector<int> to = {3, 0, 4, 1, 2};
  TinySpec spec;
  spec.lengths = {2, 4, 12, 30};  // a token alone may have no feature: a tie
  spec.labels = {"a", "b", "c", "d", "e"};
  for (const Index order : {2, 3}) {
    const PartData data = tiny_data(spec, dice);
    const Views views = make_views("sequence", Json{{"order", order}}, data);
    for (int round = 0; round < 10; ++round) {
      const Vector w = dice.vector(views[0].dimension(), Numbers::kReals);  // real: no ties
      Vector permuted(w.size());
      Index begin = 0;
      for (Index j = 0; j < 5; ++j) {  // features
        for (Index k = 0; k < 5; ++k) permuted[begin + to[k]] = w[begin + k];
        begin += 5;
      }
      for (Index q = 1; q <= order; ++q) {
        const auto histories = all_labelings(q + 1, 5);
        for (std::size_t i = 0; i < histories.size(); ++i) {
          Index image = 0;
          for (const int label : histories[i].parts) image = image * 5 + to[label];
          permuted[begin + image] = w[begin + static_cast<Index>(i)];
        }
        begin += static_cast<Index>(histories.size());
      }
      REQUIRE(begin == views[0].dimension());
      for (InputId x = 0; x < 4; ++x) {
        Output expected = views[0].decode(x, w).output;
        for (int& label : expected.parts) label = to[label];
        CHECK(views[0].decode(x, permuted).output == expected);
      }
    }
  }
}
