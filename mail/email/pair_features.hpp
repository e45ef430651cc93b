// The 47 features that measure how similar two emails are: psi(x_j, x_k) of Brefeld 2008, eq. 8.1.
// The thesis uses 47 features, but does not list them; these are our own.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "costruct/mail/email/term_weights.hpp"

namespace costruct::experiments {

/// The name, group and meaning of a feature.
struct EmailFeature {
  std::string_view name;
  std::string_view
      group;  ///< "header" (headers, MIME structure) or "text" (contents of text parts)
  std::string_view meaning;  ///< one line
};

inline constexpr std::size_t kEmailFeatures = 47;

/// The features in their order, cheap ones first.
std::span<const EmailFeature> email_features();

/// Writes the features of a pair, each in [0, 1], where 1 means alike. The bits are the same for
/// (a, b) and (b, a). If both emails have no value, equalities, cosines and overlaps are 0, and
/// ratios are 1. It allocates no memory.
/// @param out  kEmailFeatures entries
void compare(const WeightedSketch& a, const WeightedSketch& b, std::span<float> out);

}  // namespace costruct::experiments
