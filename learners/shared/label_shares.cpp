#include "costruct/learners/shared/label_shares.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace costruct {

Json shares_form() {
  return map_form("object from labels to their shares, as {\"sport\": 0.3, \"politics\": 0.7}",
                  number_form({.at_least = 0, .at_most = 1}), 1);
}

std::optional<std::string> wrong_shares(const Json& shares) {
  double sum = 0;
  for (const Json& share : shares) sum += share.get<double>();
  // Shares may be rounded to two decimals.
  const double rounding = 0.005 * static_cast<double>(shares.size());
  if (sum <= 1 + rounding) return std::nullopt;
  return fmt::format("must hold shares of the same examples, but they sum to {}", sum);
}

void check_shares(const std::string& option, const Json& given,
                  const std::vector<std::string>& labels) {
  for (const auto& [name, share] : given.items()) {
    if (std::find(labels.begin(), labels.end(), name) == labels.end())
      throw ConfigError(option + "." + name + ": no class of the data; " +
                        suggestion(name, labels));
  }
}

Vector label_shares(const Json& given, const std::vector<std::string>& labels,
                    const std::vector<LabeledExample>& labeled, double smoothing) {
  Vector weight(labels.size(), smoothing), shares(labels.size(), 0.0);
  for (const LabeledExample& example : labeled) {
    for (const int label : example.y.parts)
      weight[static_cast<std::size_t>(label)] += example.weight;
  }
  double left = 1, others_weight = 0;
  std::vector<std::size_t> others;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    if (given.contains(labels[k])) {
      shares[k] = given.at(labels[k]).get<double>();
      left -= shares[k];
    } else {
      others.push_back(k);
      others_weight += weight[k];
    }
  }
  left = std::max(left, 0.0);
  for (const std::size_t k : others) {
    shares[k] = left * (others_weight > 0 ? weight[k] / others_weight
                                          : 1 / static_cast<double>(others.size()));
  }
  return shares;
}

Vector normalized_label_shares(const Json& given, const std::vector<std::string>& labels,
                               const std::vector<LabeledExample>& labeled, double smoothing) {
  Vector shares = label_shares(given, labels, labeled, smoothing);
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (sum > 0) {
    for (double& share : shares) share /= sum;
  }
  return shares;
}

}  // namespace costruct
