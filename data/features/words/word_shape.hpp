// Words as text without labels counts them: each digit is read as 0, and rare words have a shape.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// The word with 0 for each digit. Case counts.
std::string digits_as_zero(std::string_view word);

/// Appends the shape of a word. It has two parts:
///    its characters: any digit; else only capitals; a capital first; any lower case; none of these
///    its last two characters
void append_shape(std::string_view word, std::string& out);

}  // namespace costruct::experiments
