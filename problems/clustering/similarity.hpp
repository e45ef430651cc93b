// The similarity of two objects at learned weights.
#pragma once

#include <span>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::clustering {

/// The similarity <w, psi(a, b)>. The weights that views give to a feature add up, and so do the
/// biases. The weights of a view are those of its features, in their order, followed by its bias if
/// there is one. Call add_view() for each view and then operator().
class Similarity {
 public:
  /// @param num_features  d, the number of all features
  explicit Similarity(Index num_features) : weights_(static_cast<std::size_t>(num_features), 0.0) {}

  /// The number of weights of a view with `features` features.
  static Index num_weights(std::size_t features, bool has_bias) {
    return static_cast<Index>(features) + has_bias;
  }

  void add_view(std::span<const std::int32_t> features, bool has_bias, ConstVectorRef w) {
    for (std::size_t i = 0; i < features.size(); ++i)
      weights_[static_cast<std::size_t>(features[i])] += w[i];
    if (has_bias) bias_ += w[features.size()];
  }

  /// Returns the similarity of two objects. psi has num_features entries.
  double operator()(std::span<const float> psi) const {
    const std::size_t d = weights_.size(), fours = d / 4 * 4;
    // Four sums, so that no addition waits for the one before.
    double a = bias_, b = 0, c = 0, e = 0;
    for (std::size_t i = 0; i < fours; i += 4) {
      a += weights_[i] * static_cast<double>(psi[i]);
      b += weights_[i + 1] * static_cast<double>(psi[i + 1]);
      c += weights_[i + 2] * static_cast<double>(psi[i + 2]);
      e += weights_[i + 3] * static_cast<double>(psi[i + 3]);
    }
    for (std::size_t i = fours; i < d; ++i) a += weights_[i] * static_cast<double>(psi[i]);
    return (a + b) + (c + e);
  }

 private:
  Vector weights_;
  double bias_ = 0;
};

}  // namespace costruct::clustering
