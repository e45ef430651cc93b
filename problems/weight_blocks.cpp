#include "costruct/problems/weight_blocks.hpp"

#include <algorithm>

#include "costruct/core/interfaces/feature_major.hpp"
#include "costruct/core/interfaces/offered.hpp"

namespace costruct {
namespace {

std::vector<std::string> numbers_to(Index count) {
  std::vector<std::string> numbers;
  for (Index i = 1; i <= count; ++i) numbers.push_back(std::to_string(i));
  return numbers;
}

}  // namespace

WeightBlock label_block(const PartData& data, Index view) {
  return {"label", data.labels, data.views[static_cast<std::size_t>(view)].num_features, {}};
}

WeightBlock one_row(std::string kind, std::vector<std::string> parts, const std::string& name) {
  return {std::move(kind), std::move(parts), 1, [name](Index) { return name; }};
}

WeightBlock transition_block(const std::vector<std::string>& labels, Index order) {
  const auto K = static_cast<Index>(labels.size());
  WeightBlock block{"transition", {""}, 1, {}};
  for (Index q = 0; q <= order; ++q) block.rows *= K;
  block.row_name = [labels, K, order](Index row) {
    std::string name;
    for (Index q = 0; q <= order; ++q, row /= K)
      name = labels[static_cast<std::size_t>(row % K)] + (q == 0 ? "" : " -> ") + name;
    return name;
  };
  return block;
}

std::vector<WeightBlock> unnamed_weights(const StructuredProblem& view, Index num_features,
                                         const std::vector<std::string>& labels) {
  std::vector<WeightBlock> blocks;
  Index named = 0;
  if (const auto* rows = offered<FeatureMajorWeights>(view)) {
    const Index width = rows->weights_per_feature();
    const bool of_labels = width == static_cast<Index>(labels.size());
    blocks.push_back({of_labels ? "label" : "weight of a feature",
                      of_labels ? labels : numbers_to(width),
                      num_features,
                      {}});
    named = std::min(blocks.back().size(), view.dimension());
  }
  if (view.dimension() > named) {
    blocks.push_back({"weight", {""}, view.dimension() - named, [named](Index row) {
                        return std::to_string(named + row + 1);
                      }});
  }
  return blocks;
}

}  // namespace costruct
