// The phrases of made-up mails, as phrases.json beside this file has them.
#pragma once

#include <string_view>

namespace costruct::embedded {

/// JSON: `classes` of words, topics for `advertising` and `personal` mails, `syllables` of names.
std::string_view mail_phrases();

}  // namespace costruct::embedded
