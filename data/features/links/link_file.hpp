// Files of links between examples, and files of the ids of rows.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// A link as it is in its file.
struct NamedLink {
  std::string from, to;   ///< ids, not empty
  double weight = 1;      ///< > 0 and at most kLargestLinkWeight
  Index line = 0;         ///< in its file, from 1
  std::string type = {};  ///< "": it has none
};

/// What the third field of a link is: a weight (which may be absent), a type, or nothing of
/// interest.
enum class ThirdField { kWeight, kType, kNothing };

/// The largest weight of a link.
inline constexpr double kLargestLinkWeight = 1e100;

/// Reads a plain, gzip or xz file with a link on each line: two ids and, on all lines or on none, a
/// weight. With kType a type stands on all lines in its place. With kNothing, fields after the ids
/// may be anything. Tabs separate the fields if the first link has one, else commas if it has one,
/// else blanks. Blank lines and lines that start with # are left out. Blanks around a field, and
/// double quotes around a field between commas, are no part of it. Throws DataError with file and
/// line for any other line, and for a file without links.
std::vector<NamedLink> read_links(const std::filesystem::path& file,
                                  ThirdField third = ThirdField::kWeight);

/// Reads the first field of each line, separated as in read_links(): the ids of rows. Further
/// fields may be anything. Throws DataError.
std::vector<std::string> read_row_ids(const std::filesystem::path& file);

}  // namespace costruct::experiments
