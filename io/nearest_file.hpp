// Suggests a file name if a file is missing.
#pragma once

#include <filesystem>
#include <string>

namespace costruct::experiments {

/// ": did you mean data/new.txt?" for a missing file. The candidates are files with the same ending
/// in the same folder, chosen by nearest_names() of the part before the ending. "" if no name is
/// near, if `missing` exists, or if its name is shorter than three letters. Looks at the first
/// thousand entries of the folder.
std::string nearest_file(const std::filesystem::path& missing);

}  // namespace costruct::experiments
