// Taxonomies: joint features and losses against the paper's definitions, walked from parent to
// parent by name; the reader of their files; sizes.
#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "costruct/contract/augmentations.hpp"
#include "costruct/core/interfaces/feature_major.hpp"
#include "costruct/core/interfaces/label_scores.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/needs.hpp"
#include "support/enumerate.hpp"
#include "support/reference_model.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

using NamePairs = std::vector<std::pair<std::string, std::string>>;  // node, parent

Json json_of(const NamePairs& pairs) {
  Json list = Json::array();
  for (const auto& [node, parent] : pairs) list.push_back({node, parent});
  return list;
}

/// Altun 2006, sections 1.2.1 and 1.6.1, by name.
class ReferenceOrder {
 public:
  ReferenceOrder(const NamePairs& pairs, std::vector<std::string> labels)
      : labels_(std::move(labels)) {
    for (const auto& [node, parent] : pairs) {
      parents_[node].insert(parent);
      children_[parent].insert(node);
      parents_[parent];
      children_[node];
    }
    for (const std::string& label : labels_) add_node(label);
    std::set<std::string> above_labels;
    for (const std::string& label : labels_) above_labels.merge(above(label));
    for (const auto& [node, parent] : pairs) {
      for (const std::string& name : {node, parent}) {
        if (above_labels.contains(name)) add_node(name);
      }
    }
  }

  /// The node and all that are above it.
  std::set<std::string> above(const std::string& name) const {
    std::set<std::string> found = {name};
    for (const std::string& parent : parents_.at(name)) found.merge(above(parent));
    return found;
  }
  /// The longest way down to a leaf.
  int height(const std::string& name) const {
    int highest = 0;
    for (const std::string& child : children_.at(name))
      highest = std::max(highest, 1 + height(child));
    return highest;
  }
  double tree_loss(int y, int y_hat) const {
    if (y == y_hat) return 0;
    const std::set<std::string> others = above(labels_[y_hat]);
    int lowest = 1000000;
    for (const std::string& name : above(labels_[y])) {
      if (others.contains(name)) lowest = std::min(lowest, height(name));
    }
    if (lowest < 1000000) return lowest;
    int highest = 0;  // several roots, joined by one above them
    for (const auto& [name, parents] : parents_) highest = std::max(highest, height(name));
    return 1 + highest;
  }

  /// Z, of the nodes that are a label or above one.
  Index size() const { return static_cast<Index>(order_.size()); }
  Vector joint_feature(const FeatureTable& table, InputId x, int label) const {
    Vector phi(table.num_features * size(), 0.0);
    for (Index e = table.part_begin[x]; e < table.part_begin[x + 1]; ++e) {
      const double value = table.value.empty() ? 1.0 : table.value[e];
      for (const std::string& name : above(labels_[label])) {
        phi[table.feature[e] * size() + number(name)] += value;
      }
    }
    return phi;
  }

 private:
  void add_node(const std::string& name) {
    parents_[name];
    children_[name];
    if (number(name) == size()) order_.push_back(name);
  }
  Index number(const std::string& name) const {
    return std::find(order_.begin(), order_.end(), name) - order_.begin();
  }

  std::vector<std::string> labels_, order_;
  std::map<std::string, std::set<std::string>> parents_, children_;
};

struct TaxonomyCase {
  NamePairs pairs;
  std::vector<std::string> labels;
};

template <class Item>
void shuffle_items(std::vector<Item>& items, Dice& dice) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[dice.range(0, static_cast<int>(i) - 1)]);
  }
}

/// Nodes below earlier ones, with up to so many parents each; some have none and are roots of their
/// own. Labels are some of the nodes, inner ones among them.
TaxonomyCase random_taxonomy(int nodes, int most_parents, bool one_root, int labels, Dice& dice) {
  TaxonomyCase made;
  std::vector<std::string> names;
  for (int i = 0; i < nodes; ++i) names.push_back("node" + std::to_string(i));
  std::set<std::string> named;
  for (int i = 1; i < nodes; ++i) {
    std::set<int> parents;
    const int count = one_root ? dice.range(1, most_parents) : dice.range(0, most_parents);
    for (int p = 0; p < count; ++p) parents.insert(dice.range(0, i - 1));
    for (const int parent : parents) made.pairs.emplace_back(names[i], names[parent]);
  }
  if (made.pairs.empty()) made.pairs.emplace_back(names[1], names[0]);
  for (const auto& [node, parent] : made.pairs) named.insert({node, parent});
  shuffle_items(made.pairs, dice);
  made.labels.assign(named.begin(), named.end());
  shuffle_items(made.labels, dice);
  made.labels.resize(std::min<std::size_t>(made.labels.size(), labels));
  return made;
}

