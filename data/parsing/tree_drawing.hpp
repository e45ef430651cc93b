// Draws trees in SVG.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// Draws a tree that is given in brackets (bracket_reader.hpp). The brackets are the accessible
/// name of the drawing.
///
/// Labels stand centred above their children, with one level for each bracket. All leaves stand on
/// the lowest level, with the tag above the word. No two branches cross. All parts have the colour
/// of the surrounding text. Branches, labels, tags and words have the classes `branches`, `labels`,
/// `tags` and `words`, inside the class `tree`. Widths are estimated from the letters.
///
/// Throws DataError if the text is not one tree. Cost: linear in the brackets.
std::string tree_svg(std::string_view brackets);

}  // namespace costruct::experiments
