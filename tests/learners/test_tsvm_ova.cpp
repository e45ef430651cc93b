// The combinatorial transductive SVM, one against all, against dense quadratic programs, and its
// laws. Its solver is tested by itself (test_transductive_svm.cpp).
#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <utility>

#include "support/point_rows.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

bool all_finite(const Vector& w) {
  return std::all_of(w.begin(), w.end(), [](double each) { return std::isfinite(each); });
}

/// Two classes that overlap a little: an eighth of the inputs are of class a, but half of the
/// labeled ones.
struct UnequalClasses {
  explicit UnequalClasses(std::uint64_t seed, bool b_first = false) : swapped(b_first) {
    Dice dice(seed);
    for (Index i = 0; i < 4 + 160; ++i) {
      const bool is_a = i < 4 ? i % 2 == 0 : i % 8 == 0;
      points.push_back(
          {(is_a ? 1.2 : -1.2) + 0.8 * (dice.real() + dice.real()), dice.real(), dice.real(), 1});
      truth.push_back(is_a != b_first ? 0 : 1);
    }
  }
  Views views() const {
    return make_views("multiclass", Json::object(),
                      part_data(points, 4,
                                swapped ? std::vector<std::string>{"b", "a"}
                                        : std::vector<std::string>{"a", "b"}));
  }
  Fitted fit(const Json& share) const {
    const Sample sample = sample_of({truth.begin(), truth.begin() + 4}, {1, 1, 1, 1}, 164);
    return make_learner("tsvm_ova", {{"positive_share", share}, {"gap", 1e-8}})
        ->fit(views(), sample, {});
  }
  /// The unlabeled inputs that are predicted as class a, in their order, and how many of all are
  /// wrong.
  std::pair<std::vector<bool>, Index> predicted(const Fitted& fitted) const {
    const Views problem = views();
    std::pair<std::vector<bool>, Index> found;
    for (Index i = 4; i < 164; ++i) {
      const int label = problem.joint().decode(i, fitted.weights[0]).output.parts[0];
      found.first.push_back(label == (swapped ? 1 : 0));
      found.second += label != truth[static_cast<std::size_t>(i)];
    }
    return found;
  }

  bool swapped;
  PointRows points;
  std::vector<int> truth;
};

/// How many unlabeled examples each class has taken.
std::vector<Index> taken(const Fitted& fitted, Index labels) {
  std::vector<Index> num_plus(static_cast<std::size_t>(labels), -1);
  for (const Json& row : fitted.report.history) num_plus[row.at("label")] = row.at("num_plus");
  return num_plus;
}

}  // namespace

TEST_CASE(
    "without unlabeled examples, or with Cu = 0, tsvm_ova is K support vector machines, one "
    "against all",
    "[learners][tsvm_ova]") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Dice dice(seed);
    const Index n = 15, columns = 4, K = 3;
    const PointRows points = random_points(n + 5, columns, dice, Numbers::kIntegers);
    std::vector<int> labels;
    Vector weights;
    for (Index i = 0; i < n; ++i) {
      labels.push_back(dice.range(0, K - 1));
      weights.push_back(dice.range(0, 4) * 0.5);
    }
    const Views views =
        make_views("multiclass", Json::object(), part_data(points, columns, {"a", "b", "c"}));
    const auto learner = make_learner("tsvm_ova", {{"C", 0.7}, {"gap", 1e-9}});
    const Fitted fitted = learner->fit(views, sample_of(labels, weights, n), {});
    double sum = 0;
    for (Index k = 0; k < K; ++k) {
      std::vector<int> y;
      Vector costs;
      for (Index i = 0; i < n; ++i) {
        y.push_back(labels[i] == k ? 1 : -1);
        costs.push_back(0.7 * weights[i]);
      }
      const DenseSolution dense =
          dense_svm({points.begin(), points.begin() + n}, y, costs, columns);
      sum += dense.primal;
      for (Index j = 0; j < columns; ++j) {
        CHECK(fitted.weights[0][j * K + k] ==
              Approx(dense.w[j]).margin(4 * std::sqrt(2e-9 * dense.primal) + 1e-9));
      }
    }
    REQUIRE(fitted.report.primal);
    REQUIRE(fitted.report.dual);
    CHECK(*fitted.report.primal == Approx(sum).epsilon(1e-8));
    CHECK(*fitted.report.dual == Approx(sum).epsilon(1e-8));
    CHECK(*fitted.report.gap <= 1e-9);
    CHECK(fitted.report.converged);
    CHECK(fitted.report.stopped_because == "gap");
    const Fitted without = make_learner("tsvm_ova", {{"C", 0.7}, {"gap", 1e-9}, {"Cu", 0}})
                               ->fit(views, sample_of(labels, weights, n + 5), {});
    check_same_fit(without, fitted);
  }
}

