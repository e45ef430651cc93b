#include "costruct/report/html/html.hpp"

#include "costruct/core/text/visible_text.hpp"

namespace costruct::experiments {
namespace {

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string result;
  for (;;) {
    const std::size_t at = text.find(what);
    result += text.substr(0, at);
    if (at == std::string_view::npos) return result;
    result += by;
    text.remove_prefix(at + what.size());
  }
}

}  // namespace

std::string html(std::string_view text) {
  std::string escaped;
  const std::string visible = visible_text(text, "\n\t");
  escaped.reserve(visible.size());
  for (const char c : visible) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string script_json(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return replaced(visible_text(text), "<", "\\u003c");
}

std::string script_text(std::string_view script) {
  return replaced(replaced(script, "</script", "<\\/script"), "<!--", "\\x3c!--");
}

std::string csv_address(std::string_view csv) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  constexpr std::string_view kPlain = "-._~,";
  std::string address = "data:text/csv;charset=utf-8,";
  for (const char c : csv) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || kPlain.find(c) != std::string_view::npos) {
      address += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      address += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return address;
}

}  // namespace costruct::experiments
