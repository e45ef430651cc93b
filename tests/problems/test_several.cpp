// Sets of labels: joint features, losses and metrics written out once more, and the tree of labels
// against all spanning trees. That decoders agree with enumeration is for tests/contract.
#include <catch2/catch.hpp>

#include <cmath>
#include <map>

#include "costruct/contract/dice.hpp"
#include "costruct/contract/instances/labelings.hpp"
#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/contract/instances/small_parts.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/label_scores.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/problems/several/label_sets.hpp"
#include "costruct/problems/several/set_metrics.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::several;
using Catch::Contains;

namespace {

/// Phi(x, y) of one view, by the formula at the top of several.cpp.
std::map<Index, double> feature_of_set(const LabelSetData& data, const FeatureTable& rows,
                                       InputId x, const Output& y, const Json& options) {
  const Index L = std::ssize(data.labels);
  std::map<Index, double> phi;
  for (Index k = 0; k < L; ++k) {
    if (y.parts[k] == 0) continue;
    for (std::size_t i = 0; i < rows.features_of(x).size(); ++i)
      phi[rows.features_of(x)[i] * L + k] += rows.value.empty() ? 1 : rows.values_of(x)[i];
  }
  Index next = rows.num_features * L;
  if (options.value("pairs", "none") == "tree") {
    for (const auto& [a, b] : data.tree->pairs()) {
      phi[next + 2 * y.parts[a] + y.parts[b]] += 1;
      next += 4;
    }
  }
  for (Index k = 0; options.value("bias", true) && k < L; ++k) {
    if (y.parts[k] == 1) phi[next + k] += 1;
  }
  std::erase_if(phi, [](const auto& entry) { return entry.second == 0; });
  return phi;
}

std::map<Index, double> nonzeros_of(const SparseVector& vector) {
  std::map<Index, double> entries;
  for (std::size_t i = 0; i < vector.index.size(); ++i) {
    if (vector.value[i] != 0) entries[vector.index[i]] = vector.value[i];
  }
  return entries;
}

std::vector<Output> drawn_label_sets(int examples, int labels, Dice& dice) {
  std::vector<Output> sets;
  for (int i = 0; i < examples; ++i) {
    Output& set = sets.emplace_back();
    for (int k = 0; k < labels; ++k) {
      // Later labels often follow earlier ones.
      const bool copies = k > 0 && dice.range(0, 1) == 0;
      set.parts.push_back(copies ? set.parts[dice.range(0, k - 1)]
                                 : static_cast<int>(dice.range(0, 2) == 0));
    }
  }
  return sets;
}

std::vector<const Output*> pointers(const std::vector<Output>& sets) {
  std::vector<const Output*> all;
  for (const Output& set : sets) all.push_back(&set);
  return all;
}

/// The mutual information of two labels, from the four cells of their table.
double information_of(const std::vector<Output>& sets, int a, int b) {
  double sum = 0;
  const auto n = static_cast<double>(sets.size());
  for (const int p : {0, 1}) {
    for (const int q : {0, 1}) {
      double both = 0, first = 0, second = 0;
      for (const Output& set : sets) {
        first += set.parts[a] == p;
        second += set.parts[b] == q;
        both += set.parts[a] == p && set.parts[b] == q;
      }
      if (both > 0) sum += both / n * std::log(both * n / (first * second));
    }
  }
  return sum;
}

/// The metrics of true and predicted sets over some labels.
std::map<std::string, double> metrics_of_sets(const std::vector<std::vector<int>>& truth,
                                              const std::vector<std::vector<int>>& predicted,
                                              std::size_t labels) {
  std::vector<Output> y, y_hat;
  for (const auto& parts : truth) y.push_back({parts});
  for (const auto& parts : predicted) y_hat.push_back({parts});
  const std::vector<std::string> names(labels, "label");
  const Json options = Json::object();
  std::map<std::string, double> values;
  for (const OutputMetric& metric : set_metrics())
    values[metric.info.name] = metric.compute({y, y_hat, names, options});
  return values;
}

}  // namespace

