// File formats for examples. Each built-in format has a function below and a line in
// built_in_formats() (format.cpp).
//
// A parameter `block` is always a checked data block: the object `data` of a config, or one like
// it, with the options of the format.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/catalog.hpp"
#include "costruct/core/options.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/data/examples/raw_example.hpp"
#include "costruct/data/examples/record_reader.hpp"
#include "costruct/data/features/extractor.hpp"
#include "costruct/data/recognition/recognition.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// The content of a row, which is a part of an example. RawExample says where each kind is stored.
///   kNumeric  numbered features with values, as in svmlight
///   kNamed    named features with values, as in crfsuite
///   kColumns  cells of the columns that the block names, as in conll
///   kTable    cells of the columns that the file names, as in csv
///   kDense    a number for each column, as in npy
///   kTexts    texts, as fields of a record or as a whole file
enum class RowKind { kNumeric, kNamed, kColumns, kTable, kDense, kTexts };

/// Whether the labels of rows are names, numbers, or sets of names.
enum class Target { kLabels, kNumber, kSets };

/// The name of predictions that are written beside the records of a file.
inline constexpr const char* kPredictionName = "prediction";

/// An example with labels to write in place of its own.
struct RelabeledExample {
  std::string_view record;              ///< RawExample::record
  std::span<const std::string> labels;  ///< one for each part
  std::span<const double> scores = {};  ///< one for each part, or none
  std::string_view header = {};         ///< ExampleReader::header_record() of its file
};

struct ExampleContent;  // data/formats/content.hpp
struct ContentFacts;
class Losses;  // data/formats/losses.hpp

/// Writes the examples of a file in another format of rows or chains.
class ExampleWriter {
 public:
  virtual ~ExampleWriter() = default;
  /// The text in front of all examples.
  virtual std::string head() const { return ""; }
  /// The text of an example, with its last line end. Adds to `losses` what the format cannot hold.
  /// Throws DataError("what is wrong").
  virtual std::string text(const ExampleContent& example, Losses& losses) = 0;
  /// Adds to the block the options that reading the written file needs, such as its target.
  virtual void complete(Json& /*block*/) const {}
};

/// How a format writes the examples of others.
struct RowWriting {
  std::vector<std::string> options;  ///< those of Format::options that count in writing
  /// Whether it holds features. Otherwise it holds cells, or features if the source has no cells.
  bool holds_features = false;
  bool holds_text = false;     ///< raw texts of chains; see RawExample::text
  bool holds_weights = false;  ///< weights of examples
  /// Makes a writer for a data block with `format` and some of `options`. `from` outlives the
  /// writer. Throws ConfigError if the format cannot hold such examples.
  std::function<std::unique_ptr<ExampleWriter>(const Json& block, const ContentFacts& from)>
      writer = {};
};

/// How a format of rows, or of chains of rows, is read.
struct RowFormat {
  RowKind kind;
  /// Opens a file.
  std::function<std::unique_ptr<ExampleReader>(const Json& block, const std::filesystem::path& file,
                                               LabelUse)>
      open;
  /// Returns the names of the columns. Only for column formats.
  std::function<std::vector<std::string>(const Json& block)> columns = {};
  /// Each part of an example is a line, with no other lines between them.
  bool lines_are_parts = false;
  /// The reader itself knows how files mark missing labels. The labels of unlabeled examples are
  /// empty, and every other label is meant, also "?".
  bool knows_missing_labels = false;
  /// A label that parts may have even if no example has it, such as "O"; "": there is none.
  std::string outside_label = "";
  /// Returns the record with these labels, and with the text that separates it from the next one.
  /// Empty: examples cannot be written back.
  std::function<std::string(const Json& block, const RelabeledExample& example)> written = {};
  /// Returns the line that stands before written examples, with its end, for a header_record().
  std::function<std::string(const Json& block, std::string_view header)> written_head = {};
  /// Only with `written`: `predict` writes one label on each line, and `suggest` whole examples.
  bool predicts_labels_alone = false;
  bool holds_scores = false;  ///< whether `written` writes scores
  /// Formats with `written`: returns RawExample::record for a sentence of plain text.
  std::function<std::string(const Json& block, std::string_view sentence)> record_of_text = {};
  /// Null: `convert` does not write the format.
  std::optional<RowWriting> writing = {};
  /// Returns what a record has that ExampleContent does not hold, as kinds of losses. Null:
  /// nothing.
  std::function<std::vector<std::string>(const Json& block, std::string_view record)> beside = {};

  /// Whether `predict` writes whole examples.
  bool predicts_examples() const { return written && !predicts_labels_alone; }
};

/// How records of formats other than rows and chains are converted.
struct RecordFormat {
  /// Opens a file. Its records are of a type that all formats of the same input share.
  std::function<std::unique_ptr<RecordReader>(const std::filesystem::path& file)> open = {};
  /// The text of the record that was read last, with its last line end. Without `outputs` it is an
  /// unlabeled example. Null: `convert` does not write the format.
  std::function<std::string(const RecordReader& record, bool outputs)> written = {};
  /// The loss when records become those of another format, as a kind of Losses; "": nothing is
  /// lost.
  std::string lost = {};
  /// Returns what is lost of the text of a record in any case, as kinds of losses. Null: nothing.
  std::function<std::vector<std::string>(std::string_view record)> beside = {};
};

