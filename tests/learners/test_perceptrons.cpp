// The primal perceptrons against Brefeld's dual algorithms, and the laws that tie them together.
#include <catch2/catch.hpp>

#include "learners/dual_perceptron.hpp"

#include <set>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/problems/diversification/chosen_documents.hpp"
#include "costruct/problems/diversification/diversification.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

/// Random inputs with random truths: many mistakes, many disagreements, many ties.
struct Small {
  PartData data;
  std::vector<Output> truth;
  Json problem = {{"loss", "hamming"}};
};

Small small(Index num_views, std::uint64_t seed, bool indicators = true) {
  Dice dice(seed);
  TinySpec spec;
  spec.lengths = {2, 3, 1, 0, 3, 2, 3, 1, 2, 3};
  spec.features = std::vector<Index>(num_views, 3);
  spec.features.front() = 4;
  spec.indicators = indicators;
  Small made{tiny_data(spec, dice), {}};
  for (const Index length : spec.lengths) made.truth.push_back(dice.labeling(length, 3));
  if (seed % 2 == 0) made.problem.update(Json{{"bias", true}, {"boundary", true}, {"eta", 2}});
  return made;
}

double scheduled_weight(const Json& options, Index t) {
  const double Cu = options.value("Cu", 1.0);
  if (options.value("Cu_schedule", "constant") == "constant") return Cu;
  return Cu * std::pow(2.0, std::min<double>(
                                0, static_cast<double>(t - options.value("Cu_epochs", 10))));
}

/// Fits both and compares every score of every output of every input.
void compare_with_dual(const std::string& learner, const Json& options, const Small& small_data,
                       const Views& views, const Sample& sample) {
  const auto outputs = [&](InputId x) {
    return all_labelings(small_data.data.views[0].length(x), 3);
  };
  const bool average = options.value("average", false);
  const DualRun dual = dual_co_perceptron(
      views, sample, options.value("epochs", 10),
      [&](Index t) { return scheduled_weight(options, t); }, outputs, average);
  const Fitted primal = make_learner(learner, options)->fit(views, sample, {});
  REQUIRE(primal.weights.size() == dual.f.size());
  for (InputId x = 0; x < views.joint().num_inputs(); ++x) {
    for (Index v = 0; v < views.count(); ++v) {
      for (const Output& y : outputs(x)) {
        const double p = views[v].score(x, y, primal.weights[v]), d = dual.f[v](x, y);
        if (average) {
          CHECK(p == Approx(d).margin(
                         1e-9));  // means are divided by a number of steps that is no power of two
        } else {
          CHECK(p == d);
        }
      }
    }
    if (average) continue;
    const auto joint = [&](const Output& y) {
      double f = 0;
      for (const DualFunction& f_v : dual.f) f += f_v(x, y);
      return f;
    };
    CHECK(views.joint().decode(x, stack(primal.weights)).output ==
          best_of(outputs(x), joint).output);
  }
  CHECK(primal.report.iterations == dual.epochs);
  CHECK(primal.report.converged == dual.ended_without_update);
}

/// sum_i max_y f(x_i, y) - f(x_i, y_i), by enumeration.
double supervised_criterion(const StructuredProblem& problem, const Sample& sample,
                            const Vector& w) {
  double sum = 0;
  for (const auto& [x, y, weight] : sample.labeled) {
    const auto f = [&, x = x](const Output& y_hat) { return problem.score(x, y_hat, w); };
    sum += best_of(all_labelings(static_cast<Index>(y.parts.size()), 3), f).value - f(y);
  }
  return sum;
}

}  // namespace

TEST_CASE("the perceptron predicts what Brefeld's dual Algorithm 5.1 predicts",
          "[learners][perceptron]") {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    for (const int epochs : {1, 2, 5}) {
      INFO("seed " << seed << ", " << epochs << " epochs");
      const Small s = small(1, seed, seed % 3 != 0);
      const Views views = make_views("sequence", s.problem, s.data);
      compare_with_dual("perceptron", {{"epochs", epochs}}, s, views, split(s.truth, 6, 0));
    }
  }
}