PartData taxonomy_rows(const std::vector<std::string>& labels, std::vector<Index> features,
                       bool indicators, Dice& dice) {
  TinySpec spec;
  spec.lengths = {1, 1, 1, 1};
  spec.labels = labels;
  spec.features = std::move(features);
  spec.indicators = indicators;
  return tiny_data(spec, dice);
}

/// Each view and the joint problem have the features and the loss of the reference. That decoders
/// agree with these is for tests/contract.
void check_taxonomy(const TaxonomyCase& c, const std::string& loss, const PartData& data) {
  const ReferenceOrder order(c.pairs, c.labels);
  const Views views =
      make_views("taxonomy", {{"loss", loss}, {"taxonomy", json_of(c.pairs)}}, data);
  using Feature = std::function<Vector(InputId, int)>;
  const auto check = [&](const StructuredProblem& problem, const Feature& feature) {
    CHECK(dynamic_cast<const FeatureMajorWeights&>(problem).weights_per_feature() == order.size());
    const int labels = static_cast<int>(c.labels.size());
    for (InputId x = 0; x < problem.num_inputs(); ++x) {
      for (int y = 0; y < labels; ++y) {
        Vector phi(problem.dimension(), 0.0);
        add_to(phi, 1, problem.joint_feature(x, {{y}}));
        CHECK(phi == feature(x, y));
        for (int y_hat = 0; y_hat < labels; ++y_hat) {
          const double expected = loss == "tree" ? order.tree_loss(y, y_hat) : y != y_hat;
          CHECK(problem.loss(x, {{y}}, {{y_hat}}) == expected);
        }
      }
    }
  };
  for (Index v = 0; v < views.count(); ++v) {
    INFO("view " << v);
    check(views[v], [&](InputId x, int y) { return order.joint_feature(data.views[v], x, y); });
  }
  check(views.joint(), [&](InputId x, int y) {
    Vector stacked;
    for (const FeatureTable& table : data.views) {
      const Vector phi = order.joint_feature(table, x, y);
      stacked.insert(stacked.end(), phi.begin(), phi.end());
    }
    return stacked;
  });
}

Json read_text(std::string_view text) {
  return find_problem("taxonomy")->files.at(0).read(text);
}

/// The nodes 0..last in one line, each the parent of the next.
NamePairs path_to(int last) {
  NamePairs pairs;
  for (int i = 1; i <= last; ++i) pairs.emplace_back(std::to_string(i), std::to_string(i - 1));
  return pairs;
}

}  // namespace

TEST_CASE("taxonomies obey the contract, be they trees or lattices, with one root or several",
          "[problems][contract][taxonomy]") {
  Dice dice(20060126);
  for (const std::string loss : {"zero_one", "tree"}) {
    for (const int most_parents : {1, 3}) {
      for (const bool one_root : {true, false}) {
        for (const int labels : {1, 2, 3, 7, 12}) {
          for (const std::vector<Index>& features : {std::vector<Index>{4}, {3, 2}, {2, 1, 3}}) {
            const TaxonomyCase c =
                random_taxonomy(dice.range(2, 16), most_parents, one_root, labels, dice);
            const PartData data = taxonomy_rows(c.labels, features, dice.range(0, 1) == 1, dice);
            INFO(loss << ", labels " << Json(c.labels).dump() << " of " << json_of(c.pairs).dump());
            check_taxonomy(c, loss, data);
          }
        }
      }
    }
  }
}

TEST_CASE("taxonomies of more nodes than registers hold obey the contract",
          "[problems][contract][taxonomy]") {
  Dice dice(20060127);
  for (const int nodes : {30, 60, 120}) {
    const TaxonomyCase c = random_taxonomy(nodes, 2, true, 20, dice);
    check_taxonomy(c, "tree", taxonomy_rows(c.labels, {3, 2}, false, dice));
  }
}

