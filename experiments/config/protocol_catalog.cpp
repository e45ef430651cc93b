// The protocols of a sweep, with the keys of each.
#include <fmt/format.h>

#include "costruct/experiments/config/blocks/size_shares.hpp"
#include "costruct/experiments/config/sweep_block.hpp"

namespace costruct::experiments {
namespace {

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

OptionInfo integer(const char* name, Json default_value, Index at_least, const char* meaning) {
  Range range{.at_least = at_least};
  if (std::string(name) != "seed") range.at_most = kMostRepetitions;
  return not_null(integer_option(name, std::move(default_value), range, meaning));
}

OptionInfo sizes(const char* name, Json default_value, Index at_least, const char* meaning) {
  const Json list = list_form("", size_form(at_least), {.at_least = 1, .is_distinct = true});
  return json_option(
      name, std::move(default_value),
      any_form(fmt::format("list of integers >= {} or shares as \"5%\", or \"all\"", at_least),
               {list, one_value_of({"all"})}),
      meaning);
}

OptionInfo pairs() {
  const Json pair =
      tuple_form("pair [labeled >= 1, unlabeled >= 0] of integers or shares as \"5%\"",
                 {size_form(1), size_form(0)});
  return json_option(
      "pairs", nullptr,
      list_form("list of pairs [labeled, unlabeled]", pair, {.at_least = 1, .is_distinct = true}),
      "the cells one by one, in place of `labeled` and `unlabeled`");
}

OptionInfo holdout(Json default_value) {
  return json_option(
      "holdout", std::move(default_value),
      any_form("integer >= 1, a share as \"20%\", or \"unlabeled\" to score the unlabeled examples",
               {size_form(1), one_value_of({"unlabeled"})}),
      "examples to score on, a share, or the \"unlabeled\" ones");
}

OptionInfo folds() {
  return integer("k", 10, 2, "folds of a partition; their sizes differ by at most one");
}

OptionInfo splits() {
  const Json path = text_form("path of a split file");
  return json_option("splits", nullptr,
                     any_form("path of a split file, or a list of them",
                              {path, list_form("", path, {.at_least = 1, .is_distinct = true})}),
                     "split files, looked for like data files");
}

OptionInfo stratified() {
  return boolean_option("stratified", false,
                        "labeled examples come in rounds, one of each label: n = c K are c of each "
                        "of K, as far as they go");
}

OptionInfo whole_groups() {
  return boolean_option("whole_groups", true,
                        "for groups (mails in batches): other examples of a held-out group are not "
                        "learned from");
}

OptionInfo holdout_groups() {
  return boolean_option("holdout_groups", false,
                        "for groups: the holdout takes group after group, the last one in part");
}

OptionInfo around_group() {
  OptionInfo info =
      integer("around_group", nullptr, 1,
              "for groups: a holdout has so many examples of one group of two or more, or "
              "all of it, then others at random");
  info.nullable = true;
  return info;
}

std::vector<OptionInfo> with_common(std::vector<OptionInfo> own) {
  own.push_back(pairs());
  own.push_back(integer("seed", 1, 0, "names all random streams"));
  own.push_back(boolean_option("every_label", true,
                               "draw again while the smallest labeled part lacks a label; false: "
                               "take draws as they come"));
  own.push_back(json_option("selection", nullptr, object_form(selection_options()),
                            "how `select` compares values: repetitions, per"));
  return own;
}

constexpr const char* kLabeled =
    "numbers of labeled examples, or shares, \"5%\"; \"all\": all there are";
constexpr const char* kUnlabeled =
    "numbers of unlabeled examples, shares, or \"all\" others, for each of `labeled`";

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
                    sizes("unlabeled", Json::array({0}), 0, kUnlabeled), required(holdout(nullptr)),
                    stratified(), whole_groups(), holdout_groups(), around_group(),
                    integer("repetitions", 10, 1, "draws of every cell")})},
      {Protocol::kFolds,
       "folds",
       "cross-validation: each fold is held out once per partition",
       {"holdout: a fold", "labeled: n of the others", "unlabeled: the next m of the others"},
       with_common(
           {folds(), sizes("labeled", "all", 1, kLabeled),
            sizes("unlabeled", Json::array({0}), 0, kUnlabeled),
            integer("repetitions", 1, 1, "partitions; every cell is computed k times for each")})},
      {Protocol::kInverseFolds,
       "inverse_folds",
       "inverse cross-validation: each fold is labeled once per partition, the others are not",
       {"labeled: n of a fold",
        "holdout: a number of examples of the other folds, or the unlabeled ones",
        "unlabeled: the next m of the other folds"},
       with_common(
           {folds(), sizes("labeled", "all", 1, kLabeled), sizes("unlabeled", "all", 0, kUnlabeled),
            holdout("unlabeled"),
            integer("repetitions", 1, 1, "partitions; every cell is computed k times for each")})},
      {Protocol::kSplitFiles,
       "split_files",
       "splits that are given, as those of a benchmark",
       {"labeled: line r of the files lists the examples of repetition r, by their numbers from 1 "
        "in "
        "the order of the files under `train`",
        "unlabeled: all others, which are scored",
        "a line as an object: {\"labeled\": [...], \"unlabeled\": [...], \"holdout\": [...]}"},
       with_common({required(splits()), sizes("labeled", "all", 1, kLabeled),
                    sizes("unlabeled", "all", 0, kUnlabeled),
                    integer("repetitions", nullptr, 1, "the first lines only; default: all")})},
  };
}

Catalog<ProtocolEntry>& all_protocols() {
  static Catalog<ProtocolEntry> catalog("protocol", make_catalog(), [](const ProtocolEntry& entry) {
    const bool is_own = entry.details.empty();
    return is_own && !entry.make_draw ? "`make_draw`" : "";
  });
  return catalog;
}

}  // namespace

const Catalog<ProtocolEntry>& protocol_catalog() {
  return all_protocols();
}

void add_protocol(OwnProtocol protocol) {
  std::vector<OptionInfo> options = std::move(protocol.options);
  options.push_back(sizes("labeled", "all", 1, kLabeled));
  options.push_back(sizes("unlabeled", "all", 0, kUnlabeled));
  options.push_back(integer("repetitions", 10, 1, "draws"));
  all_protocols().add({Protocol::kSplitFiles,
                       std::move(protocol.name),
                       std::move(protocol.summary),
                       {},
                       with_common(std::move(options)),
                       std::move(protocol.make_draw)});
}

BlockTypes protocol_types() {
  BlockTypes types = types_of_catalog("protocol", protocol_catalog);
  types.key = "protocol";
  types.default_type = protocol_name(Protocol::kResample);
  return types;
}

const std::string& protocol_name(Protocol protocol) {
  return protocol_catalog().begin()[static_cast<std::size_t>(protocol)].name;
}

const std::vector<OptionInfo>& selection_options() {
  static const std::vector<OptionInfo> options = selection_declaration().list();
  return options;
}

}  // namespace costruct::experiments
