// The laws bite: learners and problems that are wrong on purpose violate the law that they should.
#include <catch2/catch.hpp>

#include "contract/instances.hpp"
#include "costruct/contract/augmentations.hpp"
#include "costruct/contract/instances/small_instance.hpp"
#include "costruct/contract/learner_laws.hpp"
#include "costruct/contract/problem_laws.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "support/delegating_problem.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

/// A learner that gives something else than it got to the one it is made of.
class ChangedLearner : public Learner {
 public:
  using Fit = std::function<Fitted(const Learner&, const Views&, const Sample&, const FitContext&)>;
  ChangedLearner(std::unique_ptr<Learner> learner, Fit fit)
      : learner_(std::move(learner)), fit_(std::move(fit)) {}
  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    return fit_(*learner_, views, sample, context);
  }

 private:
  std::unique_ptr<Learner> learner_;
  Fit fit_;
};

LearnerEntry changed(LearnerEntry entry, const ChangedLearner::Fit& fit) {
  entry.make = [make = entry.make, fit](const Json& options) {
    return std::make_unique<ChangedLearner>(make(options), fit);
  };
  return entry;
}

LearnerEntry ignoring_weights(const LearnerEntry& entry) {
  return changed(
      entry, [](const Learner& learner, const Views& views, Sample sample, const FitContext& how) {
        for (LabeledExample& example : sample.labeled) example.weight = 1;
        return learner.fit(views, sample, how);
      });
}

/// Takes the mean weight for that of every example.
LearnerEntry evening_weights(const LearnerEntry& entry) {
  return changed(
      entry, [](const Learner& learner, const Views& views, Sample sample, const FitContext& how) {
        double sum = 0;
        for (const LabeledExample& example : sample.labeled) sum += example.weight;
        for (LabeledExample& example : sample.labeled)
          example.weight = sum / static_cast<double>(sample.labeled.size());
        return learner.fit(views, sample, how);
      });
}

LearnerEntry teaching_at_zero(LearnerEntry entry) {
  entry.make = [make = entry.make](Json options) {
    for (const char* name : {"Cu", "unlabeled_weight"}) {
      if (options.contains(name) && options.at(name) == 0) options[name] = 0.5;
    }
    return make(options);
  };
  return entry;
}

LearnerEntry weighing_each(LearnerEntry entry) {
  entry.make = [make = entry.make](Json options) {
    if (options.contains("Cu_scale")) options["Cu_scale"] = "each";
    return make(options);
  };
  return entry;
}

LearnerEntry blind_to_unlabeled(const LearnerEntry& entry) {
  return changed(entry, [](const Learner& learner, const Views& views, const Sample& sample,
                           const FitContext& how) {
    return learner.fit(views, {sample.labeled, {}}, how);
  });
}

LearnerEntry counting_threads(const LearnerEntry& entry) {
  return changed(entry, [](const Learner& learner, const Views& views, const Sample& sample,
                           const FitContext& how) {
    Fitted fitted = learner.fit(views, sample, how);
    if (!fitted.weights[0].empty()) fitted.weights[0][0] += 1e-12 * how.threads;
    return fitted;
  });
}

LearnerEntry needing_nothing(LearnerEntry entry) {
  entry.needs.clear();
  entry.needs_with = nullptr;
  return entry;
}

/// The first instance with two views, or one of a learner that does not use them, that meets the
/// needs.
const SmallInstance* instance_for(const LearnerEntry& learner, const ProblemEntry& problem) {
  for (const SmallInstance& instance : instances_of(problem)) {
    if (instance.views.size() != (learner.uses_views ? 2 : 1)) continue;
    if (LearnerCase{learner, problem, instance}.unmet().empty()) return &instance;
  }
  return nullptr;
}

/// Whether the learner learns nothing from examples, whatever they weigh.
bool learns_nothing(const LearnerEntry& learner) {
  return learner.name == "substitution_matrix" || learner.name == "retrieval_rule";
}

template <class Check>
void over_cases(const Check& check) {
  for (const LearnerEntry& learner : learner_catalog()) {
    if (learner.predicts_numbers) continue;
    for (const ProblemEntry& problem : problem_catalog()) {
      if (problem.predicts_numbers) continue;
      DYNAMIC_SECTION(learner.name << " on " << problem.name) {
        // Looked for within the section: Catch runs this loop once for each section.
        const SmallInstance* instance = instance_for(learner, problem);
        if (instance != nullptr) check(learner, problem, *instance);
      }
    }
  }
}

