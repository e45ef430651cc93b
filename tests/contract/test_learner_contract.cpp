// Every learner of the catalog obeys the laws of a Learner, on every problem that its needs allow.
//   one learner alone: test_contract -c perceptron; and on one problem: test_contract -c perceptron
//   -c "on sequence"
#include <catch2/catch.hpp>

#include "contract/instances.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

/// A section for each learner, and in it for each problem.
void over_pairs(void (*check)(const LearnerEntry&, const ProblemEntry&, const Instances&,
                              const TakeResult&)) {
  for (const LearnerEntry& learner : learner_catalog()) {
    if (learner.predicts_numbers) continue;
    DYNAMIC_SECTION(learner.name) {
      for (const ProblemEntry& problem : problem_catalog()) {
        if (problem.predicts_numbers) continue;
        DYNAMIC_SECTION("on " << problem.name) {
          const Instances instances = for_learner(learner, instances_of(problem));
          REQUIRE(!instances.empty());
          check(learner, problem, instances, check_none);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("weights of examples and of unlabeled inputs mean the same to every learner",
          "[contract][learners]") {
  over_pairs(check_weights);
}

TEST_CASE("every learner runs the same way each time, on any number of threads",
          "[contract][learners][determinism]") {
  over_pairs(check_runs);
}

TEST_CASE("threads that share hundreds of examples change no bit of a fit",
          "[contract][learners][determinism]") {
  over_pairs(check_threads);
}

TEST_CASE("every learner takes inputs of every kind", "[contract][learners]") {
  over_pairs(check_forms);
}
