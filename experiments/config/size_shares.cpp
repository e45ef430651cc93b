#include "costruct/experiments/config/size_shares.hpp"

#include <algorithm>

namespace costruct::experiments {
namespace {

constexpr Index kDecimals = 6;
constexpr Index kUnit = 1'000'000;  // 10^kDecimals: one percent

// The share in millionths of a percent; nullopt for other texts.
std::optional<Index> millionths_of_percent(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  text.remove_suffix(1);
  if (text.ends_with(' ')) text.remove_suffix(1);
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, point);
  std::string_view decimals = text.substr(std::min(point + 1, text.size()));
  const auto is_digits = [](std::string_view digits, std::size_t most) {
    return !digits.empty() && digits.size() <= most &&
           std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  const bool has_point = point < text.size();
  if (!is_digits(whole, 3) || (has_point && !is_digits(decimals, kDecimals))) return std::nullopt;
  Index share = std::stoll(std::string(whole)) * kUnit, unit = kUnit;
  for (const char digit : decimals) share += (digit - '0') * (unit /= 10);
  return share <= 100 * kUnit ? std::optional(share) : std::nullopt;
}

}  // namespace

bool is_share(const Json& value) {
  return value.is_string() && millionths_of_percent(value.get_ref<const std::string&>());
}

bool has_shares(const Json& value) {
  return value.is_array() ? std::any_of(value.begin(), value.end(), has_shares) : is_share(value);
}

Index examples_of_share(const Json& share, Index count) {
  const Index millionths = *millionths_of_percent(share.get_ref<const std::string&>());
  constexpr Index kWhole = 100 * kUnit;
  // without a product that could overflow
  return count / kWhole * millionths + count % kWhole * millionths / kWhole;
}

Json size_schema(Index at_least) {
  return {{"type", {"integer", "string"}}, {"minimum", at_least}, {"pattern", "%$"}};
}

}  // namespace costruct::experiments
