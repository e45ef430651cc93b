// Problems that coincide, losses with known values, options that make no sense.
#include <catch2/catch.hpp>

#include "costruct/contract/augmentations.hpp"
#include "costruct/core/interfaces/markov_structure.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "support/enumerate.hpp"
#include "support/reference_model.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;
using Catch::Contains;

namespace {

double loss_of(const std::string& loss, const std::vector<int>& y, const std::vector<int>& y_hat,
               const std::string& outside = "O") {
  TinySpec spec;
  spec.lengths = {static_cast<Index>(y.size())};
  Dice dice(1);
  const Views views =
      make_views("sequence", Json{{"loss", loss}, {"outside", outside}}, tiny_data(spec, dice));
  return views[0].loss(0, {y}, {y_hat});
}

}  // namespace

TEST_CASE("losses of label sequences have the values one counts by hand",
          "[problems][sequence][loss]") {
  // Labels: 0 = O, 1 = A, 2 = B.
  CHECK(loss_of("zero_one", {0, 1, 2}, {0, 1, 1}) == 1);
  CHECK(loss_of("hamming", {0, 1, 2, 2}, {0, 2, 2, 1}) == 2);
  CHECK(loss_of("hamming_normalized", {0, 1, 2, 2}, {0, 2, 2, 1}) == 0.5);
  // True: A B B, predicted: A B A, right: A, B; O does not count. 1 - 2*2/(3+3).
  CHECK(loss_of("f1_micro", {0, 1, 2, 2}, {0, 1, 2, 1}) == Approx(1.0 / 3));
  // F1(A) = 2*1/(1+2), F1(B) = 2*1/(2+1).
  CHECK(loss_of("f1_macro", {0, 1, 2, 2}, {0, 1, 2, 1}) == Approx(1.0 / 3));
  // True: A; predicted: A A. Micro 1 - 2/3; B occurs nowhere and is not averaged.
  CHECK(loss_of("f1_micro", {1, 0}, {1, 1}) == Approx(1.0 / 3));
  CHECK(loss_of("f1_macro", {1, 0}, {1, 1}) == Approx(1.0 / 3));
  // A is right, B is predicted only: F1(A) = 1, F1(B) = 0.
  CHECK(loss_of("f1_macro", {1, 0}, {1, 2}) == Approx(0.5));
  CHECK(loss_of("f1_micro", {1, 0}, {1, 2}) == Approx(1.0 / 3));
}

TEST_CASE("margins of long sequences are those of the whole score table, to the bit",
          "[problems][sequence]") {
  // Labelings that differ in few places, at either end or in the middle, in some or in none: only
  // there are scores looked at.
  for (const bool indicators : {true, false}) {
    for (const bool biases : {false, true}) {
      Dice dice(71);
      TinySpec spec;
      spec.lengths = {1, 7, 8, 9, 16, 17, 31, 40};
      spec.features = {20, 30};
      spec.indicators = indicators;
      const Views views = make_views("sequence", Json{{"bias", biases}, {"boundary", biases}},
                                     tiny_data(spec, dice));
      for (const StructuredProblem* problem : {&views[0], &views[1], &views.joint()}) {
        Vector w(problem->dimension());
        for (double& weight : w) weight = dice.real();
        for (InputId x = 0; x < static_cast<InputId>(spec.lengths.size()); ++x) {
          const Index T = spec.lengths[x];
          const Output y = dice.labeling(T, 3);
          std::vector<Output> others(5, y);
          others[1].parts[0] = (y.parts[0] + 1) % 3;
          others[2].parts[T - 1] = (y.parts[T - 1] + 2) % 3;
          for (int change = 0; change < 3; ++change)
            others[3].parts[dice.range(0, static_cast<int>(T) - 1)] = dice.range(0, 2);
          others[4] = dice.labeling(T, 3);
          Vector found(5), expected(5), coefficients = {1, -0.5, 0, 2, 0.25};
          problem->margins(x, y, others, w, found);
          (void)problem->most_violated(x, y, w, {}, others, expected);
          CHECK(same_bits(found, expected));
          for (std::size_t j = 0; j < others.size(); ++j) {
            const double margin = problem->score(x, y, w) - problem->score(x, others[j], w);
            CHECK(found[j] == Approx(margin).margin(1e-9));
          }
          Vector at_once = w, one_by_one = w;
          problem->add_differences(x, y, others, coefficients, at_once);
          for (std::size_t j = 0; j < others.size(); ++j)
            problem->add_difference(x, y, others[j], coefficients[j], one_by_one);
          for (std::size_t k = 0; k < w.size(); ++k)
            CHECK(at_once[k] == Approx(one_by_one[k]).margin(1e-9));
          Vector products(5);
          problem->difference_products(x, y, others[4], others, products);
          for (std::size_t j = 0; j < others.size(); ++j) {
            const SparseVector of_y = problem->joint_feature(x, y);
            const double product = dot(difference(of_y, problem->joint_feature(x, others[4])),
                                       difference(of_y, problem->joint_feature(x, others[j])));
            CHECK(products[j] == Approx(product).margin(1e-9));
          }
        }
      }
    }
  }
}

