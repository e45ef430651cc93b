// What crf does with unlabeled inputs: entropies and label shares against enumeration and finite
// differences.
#include <catch2/catch.hpp>

#include <cmath>

#include "costruct/core/interfaces/part_covariances.hpp"
#include "support/fits.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

struct Small {
  PartData data;
  std::vector<Output> truth;
  std::string problem;
  Json options;
  Views views() const { return make_views(problem, options, data); }
  Index labels() const { return std::ssize(data.labels); }
  std::vector<Output> outputs(InputId x) const {
    return all_labelings(data.views[0].length(x), labels());
  }
};

Small small(const std::string& problem, Index labels, Index views, std::uint64_t seed) {
  Dice dice(seed);
  TinySpec spec;
  const bool chains = problem == "sequence";
  spec.lengths =
      chains ? std::vector<Index>{3, 1, 2, 0, 4, 1, 3, 4, 2, 5} : std::vector<Index>(10, 1);
  spec.labels.clear();
  for (Index k = 0; k < labels; ++k) spec.labels.push_back("label" + std::to_string(k));
  spec.features = std::vector<Index>(static_cast<std::size_t>(views), 6);
  spec.indicators = seed % 2 == 0;
  Small made{tiny_data(spec, dice), {}, problem, Json::object()};
  if (seed % 3 == 0) made.options["bias"] = true;
  if (chains && seed % 3 == 1) made.options = {{"bias", true}, {"boundary", true}, {"eta", 0.5}};
  for (const Index length : spec.lengths)
    made.truth.push_back(dice.labeling(length, static_cast<int>(labels)));
  return made;
}

Vector random_weights(Index dimension, double reach, Dice& dice) {
  Vector w(dimension);
  for (double& each : w) each = reach * (2 * dice.real() - 1);
  return w;
}

/// Probabilities of all outputs of an input.
Vector probabilities(const Small& s, const StructuredProblem& problem, InputId x, const Vector& w) {
  Vector p;
  for (const Output& y : s.outputs(x)) p.push_back(problem.score(x, y, w));
  const double top = *std::max_element(p.begin(), p.end());
  double total = 0;
  for (double& each : p) total += each = std::exp(each - top);
  for (double& each : p) each /= total;
  return p;
}

double entropy(const Vector& p) {
  double sum = 0;
  for (const double each : p) sum -= each > 0 ? each * std::log(each) : 0;
  return sum;
}

/// Expected parts of each label.
Vector label_counts(const Small& s, const StructuredProblem& problem, InputId x, const Vector& w) {
  Vector counts(s.labels(), 0.0);
  const Vector p = probabilities(s, problem, x, w);
  const auto outputs = s.outputs(x);
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (const int k : outputs[i].parts) counts[k] += p[i];
  }
  return counts;
}

/// The objective of crf with all its terms, by enumeration.
double objective(const Small& s, const Sample& sample, const Vector& w, double C, double of_entropy,
                 double of_shares, const Vector& shares) {
  const Views views = s.views();
  const StructuredProblem& problem = views.joint();
  double total = 0, unlabeled_entropy = 0;
  for (const double each : w) total += 0.5 * each * each;
  for (const auto& [x, y, weight] : sample.labeled) {
    const auto outputs = s.outputs(x);
    const Vector p = probabilities(s, problem, x, w);
    const auto at = std::find(outputs.begin(), outputs.end(), y) - outputs.begin();
    total -= C * weight * std::log(p[at]);
  }
  Vector counts(s.labels(), 0.0);
  double parts = 0, divergence = 0;
  for (const InputId x : sample.unlabeled) {
    unlabeled_entropy += entropy(probabilities(s, problem, x, w));
    const Vector of_x = label_counts(s, problem, x, w);
    for (Index k = 0; k < s.labels(); ++k) counts[k] += of_x[k];
    parts += static_cast<double>(s.data.views[0].length(x));
  }
  for (Index k = 0; of_shares > 0 && parts > 0 && k < s.labels(); ++k) {
    if (shares[k] > 0) divergence += shares[k] * std::log(shares[k] * parts / counts[k]);
  }
  return total + C * (of_entropy * unlabeled_entropy + of_shares * divergence);
}

Vector smoothed_shares(const Small& s, const Sample& sample) {
  Vector counts(s.labels(), 1.0);
  for (const LabeledExample& example : sample.labeled) {
    for (const int k : example.y.parts) counts[k] += example.weight;
  }
  double total = 0;
  for (const double each : counts) total += each;
  for (double& each : counts) each /= total;
  return counts;
}

