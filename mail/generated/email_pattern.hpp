// EmailPattern: text with slots. The slots are filled anew for each mail. A template can narrow the
// choices first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/random.hpp"

namespace costruct::experiments {

/// The values of the slots in capitals for one mail. These slots are drawn when they are written:
/// {ANYNAME}, {ANYSURNAME}, {ANY} (a word), {DAY}, {PLACE}, {NUM}, {PERCENT}, {MONEY}, {CODE}.
struct PatternSlots {
  std::string name;     ///< {NAME}: the recipient
  std::string from;     ///< {FROM}: the person who signs
  std::string product;  ///< {PRODUCT}
  std::string company;  ///< {COMPANY}
  std::string url;      ///< {URL}
  int money_style = 0;  ///< how {MONEY} is written: "$250,000", "$250.000", "USD 250000" ...
};

/// Appends a pattern (batch_phrases.hpp). Each choice is drawn from all alternatives.
void write_pattern(std::string_view pattern, RandomStream& random, const PatternSlots& slots,
                   std::string& text);

/// A pattern as one template uses it. Each choice keeps up to three alternatives. Half of the
/// numbers and names are fixed. Amounts vary around a fixed one.
class EmailPattern {
 public:
  EmailPattern() = default;
  /// @param looseness  in [0, 1]: the probability that a choice keeps several alternatives, or that
  /// a number is not fixed
  EmailPattern(std::string_view pattern, double looseness, RandomStream& random);

  /// Appends the text of one mail. With probability `freedom`, a choice is drawn from all
  /// alternatives instead of the kept ones.
  void write(RandomStream& random, const PatternSlots& slots, double freedom,
             std::string& text) const;

 private:
  struct Piece {
    std::string text;                   // literal text
    std::string slot;                   // {SLOT} behind the text; may be empty
    double around = 0;                  // for {MONEY}: the fixed amount
    std::vector<EmailPattern> kept;     // or a choice: the kept alternatives
    std::vector<std::string_view> all;  // all alternatives of the choice
  };
  std::vector<Piece> pieces_;
};

/// Makes the first letter, at `from`, a capital. Other characters stay unchanged.
void capitalize(std::string& text, std::size_t from = 0);

}  // namespace costruct::experiments