TEST_CASE("tsvm_ova names the rule by which its swaps end", "[learners][tsvm_ova]") {
  const TwoClusters clusters(20);
  for (const auto& [rule, end] :
       {std::pair{"gaining", "no swap of two pseudo-labels lowers the objective"},
        std::pair{"published", "no pair of pseudo-labels meets the published rule"}}) {
    const Fitted fitted =
        make_learner("tsvm_ova", {{"swaps", rule}})->fit(clusters.views(), clusters.sample(), {});
    CHECK(fitted.report.stopped_because == end);
    CHECK(fitted.report.converged);
  }
}

TEST_CASE("unlabeled clusters mend a boundary that two labeled points have put across them",
          "[learners][tsvm_ova]") {
  const TwoClusters clusters(60);
  const Views views = clusters.views();
  const auto learner = make_learner("tsvm_ova", {{"C", 10}});
  Sample labeled = clusters.sample();
  labeled.unlabeled.clear();
  CHECK(clusters.wrong(views, learner->fit(views, labeled, {}).weights[0]) > 6);
  const Fitted fitted = learner->fit(views, clusters.sample(), {});
  CHECK(clusters.wrong(views, fitted.weights[0]) == 0);
  CHECK(fitted.report.converged);
  CHECK(!fitted.report.dual);
  CHECK(!fitted.report.gap);
  Index switches = 0;
  for (const Json& row : fitted.report.history) switches += row.at("switches").get<Index>();
  CHECK(switches > 0);
}

TEST_CASE("the unlabeled costs double from 1e-5 C to C Cu, the positive side's in proportion",
          "[learners][tsvm_ova]") {
  const TwoClusters clusters(12);
  const Fitted fitted =
      make_learner("tsvm_ova", {{"C", 2}, {"Cu", 0.5}, {"positive_share", {{"a", 0.25}}}})
          ->fit(clusters.views(), clusters.sample(), {});
  double minus = 0, plus = 0;
  Index stages = 0;
  for (const Json& row : fitted.report.history) {
    const Index num_plus = row.at("label") == 0 ? 3 : 9;  // the other class takes the rest
    CHECK(row.at("num_plus") == num_plus);
    const double c_minus = row.at("cost_minus"), c_plus = row.at("cost_plus");
    if (c_minus == 0) {  // the labeled examples alone, of either label
      CHECK(c_plus == 0);
      minus = plus = 0;
      continue;
    }
    const double first = 2e-5 * static_cast<double>(num_plus) / static_cast<double>(12 - num_plus);
    CHECK(c_minus == Approx(minus == 0 ? 2e-5 : std::min(1.0, 2 * minus)));
    CHECK(c_plus == Approx(plus == 0 ? first : std::min(1.0, 2 * plus)));
    minus = c_minus;
    plus = c_plus;
    ++stages;
  }
  CHECK(minus == 1);
  CHECK(plus == 1);
  CHECK(stages == 19 + 17);  // 2e-5 / 3 * 2^18 > 1; 2e-5 * 2^16 > 1
}

TEST_CASE("two unequal classes gain from their true shares", "[learners][tsvm_ova]") {
  Index of_labeled = 0, of_true = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const UnequalClasses classes(seed);
    const Fitted by_true = classes.fit({{"a", 0.125}, {"b", 0.875}});
    CHECK(taken(by_true, 2) == std::vector<Index>{20, 140});
    CHECK(taken(classes.fit(nullptr), 2) == std::vector<Index>{80, 80});
    of_labeled += classes.predicted(classes.fit(nullptr)).second;
    of_true += classes.predicted(by_true).second;
  }
  CHECK(of_true * 3 < of_labeled);
  CHECK(of_true < 160);  // of 1,600: less than a tenth
}

TEST_CASE("shares go by the names of classes, whatever their order, and name those left out too",
          "[learners][tsvm_ova]") {
  const UnequalClasses classes(3), swapped(3, true);
  const auto expected = classes.predicted(classes.fit({{"a", 0.125}, {"b", 0.875}}));
  CHECK(swapped.predicted(swapped.fit({{"a", 0.125}, {"b", 0.875}})) == expected);
  CHECK(classes.predicted(classes.fit({{"a", 0.125}})) == expected);
  CHECK(swapped.predicted(swapped.fit({{"b", 0.875}})) == expected);
  CHECK(taken(swapped.fit({{"a", 0.125}}), 2) == std::vector<Index>{140, 20});
}

