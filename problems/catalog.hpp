// The problems, by name: options, how to make them from data.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "costruct/core/feature_table.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/views.hpp"

namespace costruct {

/// What an input is made of: one part with a label of its own, or a chain of them.
enum class Shape { kSingle, kSequence };

/// What is predicted: a label for every part, or one real number.
enum class Target { kLabels, kNumber };

struct ProblemEntry {
  std::string name;
  std::string summary;  ///< one line
  std::string output;   ///< what the parts of an Output mean
  std::string decoder;
  Shape shape = Shape::kSingle;
  std::vector<std::string> losses;
  std::vector<OptionInfo> options;  ///< `loss` among them
  /// Makes the views of a problem over `data`: one problem per table, and their joint problem. Throws
  /// ConfigError for options that do not fit the labels (an unknown label in a cost matrix). Empty where the
  /// target is a number: regressors take points (core/regression/regression_sample.hpp).
  std::function<Views(const Json& options, std::shared_ptr<const PartData> data)> make;
  Target target = Target::kLabels;
};

/// All problems, in the order in which they are listed.
const std::vector<ProblemEntry>& problem_catalog();

/// The entry of that name, or null.
const ProblemEntry* find_problem(const std::string& name);

}  // namespace costruct
