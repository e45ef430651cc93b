// Names that other programs use. The text is that of synonyms.tsv in this folder.
#pragma once

#include <string_view>

namespace costruct::embedded {

/// A line for a few names of one meaning: these names, separated by commas, TAB the names that
/// stand for them here, separated by commas, TAB a sentence about these, or "".
std::string_view synonyms();

}  // namespace costruct::embedded
