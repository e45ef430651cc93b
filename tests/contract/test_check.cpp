// The checks that programs call in tests of their own.
#include <catch2/catch.hpp>

#include <sstream>

#include "costruct/contract/check.hpp"
#include "costruct/contract/checks.hpp"
#include "costruct/contract/instances/small_parts.hpp"
#include "costruct/contract/learner_laws.hpp"
#include "costruct/core/random.hpp"
#include "support/delegating_problem.hpp"

using namespace costruct;
using namespace costruct::contract;

namespace {

/// The problem multiclass under another name, with a few instances.
ProblemEntry other_multiclass(const std::string& name) {
  ProblemEntry entry = *find_problem("multiclass");
  entry.name = name;
  entry.losses = {"zero_one"};
  return entry;
}

std::vector<SmallInstance> few_rows(std::uint64_t seed) {
  RandomStream random(seed, 0, "few rows");
  return {small_parts({{"a", "b", "c"}, {1, 1, 1, 1, 1, 1}}, Json::object(), random)};
}

/// Gives every wrong label the loss 0.
class LosesNothing final : public test::DelegatingProblem {
 public:
  explicit LosesNothing(std::shared_ptr<const Views> views)
      : DelegatingProblem(views->joint()), views_(std::move(views)) {}
  double loss(InputId, const Output&, const Output&) const override { return 0; }

 private:
  std::shared_ptr<const Views> views_;
};

/// Passive-aggressive updates (Crammer et al. 2006, PA-I): the step that ends a violation, at most
/// the weight of the example.
class PassiveAggressive final : public Learner {
 public:
  explicit PassiveAggressive(bool caps) : caps_(caps) {}
  Fitted fit(const Views& views, const Sample& sample, const FitContext&) const override {
    const StructuredProblem& problem = views.joint();
    Vector w(static_cast<std::size_t>(problem.dimension()));
    for (int epoch = 0; epoch < 3; ++epoch) {
      for (const auto& [x, y, weight] : sample.labeled) {
        const Decoded worst = problem.loss_augmented_decode(x, y, w, {});
        const double violation = worst.value - problem.score(x, y, w);
        double norm = 0;
        for (const double each :
             difference(problem.joint_feature(x, y), problem.joint_feature(x, worst.output)).value)
          norm += each * each;
        if (!(violation > 0) || norm == 0) continue;
        const double step = violation / norm;
        problem.add_difference(x, y, worst.output, caps_ ? std::min(step, weight) : weight * step,
                               w);
      }
    }
    return {{w}, {}};
  }

 private:
  bool caps_;
};

/// The violations of the laws of weights that caps on steps must obey.
int step_cap_violations(bool caps) {
  LearnerEntry entry;
  entry.name = "passive_aggressive";
  entry.example_weights = ExampleWeights::kStepCap;
  entry.make = [caps](const Json&) { return std::make_unique<PassiveAggressive>(caps); };
  const ProblemEntry& multiclass = *find_problem("multiclass");
  std::vector<SmallInstance> rows = few_rows(kSeed);
  for (SmallInstance& each : rows) each.options = with_defaults(multiclass.options, each.options);
  int found = 0, checked = 0;
  check_weights(entry, multiclass, rows,
                [&](const std::string&, const std::vector<std::string>& violations) {
                  ++checked;
                  for (const std::string& line : violations)
                    found += line.find(kStepCap) != std::string::npos;
                });
  CHECK(checked > 0);
  return found;
}

}  // namespace

TEST_CASE("weights of examples may be caps on steps, and are told if they are not",
          "[contract][check]") {
  CHECK(step_cap_violations(true) == 0);
  CHECK(step_cap_violations(false) > 0);
}

TEST_CASE("a problem that obeys all laws passes on every learner that can train on it",
          "[contract][check]") {
  const auto plain_rows = [](std::uint64_t seed) {
    std::vector<SmallInstance> rows = few_rows(seed);
    for (SmallInstance& each : rows) each.without_feature.clear();
    return rows;
  };
  std::ostringstream out;
  CHECK(check_problem(other_multiclass("sound_multiclass"), plain_rows, out) == 0);
  INFO(out.str());
  CHECK(out.str().find("VIOLATED") == std::string::npos);
  CHECK(out.str().find("learner structural_svm: ") != std::string::npos);
  CHECK(out.str().find(", refused: needs a model of multinomial events alone, which this problem "
                       "does not offer") != std::string::npos);
  CHECK(out.str().find("note: no small instance has several views") != std::string::npos);
  CHECK(out.str().find("FeatureMajorWeights, which is not checked") != std::string::npos);
  CHECK(out.str().find("problem sound_multiclass: all laws hold") != std::string::npos);
}

TEST_CASE("a problem that violates a law gets the exit code 1 and the law's name",
          "[contract][check]") {
  ProblemEntry entry = other_multiclass("lossless_multiclass");
  entry.make = [make = entry.make](const Json& options, std::shared_ptr<const ProblemData> data) {
    return Views(std::make_unique<LosesNothing>(
        std::make_shared<const Views>(make(options, std::move(data)))));
  };
  std::ostringstream out;
  CHECK(check_problem(entry, few_rows, out) == 1);
  INFO(out.str());
  CHECK(out.str().find("VIOLATED: loss zero_one, ") != std::string::npos);
  CHECK(out.str().find("loss_augmented_decode() finds what most violates") != std::string::npos);
}

TEST_CASE("without instances, names or entries there is nothing to check", "[contract][check]") {
  const auto message_of = [](const auto& check) {
    std::ostringstream out;
    CHECK(check(out) == 2);
    return out.str();
  };
  CHECK_THAT(message_of([](std::ostream& out) { return check_learner("perceptrom", out); }),
             Catch::Contains("no learner is called \"perceptrom\": did you mean perceptron?"));
  CHECK_THAT(message_of([](std::ostream& out) { return check_learner("rlsr", out); }),
             Catch::Contains("learner rlsr: predicts numbers"));
  const auto none = [](std::uint64_t) { return std::vector<SmallInstance>(); };
  CHECK_THAT(message_of([&](std::ostream& out) {
               return check_problem(*find_problem("multiclass"), none, out);
             }),
             Catch::Contains("expected small instances"));
  const auto unlisted = [](std::uint64_t seed) {
    auto instances = few_rows(seed);
    instances[0].outputs = nullptr;
    return instances;
  };
  CHECK_THAT(message_of([&](std::ostream& out) {
               return check_problem(*find_problem("multiclass"), unlisted, out);
             }),
             Catch::Contains("set `outputs`"));
  ProblemEntry incomplete = other_multiclass("incomplete_multiclass");
  incomplete.make = nullptr;
  CHECK_THAT(
      message_of([&](std::ostream& out) { return check_problem(incomplete, few_rows, out); }),
      Catch::Contains("the entry lacks `make`"));
}
