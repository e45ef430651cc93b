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

/// The places of the weights of a first-order Markov model over labels. Each block of weights is
/// given by its first coordinate, or -1 if the feature map has no such block.
///
/// An input with one label is a chain of length one. Its bias counts only the first label, so
/// `first` equals `bias`.
struct MarkovLayout {
  Index num_labels = 0;
  Index num_features = 0;
  Index emission = 0;     ///< weight of (feature j, label k) at emission + j * num_labels + k
  Index transition = -1;  ///< weight of (label p, next label k) at transition + p * num_labels + k
  Index bias = -1;        ///< label k at bias + k; counts how often k occurs
  Index first = -1, last = -1;  ///< label k at first + k; is 1 if k is the first (last) label
  double transition_scale = 1;  ///< eta, the value of a transition feature
  bool indicators = true;       ///< every emission feature is 0 or 1
  bool counts = true;           ///< every emission feature is a whole number >= 0
};

/// Offered by problems whose outputs are chains of labels that emit features.
///
/// Its multinomial groups are: the first label; and for every label of a chain the next label. The
/// emissions of a label can be read in one of two ways:
///   - Each feature is a Bernoulli variable. The emission coordinate counts how often it is 1; the
///     label's bias counts the parts.
///   - Features are words, drawn one by one. The emission coordinates count them.
class MarkovStructure : public MultinomialGroups {
 public:
  virtual MarkovLayout markov_layout() const = 0;
  /// Adds 1 to seen[j] for every part of x in which feature j is active. `seen` has num_features
  /// entries.
  virtual void count_features(InputId x, std::span<Index> seen) const = 0;

  std::optional<std::string> multinomial_groups_unavailable() const final;
  std::vector<std::vector<Index>> multinomial_groups() const final;
};

}  // namespace costruct
