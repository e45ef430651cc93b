#include "costruct/data/parsing/treebank_options.hpp"

#include <algorithm>

#include "costruct/data/parsing/span_feature_table.hpp"

namespace costruct::experiments {
namespace {

std::optional<std::string> wrong_feature_groups(const Json& value) {
  const std::vector<std::string>& all = span_feature_groups();
  if (value.is_null()) return std::nullopt;
  if (!value.is_array() || value.empty()) return "must be a list of groups of features";
  std::vector<std::string> seen;
  for (const Json& group : value) {
    if (!group.is_string() ||
        std::find(all.begin(), all.end(), group.get<std::string>()) == all.end())
      return shown(group) + ": " + suggestion(group, all);
    if (std::find(seen.begin(), seen.end(), group.get<std::string>()) != seen.end())
      return "group " + group.get<std::string>() + " stands twice";
    seen.push_back(group.get<std::string>());
  }
  return std::nullopt;
}

}  // namespace

OptionDeclaration<TreebankOptions> treebank_options() {
  using Options = TreebankOptions;
  OptionDeclaration<Options> options;
  options.choice("functions", &Options::functions, {"strip", "keep"},
                 "strip: cut labels at their first -, = or |, but not -LRB- and the like");
  options.choice("traces", &Options::traces, {"drop", "keep"},
                 "drop: leave out leaves tagged -NONE-, and nodes that are empty then");
  options.choice("input", &Options::input, {"tags", "words"}, "what the leaves of trees produce");
  options.choice("binarization", &Options::binarization, {"right", "left", "head"},
                 "where nodes with more than two children go on");
  options.integer("horizontal", &Options::horizontal, {.at_least = 0, .at_most = 1000},
                  "children that an intermediate node remembers; null: all");
  options.integer("vertical", &Options::vertical, {.at_least = 1, .at_most = 3},
                  "a label and so many less one of those above it make a symbol");
  options.integer("min_length", &Options::min_length, {.at_least = 1},
                  "leave out training and unlabeled sentences of fewer tokens; null: none");
  options.integer("max_length", &Options::max_length, {.at_least = 1},
                  "leave out training and unlabeled sentences of more tokens; null: none");
  options
      .integer("rare", &Options::rare, {.at_least = 0},
               "training words that occur so often or less are read as their class")
      .only_with("input", "words");
  options.choice("grammar", &Options::grammar, {"labeled", "corpus"},
                 "rules of the labeled trees of a fit, or of all trees in the training files");
  Json names = Json::array();
  for (const std::string& group : span_feature_groups()) names.push_back(group);
  options.json(
      "features", &Options::features, wrong_feature_groups,
      {{"title", "list of groups of features"},
       {"type", {"array", "null"}},
       {"items", {{"enum", names}}},
       {"minItems", 1},
       {"uniqueItems", true}},
      "groups of features of spans: rule, border, width, lexical, conjunction; null: rule");
  return options;
}

}  // namespace costruct::experiments