TEST_CASE("classes without a share divide the rest as they do the labeled examples, by weight",
          "[learners][tsvm_ova]") {
  Dice dice(4);
  const PointRows points = random_points(46, 3, dice);
  const Views views =
      make_views("multiclass", Json::object(), part_data(points, 3, {"a", "b", "c", "d"}));
  const Sample sample = sample_of({0, 1, 2, 0, 1, 2}, {1, 0.5, 1, 1, 0.5, 1}, 46);
  const auto taken_with = [&](const Json& share) {
    return taken(make_learner("tsvm_ova", {{"positive_share", share}})->fit(views, sample, {}), 4);
  };
  CHECK(taken_with(nullptr) == std::vector<Index>{16, 8, 16, 0});
  CHECK(taken_with({{"c", 0.25}}) == std::vector<Index>{20, 10, 10, 0});
  CHECK(taken_with({{"d", 0.5}}) == std::vector<Index>{8, 4, 8, 20});
  CHECK(taken_with({{"a", 0.5}, {"b", 0.2}, {"c", 0.2}}) == std::vector<Index>{20, 8, 8, 4});
  CHECK(taken_with({{"a", 0}, {"b", 1}}) == std::vector<Index>{0, 40, 0, 0});
  CHECK_THROWS_WITH(taken_with({{"aa", 0.5}}),
                    "positive_share.aa: no class of the data; did you mean a?");
  CHECK_THROWS_AS(taken_with({{"e", 0.5}}), ConfigError);
}

TEST_CASE("an example of weight 2 counts like two of them, one of weight 0 like none",
          "[learners][tsvm_ova]") {
  Dice dice(9);
  const PointRows few = random_points(12, 3, dice);
  const std::vector<int> labels = {0, 1, 2, 0, 1, 2};
  // Inputs 0 and 1 again at the end, input 5 of no weight.
  PointRows points = few;
  points.push_back(few[0]);
  points.push_back(few[1]);
  const Views views =
      make_views("multiclass", Json::object(), part_data(points, 3, {"a", "b", "c"}));
  const Sample weighted = sample_of(labels, {2, 2, 1, 1, 1, 0}, 12);
  Sample twice = weighted;
  twice.labeled.pop_back();
  for (LabeledExample& example : twice.labeled) example.weight = 1;
  twice.labeled.push_back({12, {{0}}, 1});
  twice.labeled.push_back({13, {{1}}, 1});
  const auto learner = make_learner("tsvm_ova", {{"gap", 1e-9}});
  const Fitted a = learner->fit(views, weighted, {}), b = learner->fit(views, twice, {});
  CHECK(*a.report.primal == Approx(*b.report.primal).epsilon(1e-8));
  for (std::size_t j = 0; j < a.weights[0].size(); ++j) {
    CHECK(a.weights[0][j] == Approx(b.weights[0][j]).margin(1e-3));
  }
}

TEST_CASE("degenerate samples and extreme options are fitted, with finite weights",
          "[learners][tsvm_ova]") {
  Dice dice(10);
  PointRows points = random_points(24, 3, dice, Numbers::kIntegers);
  points[3] = points[2];  // contradictory labels below
  points[4] = points[20] = {0, 0, 0};
  points[21] = points[22] = points[23] = points[0];
  const std::vector<int> mixed = {0, 1, 0, 1, 2, 2, 0, 1}, same(8, 1);
  const Views views =
      make_views("multiclass", Json::object(), part_data(points, 3, {"a", "b", "c", "never"}));
  for (const std::vector<int>& labels : {mixed, same}) {
    for (const Vector& weights : {Vector(8, 1.0), Vector(8, 0.0), Vector{3, 0, 1, 1, 0, 2, 1, 1}}) {
      for (const char* text :
           {R"({})", R"({"positive_share": {"a": 0}})", R"({"positive_share": {"b": 1}})",
            R"({"positive_share": {"a": 0.5, "never": 0.5}})", R"({"C": 1e-200})", R"({"C": 1e4})",
            R"({"C": 1e-7, "Cu": 1e7})", R"({"Cu": 1e-12})", R"({"switches": 2})"}) {
        INFO(text);
        const Sample sample = sample_of(labels, weights, 24);
        const Fitted fitted = make_learner("tsvm_ova", Json::parse(text))->fit(views, sample, {});
        check_form(*find_learner("tsvm_ova"), views, fitted);
        CHECK(fitted.report.converged);
        CHECK(*fitted.report.primal >= 0);
        for (const Json& row : fitted.report.history) {
          const Index num_plus = row.at("num_plus");
          CHECK((num_plus >= 0 && num_plus <= 16));
        }
      }
    }
  }
  PointRows zeros(6, Vector(2, 0.0));
  const Views empty = make_views("multiclass", Json::object(), part_data(zeros, 2, {"a", "b"}));
  const Fitted fitted =
      make_learner("tsvm_ova")->fit(empty, sample_of({0, 1, 0}, {1, 1, 1}, 6), {});
  CHECK(fitted.weights[0] == Vector(4, 0.0));
  CHECK(*fitted.report.primal == 12);  // every slack is 1
}

