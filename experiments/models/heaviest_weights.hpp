// The heaviest weights of a model by name, for `describe model --weights`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/problems/weight_blocks.hpp"

namespace costruct::experiments {

/// A weight and the name of its feature.
struct NamedWeight {
  std::string name;
  double weight = 0;
};

/// The heaviest weights of one part of the output in one view, in descending order from the largest
/// positive one to the largest negative one. A part is for example a label.
struct WeightGroup {
  Index site = 0;    ///< from 1; 0: the model has no sites
  Index view = 0;    ///< from 1
  std::string kind;  ///< as WeightBlock::kind: "label"
  std::string part;  ///< "B-PER"; "" if the kind has one part
  std::vector<NamedWeight> weights;
};

/// The tables that `describe model --weights` shows.
struct HeaviestWeights {
  std::vector<WeightGroup> groups;
  std::vector<std::string> notes;  ///< a sentence for each view whose weights have no names
};

/// "view 1: the weights belong to features of a kernel, which have no names ..."
std::string note_on_kernel(std::size_t view);
/// "view 1: the weights belong to scaled values of the features ..."
std::string note_on_scaled(std::size_t view);

/// Returns for each part its `most` largest positive weights and its `most` largest negative ones.
/// Among equals the first ones count. Parts without nonzero weights are left out. The groups have
/// site 0 and view 1, which the caller may change.
/// @param blocks        the layout of the weights, from the problem of the view
/// @param weights       of one view, as many as the blocks have; otherwise std::logic_error
/// @param feature_name  returns the name of a feature of the view
/// Cost: linear in the number of weights, times the logarithm of `most`.
std::vector<WeightGroup> heaviest_weights(const std::vector<WeightBlock>& blocks,
                                          ConstVectorRef weights, Index most,
                                          const std::function<std::string(Index)>& feature_name);

/// The same as a table for the terminal. It has the columns site and view only if there are
/// several.
std::string weights_table(const HeaviestWeights& heaviest);

/// The same as a list: [{"view": 1, "kind": "label", "part": "B-PER", "weights": [{"name": ...,
/// "weight": ...}]}]. A group has a site only if the model has sites.
Json weights_json(const HeaviestWeights& heaviest);

}  // namespace costruct::experiments
