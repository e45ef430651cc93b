// A format says how files write examples. Each format is one source file, and one line of the table
// in format.cpp.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/data/examples/raw_example.hpp"
#include "costruct/data/features/extractor.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// What a row consists of. kNone: the examples are neither rows nor chains.
enum class RowKind { kNumeric, kNamed, kColumns, kTable, kDense, kNone };

/// Whether the labels of rows are names or numbers.
enum class Target { kLabels, kNumber };

/// A file format: its name and options, and functions that open files or make example sets.
struct Format {
  std::string name;
  std::string summary;
  std::string input;  ///< kind of its examples: ProblemEntry::input of problems that use them
  RowKind rows = RowKind::kNone;
  bool reads_folders = false;  ///< a path may be a folder, which stands for the files in it
  bool lines_are_parts =
      false;  ///< each part of an example is a line, and an example contains no other lines
  std::vector<OptionInfo> options;  ///< options besides those of every format (data_block.cpp)
  /// Names of `options` that the problem also has, because outputs are read by them. They take the
  /// problem's values.
  std::vector<std::string> problem_options = {};
  /// The names of the columns; for column formats only.
  std::function<std::vector<std::string>(const Json& block)> columns = {};
  std::function<std::unique_ptr<ExampleReader>(const Json& block, const std::filesystem::path& file,
                                               LabelUse)>
      open = {};
  /// For examples other than kRows and kChains, in place of `columns` and `open`. `examples` makes
  /// an empty set for a checked block. `load` makes a set from a model, as its save() wrote it.
  std::function<std::unique_ptr<ExampleSet>(const Json& block)> examples = {};
  std::function<std::unique_ptr<ExampleSet>(const ModelReader& model)> load = {};
  /// Draws the text that `predict` prints for an output. The result is a complete SVG element that
  /// is safe within HTML. `reference` is the text of the true output, or "". It is drawn beside the
  /// output if the drawing has room for it. Throws DataError if the text is not an output. Null:
  /// outputs of this format have no drawing.
  std::function<std::string(std::string_view text, std::string_view reference)> drawing = {};
};

Format svmlight_format();
Format svmhmm_format();
Format conll_format();
Format crfsuite_format();
Format brown_format();
Format csv_format();
Format npy_format();
Format ptb_format();
Format fasta_pairs_format();
Format tmalign_format();
Format candidates_format();

/// All formats, in the order in which they are listed.
const std::vector<Format>& formats();
const Format* find_format(const std::string& name);
/// The input of the extractors under `features`; nullopt if the format has no extractors.
std::optional<ExtractorInput> extractor_input(const Format& format);
/// Adds your own format behind the others. Call it before any other function that uses formats.
void add_format(Format format);

/// The option `label_map`, which renames labels as they are read. All built-in formats have it.
inline constexpr const char* kLabelMap = "label_map";
OptionInfo label_map_option();

}  // namespace costruct::experiments
