// Second interface: a joint feature map that counts the events of a generative model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct {

/// Some coordinates of Phi(x, y) count how often each event of a multinomial distribution occurs in
/// (x, y): the label after label p, the first label, the rule that rewrites a nonterminal. Their
/// probabilities can be estimated from joint features alone, and as log-probabilities they are
/// weights.
class MultinomialGroups {
 public:
  virtual ~MultinomialGroups() = default;
  /// Why this problem, configured as it is, has no such counts ("boundary on ..."); nullopt where
  /// it has.
  virtual std::optional<std::string> multinomial_groups_unavailable() const { return std::nullopt; }

  /// The coordinates of each distribution: probabilities within a group sum to one. No coordinate
  /// is in two groups. Needs multinomial_groups_unavailable() to be empty.
  virtual std::vector<std::vector<Index>> multinomial_groups() const = 0;
};

/// The same where these distributions are all of a generative model, as the rules of a grammar are,
/// and the transitions of a chain, whose labels emit features as well, are not. With
/// log-probabilities as weights within the groups, and 0 for coordinates in none, a score is the
/// log-probability of an example,
///   f(x, y) = log p(x, y),
/// hence sum_y exp f(x, y) <= 1, and the log-partition, where it is offered, is log p(x). Of a
/// problem of one view: several have a model each.
class MultinomialModel : public MultinomialGroups {};

/// The same of two sequences, whose events are pairs of their positions, positions left alone and
/// what follows what.
class PairHiddenMarkovModel : public MultinomialModel {};

}  // namespace costruct
