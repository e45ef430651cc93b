// Shares of labels among unlabeled parts. An option gives them, or they follow the labeled parts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Returns what is wrong with a value of such an option, or nullopt. Right values are null and an
/// object from labels to shares.
std::optional<std::string> wrong_shares(const Json& value);
/// The JSON schema of such an option.
Json shares_schema();
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
