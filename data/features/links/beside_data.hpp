// Files that stand beside data files: an option names them by a pattern.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace costruct::experiments {

/// The position in a pattern of {file} or {stem}, as in "{stem}.links". {file} stands for the path
/// of the data file, {stem} for the path without its ending (.conll, .txt.xz). nullopt if the
/// pattern has neither, so that it names one file for all data files.
std::optional<std::size_t> place_of_data(const std::string& pattern);

/// The file that a pattern with {file} or {stem} names for a data file.
std::filesystem::path file_beside(const std::string& pattern, std::filesystem::path data);

}  // namespace costruct::experiments
