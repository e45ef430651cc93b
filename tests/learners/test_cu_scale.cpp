// Cu_scale = total: unlabeled inputs share out a weight. That every learner with a Cu takes it is a
// law of the contract suite (learner_laws.hpp); here the weight itself, by hand, and what is
// special.
#include <catch2/catch.hpp>

#include "costruct/learners/shared/schedule.hpp"
#include "support/fits.hpp"
#include "support/labeled_data.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

struct Scaled {
  double Cu = 0;
  CuScale Cu_scale = CuScale::kEach;
};

Sample sample_of(const std::vector<double>& weights, Index unlabeled) {
  Sample sample;
  for (const double weight : weights) sample.labeled.push_back({0, Output{{0}}, weight});
  sample.unlabeled.resize(static_cast<std::size_t>(unlabeled), 1);
  return sample;
}

// The options of a learner beside Cu and its scale.
const std::vector<std::pair<std::string, Json>>& learners() {
  static const std::vector<std::pair<std::string, Json>> all = {
      {"co_perceptron", {{"epochs", 4}}},
      {"co_perceptron",
       {{"epochs", 4}, {"average", true}, {"Cu_schedule", "exponential"}, {"Cu_epochs", 3}}},
      {"co_perceptron", {{"epochs", 4}, {"final", "joint"}}},
      {"co_svm", {{"gap", 1e-2}, {"epochs", 4}, {"Cu_epochs", 2}}},
      {"co_svm", {{"gap", 1e-2}, {"epochs", 3}, {"Cu_schedule", "constant"}, {"final", "joint"}}},
      {"gradient_tsvm", {{"C_epochs", 2}, {"Cu_epochs", 2}, {"epochs", 8}}},
      {"gradient_co_svm", {{"C_epochs", 2}, {"Cu_epochs", 2}, {"epochs", 8}, {"rounds", 2}}},
      {"tsvm_ova", Json::object()},
      {"self_training", {{"rounds", 3}}},
      {"self_training", {{"rounds", 3}, {"batch", 2}, {"learner", {{"type", "structural_svm"}}}}},
      {"co_training", {{"rounds", 2}, {"growth", 1}, {"learner", {{"type", "structural_svm"}}}}},
      {"co_training", {{"rounds", 2}, {"final", "joint"}, {"learner", {{"type", "crf"}}}}}};
  return all;
}

Fitted fit(const std::string& learner, Json options, const Json& others, const Views& views,
           const Sample& sample) {
  options.update(others);
  return make_learner(learner, options)->fit(views, sample, {});
}

}  // namespace

TEST_CASE("the weight of each unlabeled input is Cu, or its share of Cu times the labeled weight",
          "[learners][Cu_scale]") {
  const Scaled each{0.5, CuScale::kEach}, total{0.5, CuScale::kTotal};
  CHECK(Cu_of_each(each, sample_of({1, 1, 1, 1}, 8)) == 0.5);
  CHECK(Cu_of_each(total, sample_of({1, 1, 1, 1}, 8)) == 0.25);
  CHECK(Cu_of_each(total, sample_of({1, 1, 1, 1}, 4)) == 0.5);
  CHECK(Cu_of_each(total, sample_of({1, 1, 1, 1}, 1)) == 2);
  CHECK(Cu_of_each(total, sample_of({0.5, 3, 0, 2.5}, 12)) == 0.25);  // 0.5 * 6 / 12
  CHECK(Cu_of_each(total, sample_of({0, 0}, 3)) == 0);
  CHECK(Cu_of_each(total, sample_of({1, 1}, 0)) == 0.5);  // of none
  CHECK(Cu_of_each(Scaled{0, CuScale::kTotal}, sample_of({1}, 3)) == 0);
}

TEST_CASE(
    "examples that are labeled in part count as labeled, and as unlabeled if their hidden "
    "parts are taught",
    "[learners][Cu_scale][partial]") {
  const Scaled each{0.5, CuScale::kEach}, total{0.5, CuScale::kTotal};
  Sample sample = sample_of({1, 1, 1}, 5);
  for (const double weight : {0.5, 1.5, 2.0}) sample.partial.push_back({2, {{{0, 1}}}, weight});
  CHECK(Cu_of_each(total, sample) == 0.5 * 7 / 5);
  CHECK(Cu_of_each(total, sample, true) == 0.5 * 7 / 9);
  CHECK(Cu_of_each(each, sample, true) == 0.5);
  sample.unlabeled.clear();
  CHECK(Cu_of_each(total, sample) == 0.5);  // of none
  CHECK(Cu_of_each(total, sample, true) == 0.5 * 7 / 4);
  sample.labeled.clear();
  CHECK(Cu_of_each(total, sample, true) == 0.5);
}

