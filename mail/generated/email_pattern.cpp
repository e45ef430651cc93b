#include "costruct/mail/generated/email_pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "costruct/core/error.hpp"
#include "costruct/mail/generated/batch_phrases.hpp"

namespace costruct::experiments {

namespace {

// A text up to a slot, and the slot: its name, or the alternatives of a choice.
struct PatternStep {
  std::string_view text, slot, choice;
};

// Removes the next step from the front of a pattern and returns it.
PatternStep take_step(std::string_view& pattern) {
  PatternStep step;
  const std::size_t open = std::min(pattern.find_first_of("[{"), pattern.size());
  step.text = pattern.substr(0, open);
  if (open == pattern.size()) {
    pattern = {};
    return step;
  }
  const std::size_t close = pattern.find(pattern[open] == '[' ? ']' : '}', open);
  COSTRUCT_ASSERT(close != std::string_view::npos, "a slot ends");
  (pattern[open] == '[' ? step.choice : step.slot) = pattern.substr(open + 1, close - open - 1);
  pattern.remove_prefix(close + 1);
  return step;
}

bool is_class(std::string_view slot) {
  return !slot.empty() && slot[0] >= 'a';
}

// "a|b|c" -> a, b, c
std::vector<std::string_view> choice_parts(std::string_view choice) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= choice.size();) {
    const std::size_t end = std::min(choice.find('|', begin), choice.size());
    parts.push_back(choice.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string_view drawn_phrase(const std::vector<std::string_view>& phrases, RandomStream& random) {
  return phrases[random.below(static_cast<Index>(phrases.size()))];
}

// An amount from 20 to 900,000 with two significant digits.
double any_amount(RandomStream& random) {
  static constexpr int kTens[] = {1, 10, 100, 1000, 10000};
  return static_cast<double>((20 + random.below(71)) * kTens[random.below(5)]);
}

void write_amount(double amount, int style, std::string& text) {
  const auto whole = static_cast<Index>(std::max(amount, 1.0));
  const char mark = style == 1 ? '.' : ',';
  const std::string grouped = whole < 1000
                                  ? fmt::format("{}", whole)
                                  : fmt::format("{}{}{:03}", whole / 1000, mark, whole % 1000);
  auto out = std::back_inserter(text);
  switch (style) {
    case 2:
      fmt::format_to(out, "USD {}", whole);
      break;
    case 3:
      fmt::format_to(out, "{} dollars", grouped);
      break;
    case 4:
      fmt::format_to(out, "${}.00", whole);
      break;
    case 5:
      fmt::format_to(out, "EUR {}", grouped);
      break;
    default:
      fmt::format_to(out, "${}", grouped);
  }
}

void write_code(RandomStream& random, std::string& text) {
  for (int i = 0; i < 3; ++i) text += static_cast<char>('A' + random.below(26));
  for (Index i = 1 + random.below(5); i > 0; --i) text += static_cast<char>('0' + random.below(10));
}

// The value of a {SLOT} that the email provides; nullptr for other slots.
const std::string* given_slot(std::string_view slot, const PatternSlots& slots) {
  if (slot == "NAME") return &slots.name;
  if (slot == "FROM") return &slots.from;
  if (slot == "PRODUCT") return &slots.product;
  if (slot == "COMPANY") return &slots.company;
  return slot == "URL" ? &slots.url : nullptr;
}

// Draws one number in each statement, because the compiler chooses the order of arguments.
void write_slot(std::string_view slot, double around, RandomStream& random,
                const PatternSlots& slots, std::string& text) {
  if (const std::string* given = given_slot(slot, slots)) {
    text += *given;
  } else if (slot == "MONEY") {
    const double amount =
        around > 0 ? around * static_cast<double>(85 + random.below(31)) / 100 : any_amount(random);
    write_amount(amount, slots.money_style, text);
  } else if (slot == "NUM") {
    fmt::format_to(std::back_inserter(text), "{}", 2 + random.below(random.below(2) == 0 ? 9 : 70));
  } else if (slot == "PERCENT") {
    const Index hundredths = 100 + random.below(8000);
    fmt::format_to(std::back_inserter(text), "{}.{:02} %", hundredths / 100, hundredths % 100);
  } else if (slot == "CODE") {
    write_code(random, text);
  } else if (slot == "DAY") {
    text += drawn_phrase(phrase_class("day"), random);
  } else if (slot == "PLACE") {
    text += drawn_phrase(phrase_class("place"), random);
  } else if (slot == "ANY") {
    text += any_word(random);
  } else if (slot == "ANYNAME") {
    text += full_name(random);
  } else {
    COSTRUCT_ASSERT(slot == "ANYSURNAME", "no slot of this name");
    text += last_name(random);
  }
}

// Slots that a template may fix, so that all its emails have the same value.
bool may_be_settled(std::string_view slot) {
  static constexpr std::string_view kSettled[] = {"NUM",  "PERCENT", "DAY",     "PLACE",
                                                  "CODE", "ANY",     "ANYNAME", "ANYSURNAME"};
  return std::find(std::begin(kSettled), std::end(kSettled), slot) != std::end(kSettled);
}

}  // namespace

void write_pattern(std::string_view pattern, RandomStream& random, const PatternSlots& slots,
                   std::string& text) {
  while (!pattern.empty()) {
    const PatternStep step = take_step(pattern);
    text += step.text;
    if (!step.choice.empty()) {
      write_pattern(drawn_phrase(choice_parts(step.choice), random), random, slots, text);
    } else if (is_class(step.slot)) {
      write_pattern(drawn_phrase(phrase_class(step.slot), random), random, slots, text);
    } else if (!step.slot.empty()) {
      write_slot(step.slot, 0, random, slots, text);
    }
  }
}

EmailPattern::EmailPattern(std::string_view pattern, double looseness, RandomStream& random) {
  while (!pattern.empty()) {
    const PatternStep step = take_step(pattern);
    Piece piece;
    piece.text = step.text;
    if (!step.choice.empty())
      piece.all = choice_parts(step.choice);
    else if (is_class(step.slot))
      piece.all = phrase_class(step.slot);
    else if (may_be_settled(step.slot) && random.uniform() >= looseness)
      write_slot(step.slot, 0, random, {}, piece.text);
    else
      piece.slot = step.slot;
    if (piece.slot == "MONEY") piece.around = any_amount(random);
    if (!piece.all.empty()) {
      std::vector<std::string_view> drawn = piece.all;
      const Index count = std::min<Index>(random.uniform() < looseness ? 2 + random.below(2) : 1,
                                          static_cast<Index>(drawn.size()));
      random.shuffle_prefix(drawn, count);
      for (Index i = 0; i < count; ++i) piece.kept.emplace_back(drawn[i], looseness, random);
    }
    pieces_.push_back(std::move(piece));
  }
}

void EmailPattern::write(RandomStream& random, const PatternSlots& slots, double freedom,
                         std::string& text) const {
  for (const Piece& piece : pieces_) {
    text += piece.text;
    if (!piece.slot.empty()) {
      write_slot(piece.slot, piece.around, random, slots, text);
    } else if (!piece.all.empty()) {
      if (random.uniform() < freedom) {
        write_pattern(drawn_phrase(piece.all, random), random, slots, text);
      } else {
        piece.kept[random.below(static_cast<Index>(piece.kept.size()))].write(random, slots,
                                                                              freedom, text);
      }
    }
  }
}

void capitalize(std::string& text, std::size_t from) {
  if (from < text.size() && text[from] >= 'a' && text[from] <= 'z')
    text[from] = static_cast<char>(text[from] - 'a' + 'A');
}

}  // namespace costruct::experiments
