#include "costruct/data/features/rows/number_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>

#include "costruct/io/number_text.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kDecimal = "decimal";
constexpr const char* kThousands = "thousands";

struct Signs {
  char decimal, thousands;
};
constexpr Signs kSigns[] = {{'.', '\0'}, {'.', ','}, {'.', ' '}, {'.', '\''},
                            {',', '\0'}, {',', '.'}, {',', ' '}};
constexpr std::size_t kPlain = 0, kCommaThousands = 1, kDecimalComma = 4;

constexpr std::string_view kUnits[] = {"%",   "$",   "\u20AC", "\u00A3", "\u00A5", "USD",
                                       "EUR", "GBP", "JPY",    "CHF",    "CNY"};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

bool is_numeral(char c) {
  return c >= '0' && c <= '9';
}

// Removes a unit before or behind the number from `text` and returns it; "" if there is none.
std::string_view take_unit(std::string_view& text) {
  const bool negative = text.starts_with('-') && text.size() > 1 && !is_numeral(text[1]);
  for (const std::string_view unit : kUnits) {
    if (text.ends_with(unit)) {
      text = trimmed(text.substr(0, text.size() - unit.size()));
      return unit;
    }
    if (!negative && unit != "%" && text.starts_with(unit)) {
      text = trimmed(text.substr(unit.size()));
      return unit;
    }
  }
  return "";
}

// The number that `text` spells with these signs.
std::optional<double> number_of(std::string_view text, Signs signs) {
  if (signs.decimal == '.' && signs.thousands == '\0') return finite_number(text);
  const std::size_t begin = text.find_first_not_of("+-");
  if (begin > 1 || begin == text.npos) return std::nullopt;
  const std::size_t decimal = std::min(text.find(signs.decimal), text.size());
  const std::string_view whole = text.substr(begin, decimal - begin);
  std::string plain(text.substr(0, begin));
  if (signs.thousands != '\0' && whole.find(signs.thousands) != whole.npos) {
    std::size_t group = 0;  // digits since the last sign
    bool any_sign = false;
    for (const char c : whole) {
      if (c == signs.thousands) {
        if (group == 0 || group > 3 || (any_sign && group != 3)) return std::nullopt;
        group = 0;
        any_sign = true;
      } else if (is_numeral(c)) {
        ++group;
        plain += c;
      } else {
        return std::nullopt;
      }
    }
    if (group != 3 || whole.front() == '0') return std::nullopt;
  } else {
    plain += whole;
  }
  if (decimal < text.size()) {
    plain += '.';
    plain += text.substr(decimal + 1);
  }
  // The rest may have no other sign than these.
  if (signs.decimal == ',' && text.substr(0, decimal).find('.') != text.npos &&
      signs.thousands != '.')
    return std::nullopt;
  return finite_number(plain);
}

// Days since 1970-01-01 of YYYY-MM-DD, with THH:MM or THH:MM:SS behind it or not.
std::optional<double> date_of(std::string_view text) {
  const auto part = [&](std::size_t at, std::size_t count) -> std::optional<int> {
    if (at + count > text.size()) return std::nullopt;
    const std::string_view digits = text.substr(at, count);
    if (!std::all_of(digits.begin(), digits.end(), is_numeral)) return std::nullopt;
    return static_cast<int>(*whole_number(digits));
  };
  const auto is = [&](std::size_t at, std::string_view signs) {
    return at < text.size() && signs.find(text[at]) != signs.npos;
  };
  const auto year = part(0, 4), month = part(5, 2), day = part(8, 2);
  if (!year || !month || !day || !is(4, "-") || !is(7, "-")) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  const auto days = static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count());
  if (text.size() == 10) return days;
  const auto hour = part(11, 2), minute = part(14, 2);
  if (!is(10, "T ") || !is(13, ":") || !hour || !minute || *hour > 24 || *minute > 59)
    return std::nullopt;
  int second = 0;
  if (text.size() > 16) {
    const auto seconds = part(17, 2);
    if (!is(16, ":") || !seconds || *seconds > 60) return std::nullopt;
    second = *seconds;
    if (text.size() != 19 && text.substr(19) != "Z") return std::nullopt;
  }
  return days + (3600.0 * *hour + 60.0 * *minute + second) / 86400.0;
}

}  // namespace

std::vector<OptionInfo> number_options() {
  return {json_option(kDecimal, nullptr, one_value_of({nullptr, ".", ","}),
                      "the decimal sign of numbers; null: found"),
          json_option(kThousands, nullptr, one_value_of({nullptr, "", ",", ".", " ", "'"}),
                      "separator of thousands; null: found; \"\": nothing")};
}

std::string wrong_number_signs(const Json& block) {
  const NumberStyleGuess::Prescribed prescribed = NumberStyleGuess::prescribed_by(block);
  if (!prescribed.decimal || !prescribed.thousands) return "";
  const auto is_prescribed = [&](const Signs& signs) {
    return signs.decimal == *prescribed.decimal && signs.thousands == *prescribed.thousands;
  };
  if (std::any_of(std::begin(kSigns), std::end(kSigns), is_prescribed)) return "";
  return " = " + shown(block.at(kThousands)) +
         ": does not go with decimal = " + shown(block.at(kDecimal));
}

