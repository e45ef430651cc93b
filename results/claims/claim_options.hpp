// What a claim in a config may say: its forms, and the options of each.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// What is claimed. docs/statistics.md says when each is reproduced, refuted or undecided.
enum class ClaimForm {
  kLess,
  kGreater,
  kNoDifference,
  kRatio,
  kMonotone,
  kGrowth,
  kValue,
  kAdvantageGrows,
};

/// The keys of the forms, in the order of ClaimForm: `less`, `greater`, `no_difference` ...
const std::vector<std::string>& claim_forms();
const std::string& form_name(ClaimForm form);
/// The options of claims of a form.
const std::vector<OptionInfo>& claim_options(ClaimForm form);
/// The options of `at` and `versus`.
const std::vector<OptionInfo>& at_options();
const std::vector<OptionInfo>& versus_options();

/// Options as claims of every kind have them: a text, and one of several names, the first by
/// default.
OptionInfo text_option(std::string name, std::string meaning);
OptionInfo choice_option(std::string name, std::vector<std::string> choices, std::string meaning);

/// Whether a form compares two learners or speaks of one.
bool names_two_learners(ClaimForm form);
/// Whether a form is judged along lines of cells that differ in one size, or cell by cell.
bool reads_lines(ClaimForm form);

/// What "linear", "quadratic" and "cubic" say of an exponent: it is nearest to 1, 2 or 3.
std::optional<std::pair<double, double>> degree_bounds(const std::string& degree);

}  // namespace costruct::experiments
