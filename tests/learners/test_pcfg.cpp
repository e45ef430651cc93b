// Multinomial events against hand counts, and expectation maximisation against the same written out
// in probabilities over all trees of a toy grammar.
#include <catch2/catch.hpp>

#include <cmath>
#include <set>

#include "costruct/contract/augmentations.hpp"
#include "costruct/contract/instances/small_instance.hpp"
#include "costruct/contract/learner_laws.hpp"
#include "costruct/contract/problem_laws.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/multinomial_groups.hpp"
#include "costruct/core/text/counted.hpp"
#include "support/fits.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;
using Catch::Contains;

namespace {

struct Rule {
  char left;
  std::string right;
};

// The first two are start symbols. Every string over a and b is an A, as it may be much else.
const std::vector<Rule> kRules = {{'*', "S"}, {'*', "A"}, {'S', "AB"}, {'S', "BA"}, {'S', "SS"},
                                  {'A', "a"}, {'A', "b"}, {'A', "AA"}, {'B', "b"},  {'B', "BB"}};
// Where they are counted; coordinate 7 counts rules of any kind, and is in no group.
const std::vector<Index> kPlaces = {9, 2, 10, 0, 5, 1, 8, 3, 6, 4};
constexpr Index kDimension = 11, kAnyRule = 7;

enum RuleNumber { kStartS, kStartA, kSAB, kSBA, kSSS, kAa, kAb, kAAA, kBb, kBBB };

std::vector<std::vector<Index>> groups_of_rules() {
  std::vector<std::vector<Index>> groups;
  for (const char left : std::string("BA*S")) {
    groups.emplace_back();
    for (std::size_t r = 0; r < kRules.size(); ++r) {
      if (kRules[r].left == left) groups.back().push_back(kPlaces[r]);
    }
  }
  return groups;
}

/// The derivations of text[begin, end) from a symbol: their rules in the order of a walk, parents
/// first.
std::vector<std::vector<int>> derivations(char symbol, const std::string& text, std::size_t begin,
                                          std::size_t end) {
  std::vector<std::vector<int>> all;
  for (std::size_t r = 0; r < kRules.size(); ++r) {
    const auto& [left, right] = kRules[r];
    const int rule = static_cast<int>(r);
    if (left != symbol) continue;
    if (left == '*') {
      for (std::vector<int> below : derivations(right[0], text, begin, end)) {
        below.insert(below.begin(), rule);
        all.push_back(std::move(below));
      }
    } else if (right.size() == 1) {
      if (text.substr(begin, end - begin) == right) all.push_back({rule});
    } else {
      for (std::size_t middle = begin + 1; middle < end; ++middle) {
        for (const auto& first : derivations(right[0], text, begin, middle)) {
          for (const auto& second : derivations(right[1], text, middle, end)) {
            std::vector<int> tree = {rule};
            tree.insert(tree.end(), first.begin(), first.end());
            tree.insert(tree.end(), second.begin(), second.end());
            all.push_back(std::move(tree));
          }
        }
      }
    }
  }
  return all;
}

std::vector<Output> all_trees(const std::string& text) {
  std::vector<Output> all;
  for (std::vector<int>& tree : derivations('*', text, 0, text.size()))
    all.push_back({std::move(tree)});
  std::sort(all.begin(), all.end());
  return all;
}

struct Sentences : ProblemData {
  std::vector<std::string> texts;
};

std::shared_ptr<const Sentences> sentences(std::vector<std::string> texts) {
  auto data = std::make_shared<Sentences>();
  data->texts = std::move(texts);
  return data;
}

/// Phi counts the rules of a tree; all is done by looking at every tree.
class ToyGrammar : public StructuredProblem, public MultinomialModel {
 public:
  explicit ToyGrammar(const Sentences& data) {
    for (const std::string& text : data.texts) trees_.push_back(all_trees(text));
  }
  const std::vector<Output>& trees(InputId x) const { return trees_[static_cast<std::size_t>(x)]; }

