// Text within drawings in SVG.
#pragma once

#include <string>
#include <string_view>

namespace costruct {

/// An estimate of the width of a UTF-8 text in a usual sans-serif font, in ems (multiples of the
/// size of the font). It is rather too large than too small.
double text_ems(std::string_view text);

/// Escapes a text for elements and attributes of XML. Makes control characters visible, because XML
/// does not allow them.
std::string xml_escaped(std::string_view text);

}  // namespace costruct
