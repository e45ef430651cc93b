// Classes of unknown and rare words, by their spelling.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// The class of a word: one of the first five clues, followed by all others that apply. Only ASCII
/// letters count as letters.
///
///   first     begins with a capital, at the start of the sentence
///   upper     has two letters or more, all capitals
///   capital   begins with a capital
///   lower     begins with a small letter
///   other     does not begin with a letter
///   .digit    contains a digit
///   .hyphen   contains a -
///   .ing      ends with this suffix, with two characters or more before it; the longest of
///             ant ble ent ess est ing ion ist ity ive ous, al ed er ic ly or, s y
///
/// "Non-trading" is capital.hyphen.ing, and first.hyphen.ing at the start of a sentence. "1990s" is
/// other.digit.s.
std::string word_class(std::string_view word, bool is_first);

}  // namespace costruct::experiments
