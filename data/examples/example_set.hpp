// ExampleSet: the interface between files and problems. It represents examples of one kind.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/known.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/output.hpp"
#include "costruct/core/problem_data.hpp"
#include "costruct/core/types.hpp"
#include "costruct/data/examples/view_assignment.hpp"

namespace costruct::experiments {

enum class TextUnit;  // data/formats/chains/plain_text.hpp
class ModelReader;    // io/model_file.hpp
class ModelWriter;

/// The use of files in a set of examples.
enum class Role {
  kTrain,      ///< new features and new names of outputs are added to the alphabets
  kUnlabeled,  ///< new features are added; outputs are ignored
  kTest        ///< both alphabets are frozen
};

/// The place of an example: its file, and the line of its first row (from 1).
struct ExamplePlace {
  std::string file;
  Index line = 0;
};

/// Values of features that were fitted to the examples of a fit (for example word frequencies), to
/// be stored with the model. Each kind of examples derives its own class.
struct FittedFeatures {
  virtual ~FittedFeatures() = default;
};

/// Examples as the inputs of a problem.
struct InputData {
  std::shared_ptr<const ProblemData> data;
  /// The features that each view has in `data`, as numbers among all features, ascending.
  std::vector<std::vector<std::int32_t>> features;
  /// The features that were fitted to the examples of the request; null if there are none.
  std::shared_ptr<const FittedFeatures> fitted = nullptr;
};

/// Examples that form an input together, and what is known of its output.
struct KnownSet {
  std::vector<Index> examples;  ///< ascending
  Known known;
};

/// The examples that become inputs, in this order, and the features that these have.
struct InputRequest {
  std::span<const Index> fit_on;      ///< a view has the features that occur in these examples
  std::span<const Index> predict_on;  ///< follow after fit_on, with the same features
  const ViewAssignment& views;
  bool all_features = false;  ///< a view has all its features, even if they do not occur
  /// The number of consecutive examples that form each input; its parts are their parts. Empty:
  /// each example is an input.
  std::vector<Index> sizes = {};
  /// Further examples that features are fitted to, in addition to `fit_on`. They do not become
  /// inputs.
  std::span<const Index> fit_features_on = {};
  /// For sets with inputs_depend_on_labeled(): the fit sees only the outputs of the first `labeled`
  /// examples of `fit_on`. Do not look at other outputs.
  Index labeled = 0;
};

class ExampleSet;

/// The inputs of a file for prediction, read block by block.
class InputStream {
 public:
  /// `examples` must outlive the stream.
  explicit InputStream(const ExampleSet& examples) : examples_(examples) {}
  virtual ~InputStream() = default;
  /// Reads the next examples, which replace the last ones. Returns their number: 1 to `most`, or 0
  /// at the end of the file. Examples that form one input together are exactly `most`, unless the
  /// file ends. Throws DataError with file and line.
  /// @param most  >= 1
  virtual Index read(Index most) = 0;
  /// The inputs read last, in their order. Valid until the next read().
  virtual std::shared_ptr<const ProblemData> data() const = 0;
  /// The line on which one of these examples begins.
  /// @param which  the place of the example among those read last, below their number
  virtual Index line_of(Index which) const = 0;
  /// The lines of an output of one of these examples. It is ExampleSet::text_of(), unless the text
  /// depends on the example.
  virtual std::string text_of(Index which, const Output& output) const;
  /// What a drawing of such an output needs; see ExampleSet::text_to_draw().
  virtual std::string text_to_draw(Index which, const Output& output) const {
    return text_of(which, output);
  }
  using Writer = std::function<std::string(const Output&, std::span<const double> scores)>;
  /// Returns a function that makes what `predict` writes for an output: a whole number of lines. It
  /// is text_of(), unless the format writes examples back. The function is valid until the next
  /// read(). For rows and chains it is valid as long as the stream. Scores of parts are written
  /// only if ExampleSet::holds_scores().
  virtual Writer writer(Index which) const;
  /// The same for what `suggest` writes. If ExampleSet::writes_back(), it is the example as it is
  /// in its file, with the labels of the output and what separates examples. Otherwise it is
  /// writer() with ExampleSet::separator() behind it.
  virtual Writer example_writer(Index which) const;
  /// The text before examples that are written back: the names of columns, with the line end.
  virtual std::string head() const { return ""; }
  /// Number of lines between the previous example, or the start of the file, and this example.
  /// nullopt if lines of the file are not parts of examples.
  virtual std::optional<Index> lines_before(Index /*which*/) const { return std::nullopt; }
  /// The facts in the file about the output of an example, after ExampleSet::stream_known(). If
  /// examples form one input together, the facts are about the output of that input.
  virtual const Known& known(Index which) const;
  /// A note if the output is incomplete ("no parse"), to count such examples; nullptr if it is not.
  virtual const char* missing_note(Index /*which*/, const Output& /*output*/) const {
    return nullptr;
  }

