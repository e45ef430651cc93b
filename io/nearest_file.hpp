// Says why a file cannot be opened, and suggests a name if it is missing.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace costruct::experiments {

/// ": did you mean data/new.txt?" for a missing file. The candidates are files with the same ending
/// in the same folder, chosen by nearest_names() of the part before the ending. "" if no name is
/// near, if `missing` exists, or if its name is shorter than three letters. Looks at the first
/// thousand entries of the folder.
std::string nearest_file(const std::filesystem::path& missing);

/// Why a file cannot be opened: "no such file: did you mean data/new.txt?", or "cannot be opened:
/// Permission denied".
/// @param error  the error of the call that failed. If it is empty, the file counts as missing
std::string why_not_opened(const std::filesystem::path& file, std::error_code error = {});

}  // namespace costruct::experiments