std::string all_of(const std::vector<std::string>& violations) {
  return fmt::format("violations:\n{}", fmt::join(violations, "\n"));
}

}  // namespace

TEST_CASE("a learner that ignores the weights of examples violates both of their laws",
          "[contract][mutants]") {
  over_cases([](const LearnerEntry& learner, const ProblemEntry& problem,
                const SmallInstance& instance) {
    if (learns_nothing(learner)) return;
    const auto violations =
        weight_violations({ignoring_weights(learner), problem, instance}, kSeed);
    INFO(all_of(violations));
    CHECK(violated(violations, kWeightZero));
    CHECK((violated(violations, kWeightFive) || violated(violations, kWeightsScale)));
    if (learner.name == "perceptron" && problem.name == "multiclass") {  // asked for by name
      CHECK(violated(
          weight_violations({ignoring_weights(learner), problem, instance}, kSeed, {kWeightsScale}),
          kWeightsScale));
    }
  });
}

TEST_CASE("a learner that gives all examples their mean weight violates a law of weights",
          "[contract][mutants]") {
  over_cases(
      [](const LearnerEntry& learner, const ProblemEntry& problem, const SmallInstance& instance) {
        if (learns_nothing(learner)) return;
        const auto violations =
            weight_violations({evening_weights(learner), problem, instance}, kSeed, {kWeightZero});
        INFO(all_of(violations));
        CHECK(violated(violations, kWeightZero));
      });
}

TEST_CASE("a learner that goes on teaching at Cu = 0 violates the law of unlabeled weights",
          "[contract][mutants]") {
  over_cases(
      [](const LearnerEntry& learner, const ProblemEntry& problem, const SmallInstance& instance) {
        if (!uses_unlabeled(learner, Json::object())) return;
        const auto violations = weight_violations({teaching_at_zero(learner), problem, instance},
                                                  kSeed, {kNoUnlabeledWeight});
        INFO(all_of(violations));
        CHECK(violated(violations, kNoUnlabeledWeight));
      });
}

TEST_CASE(
    "a learner that weighs each unlabeled input by Cu, whatever Cu_scale says, violates the law of "
    "totals",
    "[contract][mutants]") {
  over_cases(
      [](const LearnerEntry& learner, const ProblemEntry& problem, const SmallInstance& instance) {
        if (find_option(learner.options, Json::object(), "Cu_scale") == nullptr) return;
        const auto violations =
            weight_violations({weighing_each(learner), problem, instance}, kSeed, {kTotalWeight});
        INFO(all_of(violations));
        CHECK(violated(violations, kTotalWeight));
      });
}

TEST_CASE("a learner that does not look at unlabeled inputs may not say that it uses them",
          "[contract][mutants]") {
  over_cases(
      [](const LearnerEntry& learner, const ProblemEntry& problem, const SmallInstance& instance) {
        if (!uses_unlabeled(learner, Json::object())) return;
        const auto violations =
            run_violations({blind_to_unlabeled(learner), problem, instance}, kSeed, {kUnlabeled});
        INFO(all_of(violations));
        CHECK(violated(violations, kUnlabeled));
      });
}

TEST_CASE("a learner whose last bits depend on the number of threads violates the law of bits",
          "[contract][mutants]") {
  over_cases(
      [](const LearnerEntry& learner, const ProblemEntry& problem, const SmallInstance& instance) {
        const auto violations =
            run_violations({counting_threads(learner), problem, instance}, kSeed, {kSameBits});
        INFO(all_of(violations));
        CHECK(violated(violations, kSameBits));
      });
}

TEST_CASE("a learner that needs more than it declares violates the law of needs",
          "[contract][mutants]") {
  for (const LearnerEntry& learner : learner_catalog()) {
    if (learner.predicts_numbers) continue;
    DYNAMIC_SECTION(learner.name) {
      for (const ProblemEntry& problem : problem_catalog()) {
        if (problem.predicts_numbers) continue;
        for (const SmallInstance& instance : instances_of(problem)) {
          if (instance.views.size() != 1 || LearnerCase{learner, problem, instance}.unmet().empty())
            continue;
          INFO(LearnerCase({learner, problem, instance}).name());
          const auto violations =
              weight_violations({needing_nothing(learner), problem, instance}, kSeed, {kNeeds});
          INFO(all_of(violations));
          CHECK(violated(violations, kNeeds));
          break;
        }
      }
    }
  }
}

