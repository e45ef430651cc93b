// Tables of data that the program carries, as the files beside this one have them.
#pragma once

#include <string_view>

namespace costruct::embedded {

std::string_view blosum62();         ///< a line of letters, then a letter and its scores a line
std::string_view brown_tags();       ///< a tag, a tab and its part of speech a line
std::string_view datasets();         ///< JSON: a list of DatasetEntry (data/encoder.hpp)
std::string_view regression_sets();  ///< CSV: file, rows, attributes, origin, upstream file

}  // namespace costruct::embedded
