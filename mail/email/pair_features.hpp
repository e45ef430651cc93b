// The similarity of two emails in 47 features. They are the psi(x_j, x_k) of Brefeld 2008, eq. 8.1.
// The thesis also has 47 features but does not list them.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "costruct/mail/email/term_weights.hpp"

namespace costruct::experiments {

/// A feature of pairs of emails.
struct EmailFeature {
  std::string_view name;
  std::string_view
      group;  ///< "header" (headers and MIME structure) or "text" (content of text parts)
  std::string_view meaning;  ///< one line
};

inline constexpr std::size_t kEmailFeatures = 47;

/// The features in their order, with their meanings. The cheap ones come first.
std::span<const EmailFeature> email_features();

/// Writes the features of a pair. Each is in [0, 1], where 1 means equal. (a, b) and (b, a) give
/// the same bits. If neither email has a property, its equalities, cosines and overlaps are 0 and
/// its ratios are 1. Allocates no memory.
/// @param out  kEmailFeatures entries
void compare(const WeightedSketch& a, const WeightedSketch& b, std::span<float> out);

}  // namespace costruct::experiments