template <class Check>
void over_problems(const Check& check) {
  for (const char* problem : {"sequence", "multiclass"}) {
    for (const Index labels : {1, 2, 3, 4}) {
      for (const Index views : {1, 2}) {
        for (const std::uint64_t seed : {1, 2, 3}) {
          INFO(problem << ", " << labels << " labels, " << views << " views, seed " << seed);
          check(small(problem, labels, views, seed), seed);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("entropies, label counts and covariances of a problem are those of enumeration",
          "[learners][problems][crf]") {
  over_problems([](const Small& s, std::uint64_t seed) {
    const Views views = s.views();
    const StructuredProblem& problem = views.joint();
    const auto& offered = dynamic_cast<const PartCovariances&>(problem);
    CHECK(offered.label_names() == s.data.labels);
    const std::vector<InputId> inputs = {4, 0, 1, 3, 9, 4};
    const auto prepared = offered.covaried_features(inputs);
    Dice dice(100 + seed);
    const Vector w = random_weights(problem.dimension(), 1.5, dice);
    const Vector g = random_weights(s.labels(), 2, dice);
    Vector part;
    for (const Index j : prepared->coordinates()) part.push_back(w[j]);
    for (const double a : {1.0, 0.0, -0.3}) {
      Vector expected(problem.dimension(), 0.0), counts(s.labels(), 0.0);
      double entropies = 0, parts = 0;
      for (const InputId x : inputs) {
        const Vector p = probabilities(s, problem, x, w);
        entropies += entropy(p);
        const auto outputs = s.outputs(x);
        Vector F, mean_feature(problem.dimension(), 0.0);
        double mean = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
          F.push_back(a * problem.score(x, outputs[i], w));
          for (const int k : outputs[i].parts) F.back() += g[k];
          mean += p[i] * F[i];
        }
        for (std::size_t i = 0; i < p.size(); ++i)
          add_to(expected, p[i] * (F[i] - mean), problem.joint_feature(x, outputs[i]));
        const Vector of_x = label_counts(s, problem, x, w);
        for (Index k = 0; k < s.labels(); ++k) counts[k] += of_x[k];
        parts += static_cast<double>(s.data.views[0].length(x));
      }
      Vector found(part.size(), 0.0), found_counts(s.labels(), 0.0);
      CHECK(prepared->add_covariances(part, a, g, 2, found) == Approx(entropies).margin(1e-10));
      prepared->add_label_counts(part, 2, found_counts);
      CHECK(static_cast<double>(prepared->num_parts()) == parts);
      for (Index k = 0; k < s.labels(); ++k)
        CHECK(found_counts[k] == Approx(counts[k]).margin(1e-10));
      Vector all(problem.dimension(), 0.0);
      for (std::size_t j = 0; j < part.size(); ++j) all[prepared->coordinates()[j]] = found[j];
      for (std::size_t j = 0; j < all.size(); ++j)
        CHECK(all[j] == Approx(expected[j]).margin(1e-9));
    }
  });
}

TEST_CASE("crf ends where the enumerated objective with unlabeled inputs has no slope",
          "[learners][crf]") {
  over_problems([](const Small& s, std::uint64_t seed) {
    const Sample sample = split(s.truth, 5, 5);
    const Vector shares = smoothed_shares(s, sample);
    for (const auto& [of_entropy, of_shares] : {std::pair{0.6, 0.0}, {0.0, 4.0}, {0.3, 2.0}}) {
      const double C = seed == 2 ? 0.5 : 2;
      const Json options = {
          {"C", C}, {"gap", 1e-12}, {"entropy", of_entropy}, {"shares_weight", of_shares}};
      const Fitted fitted = make_learner("crf", options)->fit(s.views(), sample, {});
      const Vector& w = fitted.weights[0];
      const double found = objective(s, sample, w, C, of_entropy, of_shares, shares);
      CHECK(*fitted.report.primal == Approx(found).epsilon(1e-9).margin(1e-12));
      CHECK(!fitted.report.dual);
      CHECK(!fitted.report.gap);
      CHECK(fitted.report.converged);
      const double step = 1e-4;
      for (std::size_t j = 0; j < w.size(); ++j) {
        const auto at = [&](double by) {
          Vector moved = w;
          moved[j] += by;
          return objective(s, sample, moved, C, of_entropy, of_shares, shares);
        };
        CHECK((at(step) - at(-step)) / (2 * step) == Approx(0).margin(2e-5));
      }
      const Fitted supervised =
          make_learner("crf", {{"C", C}, {"gap", 1e-12}})->fit(s.views(), {sample.labeled, {}}, {});
      CHECK(found <=
            objective(s, sample, supervised.weights[0], C, of_entropy, of_shares, shares) + 1e-9);
      for (const Json& row : fitted.report.history)
        CHECK(row.contains("gap") == (row.at("iteration") <= supervised.report.iterations));
    }
  });
}

TEST_CASE("without weights, or unlabeled inputs, crf is what it was, bit for bit",
          "[learners][crf]") {
  over_problems([](const Small& s, std::uint64_t) {
    const Sample sample = split(s.truth, 5, 5);
    const Sample labeled{sample.labeled, {}};
    const Fitted plain = make_learner("crf")->fit(s.views(), labeled, {});
    CHECK(plain.report.gap);
    check_same_fit(make_learner("crf")->fit(s.views(), sample, {}), plain);
    check_same_fit(
        make_learner("crf", {{"entropy", 0}, {"shares_weight", 0}})->fit(s.views(), sample, {}),
        plain);
    check_same_fit(
        make_learner("crf", {{"entropy", 1}, {"shares_weight", 1}})->fit(s.views(), labeled, {}),
        plain);
  });
}

TEST_CASE("given label shares draw what the model expects towards them", "[learners][crf]") {
  const Small s = small("sequence", 3, 1, 4);
  const Sample sample = split(s.truth, 4, 6);
  const auto share_of_first = [&](double given) {
    const Json options = {
        {"shares_weight", 200}, {"gap", 1e-8}, {"label_shares", {{"label0", given}}}};
    const Vector w = make_learner("crf", options)->fit(s.views(), sample, {}).weights[0];
    double count = 0, parts = 0;
    for (const InputId x : sample.unlabeled) {
      const Views views = s.views();
      count += label_counts(s, views[0], x, w)[0];
      parts += static_cast<double>(s.data.views[0].length(x));
    }
    return count / parts;
  };
  CHECK(share_of_first(0.9) == Approx(0.9).margin(0.05));
  CHECK(share_of_first(0.1) == Approx(0.1).margin(0.05));
}

TEST_CASE("a little entropy makes a random field surer of unlabeled inputs", "[learners][crf]") {
  const Small s = small("multiclass", 3, 1, 5);
  const Sample sample = split(s.truth, 3, 7);
  double before = HUGE_VAL;
  for (const double weight : {0.0, 0.1, 0.5, 2.0}) {
    const Vector w = make_learner("crf", {{"entropy", weight}, {"gap", 1e-8}})
                         ->fit(s.views(), sample, {})
                         .weights[0];
    double sum = 0;
    const Views views = s.views();
    for (const InputId x : sample.unlabeled) sum += entropy(probabilities(s, views[0], x, w));
    CHECK(sum < before);
    before = sum;
  }
}

TEST_CASE("what crf with unlabeled inputs cannot do is a config error", "[learners][crf]") {
  const Small s = small("sequence", 3, 1, 6);
  const Sample sample = split(s.truth, 4, 6);
  const auto learner =
      make_learner("crf", {{"shares_weight", 1}, {"label_shares", {{"lable0", 0.2}}}});
  CHECK_THROWS_WITH(learner->check_labels(s.views()[0]),
                    Contains("label_shares.lable0") && Contains("label0"));
  CHECK_THROWS_AS(learner->fit(s.views(), sample, {}), ConfigError);
  CHECK_THROWS_WITH(make_learner("crf", {{"entropy", -1}}), Contains("entropy"));
  CHECK_THROWS_WITH(make_learner("crf", {{"label_shares", {{"a", 0.7}, {"b", 0.7}}}}),
                    Contains("sum to 1.4"));
  CHECK_THROWS_WITH(make_learner("self_training", {{"learner", {{"type", "crf"}, {"entropy", 1}}}}),
                    Contains("learner.entropy, shares_weight: must be 0"));
}

TEST_CASE("crf counts the sums over unlabeled inputs: two a step with label shares", "[crf]") {
  Dice dice(12);
  constexpr Index kUnlabeled = 1001;  // more than evaluations of the one labeled input
  TinySpec spec;
  spec.lengths.assign(kUnlabeled + 1, 1);
  const PartData data = tiny_data(spec, dice);
  const Views views = make_views("multiclass", Json::object(), data);
  Sample sample{{{0, Output{{1}}}}, {}};
  for (Index x = 1; x <= kUnlabeled; ++x) sample.unlabeled.push_back(static_cast<InputId>(x));
  for (const auto& [weight, sums] :
       {std::pair<const char*, Index>{"entropy", 1}, {"shares_weight", 2}}) {
    const Fitted fitted =
        make_learner("crf", {{weight, 0.5}, {"iteration_limit", 12}})->fit(views, sample, {});
    const Index of_unlabeled = fitted.report.oracle_calls / kUnlabeled;
    INFO(weight << ": " << fitted.report.oracle_calls << " sums");
    CHECK(of_unlabeled % sums == 0);
    CHECK(of_unlabeled >= 3 * sums);  // at the start, of a step, at the end
    CHECK(fitted.report.oracle_calls % kUnlabeled <=
          fitted.report.oracle_calls / (kUnlabeled * sums) + 40);
  }
}
