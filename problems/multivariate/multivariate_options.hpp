// The options of `multivariate`.
#pragma once

#include <string>

#include "costruct/core/options.hpp"
#include "costruct/problems/multivariate/measure_loss.hpp"

namespace costruct::multivariate {

/// The options of the problem.
struct Options {
  Measure loss = Measure::kF1;
  double beta = 1;             ///< for f1: recall counts beta times as much as precision
  Index k = 10;                ///< for precision_at_k and recall_at_k: number of rows, >= 1
  double positive_weight = 1;  ///< for error: how many times a missed positive row counts
  std::string positive;        ///< name of the positive label; "": the second label
  bool bias = false;           ///< a feature of value 1 for every row; not used for rankings
};

/// Declares the options.
OptionDeclaration<Options> options();

/// Returns a message for the user if nothing can be learned from a sample with these labels, else
/// "". This is so for prbep and losses of rankings if all rows have one label. It is also so for
/// precision_at_k and recall_at_k if k is at least the number of rows. `ones` and `zeros` are the
/// numbers of rows with label 1 and 0.
std::string without_constraints(const Options& options, Index ones, Index zeros);

/// Returns a note on the positive label, or "". There is a note if the labels are words and no
/// option names the positive one. It is then the second label in the order of the rows.
std::string note_on_positive(const Options& options, std::span<const std::string> labels);

/// Returns which of two labels, 0 or 1, is the positive one: the one with this name, or the second
/// one if the name is "". Throws ConfigError if there are not two labels, or none has this name.
int positive_label(std::span<const std::string> labels, const std::string& name);

}  // namespace costruct::multivariate
