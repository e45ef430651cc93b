#include "costruct/core/error.hpp"

#include <cstdio>
#include <cstdlib>

#include "costruct/core/text/visible_text.hpp"

namespace costruct {
namespace {

constexpr std::size_t kLongestLine = 2000;
constexpr std::size_t kMostErrors = 20;

std::string safe_line(std::string_view line) {
  return visible_line(line, kLongestLine);
}

std::string safe_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + safe_line(line);
  return text;
}

}  // namespace

UserError::UserError(std::string_view line) : std::runtime_error(safe_line(line)) {}
UserError::UserError(const std::vector<std::string>& lines)
    : std::runtime_error(safe_lines(lines)) {}

std::string one_of(std::span<const std::string> names) {
  constexpr std::size_t kMostListed = 40;
  const std::size_t listed = names.size() > kMostListed ? kMostListed / 2 : names.size();
  std::string text;
  for (std::size_t i = 0; i < listed; ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return listed == names.size() ? text
                                : text + " or " + std::to_string(names.size() - listed) + " others";
}

void ConfigErrors::add(const std::string& path, const std::string& what) {
  messages_.push_back(shown_name(path) + what);
}

void ConfigErrors::unknown_key(const std::string& path, std::string_view key,
                               std::span<const std::string> valid) {
  std::string message =
      "unknown key " + (path.empty() ? "" : shown_name(path) + ".") + shown_name(key);
  const std::string meant = did_you_mean(key, valid);
  if (!meant.empty()) {
    message += ": " + meant;
  } else if (!valid.empty()) {
    message += ": expected " + one_of(valid);
  }
  messages_.push_back(std::move(message));
}

void ConfigErrors::throw_if_any(const std::string& where) const {
  if (messages_.empty()) return;
  std::vector<std::string> lines;
  for (const std::string& message : messages_) {
    if (lines.size() == kMostErrors) break;
    lines.push_back(where.empty() ? message : shown_name(where) + ": " + message);
  }
  if (messages_.size() > kMostErrors)
    lines.push_back("and " + std::to_string(messages_.size() - kMostErrors) + " more errors");
  throw ConfigError(lines);
}

void assertion_failed(const char* condition, const char* message, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: contract broken: %s (%s)\n", file, line, message, condition);
  std::abort();
}

}  // namespace costruct
