// Shares of labels among unlabeled parts. An option gives them, or they follow the labeled parts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// The form of an option value: an object from labels to shares in [0, 1], with at least one label.
Json shares_form();
/// Returns what is wrong with a value of this form: its shares sum to more than 1. Nullopt if they
/// do not, up to 0.005 for each share, because shares may be rounded to two decimals.
std::optional<std::string> wrong_shares(const Json& shares);
/// Throws ConfigError ("positive_share.sprt: ...") if a given label is not one of `labels`.
/// @param option  the name of the option, with which the message begins
/// @param given   a value of shares_form()
void check_shares(const std::string& option, const Json& given,
                  const std::vector<std::string>& labels);

/// Returns the share of every label, in the order of `labels`. Labels without a given share divide
/// the rest, 1 minus the given shares. They divide it in proportion to their weight among the
/// labeled parts, plus `smoothing` for each label. If they have no such weight, they divide it
/// equally.
/// @param given    a value of shares_form(), or an empty object: no share is given
/// @param labeled  examples of a problem whose parts are labels
Vector label_shares(const Json& given, const std::vector<std::string>& labels,
                    const std::vector<LabeledExample>& labeled, double smoothing);
/// The same, scaled to sum to 1: if all shares are given, they need not sum to 1. The result is all
/// 0 if all are given as 0.
Vector normalized_label_shares(const Json& given, const std::vector<std::string>& labels,
                               const std::vector<LabeledExample>& labeled, double smoothing);

}  // namespace costruct
