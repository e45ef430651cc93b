// Classes of words that are unknown or too rare to learn from. They depend on how a word is
// written.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// The class of a word: the first clue that applies, then suffixes for further clues. Letters are
/// those of ASCII. First clues:
///   upper    two or more capitals and no small letter
///   first    begins with a capital, and is the first word of the sentence
///   capital  begins with a capital
///   lower    begins with a small letter
///   other    begins with no letter
/// Further clues:
///   .digit   has a digit
///   .hyphen  has a -
///   .ing     ends with this suffix, after two or more other characters. The longest of these
///            counts: ant ble ent ess est ing ion ist ity ive ous, al ed er ic ly or, s y
/// For example, "Non-trading" is capital.hyphen.ing, or first.hyphen.ing at the start of a
/// sentence. "1990s" is other.digit.s.
std::string word_class(std::string_view word, bool is_first);

}  // namespace costruct::experiments
