// Names that other programs use. The text is that of synonyms.tsv in this folder.
#pragma once

#include <string_view>

namespace costruct::embedded {

/// Each line has three fields, separated by TABs. They are a few names of one meaning, the names
/// that stand for them here, and a sentence about these, or "". Commas separate names.
std::string_view synonyms();

}  // namespace costruct::embedded
