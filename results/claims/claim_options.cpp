#include "costruct/results/claims/claim_options.hpp"

#include <algorithm>
#include <limits>

#include "costruct/results/statistics/paired_tests.hpp"

namespace costruct::experiments {

OptionInfo text_option(std::string name, std::string meaning) {
  OptionInfo info;
  info.name = std::move(name);
  info.type = OptionType::kText;
  info.meaning = std::move(meaning);
  return info;
}

OptionInfo choice_option(std::string name, std::vector<std::string> choices, std::string meaning) {
  OptionInfo info;
  info.name = std::move(name);
  info.type = OptionType::kChoice;
  info.default_value = choices.front();
  info.choices = std::move(choices);
  info.meaning = std::move(meaning);
  return info;
}
namespace {

using Complaint = std::optional<std::string>;

const std::vector<std::string> kDegrees = {"linear", "quadratic", "cubic"};

OptionInfo json_option(std::string name, Complaint (*check)(const Json&), Json schema,
                       std::string meaning) {
  OptionInfo info;
  info.name = std::move(name);
  info.type = OptionType::kJson;
  info.meaning = std::move(meaning);
  info.check = check;
  info.schema = std::move(schema);
  return info;
}

bool is_size(const Json& value) {
  return value.is_number_integer() && value.get<double>() >= 0 && value.get<double>() < 0x1p62;
}

Complaint check_size(const Json& value) {
  if (is_size(value)) return std::nullopt;
  return "must be an integer >= 0";
}

Complaint check_size_list(const Json& value) {
  if (is_size(value)) return std::nullopt;
  if (value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), is_size))
    return std::nullopt;
  return "must be an integer >= 0 or a list of them";
}

bool is_pair(const Json& value) {
  return value.is_array() && value.size() == 2 && is_size(value[0]) && is_size(value[1]);
}

Complaint check_pairs(const Json& value) {
  if (value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), is_pair))
    return std::nullopt;
  return "must be a list of pairs of integers >= 0, labeled and unlabeled";
}

Complaint check_two_learners(const Json& value) {
  if (value.is_array() && value.size() == 2 && value[0].is_string() && value[1].is_string())
    return std::nullopt;
  return "must be a list of two learners";
}

Complaint check_bounds(const Json& value) {
  if (value.is_array() && value.size() == 2 && value[0].is_number() && value[1].is_number() &&
      value[0].get<double>() < value[1].get<double>()) {
    return std::nullopt;
  }
  return "must be a list of two numbers, the lower first";
}

Complaint check_degree(const Json& value) {
  if (!value.is_string()) {
    const Complaint complaint = check_bounds(value);
    return complaint ? *complaint + ", or " + one_of(kDegrees) : complaint;
  }
  if (std::find(kDegrees.begin(), kDegrees.end(), value.get<std::string>()) != kDegrees.end()) {
    return std::nullopt;
  }
  return suggestion(value, kDegrees);
}

Complaint check_positive(const Json& value) {
  if (value.is_number() && value.get<double>() > 0 &&
      value.get<double>() <= std::numeric_limits<double>::max()) {
    return std::nullopt;
  }
  return "must be a number > 0";
}

/// The value is checked by its own options.
Complaint check_object(const Json& value) {
  if (value.is_object()) return std::nullopt;
  return "must be an object with labeled, unlabeled or both";
}

Json size_schema() {
  return {{"type", "integer"}, {"minimum", 0}};
}

Json size_list_schema() {
  return {{"oneOf", Json::array({size_schema(),
                                 {{"type", "array"}, {"items", size_schema()}, {"minItems", 1}}})}};
}

Json pairs_schema() {
  const Json pair = {{"type", "array"}, {"items", size_schema()}, {"minItems", 2}, {"maxItems", 2}};
  return {{"type", "array"}, {"items", pair}, {"minItems", 1}};
}

Json sizes_schema(const std::vector<OptionInfo>& options) {
  return {
      {"type", "object"}, {"properties", options_schema(options)}, {"additionalProperties", false}};
}

Json pair_schema(const char* type) {
  return {{"type", "array"}, {"items", {{"type", type}}}, {"minItems", 2}, {"maxItems", 2}};
}

OptionInfo number_option(std::string name, Json default_value, Range range, std::string meaning) {
  OptionInfo info;
  info.name = std::move(name);
  info.default_value = std::move(default_value);
  info.range = range;
  info.meaning = std::move(meaning);
  return info;
}

OptionInfo learner_option(std::string form, std::string meaning) {
  return text_option(std::move(form), std::move(meaning));
}

OptionInfo learners_option(std::string form, std::string meaning) {
  return json_option(std::move(form), check_two_learners, pair_schema("string"),
                     std::move(meaning));
}

OptionInfo metric_option() {
  return text_option(
      "metric",
      "what is compared: a metric of the experiment, train_seconds, predict_seconds, oracle_calls, "
      "peak_memory or disagreement; absent: the first metric");
}

OptionInfo along_option() {
  return choice_option("along", {"unlabeled", "labeled"},
                       "the size that changes, the other one fixed");
}

