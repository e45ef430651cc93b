// Second interface: chains of labels that emit features.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/interfaces/multinomial_groups.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Where the weights of a first-order Markov model over labels lie; of inputs with one label, a
/// chain of length one, whose first label is all that its bias counts, so that `first` is `bias`.
/// Each block is given by its first coordinate, or -1 where the feature map leaves the block out.
struct MarkovLayout {
  Index num_labels = 0;
  Index num_features = 0;
  Index emission = 0;           ///< (feature j, label k) at emission + j * num_labels + k
  Index transition = -1;        ///< (previous p, label k) at transition + p * num_labels + k
  Index bias = -1;              ///< label k at bias + k: how often k occurs
  Index first = -1, last = -1;  ///< label k at first + k: k is the first (last) label
  double transition_scale = 1;  ///< eta: value of a transition feature
  bool indicators = true;       ///< every emission feature is 0 or 1
  bool counts = true;           ///< every emission feature is a whole number >= 0
};

/// Its groups are the first label and, for every label of a chain, the one that comes next. What a
/// label emits is a Bernoulli variable for each feature, which the emission coordinate counts as 1
/// among as many parts as the label's bias counts; or words drawn one by one, which the emission
/// coordinates count.
class MarkovStructure : public MultinomialGroups {
 public:
  virtual MarkovLayout markov_layout() const = 0;
  /// Adds 1 to seen[j] for every part of x in which feature j is active; seen has num_features
  /// entries.
  virtual void count_features(InputId x, std::span<Index> seen) const = 0;

  std::optional<std::string> multinomial_groups_unavailable() const final;
  std::vector<std::vector<Index>> multinomial_groups() const final;
};

}  // namespace costruct
