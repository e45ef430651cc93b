#include "costruct/data/features/links/linked_graphs.hpp"

#include <algorithm>
#include <vector>

#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

bool takes_input(const std::string& of_problem, const std::string& input) {
  return of_problem == input || (of_problem == graph::kGraphs && input == kRows);
}

std::shared_ptr<graph::Graphs> linked_graphs(PartData nodes,
                                             std::span<const std::int32_t> row_of_node,
                                             const LinkedRows& links) {
  auto graphs = std::make_shared<graph::Graphs>();
  graphs->edge_feature_names = links.types();
  graphs->num_types = std::ssize(graphs->edge_feature_names);
  if (links.has_weights()) graphs->edge_feature_names.emplace_back(kLinkWeight);
  graphs->edge_features.num_features = std::ssize(graphs->edge_feature_names);
  const FeatureTable& table = nodes.views.front();
  const auto last = std::max_element(row_of_node.begin(), row_of_node.end());
  std::vector<std::int32_t> node_of(last == row_of_node.end() ? 0 : *last + 1, -1);
  for (Index x = 0; x < table.num_examples(); ++x) {
    const auto rows = row_of_node.subspan(static_cast<std::size_t>(table.example_begin[x]),
                                          static_cast<std::size_t>(table.length(x)));
    for (std::size_t v = 0; v < rows.size(); ++v) node_of[rows[v]] = static_cast<std::int32_t>(v);
    for (std::size_t v = 0; v < rows.size(); ++v) {
      const auto from = static_cast<std::int32_t>(v);
      for (const auto& [row, type, weight] : links.links_of(rows[v])) {
        const std::int32_t to = row < std::ssize(node_of) ? node_of[row] : -1;
        if (to < 0 || (to < from && !links.is_directed())) continue;
        graphs->edges.push_back({from, to, 0});
        FeatureTable& features = graphs->edge_features;
        features.feature.push_back(type);
        if (links.has_weights()) {
          features.value.push_back(1);
          features.feature.push_back(static_cast<std::int32_t>(graphs->num_types));
          features.value.push_back(weight);
        }
        features.end_part();
      }
    }
    graphs->edge_features.end_example();
    graphs->edge_begin.push_back(std::ssize(graphs->edges));
    for (const std::int32_t row : rows) node_of[row] = -1;
  }
  graphs->nodes = std::move(nodes);
  return graphs;
}

}  // namespace costruct::experiments
