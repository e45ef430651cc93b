// ExampleSet: the interface between files and problems. It contains examples of one kind, as the
// engine sees them.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/output.hpp"
#include "costruct/core/problem_data.hpp"
#include "costruct/core/types.hpp"
#include "costruct/data/examples/view_assignment.hpp"

namespace costruct::experiments {

class ModelReader;  // io/model_file.hpp
class ModelWriter;

/// The role of files that a set of examples reads.
enum class Role {
  kTrain,      ///< new features and new names of outputs are added
  kUnlabeled,  ///< new features are added; outputs are ignored
  kTest        ///< the alphabets of features and outputs are frozen
};

/// The place of an example: file, and line of its first row (from 1).
struct ExamplePlace {
  std::string file;
  Index line = 0;
};

/// Values that were fitted to the examples of a fit, such as word frequencies, for a model to
/// store. Each kind of examples has its own.
struct FittedFeatures {
  virtual ~FittedFeatures() = default;
};

/// Some examples as inputs of a problem.
struct InputData {
  std::shared_ptr<const ProblemData> data;
  /// For each view: the overall number of each feature that the view has in `data`, ascending.
  std::vector<std::vector<std::int32_t>> features;
  /// The values fitted to the known examples; null if nothing was fitted.
  std::shared_ptr<const FittedFeatures> fitted = nullptr;
};

/// The examples that become inputs, in this order, and the features that they have.
struct InputRequest {
  std::span<const Index> fit_on;      ///< a view has its features that occur in these examples
  std::span<const Index> predict_on;  ///< further examples behind them, with the same features
  const ViewAssignment& views;
  bool all_features = false;  ///< a view has all its features, even those that do not occur
  /// The number of consecutive examples that make each input. The parts of an input are those of
  /// its examples. Empty: one example for each input.
  std::vector<Index> sizes = {};
  /// Further examples that features are fitted to, in addition to `fit_on`. They do not become
  /// inputs.
  std::span<const Index> fit_features_on = {};
  /// For sets with inputs_depend_on_labeled(): the fit sees the outputs of the first `labeled`
  /// examples of `fit_on`. The set must not look at other outputs.
  Index labeled = 0;
};

/// The views of a learner that uses values without scaling.
struct UnscaledViews {
  ViewAssignment views;
  bool sparse_too = false;  ///< check also views that are mostly zeros, such as word counts
};

class ExampleSet;

/// Reads the inputs of a file for prediction, some at a time.
class InputStream {
 public:
  /// The set must outlive the stream.
  explicit InputStream(const ExampleSet& examples) : examples_(examples) {}
  virtual ~InputStream() = default;
  /// Replaces the last examples by the next ones: `most` >= 1 of them, or fewer. Returns their
  /// number, which is 0 only at the end of the file. If examples go together, it returns `most` as
  /// long as the file has as many. Throws DataError with file and line.
  virtual Index read(Index most) = 0;
  /// The inputs of the examples that were read last, in order. Valid until the next read().
  virtual std::shared_ptr<const ProblemData> data() const = 0;
  /// The line on which the first of these examples begins.
  virtual Index line() const = 0;
  /// The text that `predict` prints for an output of example `which` of these: a whole number of
  /// lines. The default is ExampleSet::text_of(), for kinds whose text needs the output alone.
  virtual std::string text_of(Index which, const Output& output) const;
  /// The number of lines between example `which` of these and the previous example, or the start of
  /// the file. Returns nullopt if the parts of examples are not lines of the file.
  virtual std::optional<Index> lines_before(Index /*which*/) const { return std::nullopt; }
  /// Why the output is incomplete, such as "no parse", for a note that counts such examples;
  /// nullptr if it is complete.
  virtual const char* missing_note(Index /*which*/, const Output& /*output*/) const {
    return nullptr;
  }

 private:
  const ExampleSet& examples_;
};

/// Examples of one kind in memory, with the alphabets that they were read with. To add a new kind,
/// implement this class. All else (draws, folds, curves, stores, reports) uses only this interface.
/// Examples are numbered from 0 in the order of reading.
class ExampleSet {
 public:
  virtual ~ExampleSet() = default;

  // Read. First all kTrain files, then finish_training(), then the others.

  /// Appends the examples of files. Throws DataError with file and line.
  virtual void read(std::span<const std::filesystem::path> files, Role role) = 0;
  /// Puts the names that outputs use, such as labels, in their final order. Throws DataError if
  /// there is nothing to learn from.
  virtual void finish_training() {}
  /// Fits the features that are learned from a text file instead of examples. Call it before you
  /// read anything. `find` returns the path of a file that the data block names. Returns the files.
  /// Throws DataError.
  virtual std::vector<std::filesystem::path> read_texts(
      const std::function<std::filesystem::path(const std::string&)>& /*find*/) {
    return {};
  }
  /// If must_scan(), features depend on all files. Then scan() all files before you read any,
  /// training files first.
  virtual bool must_scan() const { return false; }
  virtual void scan(std::span<const std::filesystem::path> /*files*/, Role) {}
  /// Notes for the user on what reading found, one line each.
  virtual std::vector<std::string> notes() const { return {}; }

