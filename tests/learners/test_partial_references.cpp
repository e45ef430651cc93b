// Learners on examples that are labeled in part, for every problem: their objectives and solutions
// against enumeration of the allowed outputs of small instances.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "costruct/contract/checks.hpp"
#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/interfaces/pair_decisions.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/learners/imputing.hpp"
#include "support/fits.hpp"

using namespace costruct;
using namespace costruct::test;
using contract::SmallInstance;

namespace {

/// A problem with a sample in which every third example is labeled. Of the others some facts are
/// known.
class Case {
 public:
  Case(const std::string& problem, const SmallInstance& instance, const Json& overrides,
       std::uint64_t seed)
      : views_(make(problem, instance, overrides)) {
    Dice dice(seed);
    const auto& partial = dynamic_cast<const PartialOutputs&>(views_.joint());
    for (InputId x = 0; x < views_.joint().num_inputs(); ++x) {
      outputs_.push_back(instance.outputs(x));
      const std::vector<Output>& all = outputs_.back();
      const Output& y =
          all[static_cast<std::size_t>(dice.range(0, static_cast<int>(all.size()) - 1))];
      const double weight = dice.range(1, 4) / 2.0;
      // Facts of y, or those that it shares with another output.
      std::vector<Output> of = {y};
      if (dice.range(0, 1) == 0)
        of.push_back(
            all[static_cast<std::size_t>(dice.range(0, static_cast<int>(all.size()) - 1))]);
      Known known = partial.known_of(x, of);
      for (std::vector<int>& fact : known.facts) {
        if (known.facts.size() > 1 && dice.range(0, 1) == 0) fact.clear();
      }
      const auto allowed = std::ranges::count_if(
          all, [&](const Output& each) { return partial.allows(x, known, each); });
      const bool says_nothing = allowed == std::ssize(all);
      if (x % 3 == 0 || says_nothing) {
        sample_.labeled.push_back({x, y, weight});
      } else {
        sample_.partial.push_back({x, std::move(known), weight});
      }
    }
  }

  const Views& views() const { return views_; }
  const StructuredProblem& problem() const { return views_.joint(); }
  const Sample& sample() const { return sample_; }
  bool has_partial() const { return !sample_.partial.empty(); }
  const std::vector<Output>& outputs(InputId x) const {
    return outputs_[static_cast<std::size_t>(x)];
  }
  std::vector<Output> allowed(const PartialExample& example) const {
    const auto& partial = dynamic_cast<const PartialOutputs&>(problem());
    std::vector<Output> found;
    for (const Output& y : outputs(example.x)) {
      if (partial.allows(example.x, example.known, y)) found.push_back(y);
    }
    return found;
  }
  double log_sum(InputId x, const std::vector<Output>& of, const Vector& w) const {
    double most = -std::numeric_limits<double>::infinity(), sum = 0;
    for (const Output& y : of) most = std::max(most, problem().score(x, y, w));
    for (const Output& y : of) sum += std::exp(problem().score(x, y, w) - most);
    return most + std::log(sum);
  }
  /// The problem with a loss that counts what is known of each example; null if there is none.
  std::unique_ptr<const StructuredProblem> counting() const {
    std::vector<Known> known(static_cast<std::size_t>(problem().num_inputs()));
    for (const PartialExample& example : sample_.partial)
      known[static_cast<std::size_t>(example.x)] = example.known;
    return dynamic_cast<const PartialOutputs&>(problem()).counting(known);
  }

 private:
  static Views make(const std::string& problem, const SmallInstance& instance,
                    const Json& overrides) {
    Json options = instance.options;
    for (const auto& [key, value] : overrides.items()) options[key] = value;
    return find_problem(problem)->make(options, instance.data);
  }

