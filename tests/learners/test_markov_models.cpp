// Expectation maximisation of hmm and naive_bayes against the same model written out in
// probabilities, over all outputs of small inputs.
#include <catch2/catch.hpp>

#include <cmath>
#include <set>

#include "costruct/contract/learner_laws.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "support/fits.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;
using Catch::Contains;

namespace {

/// Inputs with counts as features, or indicators, and a labeled and unlabeled part.
struct Small {
  PartData data;
  Sample sample;
  Index labels;
  std::string learner, problem;
  Json problem_options;
  bool words;

  Views views() const { return make_views(problem, problem_options, data); }
  const FeatureTable& table() const { return data.views[0]; }
  std::vector<Output> outputs(InputId x) const { return all_labelings(table().length(x), labels); }
  Json options(const Json& more) const {
    Json all = {{"emissions", words ? "multinomial" : "bernoulli"}};
    all.update(more);
    return all;
  }
  Fitted fit(const Json& more, const FitContext& context = {}) const {
    return make_learner(learner, options(more))->fit(views(), sample, context);
  }
};

Small small(const std::string& learner, const std::string& problem, bool words,
            std::uint64_t seed) {
  Dice dice(seed);
  Small made{{}, {}, seed % 2 == 0 ? 2 : 3, learner, problem, Json::object(), words};
  const bool chains = problem == "sequence";
  made.problem_options = chains ? Json{{"bias", true}, {"boundary", true}} : Json{{"bias", true}};
  for (Index k = 0; k < made.labels; ++k) made.data.labels.push_back("label" + std::to_string(k));
  FeatureTable table;
  table.num_features = 7;
  const std::vector<Index> lengths = {3, 2, 0, 4, 1, 3, 4, 2, 1, 0, 3};
  for (std::size_t x = 0; x < lengths.size(); ++x) {
    const Index length = chains ? lengths[x] : 1;
    for (Index t = 0; t < length; ++t) {
      // The last feature is in inputs without labels alone; the one before it in none.
      for (int j = 0; j < 7; ++j) {
        if (j == 5 || (j == 6 && x < 5) || dice.range(0, 2) == 0) continue;
        table.feature.push_back(j);
        if (words) table.value.push_back(dice.range(0, 3));
      }
      table.end_part();
    }
    table.end_example();
    if (x < 5) {
      made.sample.labeled.push_back({static_cast<InputId>(x),
                                     dice.labeling(length, static_cast<int>(made.labels)),
                                     dice.range(1, 8) / 4.0});
    } else {
      made.sample.unlabeled.push_back(static_cast<InputId>(x));
    }
  }
  made.data.views.push_back(std::move(table));
  return made;
}

/// Counts of events, or probabilities: of first labels, of labels after labels, of features of
/// labels.
struct Events {
  Vector first;
  std::vector<Vector> after, feature;  // [p][k], [k][j]
  Vector parts;                        // of label k; of counts alone

  explicit Events(Index K, Index J)
      : first(K, 0.0), after(K, Vector(K, 0.0)), feature(K, Vector(J, 0.0)), parts(K, 0.0) {}
};

class Model {
 public:
  Model(const Small& s, double u, double smoothing)
      : s_(s), u_(u), smoothing_(smoothing), p_(s.labels, 7) {
    for (const auto& example : s.sample.labeled) note_vocabulary(example.x);
    if (u > 0) {
      for (const InputId x : s.sample.unlabeled) note_vocabulary(x);
    }
    p_ = estimate(labeled_counts());
  }

  double log_joint(InputId x, const Output& y) const {
    double sum = 0;
    for (std::size_t t = 0; t < y.parts.size(); ++t) {
      const int k = y.parts[t];
      sum += std::log(t == 0 ? p_.first[k] : p_.after[y.parts[t - 1]][k]);
      const Vector values = values_of(x, t);
      for (const int j : vocabulary_) {
        const double p = p_.feature[k][j];
        if (s_.words) {
          sum += values[j] * std::log(p);
        } else {
          sum += std::log(values[j] > 0 ? p : 1 - p);
        }
      }
    }
    return sum;
  }
  double log_input(InputId x) const {
    double sum = 0;
    for (const Output& y : s_.outputs(x)) sum += std::exp(log_joint(x, y));
    return std::log(sum);
  }
  double objective() const {
    double total = 0;
    for (const auto& [x, y, weight] : s_.sample.labeled) total -= weight * log_joint(x, y);
    for (const InputId x : s_.sample.unlabeled) total -= u_ * log_input(x);
    const auto less = [&](double p) { total -= smoothing_ * std::log(p); };
    for (Index k = 0; k < s_.labels; ++k) {
      less(p_.first[k]);
      for (Index next = 0; s_.problem == "sequence" && next < s_.labels; ++next)
        less(p_.after[k][next]);
      for (const int j : vocabulary_) {
        less(p_.feature[k][j]);
        if (!s_.words) less(1 - p_.feature[k][j]);
      }
    }
    return total;
  }
  void round() {
    Events counts = labeled_counts();
    for (const InputId x : s_.sample.unlabeled) {
      for (const Output& y : s_.outputs(x))
        count(x, y, u_ * std::exp(log_joint(x, y) - log_input(x)), counts);
    }
    p_ = estimate(counts);
  }