TEST_CASE("F1 of nothing is one", "[problems][sequence][loss]") {
  for (const char* loss : {"f1_micro", "f1_macro"}) {
    CHECK(loss_of(loss, {}, {}) == 0);
    CHECK(loss_of(loss, {0, 0}, {0, 0}) == 0);
    CHECK(loss_of(loss, {0, 0}, {0, 1}) == 1);
    CHECK(loss_of(loss, {0, 1}, {0, 0}) == 1);
  }
}

TEST_CASE("where no label is called as `outside` says, every label counts for F1",
          "[problems][sequence][loss]") {
  // One of four labels is wrong: micro F1 is the accuracy.
  CHECK(loss_of("f1_micro", {0, 1, 2, 0}, {0, 1, 2, 1}, "none") == Approx(0.25));
  // F1(O) = 2/3, F1(A) = 2/3, F1(B) = 1.
  CHECK(loss_of("f1_macro", {0, 1, 2, 0}, {0, 1, 2, 1}, "none") ==
        Approx(1 - (2.0 / 3 + 2.0 / 3 + 1) / 3));
}

TEST_CASE("the empty sequence has one output, without value and without loss",
          "[problems][sequence]") {
  Dice dice(2);
  TinySpec spec;
  spec.lengths = {0};
  const PartData data = tiny_data(spec, dice);
  for (const std::string& loss : find_problem("sequence")->losses) {
    const Views views =
        make_views("sequence", Json{{"loss", loss}, {"bias", true}, {"boundary", true}}, data);
    const Vector w = dice.vector(views[0].dimension(), Numbers::kReals);
    CHECK(views[0].decode(0, w).output == Output{});
    CHECK(views[0].decode(0, w).value == 0);
    CHECK(views[0].joint_feature(0, {}).index.empty());
    CHECK(views[0].loss(0, {}, {}) == 0);
    CHECK(!dynamic_cast<const RunnerUpDecoder&>(views[0]).runner_up(0, {}, w));
  }
}

TEST_CASE("a sequence of length one is a multiclass problem", "[problems][sequence][multiclass]") {
  Dice dice(3);
  for (const bool indicators : {true, false}) {
    TinySpec spec;
    spec.lengths = std::vector<Index>(20, 1);
    spec.labels = {"a", "b", "c", "d"};
    spec.features = {6, 3};
    spec.indicators = indicators;
    const PartData data = tiny_data(spec, dice);
    const Views chain = make_views("sequence", Json{{"loss", "zero_one"}}, data);
    const Views single = make_views("multiclass", Json{{"loss", "zero_one"}}, data);
    for (Index v = 0; v < 2; ++v) {
      // The emission block of the chain is the whole of the multiclass weights; the rest does not
      // matter.
      const Vector w_single = dice.vector(single[v].dimension(), Numbers::kIntegers);
      Vector w_chain = dice.vector(chain[v].dimension(), Numbers::kIntegers);
      const MarkovLayout layout = dynamic_cast<const MarkovStructure&>(chain[v]).markov_layout();
      std::copy(w_single.begin(), w_single.end(), w_chain.begin() + layout.emission);
      for (InputId x = 0; x < 20; ++x) {
        const Decoded a = chain[v].decode(x, w_chain), b = single[v].decode(x, w_single);
        CHECK(a.output == b.output);
        CHECK(a.value == b.value);
        for (const Output& y : all_labelings(1, 4)) {
          for (const Augmentation augmentation : all_augmentations()) {
            const Decoded c = chain[v].loss_augmented_decode(x, y, w_chain, augmentation);
            const Decoded d = single[v].loss_augmented_decode(x, y, w_single, augmentation);
            CHECK(c.output == d.output);
            CHECK(c.value == d.value);
          }
          const auto e = dynamic_cast<const RunnerUpDecoder&>(chain[v]).runner_up(x, y, w_chain);
          const auto f = dynamic_cast<const RunnerUpDecoder&>(single[v]).runner_up(x, y, w_single);
          CHECK(e->output == f->output);
          CHECK(e->value == f->value);
        }
      }
    }
  }
}

