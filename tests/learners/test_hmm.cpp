// The HMM's weights against the model written out in probabilities.
#include <catch2/catch.hpp>

#include "costruct/core/interfaces/multinomial_groups.hpp"
#include "costruct/learners/shared/multinomials.hpp"
#include "support/fits.hpp"

#include <map>
#include <set>

using namespace costruct;
using namespace costruct::test;

namespace {

const Json kProblem = {{"loss", "hamming"}, {"bias", true}, {"boundary", true}};

/// A hidden Markov model with multi-Bernoulli emissions, additive smoothing s and no end state.
/// Only features that occur in the labeled sentences are observed. Where `present_only`, those that
/// a token lacks do not count.
class NaiveHmm {
 public:
  NaiveHmm(const FeatureTable& table, Index labels, const Sample& sample, double s,
           bool present_only)
      : table_(table),
        K_(labels),
        present_only_(present_only),
        start_(K_),
        transition_(K_, Vector(K_)),
        emission_(K_) {
    Vector starts(K_), occurrences(K_);
    std::vector<Vector> after(K_, Vector(K_));
    std::vector<std::map<int, double>> with(K_);
    double sentences = 0;
    for (const auto& [x, y, weight] : sample.labeled) {
      for (std::size_t t = 0; t < y.parts.size(); ++t) {
        const int k = y.parts[t];
        if (t == 0) {
          ++starts[k];
          ++sentences;
        } else {
          ++after[y.parts[t - 1]][k];
        }
        ++occurrences[k];
        for (const int j : observed(x, t)) {
          ++with[k][j];
          vocabulary_.insert(j);
        }
      }
    }
    const double K = static_cast<double>(K_);
    for (Index k = 0; k < K_; ++k) {
      start_[k] = (starts[k] + s) / (sentences + K * s);
      double total = 0;
      for (const double count : after[k]) total += count;
      for (Index next = 0; next < K_; ++next)
        transition_[k][next] = (after[k][next] + s) / (total + K * s);
      for (const int j : vocabulary_) {
        const double tokens = occurrences[k] + 2 * s;
        emission_[k][j] = {(with[k][j] + s) / tokens, (occurrences[k] - with[k][j] + s) / tokens};
      }
    }
  }

  double log_joint(InputId x, const Output& y) const {
    double sum = 0;
    for (std::size_t t = 0; t < y.parts.size(); ++t) {
      const int k = y.parts[t];
      sum += std::log(t == 0 ? start_[k] : transition_[y.parts[t - 1]][k]);
      const auto on = observed(x, t);
      for (const int j : vocabulary_) {
        const auto& [with, without] = emission_[k].at(j);
        if (on.count(j)) {
          sum += std::log(with);
        } else if (!present_only_) {
          sum += std::log(without);
        }
      }
    }
    return sum;
  }

 private:
  std::set<int> observed(InputId x, std::size_t t) const {
    const auto features = table_.features_of(table_.example_begin[x] + static_cast<Index>(t));
    return {features.begin(), features.end()};
  }

  const FeatureTable& table_;
  Index K_;
  bool present_only_;
  Vector start_;
  std::vector<Vector> transition_;
  std::vector<std::map<int, std::pair<double, double>>> emission_;  // with the feature, without it
  std::set<int> vocabulary_;
};

struct Small {
  PartData data;
  std::vector<Output> truth;
};

Small small(std::uint64_t seed, Index labels = 3) {
  Dice dice(seed);
  TinySpec spec;
  spec.lengths = {3, 2, 0, 4, 1, 3, 4, 2};
  spec.labels.assign(labels, "");
  for (Index k = 0; k < labels; ++k) spec.labels[k] = "label" + std::to_string(k);
  spec.features = {9};
  Small made{tiny_data(spec, dice), {}};
  for (const Index length : spec.lengths) made.truth.push_back(dice.labeling(length, labels));
  return made;
}

}  // namespace

TEST_CASE("under the HMM's weights every score is the log-probability of the model",
          "[learners][hmm]") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    for (const double smoothing : {1.0, 0.1, 2.5, 1e-9}) {
      for (const Index labels : {1, 2, 3}) {
        for (const Index n : {1, 2, 5}) {
          for (const char* emissions : {"bernoulli", "present"}) {
            INFO("seed " << seed << ", smoothing " << smoothing << ", " << labels << " labels, "
                         << n << " examples, emissions " << emissions);
            const Small s = small(seed, labels);
            const Sample sample = split(s.truth, n, 0);
            const NaiveHmm naive(s.data.views[0], labels, sample, smoothing,
                                 emissions == std::string("present"));
            const Views views = make_views("sequence", kProblem, s.data);
            const Fitted fitted =
                make_learner("hmm", {{"smoothing", smoothing}, {"emissions", emissions}})
                    ->fit(views, sample, {});
            const Vector w = stack(fitted.weights);
            for (InputId x = 0; x < views[0].num_inputs(); ++x) {
              const auto outputs = all_labelings(s.data.views[0].length(x), labels);
              for (const Output& y : outputs) {
                CHECK(views[0].score(x, y, w) == Approx(naive.log_joint(x, y)).margin(1e-9));
              }
              const auto log_joint = [&](const Output& y) { return naive.log_joint(x, y); };
              const Decoded best = best_of(outputs, log_joint);
              CHECK(log_joint(views[0].decode(x, w).output) == Approx(best.value).margin(1e-9));
            }
            double negative_log_likelihood = 0;
            for (const auto& [x, y, weight] : sample.labeled) {
              negative_log_likelihood -= naive.log_joint(x, y);
            }
            CHECK(fitted.report.primal.value() == Approx(negative_log_likelihood).margin(1e-9));
          }
        }
      }
    }
  }
}

