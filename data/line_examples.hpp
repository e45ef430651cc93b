// LineExamples: a base for examples that stand one on a line of a text file. Kinds other than rows
// and chains can build on it.
#pragma once

#include <optional>
#include <string_view>

#include "costruct/data/examples/example_set.hpp"

namespace costruct::experiments {

/// Reads files (plain, gzip, xz) line by line; counts, locates and limits examples. A derived class
/// defines three things: how a line becomes an input and an output, how inputs become the data of a
/// problem, and what a model stores.
class LineExamples : public ExampleSet {
 public:
  /// @param block  a checked data block; its `limit` holds for all training files together
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
  /// What parse() reads from a line.
  struct Reading {
    bool grows = true;    ///< new features are added; otherwise they are left out
    bool outputs = true;  ///< outputs are read; otherwise they are ignored
  };
  /// Appends the input of a line, and returns its output; nullopt if it is unlabeled. Throws
  /// DataError("what is wrong"), and is not called again afterwards.
  virtual std::optional<Output> parse(std::string_view line, Reading reading) = 0;
  /// The text that `predict` prints for an output of an input. Inputs are counted since
  /// forget_inputs(). The default is text_of(output), for kinds whose text needs the output alone.
  virtual std::string text_of_input(Index /*input*/, const Output& output) const {
    return text_of(output);
  }
  /// Called when a file begins. The next line to parse is its first line.
  virtual void begin_file() {}
  /// Deletes all inputs, but keeps the features.
  virtual void forget_inputs() = 0;
  /// Writes features with keep[feature] to a model, under names that begin with "encoder.".
  virtual void save_features(ModelWriter& model, const std::vector<bool>& keep) const = 0;

  /// The block that a model's save() wrote. Throws DataError.
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
  std::optional<Index> limit_;  // limit on the number of training examples
  std::vector<std::string> files_;
  std::vector<Example> examples_;
  Index num_training_ = 0;
};

}  // namespace costruct::experiments
