// Optional interface of a problem: a joint feature map that counts the events of a generative
// model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct {

/// Offered by problems in which some coordinates of Phi(x, y) count events of multinomial
/// distributions in (x, y). Examples of events: the label after label p, the first label, the rule
/// that rewrites a nonterminal.
///
/// Joint features are enough to estimate the probabilities of these events. The log-probabilities
/// can then serve as weights.
class MultinomialGroups {
 public:
  virtual ~MultinomialGroups() = default;
  /// The reason why this problem with its options has no such counts, as text after "needs ", for
  /// example "boundary on ..."; nullopt where it has them.
  virtual std::optional<std::string> multinomial_groups_unavailable() const { return std::nullopt; }

  /// The coordinates of each distribution: the probabilities within a group sum to one. No
  /// coordinate is in two groups. Call it only where multinomial_groups_unavailable() is nullopt.
  virtual std::vector<std::vector<Index>> multinomial_groups() const = 0;
};

/// MultinomialGroups that make up a complete generative model. The rules of a grammar do. The
/// transitions of a chain do not, because its labels emit features as well.
///
/// Take log-probabilities as weights within the groups and 0 for all other coordinates. Then a
/// score is the log-probability of an example,
///    f(x, y) = log p(x, y).
/// Hence sum_y exp f(x, y) <= 1, and the log-partition, where it is offered, is log p(x). The model
/// belongs to a problem with one view; each of several views has its own model.
class MultinomialModel : public MultinomialGroups {};

/// A MultinomialModel of two aligned sequences. Its events are pairs of positions, single
/// positions, and which of these follows which.
class PairHiddenMarkovModel : public MultinomialModel {};

}  // namespace costruct
