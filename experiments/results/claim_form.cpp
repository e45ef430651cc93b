#include "costruct/experiments/results/claim_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace costruct::experiments {
namespace {

using Complaint = std::optional<std::string>;

OptionInfo json_option(std::string name, Complaint (*check)(const Json&), Json schema, std::string meaning) {
  OptionInfo info;
  info.name = std::move(name);
  info.type = OptionType::kJson;
  info.meaning = std::move(meaning);
  info.check = check;
  info.schema = std::move(schema);
  return info;
}

OptionInfo text_option(std::string name, std::string meaning) {
  OptionInfo info;
  info.name = std::move(name);
  info.type = OptionType::kText;
  info.meaning = std::move(meaning);
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

/// Checked by its own options.
Complaint check_object(const Json& value) {
  if (value.is_object()) return std::nullopt;
  return "must be an object with labeled, unlabeled or both";
}

Json size_schema() {
  return {{"type", "integer"}, {"minimum", 0}};
}

Json size_list_schema() {
  return {{"oneOf",
           Json::array({size_schema(), {{"type", "array"}, {"items", size_schema()}, {"minItems", 1}}})}};
}

Json pairs_schema() {
  const Json pair = {{"type", "array"}, {"items", size_schema()}, {"minItems", 2}, {"maxItems", 2}};
  return {{"type", "array"}, {"items", pair}, {"minItems", 1}};
}

Json sizes_schema(const std::vector<OptionInfo>& options) {
  return {{"type", "object"}, {"properties", options_schema(options)}, {"additionalProperties", false}};
}

Json pair_schema(const char* type) {
  return {{"type", "array"}, {"items", {{"type", type}}}, {"minItems", 2}, {"maxItems", 2}};
}

/// What every claim has.
std::vector<OptionInfo> common_options() {
  std::vector<OptionInfo> options;
  options.push_back(json_option("at", check_object, sizes_schema(at_options()),
                                "cells in which the claim is judged; absent: all cells of the sweep"));
  OptionInfo alpha;
  alpha.name = "alpha";
  alpha.default_value = 0.01;
  alpha.range = {.greater_than = 0.0, .at_most = 0.5};
  alpha.meaning = "significance level of the test";
  options.push_back(alpha);
  OptionInfo allow;
  allow.name = "allow";
  allow.type = OptionType::kInteger;
  allow.default_value = 0;
  allow.range = {.at_least = 0.0};
  allow.meaning = "number of cells in which the claim may fail";
  options.push_back(allow);
  options.push_back(text_option("source", "where the claim stands: text, figure, row of a list of claims"));
  options.push_back(text_option("text", "the claim in one line"));
  return options;
}

std::vector<OptionInfo> comparison_options(const std::string& sign) {
  std::vector<OptionInfo> options;
  options.push_back(json_option(sign, check_two_learners, pair_schema("string"),
                                "the mean of the first learner is " + sign + " than that of the second"));
  options.push_back(
      text_option("metric",
                  "what is compared: a metric of the experiment, train_seconds, predict_seconds "
                  "or oracle_calls; absent: the first metric"));
  options.push_back(json_option("versus", check_object, sizes_schema(versus_options()),
                                "sizes at which the second learner is read instead, paired by repetition"));
  OptionInfo by;
  by.name = "by";
  by.default_value = 0;
  by.range = {.at_least = 0.0};
  by.meaning = "margin by which the first is " + sign;
  options.push_back(by);
  OptionInfo test;
  test.name = "test";
  test.type = OptionType::kChoice;
  test.default_value = "paired_t";
  test.choices = {"paired_t"};
  test.meaning = "one-sided paired t-test over repetitions";
  options.push_back(test);
  for (OptionInfo& info : common_options()) options.push_back(std::move(info));
  return options;
}

std::vector<OptionInfo> growth_options() {
  std::vector<OptionInfo> options;
  options.push_back(text_option("growth", "the learner whose cost grows as a power of a size"));
  OptionInfo of;
  of.name = "of";
  of.type = OptionType::kChoice;
  of.default_value = "train_seconds";
  of.choices = {"train_seconds", "predict_seconds", "oracle_calls"};
  of.meaning = "what grows";
  options.push_back(of);
  OptionInfo along;
  along.name = "along";
  along.type = OptionType::kChoice;
  along.default_value = "unlabeled";
  along.choices = {"labeled", "unlabeled"};
  along.meaning = "the size along which it grows; zero sizes are left out";
  options.push_back(along);
  options.push_back(json_option("between", check_bounds, pair_schema("number"), "bounds of the exponent"));
  for (OptionInfo& info : common_options()) options.push_back(std::move(info));
  return options;
}

std::vector<Index> size_list(const Json& at, const char* key) {
  const auto value = at.find(key);
  if (value == at.end()) return {};
  if (value->is_array()) return value->get<std::vector<Index>>();
  return {value->get<Index>()};
}

std::optional<Index> size_in(const Json& at, const char* key) {
  const auto value = at.find(key);
  if (value == at.end()) return std::nullopt;
  return value->get<Index>();
}

template <class Size>
bool fits(const std::vector<Size>& wanted, const Size& size) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), size) != wanted.end();
}

