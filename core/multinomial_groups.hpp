// Second interface: a joint feature map that counts the events of a generative model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct {

/// Some coordinates of Phi(x, y) count how often each event of a multinomial distribution occurs in (x, y):
/// the label after label p, the first label, the rule that rewrites a nonterminal. Their probabilities can be
/// estimated from joint features alone, and as log-probabilities they are weights.
class MultinomialGroups {
 public:
  virtual ~MultinomialGroups() = default;
  /// Why this problem, configured as it is, has no such counts ("boundary on ..."); nullopt where it has.
  virtual std::optional<std::string> multinomial_groups_unavailable() const { return std::nullopt; }

  /// The coordinates of each distribution: probabilities within a group sum to one. No coordinate is in two
  /// groups. Needs multinomial_groups_unavailable() to be empty.
  virtual std::vector<std::vector<Index>> multinomial_groups() const = 0;
};

}  // namespace costruct