 private:
  Vector values_of(InputId x, std::size_t t) const {
    Vector values(7, 0.0);
    const Index part = s_.table().example_begin[x] + static_cast<Index>(t);
    const auto ids = s_.table().features_of(part);
    const auto given = s_.table().values_of(part);
    for (std::size_t e = 0; e < ids.size(); ++e) values[ids[e]] += given.empty() ? 1 : given[e];
    return values;
  }
  void note_vocabulary(InputId x) {
    for (Index part = s_.table().example_begin[x]; part < s_.table().example_begin[x + 1]; ++part) {
      for (const auto j : s_.table().features_of(part)) vocabulary_.insert(j);
    }
  }
  void count(InputId x, const Output& y, double weight, Events& counts) const {
    for (std::size_t t = 0; t < y.parts.size(); ++t) {
      const int k = y.parts[t];
      (t == 0 ? counts.first : counts.after[y.parts[t - 1]])[k] += weight;
      counts.parts[k] += weight;
      const Vector values = values_of(x, t);
      for (int j = 0; j < 7; ++j) counts.feature[k][j] += weight * values[j];
    }
  }
  Events labeled_counts() const {
    Events counts(s_.labels, 7);
    for (const auto& [x, y, weight] : s_.sample.labeled) count(x, y, weight, counts);
    return counts;
  }
  Vector shares(const Vector& counts) const {
    double total = 0;
    for (const double each : counts) total += each + smoothing_;
    Vector p;
    for (const double each : counts) p.push_back((each + smoothing_) / total);
    return p;
  }
  Events estimate(const Events& counts) const {
    Events p(s_.labels, 7);
    p.first = shares(counts.first);
    for (Index k = 0; k < s_.labels; ++k) {
      p.after[k] = shares(counts.after[k]);
      double total = 0;
      for (const int j : vocabulary_) total += counts.feature[k][j] + smoothing_;
      for (const int j : vocabulary_) {
        const double tokens = s_.words ? total : counts.parts[k] + 2 * smoothing_;
        p.feature[k][j] = (counts.feature[k][j] + smoothing_) / tokens;
      }
    }
    return p;
  }

  const Small& s_;
  double u_, smoothing_;
  std::set<int> vocabulary_;
  Events p_;
};

void check_model(const Small& s, const Model& model, const Fitted& fitted) {
  const Views views = s.views();
  const auto& sums = dynamic_cast<const LogPartition&>(views[0]);
  for (InputId x = 0; x < views[0].num_inputs(); ++x) {
    for (const Output& y : s.outputs(x))
      CHECK(views[0].score(x, y, fitted.weights[0]) == Approx(model.log_joint(x, y)).margin(1e-9));
    CHECK(sums.log_partition(x, fitted.weights[0]) == Approx(model.log_input(x)).margin(1e-9));
  }
  CHECK(*fitted.report.primal == Approx(model.objective()).epsilon(1e-10));
}

template <class Check>
void over_models(const Check& check) {
  for (const bool words : {true, false}) {
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
      for (const auto& [learner, problem] :
           {std::pair{"hmm", "sequence"}, {"hmm", "multiclass"}, {"naive_bayes", "multiclass"}}) {
        const Small s = small(learner, problem, words, seed);
        INFO(learner << " on " << problem << (words ? ", words" : ", indicators") << ", seed "
                     << seed);
        check(s);
      }
    }
  }
}

}  // namespace

TEST_CASE(
    "each round of expectation maximisation is that of the model written out in probabilities",
    "[learners][hmm][naive_bayes]") {
  over_models([](const Small& s) {
    for (const double u : {1.0, 0.25}) {
      for (const double smoothing : {1.0, 0.05}) {
        for (const Index rounds : {1, 2, 5}) {
          Model model(s, u, smoothing);
          for (Index r = 0; r < rounds; ++r) model.round();
          const Json options = {{"rounds", rounds},
                                {"tolerance", 1e-300},
                                {"smoothing", smoothing},
                                {"unlabeled_weight", u}};
          check_model(s, model, s.fit(options));
        }
      }
    }
  });
}

