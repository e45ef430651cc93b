#include <algorithm>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/contract/instances/small_parts.hpp"
#include "costruct/core/decode/linear_program.hpp"
#include "costruct/problems/graph/graphs.hpp"

namespace costruct::contract {
namespace {

using graph::Graphs;

// The edges of one graph: pairs of nodes.
using Edges = std::vector<std::pair<int, int>>;

const Edges kPath = {{0, 1}, {2, 1}}, kStar = {{3, 0}, {3, 1}, {2, 3}},
            kCycle = {{0, 1}, {1, 2}, {3, 2}, {0, 3}}, kTwoParts = {{0, 3}, {2, 1}},
            kComplete = {{0, 1}, {2, 0}, {0, 3}, {1, 2}, {3, 1}, {2, 3}}, kTwice = {{0, 1}, {1, 0}};

// Small instances of one loss.
class SmallGraphs {
 public:
  SmallGraphs(std::string loss, std::uint64_t seed)
      : loss_(std::move(loss)), random_(seed, 0, "small graphs, " + loss_) {}

  std::vector<SmallInstance> all() {
    const std::vector<std::string> two = {"a", "b"}, three = {"x", "y", "z"};
    for (const char* pairs : {"unordered", "equal", "ordered"}) {
      const Json options = {{"pairs", pairs}};
      add({three, {3, 4, 0, 1}}, {kPath, kStar, {}, {}}, options);
      Json with_bias = options;
      with_bias["bias"] = true;
      types_ = 2;
      add({two, {4, 4, 2}}, {kCycle, kTwoParts, kTwice}, with_bias);
      features_ = 2;
      add({two, {4, 4, 3}}, {kComplete, kCycle, kPath}, options);
      types_ = 1;
      features_ = 0;
    }
    add_one({{"only"}, {0, 1, 2, 4}}, {{}, {}, {{0, 1}}, kCycle}, Json::object());
    add_one({three, {4, 4}, {0}}, {kCycle, kComplete}, Json::object());
    for (const char* decoder : {"messages", "cut", "expansion"})
      add_one({two, {4, 3, 4}}, {kCycle, kPath, kComplete}, {{"decoder", decoder}});
    add_one({three, {4, 4}}, {kCycle, kComplete}, {{"decoder", "expansion"}, {"pairs", "equal"}});
    if (!linear_program_unavailable()) {
      const Json relaxation = {{"decoder", "relaxation"}};
      add_one({two, {4, 3, 4, 0}}, {kCycle, kPath, kComplete, {}}, relaxation);
      add_one({three, {4, 4}}, {kCycle, kComplete}, relaxation);
    }
    if (loss_ != "zero_one") {
      const Json weights = {{"x", 2}, {"z", .25}};
      add({three, {4, 4, 0, 1}}, {kPath, kStar, {}, {}}, {{"class_weights", weights}});
    }
    return std::move(all_);
  }

 private:
  void add(const SmallParts& shape, const std::vector<Edges>& graphs, Json options) {
    options["loss"] = loss_;
    for (SmallInstance& instance : in_all_forms(shape, options, random_))
      all_.push_back(with_edges(shape, std::move(instance), graphs));
  }
  void add_one(const SmallParts& shape, const std::vector<Edges>& graphs, Json options) {
    options["loss"] = loss_;
    all_.push_back(with_edges(shape, small_parts(shape, options, random_), graphs));
  }

  // The same nodes, connected by edges with types and features at random.
  SmallInstance with_edges(const SmallParts& shape, SmallInstance instance,
                           const std::vector<Edges>& graphs) {
    Graphs edges;
    edges.num_types = types_;
    edges.edge_features.num_features = types_ + features_;
    for (const Edges& of_graph : graphs) {
      for (const auto& [from, to] : of_graph) {
        edges.edges.push_back({from, to});
        edges.edge_features.feature.push_back(static_cast<std::int32_t>(random_.below(types_)));
        edges.edge_features.value.push_back(1);
        for (Index j = 0; j < features_; ++j) {
          edges.edge_features.feature.push_back(static_cast<std::int32_t>(types_ + j));
          edges.edge_features.value.push_back(static_cast<double>(random_.below(4)) - 1);
        }
        edges.edge_features.end_part();
      }
      edges.edge_features.end_example();
      edges.edge_begin.push_back(std::ssize(edges.edges));
    }
    const auto replace = [&](std::shared_ptr<const ProblemData>& data) {
      auto graph = std::make_shared<Graphs>(edges);
      graph->nodes = dynamic_cast<const PartData&>(*data);
      data = std::move(graph);
    };
    replace(instance.data);
    for (auto& view : instance.views) replace(view);
    for (auto& view : instance.without_feature) replace(view);
    instance.name = "graphs with " + std::to_string(types_) + " types, " + instance.name;
    // 1/n for each wrong label is exact if n is a power of two.
    instance.exact = loss_ != "hamming_normalized" ||
                     std::all_of(shape.lengths.begin(), shape.lengths.end(),
                                 [](Index length) { return (length & (length - 1)) == 0; });
    return instance;
  }

  std::string loss_;
  RandomStream random_;
  Index types_ = 1, features_ = 0;
  std::vector<SmallInstance> all_;
};

}  // namespace

std::vector<SmallInstance> small_graphs(std::uint64_t seed) {
  std::vector<SmallInstance> all;
  for (const char* loss : {"hamming", "hamming_normalized", "zero_one"})
    append(SmallGraphs(loss, seed).all(), all);
  return all;
}

}  // namespace costruct::contract
