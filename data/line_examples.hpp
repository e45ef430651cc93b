// Examples that stand one on a line of a text file: what kinds other than rows and chains can build
// on.
#pragma once

#include <optional>
#include <string_view>

#include "costruct/data/examples/example_set.hpp"

namespace costruct::experiments {

/// Reads files (plain, gzip, xz) line by line, counts, places and limits examples. A kind adds how
/// a line becomes an input and an output, how inputs become a problem's data, and what a model
/// keeps.
class LineExamples : public ExampleSet {
 public:
  /// `block`: a checked data block; its `limit` holds for all training files together.
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
  /// What of a line is looked at.
  struct Reading {
    bool grows = true;    ///< features not met before are added; else they are left out
    bool outputs = true;  ///< else there is none, whatever stands there
  };
  /// Appends the input that a line holds; returns its output, nothing where it is unlabeled. Throws
  /// DataError("what is wrong"), and is then not called again.
  virtual std::optional<Output> parse(std::string_view line, Reading reading) = 0;
  /// What `predict` prints for an output of an input, counted since forget_inputs():
  /// text_of(output) where an output alone says all.
  virtual std::string text_of_input(Index /*input*/, const Output& output) const {
    return text_of(output);
  }
  /// A file begins: what is parsed next is its first line.
  virtual void begin_file() {}
  /// Forgets all inputs, not the features.
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
  std::optional<Index> limit_;  // of training examples
  std::vector<std::string> files_;
  std::vector<Example> examples_;
  Index num_training_ = 0;
};

}  // namespace costruct::experiments
