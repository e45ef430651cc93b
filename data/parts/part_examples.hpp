// The example set for rows and chains. Examples consist of parts with features; each part has a
// label, or each row has a number.
#pragma once

#include "costruct/data/data_config.hpp"
#include "costruct/data/encoder.hpp"
#include "costruct/data/examples/part_tables.hpp"
#include "costruct/data/features/fitted/fitted_feature_list.hpp"
#include "costruct/data/features/links/links.hpp"
#include "costruct/problems/several/label_sets.hpp"

namespace costruct::experiments {

/// The result of fitting features to the examples that a fit knows (InputRequest).
struct FittedParts final : FittedFeatures {
  /// The values of each fitted extractor; null if no view has features of the extractor.
  std::vector<std::shared_ptr<const FittedValues>> values;
  /// If outputs are sets of labels: the tree of labels.
  std::shared_ptr<const several::LabelTree> tree;
};

/// The views of a learner that does not scale values.
struct UnscaledViews {
  ViewAssignment views;
  bool sparse_too =
      false;  ///< whether sparse views, for example with counts of words, are checked as well
};

/// The examples of rows or chains. Its features are those of the encoder, followed by those of the
/// fitted extractors.
class PartExamples final : public ExampleSet {
 public:
  /// Makes an empty set for a checked data block; see Encoder for the arguments. Throws ConfigError
  /// if targets are numbers and the block has fitted features. Throws it also if the problem takes
  /// graphs and the block does not have exactly one extractor of links.
  PartExamples(const Json& block, const std::string& input, Target target);
  /// Makes an empty set with the alphabets of a model. Throws DataError if the model is damaged.
  /// @param input  the kind of input that the model's problem takes
  PartExamples(const ModelReader& model, const std::string& input);

  void read(std::span<const std::filesystem::path> files, Role role) override;
  void finish_training() override;
  void forget_examples() override;
  std::vector<std::filesystem::path> read_texts(
      const std::function<std::filesystem::path(const std::string&)>& find) override;
  std::vector<std::filesystem::path> files_beside_data() const override;
  std::vector<std::string> finish_reading() override { return finish_reading(false); }
  /// Whether features depend on all files. Then scan() must see the files before any is read,
  /// training files first. See Encoder::scan().
  bool must_scan() const { return encoder_.must_scan(); }
  void scan(std::span<const std::filesystem::path> files, Role role) { encoder_.scan(files, role); }
  std::vector<std::string> notes() const override { return encoder_.notes(); }
  /// See Encoder::keep_parts_of(). Call it before files are read. Does nothing for rows, whose
  /// parts stay.
  void keep_parts_of(std::function<bool(Index)> is_kept) {
    if (chains_) encoder_.keep_parts_of(std::move(is_kept));
  }
  /// Whether the parts of an example are in memory.
  bool has_parts(Index example) const { return corpus_.features.length(example) > 0; }

  Index size() const override { return corpus_.size(); }
  bool is_labeled(Index example) const override { return corpus_.is_labeled(example); }
  const Known& known(Index example) const override;
  double weight(Index example) const override { return corpus_.weight(example); }
  ExamplePlace place(Index example) const override;
  /// If outputs are sets of labels, draws need not have every label, because a label may be in very
  /// few sets.
  const std::vector<std::string>& wanted_in_draws() const override {
    return holds_sets() ? ExampleSet::wanted_in_draws() : encoder_.labels();
  }
  std::vector<int> labels_of(Index example) const override;

  Index num_features() const override { return encoder_.num_features() + fitted_.size(); }
  FeatureInfo feature_info(Index feature) const override;
  const std::vector<std::string>& feature_groups() const override { return encoder_.groups(); }
  bool is_fitted(Index feature) const override;
  bool is_one_input() const override { return links_.has_value(); }

  const Output& output(Index example) const override { return corpus_.outputs[example]; }
  /// If outputs are numbers: one for each example, NaN if it is unlabeled.
  std::span<const double> targets() const { return corpus_.targets; }
  InputData inputs(const InputRequest& request) const override;
  bool inputs_depend_on_labeled() const override { return holds_sets(); }
  Index num_parts(Index example) const override { return chains_ ? corpus_.num_parts(example) : 0; }

  void stream_plain_text(TextUnit unit) override { encoder_.stream_plain_text(unit); }
  /// See Encoder::name_label_groups(). Call it before files are read.
  void name_label_groups(LabelsUnder labels_under) {
    encoder_.name_label_groups(std::move(labels_under));
  }
  void stream_known(bool is_known) override { encoder_.stream_known(is_known); }
  std::unique_ptr<InputStream> stream(const std::filesystem::path& file,
                                      const ViewAssignment& views, bool together) override;
  std::string text_of(const Output& output) const override;
  std::string text_of_known(const Known& known) const override;
  std::vector<std::string> alphabet() const override;
  bool holds_scores() const override { return chains_ && encoder_.holds_scores(); }
  const char* separator() const override {
    return chains_ && !encoder_.predicts_examples() ? "\n" : "";
  }
  bool has_lines() const override { return chains_; }
  bool writes_back() const override { return encoder_.writes_back(); }
  std::string why_no_unknown_parts() const override { return encoder_.why_no_unknown_parts(); }
  const std::vector<std::string>& label_names() const override {
    return encoder_.labels_with_unseen();
  }
  bool is_possible(const Output& output) const override;