namespace {

/// A problem that decodes in another way, over views of its own.
class ChangedProblem : public DelegatingProblem {
 public:
  ChangedProblem(std::shared_ptr<const Views> views, const StructuredProblem& problem,
                 std::function<std::vector<Output>(InputId)> outputs)
      : DelegatingProblem(problem),
        views_(std::move(views)),
        problem_(problem),
        outputs_(std::move(outputs)) {}
  std::optional<std::string> loss_augmentation_unavailable(
      Augmentation augmentation) const override {
    return problem_.loss_augmentation_unavailable(augmentation);
  }

 protected:
  /// The last output of the highest value.
  template <class Value>
  Decoded last_best(InputId x, const Value& value) const {
    std::optional<Decoded> best;
    for (const Output& y : outputs_(x)) {
      const double of_y = value(y);
      if (!best || of_y >= best->value) best = Decoded{y, of_y};
    }
    return *best;
  }
  const StructuredProblem& problem() const { return problem_; }

 private:
  std::shared_ptr<const Views> views_;
  const StructuredProblem& problem_;
  std::function<std::vector<Output>(InputId)> outputs_;
};

/// Decodes as if nothing had a loss.
class IgnoresLoss final : public ChangedProblem {
 public:
  using ChangedProblem::ChangedProblem;
  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation a) const override {
    Decoded best = decode(x, w);
    best.value = reference_augmented(loss(x, y, best.output), best.value, score(x, y, w), a);
    return best;
  }
};

class BreaksTies final : public ChangedProblem {
 public:
  using ChangedProblem::ChangedProblem;
  Decoded decode(InputId x, ConstVectorRef w) const override {
    return last_best(x, [&](const Output& y) { return score(x, y, w); });
  }
};

class BreaksAugmentedTies final : public ChangedProblem {
 public:
  using ChangedProblem::ChangedProblem;
  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation a) const override {
    const double f_y = score(x, y, w);
    return last_best(x, [&](const Output& y_hat) {
      return reference_augmented(loss(x, y, y_hat), score(x, y_hat, w), f_y, a);
    });
  }
};

/// Has a loss where there is none, and a little less where there is some.
class ShiftsLoss final : public ChangedProblem {
 public:
  using ChangedProblem::ChangedProblem;
  double loss(InputId x, const Output& y, const Output& y_hat) const override {
    return std::abs(ChangedProblem::loss(x, y, y_hat) - 0.125);
  }
};

/// Knows no output from another.
class KnowsNoOther final : public ChangedProblem {
 public:
  using ChangedProblem::ChangedProblem;
  bool same_structure(InputId, const Output&, const Output&) const override { return true; }
};

/// Takes half of a difference for the whole.
class HalfDifferences final : public ChangedProblem {
 public:
  using ChangedProblem::ChangedProblem;
  void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                      VectorRef w) const override {
    ChangedProblem::add_difference(x, y, y_hat, 0.5 * scale, w);
  }
};

/// Takes partial outputs as the problem that it is made of.
class ChangedPartial : public ChangedProblem, public PartialOutputs {
 public:
  using ChangedProblem::ChangedProblem;
  Known known_of(InputId x, std::span<const Output> outputs) const override {
    return partial().known_of(x, outputs);
  }
  bool allows(InputId x, const Known& known, const Output& y) const override {
    return partial().allows(x, known, y);
  }
  std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override {
    return partial().within(std::move(known));
  }
  std::unique_ptr<const StructuredProblem> counting(std::vector<Known> known) const override {
    return partial().counting(std::move(known));
  }

 protected:
  const PartialOutputs& partial() const { return dynamic_cast<const PartialOutputs&>(problem()); }
  /// Without the first fact of each input.
  static std::vector<Known> all_but_one(std::vector<Known> known) {
    for (Known& each : known) {
      const auto fact = std::ranges::find_if(each.facts, [](const auto& f) { return !f.empty(); });
      if (fact != each.facts.end()) fact->clear();
    }
    return known;
  }
};

/// Has outputs that a fact rules out.
class IgnoresFact final : public ChangedPartial {
 public:
  using ChangedPartial::ChangedPartial;
  std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const override {
    return ChangedPartial::within(all_but_one(std::move(known)));
  }
};