OptionInfo test_option() {
  OptionInfo info = choice_option(
      "test", paired_test_names(),
      "test of the differences between paired repetitions; absent: corrected_resampled_t under "
      "resample and folds, else paired_t");
  info.default_value = nullptr;
  return info;
}

OptionInfo effect_option() {
  return number_option(
      "effect", 0.01, {.greater_than = 0.0},
      "difference, in units of the metric, that the test should be able to see: its power for "
      "this one is reported; the published one where there is one");
}

OptionInfo versus_option(std::string meaning) {
  return json_option("versus", check_object, sizes_schema(versus_options()), std::move(meaning));
}

Json positive_schema() {
  return {{"type", "number"}, {"exclusiveMinimum", 0}};
}

Json degree_schema() {
  return {{"oneOf", Json::array({pair_schema("number"), {{"enum", kDegrees}}})}};
}

/// The options that every claim has.
std::vector<OptionInfo> common_options() {
  return {json_option("at", check_object, sizes_schema(at_options()),
                      "cells in which the claim is judged; absent: all cells of the sweep"),
          number_option("alpha", 0.01, {.greater_than = 0.0, .at_most = 0.5},
                        "significance level of the test"),
          [] {
            OptionInfo allow = number_option("allow", 0, {.at_least = 0.0},
                                             "number of cells in which the claim may fail");
            allow.type = OptionType::kInteger;
            return allow;
          }(),
          text_option("source", "where the claim stands: text, figure, row of a list of claims"),
          text_option("text", "the claim in one line")};
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
              number_option("by", 0, {.at_least = 0.0}, "margin by which the first is " + sign),
              test_option(),
              effect_option()};
    }
    case ClaimForm::kNoDifference:
      return {learners_option("no_difference", "the means of the two learners do not differ"),
              metric_option(),
              versus_option(second_elsewhere),
              json_option("within", check_positive, positive_schema(),
                          "margin within which the means are shown to agree; absent: no "
                          "significant difference, "
                          "by a test that would have seen `effect`"),
              test_option(),
              effect_option()};
    case ClaimForm::kRatio:
      return {
          learners_option("ratio",
                          "how many times the quantity of the second learner the first one's is"),
          text_option("of", "the quantity: as `metric`; absent: train_seconds"),
          versus_option(second_elsewhere),
          json_option("at_least", check_positive, positive_schema(), "the ratio is at least this"),
          json_option("at_most", check_positive, positive_schema(), "the ratio is at most this"),
          test_option()};
    case ClaimForm::kMonotone:
      return {
          learner_option("monotone", "the learner whose metric falls or rises with a size"),
          metric_option(),
          choice_option("direction", {"falls", "rises"}, "where it goes as the size grows"),
          along_option(),
          json_option(
              "within", check_positive, positive_schema(),
              "no step from a size to the next turns back by as much as this; absent: `effect`"),
          test_option(),
          effect_option()};
    case ClaimForm::kGrowth:
      return {
          learner_option("growth", "the learner whose cost grows as a power of a size"),
          choice_option("of", {"train_seconds", "predict_seconds", "oracle_calls", "peak_memory"},
                        "what grows"),
          along_option(),
          json_option("between", check_degree, degree_schema(),
                      "bounds of the exponent; linear is 0.5 to 1.5, quadratic 1.5 to 2.5, cubic "
                      "2.5 to 3.5; "
                      "zero sizes are left out")};
    case ClaimForm::kValue:
      return {learner_option("value", "the learner whose mean lies between bounds"),
              metric_option(),
              json_option("between", check_bounds, pair_schema("number"), "bounds of the mean")};
    case ClaimForm::kAdvantageGrows:
      break;
  }
  return {learners_option(
              "advantage_grows",
              "the advantage of the first learner over the second, in the direction in which the "
              "metric is better, is larger than under `versus`"),
          metric_option(),
          versus_option("sizes at which the advantage is smaller, paired by repetition"),
          number_option("by", 0, {.at_least = 0.0}, "margin by which it is larger"),
          test_option(),
          effect_option()};
}

}  // namespace

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
      json_option("labeled", check_size_list, size_list_schema(), "labeled sizes; absent: all"),
      json_option("unlabeled", check_size_list, size_list_schema(), "unlabeled sizes; absent: all"),
      json_option("pairs", check_pairs, pairs_schema(), "pairs of both sizes; absent: all")};
  return options;
}

const std::vector<OptionInfo>& versus_options() {
  static const std::vector<OptionInfo> options = {
      json_option("labeled", check_size, size_schema(),
                  "labeled size of the second learner; absent: the same"),
      json_option("unlabeled", check_size, size_schema(),
                  "unlabeled size of the second learner; absent: the same")};
  return options;
}

const std::vector<OptionInfo>& claim_options(ClaimForm form) {
  static const std::vector<std::vector<OptionInfo>> options = [] {
    std::vector<std::vector<OptionInfo>> all;
    for (std::size_t i = 0; i < claim_forms().size(); ++i) {
      all.push_back(own_options(static_cast<ClaimForm>(i)));
      for (OptionInfo& info : common_options()) all.back().push_back(std::move(info));
    }
    return all;
  }();
  return options[static_cast<std::size_t>(form)];
}

}  // namespace costruct::experiments
