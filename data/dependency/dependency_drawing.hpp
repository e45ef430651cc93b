// Dependency trees as drawings in SVG.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// Draws the tree of a sentence in CoNLL-U. Words stand in a row with their tags (UPOS) below, and
/// arcs above them, with the relation on top and an arrow at the dependent. The arc from the root
/// is a vertical line.
///
/// `reference` is empty, or the same sentence with its true heads and relations. Then arcs with a
/// wrong head are thick, and the true arcs of these tokens are dashed. Wrong relations are bold.
///
/// All parts have the colour of the surrounding text. The drawing has the class `dependencies`; its
/// parts have the classes `arcs`, `wrong`, `reference`, `relations`, `words` and `tags`. Throws
/// DataError if a text is not one sentence with heads.
std::string dependency_svg(std::string_view text, std::string_view reference);

}  // namespace costruct::experiments