  Views views_;
  std::vector<std::vector<Output>> outputs_;
  Sample sample_;
};

/// Calls visit(case) for instances of all problems on which the learner can be fitted, at most
/// `most` of each problem. Returns the names of these problems.
/// @param only  the only problem; empty: all
template <class Visit>
std::set<std::string> over_problems(const std::string& learner, const Json& options, int most,
                                    const Visit& visit, const std::string& only = "") {
  std::set<std::string> names;
  const LearnerEntry& entry = *find_learner(learner);
  for (const ProblemEntry& problem : problem_catalog()) {
    if (!only.empty() && problem.name != only) continue;
    int count = 0;
    for (const SmallInstance& instance : contract::small_instances(problem.name, contract::kSeed)) {
      if (count == most) break;
      Json all = instance.options;
      const Json overrides = problem_overrides(entry, options);
      for (const auto& [key, value] : overrides.items()) all[key] = value;
      const Views views = problem.make(all, instance.data);
      if (views.count() != 1 || dynamic_cast<const PartialOutputs*>(&views.joint()) == nullptr)
        continue;
      try {
        check_needs(entry, options, views);
      } catch (const ConfigError&) {
        continue;
      }
      INFO(learner << ", " << problem.name << ": " << instance.name);
      const Case of(problem.name, instance, overrides, 3);
      if (!of.has_partial()) continue;
      visit(of);
      names.insert(problem.name);
      ++count;
    }
  }
  return names;
}

double half_square(const Vector& w) {
  double sum = 0;
  for (const double each : w) sum += 0.5 * each * each;
  return sum;
}

}  // namespace

TEST_CASE("a classifier of pairs learns from those on which all allowed outputs agree",
          "[learners][partial][pairwise]") {
  const Json options = {{"C", 0.7}, {"gap", 1e-6}};
  Dice dice(97);
  Index unknown = 0, known = 0;
  const auto names = over_problems("pairwise", options, 12, [&](const Case& of) {
    const auto& pairs = dynamic_cast<const PairDecisions&>(of.problem());
    const auto objective = [&](const Vector& w) {
      double value = half_square(w);
      const auto add = [&](InputId x, double weight, const std::vector<Output>& outputs) {
        Vector scores(static_cast<std::size_t>(pairs.num_pairs(x)));
        pairs.pair_scores(x, w, scores);
        for (Index p = 0; p < pairs.num_pairs(x); ++p) {
          const auto together = std::ranges::count_if(
              outputs, [&](const Output& y) { return pairs.is_together(x, y, p); });
          const bool agree = together == 0 || together == std::ssize(outputs);
          ++(agree ? known : unknown);
          if (!agree) continue;
          const double sign = together > 0 ? 1 : -1;
          value += 0.7 * weight * std::max(0.0, 1 - sign * scores[static_cast<std::size_t>(p)]);
        }
      };
      for (const auto& [x, y, weight] : of.sample().labeled) add(x, weight, {y});
      for (const PartialExample& each : of.sample().partial)
        add(each.x, each.weight, of.allowed(each));
      return value;
    };
    const Fitted fitted = make_learner("pairwise", options)->fit(of.views(), of.sample(), {});
    CHECK(*fitted.report.primal == Approx(objective(fitted.weights[0])));
    CHECK(fitted.report.converged);
    for (int draw = 0; draw < 20; ++draw) {
      Vector other = dice.vector(of.problem().dimension(), Numbers::kReals);
      for (std::size_t k = 0; k < other.size(); ++k)
        other[k] = fitted.weights[0][k] + 0.1 * other[k];
      CHECK(objective(other) >= *fitted.report.dual - 1e-9);
    }
  });
  CHECK(names == std::set<std::string>{"clustering"});
  CHECK(unknown > 0);
  CHECK(known > 0);
}

TEST_CASE("the objective of the random field is the enumerated one, and its gradient is zero",
          "[learners][partial][crf]") {
  const double C = 2;
  const std::set<std::string> problems =
      over_problems("crf", {{"C", C}, {"gap", 1e-12}}, 3, [&](const Case& of) {
        const Fitted fitted =
            make_learner("crf", {{"C", C}, {"gap", 1e-12}})->fit(of.views(), of.sample(), {});
        const auto objective = [&](const Vector& w) {
          double total = half_square(w);
          for (const auto& [x, y, weight] : of.sample().labeled)
            total += C * weight * (of.log_sum(x, of.outputs(x), w) - of.problem().score(x, y, w));
          for (const PartialExample& example : of.sample().partial)
            total += C * example.weight *
                     (of.log_sum(example.x, of.outputs(example.x), w) -
                      of.log_sum(example.x, of.allowed(example), w));
          return total;
        };
        const Vector& w = fitted.weights[0];
        CHECK(*fitted.report.primal == Approx(objective(w)).epsilon(1e-9));
        for (std::size_t j = 0; j < w.size(); ++j) {
          Vector less = w, more = w;
          less[j] -= 1e-4;
          more[j] += 1e-4;
          CHECK(std::abs(objective(more) - objective(less)) / 2e-4 < 1e-4);
        }
      });
  for (const char* name : {"multiclass", "taxonomy", "sequence", "several", "parsing", "dependency",
                           "alignment", "graph", "multivariate"}) {
    INFO(name);
    CHECK(problems.contains(name));
  }
}

