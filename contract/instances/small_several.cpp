#include "costruct/contract/instances/labelings.hpp"
#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/contract/instances/small_parts.hpp"
#include "costruct/problems/several/label_sets.hpp"

namespace costruct::contract {
namespace {

using several::LabelPair;
using several::LabelSetData;
using several::LabelTree;

// Rows with sets of `labels` labels, in all forms, with these edges between labels.
std::vector<SmallInstance> rows_with_sets(Index labels, const std::vector<LabelPair>& edges,
                                          const Json& options, RandomStream& random) {
  std::vector<SmallInstance> all = small_rows(numbered_labels(labels), options, random);
  const auto tree = std::make_shared<const LabelTree>(edges);
  const auto replace = [&](std::shared_ptr<const ProblemData>& data) {
    data = std::make_shared<const LabelSetData>(dynamic_cast<const PartData&>(*data), tree);
  };
  for (SmallInstance& instance : all) {
    replace(instance.data);
    for (auto& view : instance.views) replace(view);
    for (auto& view : instance.without_feature) replace(view);
    instance.name = "sets, " + std::to_string(edges.size()) + " edges, " + instance.name;
    instance.outputs = [labels](InputId) { return all_labelings(labels, 2); };
    // 1/L for each wrong label is exact if L is a power of two.
    instance.exact = options.at("loss") != "hamming_normalized" || (labels & (labels - 1)) == 0;
  }
  return all;
}

}  // namespace

std::vector<SmallInstance> small_several(std::uint64_t seed) {
  std::vector<SmallInstance> all;
  for (const char* loss : {"hamming", "hamming_normalized", "zero_one"}) {
    RandomStream random(seed, 0, std::string("small several, ") + loss);
    const auto add = [&](Index labels, const std::vector<LabelPair>& edges, Json options) {
      options["loss"] = loss;
      append(rows_with_sets(labels, edges, options, random), all);
    };
    add(4, {}, {{"pairs", "none"}});
    add(3, {}, {{"pairs", "none"}, {"bias", false}});
    add(1, {}, {{"pairs", "none"}});
    add(4, {{0, 2}, {1, 2}, {2, 3}}, {{"pairs", "tree"}});
    add(4, {{0, 3}, {1, 2}}, {{"pairs", "tree"}, {"bias", false}});
    add(5, {{0, 1}, {0, 4}, {1, 3}, {2, 4}}, {{"pairs", "tree"}});
    add(2, {}, {{"pairs", "tree"}});
  }
  return all;
}

}  // namespace costruct::contract
