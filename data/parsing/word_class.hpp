// Classes of words that were not seen, or too rarely to be learned from: how they are written.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// The class of a word, its clues behind each other (all letters are those of ASCII):
///   first     begins with a capital and the sentence    upper    two letters or more, all capitals
///   capital   begins with a capital                     lower    begins with a small letter
///   other     begins with no letter
///   .digit    has a digit                               .hyphen  has a -
///   .ing      ends with this suffix, two characters or more before it: the longest of
///             ant ble ent ess est ing ion ist ity ive ous, al ed er ic ly or, s y
/// "Non-trading" is capital.hyphen.ing, at the start of a sentence first.hyphen.ing; "1990s" is
/// other.digit.s.
std::string word_class(std::string_view word, bool is_first);

}  // namespace costruct::experiments
