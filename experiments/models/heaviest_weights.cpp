#include "costruct/experiments/models/heaviest_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/results/text/table.hpp"

namespace costruct::experiments {
namespace {

/// A weight in its block.
struct PlacedWeight {
  double weight;
  std::size_t block;
  Index row;
};

/// Keeps the weights of largest magnitude; among equals those that come first.
class Heaviest {
 public:
  void offer(const PlacedWeight& weight, std::size_t most) {
    if (heap_.size() == most) {
      if (most == 0 || !is_heavier(weight, heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end(), is_heavier);
      heap_.pop_back();
    }
    heap_.push_back(weight);
    std::push_heap(heap_.begin(), heap_.end(), is_heavier);
  }
  std::vector<PlacedWeight> sorted() const {
    std::vector<PlacedWeight> all = heap_;
    std::sort(all.begin(), all.end(), is_heavier);
    return all;
  }

 private:
  static bool is_heavier(const PlacedWeight& a, const PlacedWeight& b) {
    const double of_a = std::abs(a.weight), of_b = std::abs(b.weight);
    return of_a != of_b ? of_a > of_b : std::pair(a.block, a.row) < std::pair(b.block, b.row);
  }
  std::vector<PlacedWeight> heap_;
};

struct HeaviestOfPart {
  Heaviest positive, negative;
};

std::string shown_weight(double weight) {
  return fmt::format("{:.4g}", weight);
}

}  // namespace

std::string note_on_kernel(std::size_t view) {
  return fmt::format(
      "view {}: the weights belong to the features of a kernel, which have no names: only models "
      "without kernel, or with scaling alone, have weights of features",
      view);
}

std::string note_on_scaled(std::size_t view) {
  return fmt::format("view {}: the weights belong to the scaled values of the features", view);
}

std::vector<WeightGroup> heaviest_weights(const std::vector<WeightBlock>& blocks,
                                          ConstVectorRef weights, Index most,
                                          const std::function<std::string(Index)>& feature_name) {
  std::vector<WeightGroup> groups;
  std::vector<HeaviestOfPart> of_group;
  std::map<std::pair<std::string, std::string>, std::size_t> place;
  std::size_t at = 0;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const WeightBlock& block = blocks[b];
    if (at + static_cast<std::size_t>(block.size()) > weights.size())
      throw std::logic_error("a problem describes more weights than it has");
    std::vector<std::size_t> group_of;
    for (const std::string& part : block.parts) {
      const auto [found, is_new] = place.try_emplace({block.kind, part}, groups.size());
      if (is_new) groups.push_back({0, 1, block.kind, part, {}});
      group_of.push_back(found->second);
    }
    of_group.resize(groups.size());
    for (Index row = 0; row < block.rows; ++row) {
      for (const std::size_t group : group_of) {
        const double w = weights[at++];
        if (w > 0) of_group[group].positive.offer({w, b, row}, static_cast<std::size_t>(most));
        if (w < 0) of_group[group].negative.offer({w, b, row}, static_cast<std::size_t>(most));
      }
    }
  }
  if (at != weights.size()) throw std::logic_error("a problem describes fewer weights than it has");
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<PlacedWeight> found = of_group[g].positive.sorted();
    const std::vector<PlacedWeight> negative = of_group[g].negative.sorted();
    found.insert(found.end(), negative.rbegin(), negative.rend());
    for (const PlacedWeight& each : found) {
      const WeightBlock& block = blocks[each.block];
      groups[g].weights.push_back(
          {block.row_name ? block.row_name(each.row) : feature_name(block.first_feature + each.row),
           each.weight});
    }
  }
  std::erase_if(groups, [](const WeightGroup& group) { return group.weights.empty(); });
  return groups;
}

std::string weights_table(const HeaviestWeights& heaviest) {
  Index sites = 0, views = 0;
  for (const WeightGroup& group : heaviest.groups) {
    sites = std::max(sites, group.site);
    views = std::max(views, group.view);
  }
  Table table;
  if (sites > 0) table.columns.emplace_back("site");
  if (views > 1) table.columns.emplace_back("view");
  table.columns.push_back(text_column("of"));
  table.columns.emplace_back("weight");
  table.columns.push_back(text_column("feature"));
  for (const WeightGroup& group : heaviest.groups) {
    for (const NamedWeight& each : group.weights) {
      TableRow row;
      if (sites > 0) row.emplace_back(group.site);
      if (views > 1) row.emplace_back(group.view);
      row.emplace_back(group.part.empty() ? group.kind
                                          : group.kind + " " + visible_text(group.part));
      row.emplace_back(shown_weight(each.weight));
      row.emplace_back(visible_text(each.name));
      table.add(std::move(row));
    }
  }
  return terminal_text(table);
}

Json weights_json(const HeaviestWeights& heaviest) {
  Json groups = Json::array();
  for (const WeightGroup& group : heaviest.groups) {
    Json json = {{"view", group.view}, {"kind", group.kind}};
    if (group.site > 0) json["site"] = group.site;
    if (!group.part.empty()) json["part"] = group.part;
    for (const NamedWeight& each : group.weights)
      json["weights"].push_back({{"name", each.name}, {"weight", each.weight}});
    groups.push_back(std::move(json));
  }
  return groups;
}

}  // namespace costruct::experiments
