#include "costruct/data/formats/chains/brown_tags.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "costruct/data/tables/tables.hpp"

namespace costruct::experiments {
namespace {

std::map<std::string_view, std::string_view> read_brown_tags() {
  std::map<std::string_view, std::string_view> reduced;
  for (std::string_view rest = embedded::brown_tags(); !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const std::size_t tab = line.find('\t');
    reduced.emplace(line.substr(0, tab), line.substr(tab + 1));
    rest.remove_prefix(line.size() + 1);
  }
  return reduced;
}

std::optional<std::string_view> look_up(std::string_view tag) {
  static const std::map<std::string_view, std::string_view> kReduced = read_brown_tags();
  const auto at = kReduced.find(tag);
  if (at == kReduced.end()) return std::nullopt;
  return at->second;
}

}  // namespace

std::optional<std::string_view> reduced_brown_tag(std::string_view tag) {
  constexpr std::size_t kLongestTag = 32;
  if (tag.empty() || tag.size() > kLongestTag) return std::nullopt;
  std::array<char, kLongestTag> lower{};
  std::transform(tag.begin(), tag.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  std::string_view rest(lower.data(), tag.size());

  if (rest.starts_with("fw-")) return "X";
  rest = rest.substr(0, rest.find('+'));
  rest = rest.substr(0, rest.starts_with("--") ? 2 : rest.find('-'));
  if (const auto exact = look_up(rest)) return exact;
  if (rest.ends_with('*') || rest.ends_with('$')) rest.remove_suffix(1);
  return look_up(rest);
}

}  // namespace costruct::experiments
