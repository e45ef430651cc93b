// Encoder: the reading half of a `data` block. It learns the feature and label alphabets from
// training files, is stored with a model, and then reads new files with both alphabets frozen.
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

/// Parts of an example so long that the memory it was read into is given back before work goes on.
inline constexpr Index kLongExample = 100'000;

class Encoder {
 public:
  /// `data` is a data block with a `format` (a named data set is already replaced by its own block)
  /// or with `generate`, whose features are numbered as in svmhmm files; it must have passed
  /// check_data_block. `input` says whether examples are kRows or kChains, `target` whether their
  /// labels are names or numbers.
  Encoder(const Json& data, const std::string& input, Target target = Target::kLabels);
  ~Encoder();
  Encoder(Encoder&&) noexcept;
  Encoder& operator=(Encoder&&) noexcept;

  using Role = experiments::Role;
  /// Reads files in order and appends to the corpus. In training files `?` marks an unlabeled
  /// example; a label that only test files have gets a number past the last of labels(). The
  /// block's min_length, max_length and require_groups hold for kTrain and kUnlabeled, its
  /// keep_labels for kTrain, its limit for all kTrain files together; kTest is everything that is
  /// in the files. Call with all kTrain files first, then finish_labels(), then the others. The
  /// kTrain examples of a block with `generate` are drawn instead.
  void read(std::span<const std::filesystem::path> files, Role role, Corpus& corpus);
  /// Whether features depend on all training and unlabeled examples (csv: the types of columns), so
  /// that their files must be scanned before any is read. Else read() does with the training files
  /// what it needs.
  bool must_scan() const;
  /// Looks at kTrain or kUnlabeled files as read() would, and keeps no example: the alphabet of
  /// features is then that of all scanned files. Files are scanned before any is read, training
  /// files first. Unlabeled examples that are streamed later, not read, are made known like this.
  void scan(std::span<const std::filesystem::path> files, Role role);
  /// What scanning has found out, a line each, for users; empty where there was nothing to infer.
  /// After the first read().
  std::vector<std::string> notes() const;
  /// Puts the labels in their order (numeric ones by value, others by first appearance) and
  /// renumbers `corpus`. Where the target is a number there is nothing to order.
  void finish_labels(Corpus& corpus);

  /// The labels of the training files, in order.
  const std::vector<std::string>& labels() const;
  Target target() const;
  /// kRows or kChains.
  const std::string& input() const;
  /// Format::lines_are_parts
  bool lines_are_parts() const;
  /// labels(), then those that only test files have had.
  const std::vector<std::string>& labels_with_unseen() const;
  Index num_features() const;
  FeatureInfo feature_info(Index feature) const;
  const std::vector<std::string>& groups() const;
  /// FeatureMap::fitted()
  std::span<const std::unique_ptr<FittedExtractor>> fitted() const;

  /// Opens a file for prediction: features frozen, labels ignored whatever they are, also when
  /// absent.
  std::unique_ptr<ExampleStream> stream(const std::filesystem::path& file) const;

  /// The same as dense rows, num_features() numbers each.
  std::unique_ptr<DenseRows> dense_rows(const std::filesystem::path& file) const;

  /// Stores everything that reading needs in a model, keeping only features with keep[id],
  /// renumbered in order.
  void save(ModelWriter& model, const std::vector<bool>& keep) const;
  static Encoder load(const ModelReader& model);

 private:
  struct State;
  explicit Encoder(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The format of the files that a model reads. Throws DataError where it names none.
const Format* stored_format(const ModelReader& model);

/// Options of a data block that holds for any source, those of each format, and of each named data
/// set. Checks a whole `data` block (unknown keys with nearest names, types, ranges, features of
/// conll ...), all errors into `errors`, paths behind `path`. Does not look at files.
void check_data_block(const Json& data, const std::string& path, ConfigErrors& errors);

/// Replaces a named data set by its own block (format, files relative to the data folders, columns,
/// features), options given beside `dataset` (min_length, keep_labels, limit, window, train, ...)
/// kept or merged in. A block with `generate` gets all options of its generator. Another one is
/// returned as it is.
Json resolve_dataset(const Json& data);

/// The JSON schema of a data block.
Json data_block_schema();

/// One way to write data files down, and one named data set; for `list` and `describe`.
struct FormatEntry {
  std::string name;
  std::string summary;
  std::vector<OptionInfo> options;
};
const std::vector<FormatEntry>& format_catalog();

struct DatasetEntry {
  std::string name;
  std::string summary;
  std::string licence;  ///< a note on its terms
  std::string obtain;   ///< how a user gets it
  std::string folder;   ///< under a data folder
  std::vector<std::string> files;
  Json block;  ///< the data block it stands for
  /// The kind of its examples: that of its format.
  const std::string& input() const;
};
const std::vector<DatasetEntry>& dataset_catalog();
const DatasetEntry* find_dataset(const std::string& name);

/// The extractors, respectively the generators, for `list` and `describe`.
const std::vector<FormatEntry>& extractor_catalog();
const std::vector<FormatEntry>& generator_catalog();

}  // namespace costruct::experiments
