// What goes wrong at the boundary (config, data, model files), and contracts inside.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace costruct {

/// A bad command line or config: says where, what was found, what was expected. Exit code 2.
class ConfigError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A bad data or model file: says file and line, what was found, what was expected. Exit code 3.
class DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Collects the errors of a config, so that all of them are reported at once.
class ConfigErrors {
 public:
  /// Notes that the value at `path` (as "learner.C") is wrong; `what` as in "= -1: must be > 0".
  void add(const std::string& path, const std::string& what) { messages_.push_back(path + what); }
  void add(std::string message) { messages_.push_back(std::move(message)); }
  /// Notes an unknown key, with the nearest valid name as a suggestion.
  void unknown_key(const std::string& path, std::string_view key, std::span<const std::string> valid);
  bool empty() const { return messages_.empty(); }
  const std::vector<std::string>& messages() const { return messages_; }
  /// Throws a ConfigError with one line a message, each behind `where` ("configs/pos.json"); nothing if
  /// empty.
  void throw_if_any(const std::string& where) const;

 private:
  std::vector<std::string> messages_;
};

/// The member of `valid` nearest to `name` by edit distance, or "" when none is near (more than half of the
/// longer name would have to change).
std::string nearest_name(std::string_view name, std::span<const std::string> valid);

/// "a, b or c"
std::string one_of(std::span<const std::string> names);

[[noreturn]] void assertion_failed(const char* condition, const char* message, const char* file, int line);

}  // namespace costruct

/// States a contract. On where COSTRUCT_ASSERTIONS is defined; no user input may trip one.
#ifdef COSTRUCT_ASSERTIONS
#define COSTRUCT_ASSERT(condition, message) \
  ((condition) ? void(0) : ::costruct::assertion_failed(#condition, message, __FILE__, __LINE__))
#else
#define COSTRUCT_ASSERT(condition, message) void(0)
#endif