// With every allowed output, weighted by its probability at the solution, the closed form gives the
// solution again. That is a fixed point of expectation maximisation.
TEST_CASE("generative learners of all problems end at fixed points of enumeration",
          "[learners][partial]") {
  const std::map<std::string, std::string> learners = {{"hmm", "sequence"},
                                                       {"pcfg", "parsing"},
                                                       {"pair_hmm", "alignment"},
                                                       {"naive_bayes", "multiclass"}};
  for (const auto& [name, problem] : learners) {
    const Json closed = {{"smoothing", 0.5}};
    Json tight = closed;
    tight.update({{"rounds", 5000}, {"tolerance", 1e-15}, {"unlabeled_weight", 1.0}});
    const std::set<std::string> problems = over_problems(
        name, tight, 4,
        [&, &name = name](const Case& of) {
          const Fitted fitted = make_learner(name, tight)->fit(of.views(), of.sample(), {});
          double last = std::numeric_limits<double>::infinity();
          for (const Json& row : fitted.report.history) {
            CHECK(row["primal"].get<double>() <= last + 1e-12 * std::abs(last));
            last = row["primal"].get<double>();
          }
          const Vector& w = fitted.weights[0];
          Sample complete{of.sample().labeled, {}};
          for (const PartialExample& example : of.sample().partial) {
            const std::vector<Output> allowed = of.allowed(example);
            const double sum = of.log_sum(example.x, allowed, w);
            for (const Output& y : allowed) {
              const double p = std::exp(of.problem().score(example.x, y, w) - sum);
              if (p > 0) complete.labeled.push_back({example.x, y, example.weight * p});
            }
          }
          const Fitted again = make_learner(name, closed)->fit(of.views(), complete, {});
          for (std::size_t j = 0; j < w.size(); ++j)
            CHECK(again.weights[0][j] == Approx(w[j]).epsilon(1e-4).margin(1e-4));
        },
        problem);
    INFO(name);
    CHECK(problems.contains(problem));
  }
}

// An imputing learner ends with a fit to the best allowed outputs at its own weights.
TEST_CASE("imputing learners of all problems end with fits to the best allowed outputs",
          "[learners][partial]") {
  std::map<std::string, int> settled;
  for (const LearnerEntry& learner : learner_catalog()) {
    if (learner.predicts_numbers || learner.partial_examples != kImputes) continue;
    const Json options = published_options(learner.name);
    over_problems(learner.name, options, 2, [&](const Case& of) {
      Fitted fitted;
      try {
        fitted = make_learner(learner.name)->fit(of.views(), of.sample(), {});
      } catch (const UserError&) {
        return;  // for example too few labels for a classifier of two classes
      }
      if (fitted.report.stopped_because != "no hidden part changed") return;
      const Vector& w = fitted.weights[0];
      Sample complete{of.sample().labeled, of.sample().unlabeled};
      for (const PartialExample& example : of.sample().partial) {
        const std::vector<Output> allowed = of.allowed(example);
        const auto score = [&](const Output& y) { return of.problem().score(example.x, y, w); };
        complete.labeled.push_back({example.x, best_of(allowed, score).output, example.weight});
      }
      std::unique_ptr<const StructuredProblem> counting = of.counting();
      const bool counts = counting != nullptr;
      const Fitted again =
          counts ? make_learner(learner.name)->fit(Views(std::move(counting)), complete, {})
                 : make_learner(learner.name)->fit(of.views(), complete, {});
      REQUIRE(fitted.report.primal.has_value() == again.report.primal.has_value());
      if (!fitted.report.primal) return;  // there is nothing to compare
      CHECK(*fitted.report.primal == Approx(*again.report.primal).epsilon(5e-3).margin(1e-9));
      ++settled[learner.name];
    });
  }
  for (const auto& [name, count] : settled) UNSCOPED_INFO(name << " " << count);
  CHECK(settled["structural_svm"] >= 8);
  CHECK(settled["gradient_svm"] >= 4);
  CHECK(settled.size() >= 6);
}
