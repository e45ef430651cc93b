// What comes out of reading: a corpus in memory.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "costruct/core/feature_table.hpp"
#include "costruct/core/output.hpp"

namespace costruct::experiments {

/// What is known of a feature: its name, its group (for named views), and the number it is counted by in view
/// policies that count (odd_even, ranges): the number in the file for numeric formats, else its 1-based place
/// in the order of first appearance.
struct FeatureInfo {
  std::string name;
  int group = 0;  ///< index into Encoder::groups(); -1: in no group, so in no named view
  std::uint64_t number = 0;
};

/// Examples with all their features. Feature ids are dense, in order of first appearance.
struct Corpus {
  FeatureTable features;
  /// One output per example; no parts where the example is unlabeled.
  std::vector<Output> outputs;
  /// Of regression: the number of each example, NaN where it is unlabeled. Empty where outputs are labels.
  std::vector<double> targets;
  /// How much the loss of each example counts, >= 0; empty: all 1.
  std::vector<double> weights;
  /// Where each example stands, for error messages: index into `files` and line of its first row (from 1).
  struct Place {
    int file = 0;
    Index line = 0;
  };
  std::vector<Place> places;
  std::vector<std::string> files;

  Index size() const { return features.num_examples(); }
  double weight(Index example) const { return weights.empty() ? 1.0 : weights[example]; }
  bool is_labeled(Index example) const {
    return targets.empty() ? !outputs[example].parts.empty() : !std::isnan(targets[example]);
  }
};

}  // namespace costruct::experiments
