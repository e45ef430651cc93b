// EmailExamples: emails and their batches, if known. Problems that take sets of objects use them.
//
// An example is one email. The sets are formed after the draws. The output of an email is one part:
// its batch, numbered by first appearance in the files. A problem renumbers the batches of a set.
// Emails of the same batch are a group, which draws should not split.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/data/examples/example_set.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/mail/email/mailbox.hpp"
#include "costruct/mail/email/pair_features.hpp"

namespace costruct::experiments {

/// All that is needed to compare emails: the pair features that a model uses, and the word
/// frequencies for them.
class EmailComparison {
 public:
  /// All features.
  explicit EmailComparison(DocumentFrequencies frequencies);
  /// @param features  the numbers of the features, ascending
  EmailComparison(DocumentFrequencies frequencies, std::vector<std::int32_t> features)
      : frequencies_(std::move(frequencies)), features_(std::move(features)) {}

  Index num_features() const { return static_cast<Index>(features_.size()); }
  const std::vector<std::int32_t>& features() const { return features_; }
  const DocumentFrequencies& frequencies() const { return frequencies_; }
  WeightedSketch weigh(const EmailSketch& sketch) const {
    return experiments::weigh(sketch, frequencies_);
  }
  /// Writes the features of a pair to psi, which has num_features() entries.
  void compare(const WeightedSketch& a, const WeightedSketch& b, std::span<float> psi) const;

 private:
  DocumentFrequencies frequencies_;
  std::vector<std::int32_t> features_;
};

/// Reads emails; gives their sketches as inputs and their batches as outputs.
class EmailExamples final : public ExampleSet {
 public:
  /// An empty set for a checked data block.
  explicit EmailExamples(const Json& block);
  /// The set that save() wrote. Throws DataError for a damaged model.
  explicit EmailExamples(const ModelReader& model);

  void read(std::span<const std::filesystem::path> files, Role role) override;
  void finish_training() override;
  std::vector<std::string> notes() const override;

  Index size() const override { return static_cast<Index>(examples_.size()); }
  bool is_labeled(Index example) const override {
    return !examples_[static_cast<std::size_t>(example)].output.parts.empty();
  }
  ExamplePlace place(Index example) const override;
  Index group(Index example) const override;
  Index num_features() const override { return std::ssize(features_); }
  FeatureInfo feature_info(Index feature) const override;
  const std::vector<std::string>& feature_groups() const override { return groups_; }

  const Output& output(Index example) const override {
    return examples_[static_cast<std::size_t>(example)].output;
  }
  /// Words are weighted by their frequencies in the known emails. A stored model uses the
  /// frequencies of its training emails.
  InputData inputs(const InputRequest& request) const override;

  std::unique_ptr<InputStream> stream(const std::filesystem::path& file,
                                      const ViewAssignment& views, bool together) override;
  /// One line for each email: the place, from 1, of the first email of its batch. In a stream,
  /// places count from the start of the file.
  std::string text_of(const Output& output) const override;
  std::vector<std::string> alphabet() const override;

  void save(ModelWriter& model, const std::vector<bool>& keep,
            const FittedFeatures* fitted) const override;
  /// The comparison of a stored model; null for other sets.
  const EmailComparison* stored() const { return stored_ ? &*stored_ : nullptr; }
  const std::string& format() const { return format_; }

 private:
  class Stream;
  struct Example {
    EmailSketch sketch;
    Output output;
    int file = 0;
    Index line = 0;
  };
  void append(const Email& email, Index line, bool with_output);

  std::string format_;
  std::optional<Index> limit_;
  std::vector<std::string> groups_;
  std::vector<std::int32_t> features_;  // numbers below kEmailFeatures, ascending
  std::vector<std::string> files_;
  std::vector<Example> examples_;
  StringTable batches_;
  Index num_training_ = 0;
  std::optional<EmailComparison> stored_;
};

}  // namespace costruct::experiments
