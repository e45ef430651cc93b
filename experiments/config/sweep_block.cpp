// Reads the `sweep` block: protocol, sizes, holdout, repetitions.
#include "costruct/experiments/config/sweep_block.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/experiments/config/blocks/size_shares.hpp"

namespace costruct::experiments {
namespace {

bool has_option(const ProtocolEntry& entry, const std::string& name) {
  return std::any_of(entry.options.begin(), entry.options.end(),
                     [&](const OptionInfo& info) { return info.name == name; });
}

void check_presence(const ProtocolEntry& entry, const Json& block, ConfigErrors& errors) {
  const bool has_pairs = block.contains("pairs");
  if (has_pairs && (block.contains("labeled") || block.contains("unlabeled"))) {
    errors.add("sweep.pairs",
               " stands beside sweep.labeled or sweep.unlabeled: give one or the other");
  } else if (!has_pairs && !block.contains("labeled") && entry.protocol == Protocol::kResample) {
    errors.add("sweep.labeled", " is missing: expected a list of sizes, or sweep.pairs");
  }
}

// A list of sizes; empty for "all".
std::vector<Index> listed_sizes(const Json& sizes) {
  std::vector<Index> list;
  if (sizes.is_array()) list = sizes.get<std::vector<Index>>();
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace

void read_sizes(const Json& all, SweepConfig& sweep, ConfigErrors& errors) {
  const Json holdout = all.value("holdout", Json(0));
  sweep.score_unlabeled = holdout == "unlabeled";
  if (!sweep.score_unlabeled) sweep.holdout = holdout.get<Index>();
  const bool has_pairs = all.contains("pairs");
  if (!has_pairs) {
    sweep.labeled = listed_sizes(all.at("labeled"));
    sweep.unlabeled = listed_sizes(all.at("unlabeled"));
  }
  const auto count = [](std::size_t number) {
    return static_cast<double>(std::max<std::size_t>(number, 1));
  };
  const double pairs = has_pairs ? count(all.at("pairs").size())
                                 : count(sweep.labeled.size()) * count(sweep.unlabeled.size());
  if (sweep.too_many_cells(pairs)) {
    return errors.add(
        "sweep", fmt::format(": {} pairs of sizes times {} repetitions: more than {} cells for "
                             "a learner",
                             pairs, sweep.repetitions, SweepConfig::kMostCells));
  }
  if (has_pairs) {
    for (const Json& pair : all.at("pairs"))
      sweep.sizes.push_back({pair[0].get<Index>(), pair[1].get<Index>()});
  }
  for (const Index n : sweep.labeled) {
    for (const Index m : sweep.unlabeled) sweep.sizes.push_back({n, m});
  }
  std::sort(sweep.sizes.begin(), sweep.sizes.end());
  const auto is_empty = [](const CellSizes& sizes) { return sizes.unlabeled == 0; };
  if (sweep.score_unlabeled && (std::count(sweep.unlabeled.begin(), sweep.unlabeled.end(), 0) > 0 ||
                                std::any_of(sweep.sizes.begin(), sweep.sizes.end(), is_empty))) {
    errors.add("sweep.unlabeled",
               " holds 0, but holdout is \"unlabeled\": a cell without any has nothing to score");
  }
}

std::optional<SweepConfig> read_sweep(const Json& block, ConfigErrors& errors, Json& effective) {
  const std::size_t before = errors.messages().size();
  check_block(protocol_types(), block, "sweep", errors);
  const auto type = protocol_types().type_of(block);
  if (!type) return std::nullopt;
  const ProtocolEntry* entry = protocol_catalog().find(type->name);
  check_presence(*entry, block, errors);
  if (errors.messages().size() > before) return std::nullopt;

  effective = with_defaults(entry->options, block);
  effective["protocol"] = entry->name;
  effective["selection"] =
      with_defaults(selection_options(), block.value("selection", Json::object()));
  for (const char* key : {"labeled", "unlabeled"}) {
    if (block.contains("pairs")) effective.erase(key);
  }
  std::erase_if(effective.get_ref<Json::object_t&>(),
                [](const auto& item) { return item.second.is_null(); });

  SweepConfig sweep;
  sweep.protocol = entry->protocol;
  if (entry->make_draw) {
    sweep.own_protocol = entry->name;
    sweep.own_draw = entry->make_draw(effective);
  }
  sweep.k = effective.value("k", sweep.k);
  sweep.score_unlabeled = effective.value("holdout", Json()) == "unlabeled";
  sweep.stratified = effective.value("stratified", false);
  sweep.whole_groups = effective.value("whole_groups", true);
  sweep.holdout_groups = effective.value("holdout_groups", false);
  if (effective.contains("around_group"))
    sweep.around_group = effective.at("around_group").get<Index>();
  if (sweep.around_group && sweep.score_unlabeled)
    errors.add("sweep.around_group", " stands beside holdout = \"unlabeled\": no holdout is drawn");
  if (sweep.holdout_groups && sweep.score_unlabeled)
    errors.add("sweep.holdout_groups",
               " stands beside holdout = \"unlabeled\": no holdout is drawn");
  if (sweep.holdout_groups && sweep.around_group)
    errors.add("sweep.holdout_groups", " stands beside sweep.around_group: give one or the other");
  sweep.every_label = effective.at("every_label").get<bool>();
  sweep.repetitions = effective.value("repetitions", Index{0});
  if (has_option(*entry, "k")) sweep.repetitions *= sweep.k;
  sweep.seed = effective.at("seed").get<std::uint64_t>();
  const Json files = effective.value("splits", Json::array());
  sweep.split_files = files.is_string() ? std::vector<std::string>{files.get<std::string>()}
                                        : files.get<std::vector<std::string>>();
  sweep.selection_repetitions = effective.at("selection").at("repetitions").get<Index>();
  sweep.selection_scope = effective.at("selection").at("per") == "learner"
                              ? SelectionScope::kLearner
                              : SelectionScope::kCell;
  for (const char* key : {"labeled", "unlabeled", "pairs", "holdout"}) {
    if (has_shares(effective.value(key, Json()))) sweep.shares = Json::object();
  }
  if (sweep.shares.is_null()) {
    read_sizes(effective, sweep, errors);
  } else {
    for (const char* key : {"labeled", "unlabeled", "pairs", "holdout"}) {
      if (effective.contains(key)) sweep.shares[key] = effective.at(key);
    }
  }
  return sweep;
}

std::vector<Index> SweepConfig::labeled_sizes() const {
  std::vector<Index> all;
  for (const CellSizes& each : sizes) {
    if (all.empty() || all.back() != each.labeled) all.push_back(each.labeled);
  }
  return all;
}

}  // namespace costruct::experiments
