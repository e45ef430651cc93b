// Shares of labels among unlabeled parts: as an option gives them, else as labeled parts have them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// What is wrong with a value of such an option, an object from labels to shares or null; nullopt
/// if nothing is.
std::optional<std::string> wrong_shares(const Json& value);
/// Its JSON schema.
Json shares_schema();
/// Throws ConfigError ("positive_share.sprt: ...") where a given label is none of `labels`.
void check_shares(const std::string& option, const Json& given,
                  const std::vector<std::string>& labels);

/// The share of every label: as given; what that leaves is divided among the other labels in
/// proportion to their weight among the labeled parts, each added to by `smoothing`, equally where
/// they have none.
Vector label_shares(const Json& given, const std::vector<std::string>& labels,
                    const std::vector<LabeledExample>& labeled, double smoothing);
/// The same as parts of one: where all are given, they need not make one. All 0 if all are given as
/// 0.
Vector normalized_label_shares(const Json& given, const std::vector<std::string>& labels,
                               const std::vector<LabeledExample>& labeled, double smoothing);

}  // namespace costruct
