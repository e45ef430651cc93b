#include "costruct/experiments/config/blocks/size_shares.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace costruct::experiments {
namespace {

constexpr Index kUnit = 1'000'000;  // millionths in one percent, which has six decimals at most
constexpr Index kMostExamples = Index{1} << 40;

Json share_form() {
  return {{"type", "string"}, {"pattern", R"(^(0?\d{1,2}(\.\d{1,6})?|100(\.0{1,6})?) ?%$)"}};
}

Index millionths_of_percent(const std::string& share) {
  Index millionths = 0, unit = kUnit;
  bool is_behind_point = false;
  for (const char c : share) {
    is_behind_point = is_behind_point || c == '.';
    if (c < '0' || c > '9') continue;
    if (is_behind_point) {
      millionths += (c - '0') * (unit /= 10);
    } else {
      millionths = 10 * millionths + (c - '0') * kUnit;
    }
  }
  return millionths;
}

}  // namespace

bool is_share(const Json& value) {
  return has_form(share_form(), value);
}

bool has_shares(const Json& value) {
  return value.is_array() ? std::any_of(value.begin(), value.end(), has_shares) : is_share(value);
}

Index examples_of_share(const Json& share, Index count) {
  const Index millionths = millionths_of_percent(share.get_ref<const std::string&>());
  constexpr Index kWhole = 100 * kUnit;
  // without a product that could overflow
  return count / kWhole * millionths + count % kWhole * millionths / kWhole;
}

Json size_form(Index at_least) {
  Json share = share_form();
  if (at_least > 0) share["not"] = {{"pattern", "^[0. ]*%"}};
  return any_form(fmt::format("integer >= {}, or a share as \"5%\"", at_least),
                  {integer_form({.at_least = static_cast<double>(at_least),
                                 .at_most = static_cast<double>(kMostExamples)}),
                   share});
}

}  // namespace costruct::experiments
