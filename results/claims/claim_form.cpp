#include "costruct/results/claims/claim_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

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

std::optional<double> number_in(const Json& json, const char* key) {
  const auto value = json.find(key);
  if (value == json.end() || value->is_null()) return std::nullopt;
  return value->get<double>();
}

void read_bounds(const Json& between, Claim& claim) {
  if (between.is_string()) {
    std::tie(claim.low, claim.high) = *degree_bounds(between.get<std::string>());
  } else {
    claim.low = between[0].get<double>();
    claim.high = between[1].get<double>();
  }
}

std::string versus_text(const Claim& claim) {
  std::string versus;
  if (claim.versus_labeled) versus += fmt::format(" at {} labeled", *claim.versus_labeled);
  if (claim.versus_unlabeled) {
    versus += fmt::format("{} {} unlabeled", versus.empty() ? " at" : ",", *claim.versus_unlabeled);
  }
  return versus;
}

std::string comparison_statement(const Claim& claim) {
  const bool less = claim.form == ClaimForm::kLess;
  const std::string by = claim.by == 0 ? "" : fmt::format(" {} {}", less ? "-" : "+", claim.by);
  return fmt::format("{} {} {}{}{} in {}", claim.first, less ? "<" : ">", claim.second,
                     versus_text(claim), by, claim.quantity);
}

std::string ratio_statement(const Claim& claim) {
  return fmt::format("{} of {} is {} {} times that of {}{}", claim.quantity, claim.first,
                     claim.at_least ? "at least" : "at most",
                     claim.at_least ? *claim.at_least : claim.at_most.value_or(1), claim.second,
                     versus_text(claim));
}

}  // namespace

Claim read_claim(const Json& json, const std::string& metric, const std::string& problem) {
  Claim claim;
  for (std::size_t form = 0; form < claim_forms().size(); ++form) {
    if (json.contains(claim_forms()[form])) claim.form = static_cast<ClaimForm>(form);
  }
  const Json& learners = json.at(form_name(claim.form));
  if (names_two_learners(claim.form)) {
    claim.first = learners[0].get<std::string>();
    claim.second = learners[1].get<std::string>();
  } else {
    claim.first = learners.get<std::string>();
  }
  const bool of_costs = claim.form == ClaimForm::kGrowth || claim.form == ClaimForm::kRatio;
  claim.quantity = of_costs ? json.value("of", "train_seconds") : json.value("metric", metric);
  claim.test =
      *find_paired_test(json.value("test", "paired_t"));  // stores of older builds name none
  claim.by = json.value("by", 0.0);
  claim.within = number_in(json, "within");
  claim.effect = number_in(json, "effect");
  claim.at_least = number_in(json, "at_least");
  claim.at_most = number_in(json, "at_most");
  claim.falls = json.value("direction", "falls") == "falls";
  claim.along_unlabeled = json.value("along", "unlabeled") == "unlabeled";
  if (json.contains("between")) read_bounds(json.at("between"), claim);
  const Json versus = json.value("versus", Json::object());
  claim.versus_labeled = size_in(versus, "labeled");
  claim.versus_unlabeled = size_in(versus, "unlabeled");
  const Json at = json.value("at", Json::object());
  claim.at_labeled = size_list(at, "labeled");
  claim.at_unlabeled = size_list(at, "unlabeled");
  claim.at_pairs = at.value("pairs", std::vector<Sizes>{});
  claim.alpha = json.value("alpha", claim.alpha);
  claim.allow = json.value("allow", claim.allow);
  claim.source = json.value("source", "");
  claim.text = json.value("text", "");
  claim.metric = find_metric(problem, claim.quantity);
  return claim;
}

std::vector<std::pair<Sizes, Sizes>> compared_cells(const Claim& claim,
                                                    const std::set<Sizes>& sizes) {
  std::vector<std::pair<Sizes, Sizes>> cells;
  for (const Sizes& first : sizes) {
    if (!is_judged(claim, first)) continue;
    const Sizes second{claim.versus_labeled.value_or(first.first),
                       claim.versus_unlabeled.value_or(first.second)};
    const bool compares_cells =
        claim.first == claim.second || claim.form == ClaimForm::kAdvantageGrows;
    if (compares_cells && first == second) continue;
    cells.push_back({first, second});
  }
  return cells;
}

std::vector<std::vector<Sizes>> claim_lines(const Claim& claim, const std::set<Sizes>& sizes) {
  std::map<Index, std::vector<Sizes>> by_other_size;
  for (const Sizes& cell : sizes) {
    if (!is_judged(claim, cell)) continue;
    const Index size = claim.along_unlabeled ? cell.second : cell.first;
    if (claim.form == ClaimForm::kGrowth && size == 0) continue;  // log 0 is not defined
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
  const char* along = claim.along_unlabeled ? "unlabeled" : "labeled";
  switch (claim.form) {
    case ClaimForm::kLess:
    case ClaimForm::kGreater:
      break;
    case ClaimForm::kNoDifference:
      return fmt::format("{} and {}{} do not differ in {}{}", claim.first, claim.second,
                         versus_text(claim), claim.quantity,
                         claim.within ? fmt::format(" by {} or more", *claim.within) : "");
    case ClaimForm::kRatio:
      return ratio_statement(claim);
    case ClaimForm::kMonotone:
      return fmt::format("{} of {} {} along {}", claim.quantity, claim.first,
                         claim.falls ? "falls" : "rises", along);
    case ClaimForm::kGrowth:
      return fmt::format("{} of {} grows along {} with an exponent between {} and {}",
                         claim.quantity, claim.first, along, claim.low, claim.high);
    case ClaimForm::kValue:
      return fmt::format("{} of {} lies between {} and {}", claim.quantity, claim.first, claim.low,
                         claim.high);
    case ClaimForm::kAdvantageGrows:
      return fmt::format("the advantage of {} over {} in {} is larger than{}{}", claim.first,
                         claim.second, claim.quantity, versus_text(claim),
                         claim.by == 0 ? "" : fmt::format(", by {}", claim.by));
  }
  return comparison_statement(claim);
}

}  // namespace costruct::experiments
