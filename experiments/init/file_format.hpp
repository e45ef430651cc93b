// Which format the files of a user have, for `init` and `convert`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "costruct/data/formats/format.hpp"

namespace costruct::experiments {

/// The user's options for a file whose format is to be found.
struct FormatQuestion {
  std::string format;               ///< its format; "": to be found
  std::string label = "";           ///< the column to predict; "": to be found
  std::string option = "--format";  ///< the option that names the format, for messages
};

/// A file itself, or the files of a folder by their names, without hidden files and lists of
/// contents. If the folder has folders alone, those of its folders. Throws DataError.
std::vector<std::filesystem::path> files_of_path(const std::filesystem::path& path);

/// The hints that a file or folder gives beside its bytes.
RecognitionHints hints_on(const std::filesystem::path& path, const std::string& label);

/// The format that the user names, or else the one that fits a file best. Says which others are
/// near. Throws ConfigError if there is no such format.
/// @param path    the file, or the folder of the file that `sample` has
RecognisedFormat best_format(const std::filesystem::path& path, const FileSample& sample,
                             const FormatQuestion& question);

}  // namespace costruct::experiments
