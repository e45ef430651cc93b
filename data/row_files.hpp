// Opening files of rows and chains, and reading them one after the other.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/data/examples/raw_example.hpp"
#include "costruct/data/features/feature_map.hpp"
#include "costruct/data/features/fitted_extractor.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/heap_limit.hpp"

namespace costruct::experiments {

/// Opens a file of rows or chains, or data in memory under a name (MemoryFile). Throws DataError if
/// it does not open, or if memory runs out.
/// @param plain_text  if given, the file is plain text, not of the format
std::unique_ptr<ExampleReader> opened_rows(const Format& format, const Json& block,
                                           const std::filesystem::path& file, LabelUse labels,
                                           std::optional<TextUnit> plain_text = std::nullopt);

/// Runs an action that reads an example, and returns its result. If memory runs out, it throws
/// DataError with file and line.
template <class Action>
auto read_within_memory(const ExampleReader& reader, const std::string& file,
                        const Action& action) {
  return within_memory(
      action, [&] { return fmt::format("{}:{}", file, std::max<Index>(reader.line(), 1)); });
}

/// The examples of a file with their place in it. The `file` of an example is valid while this
/// object lives.
class PlacedExamples {
 public:
  /// @param reader  must outlive this
  PlacedExamples(ExampleReader& reader, std::filesystem::path file)
      : reader_(reader), file_(std::move(file)) {}

  /// Reads the next example and sets its `file` and `first_part`. Returns false at the end.
  bool next(RawExample& example) {
    at_end_ = !reader_.next(example);
    if (at_end_) return false;
    example.file = &file_;
    example.first_part = parts_;
    parts_ += example.length;
    return true;
  }
  /// Tells the extractors the number of parts, if all examples have been read.
  void end(std::span<const std::unique_ptr<FittedExtractor>> extractors) const {
    if (!at_end_) return;
    for (const auto& extractor : extractors) extractor->end_file(file_, parts_);
  }

 private:
  ExampleReader& reader_;
  std::filesystem::path file_;
  Index parts_ = 0;
  bool at_end_ = false;
};

/// Returns what the labels of an example say: a fact for each part (Known).
using KnownOf = std::function<Known(const RawExample& example, const ExampleReader& reader)>;

/// The examples of files, one file after the other, read with frozen alphabets. Opens the first
/// file, and throws DataError as opened_rows() does. `format`, `block` and `features` must outlive
/// the stream.
/// @param files         at least one
/// @param plain_text    if given, the files are plain text, not of the format
/// @param known_of      empty: labels are ignored and may be absent
/// @param known_labels  how labels are read for known_of
std::unique_ptr<ExampleStream> frozen_stream(const Format& format, const Json& block,
                                             const FeatureMap& features,
                                             std::vector<std::filesystem::path> files,
                                             std::optional<TextUnit> plain_text, KnownOf known_of,
                                             LabelUse known_labels);

}  // namespace costruct::experiments
