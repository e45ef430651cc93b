// Trees as drawings in SVG.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// Draws a tree in brackets (bracket_reader.hpp), which is the accessible name of the drawing.
/// Labels stand in the middle above their children, one level for each bracket, and all leaves on
/// the lowest one, the tag over the word; no two branches cross. Everything has the colour of the
/// text around; branches, labels, tags and words are the classes `branches`, `labels`, `tags` and
/// `words` in the class `tree`. Widths are estimated from the letters. Throws DataError where the
/// text is not one tree. Cost: linear in the brackets.
std::string tree_svg(std::string_view brackets);

}  // namespace costruct::experiments
