// The seam between files and problems: examples of one kind, as the engine knows them.
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

/// What files are to a set of examples.
enum class Role {
  kTrain,      ///< grows the alphabets of features and of what outputs are named by
  kUnlabeled,  ///< grows features; outputs are not looked at
  kTest        ///< both are frozen
};

/// Where an example stands: file, and line of its first row (from 1).
struct ExamplePlace {
  std::string file;
  Index line = 0;
};

/// What of the features was fitted to the examples of a fit (how frequent words are), for a model
/// to keep. Each kind of examples knows its own.
struct FittedFeatures {
  virtual ~FittedFeatures() = default;
};

/// Some examples as inputs of a problem.
struct InputData {
  std::shared_ptr<const ProblemData> data;
  /// Per view: the number among all features of each feature that the view has in `data`,
  /// ascending.
  std::vector<std::vector<std::int32_t>> features;
  /// What was fitted to the known examples; null where nothing is.
  std::shared_ptr<const FittedFeatures> fitted = nullptr;
};

/// Which examples become inputs, in this order, and which features these have.
struct InputRequest {
  std::span<const Index> fit_on;      ///< a view has those of its features that occur in these
  std::span<const Index> predict_on;  ///< these come behind, with the same features
  const ViewAssignment& views;
  bool all_features = false;  ///< a view has all its features, whether they occur or not
  /// How many examples, one behind the other, make each input: their parts are its parts. Empty:
  /// one each.
  std::vector<Index> sizes = {};
  /// Further examples that features are fitted to, as they are to `fit_on`; they become no inputs.
  std::span<const Index> fit_features_on = {};
  /// Of sets whose inputs depend on it (inputs_depend_on_labeled()): the first so many of `fit_on`
  /// are those whose outputs the fit sees. No others may be looked at.
  Index labeled = 0;
};

/// Views of a learner that takes values as they are.
struct UnscaledViews {
  ViewAssignment views;
  bool sparse_too =
      false;  ///< views with mostly zeros, as counts of words have them, are no exception
};

class ExampleSet;

/// Inputs of a file that is read for predicting, some at a time.
class InputStream {
 public:
  /// Of a set that lives as long.
  explicit InputStream(const ExampleSet& examples) : examples_(examples) {}
  virtual ~InputStream() = default;
  /// Reads further examples in place of the last ones, `most` >= 1 of them or fewer; returns how
  /// many, 0 only at the end of the file; of examples that go together `most`, where there are as
  /// many. Throws DataError, naming file and line.
  virtual Index read(Index most) = 0;
  /// Of the examples read last, in their order. Valid until the next read().
  virtual std::shared_ptr<const ProblemData> data() const = 0;
  /// The line that the first of these examples begins with.
  virtual Index line() const = 0;
  /// What `predict` prints for an output of one of these examples, by its place among them: a whole
  /// number of lines. ExampleSet::text_of() where an output alone says all.
  virtual std::string text_of(Index which, const Output& output) const;
  /// How many lines of the file stand between one of these examples, by its place among them, and
  /// the example before it, or the begin of the file; nothing where the lines of a file are not the
  /// parts of its examples.
  virtual std::optional<Index> lines_before(Index /*which*/) const { return std::nullopt; }
  /// What the output lacks, for a note that counts such examples ("no parse"); nullptr: nothing.
  virtual const char* missing_note(Index /*which*/, const Output& /*output*/) const {
    return nullptr;
  }

 private:
  const ExampleSet& examples_;
};

/// Examples of one kind in memory, with the alphabets that they were read with. Read, make, write,
/// keep: what a new kind brings; all else (draws, folds, curves, stores, reports) knows no more of
/// it than this class says. Examples are numbered from 0 in the order in which they were read.
class ExampleSet {
 public:
  virtual ~ExampleSet() = default;

  // Read. All kTrain files first, then finish_training(), then the others.

  /// Appends the examples of files. Throws DataError, naming file and line.
  virtual void read(std::span<const std::filesystem::path> files, Role role) = 0;
  /// Puts what outputs are named by in its final order. Throws DataError where there is nothing to
  /// learn from.
  virtual void finish_training() {}
  /// Fits the features that are learned from a text of their own, not from examples; before
  /// anything is read. `find` gives the path of a file that the data block names. Returns the
  /// files. Throws DataError.
  virtual std::vector<std::filesystem::path> read_texts(
      const std::function<std::filesystem::path(const std::string&)>& /*find*/) {
    return {};
  }
  /// Looks at files before any is read, where features depend on all of them: training files first.
  virtual bool must_scan() const { return false; }
  virtual void scan(std::span<const std::filesystem::path> /*files*/, Role) {}
  /// What reading has found out and users should know, a line each.
  virtual std::vector<std::string> notes() const { return {}; }