TEST_CASE("a class has the weights of its node and of those above it", "[problems][taxonomy]") {
  // Altun 2006, Figure 1.1: <w, Phi(x, 2)> = <w_2, x> + <w_6, x> + <w_9, x>; the rest of the tree
  // is ours.
  const NamePairs pairs = {{"1", "6"}, {"2", "6"}, {"3", "7"}, {"4", "8"},
                           {"5", "8"}, {"6", "9"}, {"7", "9"}, {"8", "10"}};
  PartData data;
  data.labels = {"1", "2", "3", "4", "5"};
  data.views.resize(1);
  data.views[0].num_features = 1;
  data.views[0].feature = {0};
  data.views[0].value = {3};
  data.views[0].end_part();
  data.views[0].end_example();
  const Views views =
      make_views("taxonomy", {{"loss", "tree"}, {"taxonomy", json_of(pairs)}}, data);
  REQUIRE(views[0].dimension() == 10);
  // Nodes 1 to 5 are the labels; the others follow as the pairs name them: 6, 7, 8, 9, 10.
  Vector w;
  for (int node = 1; node <= 10; ++node) w.push_back(node);
  CHECK(views[0].score(0, {{1}}, w) == 3 * (2 + 6 + 9));
  CHECK(views[0].joint_feature(0, {{1}}) == SparseVector{{1, 5, 8}, {3, 3, 3}});
  CHECK(views[0].score(0, {{4}}, w) == 3 * (5 + 8 + 10));

  const auto loss = [&](int y, int y_hat) { return views[0].loss(0, {{y}}, {{y_hat}}); };
  CHECK(loss(1, 1) == 0);
  CHECK(loss(1, 0) == 1);  // below 6
  CHECK(loss(1, 2) == 2);  // below 9
  CHECK(loss(1, 3) == 3);  // below nothing but what joins 9 and 10
}

TEST_CASE("a root that is named has weights of its own, one that joins several has none",
          "[problems][taxonomy]") {
  Dice dice(1);
  const PartData data = taxonomy_rows({"a", "b"}, {1}, true, dice);
  const Json joined = {{"taxonomy", json_of({{"a", "A"}, {"b", "B"}})}};
  const Json named = {
      {"taxonomy", json_of({{"a", "A"}, {"b", "B"}, {"A", "root"}, {"B", "root"}})}};
  CHECK(make_views("taxonomy", joined, data)[0].dimension() == 4);
  CHECK(make_views("taxonomy", named, data)[0].dimension() == 5);
  Vector w = {1, 2, 3, 4, 5};
  const Views views = make_views("taxonomy", named, data);
  const SparseVector phi = views[0].joint_feature(0, {{0}});
  const SparseVector change = difference(phi, views[0].joint_feature(0, {{1}}));
  CHECK(std::find(change.index.begin(), change.index.end(), 4) == change.index.end());
  views[0].add_difference(0, {{0}}, {{1}}, 7, w);
  CHECK(w[4] == 5);
}

TEST_CASE("the tree loss of inner nodes, of lattices and of uneven trees", "[problems][taxonomy]") {
  Dice dice(2);
  const auto loss = [&](const NamePairs& pairs, const char* y, const char* y_hat) {
    const PartData data = taxonomy_rows({y, y_hat}, {1}, true, dice);
    const Views views =
        make_views("taxonomy", {{"loss", "tree"}, {"taxonomy", json_of(pairs)}}, data);
    const double there = views[0].loss(0, {{0}}, {{1}});
    CHECK(there == views[0].loss(0, {{1}}, {{0}}));
    CHECK(views[0].loss(0, {{0}}, {{0}}) == 0);
    CHECK(views[0].loss(0, {{1}}, {{1}}) == 0);
    return there;
  };
  const NamePairs chain = {{"dog", "mammal"}, {"mammal", "animal"}, {"fish", "animal"}};
  CHECK(loss(chain, "dog", "mammal") == 1);     // the upper one is their first common ancestor
  CHECK(loss(chain, "mammal", "animal") == 2);  // the height is that of the longest way down
  CHECK(loss(chain, "dog", "animal") == 2);
  CHECK(loss(chain, "fish", "mammal") == 2);

  // Two lowest common ancestors, of heights 1 and 2: the lower counts.
  const NamePairs lattice = {{"a", "P"}, {"b", "P"},    {"a", "Q"},    {"b", "Q"},
                             {"d", "c"}, {"c", "Q"},    {"P", "root"}, {"Q", "root"},
                             {"e", "R"}, {"R", "root"}, {"b", "root"}};
  CHECK(loss(lattice, "a", "b") == 1);
  CHECK(loss(lattice, "a", "c") == 2);
  CHECK(loss(lattice, "a", "e") == 3);
  CHECK(loss(lattice, "b", "e") == 3);  // a parent of b is the root itself

  // Heights are those of the whole taxonomy, with or without labels below.
  CHECK(loss({{"a", "P"}, {"b", "P"}, {"x", "P"}, {"y", "x"}, {"z", "y"}}, "a", "b") == 3);
}

