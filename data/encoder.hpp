// Encoder: reads the files of a data block as features and labels. It learns the alphabets of
// features and labels from training files and is stored with a model. Then it reads new files with
// both alphabets frozen.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>

#include "costruct/core/options.hpp"
#include "costruct/data/examples/corpus.hpp"
#include "costruct/data/examples/dense_rows.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/data/examples/streamed_example.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

class FeatureMap;       // data/features/feature_map.hpp
class FittedExtractor;  // data/features/fitted_extractor.hpp

/// The files that a path stands for. Format::files_of() decides if the format has it. Otherwise a
/// path stands for itself. If the format reads folders, a folder stands for the files in it, in the
/// order of their names. These have no ending, or .gz or .xz. Files named CONTENTS or README, or
/// with a dot in front, do not count. Throws DataError if a folder cannot be read or has no such
/// files.
std::vector<std::filesystem::path> data_files(const Format& format,
                                              const std::filesystem::path& path, LabelUse labels);

/// The empty map from examples of a format of rows or chains to features, for a checked block.
std::unique_ptr<FeatureMap> feature_map(const Format& format, const Json& block);

/// Reads examples of rows or chains. First read all training files, then call finish_labels(), then
/// read the other files.
class Encoder {
 public:
  /// @param data    a data block that check_data_block() accepts, with a `format` or with
  /// `generate`. A named data set is already replaced by its own block. Generated features are
  /// numbered as in svmhmm files.
  /// @param input   kRows or kChains
  /// @param target  whether labels are names, numbers, or sets of names
  ///
  /// Throws ConfigError if the format has no such input, or if options do not go with the target.
  Encoder(const Json& data, const std::string& input, Target target = Target::kLabels);
  ~Encoder();
  Encoder(Encoder&&) noexcept;
  Encoder& operator=(Encoder&&) noexcept;

  using Role = experiments::Role;
  /// Reads files in order and appends their examples to the corpus. Call it with all kTrain files
  /// first, then finish_labels(), then with the others. If the block has `generate`, the kTrain
  /// examples are drawn instead.
  ///
  /// An example of training and test files is unlabeled if all its labels are unknown. If some are,
  /// it is labeled in part (Corpus::known); see LabelReader. A label that only test files have gets
  /// a number after those of labels(). These options select examples:
  ///    min_length, max_length, require_groups  for kTrain and kUnlabeled
  ///    keep_labels                             for kTrain
  ///    limit                                   for all kTrain files together
  /// All examples of kTest files are read.
  ///
  /// Throws DataError with file and line. Throws Interrupted soon after `stop` is set; null: never.
  void read(std::span<const std::filesystem::path> files, Role role, Corpus& corpus,
            const std::atomic<bool>* stop = nullptr);
  /// From now on read() leaves out the parts of some labeled training examples, to save memory in
  /// processes that do not train on them. Their features are numbered all the same, and their
  /// outputs and symbols are kept. Only for chains.
  /// @param is_kept  whether the parts of labeled training example i are kept, counted from 0 over
  ///                 all training files
  void keep_parts_of(std::function<bool(Index)> is_kept);
  /// Whether features depend on all training and unlabeled examples, as the column types of csv do.
  /// Then you must scan all files before you read any. Otherwise read() finds what it needs in the
  /// training files.
  bool must_scan() const;
  /// Reads kTrain or kUnlabeled files without keeping examples. The alphabet of features then is
  /// that of all scanned files. Scan files before you read any, training files first. Also scan
  /// unlabeled files that are streamed later.
  void scan(std::span<const std::filesystem::path> files, Role role);
  /// Messages for users on what scanning found, one for each line; empty if nothing had to be
  /// inferred. Valid after the first read().
  std::vector<std::string> notes() const;
  /// Sorts the labels and renumbers `corpus`: numeric labels by value, others by first appearance.
  /// Changes nothing if the target is a number. Throws DataError if no example has a label, or if
  /// an option names a label that no training example has.
  void finish_labels(Corpus& corpus);

