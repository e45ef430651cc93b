#include "costruct/results/claims/claim_options.hpp"

#include <algorithm>

#include "costruct/results/statistics/paired_tests.hpp"

namespace costruct::experiments {

namespace {

const std::vector<std::string> kDegrees = {"linear", "quadratic", "cubic"};

Json size_form() {
  return integer_form({.at_least = 0, .at_most = 0x1p53});
}

Json size_list_form() {
  return any_form("integer >= 0 or a list of them",
                  {size_form(), list_form("", size_form(), {.at_least = 1})});
}

Json pairs_form() {
  return list_form("list of pairs of integers >= 0, labeled and unlabeled",
                   tuple_form("pair of integers >= 0", {size_form(), size_form()}),
                   {.at_least = 1});
}

Json bounds_form() {
  const Json number = number_form({});
  return tuple_form("list of two numbers, the lower first", {number, number});
}

// Checks bounds; a word needs no check.
std::optional<std::string> wrong_bounds(const Json& value) {
  return value.is_array() ? wrong_order(value) : std::nullopt;
}

OptionInfo positive_option(const char* name, const char* meaning) {
  return not_null(number_option(name, nullptr, {.greater_than = 0}, meaning));
}

OptionInfo learner_option(const char* form, const char* meaning) {
  return not_null(text_option(form, nullptr, meaning));
}

OptionInfo learners_option(const std::string& form, std::string meaning) {
  return json_option(form, nullptr, two_learners_form(), std::move(meaning));
}

OptionInfo metric_option() {
  return not_null(text_option("metric", nullptr,
                              "a metric, train_seconds, predict_seconds, oracle_calls, peak_memory "
                              "or disagreement; absent: the first metric"));
}

OptionInfo along_option() {
  return choice_option("along", "unlabeled", {"unlabeled", "labeled"},
                       "the size that changes, the other one fixed");
}

OptionInfo test_option() {
  return not_null(choice_option("test", nullptr, paired_test_names(),
                                "test of paired differences; absent: corrected_resampled_t under "
                                "resample and folds, else paired_t"));
}

OptionInfo effect_option() {
  return number_option(
      "effect", 0.01, {.greater_than = 0.0},
      "difference in units of the metric, for the power of the test: the published one, if any");
}

OptionInfo by_option(const std::string& meaning) {
  return number_option("by", 0, {.at_least = 0.0}, meaning);
}

OptionInfo versus_option(const char* meaning) {
  return json_option("versus", nullptr,
                     object_form(versus_options(), "object with labeled, unlabeled or both"),
                     meaning);
}

/// The options that every claim has.
std::vector<OptionInfo> common_options() {
  std::vector<OptionInfo> options{
      json_option("at", nullptr,
                  object_form(at_options(), "object with labeled, unlabeled or both"),
                  "cells in which the claim is judged; absent: all cells of the sweep"),
      number_option("alpha", 0.01, {.greater_than = 0.0, .at_most = 0.5},
                    "significance level of the test"),
      integer_option("allow", 0, {.at_least = 0.0}, "number of cells in which the claim may fail")};
  for (OptionInfo& info : citation_options()) options.push_back(std::move(info));
  return options;
}

/// The options that only this form has.
std::vector<OptionInfo> own_options(ClaimForm form) {
  const char* second_elsewhere =
      "sizes at which the second learner is read instead, paired by repetition";
  switch (form) {
    case ClaimForm::kLess:
    case ClaimForm::kGreater: {
      const std::string sign = form == ClaimForm::kLess ? "less" : "greater";
      return {learners_option(
                  sign, "the mean of the first learner is " + sign + " than that of the second"),
              metric_option(),
              versus_option(second_elsewhere),
              by_option("margin by which the first is " + sign),
              test_option(),
              effect_option()};
    }
    case ClaimForm::kNoDifference:
      return {learners_option("no_difference", "the means of the two learners do not differ"),
              metric_option(),
              versus_option(second_elsewhere),
              positive_option("within",
                              "margin within which means agree; absent: no significant difference, "
                              "by a test that would see `effect`"),
              test_option(),
              effect_option()};
    case ClaimForm::kRatio:
      return {
          learners_option("ratio",
                          "how many times the quantity of the second learner the first one's is"),
          not_null(text_option("of", nullptr, "the quantity: as `metric`; absent: train_seconds")),
          versus_option(second_elsewhere),
          positive_option("at_least", "the ratio is at least this"),
          positive_option("at_most", "the ratio is at most this"),
          test_option()};
    case ClaimForm::kMonotone:
      return {
          learner_option("monotone", "the learner whose metric falls or rises with a size"),
          metric_option(),
          choice_option("direction", "falls", {"falls", "rises"}, "direction as the size grows"),
          along_option(),
          positive_option(
              "within",
              "no step from a size to the next turns back by as much as this; absent: `effect`"),
          test_option(),
          effect_option()};
    case ClaimForm::kGrowth:
      return {learner_option("growth", "the learner whose cost grows as a power of a size"),
              choice_option("of", "train_seconds",
                            {"train_seconds", "predict_seconds", "oracle_calls", "peak_memory"},
                            "what grows"),
              along_option(),
              required(json_option(
                  "between", nullptr,
                  any_form("list of two numbers, the lower first, or " + one_of(kDegrees),
                           {bounds_form(), one_value_of(kDegrees)}),
                  "bounds of the exponent; linear is 0.5 to 1.5, quadratic to 2.5, cubic to 3.5; "
                  "zero sizes are left out",
                  wrong_bounds))};
    case ClaimForm::kValue:
      return {learner_option("value", "the learner whose mean lies between bounds"),
              metric_option(),
              required(json_option("between", nullptr, bounds_form(),
                                   "bounds of the mean, as [0.05, 0.06]", wrong_bounds))};
    case ClaimForm::kAdvantageGrows:
      break;
  }
  return {learners_option(
              "advantage_grows",
              "the advantage of the first learner over the second is larger than under `versus`"),
          metric_option(),
          required(versus_option("sizes at which the advantage is smaller, paired by repetition")),
          by_option("margin by which it is larger"),
          test_option(),
          effect_option()};
}

}  // namespace

Json two_learners_form() {
  const Json name = {{"type", "string"}};
  return tuple_form("list of two learners", {name, name});
}

std::vector<OptionInfo> citation_options() {
  return {not_null(text_option("source", nullptr,
                               "place of the claim: text, figure, row of a list of claims")),
          not_null(text_option("text", nullptr, "the claim in one line"))};
}

const std::vector<std::string>& claim_forms() {
  static const std::vector<std::string> forms = {"less",  "greater",        "no_difference",
                                                 "ratio", "monotone",       "growth",
                                                 "value", "advantage_grows"};
  return forms;
}

const std::string& form_name(ClaimForm form) {
  return claim_forms()[static_cast<std::size_t>(form)];
}

bool names_two_learners(ClaimForm form) {
  return form != ClaimForm::kMonotone && form != ClaimForm::kGrowth && form != ClaimForm::kValue;
}

bool reads_lines(ClaimForm form) {
  return form == ClaimForm::kMonotone || form == ClaimForm::kGrowth;
}

std::optional<std::pair<double, double>> degree_bounds(const std::string& degree) {
  const auto at = std::find(kDegrees.begin(), kDegrees.end(), degree);
  if (at == kDegrees.end()) return std::nullopt;
  const double power = static_cast<double>(at - kDegrees.begin()) + 1;
  return std::pair(power - 0.5, power + 0.5);
}

const std::vector<OptionInfo>& at_options() {
  static const std::vector<OptionInfo> options = {
      json_option("labeled", nullptr, size_list_form(), "labeled sizes; absent: all"),
      json_option("unlabeled", nullptr, size_list_form(), "unlabeled sizes; absent: all"),
      json_option("pairs", nullptr, pairs_form(), "pairs of both sizes; absent: all")};
  return options;
}

const std::vector<OptionInfo>& versus_options() {
  static const std::vector<OptionInfo> options = {
      json_option("labeled", nullptr, size_form(),
                  "labeled size of the second learner; absent: the same"),
      json_option("unlabeled", nullptr, size_form(),
                  "unlabeled size of the second learner; absent: the same")};
  return options;
}

const std::vector<OptionInfo>& claim_options(ClaimForm form) {
  static const std::vector<std::vector<OptionInfo>> options = [] {
    std::vector<std::vector<OptionInfo>> all;
    for (std::size_t i = 0; i < claim_forms().size(); ++i) {
      all.push_back(own_options(static_cast<ClaimForm>(i)));
      all.back().front().is_required = true;
      for (OptionInfo& info : common_options()) all.back().push_back(std::move(info));
    }
    return all;
  }();
  return options[static_cast<std::size_t>(form)];
}

}  // namespace costruct::experiments