TEST_CASE("flat taxonomies are multiclass, bit for bit", "[problems][taxonomy]") {
  Dice dice(3);
  const NamePairs pairs = {{"a", "A"}, {"b", "A"}, {"c", "A"}, {"A", "d"}, {"e", "d"}};
  const std::vector<std::string> labels = {"b", "d", "a", "e", "c"};
  const ReferenceOrder order(pairs, labels);
  Json costs = Json::array();
  for (int y = 0; y < 5; ++y) {
    costs.push_back(Json::array());
    for (int y_hat = 0; y_hat < 5; ++y_hat) costs.back().push_back(order.tree_loss(y, y_hat));
  }
  const Json given = json_of(pairs), zero_one = {{"loss", "zero_one"}};
  const std::vector<std::pair<Json, Json>> pairs_of_options = {
      {{{"loss", "zero_one"}}, zero_one},
      {{{"loss", "tree"}}, zero_one},
      {{{"taxonomy", nullptr}, {"features", "flat"}}, zero_one},
      {{{"features", "flat"}, {"taxonomy", given}}, zero_one},
      {{{"features", "flat"}, {"loss", "tree"}, {"taxonomy", given}},
       {{"loss", "cost_matrix"}, {"costs", costs}}}};
  for (const bool indicators : {true, false}) {
    const PartData data = taxonomy_rows(labels, {4, 3}, indicators, dice);
    for (const auto& [options, multiclass_options] : pairs_of_options) {
      INFO(options.dump());
      const Views flat = make_views("taxonomy", options, data);
      const Views multiclass = make_views("multiclass", multiclass_options, data);
      for (const auto& [a, b] : {std::pair{&flat[0], &multiclass[0]},
                                 {&flat[1], &multiclass[1]},
                                 {&flat.joint(), &multiclass.joint()}}) {
        REQUIRE(a->dimension() == b->dimension());
        const Vector w = dice.vector(a->dimension(), Numbers::kReals);
        const auto same = [](const Decoded& c, const Decoded& d) {
          return c.output == d.output && same_bits(c.value, d.value);
        };
        for (InputId x = 0; x < a->num_inputs(); ++x) {
          CHECK(same(a->decode(x, w), b->decode(x, w)));
          CHECK(same_bits(a->difference_norm_bound(x), b->difference_norm_bound(x)));
          CHECK(same_bits(dynamic_cast<const PartMarginals&>(*a).part_marginals(x, w),
                          dynamic_cast<const PartMarginals&>(*b).part_marginals(x, w)));
          for (const Output& y : all_labelings(1, 5)) {
            CHECK(a->joint_feature(x, y) == b->joint_feature(x, y));
            CHECK(same_bits(a->score(x, y, w), b->score(x, y, w)));
            for (const Augmentation augmentation : all_augmentations()) {
              CHECK(same(a->loss_augmented_decode(x, y, w, augmentation),
                         b->loss_augmented_decode(x, y, w, augmentation)));
            }
            Vector c = w, d = w;
            a->add_difference(x, y, {{0}}, 0.3, c);
            b->add_difference(x, y, {{0}}, 0.3, d);
            CHECK(same_bits(c, d));
          }
        }
      }
    }
  }
}