TEST_CASE("the probabilities of all observations and labelings of a given length sum to one",
          "[learners][hmm]") {
  // All 2^6 pairs of tokens over three features, appended to one labeled sentence in which all
  // features occur.
  PartData data;
  data.labels = {"a", "b"};
  FeatureTable table;
  table.num_features = 3;
  const auto token = [&](int mask) {
    for (int j = 0; j < 3; ++j) {
      if (mask >> j & 1) table.feature.push_back(j);
    }
    table.end_part();
  };
  for (const int mask : {3, 4, 1}) token(mask);
  table.end_example();
  for (int pair = 0; pair < 64; ++pair) {
    token(pair & 7);
    token(pair >> 3);
    table.end_example();
  }
  data.views.push_back(table);
  const Views views = make_views("sequence", kProblem, data);
  Sample sample;
  sample.labeled.push_back({0, {{0, 1, 0}}});
  const Vector w = stack(make_learner("hmm")->fit(views, sample, {}).weights);
  double total = 0;
  for (InputId x = 1; x <= 64; ++x) {
    for (const Output& y : all_labelings(2, 2)) total += std::exp(views[0].score(x, y, w));
  }
  CHECK(total == Approx(1.0).epsilon(1e-12));
}

TEST_CASE("a rare label wins where its features are clear, as the closed form says",
          "[learners][hmm]") {
  // There are n sentences of one token of label 0, each with a feature of its own. One sentence has
  // a token of label 1 with m clues that no other token has. A token with the same clues is
  // predicted. Label 1 lacks n of the J = n + m features.
  for (const Index n : {100, 1000, 10000}) {
    for (const Index m : {1, 3}) {
      PartData data;
      data.labels = {"common", "rare"};
      FeatureTable table;
      table.num_features = n + m;
      const auto clues = [&] {
        for (Index j = n; j < n + m; ++j) table.feature.push_back(static_cast<int>(j));
        table.end_part();
        table.end_example();
      };
      Sample sample;
      for (Index i = 0; i < n; ++i) {
        table.feature.push_back(static_cast<int>(i));
        table.end_part();
        table.end_example();
        sample.labeled.push_back({i, {{0}}});
      }
      clues();
      sample.labeled.push_back({n, {{1}}});
      clues();
      data.views.push_back(table);
      const Views views = make_views("sequence", kProblem, data);
      // log p(x, rare) - log p(x, common): the first labels, then the m clues, then the n features
      // the token lacks, each of which one of the n common tokens has.
      const auto advantage = [&](double s) {
        const double common = static_cast<double>(n), clue = static_cast<double>(m);
        return std::log((1 + s) / (common + s)) +
               clue * (std::log((1 + s) / (1 + 2 * s)) - std::log(s / (common + 2 * s))) +
               common * (std::log((1 + s) / (1 + 2 * s)) -
                         std::log((common - 1 + s) / (common + 2 * s)));
      };
      const auto rare_wins = [&](const Json& options, double s) {
        const Vector w = stack(make_learner("hmm", options)->fit(views, sample, {}).weights);
        const InputId x = n + 1;
        const double difference = views[0].score(x, {{1}}, w) - views[0].score(x, {{0}}, w);
        CHECK(difference == Approx(advantage(s)).epsilon(1e-7));
        CHECK((views[0].decode(x, w).output.parts[0] == 1) == (advantage(s) > 0));
        return advantage(s) > 0;
      };
      INFO("n = " << n << ", m = " << m);
      for (const double s : {1.0, 0.1, 0.01, 1e-3, 1e-6, 1e-9}) rare_wins({{"smoothing", s}}, s);
      CHECK_FALSE(
          rare_wins({{"smoothing", 1}}, 1));  // the features it lacks weigh more than any clue
      const double by_default =
          with_defaults(find_learner("hmm")->options, Json::object())["smoothing"];
      CHECK(rare_wins(Json::object(), by_default));
    }
  }
}

