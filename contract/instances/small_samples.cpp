#include <algorithm>
#include <numeric>
#include <set>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/contract/instances/small_parts.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/problems/multivariate/class_orderings.hpp"

namespace costruct::contract {
namespace {

using multivariate::label_of;

std::shared_ptr<const ProblemData> with_small_values(
    const std::shared_ptr<const ProblemData>& data) {
  auto small = std::make_shared<PartData>(*part_data(data));
  for (FeatureTable& table : small->views) {
    if (table.value.empty()) table.value.assign(table.feature.size(), 1.0);
    for (double& value : table.value) value *= 0.0625;
  }
  return small;
}

/// Small values, as learned weights are not small then, and what is learned hangs on the weights of
/// examples.
SmallInstance with_small_values(SmallInstance instance) {
  instance.data = with_small_values(instance.data);
  for (auto& view : instance.views) view = with_small_values(view);
  for (auto& rest : instance.without_feature) rest = with_small_values(rest);
  return instance;
}

/// All orderings of n rows in two classes, from all their permutations.
std::vector<Output> all_orderings(Index n) {
  std::set<Output> all;
  for (int classes = 0; classes < 1 << n; ++classes) {
    std::vector<int> order(static_cast<std::size_t>(n));  // rows from high to low
    std::iota(order.begin(), order.end(), 0);
    do {
      Output y;
      for (Index i = 0; i < n; ++i) y.parts.push_back(classes >> i & 1);
      for (std::size_t high = 0; high < order.size(); ++high) {
        for (std::size_t low = high + 1; low < order.size(); ++low) {
          int &above = y.parts[static_cast<std::size_t>(order[high])],
              &below = y.parts[static_cast<std::size_t>(order[low])];
          if (label_of(above) == 1 || label_of(below) == 0) continue;
          above += 2;
          below += 2;
        }
      }
      all.insert(std::move(y));
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return {all.begin(), all.end()};
}

/// The instances with orderings as outputs, of which label 1 is the positive one.
std::vector<SmallInstance> with_orderings(std::vector<SmallInstance> instances) {
  for (SmallInstance& each : instances) {
    each.outputs = [data = part_data(each.data)](InputId x) {
      return all_orderings(data->views[0].length(x));
    };
    each.exact = false;
  }
  return instances;
}

}  // namespace

/// Inputs of up to 4 rows: all their labelings are few.
std::vector<SmallInstance> small_samples(std::uint64_t seed) {
  RandomStream random(seed, 0, "small multivariate");
  const SmallParts shape{numbered_labels(2), {4, 3, 1, 4, 2, 3}};
  std::vector<SmallInstance> all;
  const auto add = [&](const Json& json) {
    for (SmallInstance& each : in_all_forms(shape, json, random)) {
      // A row may cost 1/2 beside others that cost 1/6. Ties are then decided by rounding.
      each.exact = json.at("loss") != "balanced_error";
      all.push_back(with_small_values(each));
      all.push_back(std::move(each));
    }
  };
  for (const char* loss : {"f1", "prbep", "error", "balanced_error"}) add({{"loss", loss}});
  for (const char* loss : {"precision_at_k", "recall_at_k"}) add({{"loss", loss}, {"k", 2}});
  for (const char* loss : {"f1", "prbep", "balanced_error"})
    add({{"loss", loss}, {"positive", "0"}, {"bias", true}});
  for (const double beta : {0.5, 2.0}) add({{"loss", "f1"}, {"beta", beta}, {"bias", true}});
  for (const char* loss : {"precision_at_k", "recall_at_k"})
    add({{"loss", loss}, {"k", 3}, {"positive", "0"}});
  add({{"loss", "precision_at_k"}, {"k", 100}});
  append(in_all_forms({numbered_labels(2), {0, 2}}, {{"loss", "f1"}}, random), all);
  add({{"loss", "error"}, {"positive_weight", 3}});
  for (const char* loss : {"roc_area", "average_precision"}) {
    append(with_orderings(in_all_forms(shape, {{"loss", loss}}, random)), all);
    append(with_orderings(in_all_forms({numbered_labels(2), {0, 2}}, {{"loss", loss}}, random)),
           all);
  }
  return all;
}

}  // namespace costruct::contract
