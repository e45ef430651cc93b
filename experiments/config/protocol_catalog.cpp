// The protocols of a sweep, with the keys of each.
#include <fmt/format.h>

#include <set>

#include "costruct/data/sites.hpp"
#include "costruct/experiments/config/size_shares.hpp"
#include "costruct/experiments/config/sweep_block.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kMostExamples = Index{1} << 40;
constexpr Index kMostRepetitions = 1'000'000;

struct SelectionOptions {
  Index repetitions = 5;
  SelectionScope per = SelectionScope::kCell;
};

OptionDeclaration<SelectionOptions> selection_declaration() {
  OptionDeclaration<SelectionOptions> options;
  options.integer("repetitions", &SelectionOptions::repetitions,
                  {.at_least = 1, .at_most = kMostRepetitions},
                  "draws on which `select` compares values; none of them makes the curve");
  options.choice("per", &SelectionOptions::per, {"cell", "learner"},
                 "whether `select` chooses for every pair of sizes, or once for the sweep");
  return options;
}

bool is_size(const Json& value, Index at_least) {
  if (is_share(value)) return at_least == 0 || examples_of_share(value, kMostExamples) > 0;
  if (!value.is_number_integer()) return false;
  if (value.is_number_unsigned() &&
      value.get<std::uint64_t>() > static_cast<std::uint64_t>(kMostExamples))
    return false;
  return value.get<Index>() >= at_least && value.get<Index>() <= kMostExamples;
}

// The first item that occurs a second time, or null.
const Json* repeated(const Json& list) {
  std::set<Json> seen;
  for (const Json& item : list) {
    if (!seen.insert(item).second) return &item;
  }
  return nullptr;
}

auto wrong_sizes(Index at_least) {
  return [at_least](const Json& value) -> std::optional<std::string> {
    if (value == "all") return std::nullopt;
    if (!value.is_array() || value.empty())
      return fmt::format("must be a list of integers >= {}, or \"all\"", at_least);
    for (const Json& size : value) {
      if (!is_size(size, at_least))
        return fmt::format("must hold integers >= {}, or shares as \"5%\"", at_least);
    }
    if (const Json* size = repeated(value)) return shown(*size) + " stands twice";
    return std::nullopt;
  };
}

std::optional<std::string> wrong_pairs(const Json& value) {
  if (!value.is_array() || value.empty()) return "must be a list of pairs [labeled, unlabeled]";
  for (const Json& pair : value) {
    if (!pair.is_array() || pair.size() != 2 || !is_size(pair[0], 1) || !is_size(pair[1], 0)) {
      return shown(pair) +
             " is no pair [labeled >= 1, unlabeled >= 0] of integers or shares as \"5%\"";
    }
  }
  if (const Json* pair = repeated(value)) return shown(*pair) + " stands twice";
  return std::nullopt;
}

std::optional<std::string> wrong_holdout(const Json& value) {
  if (value == "unlabeled" || is_size(value, 1)) return std::nullopt;
  return "must be an integer >= 1, a share as \"20%\", or \"unlabeled\" to score the unlabeled "
         "examples";
}

std::optional<std::string> wrong_paths(const Json& value) {
  if (is_path(value)) return std::nullopt;
  if (!value.is_array() || value.empty())
    return "must be the path of a split file, without NUL, or a list of them";
  for (const Json& path : value) {
    if (!is_path(path)) return "must hold paths of split files, without NUL";
  }
  if (const Json* path = repeated(value)) return shown(*path) + " stands twice";
  return std::nullopt;
}

std::optional<std::string> wrong_selection(const Json& value) {
  return value.is_object() ? std::nullopt : std::optional<std::string>("must be an object");
}

using Check = std::function<std::optional<std::string>(const Json&)>;

OptionInfo json_option(const char* name, Json default_value, Check check, Json schema,
                       const char* meaning) {
  OptionInfo info{name, OptionType::kJson, std::move(default_value), {}, {}, meaning};
  info.check = std::move(check);
  info.schema = std::move(schema);
  return info;
}

OptionInfo integer(const char* name, Json default_value, Index at_least, const char* meaning) {
  Range range{.at_least = at_least};
  if (std::string(name) != "seed") range.at_most = kMostRepetitions;
  return {name, OptionType::kInteger, std::move(default_value), range, {}, meaning};
}

OptionInfo sizes(const char* name, Json default_value, Index at_least, const char* meaning) {
  const Json list = {
      {"type", "array"}, {"items", size_schema(at_least)}, {"minItems", 1}, {"uniqueItems", true}};
  return json_option(name, std::move(default_value), wrong_sizes(at_least),
                     {{"title", fmt::format("list of integers >= {}, or \"all\"", at_least)},
                      {"anyOf", {list, {{"const", "all"}}}}},
                     meaning);
}

OptionInfo pairs() {
  const Json pair = {{"type", "array"},
                     {"prefixItems", {size_schema(1), size_schema(0)}},
                     {"minItems", 2},
                     {"maxItems", 2}};
  return json_option("pairs", nullptr, wrong_pairs,
                     {{"title", "list of pairs [labeled, unlabeled]"},
                      {"type", "array"},
                      {"items", pair},
                      {"minItems", 1}},
                     "the cells one by one, in place of `labeled` and `unlabeled`");
}

