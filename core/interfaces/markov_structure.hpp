// Optional interface of a problem: chains of labels that emit features.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/interfaces/multinomial_groups.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// The positions of the weights of a first-order Markov model over labels. Members such as
/// `emission` give the number of the first weight of a block, or -1 if the feature map has no such
/// block.
///
/// In problems with one label per input, each input is a chain of length one. Its only label is
/// also the first one, so `first` equals `bias`.
struct MarkovLayout {
  Index num_labels = 0;
  Index num_features = 0;
  Index emission = 0;     ///< weight of (feature j, label k) at emission + j * num_labels + k
  Index transition = -1;  ///< weight of (label p, next label k) at transition + p * num_labels + k
  Index bias = -1;        ///< weight of label k at bias + k; its feature counts how often k occurs
  /// Weight of label k at first + k (last + k). Its feature is 1 if k is the first (last) label of
  /// the chain.
  Index first = -1, last = -1;
  double transition_scale = 1;  ///< eta, the value of a transition feature
  bool indicators = true;       ///< every emission feature is 0 or 1
  bool counts = true;           ///< every emission feature is a whole number >= 0
};

/// Offered by problems whose outputs are chains of labels that emit features.
///
/// The first label has one multinomial distribution. Each label has another one, for the label that
/// follows it. The emissions of a label have one of two interpretations:
///   - Each feature is a Bernoulli variable. The emission coordinate counts how often the variable
///     is 1, and the label's bias counts the parts with this label.
///   - Features are words that are drawn one by one. The emission coordinates count them.
class MarkovStructure : public MultinomialGroups {
 public:
  /// The positions of the weights, and the kind of the features.
  virtual MarkovLayout markov_layout() const = 0;
  /// Adds 1 to seen[j] for every part of x that has an entry of feature j. `seen` has num_features
  /// entries.
  virtual void count_features(InputId x, std::span<Index> seen) const = 0;

  /// The reason why the events cannot be counted; nullopt if they can. Chains need features of
  /// first labels, and transition features of value 1 (eta = 1). Single labels need a bias.
  std::optional<std::string> multinomial_groups_unavailable() const final;
  /// The group of the first label, and for chains a group for each label: the transitions from it.
  std::vector<std::vector<Index>> multinomial_groups() const final;
};

}  // namespace costruct