TEST_CASE("joint features and losses of sets are those of their formulas", "[problems][several]") {
  for (const SmallInstance& instance : small_instances("several", 3)) {
    INFO(instance.options << ", " << instance.name);
    const Views views = find_problem("several")->make(instance.options, instance.data);
    const auto& data = dynamic_cast<const LabelSetData&>(*instance.data);
    const std::string loss = instance.options.at("loss");
    for (InputId x = 0; x < views.joint().num_inputs(); ++x) {
      const std::vector<Output> all = instance.outputs(x);
      for (std::size_t i = 0; i < all.size(); i += 1 + all.size() / 7) {
        for (Index v = 0; v < views.count(); ++v) {
          CHECK(nonzeros_of(views[v].joint_feature(x, all[i])) ==
                feature_of_set(data, data.views[static_cast<std::size_t>(v)], x, all[i],
                               instance.options));
        }
        for (std::size_t j = 0; j < all.size(); j += 1 + all.size() / 5) {
          double wrong = 0;
          for (std::size_t k = 0; k < all[i].parts.size(); ++k)
            wrong += all[i].parts[k] != all[j].parts[k] ? 1 : 0;
          const double expected = loss == "hamming"    ? wrong
                                  : loss == "zero_one" ? (wrong > 0 ? 1 : 0)
                                  : wrong == 0         ? 0
                                               : wrong / static_cast<double>(all[i].parts.size());
          CHECK(views.joint().loss(x, all[i], all[j]) == expected);
        }
      }
    }
  }
}

TEST_CASE("without edges, a label is there if its score is above 0", "[problems][several]") {
  auto data = std::make_shared<LabelSetData>();
  FeatureTable rows;
  rows.num_features = 1;
  rows.feature = {0};
  rows.end_part();
  rows.end_example();
  data->views = {rows};
  data->labels = {"a", "b", "c"};
  const Views views = find_problem("several")->make({{"bias", false}}, data);
  const Vector w = {1, 0, -2};
  CHECK(views[0].decode(0, w).output.parts == std::vector<int>{1, 0, 0});
  const auto& sums = dynamic_cast<const PartMarginals&>(views[0]);
  const Vector p = sums.part_marginals(0, w);
  CHECK(p[1] == Approx(1 / (1 + std::exp(-1))));
  CHECK(p[3] == Approx(0.5));
  CHECK(p[5] == Approx(1 / (1 + std::exp(2))));
  CHECK(sums.log_partition(0, w) ==
        Approx(std::log(1 + std::exp(1)) + std::log(2) + std::log(1 + std::exp(-2))));
}

TEST_CASE("a loss without a decoder says so", "[problems][several]") {
  const auto unavailable = [](const Json& options, Rescaling rescaling, int slack_norm) {
    return find_problem("several")->blank(options)[0].loss_augmentation_unavailable(
        {rescaling, slack_norm});
  };
  CHECK_FALSE(unavailable({{"pairs", "tree"}}, Rescaling::kMargin, 1));
  CHECK_FALSE(unavailable({{"pairs", "none"}}, Rescaling::kSlack, 2));
  CHECK_FALSE(unavailable({{"pairs", "tree"}, {"loss", "zero_one"}}, Rescaling::kSlack, 2));
  CHECK_FALSE(unavailable({{"pairs", "tree"}}, Rescaling::kSlack, 1));
  // A path of so many labels would take too much memory.
  constexpr int kMany = 4000;
  std::vector<LabelPair> path;
  for (int k = 1; k < kMany; ++k) path.emplace_back(k - 1, k);
  FeatureTable rows;
  rows.end_part();
  rows.end_example();
  const auto data = std::make_shared<const LabelSetData>(PartData({rows}, numbered_labels(kMany)),
                                                         std::make_shared<const LabelTree>(path));
  const Views views = find_problem("several")->make({{"pairs", "tree"}}, data);
  CHECK_FALSE(views[0].loss_augmentation_unavailable({Rescaling::kMargin, 1}));
  const auto why = views[0].loss_augmentation_unavailable({Rescaling::kMargin, 2});
  REQUIRE(why);
  CHECK_THAT(*why, Contains("margin rescaling and slack_norm 1 alone"));
}

TEST_CASE("the mutual information of two labels", "[problems][several]") {
  CHECK(mutual_information(0, 0, 0, 0) == 0);
  CHECK(mutual_information(8, 4, 4, 2) == Approx(0).margin(1e-15));
  CHECK(mutual_information(8, 4, 4, 4) == Approx(std::log(2)));
  CHECK(mutual_information(8, 4, 4, 0) == Approx(std::log(2)));
  CHECK(mutual_information(8, 8, 3, 3) == Approx(0).margin(1e-15));
  Dice dice(3);
  for (int t = 0; t < 50; ++t) {
    const std::vector<Output> sets = drawn_label_sets(dice.range(1, 12), 2, dice);
    Index a = 0, b = 0, both = 0;
    for (const Output& set : sets) {
      a += set.parts[0];
      b += set.parts[1];
      both += set.parts[0] * set.parts[1];
    }
    CHECK(mutual_information(std::ssize(sets), a, b, both) ==
          Approx(information_of(sets, 0, 1)).margin(1e-12));
  }
}

