// A format: how examples are written down in files. Each is one source file and one line of the
// table below.
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

/// What a row consists of; kNone in formats of other kinds than rows and chains.
enum class RowKind { kNumeric, kNamed, kColumns, kTable, kDense, kNone };

/// Whether the labels of rows are names or numbers.
enum class Target { kLabels, kNumber };

struct Format {
  std::string name;
  std::string summary;
  std::string
      input;  ///< the kind of its examples: ProblemEntry::input of the problems that take them
  RowKind rows = RowKind::kNone;
  bool reads_folders = false;  ///< a folder stands for the files in it
  bool lines_are_parts =
      false;  ///< each part of an example is a line, and no other line stands within
  std::vector<OptionInfo> options;  ///< beside those that every format has (data_block.cpp)
  /// Those of `options` that the problem has as well, as outputs are read by them: they have its
  /// values.
  std::vector<std::string> problem_options = {};
  /// Names of the columns, of column formats.
  std::function<std::vector<std::string>(const Json& block)> columns = {};
  std::function<std::unique_ptr<ExampleReader>(const Json& block, const std::filesystem::path& file,
                                               LabelUse)>
      open = {};
  /// Of another kind than kRows and kChains, which the two above serve: an empty set for a checked
  /// block, and a set from what its save() wrote.
  std::function<std::unique_ptr<ExampleSet>(const Json& block)> examples = {};
  std::function<std::unique_ptr<ExampleSet>(const ModelReader& model)> load = {};
  /// What `predict` prints for an output, as an SVG element that stands alone and is safe within
  /// HTML; throws DataError for a text that is none. `reference`, the true output likewise or "",
  /// is drawn beside it where the drawing has room for it. Null: outputs of this format have no
  /// drawing.
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
/// What the extractors under `features` make features of; nothing where the format has no
/// extractors.
std::optional<ExtractorInput> extractor_input(const Format& format);
/// Adds a format of a program's own behind the others. To be called before anything else is.
void add_format(Format format);

/// The option of every built-in format that renames labels as they are read.
inline constexpr const char* kLabelMap = "label_map";
OptionInfo label_map_option();

}  // namespace costruct::experiments
