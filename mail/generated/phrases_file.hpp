// The phrases of generated emails. The text is that of phrases.json in this folder, which the build
// compiles into the program. batch_phrases.hpp parses it; use that header.
#pragma once

#include <string_view>

namespace costruct::embedded {

/// JSON with `classes` of words, topics for `advertising` and `personal` emails, and `syllables` of
/// made-up words.
std::string_view mail_phrases();

}  // namespace costruct::embedded
