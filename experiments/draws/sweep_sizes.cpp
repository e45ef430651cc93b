// Checks which sizes the draws of a sweep can give, and which settings of draws change results.
#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/text/counted.hpp"
#include "costruct/experiments/config/blocks/size_shares.hpp"
#include "costruct/experiments/config/sweep_block.hpp"
#include "costruct/experiments/draws/fold_partition.hpp"
#include "costruct/experiments/draws/splits.hpp"

namespace costruct::experiments {
namespace {

// The numbers of examples that every repetition can give.
struct Supply {
  Index labeled = 0;
  Index unlabeled = 0;
  bool shared = false;  // an example is either labeled or unlabeled, so both share the supply
  std::string text;     // describes the data, for errors

  Index unlabeled_beside(Index n) const { return shared ? unlabeled - n : unlabeled; }
};

// The number of examples that can be unlabeled. If these are scored, they need labels.
Index candidates(const DrawPool& pool, const SweepConfig& sweep) {
  return sweep.score_unlabeled ? pool.num_labeled() : pool.size();
}

std::string pool_text(const DrawPool& pool) {
  return fmt::format("the data has {}, {} of them with labels", counted(pool.size(), "example"),
                     pool.num_labeled());
}

// The supply if examples of held-out groups are left out. It differs from draw to draw.
Supply supply_beside_groups(const DrawPool& pool, SweepConfig sweep) {
  if (sweep.sizes.empty()) sweep.sizes = {{1, 0}};
  sweep.every_label = false;  // redraws change little and can be many
  Index labeled = pool.num_labeled(), known = pool.size();
  const auto look_at = [&](Index repetitions, const char* purpose) {
    for (Index repetition = 0; repetition < repetitions; ++repetition) {
      const Draw draw(pool, sweep, repetition, purpose);
      labeled = std::min(labeled, draw.num_labeled());
      known = std::min(known, draw.num_known());
    }
  };
  look_at(sweep.repetitions, "split");
  if (sweep.selects) look_at(sweep.selection_repetitions, "selection/split");
  const std::string text = fmt::format(
      "{} are held out, groups of theirs are not learned from (sweep.whole_groups), and {}",
      sweep.holdout, pool_text(pool));
  return {labeled, known, true, text};
}

Supply resample_supply(const DrawPool& pool, const SweepConfig& sweep) {
  if (sweep.whole_groups && pool.has_groups() && !sweep.score_unlabeled &&
      sweep.holdout < pool.num_labeled())
    return supply_beside_groups(pool, sweep);
  const std::string text = sweep.score_unlabeled ? pool_text(pool)
                                                 : fmt::format("{} are held out, and {}",
                                                               sweep.holdout, pool_text(pool));
  return {pool.num_labeled() - sweep.holdout, candidates(pool, sweep) - sweep.holdout, true, text};
}

void check_folds(const DrawPool& pool, const SweepConfig& sweep) {
  if (sweep.k > pool.num_labeled()) {
    throw ConfigError(fmt::format("sweep.k = {}: there {}", sweep.k,
                                  are_counted(pool.num_labeled(), "labeled example")));
  }
}

Supply fold_supply(const DrawPool& pool, const SweepConfig& sweep) {
  check_folds(pool, sweep);
  const Index count = pool.num_labeled(), largest = first_of_fold(count, sweep.k, 1);
  const std::string text =
      fmt::format("there are {}, and {}", counted(sweep.k, "fold"), pool_text(pool));
  if (sweep.protocol == Protocol::kFolds)
    return {count - largest, pool.size() - largest, true, text};
  if (sweep.holdout > count - largest) {
    throw ConfigError(fmt::format("sweep.holdout = {}: the folds beside the labeled one have {}",
                                  sweep.holdout, counted(count - largest, "example")));
  }
  return {count / sweep.k, candidates(pool, sweep) - largest - sweep.holdout, false, text};
}

Supply listed_supply(const DrawPool& pool, const SweepConfig& sweep) {
  Supply supply{pool.size(), pool.size(), false, ""};
  const auto size = [](const std::vector<Index>& list) { return static_cast<Index>(list.size()); };
  for (const ListedSplit& line : sweep.splits) {
    const Index others = candidates(pool, sweep) - size(line.labeled) - size(line.holdout);
    supply.labeled = std::min(supply.labeled, size(line.labeled));
    supply.unlabeled =
        std::min(supply.unlabeled, line.others_unlabeled ? others : size(line.unlabeled));
  }
  supply.text = sweep.own_draw ? "a draw of protocol " + sweep.own_protocol + " has no more"
                               : "a line of the split files has no more";
  return supply;
}

Supply supply_of(const DrawPool& pool, const SweepConfig& sweep) {
  switch (sweep.protocol) {
    case Protocol::kResample:
      return resample_supply(pool, sweep);
    case Protocol::kFolds:
    case Protocol::kInverseFolds:
      return fold_supply(pool, sweep);
    case Protocol::kSplitFiles:
      break;
  }
  return listed_supply(pool, sweep);
}

void check_cells(const SweepConfig& sweep, std::size_t pairs) {
  if (sweep.too_many_cells(static_cast<double>(pairs))) {
    throw ConfigError(fmt::format("sweep: {} of sizes times {}: more than {} cells for a learner",
                                  counted(static_cast<Index>(pairs), "pair"),
                                  counted(sweep.repetitions, "repetition"),
                                  SweepConfig::kMostCells));
  }
}

// The number of examples of each share in a value, which may be a list. Labeled and held-out
// examples are shares of those with labels, and at least one.
Json numbers_of(const Json& value, const std::string& path, bool is_labeled, const DrawPool& pool,
                std::vector<std::string>& notes) {
  if (value.is_array()) {
    Json list = Json::array();
    const bool is_pair = path == "sweep.pairs" && value.size() == 2 && !value[0].is_array();
    for (std::size_t i = 0; i < value.size(); ++i)
      list.push_back(numbers_of(value[i], path, is_pair ? i == 0 : is_labeled, pool, notes));
    return list;
  }
  if (!is_share(value)) return value;
  const Index all = is_labeled ? pool.num_labeled() : pool.size();
  const Index number = std::max(examples_of_share(value, all), Index{is_labeled});
  notes.push_back(fmt::format("{}: {} of {} {} {}", path, value.get<std::string>(),
                              counted(all, is_labeled ? "example with a label" : "example",
                                      is_labeled ? "examples with labels" : "examples"),
                              number == 1 ? "is" : "are", number));
  return number;
}

// Makes numbers of the shares among the sizes, also in sweep.shares.
void resolve_shares(SweepConfig& sweep, const DrawPool& pool) {
  Json numbers = Json::object();
  for (const auto& [key, value] : sweep.shares.items()) {
    const std::string path = "sweep." + key;
    numbers[key] = numbers_of(value, path, key != "unlabeled", pool, sweep.size_notes);
    if (!numbers[key].is_array()) continue;
    const Json& list = numbers[key];
    for (auto at = list.begin(); at != list.end(); ++at) {
      const auto first = std::find(list.begin(), at, *at);
      if (first == at) continue;
      throw ConfigError(fmt::format("{}: {} and {} are the same number of examples, {}", path,
                                    value[static_cast<std::size_t>(first - list.begin())].dump(),
                                    value[static_cast<std::size_t>(at - list.begin())].dump(),
                                    at->dump()));
    }
  }
  ConfigErrors errors;
  read_sizes(numbers, sweep, errors);
  errors.throw_if_any("");
  sweep.shares = std::move(numbers);
}

}  // namespace

void resolve_sizes(SweepConfig& sweep, const DrawPool& pool) {
  if (!sweep.shares.is_null()) resolve_shares(sweep, pool);
  const bool known = !sweep.sizes.empty();
  std::vector<Index> labeled = sweep.labeled;
  Supply supply;
  if (!known) {
    supply = supply_of(pool, sweep);
    if (labeled.empty()) labeled = {supply.labeled};
    if (labeled[0] < 1)
      throw ConfigError("sweep.labeled = \"all\": no labeled examples are left; " + supply.text);
  }
  const std::size_t product = labeled.size() * std::max<std::size_t>(sweep.unlabeled.size(), 1);
  check_cells(sweep, known ? sweep.sizes.size() : product);
  if (known) return;
  for (const Index n : labeled) {
    if (sweep.unlabeled.empty())
      sweep.sizes.push_back({n, std::max(supply.unlabeled_beside(n), Index{0})});
    for (const Index m : sweep.unlabeled) sweep.sizes.push_back({n, m});
  }
  std::sort(sweep.sizes.begin(), sweep.sizes.end());
}

namespace {

void check_stratified(const DrawPool& pool) {
  if (pool.labels().empty())
    throw ConfigError("sweep.stratified = true: the data have no labels to go by");
  for (Index example = 0; example < pool.size(); ++example) {
    if (pool.is_labeled(example) && pool.labels_of(example).size() != 1) {
      throw ConfigError(
          fmt::format("sweep.stratified = true: example {} has {}, and rounds need one",
                      example + 1, counted(std::ssize(pool.labels_of(example)), "label")));
    }
  }
}

}  // namespace

void check_sizes(const DrawPool& pool, const SweepConfig& sweep) {
  if (sweep.around_group && !pool.has_groups())
    throw ConfigError("sweep.around_group: the data have no groups of two or more examples");
  if (sweep.holdout_groups && !pool.has_groups())
    throw ConfigError("sweep.holdout_groups: the data have no groups of two or more examples");
  if (sweep.stratified) check_stratified(pool);
  const Supply supply = supply_of(pool, sweep);
  for (const CellSizes& sizes : sweep.sizes) {
    const auto [n, m] = sizes;
    const Index most = std::max(supply.labeled, Index{0}),
                left = std::max(supply.unlabeled_beside(n), Index{0});
    if (n <= most && m <= left && (m > 0 || !sweep.score_unlabeled)) continue;
    const std::string cell = fmt::format("sweep: {} labeled + {} unlabeled", n, m);
    if (n > most)
      throw ConfigError(fmt::format("{}: at most {} can be labeled; {}", cell, most, supply.text));
    if (m > left)
      throw ConfigError(
          fmt::format("{}: at most {} are left as unlabeled; {}", cell, left, supply.text));
    throw ConfigError(cell + ": the unlabeled are scored, and there are none; " + supply.text);
  }
  const bool drawn = sweep.protocol != Protocol::kSplitFiles;  // lines of files are not redrawn
  if (drawn && sweep.every_label && !pool.can_hold_every_label(sweep.smallest_labeled())) {
    throw ConfigError(
        fmt::format("sweep.labeled: no {} all {} labels; {}",
                    counted(sweep.smallest_labeled(), "labeled example of these data has",
                            "labeled examples of these data have"),
                    pool.labels().size(), kAdviceOnLabels));
  }
}

Json split_identity(const SweepConfig& sweep) {
  Json identity = {{"protocol", protocol_name(sweep.protocol)},
                   {"smallest_labeled", sweep.smallest_labeled()},
                   {"seed", sweep.seed}};
  if (sweep.protocol == Protocol::kResample || sweep.protocol == Protocol::kInverseFolds)
    identity["holdout"] = sweep.score_unlabeled ? Json("unlabeled") : Json(sweep.holdout);
  if (sweep.protocol == Protocol::kFolds || sweep.protocol == Protocol::kInverseFolds)
    identity["k"] = sweep.k;
  if (!sweep.every_label) identity["every_label"] = false;
  if (sweep.stratified) identity["stratified"] = true;
  if (!sweep.whole_groups) identity["whole_groups"] = false;
  if (sweep.holdout_groups) identity["holdout_groups"] = true;
  if (sweep.around_group) identity["around_group"] = *sweep.around_group;
  if (sweep.unlabeled_as_given) identity["unlabeled_as_given"] = true;
  if (sweep.protocol == Protocol::kSplitFiles) identity["splits"] = sweep.split_checksums;
  return identity;
}

}  // namespace costruct::experiments