  // What the engine counts, draws and hashes.

  virtual Index size() const = 0;
  virtual bool is_labeled(Index example) const = 0;
  /// >= 0; how much the loss of the example counts.
  virtual double weight(Index /*example*/) const { return 1; }
  virtual ExamplePlace place(Index example) const = 0;
  /// What draws should have at least once in their labeled part (labels), by names; and what of it
  /// an example has.
  virtual const std::vector<std::string>& wanted_in_draws() const;
  virtual std::vector<int> labels_of(Index /*example*/) const { return {}; }
  /// The group of an example, from 0, or -1: examples of one group (mails of one batch) should not
  /// stand on both sides of a draw, held out and known.
  virtual Index group(Index /*example*/) const { return -1; }

  virtual Index num_features() const = 0;
  virtual FeatureInfo feature_info(Index feature) const = 0;
  virtual const std::vector<std::string>& feature_groups() const = 0;
  /// Whether the values of a feature are fitted to the examples of an InputRequest, unlabeled ones
  /// too.
  virtual bool is_fitted(Index /*feature*/) const { return false; }

  // Make.

  /// The output of a labeled example; of sets with targets, which are numbers, see targets().
  virtual const Output& output(Index example) const = 0;
  /// Of sets whose outputs are numbers: one per example, NaN where it is unlabeled.
  virtual std::span<const double> targets() const { return {}; }
  /// Inputs in the order of the request. Cost: linear in their entries.
  virtual InputData inputs(const InputRequest& request) const = 0;
  /// Whether inputs of the same examples differ with InputRequest::labeled: each fit then has its
  /// own.
  virtual bool inputs_depend_on_labeled() const { return false; }
  /// Parts of an example, as they are counted for people (tokens); 0 where nothing is.
  virtual Index num_parts(Index /*example*/) const { return 0; }

  // Write.

  /// Opens a file for predicting: features frozen, outputs ignored whatever they are, also when
  /// absent. Set and views live as long. `together`: the examples that are read at a time make one
  /// input.
  virtual std::unique_ptr<InputStream> stream(const std::filesystem::path& file,
                                              const ViewAssignment& views, bool together) = 0;
  /// What `predict` prints for an output, a whole number of lines; the outputs of a file come one
  /// behind the other, with separator() between them.
  virtual std::string text_of(const Output& output) const = 0;
  virtual const char* separator() const { return ""; }
  /// What `predict` would print for an output of a labeled example of this set: text_of(output)
  /// where an output alone says all.
  virtual std::string text_of_example(Index /*example*/, const Output& output) const {
    return text_of(output);
  }
  /// Of outputs that are labels: number -> name, those last that only kTest files have had.
  virtual const std::vector<std::string>& label_names() const;
  /// What outputs are made of, for people, a line each: "labels: 9 (O, B-PER, ...)".
  virtual std::vector<std::string> alphabet() const { return {}; }
  /// Whether a problem over this set could predict the output: labels are ones that training has
  /// seen.
  virtual bool is_possible(const Output& /*output*/) const { return true; }

  // Keep.

  /// Writes all that reading needs to a model, of features only those with keep[feature],
  /// renumbered in order. `fitted`: of the inputs of the fit.
  virtual void save(ModelWriter& model, const std::vector<bool>& keep,
                    const FittedFeatures* fitted) const = 0;

  // What can be wrong with features, as far as the kind has values that can be.

  /// Why the features of the views are not all indicators (0 or 1, none twice in a part), with its
  /// place; nullopt where they are. Looks at labeled examples, and at the others where `unlabeled`
  /// says so.
  virtual std::optional<std::string> not_indicators(const ViewAssignment&,
                                                    bool /*unlabeled*/) const {
    return std::nullopt;
  }
  /// The same of counts: whole numbers >= 0.
  virtual std::optional<std::string> not_counts(const ViewAssignment&, bool /*unlabeled*/) const {
    return std::nullopt;
  }
  /// A line where attributes of the labeled examples among the first `count` are of very unequal
  /// scale within a view of one of the learners.
  virtual std::optional<std::string> unequal_scales(
      Index /*count*/, std::span<const UnscaledViews> /*learners*/) const {
    return std::nullopt;
  }
};

/// What policies need to know of the features of a set.
FeatureFacts feature_facts(const ExampleSet& examples);

/// Whether some feature of the views is fitted.
bool any_fitted(const ExampleSet& examples, const ViewAssignment& views);

}  // namespace costruct::experiments
