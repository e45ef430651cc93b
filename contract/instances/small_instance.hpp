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

/// A problem block of a config and a few inputs. Checks compare every decoder with the best of
/// `outputs`. They run learners on the first instance of each loss and number of views.
struct SmallInstance {
  std::string name;  ///< what is special about it: "2 views, indicators, 3 labels"
  Json options;      ///< of the problem
  std::shared_ptr<const ProblemData> data;
  /// All outputs of an input, in lexicographic order; a few hundred at most.
  std::function<std::vector<Output>(InputId)> outputs;
  /// The data of each view alone.
  std::vector<std::shared_ptr<const ProblemData>> views = {};
  /// For problems with FeatureMajorWeights: the data of view 0 alone without its feature 0, 1, ...
  std::vector<std::shared_ptr<const ProblemData>> without_feature = {};
  /// Whether all sums of a decoder are exact with integer weights. Its values and its ties then
  /// equal those of enumeration. Otherwise values agree up to rounding.
  bool exact = true;
  /// Whether the loss of what is known does not see a fact. Empty: it sees all.
  std::function<bool(const std::vector<int>& fact)> is_unseen = {};
};

}  // namespace costruct::contract
