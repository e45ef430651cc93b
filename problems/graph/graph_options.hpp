// The options of the problem `graph`.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/problems/graph/graph_plan.hpp"
#include "costruct/problems/graph/label_pairs.hpp"

namespace costruct::graph {

enum class GraphLoss { kHamming, kHammingNormalized, kZeroOne };

struct GraphOptions {
  GraphLoss loss = GraphLoss::kHamming;
  Pairs pairs = Pairs::kUnordered;
  bool bias = false;
  GraphDecoder decoder = GraphDecoder::kAuto;
  Json class_weights = nullptr;
};

/// The names of the losses.
inline const std::vector<std::string> kGraphLosses = {"hamming", "hamming_normalized", "zero_one"};

OptionDeclaration<GraphOptions> graph_options();

/// The weight of each label in Hamming losses; empty if all are 1. Throws ConfigError if the option
/// names another label, or if the loss is zero_one.
Vector weights_of_labels(const GraphOptions& options, const std::vector<std::string>& labels);

}  // namespace costruct::graph