  Index dimension() const override { return kDimension; }
  Index num_inputs() const override { return static_cast<Index>(trees_.size()); }
  SparseVector joint_feature(InputId, const Output& y) const override {
    std::vector<std::pair<Index, double>> entries;
    for (const int rule : y.parts) {
      entries.emplace_back(kPlaces[static_cast<std::size_t>(rule)], 1.0);
      entries.emplace_back(kAnyRule, 1.0);
    }
    return make_sparse(std::move(entries));
  }
  Decoded decode(InputId x, ConstVectorRef w) const override {
    return best_of(trees(x), [&](const Output& y) { return score(x, y, w); });
  }
  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation a) const override {
    const double f_y = score(x, y, w);
    return best_of(trees(x), [&](const Output& y_hat) {
      return reference_augmented(loss(x, y, y_hat), score(x, y_hat, w), f_y, a);
    });
  }
  double loss(InputId, const Output& y, const Output& y_hat) const override {
    return y == y_hat ? 0 : 1;
  }
  std::vector<std::vector<Index>> multinomial_groups() const override { return groups_of_rules(); }

 private:
  std::vector<std::vector<Output>> trees_;
};

/// The same with sums.
class SummedGrammar final : public ToyGrammar, public LogPartition {
 public:
  using ToyGrammar::ToyGrammar;
  double log_partition(InputId x, ConstVectorRef w) const override {
    const double top = decode(x, w).value;
    double sum = 0;
    for (const Output& y : trees(x)) sum += std::exp(score(x, y, w) - top);
    return top + std::log(sum);
  }
  double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                              VectorRef into) const override {
    const double log_z = log_partition(x, w);
    for (const Output& y : trees(x))
      add_to(into, scale * std::exp(score(x, y, w) - log_z), joint_feature(x, y));
    return log_z;
  }
  std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                      Vector factors) const override {
    return std::make_unique<Expected>(*this, std::move(inputs), std::move(factors));
  }

 private:
  // In the coordinates that its trees have.
  class Expected final : public ExpectedFeatures {
   public:
    Expected(const SummedGrammar& grammar, std::vector<InputId> inputs, Vector factors)
        : grammar_(grammar), inputs_(std::move(inputs)), factors_(std::move(factors)) {
      std::set<Index> seen;
      for (const InputId x : inputs_) {
        for (const Output& y : grammar.trees(x)) {
          for (const Index j : grammar.joint_feature(x, y).index) seen.insert(j);
        }
      }
      coordinates_.assign(seen.begin(), seen.end());
    }
    const std::vector<Index>& coordinates() const override { return coordinates_; }
    double add(ConstVectorRef w, int threads, VectorRef into) const override {
      Vector all(kDimension, 0.0);
      for (std::size_t j = 0; j < coordinates_.size(); ++j) all[coordinates_[j]] = w[j];
      const Index n = static_cast<Index>(inputs_.size());
      std::vector<Vector> of_input(inputs_.size(), Vector(kDimension, 0.0));
      Vector log_z(inputs_.size());
#pragma omp parallel for schedule(dynamic) num_threads(threads)
      for (Index i = 0; i < n; ++i)
        log_z[i] = grammar_.add_expected_feature(inputs_[i], all, factors_[i], of_input[i]);
      double sum = 0;
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        sum += factors_[i] * log_z[i];
        for (std::size_t j = 0; j < coordinates_.size(); ++j)
          into[j] += of_input[i][coordinates_[j]];
      }
      return sum;
    }

   private:
    const SummedGrammar& grammar_;
    std::vector<InputId> inputs_;
    Vector factors_;
    std::vector<Index> coordinates_;
  };
};

const std::vector<std::string> kTexts = {"ab",   "aab", "abba", "b",    "ba",
                                         "abab", "bb",  "bab",  "aabb", "a"};

Views grammar_over(const std::vector<std::string>& texts) {
  return Views(std::make_unique<SummedGrammar>(*sentences(texts)));
}

/// The catalog's entry that the grammar would have, as far as the laws look at it.
ProblemEntry toy_entry() {
  ProblemEntry entry;
  entry.name = "toy grammar";
  entry.losses = {"zero_one"};
  entry.make = [](const Json&, const std::shared_ptr<const ProblemData>& data) {
    return Views(std::make_unique<SummedGrammar>(dynamic_cast<const Sentences&>(*data)));
  };
  return entry;
}

SmallInstance toy_instance() {
  SmallInstance instance;
  instance.name = "ten sentences";
  instance.options = Json::object();
  instance.data = sentences(kTexts);
  instance.outputs = [](InputId x) { return all_trees(kTexts[static_cast<std::size_t>(x)]); };
  instance.views = {instance.data};
  return instance;
}

