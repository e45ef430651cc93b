// The `sweep` block: sizes, holdout, repetitions, protocol.
#include "costruct/experiments/engine/sweep_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace costruct::experiments {
namespace {

constexpr Index kMostExamples = Index{1} << 40;
constexpr Index kMostRepetitions = 1'000'000;
constexpr Index kMostCells = 10'000'000;
constexpr std::array kLaterProtocols = {"folds", "inverse_folds", "split_files"};

struct SweepOptions {
  Json labeled = nullptr, unlabeled = Json::array({0}), pairs = nullptr, holdout = nullptr,
       selection = nullptr;
  Json protocol = "resample";
  Index repetitions = 10;
  Index seed = 1;
};

struct SelectionOptions {
  Index repetitions = 5;
  SelectionScope per = SelectionScope::kCell;
};

bool is_size(const Json& value, Index at_least) {
  if (!value.is_number_integer()) return false;
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(kMostExamples))
    return false;
  return value.get<Index>() >= at_least && value.get<Index>() <= kMostExamples;
}

// The first item that stands a second time, or null.
const Json* repeated(const Json& list) {
  std::set<Json> seen;
  for (const Json& item : list) {
    if (!seen.insert(item).second) return &item;
  }
  return nullptr;
}

auto list_of_sizes(Index at_least) {
  return [at_least](const Json& value) -> std::optional<std::string> {
    if (value.is_null()) return std::nullopt;
    if (!value.is_array() || value.empty()) return fmt::format("must be a list of integers >= {}", at_least);
    for (const Json& size : value) {
      if (!is_size(size, at_least)) return fmt::format("must hold integers >= {}", at_least);
    }
    if (const Json* size = repeated(value)) return shown(*size) + " stands twice";
    return std::nullopt;
  };
}

std::optional<std::string> wrong_pairs(const Json& value) {
  if (value.is_null()) return std::nullopt;
  if (!value.is_array() || value.empty()) return "must be a list of pairs [labeled, unlabeled]";
  for (const Json& pair : value) {
    if (!pair.is_array() || pair.size() != 2 || !is_size(pair[0], 1) || !is_size(pair[1], 0)) {
      return shown(pair) + " is no pair [labeled >= 1, unlabeled >= 0]";
    }
  }
  if (const Json* pair = repeated(value)) return shown(*pair) + " stands twice";
  return std::nullopt;
}

std::optional<std::string> wrong_holdout(const Json& value) {
  if (value == "unlabeled" || is_size(value, 1)) return std::nullopt;
  return "must be an integer >= 1, or \"unlabeled\" to score the unlabeled examples";
}

std::optional<std::string> wrong_protocol(const Json& value) {
  if (value == "resample") return std::nullopt;
  if (std::find(kLaterProtocols.begin(), kLaterProtocols.end(), value) != kLaterProtocols.end()) {
    return "not available in this version; available: resample";
  }
  return "must be resample";
}

std::optional<std::string> wrong_selection(const Json& value) {
  if (value.is_null()) return std::nullopt;
  return value.is_object() ? std::nullopt : std::optional<std::string>("must be an object");
}

OptionDeclaration<SelectionOptions> selection_declaration() {
  OptionDeclaration<SelectionOptions> options;
  options.integer("repetitions", &SelectionOptions::repetitions, {.at_least = 1, .at_most = kMostRepetitions},
                  "draws on which `select` compares values; none of them makes the curve");
  options.choice("per", &SelectionOptions::per, {"cell", "learner"},
                 "whether `select` chooses for every pair of sizes, or once for the sweep");
  return options;
}

Json list_schema(const char* title, Index at_least) {
  return {{"title", title},
          {"type", "array"},
          {"items", {{"type", "integer"}, {"minimum", at_least}}},
          {"minItems", 1},
          {"uniqueItems", true}};
}

