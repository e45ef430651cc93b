// Two coarser forms of a word, for features that are learned from unlabeled text. Digits become 0,
// and a shape represents rare words.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// The word with 0 in place of each ASCII digit: "Win95" becomes "Win00". Upper and lower case
/// stay.
std::string digits_as_zero(std::string_view word);

/// Appends the shape of a word, which is UTF-8, to `out`. It is one letter and the last two
/// characters of the word: the shape of "walking" is "ang". The letter is the first that applies:
///    0  any digit
///    A  capitals and no small letters
///    C  begins with a capital
///    a  any small letter
///    -  none of these
void append_shape(std::string_view word, std::string& out);

}  // namespace costruct::experiments