/// Trees at random for the first inputs, weights in quarters.
Sample toy_sample(Index labeled, Index unlabeled, Dice& dice) {
  Sample sample;
  for (Index i = 0; i < labeled; ++i) {
    const std::vector<Output> trees = all_trees(kTexts[static_cast<std::size_t>(i)]);
    const Output& y =
        trees[static_cast<std::size_t>(dice.range(0, static_cast<int>(trees.size()) - 1))];
    sample.labeled.push_back({i, y, dice.range(1, 8) / 4.0});
  }
  for (Index i = 0; i < unlabeled; ++i) sample.unlabeled.push_back(labeled + i);
  return sample;
}

Fitted fit_pcfg(const Views& views, const Sample& sample, const Json& options = Json::object(),
                const FitContext& context = {}) {
  return make_learner("pcfg", options)->fit(views, sample, context);
}

/// The model in probabilities, one for each rule.
struct Probabilities {
  Vector p = Vector(kRules.size(), 0.0);

  /// The probabilities for counts of rules, to which s is added.
  static Probabilities of(const Vector& counts, double s) {
    Probabilities model;
    for (std::size_t r = 0; r < kRules.size(); ++r) {
      double total = 0;
      for (std::size_t q = 0; q < kRules.size(); ++q) {
        if (kRules[q].left == kRules[r].left) total += counts[q] + s;
      }
      model.p[r] = (counts[r] + s) / total;
    }
    return model;
  }
  static Probabilities of_weights(const Vector& w) {
    Probabilities model;
    for (std::size_t r = 0; r < kRules.size(); ++r) model.p[r] = std::exp(w[kPlaces[r]]);
    return model;
  }

  double of_tree(const Output& y) const {
    double product = 1;
    for (const int rule : y.parts) product *= p[static_cast<std::size_t>(rule)];
    return product;
  }
  double of_text(const std::string& text) const {
    double sum = 0;
    for (const Output& y : all_trees(text)) sum += of_tree(y);
    return sum;
  }
  double objective(const Sample& sample, double u, double s) const {
    double total = 0;
    for (const auto& [x, y, weight] : sample.labeled) total -= weight * std::log(of_tree(y));
    for (const InputId x : sample.unlabeled) total -= u * std::log(of_text(kTexts[x]));
    for (const double each : p) total -= s * std::log(each);
    return total;
  }
  Probabilities after_a_round(const Sample& sample, double u, double s) const {
    Vector counts(kRules.size(), 0.0);
    for (const auto& [x, y, weight] : sample.labeled) {
      for (const int rule : y.parts) counts[static_cast<std::size_t>(rule)] += weight;
    }
    for (const InputId x : sample.unlabeled) {
      if (u == 0) break;
      for (const Output& y : all_trees(kTexts[x])) {
        for (const int rule : y.parts)
          counts[static_cast<std::size_t>(rule)] += u * of_tree(y) / of_text(kTexts[x]);
      }
    }
    return of(counts, s);
  }
};

void check_weights(const Vector& w, const Probabilities& expected, double epsilon) {
  REQUIRE(w.size() == static_cast<std::size_t>(kDimension));
  CHECK(w[kAnyRule] == 0);
  for (std::size_t r = 0; r < kRules.size(); ++r) {
    INFO(kRules[r].left << " -> " << kRules[r].right);
    CHECK(std::exp(w[kPlaces[r]]) == Approx(expected.p[r]).epsilon(epsilon));
  }
}

const Json kToTheEnd = {{"rounds", 5000}, {"tolerance", 1e-15}, {"smoothing", 0.01}};

}  // namespace

TEST_CASE("the toy grammar is a problem, its sums are sums and its groups a model",
          "[learners][pcfg]") {
  CHECK(problem_violations(toy_entry(), toy_instance(), 5001) == std::vector<std::string>{});
  CHECK(concurrency_violations(toy_entry(), toy_instance(), 5002) == std::vector<std::string>{});
}

