// The forms of a claim in a config, and the options of each form.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// The form of a claim. docs/statistics.md says when each form is reproduced, refuted or undecided.
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

/// The JSON keys of the forms, in the order of ClaimForm: `less`, `greater`, `no_difference` ...
const std::vector<std::string>& claim_forms();
const std::string& form_name(ClaimForm form);
/// The options of a claim of this form.
const std::vector<OptionInfo>& claim_options(ClaimForm form);
/// The options of `at` and `versus`.
const std::vector<OptionInfo>& at_options();
const std::vector<OptionInfo>& versus_options();

/// The two learners that a claim compares.
Json two_learners_form();
/// The options that say where a claim stands and what it says.
std::vector<OptionInfo> citation_options();

/// Whether a form compares two learners; otherwise it names one.
bool names_two_learners(ClaimForm form);
/// Whether a form is judged along lines of cells that differ in one size; otherwise cell by cell.
bool reads_lines(ClaimForm form);

/// The bounds of an exponent that is called "linear", "quadratic" or "cubic": those values that are
/// nearest to 1, 2 or 3. Nullopt for other words.
std::optional<std::pair<double, double>> degree_bounds(const std::string& degree);

}  // namespace costruct::experiments
