// Examples for problems that take sets of objects: emails with their batches.
//
// An example is an email; sets of emails are made after draws. The output of an email is one part,
// the number of its batch by first appearance in the files. A problem renumbers the batches of a
// set. Emails of one batch are a group that draws should not split.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/data/examples/example_set.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/mail/email/mailbox.hpp"
#include "costruct/mail/email/pair_features.hpp"

namespace costruct::experiments {

/// Everything that is needed to compare emails: the features of pairs that a model has, and the
/// frequencies of words that these use.
class EmailComparison {
 public:
  /// All features.
  explicit EmailComparison(DocumentFrequencies frequencies);
  /// @param features  their numbers among all features, ascending
  EmailComparison(DocumentFrequencies frequencies, std::vector<std::int32_t> features)
      : frequencies_(std::move(frequencies)), features_(std::move(features)) {}

  Index num_features() const { return static_cast<Index>(features_.size()); }
  const std::vector<std::int32_t>& features() const { return features_; }
  const DocumentFrequencies& frequencies() const { return frequencies_; }
  WeightedSketch weigh(const EmailSketch& sketch) const {
    return experiments::weigh(sketch, frequencies_);
  }
  /// psi has num_features() entries.
  void compare(const WeightedSketch& a, const WeightedSketch& b, std::span<float> psi) const;

 private:
  DocumentFrequencies frequencies_;
  std::vector<std::int32_t> features_;
};

/// A set of emails as examples.
class EmailExamples final : public ExampleSet {
 public:
  /// Makes an empty set for a checked data block.
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
  /// The inputs of a request. Words are weighted by their frequencies in the known emails; for a
  /// stored model, in the emails of its training.
  InputData inputs(const InputRequest& request) const override;

  std::unique_ptr<InputStream> stream(const std::filesystem::path& file,
                                      const ViewAssignment& views, bool together) override;
  /// One line for each email: the place, from 1, of the first email of its batch. For streams it is
  /// the place in the file.
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
  std::vector<std::int32_t> features_;  // numbers among kEmailFeatures, ascending
  std::vector<std::string> files_;
  std::vector<Example> examples_;
  StringTable batches_;
  Index num_training_ = 0;
  std::optional<EmailComparison> stored_;
};

}  // namespace costruct::experiments
