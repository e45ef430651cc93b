#include "costruct/core/error.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>

namespace costruct {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

constexpr std::size_t kLongestComparedName = 200;

}  // namespace

std::string nearest_name(std::string_view name, std::span<const std::string> valid) {
  if (name.size() > kLongestComparedName) return "";
  std::string nearest;
  std::size_t best = kLongestComparedName + 1;
  for (const std::string& candidate : valid) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best && 2 * distance <= std::max(name.size(), candidate.size())) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string one_of(std::span<const std::string> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

void ConfigErrors::unknown_key(const std::string& path, std::string_view key,
                               std::span<const std::string> valid) {
  std::string message = "unknown key " + (path.empty() ? "" : path + ".") + std::string(key);
  const std::string nearest = nearest_name(key, valid);
  if (!nearest.empty()) {
    message += ": did you mean " + nearest + "?";
  } else if (!valid.empty()) {
    message += ": expected " + one_of(valid);
  }
  messages_.push_back(std::move(message));
}

void ConfigErrors::throw_if_any(const std::string& where) const {
  if (messages_.empty()) return;
  std::string text;
  for (const std::string& message : messages_) {
    if (!text.empty()) text += '\n';
    text += where.empty() ? message : where + ": " + message;
  }
  throw ConfigError(text);
}

void assertion_failed(const char* condition, const char* message, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: contract broken: %s (%s)\n", file, line, message, condition);
  std::abort();
}

}  // namespace costruct
