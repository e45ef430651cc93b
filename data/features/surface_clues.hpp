// Surface clues of a token: how it is written, not what it means. They are those of Brefeld 2008,
// Tables 5.3 (gene names) and 5.4 (Spanish news wire). The thesis gives only a name and an example
// for each; the exact definitions are ours:
//
//   initial_uppercase      5.3, 5.4  the first character is an upper-case letter (Madrid)
//   initial_lowercase      5.4       the first character is a lower-case letter (especial)
//   all_uppercase          5.3       every character is an upper-case letter (MMTV)
//   mixed_case             5.3       has an upper-case and a lower-case letter (kDa)
//   uppercase_at_position  5.3, 5.4  one indicator for each position of an upper-case letter
//                                    (CrimeNet: =0 and =5). Positions count characters from 0,
//                                    those past 19 are left out. This is 5.4's "uppercase at
//                                    position t" and 5.3's "positions of upper case characters"
//   lowercase_at_position  5.4       the same for lower-case letters
//   digit_dot_digit        5.3, 5.4  has a digit, a dot and a digit next to each other (34.32)
//   numbers                5.3, 5.4  has a digit (HSF1, 1975)
//   special_symbols        5.3, 5.4  has a character that is neither letter nor digit (ICAM-1)
//   greek_symbols          5.3       has a Greek letter, or the name of one. Names of four or more
//                                    letters count anywhere (NFkappaB), shorter ones between
//                                    characters that are no letters (mu-1)
//   length                 5.3       the number of characters, one indicator each; 20 stands for 20
//                                    and more
//   in_brackets_or_quotes  5.4       stands between an opening bracket or quote and its closing
//                                    partner in the same sentence, or has a pair of them around
//                                    itself. Partners: () [] {} -LRB- -RRB- «» “” ‘’ `` ''; and "
//                                    and ¨, each occurrence of which opens and closes in turn
//   initial_token          5.4       is the first token of its sentence
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace costruct::experiments {

/// The clues above, in this order.
enum class Clue {
  kInitialUppercase,
  kInitialLowercase,
  kAllUppercase,
  kMixedCase,
  kUppercaseAtPosition,
  kLowercaseAtPosition,
  kDigitDotDigit,
  kNumbers,
  kSpecialSymbols,
  kGreekSymbols,
  kLength,
  kInBracketsOrQuotes,
  kInitialToken,
};
inline constexpr int kNumClues = 13;
inline constexpr int kLastPosition = 19;   ///< the last position that uppercase_at_position counts
inline constexpr int kLongestLength = 20;  ///< the value of `length` for this length and more

/// Names of the clues, in the order of the enumeration.
const std::vector<std::string>& clue_names();

/// All attributes of clues in a fixed order: "initial_uppercase", "length=7" ... The attributes of
/// a clue are consecutive and start at first_attribute(clue).
const std::vector<std::string>& surface_attributes();
std::int32_t first_attribute(Clue clue);

/// Appends the attributes of a token that depend only on its text, as indices of
/// surface_attributes(), ascending. These are all except in_brackets_or_quotes and initial_token.
/// @param token   a word in UTF-8
/// @param wanted  wanted[clue] selects the clues; kNumClues entries
void append_text_clues(std::string_view token, std::span<const bool> wanted,
                       std::vector<std::int32_t>& attributes);

/// The tokens of a sentence that are between brackets or quotes, and scratch memory.
struct EnclosedTokens {
  std::vector<char> enclosed;  ///< 1 for each token with the clue in_brackets_or_quotes, else 0
  std::vector<std::int32_t> depth;  ///< scratch memory of find_enclosed()
};
/// Finds the tokens of a sentence with the clue in_brackets_or_quotes; overwrites `found`. Cost:
/// linear in the tokens.
void find_enclosed(std::span<const std::string_view> tokens, EnclosedTokens& found);

}  // namespace costruct::experiments
