// A base class for kinds of examples other than rows and chains that have one example on each line
// of a text file.
#pragma once

#include <optional>
#include <string_view>

#include "costruct/data/examples/example_set.hpp"

namespace costruct::experiments {

/// Reads files (plain, gzip, xz) line by line. Counts, locates and limits the examples. A derived
/// class says how a line becomes an input and an output, how inputs become a problem's data, and
/// what a model stores.
class LineExamples : public ExampleSet {
 public:
  /// @param block  a checked data block; its `limit` applies to all training files together
  explicit LineExamples(Json block);

  void read(std::span<const std::filesystem::path> files, Role role) final;
  void finish_training() override;
  Index size() const final { return static_cast<Index>(examples_.size()); }
  bool is_labeled(Index example) const final { return examples_[example].output.has_value(); }
  ExamplePlace place(Index example) const final;
  const Output& output(Index example) const final { return *examples_[example].output; }
  std::string text_of_example(Index example, const Output& output) const final {
    return text_of_input(example, output);
  }
  std::unique_ptr<InputStream> stream(const std::filesystem::path& file,
                                      const ViewAssignment& views, bool together) final;
  void save(ModelWriter& model, const std::vector<bool>& keep,
            const FittedFeatures* fitted) const final;

 protected:
  /// Which parts of a line are read.
  struct Reading {
    bool grows = true;    ///< new features are added; if false, they are left out
    bool outputs = true;  ///< outputs are read; if false, they are ignored, whatever they contain
  };
  /// Appends the input of a line. Returns its output; nullopt if the line is unlabeled. Throws
  /// DataError("what is wrong"); then it is not called again.
  virtual std::optional<Output> parse(std::string_view line, Reading reading) = 0;
  /// What `predict` prints for an output of an input: text_of(output), unless the text depends on
  /// the input. Inputs are counted from the last forget_inputs().
  virtual std::string text_of_input(Index /*input*/, const Output& output) const {
    return text_of(output);
  }
  /// Called before the first line of a file.
  virtual void begin_file() {}
  /// Forgets all inputs but keeps the features.
  virtual void forget_inputs() = 0;
  /// Writes the features with keep[feature] to a model, under names that begin with "encoder.".
  virtual void save_features(ModelWriter& model, const std::vector<bool>& keep) const = 0;

  /// The data block that save() wrote to a model. Throws DataError.
  static Json block_of(const ModelReader& model);

 private:
  class Stream;
  struct Example {
    std::optional<Output> output;
    int file = 0;
    Index line = 0;
  };
  bool is_full(Role role) const {
    return role == Role::kTrain && limit_ && num_training_ >= *limit_;
  }

  Json block_;
  std::optional<Index> limit_;  // maximum number of training examples
  std::vector<std::string> files_;
  std::vector<Example> examples_;
  Index num_training_ = 0;
};

}  // namespace costruct::experiments
