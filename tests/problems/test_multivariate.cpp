// The measures of a whole sample, written out once more.
#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>

#include "costruct/contract/augmentations.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/problems/catalog.hpp"
#include "support/enumerate.hpp"
#include "support/sample_measures.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

const ProblemEntry& multivariate() {
  return *find_problem("multivariate");
}

/// One input of so many rows.
std::shared_ptr<PartData> rows_of(Index n, Index views, Dice& dice) {
  auto data = std::make_shared<PartData>();
  data->labels = {"-1", "1"};
  for (Index v = 0; v < views; ++v) {
    FeatureTable table;
    table.num_features = 4;
    for (Index i = 0; i < n; ++i) {
      for (int j = 0; j < 4; ++j) {
        table.feature.push_back(j);
        table.value.push_back(dice.range(-2, 2));
      }
      table.end_part();
    }
    table.end_example();
    data->views.push_back(std::move(table));
  }
  return data;
}

}  // namespace

TEST_CASE("joint features of a sample are sums of signed rows", "[problems][multivariate]") {
  Dice dice(11);
  const auto data = rows_of(5, 2, dice);
  for (const char* positive : {"1", "-1"}) {
    const Views views =
        multivariate().make({{"loss", "f1"}, {"positive", positive}, {"bias", true}}, data);
    for (const Output& y : all_labelings(5, 2)) {
      Vector expected(10, 0.0);
      for (Index i = 0; i < 5; ++i) {
        const double side = data->labels[static_cast<std::size_t>(y.parts[i])] == positive ? 1 : -1;
        for (Index v = 0; v < 2; ++v) {
          for (Index j = 0; j < 4; ++j)
            expected[5 * v + j] += side * data->views[v].value[4 * i + j];
          expected[5 * v + 4] += side;
        }
      }
      Vector found(10, 0.0);
      add_to(found, 1, views.joint().joint_feature(0, y));
      REQUIRE(found == expected);
    }
  }
}

TEST_CASE("losses of a sample are 1 less their measures", "[problems][multivariate]") {
  Dice dice(12);
  for (const Index n : {1, 2, 3, 5, 6}) {
    const auto data = rows_of(n, 1, dice);
    for (const char* measure :
         {"f1", "prbep", "precision_at_k", "recall_at_k", "error", "balanced_error"}) {
      for (const int positive : {0, 1}) {
        const double beta = dice.range(1, 4) * 0.5;
        const Index k = dice.range(1, 7);
        Json options{{"loss", measure},
                     {"positive", data->labels[static_cast<std::size_t>(positive)]}};
        options["k"] = k;
        if (std::string(measure) == "f1") options["beta"] = beta;
        const Views views = multivariate().make(options, data);
        for (const Output& y : all_labelings(n, 2)) {
          for (const Output& y_hat : all_labelings(n, 2)) {
            const double found = views.joint().loss(0, y, y_hat);
            INFO(options << y << y_hat);
            REQUIRE(found ==
                    Approx(direct_loss(measure, y, y_hat, positive, static_cast<double>(k), beta))
                        .margin(1e-15));
            REQUIRE((y != y_hat || found == 0));
          }
        }
      }
    }
  }
}

TEST_CASE("measures of the highest scores compare labelings with so many positives",
          "[problems][multivariate]") {
  Dice dice(13);
  const auto data = rows_of(7, 1, dice);
  for (const char* measure : {"prbep", "precision_at_k", "recall_at_k"}) {
    const Views views = multivariate().make({{"loss", measure}, {"k", 3}}, data);
    const StructuredProblem& problem = views.joint();
    for (int round = 0; round < 50; ++round) {
      const Vector w = dice.vector(4, Numbers::kIntegers);
      const Output y = dice.labeling(7, 2);
      const auto positives = [](const Output& of) {
        return std::count(of.parts.begin(), of.parts.end(), 1);
      };
      const auto k = std::string(measure) == "prbep" ? positives(y) : 3;
      const double f_y = problem.score(0, y, w);
      for (const Augmentation augmentation : all_augmentations()) {
        std::vector<Output> compared;
        for (const Output& y_hat : all_labelings(7, 2)) {
          if (y_hat == y || positives(y_hat) == k) compared.push_back(y_hat);
        }
        const Decoded expected = best_of(compared, [&](const Output& y_hat) {
          return reference_augmented(problem.loss(0, y, y_hat), problem.score(0, y_hat, w), f_y,
                                     augmentation);
        });
        const Decoded found = problem.loss_augmented_decode(0, y, w, augmentation);
        REQUIRE(found.output == expected.output);
        REQUIRE(found.value == expected.value);
      }
    }
  }
}