OptionInfo holdout(Json default_value) {
  return json_option(
      "holdout", std::move(default_value), wrong_holdout,
      {{"title", "integer >= 1, or \"unlabeled\""},
       {"anyOf", {size_schema(1), {{"const", "unlabeled"}}}}},
      "examples set apart to score on, or a share, or \"unlabeled\" to score the unlabeled ones");
}

OptionInfo folds() {
  return integer("k", 10, 2, "folds of a partition; their sizes differ by at most one");
}

OptionInfo splits() {
  const Json path = {{"type", "string"}, {"minLength", 1}};
  const Json list = {{"type", "array"}, {"items", path}, {"minItems", 1}, {"uniqueItems", true}};
  return json_option("splits", nullptr, wrong_paths,
                     {{"title", "path, or list of paths"}, {"anyOf", {path, list}}},
                     "split files, looked for like data files");
}

OptionInfo stratified() {
  return {"stratified",
          OptionType::kBoolean,
          false,
          {},
          {},
          "labeled examples come in rounds, one of each label: n = c K are c of each of K, as far "
          "as they go"};
}

OptionInfo whole_groups() {
  return {"whole_groups",
          OptionType::kBoolean,
          true,
          {},
          {},
          "of data in groups (mails in batches): examples of a group that the holdout has are not "
          "learned from"};
}

OptionInfo holdout_groups() {
  return {"holdout_groups",
          OptionType::kBoolean,
          false,
          {},
          {},
          "of data in groups (pairs of a family): the holdout takes group after group, the last "
          "one as far "
          "as it is wanted"};
}

OptionInfo around_group() {
  OptionInfo info = integer(
      "around_group", nullptr, 1,
      "of data in groups: a holdout has so many examples of one group of two or more, or all of "
      "it, then others at random");
  info.nullable = true;
  return info;
}

std::vector<OptionInfo> with_common(std::vector<OptionInfo> own) {
  own.push_back(pairs());
  own.push_back(integer("seed", 1, 0, "names all random streams"));
  own.push_back(
      {"every_label",
       OptionType::kBoolean,
       true,
       {},
       {},
       "draw again while the smallest labeled part lacks a label; false: take draws as they come"});
  own.push_back(json_option("selection", nullptr, wrong_selection,
                            {{"title", "object"},
                             {"type", "object"},
                             {"properties", options_schema(selection_options())},
                             {"additionalProperties", false}},
                            "how `select` compares values: repetitions, per"));
  return own;
}

constexpr const char* kLabeled =
    "numbers of labeled examples, or shares, \"5%\"; \"all\": as many as there can be";
constexpr const char* kUnlabeled =
    "numbers of unlabeled examples, or shares, or \"all\" that are left; the cells are the product "
    "with `labeled`";

std::vector<ProtocolEntry> make_catalog() {
  return {
      {Protocol::kResample,
       "resample",
       "a fresh permutation per repetition",
       {"holdout: the first examples of the permutation (some of one group first, where "
        "around_group says "
        "so), or the "
        "unlabeled ones",
        "labeled: the next n", "unlabeled: the next m"},
       with_common({sizes("labeled", nullptr, 1, kLabeled),
                    sizes("unlabeled", Json::array({0}), 0, kUnlabeled), holdout(nullptr),
                    stratified(), whole_groups(), holdout_groups(), around_group(),
                    integer("repetitions", 10, 1, "draws of every cell")}),
       {"holdout"}},
      {Protocol::kFolds,
       "folds",
       "cross-validation: each fold is held out once per partition",
       {"holdout: a fold", "labeled: n of the others", "unlabeled: the next m of the others"},
       with_common(
           {folds(), sizes("labeled", "all", 1, kLabeled),
            sizes("unlabeled", Json::array({0}), 0, kUnlabeled),
            integer("repetitions", 1, 1, "partitions; every cell is computed k times for each")}),
       {}},
      {Protocol::kInverseFolds,
       "inverse_folds",
       "inverse cross-validation: each fold is labeled once per partition, the others are not",
       {"labeled: n of a fold",
        "holdout: a number of examples of the other folds, or the unlabeled ones",
        "unlabeled: the next m of the other folds"},
       with_common(
           {folds(), sizes("labeled", "all", 1, kLabeled), sizes("unlabeled", "all", 0, kUnlabeled),
            holdout("unlabeled"),
            integer("repetitions", 1, 1, "partitions; every cell is computed k times for each")}),
       {}},
      {Protocol::kSplitFiles,
       "split_files",
       "splits that are given, as those of a benchmark",
       {"line r of the files is repetition r: the numbers of its labeled examples, from 1, in the "
        "order of "
        "the",
        "files under `train`; the others are unlabeled and scored. Or an object of such lists:",
        "{\"labeled\": [...], \"unlabeled\": [...], \"holdout\": [...]}"},
       with_common({splits(), sizes("labeled", "all", 1, kLabeled),
                    sizes("unlabeled", "all", 0, kUnlabeled),
                    integer("repetitions", nullptr, 1, "the first lines only; default: all")}),
       {"splits"}},
  };
}

}  // namespace

const Catalog<ProtocolEntry>& protocol_catalog() {
  static const Catalog<ProtocolEntry> catalog("protocol", make_catalog());
  return catalog;
}

const std::string& protocol_name(Protocol protocol) {
  return protocol_catalog().begin()[static_cast<std::size_t>(protocol)].name;
}

const std::vector<OptionInfo>& selection_options() {
  static const std::vector<OptionInfo> options = selection_declaration().list();
  return options;
}

}  // namespace costruct::experiments