TEST_CASE("the co-perceptron predicts what Brefeld's dual Algorithm 5.2 predicts",
          "[learners][co_perceptron]") {
  const Index num_views = GENERATE(1, 2, 3);
  const double Cu = GENERATE(0.0, 0.5, 1.0);
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    for (const int epochs : {1, 2, 5}) {
      INFO(num_views << " views, Cu " << Cu << ", seed " << seed << ", " << epochs << " epochs");
      const Small s = small(num_views, seed, seed % 3 != 0);
      const Views views = make_views("sequence", s.problem, s.data);
      compare_with_dual("co_perceptron", {{"epochs", epochs}, {"Cu", Cu}}, s, views,
                        split(s.truth, 4, 6));
    }
  }
}

TEST_CASE("under an exponential schedule Cu halves with every epoch before its last",
          "[learners][co_perceptron]") {
  for (const std::uint64_t seed : {11, 12}) {
    for (const int Cu_epochs : {1, 3, 10}) {
      const Small s = small(2, seed);
      const Views views = make_views("sequence", s.problem, s.data);
      compare_with_dual(
          "co_perceptron",
          {{"epochs", 5}, {"Cu", 0.5}, {"Cu_schedule", "exponential"}, {"Cu_epochs", Cu_epochs}}, s,
          views, split(s.truth, 4, 6));
    }
  }
}

TEST_CASE("averaging returns the mean of the weights after every visit of an example",
          "[learners]") {
  for (const std::uint64_t seed : {21, 22, 23}) {
    for (const int epochs : {1, 4}) {
      const Small one = small(1, seed), two = small(2, seed), three = small(3, seed);
      const Json options = {{"epochs", epochs}, {"average", true}};
      compare_with_dual("perceptron", options, one, make_views("sequence", one.problem, one.data),
                        split(one.truth, 6, 0));
      Json co_options = options;
      co_options["Cu"] = 0.5;
      compare_with_dual("co_perceptron", co_options, two,
                        make_views("sequence", two.problem, two.data), split(two.truth, 4, 6));
      compare_with_dual("co_perceptron", co_options, three,
                        make_views("sequence", three.problem, three.data),
                        split(three.truth, 4, 6));
    }
  }
}

TEST_CASE("multiclass perceptrons agree with the dual algorithms too", "[learners]") {
  for (const std::uint64_t seed : {31, 32}) {
    Dice dice(seed);
    TinySpec spec;
    spec.lengths = std::vector<Index>(12, 1);
    spec.features = {4, 3};
    Small s{tiny_data(spec, dice), {}, {{"loss", "zero_one"}}};
    for (int i = 0; i < 12; ++i) s.truth.push_back(dice.labeling(1, 3));
    const Views views = make_views("multiclass", s.problem, s.data);
    compare_with_dual("co_perceptron", {{"epochs", 4}, {"Cu", 0.5}}, s, views,
                      split(s.truth, 5, 7));
  }
}

TEST_CASE("with unlabeled weight zero, co-learning equals learning without unlabeled data",
          "[learners]") {
  for (const Index num_views : {1, 2, 3}) {
    for (const char* schedule : {"constant", "exponential"}) {
      for (const char* flag : {"none", "shuffle", "average"}) {
        const Small s = small(num_views, 41);
        const Views views = make_views("sequence", s.problem, s.data);
        Json options = {{"Cu", 0}, {"Cu_schedule", schedule}, {"epochs", 6}};
        if (flag != std::string("none")) options[flag] = true;
        const auto learner = make_learner("co_perceptron", options);
        CHECK(same_weights(learner->fit(views, split(s.truth, 5, 5), {}).weights,
                           learner->fit(views, split(s.truth, 5, 0), {}).weights));
      }
    }
  }
}

TEST_CASE("without unlabeled data the co-perceptron is V independent perceptrons", "[learners]") {
  for (const Index num_views : {1, 2, 3}) {
    for (const char* text :
         {R"({})", R"({"average": true, "epochs": 3})", R"({"shuffle": true, "epochs": 3})"}) {
      INFO(num_views << " views, options " << text);
      const Small s = small(num_views, 42);
      const Views views = make_views("sequence", s.problem, s.data);
      const Sample sample = split(s.truth, 8, 0);
      const Fitted together =
          make_learner("co_perceptron", Json::parse(text))->fit(views, sample, {});
      double primal = 0;
      for (Index v = 0; v < num_views; ++v) {
        const Views alone = make_views("sequence", s.problem, *only_view(s.data, v));
        const Fitted fitted = make_learner("perceptron", Json::parse(text))->fit(alone, sample, {});
        CHECK(same_bits(together.weights[v], fitted.weights.at(0)));
        primal += fitted.report.primal.value();
      }
      CHECK(together.report.primal.value() == Approx(primal).margin(1e-9));
    }
  }
}