  void save(ModelWriter& model, const std::vector<bool>& keep,
            const FittedFeatures* fitted) const override;

  /// The reason why the features of the views are not all indicators (0 or 1, at most once in each
  /// part), with the place. nullopt if they are. With `unlabeled` it checks unlabeled examples as
  /// well as labeled ones.
  std::optional<std::string> not_indicators(const ViewAssignment& views, bool unlabeled) const;
  /// The same for counts: whole numbers >= 0.
  std::optional<std::string> not_counts(const ViewAssignment& views, bool unlabeled) const;
  /// A message if features in one view of a learner have very unequal scales, one more than
  /// 100 times the other; nullopt if not.
  /// Checks the labeled examples among the first `count` ones.
  /// @param learners  the views of each learner that does not scale values
  std::optional<std::string> unequal_scales(Index count,
                                            std::span<const UnscaledViews> learners) const;

  /// By view and feature, which features the scaling of a kernel leaves as they are: beside the
  /// columns of a table, those that extractors make. Empty if the views have no column.
  /// @param features  InputData::features
  std::vector<std::vector<bool>> keeps_scale(
      std::span<const std::vector<std::int32_t>> features) const;

  const Corpus& corpus() const { return corpus_; }
  const Encoder& encoder() const { return encoder_; }
  const FittedFeatureList& fitted_features() const { return fitted_; }
  /// Makes graphs whose nodes are these rows, and whose edges are the links between them.
  /// Precondition: is_one_input().
  /// @param row_of_node  the number of each node's row in LinkedRows
  std::shared_ptr<const ProblemData> joined(PartData nodes,
                                            std::span<const std::int32_t> row_of_node) const;
  /// The place of the links among the fitted extractors; only if is_one_input().
  std::size_t links() const { return *links_; }
  /// The fitted values of a stored model; null for other sets, and if the model has none.
  const FittedParts* stored() const { return stored_.get(); }
  /// The tree of labels of a stored model; null for other sets, and if the model has none.
  const std::shared_ptr<const several::LabelTree>& stored_tree() const { return stored_tree_; }
  /// Whether outputs are sets of labels.
  bool holds_sets() const { return encoder_.target() == Target::kSets; }

 private:
  /// See FittedExtractor::finish_reading().
  std::vector<std::string> finish_reading(bool any_word);
  std::shared_ptr<const FittedParts> fit(const InputRequest& request) const;
  LinkedRows& linked_rows() const;
  void find_links();
  void join_rows(const InputRequest& request, InputData& inputs) const;
  void add_tree(const InputRequest& request, InputData& inputs) const;
  std::shared_ptr<const several::LabelTree> tree_for(const InputRequest& request) const;
  bool has_extractor(Index feature) const { return feature >= encoder_.num_features(); }
  /// Describes a fitted feature of the views for which `is_allowed` is false, for a message.
  /// nullopt if there is no such feature.
  std::optional<std::string> fitted_real_number(const ViewAssignment& views,
                                                bool (FittedExtractor::*is_allowed)(Index)
                                                    const) const;

  Encoder encoder_;
  FittedFeatureList fitted_;
  std::shared_ptr<const FittedParts> stored_;
  std::shared_ptr<const several::LabelTree> stored_tree_;
  std::vector<std::shared_ptr<const FittedValues>>
      of_texts_;  // values fitted to texts, by extractor; null: fitted to examples
  Corpus corpus_;
  bool chains_;
  bool is_of_model_ = false;          // the list of fitted features is that of a model
  std::optional<std::size_t> links_;  // if rows are the nodes of a graph
};

/// Casts a set of rows or chains to its own type. The set must be of that type.
const PartExamples& part_examples(const ExampleSet& examples);

/// Makes an empty set for a problem that takes this kind of input and has this kind of labels.
/// Throws ConfigError if the data are of another kind.
std::unique_ptr<ExampleSet> make_examples(const DataConfig& data, const std::string& input,
                                          Target target);

/// Makes the example set that reads inputs and prints outputs for a stored model. Throws DataError
/// for a damaged model.
/// @param input  the kind of input that the model's problem takes
std::unique_ptr<ExampleSet> load_examples(const ModelReader& model, const std::string& input);

}  // namespace costruct::experiments