TEST_CASE("permuted rows have permuted outputs, of the same losses", "[problems][multivariate]") {
  Dice dice(25);
  const std::size_t n = 9;
  for (const char* measure : {"f1", "prbep", "precision_at_k", "recall_at_k", "error",
                              "balanced_error", "roc_area", "average_precision"}) {
    for (int round = 0; round < 10; ++round) {
      const auto data = rows_of(static_cast<Index>(n), 1, dice);
      for (double& value : data->views[0].value) value = dice.real();  // no ties
      std::vector<std::size_t> from(n);                                // row i was row from[i]
      std::iota(from.begin(), from.end(), 0);
      for (std::size_t i = n - 1; i > 0; --i)
        std::swap(from[i], from[static_cast<std::size_t>(dice.range(0, static_cast<int>(i)))]);
      auto moved = std::make_shared<PartData>(*data);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < 4; ++j)
          moved->views[0].value[4 * i + j] = data->views[0].value[4 * from[i] + j];
      }
      const auto permuted = [&](const Output& y) {
        Output of;
        for (const std::size_t row : from) of.parts.push_back(y.parts[row]);
        return of;
      };
      const Json options{{"loss", measure}, {"k", 3}};
      const Views before = multivariate().make(options, data),
                  after = multivariate().make(options, moved);
      const StructuredProblem &first = before.joint(), &second = after.joint();
      const Vector w = dice.vector(4, Numbers::kReals);
      const Output y = dice.labeling(static_cast<Index>(n), 2), y_hat = first.decode(0, w).output;
      INFO(measure << ", y " << y);
      CHECK(second.decode(0, w).output == permuted(y_hat));
      CHECK(second.loss(0, permuted(y), permuted(y_hat)) ==
            Approx(first.loss(0, y, y_hat)).margin(1e-15));
      for (const Augmentation augmentation : all_augmentations()) {
        const Decoded worst = first.loss_augmented_decode(0, y, w, augmentation);
        const Decoded other = second.loss_augmented_decode(0, permuted(y), w, augmentation);
        CHECK(other.output == permuted(worst.output));
        CHECK(other.value == Approx(worst.value).epsilon(1e-12));
        CHECK(second.loss(0, permuted(y), other.output) ==
              Approx(first.loss(0, y, worst.output)).margin(1e-15));
      }
    }
  }
}

TEST_CASE("metrics of a sample agree with hand counts", "[problems][multivariate]") {
  auto data = std::make_shared<PartData>();
  data->labels = {"no", "yes"};
  FeatureTable table;
  table.num_features = 1;
  for (const double value : {4.0, 3.0, 3.0, 1.0, -1.0, -2.0}) {
    table.feature.push_back(0);
    table.value.push_back(value);
    table.end_part();
  }
  table.end_example();
  data->views.push_back(table);
  const Output truth{{1, 0, 1, 0, 1, 0}};
  const Vector w{1};
  const auto metric = [&](const std::string& name, const Json& options) {
    const Views views = multivariate().make(options, data);
    const std::vector<Output> y{truth}, y_hat{views.joint().decode(0, w).output};
    for (const OutputMetric& each : multivariate().metrics) {
      if (each.info.name != name) continue;
      std::vector<Vector> notes;
      if (each.note) notes.push_back(each.note(views.joint(), 0, truth, w));
      return each.compute({y, y_hat, data->labels, options, notes});
    }
    throw std::logic_error("no metric " + name);
  };
  const Json options{{"loss", "f1"}, {"k", 2}};  // calls four rows positive, two of which are
  CHECK(metric("f1", options) == Approx(4.0 / 7));
  CHECK(metric("precision", options) == Approx(0.5));
  CHECK(metric("recall", options) == Approx(2.0 / 3));
  CHECK(metric("error_rate", options) == Approx(0.5));
  CHECK(metric("balanced_error", options) == Approx(0.5));
  CHECK(metric("precision_at_k", options) ==
        Approx(0.75));  // one, and one of two of the same score
  CHECK(metric("recall_at_k", options) == Approx(0.5));
  CHECK(metric("prbep", options) == Approx(2.0 / 3));
  CHECK(metric("roc_area", options) == Approx((3 + 2.5 + 1) / 9));
  CHECK(metric("average_precision", options) == Approx((1 + 2.0 / 3 + 3.0 / 5) / 3));
  // With the other label positive scores are negated: no row called negative is called so.
  const Json other{{"loss", "f1"}, {"positive", "no"}};
  CHECK(metric("recall", other) == Approx(2.0 / 3));
}

TEST_CASE("a sample of other than two labels is refused by name", "[problems][multivariate]") {
  Dice dice(14);
  auto data = rows_of(2, 1, dice);
  const auto message = [&](const Json& options) -> std::string {
    try {
      (void)multivariate().make(options, data);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  using Catch::Contains;
  CHECK(message({{"loss", "f1"}}).empty());
  CHECK_THAT(message({{"loss", "f1"}, {"positive", "yes"}}),
             Contains("\"yes\"") && Contains("\"-1\", \"1\""));
  data->labels = {"a", "b", "c"};
  CHECK_THAT(message({{"loss", "f1"}}),
             Contains("two labels") && Contains("3: \"a\", \"b\", \"c\""));
  data->labels = {"a"};
  CHECK_THAT(message({{"loss", "f1"}}), Contains("two labels") && Contains("1: \"a\""));
}

TEST_CASE("samples that teach nothing are known", "[problems][multivariate]") {
  const auto why = [](const Json& options, const Output& truth) {
    return multivariate().without_constraints(options, truth);
  };
  using Catch::Contains;
  const Output both{{0, 1, 0, 1}}, negative{{0, 0, 0, 0}};
  for (const char* loss : {"prbep", "roc_area", "average_precision"}) {
    CHECK(why({{"loss", loss}}, both).empty());
    CHECK_THAT(why({{"loss", loss}}, negative), Contains("all of one label"));
  }
  for (const char* loss : {"precision_at_k", "recall_at_k"}) {
    CHECK(why({{"loss", loss}, {"k", 3}}, both).empty());
    CHECK_THAT(why({{"loss", loss}, {"k", 4}}, both),
               Contains("problem.k = 4") && Contains("smaller k"));
  }
  CHECK(why({{"loss", "f1"}}, negative).empty());
}
