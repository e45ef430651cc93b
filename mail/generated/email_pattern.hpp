// Text with slots: filled anew for each mail, or narrowed once for a template and then filled for
// each of its mails.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/random.hpp"

namespace costruct::experiments {

/// What the slots in capitals stand for in one mail. The others are drawn on the spot: {ANYNAME},
/// {ANYSURNAME}, {ANY} (a word), {DAY}, {PLACE}, {NUM}, {PERCENT}, {MONEY}, {CODE}.
struct PatternSlots {
  std::string name;     ///< {NAME}, who it is written to
  std::string from;     ///< {FROM}, who signs
  std::string product;  ///< {PRODUCT}
  std::string company;  ///< {COMPANY}
  std::string url;      ///< {URL}
  int money_style = 0;  ///< how {MONEY} is written: "$250,000", "$250.000", "USD 250000" ...
};

/// Appends a pattern (batch_phrases.hpp), every choice drawn among all alternatives.
void write_pattern(std::string_view pattern, RandomStream& random, const PatternSlots& slots,
                   std::string& text);

/// A pattern as one template uses it: of each choice it keeps up to three alternatives, of numbers
/// and names half are settled, amounts vary around one that is settled.
class EmailPattern {
 public:
  EmailPattern() = default;
  /// `looseness` in [0, 1]: the probability that a choice keeps several alternatives, or a number
  /// is not settled.
  EmailPattern(std::string_view pattern, double looseness, RandomStream& random);

  /// Appends the text of one mail. With probability `freedom` a choice is drawn among all
  /// alternatives instead of those kept.
  void write(RandomStream& random, const PatternSlots& slots, double freedom,
             std::string& text) const;

 private:
  struct Piece {
    std::string text;                   // as it is
    std::string slot;                   // {SLOT}: behind the text, unless empty
    double around = 0;                  // of {MONEY}: the amount settled
    std::vector<EmailPattern> kept;     // or a choice
    std::vector<std::string_view> all;  // among these
  };
  std::vector<Piece> pieces_;
};

/// With a capital letter in front, where it starts with a letter.
void capitalize(std::string& text, std::size_t from = 0);

}  // namespace costruct::experiments
