#include "costruct/core/text/svg_text.hpp"

#include "costruct/core/text/visible_text.hpp"

namespace costruct {

double text_ems(std::string_view text) {
  double ems = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0xE1) {
      ems += 1;  // the first byte of wide letters, among others
    } else if (byte >= 0xC0) {
      ems += 0.7;
    } else if (byte >= 0x80) {
      continue;
    } else if (std::string_view("ijlI.,:;'|!").find(c) != std::string_view::npos) {
      ems += 0.34;
    } else if (std::string_view("mwMW@%").find(c) != std::string_view::npos) {
      ems += 1;
    } else {
      ems += c >= 'A' && c <= 'Z' ? 0.74 : 0.62;
    }
  }
  return ems;
}

std::string xml_escaped(std::string_view text) {
  std::string result;
  for (const char c : visible_text(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace costruct