TEST_CASE("label scores are offered where labels share no weights, and only there",
          "[problems][taxonomy]") {
  const ProblemEntry& entry = *find_problem("taxonomy");
  const Json tree = json_of({{"a", "A"}, {"b", "A"}});
  CHECK(!unmet(Need::kLabelScores, entry.blank(Json::object())[0]));
  CHECK(!unmet(Need::kLabelScores, entry.blank({{"taxonomy", tree}, {"features", "flat"}})[0]));
  CHECK(unmet(Need::kLabelScores, entry.blank({{"taxonomy", tree}})[0]));
  for (const Need need : {Need::kRunnerUp, Need::kLogPartition}) {
    CHECK(!unmet(need, entry.blank({{"taxonomy", tree}})[0]));
  }
}

TEST_CASE("the bound of differences is met by the two deepest classes of different branches",
          "[problems][taxonomy]") {
  PartData data;
  data.labels = {"a", "b", "c"};
  data.views.resize(1);
  data.views[0].num_features = 2;
  data.views[0].feature = {0, 1};
  data.views[0].value = {3, 4};
  data.views[0].end_part();
  data.views[0].end_example();
  const Json taxonomy =
      json_of({{"a", "A"}, {"A", "AA"}, {"AA", "top"}, {"b", "B"}, {"B", "top"}, {"c", "top"}});
  const Views views = make_views("taxonomy", {{"taxonomy", taxonomy}}, data);
  CHECK(views[0].difference_norm_bound(0) == Approx(5 * std::sqrt(3 + 2)));
  data.labels = {"a"};
  CHECK(make_views("taxonomy", {{"taxonomy", taxonomy}}, data)[0].difference_norm_bound(0) == 0);
}

TEST_CASE("nodes without a label below have no weights, and the rows change nothing",
          "[problems][taxonomy]") {
  Dice dice(4);
  const Json options = {
      {"taxonomy",
       json_of({{"u", "U"}, {"U", "top"}, {"a", "A"}, {"b", "A"}, {"A", "top"}, {"c", "a"}})}};
  const PartData data = taxonomy_rows({"b", "a"}, {2, 3}, true, dice);
  const Views views = make_views("taxonomy", options, data);
  CHECK(views[0].dimension() == 2 * 4);  // b, a, top, A
  CHECK(views.joint().dimension() == 5 * 4);
  PartData none = data;
  for (FeatureTable& table : none.views) {
    const Index features = table.num_features;
    table = FeatureTable();
    table.num_features = features;
  }
  const Views again = make_views("taxonomy", options, none);
  CHECK(again.joint().dimension() == views.joint().dimension());
  CHECK(again.joint().num_inputs() == 0);
}

TEST_CASE("blank taxonomies have the leaves as labels", "[problems][taxonomy]") {
  const ProblemEntry& entry = *find_problem("taxonomy");
  const auto labels_of = [](const Views& views) {
    return dynamic_cast<const LabelScores&>(views[0]).label_names();
  };
  CHECK(labels_of(entry.blank(Json::object())).size() == 2);
  const Json tree = json_of({{"a", "A"}, {"A", "top"}, {"b", "top"}});
  CHECK(labels_of(entry.blank({{"taxonomy", tree}, {"features", "flat"}})) ==
        std::vector<std::string>{"a", "b"});
  CHECK(entry.blank({{"taxonomy", tree}, {"loss", "tree"}})[0].num_inputs() == 0);
  CHECK_THROWS_AS(entry.blank({{"taxonomy", 3}}), ConfigError);
}

