// The options of `multivariate`.
#pragma once

#include <string>

#include "costruct/core/options.hpp"
#include "costruct/problems/multivariate/measure_loss.hpp"

namespace costruct::multivariate {

struct Options {
  Measure loss = Measure::kF1;
  double beta = 1;
  Index k = 10;
  double positive_weight = 1;
  std::string positive;
  bool bias = false;
};

OptionDeclaration<Options> options();

/// Why a sample with these labels has at most one labeling to compare with the reference, as the
/// user is to read it; "" where it has more. `ones`, `zeros` count rows of label 1, respectively 0.
std::string without_constraints(const Options& options, Index ones, Index zeros);

/// Which of two labels is the positive one: that of the given name, the second one where it is "".
/// Throws ConfigError where there are not two labels, or none of that name.
int positive_label(std::span<const std::string> labels, const std::string& name);

}  // namespace costruct::multivariate
