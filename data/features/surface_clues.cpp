#include "costruct/data/features/surface_clues.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "costruct/data/features/characters.hpp"

namespace costruct::experiments {
namespace {

struct Pair {
  std::string_view open, close;
};
constexpr std::array<Pair, 10> kPairs{{{"(", ")"},
                                       {"[", "]"},
                                       {"{", "}"},
                                       {"«", "»"},
                                       {"“", "”"},
                                       {"‘", "’"},
                                       {"``", "''"},
                                       {"\"", "\""},
                                       {"¨", "¨"},
                                       {"-LRB-", "-RRB-"}}};

constexpr std::array<std::string_view, 14> kLongGreekNames{
    "alpha", "beta",  "gamma",  "delta", "epsilon", "zeta",    "theta",
    "iota",  "kappa", "lambda", "sigma", "upsilon", "omicron", "omega"};
constexpr std::array<std::string_view, 10> kShortGreekNames{"eta", "mu",  "nu",  "xi",  "pi",
                                                            "rho", "tau", "phi", "chi", "psi"};

bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool starts_with_name(std::string_view text, std::string_view name) {
  return text.size() >= name.size() &&
         std::equal(name.begin(), name.end(), text.begin(), [](char n, char c) {
           return is_ascii_letter(c) && n == static_cast<char>(c | 0x20);
         });
}

/// Whether `token` names a Greek letter (see the header).
bool names_greek_letter(std::string_view token) {
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (!is_ascii_letter(token[i])) continue;
    const std::string_view rest = token.substr(i);
    const auto here = [&](std::string_view name) { return starts_with_name(rest, name); };
    if (std::any_of(kLongGreekNames.begin(), kLongGreekNames.end(), here)) return true;
    if (i > 0 && is_ascii_letter(token[i - 1])) continue;
    const auto alone = [&](std::string_view name) {
      return here(name) && (rest.size() == name.size() || !is_ascii_letter(rest[name.size()]));
    };
    if (std::any_of(kShortGreekNames.begin(), kShortGreekNames.end(), alone)) return true;
  }
  return false;
}

bool has_digit_dot_digit(std::string_view token) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 1; i + 1 < token.size(); ++i) {
    if (token[i] == '.' && digit(token[i - 1]) && digit(token[i + 1])) return true;
  }
  return false;
}

int num_attributes(Clue clue) {
  switch (clue) {
    case Clue::kUppercaseAtPosition:
    case Clue::kLowercaseAtPosition:
      return kLastPosition + 1;
    case Clue::kLength:
      return kLongestLength + 1;
    default:
      return 1;
  }
}

std::array<std::int32_t, kNumClues> first_attributes() {
  std::array<std::int32_t, kNumClues> first{};
  for (int c = 1; c < kNumClues; ++c)
    first[c] = first[c - 1] + num_attributes(static_cast<Clue>(c - 1));
  return first;
}

/// Positions of the letters of one case, as bits.
using Positions = std::uint32_t;
static_assert(kLastPosition < 32);

void append_positions(Positions positions, std::int32_t first,
                      std::vector<std::int32_t>& attributes) {
  for (; positions != 0; positions &= positions - 1)
    attributes.push_back(first + std::countr_zero(positions));
}

}  // namespace

const std::vector<std::string>& clue_names() {
  static const std::vector<std::string> names{
      "initial_uppercase",     "initial_lowercase",     "all_uppercase",   "mixed_case",
      "uppercase_at_position", "lowercase_at_position", "digit_dot_digit", "numbers",
      "special_symbols",       "greek_symbols",         "length",          "in_brackets_or_quotes",
      "initial_token"};
  return names;
}

const std::vector<std::string>& surface_attributes() {
  static const std::vector<std::string> attributes = [] {
    std::vector<std::string> list;
    for (int c = 0; c < kNumClues; ++c) {
      const int count = num_attributes(static_cast<Clue>(c));
      for (int i = 0; i < count; ++i) {
        list.push_back(clue_names()[static_cast<std::size_t>(c)] +
                       (count > 1 ? "=" + std::to_string(i) : ""));
      }
    }
    return list;
  }();
  return attributes;
}

