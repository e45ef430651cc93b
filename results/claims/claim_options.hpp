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
  kLess,          ///< the mean of the first learner is less than that of the second
  kGreater,       ///< it is greater
  kNoDifference,  ///< the means of two learners do not differ
  kRatio,         ///< a quantity of the first learner is at least, or at most, k times the second's
  kMonotone,      ///< the metric of a learner falls, or rises, as a size grows
  kGrowth,        ///< a cost of a learner grows as a power of a size, with bounds of the exponent
  kValue,         ///< the mean of a learner lies between bounds
  kAdvantageGrows,  ///< the advantage of the first over the second is larger than at other sizes
};

/// The JSON keys of the forms, in the order of ClaimForm: `less`, `greater`, `no_difference` ...
const std::vector<std::string>& claim_forms();
/// The JSON key of one form.
const std::string& form_name(ClaimForm form);
/// The options of a claim of this form. The first one is the key of the form, with the learners.
const std::vector<OptionInfo>& claim_options(ClaimForm form);
/// The options of the blocks `at` (cells in which a claim is judged) and `versus` (sizes at which
/// the second learner is read).
const std::vector<OptionInfo>& at_options();
const std::vector<OptionInfo>& versus_options();

/// The form of the value that names two learners: a list of two names (json/value_form.hpp).
Json two_learners_form();
/// The options `source` (where the claim is published) and `text` (the claim in one line).
std::vector<OptionInfo> citation_options();

/// Whether a form compares two learners; otherwise it names one.
bool names_two_learners(ClaimForm form);
/// Whether a form is judged along lines of cells that differ in one size; otherwise cell by cell.
bool reads_lines(ClaimForm form);

/// The bounds of an exponent that is called "linear" (0.5 to 1.5), "quadratic" (1.5 to 2.5) or
/// "cubic" (2.5 to 3.5). Nullopt for other words.
std::optional<std::pair<double, double>> degree_bounds(const std::string& degree);

}  // namespace costruct::experiments
