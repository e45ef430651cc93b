#include "costruct/data/dependency/conllu_tree_options.hpp"

#include "costruct/data/formats/chains/conllu_lines.hpp"

namespace costruct::experiments {

OptionDeclaration<ConlluTreeOptions> conllu_tree_options() {
  using Options = ConlluTreeOptions;
  OptionDeclaration<Options> options;
  dependency::declare_tree_options(options);
  options.json(kConlluDocuments, &Options::documents, conllu_documents_form(),
               kConlluDocumentsMeaning);
  options.choice("relations", &Options::relations, {"full", "universal", "none"},
                 "universal: without subtypes (nsubj for nsubj:pass); none: heads alone");
  options.choice("non_projective", &Options::non_projective, {"leave_out", "lift", "error"},
                 "training trees that are not projective");
  options.choice("tag", &Options::tag, {"upos", "xpos", "both", "none"}, "tags in features");
  options.json("features", &Options::features,
               list_form("list of groups of features", one_value_of(arc_feature_groups()),
                         {.at_least = 1, .is_distinct = true}),
               "groups of features");
  options.json("clusters", &Options::clusters,
               list_form("list of at most 2 numbers",
                         integer_form({.at_least = 2, .at_most = kMostClusters}),
                         {.at_most = kMostClusterings, .is_distinct = true}),
               "clusters of words", wrong_order);
  options.integer("vectors", &Options::vectors,
                  {.at_least = 0, .at_most = WordVectorOptions().dimensions},
                  "components of word vectors");
  options.integer("min_length", &Options::min_length, {.at_least = 1},
                  "leave out training and unlabeled sentences of fewer tokens; null: none");
  options.integer("max_length", &Options::max_length, {.at_least = 1},
                  "leave out training and unlabeled sentences of more tokens; null: none");
  return options;
}

}  // namespace costruct::experiments
