#include "costruct/data/parsing/treebank_options.hpp"

#include <algorithm>

#include "costruct/data/parsing/span_feature_table.hpp"

namespace costruct::experiments {
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
  options.json(
      "features", &Options::features,
      or_null(list_form("list of groups of features", one_value_of(span_feature_groups()),
                        {.at_least = 1, .is_distinct = true})),
      "groups of features of spans: rule, border, width, lexical, conjunction; null: rule");
  return options;
}

}  // namespace costruct::experiments
