// A format: how examples are written down in files. Each is one source file and one line of the table below.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/experiments/data/examples/raw_example.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// What a row consists of.
enum class RowKind { kNumeric, kNamed, kColumns, kTable, kDense };

struct Format {
  std::string name;
  std::string summary;
  Shape shape;
  RowKind rows;
  bool reads_folders = false;       ///< a folder stands for the files in it
  std::vector<OptionInfo> options;  ///< beside those that every format has (data_block.cpp)
  /// Names of the columns, of column formats.
  std::function<std::vector<std::string>(const Json& block)> columns;
  std::function<std::unique_ptr<ExampleReader>(const Json& block, const std::filesystem::path& file,
                                               LabelUse)>
      open;
};

Format svmlight_format();
Format svmhmm_format();
Format conll_format();
Format crfsuite_format();
Format brown_format();
Format csv_format();
Format npy_format();

/// All formats, in the order in which they are listed.
const std::vector<Format>& formats();
const Format* find_format(const std::string& name);

/// The option of every format that renames labels as they are read.
inline constexpr const char* kLabelMap = "label_map";
}  // namespace costruct::experiments