TEST_CASE("permuting the labels permutes the decodings", "[problems][sequence]") {
  Dice dice(4);
  TinySpec spec;
  spec.lengths = {1, 4, 12, 30};
  spec.labels = {"a", "b", "c", "d", "e"};
  const PartData data = tiny_data(spec, dice);
  const Views views = make_views(
      "sequence", Json{{"loss", "hamming"}, {"bias", true}, {"boundary", true}, {"eta", 2}}, data);
  const MarkovLayout layout = dynamic_cast<const MarkovStructure&>(views[0]).markov_layout();
  const std::vector<int> to = {3, 0, 4, 1, 2};
  for (int round = 0; round < 20; ++round) {
    const Vector w = dice.vector(views[0].dimension(), Numbers::kReals);  // real: no ties
    Vector permuted(w.size());
    for (Index k = 0; k < 5; ++k) {
      for (Index j = 0; j < layout.num_features; ++j) {
        permuted[layout.emission + j * 5 + to[k]] = w[layout.emission + j * 5 + k];
      }
      for (Index p = 0; p < 5; ++p) {
        permuted[layout.transition + to[p] * 5 + to[k]] = w[layout.transition + p * 5 + k];
      }
      for (const Index block : {layout.bias, layout.first, layout.last})
        permuted[block + to[k]] = w[block + k];
    }
    for (InputId x = 0; x < 4; ++x) {
      Output expected = views[0].decode(x, w).output;
      for (int& label : expected.parts) label = to[label];
      CHECK(views[0].decode(x, permuted).output == expected);
    }
  }
}

TEST_CASE("scaling all weights scales the value and keeps the output", "[problems][sequence]") {
  Dice dice(5);
  TinySpec spec;
  spec.lengths = {3, 20};
  const Views views = make_views("sequence", Json{{"loss", "hamming"}}, tiny_data(spec, dice));
  Vector w = dice.vector(views[0].dimension(), Numbers::kReals);
  for (InputId x = 0; x < 2; ++x) {
    const Decoded before = views[0].decode(x, w);
    Vector four_times = w;
    for (double& value : four_times) value *= 4;  // a power of two: no rounding
    const Decoded after = views[0].decode(x, four_times);
    CHECK(after.output == before.output);
    CHECK(same_bits(after.value, 4 * before.value));
  }
}

TEST_CASE(
    "a margin-rescaled decoding of a count of errors is a decoding with one more per wrong label",
    "[problems][sequence]") {
  // Long chains, where enumeration cannot go: the value must be attained, and no single change may
  // improve it.
  Dice dice(6);
  TinySpec spec;
  spec.lengths = {60};
  const PartData data = tiny_data(spec, dice);
  for (const char* loss : {"zero_one", "hamming", "hamming_normalized", "f1_micro"}) {
    const Views views = make_views("sequence", Json{{"loss", loss}}, data);
    const Vector w = dice.vector(views[0].dimension(), Numbers::kReals);
    const Output y = dice.labeling(60, 3);
    for (const Augmentation augmentation : all_augmentations()) {
      const Decoded found = views[0].loss_augmented_decode(0, y, w, augmentation);
      const auto value = [&](const Output& y_hat) {
        return reference_augmented(views[0].loss(0, y, y_hat), views[0].score(0, y_hat, w),
                                   views[0].score(0, y, w), augmentation);
      };
      CHECK(found.value == Approx(value(found.output)).margin(1e-9));
      CHECK(found.value >= value(y) - 1e-9);
      CHECK(found.value >= value(views[0].decode(0, w).output) - 1e-9);
      for (int t = 0; t < 60; ++t) {
        for (int k = 0; k < 3; ++k) {
          Output changed = found.output;
          changed.parts[t] = k;
          CHECK(value(changed) <= found.value + 1e-9);
        }
      }
    }
  }
}

