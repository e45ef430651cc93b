// Text patterns with slots; batch_phrases.hpp describes their syntax. write_pattern() fills a
// pattern anew for each email. A template instead narrows it once (EmailPattern), and then fills
// the narrowed pattern for each of its emails. So the emails of a template resemble each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/random.hpp"

namespace costruct::experiments {

/// The values of slots in one email. Other slots are drawn at random instead: {ANYNAME},
/// {ANYSURNAME}, {ANY} (a word), {DAY}, {PLACE}, {NUM}, {PERCENT}, {MONEY}, {CODE}.
struct PatternSlots {
  std::string name;     ///< {NAME}, the recipient
  std::string from;     ///< {FROM}, the person who signs
  std::string product;  ///< {PRODUCT}
  std::string company;  ///< {COMPANY}
  std::string url;      ///< {URL}
  int money_style = 0;  ///< format of {MONEY}: "$250,000", "$250.000", "USD 250000" ...
};

/// Appends the text of a pattern (batch_phrases.hpp). Each choice is drawn among all alternatives.
void write_pattern(std::string_view pattern, RandomStream& random, const PatternSlots& slots,
                   std::string& text);

/// A pattern that a template has narrowed. Each choice keeps up to three alternatives. Numbers
/// and names are either fixed or drawn for each email. Amounts vary around a fixed one.
class EmailPattern {
 public:
  EmailPattern() = default;
  /// @param looseness  in [0, 1]: the probability that a choice keeps several alternatives, or that
  /// a number or name is not fixed
  EmailPattern(std::string_view pattern, double looseness, RandomStream& random);

  /// Appends the text of one email.
  /// @param freedom  the probability that a choice is drawn among all alternatives instead of those
  /// that are kept
  void write(RandomStream& random, const PatternSlots& slots, double freedom,
             std::string& text) const;

 private:
  struct Piece {
    std::string text;                   // fixed text
    std::string slot;                   // {SLOT} after the text, unless empty
    double around = 0;                  // for {MONEY}: the fixed amount
    std::vector<EmailPattern> kept;     // or a choice: the alternatives that are kept
    std::vector<std::string_view> all;  // and all alternatives
  };
  std::vector<Piece> pieces_;
};

/// Converts the character at `from` to a capital if it is a letter.
void capitalize(std::string& text, std::size_t from = 0);

}  // namespace costruct::experiments