TEST_CASE(
    "expected features of taxonomies are the gradient of log-partitions, with the same bits on any "
    "number of threads",
    "[problems][determinism][taxonomy]") {
  Dice dice(6);
  const TaxonomyCase c = random_taxonomy(30, 2, true, 9, dice);
  TinySpec spec;
  spec.lengths.assign(1500, 1);
  spec.labels = c.labels;
  spec.features = {6, 3};
  spec.indicators = false;
  const PartData data = tiny_data(spec, dice);
  const Views views = make_views("taxonomy", {{"taxonomy", json_of(c.pairs)}}, data);
  const auto& sums = dynamic_cast<const LogPartition&>(views.joint());
  std::vector<InputId> inputs;
  Vector factors;
  for (InputId x = 0; x < 1500; ++x) {
    inputs.push_back(x);
    factors.push_back(dice.range(0, 3));
  }
  const Vector w = dice.vector(views.joint().dimension(), Numbers::kReals);
  const auto list = sums.expected_features(inputs, factors);
  REQUIRE(list->coordinates().size() == w.size());  // every feature occurs
  Vector gradient(w.size(), 0.0), alone(w.size(), 0.0);
  const double total = list->add(w, 1, gradient);
  double sum = 0;
  for (InputId x = 0; x < 1500; ++x)
    sum += factors[x] * sums.add_expected_feature(x, w, factors[x], alone);
  CHECK(total == Approx(sum).epsilon(1e-12));
  for (std::size_t i = 0; i < w.size(); ++i) CHECK(gradient[i] == Approx(alone[i]).margin(1e-8));
  for (const int threads : {2, 5}) {
    Vector again(w.size(), 0.0);
    CHECK(same_bits(list->add(w, threads, again), total));
    CHECK(same_bits(again, gradient));
  }
  const std::atomic<bool> stop = true;
  list->set_stop(&stop);
  CHECK_THROWS_AS(list->add(w, 2, alone), Interrupted);
  list->set_stop(nullptr);
  for (std::size_t i = 0; i < w.size(); i += 7) {
    constexpr double h = 1e-5;  // the error is h^2 times a third derivative of a sum of 1500
    Vector up = w, down = w, unused(w.size(), 0.0);
    up[i] += h;
    down[i] -= h;
    const double slope = (list->add(up, 1, unused) - list->add(down, 1, unused)) / (2 * h);
    CHECK(gradient[i] == Approx(slope).margin(1e-3));
  }
}

TEST_CASE("a label that is no node is a config error with the nearest name",
          "[problems][taxonomy]") {
  Dice dice(7);
  const Json options = {{"taxonomy", json_of({{"cats", "pets"}, {"dogs", "pets"}})}};
  const auto make = [&](std::vector<std::string> labels) {
    make_views("taxonomy", options, taxonomy_rows(labels, {1}, true, dice));
  };
  CHECK_THROWS_AS(make({"dogs", "cast"}), ConfigError);
  CHECK_THROWS_WITH(make({"dogs", "cast"}),
                    "problem.taxonomy: the label cast is no node of it; did you mean cats?");
  CHECK_THROWS_WITH(make({"zebra", "cats", "yak", "x"}),
                    "problem.taxonomy: the label zebra is no node of it, nor are 2 more; "
                    "expected each label of the data as a node");
}

TEST_CASE("an invalid taxonomy is a config error", "[problems][taxonomy]") {
  Dice dice(8);
  const PartData data = taxonomy_rows({"a"}, {1}, true, dice);
  const auto [given, what] = GENERATE(table<std::string, std::string>(
      {{"3", "must be a list of [node, parent] pairs"},
       {"{}", "must be a list of [node, parent] pairs"},
       {"[[\"a\"]]", "taxonomy.0 = [\"a\"]: must be a pair [node, parent] of names"},
       {"[[\"a\", 1]]", "taxonomy.0.1 = 1: must be text that is not empty"},
       {"[[\"a\", \"b\", \"c\"]]", "must be a pair [node, parent] of names"},
       {"[]", "must be a list of [node, parent] pairs of names, and must have at least 1 item"},
       {"[[\"a\", \"\"]]", "taxonomy.0.1 = \"\": must be text that is not empty"},
       {"[[\"a\", \"b\"], [\"b\", \"b\"]]", "pair 2: b is its own parent"},
       {"[[\"a\", \"b\"], [\"a\", \"b\"]]", "pair 2: a below b stands twice"},
       {"[[\"a\", \"b\"], [\"b\", \"a\"]]",
        "pair 2: closes a cycle, each below the next: b, a, b"}}));
  INFO(given);
  const Json options = {{"taxonomy", Json::parse(given)}};
  CHECK_THROWS_AS(make_views("taxonomy", options, data), ConfigError);
  CHECK_THROWS_WITH(make_views("taxonomy", options, data), Contains(what));
  CHECK_THROWS_AS(make_views("taxonomy", Json{{"loss", "trees"}}, data), ConfigError);
}

TEST_CASE("a file of a taxonomy is read as it stands", "[problems][taxonomy]") {
  const Json expected = json_of({{"a b", "A"}, {"+1", "A"}, {"A", "Wurzel \xC3\xA4"}});
  CHECK(read_text("a b\tA\n+1\tA\nA\tWurzel \xC3\xA4\n") == expected);
  CHECK(read_text("\xEF\xBB\xBF\r\na b\tA\r\n\r\n  \r\n+1\tA\r\nA\tWurzel \xC3\xA4") == expected);
  CHECK(read_text("a\tA\nb\tB") == json_of({{"a", "A"}, {"b", "B"}}));  // two roots
  CHECK(read_text("node\tparent\tcount\na\tA\t3\nnode\tA") == json_of({{"a", "A"}, {"node", "A"}}));
}

