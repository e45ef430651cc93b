// Trees as drawings in SVG.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// Draws a tree in brackets (bracket_reader.hpp). Labels are centered above their children, one
/// level for each bracket. All leaves are on the lowest level, the tag above the word. No branches
/// cross. Widths are estimated from the letters.
///
/// All parts have the colour of the surrounding text. The drawing has the class `tree`; its parts
/// have the classes `branches`, `labels`, `tags` and `words`. The accessible name is the text in
/// brackets.
///
/// Throws DataError if the text is not one tree. Cost: linear in the brackets.
std::string tree_svg(std::string_view brackets);

}  // namespace costruct::experiments
