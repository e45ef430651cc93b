// The labeled examples of a cell, if a learner of its run chooses them itself.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Facts about the labeled examples of a cell.
struct LabeledSample {
  /// The number of parts, such as tokens, of all examples together. If parts are not counted, it is
  /// the number of examples.
  Index parts = 0;
  /// How often each label stands in the examples; empty for outputs that are not labels.
  std::map<std::string, Index> labels;
  /// "file:line" of the examples, without folders, in the order in which the learner chose them;
  /// empty if they are drawn at random.
  std::vector<std::string> chosen;
  Index drawn = 0;  ///< how many of `chosen`, the first ones, were drawn at random
};

/// The facts as JSON, for the store.
Json to_json(const LabeledSample& sample);
/// Throws Json::exception if the JSON has another form.
LabeledSample labeled_sample_from_json(const Json& json);

}  // namespace costruct::experiments
