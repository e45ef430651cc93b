// The supervised twins of learners that use unlabeled inputs, and the option of a guard.
#include "costruct/learners/twin.hpp"

#include <catch2/catch.hpp>

#include "costruct/learners/learners.hpp"
#include "costruct/learners/safeguards.hpp"

using namespace costruct;
using Catch::Contains;
using Catch::StartsWith;

namespace {

using Texts = std::vector<std::string>;

bool can_use_unlabeled(const LearnerEntry& entry) {
  return !entry.predicts_numbers && (entry.uses_unlabeled || !entry.unlabeled_weights.empty());
}

}  // namespace

TEST_CASE("learners that can use unlabeled inputs have a supervised twin and a guard, and no other",
          "[learners][safeguards]") {
  Index guarded = 0;
  for (const LearnerEntry& entry : learner_catalog()) {
    INFO(entry.name);
    const OptionInfo* guard = find_option(entry.options, Json::object(), "guard");
    CHECK(static_cast<bool>(entry.twin) == can_use_unlabeled(entry));
    CHECK((guard != nullptr) == can_use_unlabeled(entry));
    if (!entry.twin || guard == nullptr) continue;
    ++guarded;
    CHECK(guard->default_value == "none");
    CHECK(guard->choices == Texts{"none", "folds"});
    // The identity of cells that are stored already does not change.
    CHECK(!with_defaults(entry.options, Json::object()).contains("guard"));
    CHECK(!with_defaults(entry.options, {{"guard", "none"}}).contains("guard"));
    CHECK(with_defaults(entry.options, {{"guard", "folds"}}).at("guard") == "folds");

    const Json block = entry.twin(entry, Json::object());
    const std::string name = twin_name(entry, Json::object());
    CHECK(block.at("type") == name);
    const LearnerEntry* twin = find_learner(name);
    REQUIRE(twin != nullptr);
    CHECK((twin == &entry || is_supervised(*twin)));
    if (twin == &entry) {
      CHECK(block.size() > 1);  // the weights that are 0
    } else {
      CHECK(!uses_unlabeled(*twin, block));
    }
    ConfigErrors errors;
    check_options(twin->options, block, "twin", errors, {"type"});
    CHECK(errors.messages() == Texts{});
    CHECK(make_twin(entry, Json::object()) != nullptr);
    // What it reports in any case, its twin does as well.
    for (const std::string& part : entry.reports)
      CHECK(std::count(twin->reports.begin(), twin->reports.end(), part) == 1);
    // The same twin, whether defaults are given or left out.
    const Json all = entry.twin(entry, with_defaults(entry.options, Json::object()));
    CHECK(with_defaults(twin->options, all) == with_defaults(twin->options, block));
  }
  CHECK(guarded >= 12);
}

TEST_CASE("the twin takes over the options that both have", "[learners][safeguards]") {
  const auto twin = [](const std::string& name, const Json& options) {
    const LearnerEntry& entry = *find_learner(name);
    return entry.twin(entry, options);
  };
  const Json svm = twin("co_svm", {{"C", 0.5}, {"Cu", 0.1}, {"slack_norm", 2}, {"r_max", 3}});
  CHECK(svm.at("type") == "structural_svm");
  CHECK(svm.at("C") == 0.5);
  CHECK(svm.at("slack_norm") == 2);
  CHECK(svm.at("gap") == 1e-3);  // a default of the co-learner too
  for (const char* of_co_svm : {"Cu", "r_max", "epochs"}) CHECK(!svm.contains(of_co_svm));
  CHECK(twin("co_perceptron", {{"epochs", 3}, {"final", "joint"}, {"average", true}}) ==
        Json({{"type", "perceptron"}, {"epochs", 3}, {"average", true}, {"shuffle", false}}));
  CHECK(twin("crf", {{"C", 0.5}, {"entropy", 0.1}}) ==
        Json({{"type", "crf"}, {"C", 0.5}, {"entropy", 0}, {"shares_weight", 0}}));
  CHECK(twin("tsvm_ova", {{"C", 0.5}, {"Cu", 3}}) ==
        Json({{"type", "tsvm_ova"}, {"C", 0.5}, {"Cu", 0}}));
  const Json inner = {{"type", "crf"}, {"C", 7}};
  CHECK(twin("self_training", {{"learner", inner}, {"Cu", 0.5}}).at("C") == 7);
  CHECK(twin_name(*find_learner("self_training"), {{"learner", inner}}) == "crf");
  CHECK(twin_name(*find_learner("co_training"), Json::object()) == "structural_svm");
  CHECK(twin_name(*find_learner("hmm"), Json::object()) == "hmm");
}

TEST_CASE("an entry that uses no unlabeled inputs, or makes no learner, is left as it is",
          "[learners][safeguards]") {
  for (const char* name : {"perceptron", "structural_svm", "rlsr", "co_rlsr"}) {
    INFO(name);
    const LearnerEntry& entry = *find_learner(name);
    const LearnerEntry same = with_safeguards(entry);
    CHECK(same.options.size() == entry.options.size());
    CHECK(!same.twin);
  }
  LearnerEntry own = hmm_learner();
  CHECK(!own.twin);
  CHECK(find_option(own.options, Json::object(), "guard") == nullptr);
  own = with_safeguards(std::move(own));
  CHECK(own.twin);
  REQUIRE(find_option(own.options, Json::object(), "guard") != nullptr);
  CHECK(only_with_text(*find_option(own.options, Json::object(), "guard")) ==
        "unlabeled_weight > 0");
}

TEST_CASE("a guard without effect is told, and another value of it is refused",
          "[learners][safeguards]") {
  const std::vector<OptionInfo>& options = find_learner("hmm")->options;
  const Texts notes = without_effect(options, {{"guard", "folds"}}, "learner");
  REQUIRE(notes.size() == 1);
  CHECK_THAT(notes[0], StartsWith("learner.guard has no effect where unlabeled_weight = 0"));
  for (const Json& block :
       {Json({{"guard", "folds"}, {"unlabeled_weight", 0.5}}), Json({{"guard", "none"}})})
    CHECK(without_effect(options, block, "learner") == Texts{});
  for (const char* learner : {"hmm", "co_svm", "tsvm_ova"}) {
    for (const Json& value : {Json("fold"), Json(1), Json(true), Json(), Json::array({"folds"})}) {
      INFO(learner << ", guard " << value);
      ConfigErrors errors;
      check_options(find_learner(learner)->options, {{"guard", value}}, "learner", errors);
      REQUIRE(errors.messages().size() == 1);
      CHECK_THAT(errors.messages()[0], StartsWith("learner.guard = "));
    }
  }
  ConfigErrors unknown;
  check_options(find_learner("perceptron")->options, {{"guard", "folds"}}, "learner", unknown);
  REQUIRE(unknown.messages().size() == 1);
  CHECK_THAT(unknown.messages()[0], Contains("guard"));
}