TEST_CASE("among labelings of equal normalized loss and equal score the smallest is decoded",
          "[problems][sequence]") {
  // Thirds and fifths are not exact in double, but the formula gives such labelings the very same
  // value.
  for (int seed = 0; seed < 300; ++seed) {
    Dice dice(seed);
    TinySpec spec;
    spec.lengths = {3, 5};
    spec.labels = {"O", "A"};
    spec.features = {2};
    const PartData data = tiny_data(spec, dice);
    const Views views = make_views("sequence", Json{{"loss", "hamming_normalized"}}, data);
    const Vector w = dice.vector(views[0].dimension(), Numbers::kIntegers);
    for (InputId x = 0; x < 2; ++x) {
      const Output y = dice.labeling(spec.lengths[x], 2);
      const auto value = [&](const Output& y_hat) {
        return views[0].loss(x, y, y_hat) + views[0].score(x, y_hat, w);
      };
      const Decoded best = best_of(all_labelings(spec.lengths[x], 2), value);
      const Decoded found = views[0].loss_augmented_decode(x, y, w, {Rescaling::kMargin, 1});
      INFO("seed " << seed << ", length " << spec.lengths[x]);
      CHECK(found.output == best.output);
      CHECK(found.value == Approx(best.value).margin(1e-12));
    }
  }
}

TEST_CASE("the costs of a cost matrix are read with the truth in the rows",
          "[problems][multiclass]") {
  Dice dice(9);
  TinySpec spec;
  spec.lengths = {1};
  spec.labels = {"a", "b"};
  const Views views = make_views(
      "multiclass", Json{{"loss", "cost_matrix"}, {"costs", Json::parse("[[0, 5], [2, 0]]")}},
      tiny_data(spec, dice));
  CHECK(views[0].loss(0, {{0}}, {{1}}) == 5);
  CHECK(views[0].loss(0, {{1}}, {{0}}) == 2);
}

TEST_CASE("an invalid cost matrix is a config error", "[problems][multiclass]") {
  Dice dice(10);
  TinySpec spec;
  spec.lengths = {1};
  spec.labels = {"a", "b"};
  const PartData data = tiny_data(spec, dice);
  const std::string costs =
      GENERATE("null", "[]", "[[0, 1]]", "[[0, 1], [1]]", "[[0, 1, 2], [1, 0, 2]]",
               "[[0, -1], [1, 0]]", "[[0, \"x\"], [1, 0]]", "[[1, 1], [1, 0]]", "3",
               "[[0, 1, 1], [1, 0, 1], [1, 1, 0]]", "[0, 1]", "{}");
  INFO(costs);
  CHECK_THROWS_AS(
      make_views("multiclass", Json{{"loss", "cost_matrix"}, {"costs", Json::parse(costs)}}, data),
      ConfigError);
}

TEST_CASE("unknown losses and options are config errors that name the nearest",
          "[problems][catalog]") {
  Dice dice(11);
  const PartData data = tiny_data({}, dice);
  CHECK_THROWS_WITH(make_views("sequence", Json{{"loss", "haming"}}, data), Contains("hamming"));
  CHECK_THROWS_AS(make_views("sequence", Json{{"loss", "haming"}}, data), ConfigError);
  CHECK_THROWS_WITH(make_views("sequence", Json{{"boundry", true}}, data), Contains("boundary"));
  CHECK_THROWS_AS(make_views("sequence", Json{{"eta", "x"}}, data), ConfigError);
  CHECK_THROWS_AS(make_views("multiclass", Json{{"loss", "hamming"}}, data), ConfigError);
}
