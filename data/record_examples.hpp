// A base class for kinds of examples other than rows and chains.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "costruct/data/examples/example_set.hpp"
#include "costruct/data/examples/record_reader.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/generators/generator.hpp"

namespace costruct::experiments {

/// Reads files record by record. Counts, locates and limits the examples, streams them for
/// prediction, and keeps options and feature names in models.
///
/// A derived class says what a record is (unit() or open()), and how parse() makes an input and an
/// output of it. It also implements the functions of ExampleSet that are left: inputs() makes a
/// problem's data, and text_of() writes an output.
class RecordExamples : public ExampleSet {
 public:
  /// Lets read() with Role::kTrain draw examples before it reads files. `generated` has records.
  void draw_from(GeneratedData generated) { generated_ = std::move(generated); }
  /// The number of bytes of the records that were drawn, and their hash, as if they were a file
  /// with a record on each line.
  std::pair<std::uint64_t, std::uint64_t> drawn_bytes_and_hash() const {
    return {drawn_bytes_, drawn_hash_};
  }
  void read(std::span<const std::filesystem::path> files, Role role) final;
  void forget_examples() final;
  void finish_training() override;
  Index size() const final { return std::ssize(examples_); }
  bool is_labeled(Index example) const final { return at(example).output.has_value(); }
  ExamplePlace place(Index example) const final;
  const Output& output(Index example) const final { return *at(example).output; }
  const Known& known(Index example) const override { return at(example).known; }
  void stream_known(bool is_known) override;
  std::unique_ptr<InputStream> stream(const std::filesystem::path& file,
                                      const ViewAssignment& views, bool together) final;
  /// Writes the format, its options and the names of the kept features. A derived class that keeps
  /// more calls it first.
  void save(ModelWriter& model, const std::vector<bool>& keep,
            const FittedFeatures* fitted) const override;

 protected:
  /// Which parts of a record are read.
  struct Reading {
    bool grows = true;    ///< new features are added; if false, they are left out
    bool outputs = true;  ///< outputs are read; if false, they are ignored, whatever they contain
    bool known = false;   ///< for prediction: what the record says of its output is read
    /// Whether the records are read for prediction.
    bool predicts() const { return !grows && !outputs; }
  };
  /// The result of parsing a record.
  struct Parsed {
    std::optional<Output> output;  ///< nullopt: the example is unlabeled
    bool is_kept = true;  ///< if false, options leave the record out; never if Reading::predicts()
    Known known = {};     ///< what is known of the output of an example without one
  };

  /// @param block  a checked data block; its `limit` applies to all training files together
  explicit RecordExamples(const Json& block);
  /// The set that save() wrote. Throws DataError for a damaged model.
  explicit RecordExamples(const ModelReader& model);

  /// The unit of a text file that is a record.
  virtual RecordUnit unit() const { return RecordUnit::kLine; }
  /// Opens a file whose records are of a type of their own.
  virtual std::unique_ptr<RecordReader> open(const std::filesystem::path& file, Reading reading);
  /// Appends the input of a record to those in memory. To report an error, it throws
  /// DataError("what is wrong"), which gets the place of the record, or calls record.fail() or
  /// record.fail_at(). Reading ends with the first error.
  /// @param record  of the type that open() returns
  virtual Parsed parse(RecordReader& record, Reading reading) = 0;
  /// Sets what is known of the output of an example, for facts that have no numbers while files are
  /// read.
  void set_known(Index example, Known known) {
    examples_[static_cast<std::size_t>(example)].known = std::move(known);
  }
  /// Whether records can say what is known of an output.
  virtual bool says_what_is_known() const { return false; }
  /// Sets the output of an example, for outputs that get other numbers after all files are read.
  void set_output(Index example, Output output) {
    examples_[static_cast<std::size_t>(example)].output = std::move(output);
  }
  /// Forgets the output of an example.
  void forget_output(Index example) { examples_[static_cast<std::size_t>(example)].output.reset(); }
  /// Forgets all inputs, and the names of outputs that training did not have, but keeps the
  /// features.
  virtual void forget_inputs() = 0;
  /// The name of the examples in messages, in the plural.
  virtual const char* plural() const { return "examples"; }
  /// See InputStream::missing_note().
  virtual const char* missing_note(Index /*example*/, const Output& /*output*/) const {
    return nullptr;
  }
  /// The facts in the file about the output of the examples in memory, which form one input of a
  /// stream. Valid after stream_known(true). Throws DataError with file and line.
  virtual Known known_of_input() const { return {}; }
  /// The maximum number of examples that a stream reads at a time.
  virtual Index most_at_a_time() const { return std::numeric_limits<Index>::max(); }
  /// The size of an example in memory, as a number of parts. Streams bound its sum.
  virtual Index size_in_parts(Index example) const { return num_parts(example); }
  /// While a file is streamed: the number of its examples before those in memory. Otherwise 0.
  Index num_passed() const { return num_passed_; }

  const Format& format() const { return *format_; }
  /// The options of the format that the block has, and that a model keeps.
  const Json& options() const { return options_; }
  /// options() without label_map, which every format has.
  Json own_options() const;
  /// Leaves an option out of models.
  void forget_option(const char* name) { options_.erase(name); }
  /// Changes an option for models.
  void set_option(const char* name, Json value) { options_[name] = std::move(value); }

  /// The first file, for messages on all of them.
  std::string first_file() const { return files_.empty() ? "train" : files_.front(); }
  bool any_labeled() const;
  bool any_known() const;  ///< whether an example is labeled in part
  /// The feature names that save() wrote, in their order.
  static std::vector<std::string> stored_features(const ModelReader& model);

 private:
  class Stream;
  struct Example {
    std::optional<Output> output;
    Known known;
    int file = 0;
    Index line = 0;
  };
  const Example& at(Index example) const { return examples_[static_cast<std::size_t>(example)]; }
  bool append(RecordReader& record, Reading reading);
  void draw_records();
  void forget_records();

  const Format* format_;
  Json options_ = Json::object();
  std::optional<Index> limit_;  // maximum number of training examples
  std::vector<std::string> files_;
  std::vector<Example> examples_;
  Index num_training_ = 0, num_passed_ = 0;
  bool streams_known_ = false;
  std::optional<GeneratedData> generated_;
  std::uint64_t drawn_bytes_ = 0, drawn_hash_ = 0;
};

}  // namespace costruct::experiments
