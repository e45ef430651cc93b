// Escapes text for the parts of an HTML page.
#pragma once

#include <string>
#include <string_view>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// Escapes a text for HTML content and for attributes in quotes. Invisible characters are made
/// visible, except for line breaks and tabs.
std::string html(std::string_view text);

/// JSON for a script element. "<" is written as `\u003c`, so that no text can end the element.
std::string script_json(const Json& json);

/// A script, of costruct or of a library, for a script element. The sequences "</script" and "<!--"
/// are replaced. This does not change the script if they are in a string, a regular expression or a
/// comment.
std::string script_text(std::string_view script);

/// A data: URL of a CSV text.
std::string csv_address(std::string_view csv);

}  // namespace costruct::experiments