TEST_CASE("no forest of labels has more mutual information than the tree", "[problems][several]") {
  Dice dice(4);
  for (int t = 0; t < 60; ++t) {
    const auto labels = static_cast<int>(dice.range(1, 5));
    const std::vector<Output> sets = drawn_label_sets(dice.range(1, 20), labels, dice);
    std::vector<LabelPair> pairs;
    for (int a = 0; a < labels; ++a) {
      for (int b = a + 1; b < labels; ++b) pairs.emplace_back(a, b);
    }
    double most = 0;
    for (const Output& chosen : all_labelings(std::ssize(pairs), 2)) {
      std::vector<LabelPair> edges;
      double sum = 0;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (chosen.parts[i] == 0) continue;
        edges.push_back(pairs[i]);
        sum += information_of(sets, pairs[i].first, pairs[i].second);
      }
      if (is_forest(edges, labels)) most = std::max(most, sum);
    }
    const std::vector<LabelPair> tree = tree_of_mutual_information(pointers(sets), labels);
    CHECK(is_forest(tree, labels));
    CHECK(std::is_sorted(tree.begin(), tree.end()));
    double sum = 0;
    for (const auto& [a, b] : tree) {
      CHECK(a < b);
      const double information = information_of(sets, a, b);
      CHECK(information > 1e-13);
      sum += information;
    }
    CHECK(sum == Approx(most).margin(1e-9));
  }
}

TEST_CASE("labels that tell nothing of others have no edge", "[problems][several]") {
  // a and b are independent, c is everywhere, d is nowhere, e is a.
  std::vector<Output> sets;
  for (const int a : {0, 1}) {
    for (const int b : {0, 1}) sets.push_back({{a, b, 1, 0, a}});
  }
  CHECK(tree_of_mutual_information(pointers(sets), 5) == std::vector<LabelPair>{{0, 4}});
  CHECK(tree_of_mutual_information({}, 3).empty());
  CHECK(tree_of_mutual_information({}, 0).empty());
  CHECK_FALSE(is_forest(std::vector<LabelPair>{{0, 1}, {1, 2}, {0, 2}}, 3));
}

TEST_CASE("metrics of sets, counted by hand", "[problems][several]") {
  // Truth {a, b}, {c}, {}; predictions {a}, {b, c}, {}. Hits 2, predicted 3, true 3.
  const auto values =
      metrics_of_sets({{1, 1, 0}, {0, 0, 1}, {0, 0, 0}}, {{1, 0, 0}, {0, 1, 1}, {0, 0, 0}}, 3);
  CHECK(values.at("f1_micro") == Approx(4.0 / 6));
  CHECK(values.at("f1_macro") == Approx((1.0 + 0.0 + 1.0) / 3));
  CHECK(values.at("f1_examples") == Approx((2.0 / 3 + 2.0 / 3 + 1) / 3));
  CHECK(values.at("subset_error") == Approx(2.0 / 3));
  CHECK(values.at("hamming_loss") == Approx(2.0 / 9));
}

TEST_CASE("metrics of empty sets and of labels that training has not seen", "[problems][several]") {
  const auto nothing = metrics_of_sets({{0, 0}}, {{0, 0}}, 2);
  for (const char* f1 : {"f1_micro", "f1_macro", "f1_examples"}) CHECK(nothing.at(f1) == 1);
  CHECK(nothing.at("subset_error") == 0);
  const auto missed = metrics_of_sets({{0, 0}, {1, 0}}, {{0, 1}, {0, 0}}, 2);
  for (const char* f1 : {"f1_micro", "f1_macro", "f1_examples"}) CHECK(missed.at(f1) == 0);
  CHECK(missed.at("subset_error") == 1);
  CHECK(missed.at("hamming_loss") == Approx(2.0 / 4));
  // The third label is not in training: the true set is longer than the predicted one.
  const auto unseen = metrics_of_sets({{1, 0, 1}, {1, 0}}, {{1, 0}, {1, 0}}, 3);
  CHECK(unseen.at("f1_micro") == Approx(4.0 / 5));
  CHECK(unseen.at("f1_macro") == Approx(1.0 / 2));
  CHECK(unseen.at("f1_examples") == Approx((2.0 / 3 + 1) / 2));
  CHECK(unseen.at("subset_error") == Approx(1.0 / 2));
  CHECK(unseen.at("hamming_loss") == Approx(1.0 / 6));
}