 private:
  const ExampleSet& examples_;
};

/// Examples of one kind in memory, with the alphabets that they were read with. Examples are
/// numbered from 0 in the order in which they are read.
///
/// To add a new kind of examples, implement this class. It has four groups of members: read, make
/// inputs, write outputs, and keep what reading needs in a model. Draws, folds, curves, stores and
/// reports use only this interface.
class ExampleSet {
 public:
  virtual ~ExampleSet() = default;

  // Read. First all kTrain files, then finish_training(), then the others.

  /// Appends the examples of files. Throws DataError with file and line.
  virtual void read(std::span<const std::filesystem::path> files, Role role) = 0;
  /// Puts the names of outputs in their final order. Throws DataError if there is nothing to learn
  /// from.
  virtual void finish_training() {}
  /// Fits the features that are learned from a text of their own instead of from examples. Call it
  /// before you read anything. Returns the files of these texts. Throws DataError.
  /// `find` returns the path of a file that the data block names.
  virtual std::vector<std::filesystem::path> read_texts(
      const std::function<std::filesystem::path(const std::string&)>& /*find*/) {
    return {};
  }
  /// Reads what features need for the words at hand (their vectors). Call it after you have read
  /// all files. Returns messages for users, one for each line. Throws DataError.
  virtual std::vector<std::string> finish_reading() { return {}; }
  /// The files beside data files that features were read from (arrays).
  virtual std::vector<std::filesystem::path> files_beside_data() const { return {}; }
  /// Messages for users on what reading found, one for each line.
  virtual std::vector<std::string> notes() const { return {}; }
  /// Forgets all examples, for a set that has the alphabets of a model. These stay as training left
  /// them: names of outputs that only kTest files have are forgotten, too.
  virtual void forget_examples() = 0;
  /// Reading, streaming included, throws Interrupted soon after `stop` is set; null: never. The
  /// flag must outlive the reading.
  void stop_reading_by(const std::atomic<bool>* stop) { stop_ = stop; }
  const std::atomic<bool>* stop_of_reading() const { return stop_; }

  // Properties of examples that the engine counts, draws and hashes.

  virtual Index size() const = 0;
  /// Whether the whole output of an example is known.
  virtual bool is_labeled(Index example) const = 0;
  /// The facts about the output of an example that is labeled in part; no facts for others. If
  /// examples form inputs together, known_sets() has the facts about these.
  virtual const Known& known(Index example) const;
  /// For sets whose examples form inputs together: groups the examples of `of` that are labeled in
  /// part, with the facts about each group. A group has all examples that its facts concern, also
  /// those that are not in `of`. It has at most `most` examples. Throws DataError if facts concern
  /// more examples together.
  virtual std::vector<KnownSet> known_sets(std::span<const Index> /*of*/, Index /*most*/) const {
    return {};
  }
  /// Whether all examples at hand form one input together, whatever their roles, as the nodes of a
  /// graph do. The outputs of labeled examples are then known parts of its output.
  virtual bool is_one_input() const { return false; }
  /// The weight of the example's loss, >= 0.
  virtual double weight(Index /*example*/) const { return 1; }
  virtual ExamplePlace place(Index example) const = 0;
  /// The names (labels) that the labeled part of a draw should contain at least once, and which of
  /// them an example has, as indices.
  virtual const std::vector<std::string>& wanted_in_draws() const;
  virtual std::vector<int> labels_of(Index /*example*/) const { return {}; }
  /// The group of an example, from 0; -1 if it has no group. Examples of one group (emails of one
  /// batch) should not be both in the training part and in the held-out part of a draw.
  virtual Index group(Index /*example*/) const { return -1; }

  virtual Index num_features() const = 0;
  virtual FeatureInfo feature_info(Index feature) const = 0;
  virtual const std::vector<std::string>& feature_groups() const = 0;
  /// Whether the values of a feature are fitted to the examples of an InputRequest, including
  /// unlabeled ones.
  virtual bool is_fitted(Index /*feature*/) const { return false; }

  // Make inputs.