  /// The labels of the training files, in order.
  const std::vector<std::string>& labels() const;
  Target target() const;
  /// kRows or kChains.
  const std::string& input() const;
  /// Whether examples are the rows of a table with columns (RowKind::kTable).
  bool has_columns() const;
  /// See Format::lines_are_parts.
  bool lines_are_parts() const;
  /// The names of an output's labels as files have them: in their scheme if the block has `scheme`.
  /// The label -1 stands for an unknown one and becomes its mark. Use it only if
  /// why_no_unknown_parts() returns "".
  std::vector<std::string> labels_in_file(const Output& output) const;
  /// The reason why single labels of written examples cannot be marked as unknown; "" if they can.
  std::string why_no_unknown_parts() const;
  /// The scheme of the labels in files and in learning; nullopt without the option `scheme`. Valid
  /// after finish_labels().
  const std::optional<LabelScheme>& scheme() const;
  /// Whether the format can write examples back, and whether it does so for predictions; see
  /// RowFormat::written.
  bool writes_back() const;
  bool predicts_examples() const;
  /// The lines of an example with the labels of an output. Only for formats that write back.
  /// @param record  RawExample::record of the example
  /// @param scores  one for each part, or none; they are written if holds_scores()
  /// @param header  ExampleReader::header_record() of its file
  std::string written(std::string_view record, const Output& output,
                      std::span<const double> scores = {}, std::string_view header = {}) const;
  /// The labels that a file has for what is known of an output: `?`, or several in braces.
  std::vector<std::string> known_in_file(const Known& known) const;
  /// The line that stands before written examples, with its line end; "" if there is none.
  /// @param header  ExampleReader::header_record() of the file
  std::string written_head(std::string_view header) const;
  /// See RowFormat::holds_scores.
  bool holds_scores() const;
  /// labels(), followed by labels that only test files have.
  const std::vector<std::string>& labels_with_unseen() const;
  /// Forgets the labels that only test files have. No corpus may have any then.
  void forget_unseen_labels();
  /// The features of the feature map (feature_map.hpp), without those of fitted extractors.
  Index num_features() const;
  FeatureInfo feature_info(Index feature) const;
  const std::vector<std::string>& groups() const;
  /// See FeatureMap::fitted().
  std::span<const std::unique_ptr<FittedExtractor>> fitted() const;

  /// Reads a file to predict beforehand, so that its words are known to the fitted extractors that
  /// number all words. A pipe is not read. Throws Interrupted soon after `stop` is set.
  void number_words(const std::filesystem::path& file, const std::atomic<bool>* stop = nullptr);

  /// Opens a file for prediction. Features are frozen; labels are ignored and may be absent.
  std::unique_ptr<ExampleStream> stream(const std::filesystem::path& file) const;

  /// Files that are streamed from now on are plain text. Throws ConfigError if the features are not
  /// made of words alone.
  void stream_plain_text(TextUnit unit);
  bool streams_plain_text() const;
  /// Sets the groups of labels that labels in braces may name: {<N} stands for all labels of a
  /// group N.
  void name_label_groups(LabelsUnder labels_under);
  /// Sets whether the labels of streamed files are read, as StreamedExample::known: a label, a mark
  /// of an unknown one, or several in braces. Throws ConfigError if the labels of
  /// examples are not those of their parts in the file: numbers, topics, labels in another scheme.
  void stream_known(bool is_known);

  /// Opens a file of rows for prediction, as dense rows with num_features() numbers each.
  std::unique_ptr<DenseRows> dense_rows(const std::filesystem::path& file) const;

  /// Stores everything that reading needs in a model. Keeps only features with keep[id] and
  /// renumbers them in order.
  void save(ModelWriter& model, const std::vector<bool>& keep) const;
  /// The encoder that save() stored. Throws DataError for a damaged model.
  static Encoder load(const ModelReader& model);

 private:
  struct State;
  explicit Encoder(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace costruct::experiments