  // What the engine counts, draws and hashes.

  virtual Index size() const = 0;
  virtual bool is_labeled(Index example) const = 0;
  /// The weight of the example's loss, >= 0.
  virtual double weight(Index /*example*/) const { return 1; }
  virtual ExamplePlace place(Index example) const = 0;
  /// wanted_in_draws() names what the labeled part of a draw should contain at least once, such as
  /// labels. labels_of() says which of these an example contains.
  virtual const std::vector<std::string>& wanted_in_draws() const;
  virtual std::vector<int> labels_of(Index /*example*/) const { return {}; }
  /// The group of an example, from 0; -1: no group. A draw should not split a group, such as the
  /// mails of one batch, into held-out and known examples.
  virtual Index group(Index /*example*/) const { return -1; }

  virtual Index num_features() const = 0;
  virtual FeatureInfo feature_info(Index feature) const = 0;
  virtual const std::vector<std::string>& feature_groups() const = 0;
  /// Whether the values of a feature are fitted to the examples of an InputRequest, including
  /// unlabeled ones.
  virtual bool is_fitted(Index /*feature*/) const { return false; }

  // Make.

  /// The output of a labeled example. If outputs are numbers, use targets().
  virtual const Output& output(Index example) const = 0;
  /// If outputs are numbers: one number for each example, NaN if it is unlabeled.
  virtual std::span<const double> targets() const { return {}; }
  /// Inputs in the order of the request. Cost: linear in their entries.
  virtual InputData inputs(const InputRequest& request) const = 0;
  /// Whether the inputs depend on InputRequest::labeled. Then each fit has its own inputs.
  virtual bool inputs_depend_on_labeled() const { return false; }
  /// The number of parts of an example that users count, such as tokens; 0 if nothing is counted.
  virtual Index num_parts(Index /*example*/) const { return 0; }

  // Write.

  /// Opens a file for prediction. Features are frozen. Outputs may be absent, and are ignored. The
  /// set and the views must outlive the stream. `together`: all examples of one read() make one
  /// input.
  virtual std::unique_ptr<InputStream> stream(const std::filesystem::path& file,
                                              const ViewAssignment& views, bool together) = 0;
  /// The text that `predict` prints for an output: a whole number of lines. separator() stands
  /// between the outputs of a file.
  virtual std::string text_of(const Output& output) const = 0;
  virtual const char* separator() const { return ""; }
  /// The text that `predict` would print for an output of a labeled example of this set. The
  /// default is text_of(output), for kinds whose text needs the output alone.
  virtual std::string text_of_example(Index /*example*/, const Output& output) const {
    return text_of(output);
  }
  /// If outputs are labels: the names by number. Labels that occur only in kTest files come last.
  virtual const std::vector<std::string>& label_names() const;
  /// What outputs consist of, for users, one line each: "labels: 9 (O, B-PER, ...)".
  virtual std::vector<std::string> alphabet() const { return {}; }
  /// Whether a problem over this set can predict the output: its labels must occur in training.
  virtual bool is_possible(const Output& /*output*/) const { return true; }

  // Keep.

  /// Writes all that reading needs to a model. It keeps only the features with keep[feature],
  /// renumbered in order. `fitted` comes from the inputs of the fit.
  virtual void save(ModelWriter& model, const std::vector<bool>& keep,
                    const FittedFeatures* fitted) const = 0;

  // Check features, for kinds whose values can be unsuitable.

  /// Why the features of the views are not all indicators (0 or 1, none twice in a part), with the
  /// place; nullopt if they are. It checks labeled examples, and all others if `unlabeled`.
  virtual std::optional<std::string> not_indicators(const ViewAssignment&,
                                                    bool /*unlabeled*/) const {
    return std::nullopt;
  }
  /// The same for counts: whole numbers >= 0.
  virtual std::optional<std::string> not_counts(const ViewAssignment&, bool /*unlabeled*/) const {
    return std::nullopt;
  }
  /// A warning if attributes have very different scales within a view of one of the learners. It
  /// checks the labeled examples among the first `count`.
  virtual std::optional<std::string> unequal_scales(
      Index /*count*/, std::span<const UnscaledViews> /*learners*/) const {
    return std::nullopt;
  }
};

/// The facts about the features of a set that view policies need.
FeatureFacts feature_facts(const ExampleSet& examples);

/// Whether at least one feature of the views is fitted.
bool any_fitted(const ExampleSet& examples, const ViewAssignment& views);

}  // namespace costruct::experiments