TEST_CASE("a wrong file of a taxonomy is a data error that names the line",
          "[problems][taxonomy]") {
  const auto [text, what] = GENERATE(table<std::string, std::string>(
      {{"", "1: no pairs, expected lines of node TAB parent"},
       {"\n \r\n\n", "1: no pairs, expected lines of node TAB parent"},
       {"a\tb\n\nc d\n", "3: \"c d\" without a TAB, expected node TAB parent"},
       {"a\tb\n\tb", "2: an empty name, expected a node and its parent"},
       {"a\t\r\n", "1: an empty name, expected a node and its parent"},
       {"a\tb\n\nb\tb", "3: b is its own parent, expected another node"},
       {"a\tb\nc\tb\n\na\tb", "4: a below b stands twice, expected it once"},
       {"a\tb\nb\tc\n\nc\ta\nd\ta\na\te\n",
        "4: closes a cycle, each below the next: c, a, b, c; expected ways up to a root"},
       {"a\tb\nb\xFF\tc", "2: a byte that is no text, expected UTF-8"},
       {std::string("a\tb\0\n", 5), "1: a byte that is no text, expected UTF-8"}}));
  INFO(text);
  CHECK_THROWS_AS(read_text(text), DataError);
  CHECK_THROWS_WITH(read_text(text), what);
}

TEST_CASE("a long cycle is named by its first nodes", "[problems][taxonomy]") {
  std::string text = "0\t99999\n";
  for (int i = 1; i < 100000; ++i) text += std::to_string(i) + "\t" + std::to_string(i - 1) + "\n";
  CHECK_THROWS_WITH(read_text(text),
                    StartsWith("100000: closes a cycle, each below the next: 99999, 99998, ") &&
                        Contains("99989, ... (100000 nodes)"));
}

TEST_CASE("the cycle that is named is one, whatever surrounds it", "[problems][taxonomy]") {
  for (int seed = 0; seed < 300; ++seed) {
    Dice dice(seed);
    NamePairs pairs;
    std::set<std::pair<int, int>> seen;
    std::string text;
    const int nodes = dice.range(2, 9), edges = dice.range(1, 14);
    for (int e = 0; e < edges; ++e) {
      const int node = dice.range(0, nodes - 1), parent = dice.range(0, nodes - 1);
      if (node == parent || !seen.insert({node, parent}).second) continue;
      text += std::to_string(node) + "\t" + std::to_string(parent) + "\n";
    }
    if (seen.empty()) continue;
    std::vector<std::vector<char>> reaches(nodes, std::vector<char>(nodes, 0));
    for (const auto& [node, parent] : seen) reaches[node][parent] = 1;
    for (int k = 0; k < nodes; ++k) {
      for (int i = 0; i < nodes; ++i) {
        for (int j = 0; j < nodes; ++j) reaches[i][j] |= reaches[i][k] && reaches[k][j];
      }
    }
    bool has_cycle = false;
    for (int i = 0; i < nodes; ++i) has_cycle = has_cycle || reaches[i][i];
    INFO(text);
    if (!has_cycle) {
      CHECK_NOTHROW(read_text(text));
      continue;
    }
    std::string message;
    try {
      read_text(text);
    } catch (const DataError& error) {
      message = error.what();
    }
    const std::string before = "each below the next: ";
    REQUIRE(message.find(before) != message.npos);
    std::vector<int> cycle;
    for (std::size_t i = message.find(before) + before.size(); message[i] != ';'; ++i) {
      if (message[i] >= '0' && message[i] <= '9') cycle.push_back(message[i] - '0');
    }
    REQUIRE(cycle.size() >= 3);
    CHECK(cycle.front() == cycle.back());
    for (std::size_t i = 1; i < cycle.size(); ++i) CHECK(seen.contains({cycle[i - 1], cycle[i]}));
    CHECK(std::set<int>(cycle.begin(), cycle.end()).size() + 1 == cycle.size());
  }
}