/// A file format: its options, and the functions that read its files. It has either `rows`, or
/// `examples` and `load`.
struct Format {
  std::string name;
  std::string summary;
  std::string input;  ///< kind of its examples; ProblemEntry::input of the problems that take them
  /// A format that reads the same files as examples of another kind. Its name stands for this
  /// format if a problem takes examples of this kind. "": none.
  std::string same_files_as = {};
  bool reads_folders = false;  ///< whether a folder stands for its files
  /// Returns the files that a path, of a file or a folder, stands for, in order. Throws DataError.
  /// Null: a file stands for itself, and a folder for its files if `reads_folders`.
  std::function<std::vector<std::filesystem::path>(const std::filesystem::path&, LabelUse)>
      files_of = {};
  std::vector<OptionInfo> options;  ///< besides those of every format (data_block.cpp)
  /// Those of `options` that the problem has as well, because outputs depend on them. They take the
  /// values of the problem's options.
  std::vector<std::string> problem_options = {};
  std::optional<RowFormat> rows = {};
  /// Formats without the option `unknown`: how users write a label that is missing, as a command,
  /// "write _ in place of it". "": there is no advice.
  std::string how_to_unlabel = {};
  /// Make an empty set for a checked block, and a set from what its save() wrote.
  std::function<std::unique_ptr<ExampleSet>(const Json& block)> examples = {};
  std::function<std::unique_ptr<ExampleSet>(const ModelReader& model)> load = {};
  /// Only beside `examples`. nullopt: `convert` does not read the format.
  std::optional<RecordFormat> records = {};
  /// Draws an output, given as ExampleSet::text_to_draw(). Returns an SVG element that is complete
  /// and safe within HTML. Throws DataError for other texts. Null: the format has no
  /// drawings.
  ///
  /// `reference` is the same text of the true output, or "". It is drawn as well if the drawing has
  /// room for it.
  std::function<std::string(std::string_view text, std::string_view reference)> drawing = {};
  /// A record (RawExample::record, ExampleReader::header_record()) with a prediction, or the name
  /// of a prediction, without the last line end. Throws DataError("what is wrong"). Null:
  /// predictions cannot be written beside the records of this format.
  std::function<std::string(const Json& block, std::string_view record,
                            std::string_view prediction)>
      with_prediction = {};

  /// Judges whether a file is one of this format, for `costruct init`. Null: `init` does not know
  /// the format.
  Recogniser recognise = {};

  /// Whether the examples consist of rows of this kind.
  bool has_rows(RowKind kind) const { return rows && rows->kind == kind; }
  /// Whether it is a column format.
  bool has_columns() const { return rows && rows->columns; }
  /// The names of the columns; none unless it is a column format.
  std::vector<std::string> columns(const Json& block) const {
    return has_columns() ? rows->columns(block) : std::vector<std::string>();
  }
};

/// The entries of the built-in formats. `costruct describe format NAME` prints each.
Format svmlight_format();
Format svmhmm_format();
Format conll_format();
Format conllu_format();
Format spans_format();
Format crfsuite_format();
Format brown_format();
Format csv_format();
Format npy_format();
Format texts_format();
Format text_folders_format();
Format ptb_format();
Format conllu_trees_format();
Format fasta_pairs_format();
Format tmalign_format();
Format candidates_format();
Format graph_format();

/// All formats, in the order in which `list` shows them.
const Catalog<Format>& formats();
/// The format of this name; null if there is none.
const Format* find_format(const std::string& name);
/// The format that a name stands for if a problem takes this kind of input (ProblemEntry::input);
/// see Format::same_files_as. If no format suits the input, it is the format of this name. Null if
/// there is none of the name.
const Format* find_format_for(const std::string& name, const std::string& input);
/// The input of the extractors under `features`; nullopt if the format has no extractors.
std::optional<ExtractorInput> extractor_input(const Format& format);
/// Adds a program's own format after the others, at any time. Throws as Catalog::add() does. A
/// format needs an input, and `open` or else `examples` and `load`.
void add_format(Format format);

/// A format that fits a file, how well it fits, and the options to read the file with.
struct RecognisedFormat {
  const Format* format = nullptr;
  Recognition recognition = {};
};
/// Asks all formats that have `recognise` about a file. Returns those with a fit of at least
/// Recognition::kFits, the best first. Ties stay in the order of the catalog.
std::vector<RecognisedFormat> recognise_file(const FileSample& sample,
                                             const RecognitionHints& hints = {});

/// The option of every built-in format that renames labels when they are read.
inline constexpr const char* kLabelMap = "label_map";
/// The declaration of this option. Its value is an object from labels of files to new names, or
/// null.
OptionInfo label_map_option();
/// The option of formats of rows and chains that names another mark of unknown labels than `?`.
inline constexpr const char* kUnknownOption = "unknown";
/// The mark of unknown labels in the files of a block: its option `unknown`, by default "?".
std::string unknown_mark(const Json& block);
/// Throws ConfigError if a block for examples without labels has a label_map that renames some.
/// @param examples  what they are called: "emails"
void refuse_label_map(const Json& block, const std::string& examples);

}  // namespace costruct::experiments
