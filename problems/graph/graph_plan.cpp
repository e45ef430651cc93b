#include "costruct/problems/graph/graph_plan.hpp"

#include <algorithm>

#include "costruct/core/decode/graph/ranked_graph_labelings.hpp"
#include "costruct/core/decode/linear_program.hpp"
#include "costruct/core/error.hpp"
#include "costruct/problems/known_inputs.hpp"

namespace costruct::graph {
namespace {

// With kAuto, elimination may take this many entries of tables (8 MiB) unless the graph is a
// forest.
constexpr Index kMostForAuto = Index{1} << 20;

void choose_decoder(Index nodes, Index labels, GraphDecoder decoder, GraphPlan& plan) {
  if (decoder == GraphDecoder::kAuto || decoder == GraphDecoder::kElimination)
    plan.order = EliminationOrder::of(nodes, labels, plan.edges);
  const bool is_large = plan.order && plan.order->width() > 1 &&
                        plan.order->entries() > kMostForAuto && decoder == GraphDecoder::kAuto;
  if (is_large) plan.order = nullptr;
  if (plan.order != nullptr) return;
  plan.messages = std::make_shared<const MessagePassing>(nodes, plan.edges);
  if (decoder == GraphDecoder::kExpansion)
    plan.expansion = std::make_shared<const GraphExpansion>(nodes, plan.edges);
  else if (labels == 2 && decoder != GraphDecoder::kMessages &&
           decoder != GraphDecoder::kRelaxation)
    plan.cut = std::make_shared<const GraphCut>(nodes, plan.edges);
}

// A labeling and those that differ from it in one label: the k best, best first.
std::vector<Decoded> neighbours(const Decoded& of, Index k, const GraphScores& scores) {
  struct Change {
    double gain;
    Index node;
    int label;
  };
  const Index K = scores.labels();
  std::vector<Change> changes;
  for (Index v = 0; v < scores.length(); ++v) {
    const double* row = scores.node(v);
    for (int label = 0; label < K; ++label)
      changes.push_back({row[label] - row[of.output.parts[v]], v, label});
  }
  for (const GraphEdge& edge : scores.edges()) {
    const double* table = scores.table(edge.table);
    const int p = of.output.parts[edge.from], q = of.output.parts[edge.to];
    for (Index label = 0; label < K; ++label) {
      changes[edge.from * K + label].gain += table[label * K + q] - table[p * K + q];
      changes[edge.to * K + label].gain += table[p * K + label] - table[p * K + q];
    }
  }
  std::erase_if(changes, [&](const Change& change) {
    return change.label == of.output.parts[change.node] || change.gain < kRuledOut / 2;
  });
  const auto most = static_cast<std::ptrdiff_t>(std::min<Index>(k, std::ssize(changes)));
  std::partial_sort(changes.begin(), changes.begin() + most, changes.end(),
                    [](const Change& a, const Change& b) {
                      return a.gain != b.gain   ? a.gain > b.gain
                             : a.node != b.node ? a.node < b.node
                                                : a.label < b.label;
                    });
  std::vector<Decoded> ranked = {of};
  for (std::ptrdiff_t i = 0; i < most; ++i) {
    Decoded& other = ranked.emplace_back(of);
    other.output.parts[changes[i].node] = changes[i].label;
    other.value = scores.value_of(other.output);
  }
  std::sort(ranked.begin(), ranked.end(), [](const Decoded& a, const Decoded& b) {
    return a.value != b.value ? a.value > b.value : a.output < b.output;
  });
  ranked.resize(std::min<std::size_t>(ranked.size(), static_cast<std::size_t>(k)));
  return ranked;
}

}  // namespace

std::vector<GraphPlan> plans_of(const Graphs& data, GraphDecoder decoder) {
  const auto labels = static_cast<Index>(data.nodes.labels.size());
  if (decoder == GraphDecoder::kCut && labels != 2) {
    throw ConfigError("problem.decoder = \"cut\": needs two labels, but the data have " +
                      std::to_string(labels) + "; try \"auto\" or \"messages\"");
  }
  if (decoder == GraphDecoder::kRelaxation) {
    if (const auto why = linear_program_unavailable())
      throw ConfigError("problem.decoder = \"relaxation\": " + *why);
  }
  std::vector<GraphPlan> plans(data.num_inputs());
  for (InputId x = 0; x < data.num_inputs(); ++x) {
    GraphPlan& plan = plans[x];
    const Index first = data.edge_begin[x];
    plan.edges.assign(data.edges.begin() + first, data.edges.begin() + data.edge_begin[x + 1]);
    for (std::size_t e = 0; e < plan.edges.size(); ++e) {
      const Index edge = first + static_cast<Index>(e);
      plan.edges[e].table = data.edges_have_features() ? static_cast<std::int32_t>(e)
                                                       : data.edge_features.features_of(edge)[0];
    }
    plan.tables = data.edges_have_features() ? std::ssize(plan.edges) : data.num_types;
    const Index nodes = data.nodes.views[0].length(x);
    choose_decoder(nodes, labels, decoder, plan);
    if (plan.order == nullptr && decoder == GraphDecoder::kElimination) {
      throw ConfigError("problem.decoder: graph " + std::to_string(x + 1) + " with " +
                        std::to_string(nodes) + " nodes and " + std::to_string(plan.edges.size()) +
                        " edges is too wide for elimination; try \"auto\" or \"messages\"");
    }
  }
  return plans;
}

std::vector<GraphPlan> plans_without_edges(const PartData& nodes) {
  std::vector<GraphPlan> without(static_cast<std::size_t>(nodes.views[0].num_examples()));
  for (std::size_t x = 0; x < without.size(); ++x) {
    choose_decoder(nodes.views[0].length(static_cast<InputId>(x)), std::ssize(nodes.labels),
                   GraphDecoder::kAuto, without[x]);
  }
  return without;
}

Decoded GraphPlan::best(const GraphScores& scores) const {
  if (scores.length() == 0) return {};
  if (order) return best_by_elimination(scores, *order);
  if (cut && GraphCut::is_possible(scores)) return cut->best(scores);
  if (expansion && GraphExpansion::is_possible(scores)) return expansion->best(scores);
  return messages->decode(scores).found;
}

BoundedLabeling GraphPlan::bounded_best(const GraphScores& scores) const {
  if (scores.length() == 0) return {};
  if (expansion && GraphExpansion::is_possible(scores))
    return {expansion->best(scores), messages->decode(scores).bound};
  if (!order && !(cut && GraphCut::is_possible(scores))) return messages->decode(scores);
  Decoded found = best(scores);
  const double value = found.value;
  return {std::move(found), value};
}

std::vector<Decoded> GraphPlan::k_best(GraphScores& scores, Index k) const {
  std::vector<Decoded> ranked;
  if (k <= 0) return ranked;
  if (!order) return neighbours(best(scores), k, scores);
  RankedGraphLabelings labelings(scores, Elimination{*order}, kRuledOut);
  while (std::ssize(ranked) < k) {
    std::optional<Decoded> found = labelings.next();
    if (!found) break;
    ranked.push_back(std::move(*found));
  }
  return ranked;
}

std::optional<Decoded> GraphPlan::best_other(GraphScores& scores, const Output& y) const {
  if (scores.length() == 0) return std::nullopt;
  if (!order) {
    for (Decoded& found : neighbours(best(scores), 2, scores)) {
      if (found.output != y) return std::move(found);
    }
    return std::nullopt;
  }
  RankedGraphLabelings labelings(scores, Elimination{*order}, kRuledOut);
  std::optional<Decoded> found = labelings.next();
  return found && found->output == y ? labelings.next() : found;
}

}  // namespace costruct::graph
