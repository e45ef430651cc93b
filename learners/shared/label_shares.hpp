// Shares of labels among unlabeled parts. An option gives them, or they follow the labeled parts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// An object from labels to shares.
Json shares_form();
/// Says so if the shares sum to more than 1, which shares of the same examples cannot; else
/// nullopt.
std::optional<std::string> wrong_shares(const Json& shares);
/// Throws ConfigError ("positive_share.sprt: ...") if a given label is not one of `labels`.
void check_shares(const std::string& option, const Json& given,
                  const std::vector<std::string>& labels);

/// Returns the share of every label. Labels without a given share divide the rest in proportion to
/// their weight among the labeled parts, plus `smoothing` for each label. If they have no such
/// weight, they divide the rest equally.
Vector label_shares(const Json& given, const std::vector<std::string>& labels,
                    const std::vector<LabeledExample>& labeled, double smoothing);
/// The same, scaled to sum to 1: if all shares are given, they need not sum to 1. The result is all
/// 0 if all are given as 0.
Vector normalized_label_shares(const Json& given, const std::vector<std::string>& labels,
                               const std::vector<LabeledExample>& labeled, double smoothing);

}  // namespace costruct