std::int32_t first_attribute(Clue clue) {
  static const auto first = first_attributes();
  return first[static_cast<std::size_t>(clue)];
}

void append_text_clues(std::string_view token, std::span<const bool> wanted,
                       std::vector<std::int32_t>& attributes) {
  int length = 0, uppers = 0, lowers = 0;
  bool digits = false, symbols = false, greek = false;
  CharacterKind initial = CharacterKind::kSymbol;
  Positions upper_at = 0, lower_at = 0;
  for (std::string_view rest = token; !rest.empty();) {
    const Character character = first_character(rest);
    rest.remove_prefix(character.bytes);
    const CharacterKind kind = kind_of(character.code);
    if (length == 0) initial = kind;
    const Positions bit = length <= kLastPosition ? Positions{1} << length : 0;
    switch (kind) {
      case CharacterKind::kUpper:
        ++uppers, upper_at |= bit;
        break;
      case CharacterKind::kLower:
        ++lowers, lower_at |= bit;
        break;
      case CharacterKind::kDigit:
        digits = true;
        break;
      case CharacterKind::kSymbol:
        symbols = true;
        break;
      case CharacterKind::kLetter:
        break;
    }
    greek = greek || is_greek(character.code);
    ++length;
  }

  const auto is_wanted = [&](Clue clue) { return wanted[static_cast<std::size_t>(clue)]; };
  const auto give = [&](Clue clue, bool holds) {
    if (holds && is_wanted(clue)) attributes.push_back(first_attribute(clue));
  };
  give(Clue::kInitialUppercase, initial == CharacterKind::kUpper);
  give(Clue::kInitialLowercase, initial == CharacterKind::kLower);
  give(Clue::kAllUppercase, length > 0 && uppers == length);
  give(Clue::kMixedCase, uppers > 0 && lowers > 0);
  if (is_wanted(Clue::kUppercaseAtPosition)) {
    append_positions(upper_at, first_attribute(Clue::kUppercaseAtPosition), attributes);
  }
  if (is_wanted(Clue::kLowercaseAtPosition)) {
    append_positions(lower_at, first_attribute(Clue::kLowercaseAtPosition), attributes);
  }
  give(Clue::kDigitDotDigit, digits && has_digit_dot_digit(token));
  give(Clue::kNumbers, digits);
  give(Clue::kSpecialSymbols, symbols);
  give(Clue::kGreekSymbols, is_wanted(Clue::kGreekSymbols) && (greek || names_greek_letter(token)));
  if (is_wanted(Clue::kLength)) {
    attributes.push_back(first_attribute(Clue::kLength) + std::min(length, kLongestLength));
  }
}

void find_enclosed(std::span<const std::string_view> tokens, EnclosedTokens& found) {
  found.enclosed.assign(tokens.size(), 0);
  found.depth.assign(tokens.size(), 0);
  for (const Pair& pair : kPairs) {
    // depth[t]: number of brackets of this kind that are open around token t. If fewer are open at
    // some later token, one of the brackets around t is closed there.
    const bool same = pair.open == pair.close;
    std::int32_t open = 0;
    bool any = false;
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      const std::string_view token = tokens[t];
      if (token.size() > pair.open.size() + pair.close.size() && token.starts_with(pair.open) &&
          token.ends_with(pair.close)) {
        found.enclosed[t] = 1;
      }
      const std::int32_t before = open;
      if (token == pair.open && !(same && open > 0)) {
        ++open;
        any = true;
      } else if (token == pair.close && open > 0) {
        --open;
      }
      found.depth[t] = std::min(before, open);
    }
    if (!any) continue;
    std::int32_t least = open;
    for (std::size_t t = tokens.size(); t-- > 0;) {
      if (least < found.depth[t]) found.enclosed[t] = 1;
      least = std::min(least, found.depth[t]);
    }
  }
}

}  // namespace costruct::experiments
