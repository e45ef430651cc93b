// How the numbers of a column are written: decimal points or commas, thousands, units, dates.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The signs within the numbers of a column.
struct NumberStyle {
  char decimal = '.';     ///< '.' or ','
  char thousands = '\0';  ///< ',', '.', ' ' or '\''; 0: none
  bool is_date = false;   ///< ISO dates, read as days since 1970-01-01
  std::string unit = "";  ///< a percent or currency sign before or behind each number, left out

  /// Whether numbers are as in 1.5, which needs no note.
  bool is_plain() const;
  /// The number that the whole of `text` spells; nullopt if it spells none. The sign `thousands`
  /// separates groups of exactly three digits. It may be absent.
  std::optional<double> read(std::string_view text) const;
  /// The style as a model file has it; "" for a plain one.
  std::string stored() const;
  /// The style that stored() wrote as `text`; nullopt for any other text.
  static std::optional<NumberStyle> from_stored(std::string_view text);
  /// The style in words, for example "numbers with commas between thousands, as \"1,250\" = 1250".
  /// @param example  a cell that is not plain
  std::string text(const std::string& example) const;
};

/// The options that prescribe signs: `decimal` and `thousands`.
std::vector<OptionInfo> number_options();

/// The reason why the signs that a block prescribes do not go together; "" if they do.
std::string wrong_number_signs(const Json& block);

/// Finds the style of a column from its cells. Call look_at() for each cell, then style().
/// Prescribed signs are not guessed.
class NumberStyleGuess {
 public:
  /// The signs that a config prescribes; nullopt: to be found. thousands '\0' means none.
  struct Prescribed {
    std::optional<char> decimal, thousands;
  };

  /// The signs that the options of a valid block prescribe.
  static Prescribed prescribed_by(const Json& block);

  explicit NumberStyleGuess(const Prescribed& prescribed = {});

  /// Takes a cell that is not missing, at a line of its file. Returns whether it is a plain number.
  bool look_at(std::string_view cell, Index line);
  /// The style in which all cells so far are numbers; nullopt if there is none. If a comma can
  /// separate thousands in all cells, it does.
  std::optional<NumberStyle> style() const;
  /// The first cell that is not plain, and its line; "" if all are plain.
  const std::string& example() const { return example_; }
  Index line() const { return line_; }
  /// The reason why the cells cannot be read without `decimal`, or "". The reason is that some have
  /// three digits behind their only comma, and others another number of digits.
  std::string conflict() const;

 private:
  static constexpr std::size_t kStyles = 7;

  std::array<bool, kStyles> fits_{};  // by style: whether all cells so far are numbers in it
  bool dates_ = true, any_ = false;
  bool has_prescribed_decimal_ = false;
  std::optional<std::string> unit_;
  std::string example_, three_digits_, other_digits_;  // cells with a comma
  Index line_ = 0;
};

}  // namespace costruct::experiments
