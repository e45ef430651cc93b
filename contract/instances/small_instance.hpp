// Inputs of a problem that are so small that all their outputs can be listed.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/output.hpp"
#include "costruct/core/problem_data.hpp"
#include "costruct/core/sample.hpp"

namespace costruct::contract {

/// The options of a problem and a few inputs. Checks compare every decoder with the best of
/// `outputs`. They run learners on the first instance of each loss and number of views. Set `name`,
/// `options`, `data` and `outputs`; the other members have defaults.
struct SmallInstance {
  std::string name;  ///< what is special about it: "2 views, indicators, 3 labels"
  Json options;      ///< of the problem, for example {{"loss", "hamming"}}
  /// At least 2 inputs with the features of all views, as ProblemEntry::make takes them.
  std::shared_ptr<const ProblemData> data;
  /// All outputs of an input, in lexicographic order; a few hundred at most.
  std::function<std::vector<Output>(InputId)> outputs;
  /// The data of each view alone. check_problem() takes an empty list as one view with `data`.
  std::vector<std::shared_ptr<const ProblemData>> views = {};
  /// For problems with FeatureMajorWeights (core/interfaces/feature_major.hpp): entry j is the data
  /// of view 0 alone without its feature j. Empty: this law is not checked.
  std::vector<std::shared_ptr<const ProblemData>> without_feature = {};
  /// Whether all sums of a decoder are exact with integer weights. Its values and its ties then
  /// equal those of enumeration. Otherwise values agree up to rounding.
  bool exact = true;
  /// For problems with PartialOutputs (core/interfaces/partial_outputs.hpp). Returns true for facts
  /// that the loss of PartialOutputs::counting() ignores. Empty: it ignores none.
  std::function<bool(const std::vector<int>& fact)> is_unseen = {};
};

}  // namespace costruct::contract