OptionDeclaration<SweepOptions> declaration() {
  const Json pair = {
      {"type", "array"},
      {"prefixItems", {{{"type", "integer"}, {"minimum", 1}}, {{"type", "integer"}, {"minimum", 0}}}},
      {"minItems", 2},
      {"maxItems", 2}};
  Json selection = {{"title", "object"},
                    {"type", "object"},
                    {"properties", options_schema(selection_options())},
                    {"additionalProperties", false}};
  OptionDeclaration<SweepOptions> options;
  options.json("labeled", &SweepOptions::labeled, list_of_sizes(1), list_schema("list of integers >= 1", 1),
               "numbers of labeled examples");
  options.json("unlabeled", &SweepOptions::unlabeled, list_of_sizes(0),
               list_schema("list of integers >= 0", 0),
               "numbers of unlabeled examples; the cells are the product with `labeled`");
  options.json(
      "pairs", &SweepOptions::pairs, wrong_pairs,
      {{"title", "list of pairs [labeled, unlabeled]"}, {"type", "array"}, {"items", pair}, {"minItems", 1}},
      "the cells one by one, in place of `labeled` and `unlabeled`");
  options.json("holdout", &SweepOptions::holdout, wrong_holdout,
               {{"title", "integer >= 1, or \"unlabeled\""},
                {"anyOf", {{{"type", "integer"}, {"minimum", 1}}, {{"const", "unlabeled"}}}}},
               "examples set apart to score on, or \"unlabeled\" to score the unlabeled ones");
  options.integer("repetitions", &SweepOptions::repetitions, {.at_least = 1, .at_most = kMostRepetitions},
                  "draws of every cell");
  options.integer("seed", &SweepOptions::seed, {.at_least = 0}, "names all random streams");
  options.json("protocol", &SweepOptions::protocol, wrong_protocol,
               {{"title", "resample"}, {"enum", {"resample"}}},
               "how examples are drawn: a fresh permutation per repetition");
  options.json("selection", &SweepOptions::selection, wrong_selection, selection,
               "how `select` compares values: repetitions, per");
  return options;
}

}  // namespace

const std::vector<OptionInfo>& sweep_options() {
  static const std::vector<OptionInfo> options = [] {
    std::vector<OptionInfo> list = declaration().list();
    for (OptionInfo& info : list) info.nullable = false;
    return list;
  }();
  return options;
}

const std::vector<OptionInfo>& selection_options() {
  static const std::vector<OptionInfo> options = selection_declaration().list();
  return options;
}

std::optional<SweepConfig> read_sweep(const Json& block, ConfigErrors& errors, Json& effective) {
  const std::size_t before = errors.messages().size();
  check_options(sweep_options(), block, "sweep", errors);
  if (!block.is_object()) return std::nullopt;
  const Json empty = Json::object();
  const Json& selection_block = block.contains("selection") ? block.at("selection") : empty;
  if (selection_block.is_object())
    check_options(selection_options(), selection_block, "sweep.selection", errors);

  const bool has_pairs = block.contains("pairs");
  if (has_pairs && (block.contains("labeled") || block.contains("unlabeled"))) {
    errors.add("sweep.pairs", " stands beside sweep.labeled or sweep.unlabeled: give one or the other");
  } else if (!has_pairs && !block.contains("labeled")) {
    errors.add("sweep.labeled", " is missing: expected a list of sizes, or sweep.pairs");
  }
  if (!block.contains("holdout")) {
    errors.add("sweep.holdout", " is missing: expected the number of examples to score on, or \"unlabeled\"");
  }
  if (errors.messages().size() > before) return std::nullopt;

  SweepConfig sweep;
  const SweepOptions options = declaration().parse(block);
  const SelectionOptions selection = selection_declaration().parse(selection_block);
  if (has_pairs) {
    for (const Json& pair : options.pairs)
      sweep.sizes.push_back({pair[0].get<Index>(), pair[1].get<Index>()});
  } else {
    for (const Json& n : options.labeled) {
      for (const Json& m : options.unlabeled) sweep.sizes.push_back({n.get<Index>(), m.get<Index>()});
    }
  }
  std::sort(sweep.sizes.begin(), sweep.sizes.end());
  sweep.score_unlabeled = options.holdout.is_string();
  if (!sweep.score_unlabeled) sweep.holdout = options.holdout.get<Index>();
  sweep.repetitions = options.repetitions;
  sweep.seed = static_cast<std::uint64_t>(options.seed);
  sweep.selection_repetitions = selection.repetitions;
  sweep.selection_scope = selection.per;

  if (static_cast<double>(sweep.sizes.size()) * static_cast<double>(sweep.repetitions) > kMostCells) {
    errors.add("sweep",
               fmt::format(": {} pairs of sizes times {} repetitions: more than {} cells for a learner",
                           sweep.sizes.size(), sweep.repetitions, kMostCells));
  }
  if (sweep.score_unlabeled && std::any_of(sweep.sizes.begin(), sweep.sizes.end(),
                                           [](const CellSizes& s) { return s.unlabeled == 0; })) {
    errors.add("sweep.unlabeled",
               " holds 0, but holdout is \"unlabeled\": a cell without any has nothing to score");
  }

  effective = with_defaults(sweep_options(), block);
  effective["selection"] = with_defaults(selection_options(), selection_block);
  for (const char* key : {"pairs", "labeled", "unlabeled"}) {
    if (has_pairs ? std::string(key) != "pairs" : std::string(key) == "pairs") effective.erase(key);
  }
  return sweep;
}

}  // namespace costruct::experiments
