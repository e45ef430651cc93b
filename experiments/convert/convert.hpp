// `costruct convert`: writes the examples of a file in another format.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "costruct/data/formats/chains/plain_text.hpp"

namespace costruct::experiments {

/// The arguments of `costruct convert`.
struct ConversionRequest {
  std::filesystem::path file;  ///< a file, or a folder of a format that reads folders
  /// The format of the file, or a data block without files as JSON; "": the format is found.
  std::string from;
  std::string to;                ///< the same for what is written
  std::filesystem::path output;  ///< "" or "-": stdout
  bool force = false;            ///< whether a file that exists may be replaced
  bool unlabeled = false;        ///< labels of the file are ignored, or absent
  /// If given, the file is plain text with this unit, and `from` must be empty.
  std::optional<TextUnit> plain_text = std::nullopt;
  const std::atomic<bool>* stop = nullptr;  ///< set it to true to stop; null: never
};

/// The result of convert_file().
struct Converted {
  Json block;                       ///< the data block that reads the written file
  std::vector<std::string> losses;  ///< the sentences of the notes; see Losses::sentences()
};

/// Writes the examples of a file in another format of the same input. Notes on stderr say what the
/// other format does not hold, kind by kind, with a count and the first place.
///
/// Memory: one example, and what ContentReader keeps. The file is read twice if it has rows or
/// chains.
///
/// Throws ConfigError if the formats do not go together, or if no format fits the file. Throws it
/// also if the output exists, is not empty and `force` is false. Throws DataError, with file and
/// line, for malformed data and for what cannot be written. Throws Interrupted soon after `stop` is
/// set. After an error the output is as it was before.
Converted convert_file(const ConversionRequest& request);

}  // namespace costruct::experiments
