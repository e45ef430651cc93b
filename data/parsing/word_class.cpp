#include "costruct/data/parsing/word_class.hpp"

#include <algorithm>

namespace costruct::experiments {
namespace {

constexpr std::string_view kSuffixes[] = {"ant", "ble", "ent", "ess", "est", "ing", "ion",
                                          "ist", "ity", "ive", "ous", "al",  "ed",  "er",
                                          "ic",  "ly",  "or",  "s",   "y"};  // the longest first

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_small(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string_view shape_of(std::string_view word, bool is_first) {
  const auto capitals = std::count_if(word.begin(), word.end(), is_capital);
  if (capitals >= 2 && std::none_of(word.begin(), word.end(), is_small)) return "upper";
  if (word.empty()) return "other";
  if (is_capital(word.front())) return is_first ? "first" : "capital";
  return is_small(word.front()) ? "lower" : "other";
}

}  // namespace

std::string word_class(std::string_view word, bool is_first) {
  std::string name(shape_of(word, is_first));
  if (std::any_of(word.begin(), word.end(), is_digit)) name += ".digit";
  if (word.find('-') != std::string_view::npos) name += ".hyphen";
  for (const std::string_view suffix : kSuffixes) {
    if (word.size() < suffix.size() + 2 || !word.ends_with(suffix)) continue;
    name += '.';
    name += suffix;
    break;
  }
  return name;
}

}  // namespace costruct::experiments
