// The problem `dependency`: a head and a relation for each token of a sentence.
#pragma once

#include "costruct/core/decode/heads/head_trees.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct {

/// The catalog entry of the problem `dependency`. Its data are HeadedSentences
/// (headed_sentences.hpp), its joint features those of ArcWeights (arc_weights.hpp).
ProblemEntry dependency_problem();

namespace dependency {

/// The names of the options that say which trees are possible.
inline constexpr const char* kTreesOption = "trees";
inline constexpr const char* kSingleRootOption = "single_root";

/// Their values. The problem has these options. Formats of dependency trees have them too, to check
/// the trees of files.
struct TreeOptions {
  enum class Trees { kProjective, kAny };  ///< projective: no two arcs cross
  Trees trees = Trees::kProjective;
  bool single_root = true;  ///< whether exactly one token, if there is any, has the root as head

  HeadTreeKind kind() const { return {trees == Trees::kProjective, single_root}; }
};

/// Declares both options. @tparam Options  derives from TreeOptions
template <class Options>
void declare_tree_options(OptionDeclaration<Options>& options) {
  options.choice(kTreesOption, static_cast<TreeOptions::Trees Options::*>(&Options::trees),
                 {"projective", "any"}, "projective: no two arcs cross");
  options.boolean(kSingleRootOption, &Options::single_root,
                  "whether exactly one token of a sentence has the root as its head");
}

}  // namespace dependency
}  // namespace costruct
