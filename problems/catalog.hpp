// The catalog of problems, by name: their inputs, options and metrics, and how to make them from
// data.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/catalog.hpp"
#include "costruct/core/feature_table.hpp"
#include "costruct/core/metric.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/views.hpp"
#include "costruct/problems/weight_blocks.hpp"

namespace costruct {

/// Kinds of inputs that several problems share: one part with features, and a chain of such parts.
/// Both come as PartData. Any other kind of input has its own name and its own data format.
inline constexpr const char* kRows = "rows";
inline constexpr const char* kChains = "chains";

/// An option whose value is read from a file. The data block names the file under the same key. A
/// model and a cell contain the value that was read.
struct FileOption {
  std::string name;     ///< name of the option, and of the key in the data block
  std::string meaning;  ///< one line about the file
  /// Returns the option's value from the text of the file. Throws DataError("3: ..."), which begins
  /// with the line number.
  std::function<Json(std::string_view text)> read;
  std::string without;  ///< text of a note: what happens without the file
};

/// Returns the names of the labels that a group stands for, or nullopt if there is no such group. A
/// group may have names that no label of the data has.
using LabelsUnder = std::function<std::optional<std::set<std::string>>(const std::string& group)>;

/// A problem in the catalog.
struct ProblemEntry {
  std::string name;
  std::string summary;              ///< one line
  std::string input;                ///< the kind of its inputs
  std::string output;               ///< meaning of the parts of an Output
  std::string decoder;              ///< how outputs are found: "Viterbi (best, runner-up, k best)"
  std::vector<std::string> losses;  ///< names of the losses
  std::vector<OptionInfo> options;  ///< `loss` among them
  /// Whether a prediction is a real number instead of an Output. Then `make` and `blank` stay
  /// empty: regressors take points (core/regression/regression_sample.hpp).
  bool predicts_numbers = false;
  /// Whether an output is a set of labels: a part for each label of the data, 1 if the set has it.
  /// Its data are several::LabelSetData.
  bool predicts_sets = false;
  /// Makes the views of a problem over `data`, the data of its kind of input: one problem per view,
  /// and their joint problem. Throws ConfigError for options that do not fit the data (an unknown
  /// label in a cost matrix).
  std::function<Views(const Json& options, std::shared_ptr<const ProblemData> data)> make = {};
  /// Makes the views over no inputs. It serves to check options, and what learners need of the
  /// problem, before data is read.
  std::function<Views(const Json& options)> blank = {};
  /// Metrics besides `loss`, the mean of its own loss, which every problem has. The first metric is
  /// the one that reports give for each view alone; without metrics, it is `loss`. Problems with
  /// real targets have number_metrics.
  std::vector<OutputMetric> metrics = {};
  std::vector<NumberMetric> number_metrics = {};
  std::vector<FileOption> files = {};  ///< the options whose values are read from files
  /// For problems whose inputs are sets of examples: how many examples make a set, for given
  /// options. With 0, all labeled examples of a fit make one set, all unlabeled ones another, and
  /// all that are predicted together another. Empty: each example is an input.
  ///
  /// Draws, folds and hashes count examples. Sets are made after them, in the order of the draw. A
  /// set has its examples in the order in which they were read. The parts of an input, and of its
  /// output, are those of its examples.
  std::function<Index(const Json& options)> set_size = {};
  /// For problems that make one set of all n labeled examples: if C n^2 is above this value, a
  /// structural SVM with this C takes a minute or much longer. 0: not measured.
  double slow_from = 0;
  /// For problems with sets: returns the output of an input from the concatenated outputs of its
  /// examples. Empty: the concatenated outputs are the output.
  std::function<Output(const Output& parts)> joined = {};
  /// Returns the reason why an input with this true output has next to no constraints, so that a
  /// structural SVM learns nothing from it. Returns "" if it has some. Empty: all inputs have some.
  std::function<std::string(const Json& options, const Output& truth)> without_constraints = {};
  /// Returns a note for the user on the labels of the training data; "" if there is nothing to say.
  /// For example, it names the label that counts as positive. Empty: there is never a note.
  std::function<std::string(const Json& options, std::span<const std::string> labels)>
      note_on_labels = {};
  /// For given options and labels, returns a function of an output. That function returns why the
  /// problem cannot predict the output, with the remedy; "" if it can. Such outputs must not be
  /// learned from. If it is empty, or why_impossible itself is, all outputs can be predicted.
  /// Throws ConfigError for options that do not fit the labels.
  std::function<std::function<std::string(const Output& output)>(
      const Json& options, std::span<const std::string> labels)>
      why_impossible = {};
  /// Describes the weights of a view of the problem over `data`: its blocks in their order, for
  /// `describe model --weights`. Empty: unnamed_weights().
  std::function<std::vector<WeightBlock>(const Json& options, const ProblemData& data, Index view)>
      weight_blocks = {};
  /// Options that change what metrics other than the loss measure. All compared results must have
  /// the same value.
  std::vector<std::string> metric_options = {};
  /// Options that change the loss alone, `loss` among them: learners that do not use the loss learn
  /// the same for each of their values. Empty if the loss also changes what decode() finds.
  std::vector<std::string> loss_options = {};
  /// How much two outputs of an input differ, from 0 to 1, for the disagreement of views. Empty:
  /// the share of parts that differ.
  std::function<double(const Json& options, const Output& a, const Output& b)> difference = {};
  /// Returns the groups of labels that the options name. Empty: there are none.
  std::function<LabelsUnder(const Json& options)> labels_under = {};
  std::string cost = {};    ///< the cost of a decoding; one line
  std::string source = {};  ///< author, year, equation of the joint feature map; one line
  /// The meaning of each of `losses`, one line. A loss that is missing here has the meaning of the
  /// option `loss`.
  std::map<std::string, std::string> loss_meanings = {};