TEST_CASE("a hundred thousand nodes are read and decoded", "[problems][taxonomy]") {
  Dice dice(9);
  std::string text;
  const int nodes = 100000;
  for (int i = 1; i < nodes; ++i) {
    text += "n" + std::to_string(i) + "\tn" + std::to_string(dice.range(0, i - 1)) + "\n";
  }
  PartData data = taxonomy_rows({}, {2}, true, dice);
  for (int i = 0; i < nodes; ++i) data.labels.push_back("n" + std::to_string(i));
  const Views views =
      make_views("taxonomy", {{"loss", "tree"}, {"taxonomy", read_text(text)}}, data);
  CHECK(views[0].dimension() == 2 * nodes);
  const Vector w = dice.vector(views[0].dimension(), Numbers::kIntegers);
  CHECK(views[0].loss_augmented_decode(0, {{5}}, w, {}).value >= views[0].decode(0, w).value);
}

TEST_CASE("a path of a million nodes is read, and an error where labels make a square of it",
          "[problems][taxonomy]") {
  Dice dice(10);
  std::string text;
  for (const auto& [node, parent] : path_to(1000000)) text += node + "\t" + parent + "\n";
  PartData data = taxonomy_rows({"1000000", "999999"}, {1}, true, dice);
  const Json options = {{"loss", "tree"}, {"taxonomy", read_text(text)}};
  const Views views = make_views("taxonomy", options, data);
  CHECK(views[0].dimension() == 1000001);
  CHECK(views[0].loss(0, {{0}}, {{1}}) == 1);
  for (int i = 1; i <= 20; ++i) data.labels.push_back(std::to_string(1000 * (1000 - i)));
  CHECK_THROWS_WITH(make_views("taxonomy", options, data), Contains("edges above the labels"));
  CHECK(find_problem("taxonomy")->blank(options)[0].dimension() == 0);
}

TEST_CASE("the tree loss of predictions is a metric, whatever the problem was trained by",
          "[problems][taxonomy]") {
  const ProblemEntry& entry = *find_problem("taxonomy");
  const auto metric =
      std::find_if(entry.metrics.begin(), entry.metrics.end(),
                   [](const OutputMetric& m) { return m.info.name == "tree_loss"; });
  REQUIRE(metric != entry.metrics.end());
  const std::vector<std::string> labels = {"a", "b", "c", "unseen"};
  const std::vector<Output> truth = {{{0}}, {{0}}, {{2}}, {{3}}},
                            predicted = {{{0}}, {{1}}, {{0}}, {{0}}};
  const Json tree = {
      {"loss", "zero_one"},
      {"features", "flat"},
      {"taxonomy", json_of({{"a", "ab"}, {"b", "ab"}, {"ab", "top"}, {"c", "top"}})}};
  // 0 for a, 1 for a and b, 2 for c and a, and 3, above all nodes, for a label that is no node.
  CHECK(metric->compute({truth, predicted, labels, tree}) == Approx((0 + 1 + 2 + 3) / 4.0));
  CHECK(metric->compute({truth, predicted, labels, Json::object()}) == Approx(3 / 4.0));
  CHECK(metric->compute({{}, {}, labels, tree}) == 0);
}

TEST_CASE("the reader of taxonomies refuses random bytes or reads a taxonomy",
          "[problems][taxonomy]") {
  Dice dice(11);
  Index read_ones = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string bytes =
        round % 2 == 0 ? "ab\t\n" : "abc\t\t\n\n\r \"\\\xC3\xA4\xEF\xBB\xBF\xFF";
    std::string text;
    for (int i = dice.range(0, 24); i > 0; --i) {
      text += bytes[dice.range(0, static_cast<int>(bytes.size()) - 1)];
    }
    INFO(Json(text).dump(-1, ' ', true, Json::error_handler_t::replace));
    try {
      const Json taxonomy = read_text(text);
      ++read_ones;
      CHECK(taxonomy.dump().size() > 0);  // UTF-8
      CHECK_NOTHROW(find_problem("taxonomy")->blank({{"taxonomy", taxonomy}}));
    } catch (const DataError& error) {
      const std::string what = error.what();
      if (what.find(": ") == what.npos || what[0] < '1' || what[0] > '9') FAIL(what);
    }
  }
  CHECK(read_ones > 100);
}
