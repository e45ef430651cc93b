#include "costruct/contract/violations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace costruct::contract {
namespace {

constexpr int kShownOfLaw = 3;

}  // namespace

void Violations::add(const std::string& law, const std::string& what) {
  if (++count_[law] <= kShownOfLaw) lines_.push_back(law + ": " + where_ + what);
}

std::vector<std::string> Violations::lines() const {
  std::vector<std::string> all = lines_;
  for (const auto& [law, count] : count_) {
    if (count > kShownOfLaw)
      all.push_back(fmt::format("{}: and {} more", law, count - kShownOfLaw));
  }
  return all;
}

bool violated(const std::vector<std::string>& violations, const std::string& law) {
  return std::any_of(violations.begin(), violations.end(),
                     [&](const std::string& line) { return line.starts_with(law + ":"); });
}

std::string text_of(const Output& y) {
  return fmt::format("({})", fmt::join(y.parts, " "));
}

std::string text_of(const Decoded& found) {
  return fmt::format("{} of {}", text_of(found.output), found.value);
}

}  // namespace costruct::contract