TEST_CASE("Cu in total is Cu n / m for each, bit for bit, whatever else is asked for",
          "[learners][Cu_scale]") {
  Dice dice(71);
  const LabeledData data = small_points(dice, 20, {"a", "b", "c"}, {4, 3});
  const Views views = make_views("multiclass", Json::object(), data.parts);
  const Sample sample = split(data.truth, 7, 13);
  for (const auto& [learner, options] : learners()) {
    INFO(learner << " " << options.dump());
    const Fitted total = fit(learner, options, {{"Cu", 0.6}, {"Cu_scale", "total"}}, views, sample);
    check_same_fit(total, fit(learner, options, {{"Cu", 0.6 * 7 / 13}}, views, sample));
    const Fitted each = fit(learner, options, {{"Cu", 0.6}}, views, sample);
    check_same_fit(each, fit(learner, options, {{"Cu", 0.6}, {"Cu_scale", "each"}}, views, sample));
  }
}

TEST_CASE(
    "with as many unlabeled inputs as labeled ones, and without any, the scale of Cu is the same",
    "[learners][Cu_scale]") {
  Dice dice(72);
  const LabeledData data = small_points(dice, 16, {"a", "b", "c"}, {4, 3});
  const Views views = make_views("multiclass", Json::object(), data.parts);
  for (const auto& [learner, options] : learners()) {
    for (const Index unlabeled : {0, 8}) {
      INFO(learner << " " << options.dump() << ", " << unlabeled);
      const Sample sample = split(data.truth, 8, unlabeled);
      const Fitted total =
          fit(learner, options, {{"Cu", 0.7}, {"Cu_scale", "total"}}, views, sample);
      const Fitted each = fit(learner, options, {{"Cu", 0.7}}, views, sample);
      check_same_fit(total, each);
      // Their advice differs: to set the scale where it is not yet total.
      CHECK(total.report.warnings.size() == each.report.warnings.size());
    }
  }
}

TEST_CASE("unlabeled_scale is to unlabeled_weight what Cu_scale is to Cu", "[learners][Cu_scale]") {
  Dice dice(75);
  const LabeledData data = small_sequences(dice, true, {5}, std::vector<Index>(20, 1));
  const Views views = make_views("multiclass", {{"bias", true}}, data.parts);
  const Sample sample = split(data.truth, 7, 13);
  for (const char* learner : {"naive_bayes", "hmm"}) {
    const Json multinomial = {{"emissions", "multinomial"}, {"rounds", 5}};
    const auto fit_with = [&](double weight, const char* scale) {
      return fit(learner, multinomial, {{"unlabeled_weight", weight}, {"unlabeled_scale", scale}},
                 views, sample);
    };
    check_same_fit(fit_with(0.6, "total"), fit_with(0.6 * 7 / 13, "each"));
    CHECK(!same_weights(fit_with(0.6, "total").weights, fit_with(0.6, "each").weights));
  }
}

TEST_CASE("the history has the Cu of each input", "[learners][Cu_scale]") {
  Dice dice(73);
  const LabeledData data = small_points(dice, 20, {"a", "b", "c"}, {4, 3});
  const Views views = make_views("multiclass", Json::object(), data.parts);
  const Sample sample = split(data.truth, 4, 16);
  for (const auto& [learner, options] : learners()) {
    const Fitted fitted =
        fit(learner, options, {{"Cu", 0.5}, {"Cu_scale", "total"}}, views, sample);
    Json last;
    for (const Json& row : fitted.report.history) {
      if (row.contains("Cu")) last = row.at("Cu");
    }
    INFO(learner << " " << options.dump() << " " << last.dump());
    const bool tells =
        learner == "co_perceptron" || learner == "co_svm" || learner.starts_with("gradient");
    REQUIRE(last.is_number() == tells);
    if (tells) CHECK(last == 0.125);
  }
}

TEST_CASE("an unlabeled input weighs 1 at most in a co_perceptron, and a warning says so",
          "[learners][Cu_scale]") {
  Dice dice(74);
  const LabeledData data = small_points(dice, 12, {"a", "b", "c"}, {4, 3});
  const Views views = make_views("multiclass", Json::object(), data.parts);
  const Sample sample = split(data.truth, 8, 4);
  const Json total = {{"Cu", 0.75}, {"Cu_scale", "total"}};
  for (const char* last : {"sum", "joint"}) {
    const Json options = {{"final", last}};
    const Fitted cut = fit("co_perceptron", options, total, views, sample);
    check_same_fit(cut, fit("co_perceptron", options, {{"Cu", 1}}, views, sample));
    REQUIRE(cut.report.warnings.size() == 1);
    CHECK_THAT(cut.report.warnings[0], Contains("would weigh 1.5; it weighs 1"));
  }
  // Others have no limit.
  const Fitted svm = fit("co_svm", Json::object(), total, views, sample);
  check_same_fit(svm, fit("co_svm", Json::object(), {{"Cu", 1.5}}, views, sample));
  CHECK(svm.report.warnings.empty());
}
