// Text made safe for the places of an HTML page.
#pragma once

#include <string>
#include <string_view>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// For text and for attributes in double quotes; what has no shape is made visible, but for line
/// breaks and tabs.
std::string html(std::string_view text);

/// JSON for a script element: "<" is written as `\u003c`, so that no text can end the element.
std::string script_json(const Json& json);

/// A script of ours or of a library for a script element. No replacement changes what the script
/// means where the sequence stands in a string, a regular expression or a comment.
std::string script_text(std::string_view script);

/// A data: address of a CSV text.
std::string csv_address(std::string_view csv);

}  // namespace costruct::experiments