TEST_CASE("pcfg obeys the laws of learners on a grammar", "[learners][pcfg][contract]") {
  const ProblemEntry problem = toy_entry();
  const SmallInstance instance = toy_instance();
  for (const Json& options : {Json::object(), Json{{"unlabeled_weight", 0.3}, {"smoothing", 0.5}},
                              Json{{"unlabeled_weight", 0}}, Json{{"rounds", 1}}}) {
    const LearnerCase c{*find_learner("pcfg"), problem, instance, options};
    INFO(c.name());
    CHECK(c.unmet() == "");
    CHECK(weight_violations(c, 5003) == std::vector<std::string>{});
    if (options.value("unlabeled_weight", 1.0) > 0)  // else it may not learn from them, and should
      CHECK(run_violations(c, 5003) == std::vector<std::string>{});
    CHECK(thread_violations(c, 5003) == std::vector<std::string>{});
    CHECK(form_violations(c, 5003) == std::vector<std::string>{});
  }
}

TEST_CASE("labeled trees give relative frequencies of rules", "[learners][pcfg]") {
  const Views views = grammar_over(kTexts);
  Sample sample;
  sample.labeled.push_back({0, {{kStartS, kSAB, kAa, kBb}}});
  sample.labeled.push_back({1, {{kStartS, kSAB, kAAA, kAa, kAa, kBb}}, 2});
  const Fitted fitted = fit_pcfg(views, sample, {{"smoothing", 0.5}});
  const Vector& w = fitted.weights.at(0);
  const auto p = [&](RuleNumber rule) { return std::exp(w[kPlaces[rule]]); };
  CHECK(p(kStartS) == Approx(3.5 / 4));
  CHECK(p(kStartA) == Approx(0.5 / 4));
  CHECK(p(kSAB) == Approx(3.5 / 4.5));
  CHECK(p(kSBA) == Approx(0.5 / 4.5));
  CHECK(p(kAa) == Approx(5.5 / 8.5));
  CHECK(p(kAb) == Approx(0.5 / 8.5));
  CHECK(p(kAAA) == Approx(2.5 / 8.5));
  CHECK(p(kBb) == Approx(3.5 / 4));
  CHECK(w[kAnyRule] == 0);
  CHECK(fitted.report.converged);
  CHECK(fitted.report.stopped_because == "closed form");
  CHECK(fitted.report.iterations == 0);
  CHECK(fitted.report.oracle_calls == 0);
  CHECK(*fitted.report.primal == Approx(Probabilities::of_weights(w).objective(sample, 1, 0.5)));
}

TEST_CASE("under the weights of pcfg every score is the log-probability of a tree",
          "[learners][pcfg]") {
  Dice dice(5004);
  const Views views = grammar_over(kTexts);
  const Sample sample = toy_sample(5, 5, dice);
  const Vector w = fit_pcfg(views, sample, {{"smoothing", 0.1}}).weights[0];
  const Probabilities model = Probabilities::of_weights(w);
  for (InputId x = 0; x < views[0].num_inputs(); ++x) {
    for (const Output& y : all_trees(kTexts[x])) {
      CHECK(views[0].score(x, y, w) == Approx(std::log(model.of_tree(y))));
    }
  }
}

TEST_CASE("rounds of pcfg are those written out in probabilities", "[learners][pcfg]") {
  Dice dice(5005);
  const Views views = grammar_over(kTexts);
  for (const double u : {0.25, 1.0, 40.0}) {
    for (const double s : {1e-6, 0.3}) {
      const Sample sample = toy_sample(4, 6, dice);
      Probabilities model = Probabilities{}.after_a_round(sample, 0, s);
      for (int round = 1; round <= 7; ++round) {
        model = model.after_a_round(sample, u, s);
        INFO("unlabeled weight " << u << ", smoothing " << s << ", round " << round);
        const Fitted fitted = fit_pcfg(
            views, sample,
            {{"unlabeled_weight", u}, {"smoothing", s}, {"rounds", round}, {"tolerance", 1e-300}});
        check_weights(fitted.weights.at(0), model, 1e-10);
        CHECK(*fitted.report.primal == Approx(model.objective(sample, u, s)).epsilon(1e-10));
        CHECK(fitted.report.iterations == round);
        CHECK(fitted.report.oracle_calls == 6 * (round + 1));
        CHECK(fitted.report.stopped_because == counted(round, "round"));
        CHECK(!fitted.report.converged);
      }
    }
  }
}

