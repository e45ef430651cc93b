// Finds the format of a user's files, for `init` and `convert`.
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

/// The files that a path stands for: the file itself, or the files of a folder in the order of
/// their paths. Hidden files and files called README or CONTENTS do not count. If the folder has
/// only folders, these are the files in them, at any depth. Throws DataError if there are none.
std::vector<std::filesystem::path> files_of_path(const std::filesystem::path& path);

/// The hints about a file or folder beside its bytes: the column to predict, and the folder.
RecognitionHints hints_on(const std::filesystem::path& path, const std::string& label);

/// The format that the user names, or else the one that fits a file best. A note on stderr names
/// other formats that fit nearly as well. Throws ConfigError if no format has the name or fits.
/// @param path    the file, or the folder of which `sample` is the first file
/// @param sample  the beginning of the file
RecognisedFormat best_format(const std::filesystem::path& path, const FileSample& sample,
                             const FormatQuestion& question);

}  // namespace costruct::experiments