TEST_CASE("the HMM refuses several views: its model has one chain of transitions",
          "[learners][hmm]") {
  Dice dice(5);
  TinySpec spec;
  spec.features = {5, 4};
  const PartData data = tiny_data(spec, dice);
  const Views views = make_views("sequence", kProblem, data);
  Sample sample;
  sample.labeled.push_back({2, {{0, 1}}});
  CHECK_THROWS_AS(make_learner("hmm")->fit(views, sample, {}), ConfigError);
}

TEST_CASE("tiny smoothing keeps the HMM's weights finite", "[learners][hmm]") {
  const Small s = small(7);
  const Views views = make_views("sequence", kProblem, s.data);
  for (const double smoothing : {1e-12, 1e-300}) {
    const Vector w = stack(make_learner("hmm", {{"smoothing", smoothing}})
                               ->fit(views, split(s.truth, 5, 0), {})
                               .weights);
    CHECK(std::all_of(w.begin(), w.end(), [](double weight) { return std::isfinite(weight); }));
  }
}

TEST_CASE("the HMM refuses feature maps and features that its model does not fit",
          "[learners][hmm]") {
  const Small s = small(8);
  const Sample sample = split(s.truth, 5, 0);
  for (const Json& problem :
       {Json{{"bias", false}, {"boundary", true}}, Json{{"bias", true}, {"boundary", false}},
        Json{{"bias", true}, {"boundary", true}, {"order", 2}}}) {
    const Views views = make_views("sequence", problem, s.data);
    CHECK_THROWS_AS(make_learner("hmm")->fit(views, sample, {}), ConfigError);
  }
  Dice dice(9);
  TinySpec spec;
  spec.indicators = false;
  spec.lengths = {3};
  const Views numbers = make_views("sequence", kProblem, tiny_data(spec, dice));
  CHECK_THROWS_AS(make_learner("hmm")->fit(numbers, split({{{0, 1, 2}}}, 1, 0), {}), DataError);
}

TEST_CASE("the groups of a chain count each first label and each transition once",
          "[learners][hmm]") {
  const Small s = small(10);
  const Views views = make_views("sequence", kProblem, s.data);
  const auto& counted = dynamic_cast<const MultinomialGroups&>(views[0]);
  REQUIRE(!counted.multinomial_groups_unavailable());
  const std::vector<std::vector<Index>> groups = counted.multinomial_groups();
  REQUIRE(groups.size() == 4);
  for (InputId x = 0; x < 8; ++x) {
    const std::vector<int>& labels = s.truth[x].parts;
    Vector phi(views[0].dimension(), 0.0);
    add_to(phi, 1, views[0].joint_feature(x, s.truth[x]));
    for (std::size_t g = 0; g < groups.size(); ++g) {
      REQUIRE(groups[g].size() == 3);
      for (int k = 0; k < 3; ++k) {
        double expected = 0;
        for (std::size_t t = 0; t < labels.size(); ++t) {
          const bool of_group = t == 0 ? g == 0 : static_cast<int>(g) == labels[t - 1] + 1;
          expected += of_group && labels[t] == k;
        }
        CHECK(phi[groups[g][k]] == expected);
      }
    }
  }
  for (const Json& problem : {Json{{"boundary", false}}, Json{{"boundary", true}, {"eta", 2}},
                              Json{{"boundary", true}, {"eta", 0}}}) {
    const Views others = make_views("sequence", problem, s.data);
    CHECK(dynamic_cast<const MultinomialGroups&>(others[0]).multinomial_groups_unavailable());
  }
}

TEST_CASE("the HMM's weights are log-probabilities in every group", "[learners][hmm]") {
  const Small s = small(11);
  const Views views = make_views("sequence", kProblem, s.data);
  const Vector w = make_learner("hmm")->fit(views, split(s.truth, 6, 0), {}).weights[0];
  for (const std::vector<Index>& group :
       dynamic_cast<const MultinomialGroups&>(views[0]).multinomial_groups()) {
    double sum = 0;
    for (const Index event : group) sum += std::exp(w[event]);
    CHECK(sum == Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("rules of a grammar are estimated per left-hand side, wherever their coordinates lie",
          "[learners]") {
  // S -> A B | B A, A -> a | A A | B, B -> b; coordinate 3 counts nothing that has a probability.
  const std::vector<std::vector<Index>> rules = {{6, 1}, {0, 5, 4}, {2}};
  const Vector counts = {6, 1, 9, 7, 0, 3, 4};
  Vector w(7, -42.0);
  set_log_probabilities(rules, counts, 0, w);
  CHECK(std::exp(w[6]) == Approx(4.0 / 5));
  CHECK(std::exp(w[1]) == Approx(1.0 / 5));
  CHECK(std::exp(w[0]) == Approx(6.0 / 9));
  CHECK(w[4] == -HUGE_VAL);
  CHECK(w[2] == 0);
  CHECK(w[3] == -42);
  set_log_probabilities(rules, counts, 0.5, w);
  CHECK(std::exp(w[4]) == Approx(0.5 / 10.5));
  CHECK(std::exp(w[5]) == Approx(3.5 / 10.5));
}
