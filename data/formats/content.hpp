// The content of rows and chains, apart from how a format writes it. One format reads it, and
// another one of the same input writes it.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/data/examples/streamed_example.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/problems/chunk_scheme.hpp"

namespace costruct::experiments {

/// The column with the numbers of tokens. It is not copied: a target format with such a column
/// counts the tokens itself.
inline constexpr const char* kTokenNumbers = "id";

/// An example as formats exchange it. Its string views are valid until the reader's next call.
struct ExampleContent {
  Index line = 0;    ///< in the file that is read
  Index number = 0;  ///< of the example in that file, from 1
  Index length = 0;  ///< number of parts: 1 for a row, the tokens of a chain
  double weight = 1;
  std::vector<std::string_view> labels;  ///< one for each part; "": not known
  /// Cell c of part p is cells[p * columns + c], for the columns of ContentFacts. Empty if the
  /// source has no cells.
  std::vector<std::string_view> cells;
  StreamedExample features;  ///< only if the target takes features; ids of ContentFacts::features
  std::string_view text;     ///< the raw text of a chain; "" if the file does not have it
  std::string_view record;   ///< RawExample::record
  bool has_comment = false;  ///< RawExample::has_comment

  /// Whether any part has a label.
  bool is_labeled() const {
    return std::any_of(labels.begin(), labels.end(),
                       [](std::string_view label) { return !label.empty(); });
  }
  /// The value of entry `entry` of `features`.
  double value(std::size_t entry) const {
    return features.value.empty() ? 1.0 : features.value[entry];
  }
};

/// Facts about a whole file that are known before its examples are written.
struct ContentFacts {
  const Format* format = nullptr;         ///< of the file that is read
  Json block;                             ///< the data block of this file
  LabelUse labels = LabelUse::kRequired;  ///< whether its labels are read
  std::vector<std::string> columns;       ///< names of cells, without that of the label
  struct Feature {
    std::string name;
    std::uint64_t number = 0;  ///< for formats that hold numbers
  };
  /// The features by id. If all names are whole numbers, these are the numbers of the features.
  /// Otherwise the number is the id plus 1.
  std::vector<Feature> features;
  bool has_numbers = false;  ///< whether all names of features are whole numbers
  /// How labels of chains write chunks; nullopt if they are no chunks.
  std::optional<ChunkNotation> notation;
  Index examples = 0;  ///< number of examples in the file
};

}  // namespace costruct::experiments
