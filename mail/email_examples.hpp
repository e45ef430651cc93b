// Examples for problems that take sets of objects: emails with their batches.
//
// An example is an email; sets of emails are made after draws. The output of an email is one part,
// the number of its batch by first appearance in the files. A problem renumbers the batches of a
// set. Emails of one batch are a group that draws should not split.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/record_examples.hpp"
#include "costruct/mail/email/mailbox.hpp"
#include "costruct/mail/email/pair_features.hpp"
#include "costruct/mail/email_links.hpp"

namespace costruct::experiments {

/// Everything that is needed to compare emails: which features of pairs (pair_features.hpp) are
/// computed, and the frequencies of words that they use.
class EmailComparison {
 public:
  /// Compares by all features of email_features().
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
  /// Computes the features of a pair of emails. psi has num_features() entries.
  void compare(const WeightedSketch& a, const WeightedSketch& b, std::span<float> psi) const;

 private:
  DocumentFrequencies frequencies_;
  std::vector<std::int32_t> features_;
};

/// A set of emails as examples.
class EmailExamples final : public RecordExamples {
 public:
  /// Makes an empty set for a checked data block.
  explicit EmailExamples(const Json& block);
  /// The set that save() wrote. Throws DataError for a damaged model.
  explicit EmailExamples(const ModelReader& model);

  /// Finds the emails that the links (`must`, `cannot`) of test files name. Throws DataError as
  /// known_links() does. Returns no notes.
  std::vector<std::string> finish_reading() override;
  /// Does the same for training files. Throws DataError if no email has a batch.
  void finish_training() override;
  std::vector<std::string> notes() const override;

  const Known& known(Index example) const override;
  /// Emails that are linked with each other, if at least one of them has no batch. Several groups
  /// of linked emails may share a set. See ExampleSet::known_sets().
  std::vector<KnownSet> known_sets(std::span<const Index> of, Index most) const override;
  /// The number of the batch; -1 if it is not known.
  Index group(Index example) const override;
  Index num_features() const override { return std::ssize(features_); }
  FeatureInfo feature_info(Index feature) const override;
  const std::vector<std::string>& feature_groups() const override { return groups_; }

  /// The inputs of a request: sets of objects (object_sets.hpp). Words are weighted by their
  /// frequencies in the emails InputRequest::fit_on; for a stored model, in those of its training.
  InputData inputs(const InputRequest& request) const override;

  /// One line for each email of a set: the place in the set, from 1, of the first email of its
  /// batch.
  std::string text_of(const Output& output) const override;
  /// The same. While a file is streamed, the places are those in the file.
  std::string text_of_example(Index example, const Output& output) const override;
  std::vector<std::string> alphabet() const override;

  void save(ModelWriter& model, const std::vector<bool>& keep,
            const FittedFeatures* fitted) const override;
  /// The comparison of a stored model; null for other sets.
  const EmailComparison* stored() const { return stored_ ? &*stored_ : nullptr; }
  /// For a stored model: the number of emails back to the last one of the same batch. It is the
  /// 99th percentile over the training emails. 0 if the model does not tell.
  Index batch_window() const { return batch_window_; }

 private:
  std::unique_ptr<RecordReader> open(const std::filesystem::path& file, Reading reading) override;
  Parsed parse(RecordReader& record, Reading reading) override;
  void forget_inputs() override;
  bool says_what_is_known() const override { return true; }
  Known known_of_input() const override;
  Known known_among(std::span<const Index> emails) const;
  void take_links();
  const char* plural() const override { return "emails"; }
  Index spread_of_batches() const;
  Index most_at_a_time() const override;

  std::vector<std::int32_t> features_;  // numbers among kEmailFeatures, ascending
  std::vector<std::string> groups_;
  std::vector<EmailSketch> sketches_;
  std::vector<LinkedEmail> links_;            // of each email, if links are read
  Index links_taken_ = 0;                     // how many of these are in linked_
  std::vector<KnownSet> linked_;              // emails that are linked with each other
  std::map<Index, std::size_t> linked_with_;  // the place of an email in linked_
  Index training_end_ = 0;                    // the emails before are of training files
  StringTable batches_;
  std::optional<EmailComparison> stored_;
  Index batch_window_ = 0;
};

}  // namespace costruct::experiments
