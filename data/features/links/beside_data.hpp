// Files that stand beside data files: an option names them by a pattern.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace costruct::experiments {

/// The place in a pattern that stands for the data file: {file} is its path, {stem} the same
/// without the ending (.conll, .txt.xz). nullopt: the pattern names one file for all data files.
std::optional<std::size_t> place_of_data(const std::string& pattern);

/// The file that a pattern with such a place names for a data file.
std::filesystem::path file_beside(const std::string& pattern, std::filesystem::path data);

}  // namespace costruct::experiments