TEST_CASE("independent views stop each after its own pass without an update, averaging included",
          "[learners]") {
  Dice dice(44);
  const Toy toy = separable_toy({3, 4, 2, 5, 3, 4, 2, 2}, {"O", "A", "B"}, 3, dice);
  const Views views = make_views("sequence", Json::object(), toy.data);
  const Sample sample = split(toy.truth, 8, 0);
  std::set<Index> epochs;
  for (const bool average : {false, true}) {
    const Json options = {{"epochs", 100}, {"average", average}};
    const Fitted together = make_learner("co_perceptron", options)->fit(views, sample, {});
    CHECK(together.report.converged);
    for (Index v = 0; v < 3; ++v) {
      const Views alone = make_views("sequence", Json::object(), *only_view(toy.data, v));
      const Fitted fitted = make_learner("perceptron", options)->fit(alone, sample, {});
      CHECK(same_bits(together.weights[v], fitted.weights.at(0)));
      epochs.insert(fitted.report.iterations);
    }
  }
  CHECK(epochs.size() > 1);  // they did stop at different times
}

TEST_CASE("with one view unlabeled data change nothing", "[learners][co_perceptron]") {
  const Small s = small(1, 43);
  const Views views = make_views("sequence", s.problem, s.data);
  for (const bool average : {false, true}) {
    const Json options = {{"average", average}};
    CHECK(same_weights(
        make_learner("co_perceptron", options)->fit(views, split(s.truth, 5, 5), {}).weights,
        make_learner("perceptron", options)->fit(views, split(s.truth, 5, 0), {}).weights));
  }
}

TEST_CASE("a single-view learner trains on the features of all views together",
          "[learners][perceptron]") {
  const Small s = small(2, 45);
  const Views views = make_views("sequence", s.problem, s.data);
  const Sample sample = split(s.truth, 7, 0);
  const Vector w =
      stack(make_learner("perceptron", {{"epochs", 3}})->fit(views, sample, {}).weights);
  const auto outputs = [&](InputId x) { return all_labelings(s.data.views[0].length(x), 3); };
  DualFunction f(views.joint());
  for (int epoch = 0; epoch < 3; ++epoch) {
    for (const auto& [x, y, weight] : sample.labeled) {
      const auto best =
          best_of(outputs(x), [&, x = x](const Output& other) { return f(x, other); }).output;
      if (best != y) f.increment(x, y, best, 1);
    }
  }
  for (InputId x = 0; x < views.joint().num_inputs(); ++x) {
    for (const Output& y : outputs(x)) CHECK(views.joint().score(x, y, w) == f(x, y));
  }
}

TEST_CASE("the perceptron's reported objective is confirmed by enumeration",
          "[learners][perceptron]") {
  for (const std::uint64_t seed : {51, 52, 53}) {
    const Small s = small(1, seed);
    const Views views = make_views("sequence", s.problem, s.data);
    const Sample sample = split(s.truth, 8, 0);
    const Fitted fitted = make_learner("perceptron", {{"epochs", 2}})->fit(views, sample, {});
    CHECK(fitted.report.primal.value() ==
          supervised_criterion(views[0], sample, fitted.weights.at(0)));
    CHECK(!fitted.report.dual);
    CHECK(!fitted.report.gap);
    CHECK(fitted.report.oracle_calls >= 2 * 8);
  }
}

TEST_CASE("the co-perceptron's reported objective is confirmed by enumeration",
          "[learners][co_perceptron]") {
  for (const std::uint64_t seed : {54, 55, 56}) {
    for (const Index num_views : {2, 3}) {
      for (const char* text :
           {R"({"epochs": 2, "Cu": 0.5})",
            R"({"epochs": 2, "Cu": 0.5, "Cu_schedule": "exponential", "Cu_epochs": 4})",
            R"({"epochs": 3, "Cu": 0.25, "average": true})"}) {
        INFO(num_views << " views, seed " << seed << ", options " << text);
        const Json options = Json::parse(text);
        const Small s = small(num_views, seed);
        const Views views = make_views("sequence", s.problem, s.data);
        const Sample sample = split(s.truth, 4, 6);
        const Fitted fitted = make_learner("co_perceptron", options)->fit(views, sample, {});
        const double Cu = scheduled_weight(options, fitted.report.iterations);
        double expected = 0;
        for (Index v = 0; v < num_views; ++v) {
          expected += supervised_criterion(views[v], sample, fitted.weights[v]);
          for (const InputId x : sample.unlabeled) {
            const auto outputs = all_labelings(s.data.views[0].length(x), 3);
            const auto f_v = [&](const Output& y) {
              return views[v].score(x, y, fitted.weights[v]);
            };
            for (Index u = 0; u < num_views; ++u) {
              if (u == v) continue;
              const auto f_u = [&](const Output& y) {
                return views[u].score(x, y, fitted.weights[u]);
              };
              expected += Cu * (best_of(outputs, f_v).value - f_v(best_of(outputs, f_u).output));
            }
          }
        }
        CHECK(fitted.report.primal.value() == Approx(expected).margin(1e-9));
      }
    }
  }
}

