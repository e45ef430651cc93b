// What goes wrong at the boundary (config, data, model files), and contracts inside.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/text/nearest_names.hpp"

namespace costruct {

/// An error for the user, who may have been given the file or command line by somebody else. what()
/// is safe to print and not long, whatever names it quotes: lines as visible_text() leaves them,
/// the middle of a very long one left out.
class UserError : public std::runtime_error {
 public:
  /// One line; a line break in it is shown as \n.
  explicit UserError(std::string_view line);
  explicit UserError(const std::vector<std::string>& lines);
};

/// A bad command line or config: says where, what was found, what was expected. Exit code 2.
class ConfigError : public UserError {
 public:
  using UserError::UserError;
};

/// A bad data or model file: says file and line, what was found, what was expected. Exit code 3.
class DataError : public UserError {
 public:
  using UserError::UserError;
};

/// Collects the errors of a config, so that all of them are reported at once.
class ConfigErrors {
 public:
  /// Notes that the value at `path` (as "learner.C") is wrong; `what` as in "= -1: must be > 0".
  void add(const std::string& path, const std::string& what);
  void add(std::string message) { messages_.push_back(std::move(message)); }
  /// Notes an unknown key, with the nearest valid names as a suggestion.
  void unknown_key(const std::string& path, std::string_view key,
                   std::span<const std::string> valid);
  bool empty() const { return messages_.empty(); }
  const std::vector<std::string>& messages() const { return messages_; }
  /// Throws a ConfigError with one line a message, each behind `where` ("configs/pos.json"), and
  /// with the number of those beyond the first 20; nothing if empty.
  void throw_if_any(const std::string& where) const;

 private:
  std::vector<std::string> messages_;
};

/// "a, b or c"
std::string one_of(std::span<const std::string> names);

[[noreturn]] void assertion_failed(const char* condition, const char* message, const char* file,
                                   int line);

}  // namespace costruct

/// States a contract. On where COSTRUCT_ASSERTIONS is defined; no user input may trip one.
#ifdef COSTRUCT_ASSERTIONS
#define COSTRUCT_ASSERT(condition, message) \
  ((condition) ? void(0) : ::costruct::assertion_failed(#condition, message, __FILE__, __LINE__))
#else
#define COSTRUCT_ASSERT(condition, message) void(0)
#endif
