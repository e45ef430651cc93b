// The phrases of generated mails. The text is that of phrases.json in this folder.
#pragma once

#include <string_view>

namespace costruct::embedded {

/// JSON with `classes` of words, topics for `advertising` and `personal` mails, and `syllables` of
/// names.
std::string_view mail_phrases();

}  // namespace costruct::embedded
