// Encoder: reads the examples of a `data` block. It learns the feature and label alphabets from
// training files. A model stores the encoder, which then reads new files with both alphabets
// frozen.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "costruct/core/options.hpp"
#include "costruct/data/examples/corpus.hpp"
#include "costruct/data/examples/dense_rows.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/data/examples/streamed_example.hpp"
#include "costruct/data/formats/format.hpp"

namespace costruct::experiments {

class FittedExtractor;  // data/features/fitted_extractor.hpp

/// If an example has more parts, the memory for reading it is freed before work goes on.
inline constexpr Index kLongExample = 100'000;

/// Reads files into a corpus, and learns the alphabets of features and labels.
///
/// Call read() with all kTrain files, then finish_labels(), then read() with the other files. If
/// must_scan(), call scan() for all files before. stream() and dense_rows() read one file with
/// frozen alphabets.
class Encoder {
 public:
  /// @param data    a block with `format` or `generate` that passed check_data_block().
  /// resolve_dataset() must have replaced a named data set by its block. Features of `generate` are
  /// numbered as in svmhmm files.
  /// @param input   kRows or kChains
  /// @param target  whether labels are names or numbers
  Encoder(const Json& data, const std::string& input, Target target = Target::kLabels);
  ~Encoder();
  Encoder(Encoder&&) noexcept;
  Encoder& operator=(Encoder&&) noexcept;

  using Role = experiments::Role;
  /// Reads files in order and appends their examples to the corpus. For a block with `generate`,
  /// kTrain draws the examples instead.
  ///
  /// In training files `?` marks an unlabeled example. A label that occurs only in test files gets
  /// a number behind labels().
  ///
  /// Some options hold for some roles only:
  ///   min_length, max_length, require_groups   kTrain and kUnlabeled
  ///   keep_labels                              kTrain
  ///   limit                                    all kTrain files together
  /// With kTest, read() keeps all examples of the files.
  void read(std::span<const std::filesystem::path> files, Role role, Corpus& corpus);
  /// Whether features depend on all training and unlabeled examples (csv: the types of columns).
  /// Then you must scan these files before you read any. Otherwise read() learns all it needs from
  /// the training files.
  bool must_scan() const;
  /// Looks at kTrain or kUnlabeled files as read() does, but keeps no example. The feature alphabet
  /// is then that of all scanned files. Scan all files before you read any, the training files
  /// first. Also scan unlabeled files that are streamed later and never read.
  void scan(std::span<const std::filesystem::path> files, Role role);
  /// Notes for the user on what scanning inferred, one line each; empty if there was nothing to
  /// infer. Call it after the first read().
  std::vector<std::string> notes() const;
  /// Orders the labels (numeric ones by value, others by first appearance) and renumbers `corpus`.
  /// If the target is a number, it does nothing.
  void finish_labels(Corpus& corpus);

  /// The labels of the training files, in order.
  const std::vector<std::string>& labels() const;
  Target target() const;
  /// kRows or kChains.
  const std::string& input() const;
  /// Format::lines_are_parts
  bool lines_are_parts() const;
  /// labels(), then the labels that occur only in test files.
  const std::vector<std::string>& labels_with_unseen() const;
  Index num_features() const;
  FeatureInfo feature_info(Index feature) const;
  const std::vector<std::string>& groups() const;
  /// FeatureMap::fitted()
  std::span<const std::unique_ptr<FittedExtractor>> fitted() const;

  /// Opens a file for prediction. Features are frozen. Labels may be absent, and are ignored.
  std::unique_ptr<ExampleStream> stream(const std::filesystem::path& file) const;

  /// The same, as dense rows of num_features() numbers each.
  std::unique_ptr<DenseRows> dense_rows(const std::filesystem::path& file) const;

  /// Stores in a model all that reading needs. It keeps only features with keep[id], renumbered in
  /// order.
  void save(ModelWriter& model, const std::vector<bool>& keep) const;
  static Encoder load(const ModelReader& model);

 private:
  struct State;
  explicit Encoder(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The format of the files that a model reads. Throws DataError if the model names no known format.
const Format* stored_format(const ModelReader& model);

/// Checks a whole `data` block: unknown keys (with the nearest names), types, ranges, features and
/// so on. It adds all errors to `errors`, with paths that begin with `path`. It does not look at
/// files.
void check_data_block(const Json& data, const std::string& path, ConfigErrors& errors);

/// Replaces a named data set by its own block: format, columns, features, and files relative to the
/// data folders. Options beside `dataset` (min_length, keep_labels, limit, window, train, ...) are
/// kept or merged into the block. A block with `generate` gets all options of its generator. Any
/// other block is returned unchanged.
Json resolve_dataset(const Json& data);

/// The JSON schema of a data block.
Json data_block_schema();

/// A name with its summary and options, for `list` and `describe`.
struct FormatEntry {
  std::string name;
  std::string summary;
  std::vector<OptionInfo> options;
};
const std::vector<FormatEntry>& format_catalog();

/// A named data set.
struct DatasetEntry {
  std::string name;
  std::string summary;
  std::string licence;  ///< note on the terms of use
  std::string obtain;   ///< how a user gets the files
  std::string folder;   ///< folder of the files, in one of the data folders
  std::vector<std::string> files;
  Json block;  ///< the data block that the name stands for
  /// The kind of its examples, which is that of its format.
  const std::string& input() const;
};
const std::vector<DatasetEntry>& dataset_catalog();
const DatasetEntry* find_dataset(const std::string& name);

/// The extractors and the generators, for `list` and `describe`.
const std::vector<FormatEntry>& extractor_catalog();
const std::vector<FormatEntry>& generator_catalog();

}  // namespace costruct::experiments
