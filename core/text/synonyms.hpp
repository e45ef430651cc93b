// Names that other programs use. The text is that of synonyms.tsv in this folder.
#pragma once

#include <string_view>

namespace costruct::embedded {

/// Returns the text. Each line has three fields, separated by TABs:
///   - names that other programs use for one thing,
///   - the names of this thing here,
///   - a sentence about these names, or nothing.
/// Commas separate names.
std::string_view synonyms();

}  // namespace costruct::embedded
