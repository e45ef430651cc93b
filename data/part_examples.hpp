// PartExamples: rows and chains. An example consists of parts with features, and each part has a
// label. With a regression target each row has a number instead.
#pragma once

#include "costruct/data/data_config.hpp"
#include "costruct/data/examples/part_tables.hpp"
#include "costruct/data/features/fitted/fitted_feature_list.hpp"

namespace costruct::experiments {

/// The results of the fitted extractors, in their order; null if no view uses features of the
/// extractor.
struct FittedParts final : FittedFeatures {
  std::vector<std::shared_ptr<const FittedValues>> values;
};

/// A set of rows or chains. Its features are those of the encoder, followed by those of fitted
/// extractors.
class PartExamples final : public ExampleSet {
 public:
  /// An empty set for a checked data block, as Encoder takes it. Throws ConfigError if the target
  /// is a number and features are fitted.
  PartExamples(const Json& block, const std::string& input, Target target);
  /// An empty set with the alphabets of a model.
  explicit PartExamples(const ModelReader& model);

  void read(std::span<const std::filesystem::path> files, Role role) override {
    encoder_.read(files, role, corpus_);
  }
  void finish_training() override { encoder_.finish_labels(corpus_); }
  std::vector<std::filesystem::path> read_texts(
      const std::function<std::filesystem::path(const std::string&)>& find) override;
  bool must_scan() const override { return encoder_.must_scan(); }
  void scan(std::span<const std::filesystem::path> files, Role role) override {
    encoder_.scan(files, role);
  }
  std::vector<std::string> notes() const override { return encoder_.notes(); }

  Index size() const override { return corpus_.size(); }
  bool is_labeled(Index example) const override { return corpus_.is_labeled(example); }
  double weight(Index example) const override { return corpus_.weight(example); }
  ExamplePlace place(Index example) const override;
  const std::vector<std::string>& wanted_in_draws() const override { return encoder_.labels(); }
  std::vector<int> labels_of(Index example) const override;

  Index num_features() const override { return encoder_.num_features() + fitted_.size(); }
  FeatureInfo feature_info(Index feature) const override;
  const std::vector<std::string>& feature_groups() const override { return encoder_.groups(); }
  bool is_fitted(Index feature) const override;

  const Output& output(Index example) const override { return corpus_.outputs[example]; }
  std::span<const double> targets() const override { return corpus_.targets; }
  InputData inputs(const InputRequest& request) const override;
  Index num_parts(Index example) const override {
    return chains_ ? corpus_.features.length(example) : 0;
  }

  std::unique_ptr<InputStream> stream(const std::filesystem::path& file,
                                      const ViewAssignment& views, bool together) override;
  std::string text_of(const Output& output) const override;
  std::vector<std::string> alphabet() const override;
  const char* separator() const override { return chains_ ? "\n" : ""; }
  const std::vector<std::string>& label_names() const override {
    return encoder_.labels_with_unseen();
  }
  bool is_possible(const Output& output) const override;

  void save(ModelWriter& model, const std::vector<bool>& keep,
            const FittedFeatures* fitted) const override;

  std::optional<std::string> not_indicators(const ViewAssignment& views,
                                            bool unlabeled) const override;
  std::optional<std::string> not_counts(const ViewAssignment& views, bool unlabeled) const override;
  std::optional<std::string> unequal_scales(Index count,
                                            std::span<const UnscaledViews> learners) const override;

  const Corpus& corpus() const { return corpus_; }
  const Encoder& encoder() const { return encoder_; }
  const FittedFeatureList& fitted_features() const { return fitted_; }
  /// The fitted features of a stored model; null for other sets.
  const FittedParts* stored() const { return stored_.get(); }

 private:
  std::shared_ptr<const FittedParts> fit(const InputRequest& request) const;
  bool has_extractor(Index feature) const { return feature >= encoder_.num_features(); }
  /// A message about a fitted feature of the views that is neither 0 nor 1.
  std::optional<std::string> fitted_real_number(const ViewAssignment& views) const;

  Encoder encoder_;
  FittedFeatureList fitted_;
  std::shared_ptr<const FittedParts> stored_;
  std::vector<std::shared_ptr<const FittedValues>>
      of_texts_;  // one for each extractor; null: fitted to examples
  Corpus corpus_;
  bool chains_;
};

/// Casts a set to PartExamples. It must be a set of rows or chains.
const PartExamples& part_examples(const ExampleSet& examples);

/// An empty set for a problem with this kind of input; `target` says whether labels are names or
/// numbers. Throws ConfigError if the data are of another kind.
std::unique_ptr<ExampleSet> make_examples(const DataConfig& data, const std::string& input,
                                          Target target);

/// The set that reads inputs and writes outputs for a model. `input` is the kind of input that its
/// problem takes. Throws DataError if the model is damaged.
std::unique_ptr<ExampleSet> load_examples(const ModelReader& model, const std::string& input);

}  // namespace costruct::experiments
