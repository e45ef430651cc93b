// The problems, by name: what they take, their options and metrics, how to make them from data.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "costruct/core/feature_table.hpp"
#include "costruct/core/metric.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/views.hpp"

namespace costruct {

/// Kinds of inputs that several problems share: one part with features, and a chain of such parts.
/// Both come as PartData. Another kind has a name of its own, and a format that reads it.
inline constexpr const char* kRows = "rows";
inline constexpr const char* kChains = "chains";

/// An option whose value is read from a file that the data block names under the same key, so that
/// a model and a cell hold what was read.
struct FileOption {
  std::string name;     ///< of the option, and of the key in the data block
  std::string meaning;  ///< one line, of the file
  /// The option's value from the file's text. Throws DataError("3: what"), the line first.
  std::function<Json(std::string_view text)> read;
  std::string without;  ///< what it means that there is no file, as a note says it
};

struct ProblemEntry {
  std::string name;
  std::string summary;  ///< one line
  std::string input;    ///< the kind of its inputs
  std::string output;   ///< what the parts of an Output mean
  std::string decoder;
  std::vector<std::string> losses;
  std::vector<OptionInfo> options;  ///< `loss` among them
  /// Makes the views of a problem over `data`, which is what its kind of input has: one problem per
  /// view, and their joint problem. Throws ConfigError for options that do not fit the data (an
  /// unknown label in a cost matrix). Empty where the target is a number: regressors take points
  /// (core/regression/regression_sample.hpp).
  std::function<Views(const Json& options, std::shared_ptr<const ProblemData> data)> make = {};
  /// The problem over no inputs: what depends on no data can be asked of it before any is read.
  std::function<Views(const Json& options)> blank = {};
  /// Beside `loss`, the mean of its own loss, which every problem has; the first is the one that
  /// views are compared by (where there is none, `loss`). Those of numbers where the target is one.
  std::vector<OutputMetric> metrics = {};
  std::vector<NumberMetric> number_metrics = {};
  std::vector<FileOption> files = {};
  /// Of problems whose inputs are sets of examples: how many make one, by the problem's options; 0:
  /// all labeled ones of a fit are one, all unlabeled ones, and all that are predicted together.
  /// Empty: each example is an input. Draws, folds and hashes count examples; sets are made after
  /// them, in the order of the draw, and have their examples in the order in which these were read.
  /// The parts of an input are those of its examples, and so are its outputs'.
  std::function<Index(const Json& options)> set_size = {};
  /// Of these: the output of an input from the outputs of its examples, one behind the other.
  /// Empty: just that.
  std::function<Output(const Output& parts)> joined = {};
  /// Why an input with this true output has next to no constraints, so that a structural SVM learns
  /// nothing from it; "" where it has some. Empty: all have.
  std::function<std::string(const Json& options, const Output& truth)> without_constraints = {};
  /// Options that say what is measured, of metrics other than the loss: one value for all that are
  /// compared.
  std::vector<std::string> metric_options = {};
  /// How much two outputs of an input differ, from 0 to 1, for the disagreement of views. Empty:
  /// the share of their parts.
  std::function<double(const Json& options, const Output& a, const Output& b)> difference = {};

  /// Whether its inputs are made of parts with features, PartData, which kernels compare.
  bool has_parts() const { return input == kRows || input == kChains; }
  /// Whether several examples make an input.
  bool has_sets() const { return static_cast<bool>(set_size); }
  /// Whether a prediction is a real number, and no output.
  bool predicts_numbers() const { return !make; }
};

/// All problems, in the order in which they are listed.
const std::vector<ProblemEntry>& problem_catalog();

/// Adds a problem of a program's own behind the others. To be called before anything else is.
void add_problem(ProblemEntry entry);

/// The entry of that name, or null.
const ProblemEntry* find_problem(const std::string& name);

/// The data as PartData, which kRows and kChains have.
std::shared_ptr<const PartData> part_data(const std::shared_ptr<const ProblemData>& data);

}  // namespace costruct