TEST_CASE("features beyond floating point end a fit of tsvm_ova", "[learners][tsvm_ova]") {
  const PointRows points = {{1e200, 0}, {-1e200, 1}, {0, 1e160}, {1e180, 1e180}};
  const Views views = make_views("multiclass", Json::object(), part_data(points, 2, {"a", "b"}));
  const Fitted fitted = make_learner("tsvm_ova")->fit(views, sample_of({0, 1}, {1, 1}, 4), {});
  CHECK(all_finite(fitted.weights[0]));
}

TEST_CASE("interrupted or limited, tsvm_ova returns what it has and says why",
          "[learners][tsvm_ova]") {
  const TwoClusters clusters(40);
  const Views views = clusters.views();
  const auto learner = make_learner("tsvm_ova", {{"gap", 1e-6}});
  const Fitted whole = learner->fit(views, clusters.sample(), {});
  for (const Index after : {0, 1, 3, 17, 25}) {
    INFO("after " << after << " stages");
    std::atomic<bool> stop = after == 0;
    Index lines = 0;
    FitContext context;
    context.stop = &stop;
    context.progress = [&](const std::string&) { stop = ++lines >= after; };
    const Fitted fitted = learner->fit(views, clusters.sample(), context);
    check_form(*find_learner("tsvm_ova"), views, fitted);
    CHECK(!fitted.report.converged);
    CHECK(fitted.report.stopped_because == "interrupted");
    CHECK(fitted.report.iterations <= whole.report.iterations);
    CHECK(std::isfinite(*fitted.report.primal));
  }
  const Fitted limited = make_learner("tsvm_ova", {{"gap", 1e-6}, {"iteration_limit", 5}})
                             ->fit(views, clusters.sample(), {});
  CHECK(!limited.report.converged);
  CHECK(limited.report.stopped_because == "iteration_limit 5");
  CHECK(limited.report.iterations <= 2 * 6);  // of either class, and a certificate
}

TEST_CASE("tsvm_ova tells of every stage which of how many it is, and its gap",
          "[learners][tsvm_ova]") {
  const TwoClusters clusters(40);
  std::vector<std::string> lines;
  FitContext context;
  context.progress = [&](const std::string& line) {
    if (is_of_learner(line)) lines.push_back(line);
  };
  const Fitted fitted = make_learner("tsvm_ova")->fit(clusters.views(), clusters.sample(), context);
  REQUIRE(lines.size() == fitted.report.history.size());
  const std::size_t of_each = lines.size() / 2;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CHECK_THAT(lines[i], Contains(fmt::format("stage {} of {},", i % of_each + 1, of_each)) &&
                             Contains(", gap "));
    CHECK((lines[i].find(" left") != std::string::npos) == (i + 1 < lines.size()));
  }
}

TEST_CASE("tsvm_ova gives the same bits for any number of threads, and passes exceptions on",
          "[learners][tsvm_ova][determinism]") {
  Dice dice(12);
  const LabeledData data = small_points(dice, 120, {"a", "b", "c", "d", "e"}, {8});
  const Views views = make_views("multiclass", Json::object(), data.parts);
  const Sample sample = split(data.truth, 40, 80);
  const auto learner = make_learner("tsvm_ova");
  const Fitted once = learner->fit(views, sample, with_threads(1));
  for (const int threads : {1, 2, 3, 8}) {
    INFO(threads << " threads");
    check_same_fit(learner->fit(views, sample, with_threads(threads)), once);
    FitContext context = with_threads(threads);
    context.progress = [](const std::string&) { throw std::runtime_error("the screen is full"); };
    CHECK_THROWS_WITH(learner->fit(views, sample, context), "the screen is full");
  }
}

TEST_CASE("tsvm_ova says that sequences do not suit it", "[learners][tsvm_ova]") {
  Dice dice(13);
  const LabeledData data = small_sequences(dice);
  const Views views = make_views("sequence", Json::object(), data.parts);
  CHECK_THROWS_AS(make_learner("tsvm_ova")->fit(views, split(data.truth, 4, 2), {}), ConfigError);
  CHECK_THROWS_WITH(make_learner("tsvm_ova")->fit(views, split(data.truth, 4, 2), {}),
                    Contains("learner tsvm_ova: needs label scores"));
}