TEST_CASE("no round increases the objective", "[learners][hmm][naive_bayes]") {
  over_models([](const Small& s) {
    const Fitted fitted = s.fit({{"rounds", 200}, {"tolerance", 1e-12}, {"unlabeled_weight", 2}});
    CHECK(fitted.report.history.size() > 2);
    for (const Json& row : fitted.report.history)
      CHECK(row.at("decrease").get<double>() >= -1e-11 * std::abs(row.at("primal").get<double>()));
  });
}

TEST_CASE(
    "with weight 0, or without unlabeled inputs, the estimate is the supervised one, bit for bit",
    "[learners][hmm][naive_bayes]") {
  over_models([](const Small& s) {
    Small labeled = s;
    labeled.sample.unlabeled.clear();
    const Fitted supervised = labeled.fit({{"unlabeled_weight", 0}});
    check_same_fit(s.fit({{"unlabeled_weight", 0}}), supervised);
    check_same_fit(labeled.fit({{"unlabeled_weight", 3}, {"held_out", 0.4}}), supervised);
    CHECK(supervised.report.stopped_because == "closed form");
    if (s.learner == "hmm") check_same_fit(s.fit(Json::object()), supervised);
    const Model model(labeled, 0, s.learner == "hmm" ? 1e-4 : 1);
    for (const auto& [x, y, weight] : s.sample.labeled)
      CHECK(s.views()[0].score(x, y, supervised.weights[0]) ==
            Approx(model.log_joint(x, y)).margin(1e-9));
  });
}

TEST_CASE("naive Bayes is the hidden Markov model of chains of length one, bit for bit",
          "[learners][hmm][naive_bayes]") {
  for (const bool words : {true, false}) {
    Small s = small("naive_bayes", "multiclass", words, 11);
    const Json options = {{"smoothing", 0.3}, {"unlabeled_weight", 0.7}};
    const Fitted bayes = s.fit(options);
    s.learner = "hmm";
    check_same_fit(s.fit(options), bayes);
    // As a sequence the bias and the first label have weights of their own; scores are the same.
    const Small chains = [&] {
      Small other = s;
      other.problem = "sequence";
      other.problem_options = {{"bias", true}, {"boundary", true}};
      return other;
    }();
    const Fitted of_chains = chains.fit(options);
    CHECK(of_chains.report.iterations == bayes.report.iterations);
    for (InputId x = 0; x < 11; ++x) {
      for (const Output& y : s.outputs(x)) {
        CHECK(chains.views()[0].score(x, y, of_chains.weights[0]) ==
              Approx(s.views()[0].score(x, y, bayes.weights[0])).epsilon(1e-10));
      }
    }
  }
}

TEST_CASE("what is held out chooses the round after which its loss is least",
          "[learners][hmm][naive_bayes]") {
  over_models([](const Small& s) {
    const Json options = {
        {"unlabeled_weight", 1}, {"rounds", 6}, {"tolerance", 1e-300}, {"held_out", 0.4}};
    FitContext context;
    context.seed = 5;
    const Fitted fitted = s.fit(options, context);
    check_same_fit(s.fit(options, context), fitted);
    CHECK_THAT(fitted.report.stopped_because,
               Contains("had the least loss on 2 held-out examples"));
    CHECK(fitted.report.converged);
    const Index chosen = fitted.report.iterations;
    CHECK(chosen <= 6);
    if (chosen > 0) {
      Json fixed = options;
      fixed["held_out"] = 0;
      fixed["rounds"] = chosen;
      CHECK(same_weights(s.fit(fixed).weights, fitted.weights));
    }
    // One of the pairs that could have been held out says the same, by runs without it.
    const Views views = s.views();
    const Index n = std::ssize(s.sample.labeled);
    bool found = false;
    for (Index a = 0; a < n; ++a) {
      for (Index b = a + 1; b < n; ++b) {
        Small rest = s;
        std::erase_if(rest.sample.labeled,
                      [&](const LabeledExample& e) { return e.x == a || e.x == b; });
        // Their features stay in the vocabulary, as examples that weigh next to nothing.
        for (const Index i : {a, b}) {
          rest.sample.labeled.push_back(s.sample.labeled[i]);
          rest.sample.labeled.back().weight = 1e-12;
        }
        double least = HUGE_VAL;
        Index best = 0;
        for (Index rounds = 0; rounds <= 6; ++rounds) {
          Model model(rest, 1, s.learner == "hmm" ? 1e-4 : 1);
          for (Index r = 0; r < rounds; ++r) model.round();
          double loss = 0;
          for (const Index i : {a, b}) {
            const auto& [x, y, weight] = s.sample.labeled[i];
            const Decoded top = best_of(
                s.outputs(x), [&, in = x](const Output& z) { return model.log_joint(in, z); });
            loss += weight * views[0].loss(x, y, top.output);
          }
          if (loss < least - 1e-9) {
            least = loss;
            best = rounds;
          }
        }
        found = found || best == chosen;
      }
    }
    CHECK(found);
  });
}