TEST_CASE("no round of pcfg increases the objective, and the history ends in what is reported",
          "[learners][pcfg]") {
  const Views views = grammar_over(kTexts);
  for (const std::uint64_t seed : {5006, 5007, 5008, 5009}) {
    Dice dice(seed);
    const Sample sample = toy_sample(2, 8, dice);
    for (const double u : {0.1, 3.0}) {
      const Fitted fitted = fit_pcfg(views, sample, {{"unlabeled_weight", u}, {"rounds", 300}});
      const FitReport& report = fitted.report;
      REQUIRE(static_cast<Index>(report.history.size()) == report.iterations);
      double last = Probabilities{}.after_a_round(sample, 0, 1e-6).objective(sample, u, 1e-6);
      for (std::size_t t = 0; t < report.history.size(); ++t) {
        const auto& row = report.history[t];
        const double primal = row.at("primal");
        CHECK(row.at("round") == t + 1);
        CHECK(row.at("decrease").get<double>() == Approx(last - primal).margin(1e-9));
        CHECK(primal <= last + 1e-12 * std::abs(last));  // rounding
        CHECK((last - primal <= 1e-5 * last) == (t + 1 == report.history.size()));
        last = primal;
      }
      CHECK(last == *report.primal);
      CHECK(report.converged);
      CHECK(report.stopped_because == "tolerance 1e-05");
    }
  }
}

TEST_CASE("expectation maximisation ends where another round changes nothing", "[learners][pcfg]") {
  const Views views = grammar_over(kTexts);
  Dice dice(5010);
  const Sample sample = toy_sample(4, 6, dice);
  const Fitted fitted = fit_pcfg(views, sample, kToTheEnd);
  REQUIRE(fitted.report.converged);
  const Probabilities end = Probabilities::of_weights(fitted.weights.at(0));
  check_weights(fitted.weights[0], end.after_a_round(sample, 1, 0.01), 1e-5);
  Probabilities written_out = Probabilities{}.after_a_round(sample, 0, 0.01);
  for (int round = 0; round < 3000; ++round)
    written_out = written_out.after_a_round(sample, 1, 0.01);
  check_weights(fitted.weights[0], written_out, 1e-5);
  // A local minimum: no small step within a group leads down.
  const double least = end.objective(sample, 1, 0.01);
  for (const auto& [more, less] :
       {std::pair(kAa, kAb), std::pair(kAa, kAAA), std::pair(kBb, kBBB), std::pair(kSAB, kSBA),
        std::pair(kSBA, kSSS), std::pair(kStartS, kStartA)}) {
    for (const double share : {0.01, -0.01}) {
      Probabilities moved = end;
      const double step = share * std::min(end.p[more], end.p[less]);
      moved.p[more] += step;
      moved.p[less] -= step;
      CHECK(moved.objective(sample, 1, 0.01) >= least - 1e-9);
    }
  }
}

TEST_CASE("with unlabeled weight zero pcfg is supervised, bit for bit", "[learners][pcfg]") {
  Dice dice(5011);
  const Views views = grammar_over(kTexts);
  const Sample sample = toy_sample(5, 5, dice);
  const Sample labeled{sample.labeled, {}};
  check_same_fit(fit_pcfg(views, sample, {{"unlabeled_weight", 0}}), fit_pcfg(views, labeled));
  CHECK(!same_weights(fit_pcfg(views, sample).weights, fit_pcfg(views, labeled).weights));
}

TEST_CASE("twice all weights and twice the smoothing change no bit", "[learners][pcfg]") {
  Dice dice(5012);
  const Views views = grammar_over(kTexts);
  const Sample sample = toy_sample(5, 5, dice);
  Sample doubled = sample, twice = sample;
  for (LabeledExample& example : doubled.labeled) example.weight *= 2;
  for (const double u : {0.0, 0.5}) {
    const Fitted once = fit_pcfg(views, sample, {{"unlabeled_weight", u}, {"smoothing", 0.25}});
    const Fitted heavy =
        fit_pcfg(views, doubled, {{"unlabeled_weight", 2 * u}, {"smoothing", 0.5}});
    CHECK(same_weights(once.weights, heavy.weights));
    CHECK(2 * *once.report.primal == *heavy.report.primal);
    CHECK(once.report.iterations == heavy.report.iterations);
  }
  // An unlabeled input that is there twice has weight 2.
  for (const InputId x : sample.unlabeled) twice.unlabeled.push_back(x);
  const Fitted listed_twice = fit_pcfg(views, twice),
               weighted = fit_pcfg(views, sample, {{"unlabeled_weight", 2}});
  check_weights(listed_twice.weights.at(0), Probabilities::of_weights(weighted.weights.at(0)),
                1e-12);
}