  /// The output of a labeled example. Rows whose outputs are numbers have PartExamples::targets()
  /// instead.
  virtual const Output& output(Index example) const = 0;
  /// Inputs in the order of the request. Cost: linear in their entries.
  virtual InputData inputs(const InputRequest& request) const = 0;
  /// Whether the inputs of the same examples depend on InputRequest::labeled. Then each fit has its
  /// own inputs.
  virtual bool inputs_depend_on_labeled() const { return false; }
  /// Number of parts of an example (tokens), for messages; 0 if parts are not counted.
  virtual Index num_parts(Index /*example*/) const { return 0; }

  // Write outputs.

  /// Files that are streamed from now on are plain text. Throws ConfigError if the features cannot
  /// be made of plain text.
  virtual void stream_plain_text(TextUnit unit);
  /// Sets whether files that are streamed say what is known of outputs; see InputStream::known().
  /// Throws ConfigError if they shall, but the kind of examples has no such files.
  virtual void stream_known(bool is_known);
  /// Opens a file for prediction. Features are frozen; outputs are ignored and may be absent. The
  /// set and the views must outlive the stream.
  /// @param together  the examples of one InputStream::read() form one input
  virtual std::unique_ptr<InputStream> stream(const std::filesystem::path& file,
                                              const ViewAssignment& views, bool together) = 0;
  /// The text that `predict` prints for an output: a whole number of lines. The outputs of a file
  /// follow each other, with separator() between them.
  virtual std::string text_of(const Output& output) const = 0;
  virtual const char* separator() const { return ""; }
  /// Whether the text of an output has a line for each part.
  virtual bool has_lines() const { return *separator() != '\0'; }
  /// Whether the text of an output is a JSON list with an item for each part.
  virtual bool writes_json_lists() const { return false; }
  /// Whether written examples hold everything that their file says of them, besides outputs. See
  /// InputStream::example_writer().
  virtual bool writes_back() const { return false; }
  /// The reason why written examples cannot have the label -1, which is written as an unknown one;
  /// "" if they can.
  virtual std::string why_no_unknown_parts() const {
    return "the examples have no labels of parts";
  }
  /// Whether `predict` can write a score for each part; see RowFormat::holds_scores.
  virtual bool holds_scores() const { return false; }
  /// The text that `predict` would print for an output of a labeled example of this set. It is
  /// text_of(output), unless the text depends on the example.
  virtual std::string text_of_example(Index /*example*/, const Output& output) const {
    return text_of(output);
  }
  /// The text that Format::drawing draws for an output of an example of this set. It is
  /// text_of_example(), unless a drawing shows more than the output.
  virtual std::string text_to_draw(Index example, const Output& output) const {
    return text_of_example(example, output);
  }
  /// What is known of an output, as files write it. Only for outputs that consist of labels:
  /// reports compare it with predictions.
  virtual std::string text_of_known(const Known& /*known*/) const { return ""; }
  /// For outputs that are labels: the name of each number. Labels that only kTest files have come
  /// last.
  virtual const std::vector<std::string>& label_names() const;
  /// Lines that describe the alphabet of outputs: "labels: 9 (O, B-PER, ...)".
  virtual std::vector<std::string> alphabet() const { return {}; }
  /// Whether a problem over this set can predict the output. For labels: whether training files
  /// have all of them.
  virtual bool is_possible(const Output& /*output*/) const { return true; }

  // Keep what reading needs.

  /// Writes everything that reading needs to a model. Keeps only the features with keep[feature]
  /// and renumbers them in order.
  /// @param fitted  InputData::fitted of the fit
  virtual void save(ModelWriter& model, const std::vector<bool>& keep,
                    const FittedFeatures* fitted) const = 0;

 private:
  const std::atomic<bool>* stop_ = nullptr;
};

/// Limits the examples of a set to a scope, for example to one call. The constructor and the
/// destructor forget the examples of the set. In between, reading throws Interrupted soon after
/// `stop` is set (ExampleSet::stop_reading_by()). The destructor also ends stream_known().
/// `examples` and `stop` must outlive this object.
class ReadingOfCall {
 public:
  ReadingOfCall(ExampleSet& examples, const std::atomic<bool>* stop) : examples_(examples) {
    examples_.forget_examples();
    examples_.stop_reading_by(stop);
  }
  ~ReadingOfCall() {
    examples_.stream_known(false);
    examples_.stop_reading_by(nullptr);
    examples_.forget_examples();
  }
  ReadingOfCall(const ReadingOfCall&) = delete;
  ReadingOfCall& operator=(const ReadingOfCall&) = delete;

 private:
  ExampleSet& examples_;
};

/// The facts about features that view policies need.
FeatureFacts feature_facts(const ExampleSet& examples);

/// Whether any feature of the views is fitted.
bool any_fitted(const ExampleSet& examples, const ViewAssignment& views);

}  // namespace costruct::experiments