NumberStyleGuess::Prescribed NumberStyleGuess::prescribed_by(const Json& block) {
  const auto sign_of = [&](const char* name) -> std::optional<char> {
    const auto at = block.find(name);
    if (at == block.end() || at->is_null()) return std::nullopt;
    const std::string& sign = at->get_ref<const std::string&>();
    return sign.empty() ? '\0' : sign.front();
  };
  return {sign_of(kDecimal), sign_of(kThousands)};
}

bool NumberStyle::is_plain() const {
  return decimal == '.' && thousands == '\0' && !is_date && unit.empty();
}

std::optional<double> NumberStyle::read(std::string_view text) const {
  if (is_date) return date_of(text);
  if (!unit.empty() && take_unit(text) != unit) return std::nullopt;
  return number_of(text, {decimal, thousands});
}

std::string NumberStyle::stored() const {
  if (is_plain()) return "";
  return std::string{is_date ? 'd' : 'n', decimal, thousands == '\0' ? '-' : thousands} + unit;
}

std::optional<NumberStyle> NumberStyle::from_stored(std::string_view text) {
  if (text.empty()) return NumberStyle();
  const auto is_one_of = [&](std::size_t at, std::string_view signs) {
    return at < text.size() && signs.find(text[at]) != signs.npos;
  };
  if (!is_one_of(0, "dn") || !is_one_of(1, ".,") || !is_one_of(2, "-,. '")) return std::nullopt;
  return NumberStyle{text[1], text[2] == '-' ? '\0' : text[2], text[0] == 'd',
                     std::string(text.substr(3))};
}

std::string NumberStyle::text(const std::string& example) const {
  if (is_date) return fmt::format("dates, read as days since 1970-01-01 ({})", shown_text(example));
  std::string what = "numbers";
  if (decimal == ',') what += " with a decimal comma";
  if (thousands != '\0') {
    what += decimal == ',' ? " and" : " with";
    what += thousands == ' ' ? " blanks" : fmt::format(" '{}'", thousands);
    what += " between thousands";
  }
  if (!unit.empty()) what += fmt::format(" with {}, which is left out", unit);
  return fmt::format("{}: {} is {:.10g}", what, shown_text(example), read(example).value_or(0));
}

NumberStyleGuess::NumberStyleGuess(const Prescribed& prescribed)
    : has_prescribed_decimal_(prescribed.decimal.has_value()) {
  for (std::size_t s = 0; s < kStyles; ++s) {
    fits_[s] = (!prescribed.decimal || *prescribed.decimal == kSigns[s].decimal) &&
               (!prescribed.thousands || *prescribed.thousands == kSigns[s].thousands);
  }
}

bool NumberStyleGuess::look_at(std::string_view cell, Index line) {
  any_ = true;
  const bool is_plain = finite_number(cell).has_value();
  dates_ = dates_ && !is_plain && date_of(cell);
  std::string_view number = cell;
  const std::string_view unit = is_plain ? std::string_view() : take_unit(number);
  if (!unit_) unit_ = unit;
  if (*unit_ != unit) fits_.fill(false);
  if (!is_plain && example_.empty()) {
    example_ = cell;
    line_ = line;
  }
  const bool is_whole = is_plain && cell.find_first_of(".eE") == cell.npos;
  for (std::size_t s = 0; s < kStyles; ++s) {
    if (!fits_[s] || is_whole || (is_plain && kSigns[s].decimal == '.')) continue;
    fits_[s] = number_of(number, kSigns[s]).has_value();
  }
  const std::size_t comma = number.find(',');
  if (comma == number.npos || !fits_[kDecimalComma]) return is_plain;
  const bool three = fits_[kCommaThousands] || number_of(number, kSigns[kCommaThousands]);
  std::string& kept = three ? three_digits_ : other_digits_;
  if (kept.empty()) kept = cell;
  return is_plain;
}

std::optional<NumberStyle> NumberStyleGuess::style() const {
  if (!any_) return std::nullopt;
  if (dates_) return NumberStyle{'.', '\0', true, ""};
  const auto first = std::find(fits_.begin(), fits_.end(), true);
  if (first == fits_.end()) return std::nullopt;
  const Signs& signs = kSigns[first - fits_.begin()];
  return NumberStyle{signs.decimal, signs.thousands, false, unit_.value_or("")};
}

std::string NumberStyleGuess::conflict() const {
  if (has_prescribed_decimal_ || fits_[kPlain] || fits_[kCommaThousands] || !fits_[kDecimalComma] ||
      three_digits_.empty() || other_digits_.empty())
    return "";
  const NumberStyle thousands{'.', ',', false, unit_.value_or("")},
      decimal{',', '\0', false, unit_.value_or("")};
  return fmt::format(
      "{} can be {:.10g} or {:.10g}, and the comma of {} separates no thousands: "
      "\"decimal\": \",\" reads commas as decimal points",
      shown_text(three_digits_), thousands.read(three_digits_).value_or(0),
      decimal.read(three_digits_).value_or(0), shown_text(other_digits_));
}

}  // namespace costruct::experiments