  /// Whether its inputs consist of parts with features (PartData), which kernels can compare.
  bool has_parts() const { return input == kRows || input == kChains; }
  /// Whether several examples make an input.
  bool has_sets() const { return static_cast<bool>(set_size); }
};

/// All problems, in the order in which they are listed.
const Catalog<ProblemEntry>& problem_catalog();

/// Adds a problem of your own program at the end of the catalog, at any time. Throws as
/// Catalog::add() does. A problem needs an input, `make` and `blank`.
void add_problem(ProblemEntry entry);

/// Adds a metric of your own program at the end of a problem's metrics. Throws std::logic_error for
/// a problem that does not exist, for a metric whose name the problem has, or that lacks `compute`.
void add_metric(const std::string& problem, OutputMetric metric);

/// A loss of your own between two labels. It is a choice of the option `loss`.
struct LabelLossEntry {
  std::string name;
  std::string meaning;  ///< one line
  /// The loss of predicting y_hat where y is right: a finite number from 0. It is called for
  /// different labels; equal ones have the loss 0.
  std::function<double(const std::string& y, const std::string& y_hat)> between;
};

/// Adds a loss of your own program to `multiclass` or `sequence`. It gives the costs that the loss
/// cost_matrix of `multiclass`, or the option `costs` of `sequence`, has otherwise. In `sequence`
/// it is summed over the tokens. All decoders stay exact.
/// Throws std::logic_error for another problem, for a name that the problem has, or without
/// `between`. The problem's `make` throws ConfigError for a loss that is negative or not finite.
void add_loss(const std::string& problem, LabelLossEntry loss);

/// A loss of your own between two outputs as a whole. It is a choice of the option `loss`.
struct OutputLossEntry {
  std::string name;
  std::string meaning;  ///< one line
  /// The loss of predicting y_hat where y is right: a finite number from 0. It is called for
  /// different outputs; equal ones have the loss 0.
  /// @param labels  the names of the labels by number, of problems whose parts are labels
  std::function<double(const Output& y, const Output& y_hat, std::span<const std::string> labels)>
      between;
};

/// Adds a loss of your own program to any problem that lists its k best outputs (KBestDecoder). Its
/// loss-augmented decoder looks only among these, so it is greedy. Throws std::logic_error for a
/// problem that does not exist or does not list them, for a name that the problem has, or without
/// `between`.
void add_loss(const std::string& problem, OutputLossEntry loss);

/// Returns the entry with this name, or null.
const ProblemEntry* find_problem(const std::string& name);

/// Returns the data as PartData. Call it only for inputs of the kinds kRows and kChains.
std::shared_ptr<const PartData> part_data(const std::shared_ptr<const ProblemData>& data);

}  // namespace costruct