TEST_CASE("a pass without an update ends a fit, and only that does before the last epoch",
          "[learners]") {
  Dice dice(61);
  const Toy toy = separable_toy({3, 4, 2, 5, 3, 4}, {"O", "A", "B"}, 1, dice);
  const Views views = make_views("sequence", Json::object(), toy.data);
  const Sample sample = split(toy.truth, 6, 0);
  const Fitted fitted = make_learner("perceptron", {{"epochs", 1000}})->fit(views, sample, {});
  CHECK(fitted.report.converged);
  CHECK(fitted.report.iterations < 1000);
  CHECK(fitted.report.primal == 0);
  const Index needed = fitted.report.iterations;
  const Fitted cut = make_learner("perceptron", {{"epochs", needed - 1}})->fit(views, sample, {});
  CHECK(!cut.report.converged);
  CHECK(cut.report.iterations == needed - 1);
  CHECK(same_weights(cut.weights, fitted.weights));  // the last pass changed nothing
}

TEST_CASE("what references carry beside their structure is no mistake", "[learners]") {
  const SmallInstance instance = small_instances("diversification", 11).front();
  const Views views = diversification_problem().make(instance.options, instance.data);
  const StructuredProblem& problem = views.joint();
  Dice dice(63);
  const Vector w = dice.vector(problem.dimension(), Numbers::kReals);
  Sample plain, with_topics;
  for (InputId x = 0; x < problem.num_inputs(); ++x) {
    const Output y = problem.decode(x, w).output;
    const Output greatest = instance.outputs(x).back();
    const std::size_t candidates =
        greatest.parts.empty() ? 0 : static_cast<std::size_t>(greatest.parts.back() + 1);
    plain.labeled.push_back({x, y});
    with_topics.labeled.push_back(
        {x, diversification::with_subtopics(y.parts,
                                            std::vector<std::vector<int>>(candidates, {0, 1}))});
  }
  for (const char* learner : {"perceptron", "co_perceptron"}) {
    INFO(learner);
    const auto fit = [&](const Sample& sample) {
      return make_learner(learner, {{"epochs", 1000}})->fit(views, sample, {});
    };
    const Fitted fitted = fit(with_topics);
    CHECK(fitted.report.converged);
    CHECK(fitted.report.iterations == fit(plain).report.iterations);
    CHECK(same_weights(fitted.weights, fit(plain).weights));
  }
}

TEST_CASE("shuffling draws from the named stream: the repetition matters, refits agree",
          "[learners]") {
  const Small s = small(2, 71);
  const Views views = make_views("sequence", s.problem, s.data);
  const Sample sample = split(s.truth, 8, 2);
  for (const char* name : {"perceptron", "co_perceptron"}) {
    const auto learner = make_learner(name, {{"shuffle", true}, {"epochs", 3}});
    FitContext first, second, other_seed;
    second.repetition = 1;
    other_seed.seed = 2;
    const auto w = learner->fit(views, sample, first).weights;
    CHECK(same_weights(learner->fit(views, sample, first).weights, w));
    CHECK(!same_weights(learner->fit(views, sample, second).weights, w));
    CHECK(!same_weights(learner->fit(views, sample, other_seed).weights, w));
  }
}

TEST_CASE("one example gives the same with and without shuffling", "[learners]") {
  const Small s = small(1, 72);
  const Views views = make_views("sequence", s.problem, s.data);
  const Sample sample = split(s.truth, 1, 0);
  CHECK(
      same_weights(make_learner("perceptron", {{"shuffle", true}})->fit(views, sample, {}).weights,
                   make_learner("perceptron")->fit(views, sample, {}).weights));
}
