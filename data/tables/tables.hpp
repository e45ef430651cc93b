// Data tables that are compiled into the program. Their text is that of the files in this folder,
// and is valid as long as the program runs.
#pragma once

#include <string_view>

namespace costruct::embedded {

std::string_view blosum62();         ///< a line of letters, then a line of scores for each letter
std::string_view brown_tags();       ///< tab-separated: tag, part of speech
std::string_view datasets();         ///< JSON list of DatasetEntry (data/datasets.hpp)
std::string_view regression_sets();  ///< CSV: file, rows, attributes, origin, upstream

}  // namespace costruct::embedded