TEST_CASE("one labeled example is not held out, and the report says so",
          "[learners][naive_bayes]") {
  Small s = small("naive_bayes", "multiclass", true, 12);
  s.sample.labeled.resize(1);
  const Fitted fitted = s.fit({{"held_out", 0.5}});
  REQUIRE(fitted.report.warnings.size() == 1);
  CHECK_THAT(fitted.report.warnings[0], Contains("held_out has no effect"));
  CHECK(same_weights(fitted.weights, s.fit(Json::object()).weights));
}

TEST_CASE("two sources of words are told apart by unlabeled inputs alone",
          "[learners][naive_bayes]") {
  // One labeled input of each class has one word; unlabeled inputs couple it with others. A test
  // input has only those.
  PartData data;
  data.labels = {"a", "b"};
  FeatureTable table;
  table.num_features = 6;
  const auto add = [&](const std::vector<int>& words) {
    table.feature.insert(table.feature.end(), words.begin(), words.end());
    table.end_part();
    table.end_example();
  };
  add({0});
  add({3});
  Sample sample;
  sample.labeled = {{0, {{0}}}, {1, {{1}}}};
  for (int i = 0; i < 10; ++i) {
    add({0, 1});
    add({1, 2});
    add({3, 4});
    add({4, 5});
  }
  for (InputId x = 2; x < 42; ++x) sample.unlabeled.push_back(x);
  add({2});
  add({5});
  data.views.push_back(table);
  const Views views = make_views("multiclass", {{"bias", true}}, data);
  const Json options = {{"smoothing", 0.1}, {"rounds", 50}};
  const Vector w = make_learner("naive_bayes", options)->fit(views, sample, {}).weights[0];
  CHECK(views[0].decode(42, w).output.parts[0] == 0);
  CHECK(views[0].decode(43, w).output.parts[0] == 1);
  sample.unlabeled.clear();
  const Vector supervised = make_learner("naive_bayes", options)->fit(views, sample, {}).weights[0];
  CHECK(views[0].score(43, {{0}}, supervised) == views[0].score(43, {{1}}, supervised));
}

TEST_CASE(
    "features that are no counts, problems with transitions and emissions without likelihood are "
    "refused",
    "[learners][hmm][naive_bayes]") {
  for (const double value : {0.5, -1.0}) {
    Small s = small("naive_bayes", "multiclass", true, 13);
    s.data.views[0].value[3] = value;
    CHECK_THROWS_AS(s.fit(Json::object()), DataError);
    CHECK_THROWS_WITH(s.fit(Json::object()),
                      Contains("naive_bayes needs features that are counts"));
    CHECK_THROWS_WITH(s.fit({{"emissions", "bernoulli"}}), Contains("indicator features"));
  }
  Small s = small("naive_bayes", "sequence", true, 14);
  CHECK_THROWS_WITH(s.fit(Json::object()), Contains("naive_bayes: needs one label per input"));
  s = small("naive_bayes", "multiclass", true, 15);
  s.problem_options = Json::object();
  CHECK_THROWS_WITH(s.fit(Json::object()), Contains("naive_bayes needs a problem with bias on"));
  for (const char* learner : {"hmm", "naive_bayes"}) {
    CHECK_THROWS_WITH(make_learner(learner, {{"emissions", "present"}, {"unlabeled_weight", 0.1}}),
                      Contains("unlabeled_weight = 0.1: emissions present"));
    CHECK_NOTHROW(make_learner(learner, {{"emissions", "present"}, {"unlabeled_weight", 0}}));
  }
  CHECK_THROWS_WITH(
      make_learner("self_training", {{"learner", {{"type", "hmm"}, {"unlabeled_weight", 0.5}}}}),
      Contains("learner.unlabeled_weight: must be 0 here"));
}