TEST_CASE("interrupted, pcfg returns what its last round gave", "[learners][pcfg]") {
  Dice dice(5013);
  const Views views = grammar_over(kTexts);
  const Sample sample = toy_sample(3, 7, dice);
  std::atomic<bool> stop = false;
  std::vector<std::string> lines;
  FitContext context;
  context.stop = &stop;
  context.progress = [&](const std::string& line) {
    lines.push_back(line);
    stop = lines.size() == 3;
  };
  const Fitted interrupted = fit_pcfg(views, sample, kToTheEnd, context);
  CHECK(interrupted.report.stopped_because == "interrupted");
  CHECK(interrupted.report.iterations == 3);
  CHECK(!interrupted.report.converged);
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines.back(), Contains("pcfg: round 3 of 5000"));
  Json three = kToTheEnd;
  three["rounds"] = 3;
  const Fitted ended = fit_pcfg(views, sample, three);
  CHECK(same_weights(interrupted.weights, ended.weights));
  CHECK(*interrupted.report.primal == *ended.report.primal);

  stop = true;  // before it begins: the supervised start
  context.progress = nullptr;
  const Fitted start = fit_pcfg(views, sample, kToTheEnd, context);
  CHECK(start.report.stopped_because == "interrupted");
  CHECK(same_weights(start.weights, fit_pcfg(views, {sample.labeled, {}}, kToTheEnd).weights));
}

TEST_CASE("tiny smoothing keeps the weights of pcfg finite", "[learners][pcfg]") {
  Dice dice(5014);
  const Views views = grammar_over(kTexts);
  const Sample sample = toy_sample(2, 8, dice);
  for (const double smoothing : {1e-12, 1e-300}) {
    check_form(*find_learner("pcfg"), views, fit_pcfg(views, sample, {{"smoothing", smoothing}}));
  }
}

namespace {

/// A grammar that does not count its rules as it is configured.
class UncountedGrammar final : public ToyGrammar {
 public:
  using ToyGrammar::ToyGrammar;
  std::optional<std::string> multinomial_groups_unavailable() const override { return "rules on"; }
};

}  // namespace

TEST_CASE(
    "pcfg asks for a model of multinomial events alone, and sums where unlabeled inputs count",
    "[learners][pcfg]") {
  Dice dice(5015);
  TinySpec spec;
  spec.lengths = {3, 2};
  const Views chains =
      make_views("sequence", {{"boundary", true}, {"bias", true}}, tiny_data(spec, dice));
  Sample sample;
  sample.labeled.push_back({0, {{0, 1, 2}}});
  CHECK_THROWS_AS(fit_pcfg(chains, sample), ConfigError);  // what a label emits is in no group
  CHECK_THROWS_WITH(fit_pcfg(chains, sample),
                    "learner pcfg: needs a model of multinomial events alone, which "
                    "this problem does not offer");

  const Sample trees = toy_sample(3, 2, dice);
  const Views uncounted(std::make_unique<UncountedGrammar>(*sentences(kTexts)));
  CHECK_THROWS_AS(fit_pcfg(uncounted, trees), ConfigError);
  CHECK_THROWS_WITH(fit_pcfg(uncounted, trees), "learner pcfg: needs rules on");
  const Views unsummed(std::make_unique<ToyGrammar>(*sentences(kTexts)));
  CHECK_THROWS_AS(fit_pcfg(unsummed, trees), ConfigError);
  CHECK_THROWS_WITH(fit_pcfg(unsummed, trees),
                    "learner pcfg: needs the log-partition, which this problem does not offer");
  check_same_fit(fit_pcfg(unsummed, trees, {{"unlabeled_weight", 0}}),
                 fit_pcfg(grammar_over(kTexts), {trees.labeled, {}}));

  std::vector<std::unique_ptr<const StructuredProblem>> two;
  for (int v = 0; v < 2; ++v) two.push_back(std::make_unique<SummedGrammar>(*sentences(kTexts)));
  const Views views(std::move(two), std::make_unique<SummedGrammar>(*sentences(kTexts)),
                    [] { return std::make_shared<const SummedGrammar>(*sentences(kTexts)); });
  CHECK_THROWS_AS(fit_pcfg(views, trees), ConfigError);
  CHECK_THROWS_AS(fit_pcfg(grammar_over(kTexts), {{}, {0, 1}}), DataError);
}
