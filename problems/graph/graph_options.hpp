// The options of the problem `graph`.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/problems/graph/graph_plan.hpp"
#include "costruct/problems/graph/label_pairs.hpp"

namespace costruct::graph {

/// The loss of a labeling: the number of wrong labels, their share of the nodes, or 1 if any label
/// is wrong.
enum class GraphLoss { kHamming, kHammingNormalized, kZeroOne };

/// The options of the problem.
struct GraphOptions {
  GraphLoss loss = GraphLoss::kHamming;
  Pairs pairs = Pairs::kUnordered;  ///< which pairs of labels of an edge have a weight
  bool bias = false;                ///< whether each label has a weight that needs no feature
  GraphDecoder decoder = GraphDecoder::kAuto;
  /// {label: weight}, weights > 0: how much a wrong label counts in a Hamming loss, by the right
  /// label. A label that is not listed has weight 1. Null: all weights are 1.
  Json class_weights = nullptr;
};

/// The names of the losses, in the order of GraphLoss.
inline const std::vector<std::string> kGraphLosses = {"hamming", "hamming_normalized", "zero_one"};

/// Declares the options.
OptionDeclaration<GraphOptions> graph_options();

/// The weight of each label in Hamming losses; empty if `class_weights` is null. Throws ConfigError
/// if it names a label that the data do not have, or if the loss is zero_one.
/// @param labels  the names of the labels by number
Vector weights_of_labels(const GraphOptions& options, const std::vector<std::string>& labels);

}  // namespace costruct::graph