/// Counts no loss of what a fact rules out.
class DoesNotCountFact final : public ChangedPartial {
 public:
  using ChangedPartial::ChangedPartial;
  std::unique_ptr<const StructuredProblem> counting(std::vector<Known> known) const override {
    return ChangedPartial::counting(all_but_one(std::move(known)));
  }
};

/// Allows what a fact rules out.
class AllowsTooMuch final : public ChangedPartial {
 public:
  using ChangedPartial::ChangedPartial;
  bool allows(InputId x, const Known& known, const Output& y) const override {
    return ChangedPartial::allows(x, all_but_one({known}).front(), y);
  }
};

template <class Mutant>
ProblemEntry mutant_of(ProblemEntry entry, const SmallInstance& instance) {
  entry.make = [make = entry.make, outputs = instance.outputs](
                   const Json& options, std::shared_ptr<const ProblemData> data) {
    const auto inner = std::make_shared<const Views>(make(options, std::move(data)));
    std::vector<std::unique_ptr<const StructuredProblem>> views;
    for (Index v = 0; v < inner->count(); ++v)
      views.push_back(std::make_unique<Mutant>(inner, (*inner)[v], outputs));
    return Views(std::move(views), std::make_unique<Mutant>(inner, inner->joint(), outputs),
                 [inner, outputs] {
                   const auto one = std::make_shared<const Views>(inner->together());
                   return std::make_unique<Mutant>(one, one->joint(), outputs);
                 });
  };
  return entry;
}

/// Whether a problem can be made into this mutant.
template <class Mutant>
bool has_mutant(const StructuredProblem& problem) {
  if constexpr (std::is_same_v<Mutant, DoesNotCountFact>) {
    const auto* partial = dynamic_cast<const PartialOutputs*>(&problem);
    return partial != nullptr &&
           partial->counting(std::vector<Known>(problem.num_inputs())) != nullptr;
  }
  return !std::is_base_of_v<PartialOutputs, Mutant> ||
         dynamic_cast<const PartialOutputs*>(&problem) != nullptr;
}

/// The first instance of each problem with every augmentation.
template <class Mutant>
void check_mutants(const char* law) {
  for (const ProblemEntry& problem : problem_catalog()) {
    if (problem.predicts_numbers) continue;
    DYNAMIC_SECTION(problem.name) {
      for (const SmallInstance& instance : instances_of(problem)) {
        const Views views = problem.make(instance.options, instance.data);
        if (views.joint().loss_augmentation_unavailable({Rescaling::kSlack, 1}) ||
            !has_mutant<Mutant>(views.joint()))
          continue;
        CHECK(problem_violations(problem, instance, kSeed).empty());
        const auto violations =
            problem_violations(mutant_of<Mutant>(problem, instance), instance, kSeed);
        INFO(all_of(violations));
        CHECK(violated(violations, law));
        break;
      }
    }
  }
}

}  // namespace

TEST_CASE("a loss-augmented decoder that ignores the loss is found out", "[contract][mutants]") {
  check_mutants<IgnoresLoss>(kAugmentedDecode);
}

TEST_CASE("a decoder that breaks ties to the largest output is found out", "[contract][mutants]") {
  check_mutants<BreaksTies>(kDecode);
}

TEST_CASE("a loss-augmented decoder that breaks ties to the largest output is found out",
          "[contract][mutants]") {
  check_mutants<BreaksAugmentedTies>(kAugmentedDecode);
}

TEST_CASE("a loss of the reference itself is found out", "[contract][mutants]") {
  check_mutants<ShiftsLoss>(kLoss);
}

TEST_CASE("a problem that knows no output from another is found out", "[contract][mutants]") {
  check_mutants<KnowsNoOther>(kSameStructure);
}

TEST_CASE("a wrong difference of joint features is found out", "[contract][mutants]") {
  check_mutants<HalfDifferences>(kDifferences);
}

TEST_CASE("a problem that ignores a fact is found out", "[contract][mutants][partial]") {
  check_mutants<IgnoresFact>(kWithin);
}

TEST_CASE("a loss that does not count a fact is found out", "[contract][mutants][partial]") {
  check_mutants<DoesNotCountFact>(kCounting);
}

TEST_CASE("a problem that allows what a fact rules out is found out",
          "[contract][mutants][partial]") {
  check_mutants<AllowsTooMuch>(kFacts);
}