bool is_judged(const Claim& claim, const Sizes& cell) {
  return fits(claim.at_labeled, cell.first) && fits(claim.at_unlabeled, cell.second) &&
         fits(claim.at_pairs, cell);
}

}  // namespace

const std::vector<std::string>& claim_forms() {
  static const std::vector<std::string> forms = {"less", "greater", "growth"};
  return forms;
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
  static const std::vector<OptionInfo> less = comparison_options("less");
  static const std::vector<OptionInfo> greater = comparison_options("greater");
  static const std::vector<OptionInfo> growth = growth_options();
  switch (form) {
    case ClaimForm::kLess:
      return less;
    case ClaimForm::kGreater:
      return greater;
    case ClaimForm::kGrowth:
      break;
  }
  return growth;
}

Claim read_claim(const Json& json, const std::string& metric) {
  Claim claim;
  for (std::size_t form = 0; form < claim_forms().size(); ++form) {
    if (json.contains(claim_forms()[form])) claim.form = static_cast<ClaimForm>(form);
  }
  if (claim.form == ClaimForm::kGrowth) {
    claim.first = json.at("growth").get<std::string>();
    claim.quantity = json.value("of", "train_seconds");
    claim.along_unlabeled = json.value("along", "unlabeled") == "unlabeled";
    claim.low = json.at("between")[0].get<double>();
    claim.high = json.at("between")[1].get<double>();
  } else {
    const Json& learners = json.at(claim_forms()[static_cast<std::size_t>(claim.form)]);
    claim.first = learners[0].get<std::string>();
    claim.second = learners[1].get<std::string>();
    claim.quantity = json.value("metric", metric);
    claim.by = json.value("by", 0.0);
    const Json versus = json.value("versus", Json::object());
    claim.versus_labeled = size_in(versus, "labeled");
    claim.versus_unlabeled = size_in(versus, "unlabeled");
  }
  const Json at = json.value("at", Json::object());
  claim.at_labeled = size_list(at, "labeled");
  claim.at_unlabeled = size_list(at, "unlabeled");
  claim.at_pairs = at.value("pairs", std::vector<Sizes>{});
  claim.alpha = json.value("alpha", claim.alpha);
  claim.allow = json.value("allow", claim.allow);
  claim.source = json.value("source", "");
  claim.text = json.value("text", "");
  return claim;
}

std::vector<std::pair<Sizes, Sizes>> compared_cells(const Claim& claim, const std::set<Sizes>& sizes) {
  std::vector<std::pair<Sizes, Sizes>> cells;
  for (const Sizes& first : sizes) {
    if (!is_judged(claim, first)) continue;
    const Sizes second{claim.versus_labeled.value_or(first.first),
                       claim.versus_unlabeled.value_or(first.second)};
    if (claim.first == claim.second && first == second) continue;
    cells.push_back({first, second});
  }
  return cells;
}

std::vector<std::vector<Sizes>> growth_lines(const Claim& claim, const std::set<Sizes>& sizes) {
  std::map<Index, std::vector<Sizes>> by_other_size;
  for (const Sizes& cell : sizes) {
    if (!is_judged(claim, cell)) continue;
    if ((claim.along_unlabeled ? cell.second : cell.first) == 0) continue;
    by_other_size[claim.along_unlabeled ? cell.first : cell.second].push_back(cell);
  }
  std::vector<std::vector<Sizes>> lines;
  for (auto& [other, line] : by_other_size) {
    if (line.size() >= 2) lines.push_back(std::move(line));
  }
  return lines;
}

std::string sizes_text(const Sizes& sizes) {
  return fmt::format("{} labeled, {} unlabeled", sizes.first, sizes.second);
}

std::string claim_statement(const Claim& claim) {
  if (claim.form == ClaimForm::kGrowth) {
    return fmt::format("{} of {} grows along {} with an exponent between {} and {}", claim.quantity,
                       claim.first, claim.along_unlabeled ? "unlabeled" : "labeled", claim.low, claim.high);
  }
  const bool less = claim.form == ClaimForm::kLess;
  std::string versus;
  if (claim.versus_labeled) versus += fmt::format(" at {} labeled", *claim.versus_labeled);
  if (claim.versus_unlabeled) {
    versus += fmt::format("{} {} unlabeled", versus.empty() ? " at" : ",", *claim.versus_unlabeled);
  }
  const std::string by = claim.by == 0 ? "" : fmt::format(" {} {}", less ? "-" : "+", claim.by);
  return fmt::format("{} {} {}{}{} in {}", claim.first, less ? "<" : ">", claim.second, versus, by,
                     claim.quantity);
}

}  // namespace costruct::experiments
