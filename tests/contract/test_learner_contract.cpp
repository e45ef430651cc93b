// Every learner of the catalog obeys the laws of a Learner, on every problem that its needs allow.
//   one learner alone: test_contract -c perceptron; and on one problem: test_contract -c perceptron
//   -c "on sequence"
#include <catch2/catch.hpp>

#include <set>

#include "contract/instances.hpp"
#include "contract/learner_laws.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

/// A section for each learner, and in it for each problem.
template <class Check>
void over_pairs(const Check& check) {
  for (const LearnerEntry& learner : learner_catalog()) {
    if (learner.predicts_numbers) continue;
    DYNAMIC_SECTION(learner.name) {
      for (const ProblemEntry& problem : problem_catalog()) {
        if (problem.predicts_numbers) continue;
        DYNAMIC_SECTION("on " << problem.name) {
          std::vector<SmallInstance> instances = instances_of(problem);
          if (!learner.uses_views) {
            std::erase_if(instances,
                          [](const SmallInstance& each) { return each.views.size() > 1; });
          }
          check(learner, problem, instances);
        }
      }
    }
  }
}

void check_none(const LearnerCase& c, const std::vector<std::string>& violations) {
  INFO(c.name());
  INFO(fmt::format("{}", fmt::join(violations, "\n")));
  CHECK(violations.empty());
}

/// The first instance of each loss, number of views, and answer to what the learner needs.
std::vector<std::size_t> first_of_each_kind(const LearnerEntry& learner,
                                            const ProblemEntry& problem,
                                            const std::vector<SmallInstance>& instances,
                                            const Json& options) {
  std::set<std::tuple<std::string, std::size_t, bool>> seen;
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    const LearnerCase c{learner, problem, instances[i], options};
    const std::string loss = instances[i].options.at("loss");
    if (seen.emplace(loss, instances[i].views.size(), c.unmet().empty()).second) first.push_back(i);
  }
  return first;
}

}  // namespace

TEST_CASE("weights of examples and of unlabeled inputs mean the same to every learner",
          "[contract][learners]") {
  over_pairs([](const LearnerEntry& learner, const ProblemEntry& problem,
                const std::vector<SmallInstance>& instances) {
    std::set<std::pair<Json, std::size_t>> done;
    const auto check_options = [&](const Json& options, const std::string& only_loss) {
      for (const std::size_t i : first_of_each_kind(learner, problem, instances, options)) {
        const bool other = !only_loss.empty() && instances[i].options.at("loss") != only_loss;
        if (other || !done.emplace(options, i).second) continue;
        const LearnerCase c{learner, problem, instances[i], options};
        check_none(c, weight_violations(c, kSeed + i));
      }
    };
    for (const Json& options : objective_variants(learner)) check_options(options, "");
    for (const Json& options : changed_options(learner))
      check_options(options, problem.losses.front());
  });
}

TEST_CASE("every learner runs the same way each time, on any number of threads",
          "[contract][learners][determinism]") {
  over_pairs([](const LearnerEntry& learner, const ProblemEntry& problem,
                const std::vector<SmallInstance>& instances) {
    for (const Json& options : changed_options(learner)) {
      std::set<std::size_t> views;
      for (const SmallInstance& instance : instances) {
        if (!views.insert(instance.views.size()).second) continue;
        const LearnerCase c{learner, problem, instance, options};
        check_none(c, run_violations(c, kSeed));
      }
    }
  });
}

TEST_CASE("threads that share hundreds of examples change no bit of a fit",
          "[contract][learners][determinism]") {
  over_pairs([](const LearnerEntry& learner, const ProblemEntry& problem,
                const std::vector<SmallInstance>& instances) {
    const std::size_t views = learner.uses_views ? 2 : 1;
    const auto instance =
        std::find_if(instances.begin(), instances.end(),
                     [&](const SmallInstance& each) { return each.views.size() == views; });
    REQUIRE(instance != instances.end());
    for (const Json& options : changed_options(learner)) {
      const LearnerCase c{learner, problem, *instance, options};
      check_none(c, thread_violations(c, kSeed));
    }
  });
}

TEST_CASE("every learner takes inputs of every kind", "[contract][learners]") {
  over_pairs([](const LearnerEntry& learner, const ProblemEntry& problem,
                const std::vector<SmallInstance>& instances) {
    for (const SmallInstance& instance : instances) {
      const LearnerCase c{learner, problem, instance};
      check_none(c, form_violations(c, kSeed));
    }
  });
}
