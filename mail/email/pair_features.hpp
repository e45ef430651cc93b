// How alike two emails are, in 47 ways: the psi(x_j, x_k) of Brefeld 2008, eq. 8.1, whose thesis
// has 47 of its own that are not listed there.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "costruct/mail/email/term_weights.hpp"

namespace costruct::experiments {

struct EmailFeature {
  std::string_view name;
  std::string_view
      group;  ///< "header" (headers and MIME structure) or "text" (what is in text parts)
  std::string_view meaning;  ///< a line
};

inline constexpr std::size_t kEmailFeatures = 47;

/// The features in their order, cheap ones first.
std::span<const EmailFeature> email_features();

/// Writes the features of a pair, each in [0, 1], 1 for alike; the same bits for (a, b) and (b, a).
/// Of what both lack, equalities, cosines and overlaps are 0 and ratios 1. Allocates nothing.
/// @param out  kEmailFeatures entries
void compare(const WeightedSketch& a, const WeightedSketch& b, std::span<float> out);

}  // namespace costruct::experiments
