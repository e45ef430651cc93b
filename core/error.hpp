// Errors for the user (wrong config, data or model files), and assertions of internal contracts.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/text/nearest_names.hpp"

namespace costruct {

/// An error whose message is shown to the user.
///
/// what() is safe to print even if the names in it come from an untrusted file. It escapes control
/// characters in each line, as visible_text() does (core/text/visible_text.hpp). It leaves out the
/// middle of a line above 2000 bytes.
class UserError : public std::runtime_error {
 public:
  /// The message is one line. A line break inside it is shown as \n.
  explicit UserError(std::string_view line);
  /// The message has several lines. Each of them is shown as above.
  explicit UserError(const std::vector<std::string>& lines);
};

/// A wrong command line or config. The message says where, what was found and what was expected.
/// The program ends with exit code 2.
class ConfigError : public UserError {
 public:
  using UserError::UserError;
};

/// A wrong data or model file, or data that a learner or kernel cannot use. The message gives file
/// and line if there is one, what was found and what was expected. The program ends with exit code
/// 3.
class DataError : public UserError {
 public:
  using UserError::UserError;
};

/// Collects the errors of a config, so that the program reports all of them at once.
class ConfigErrors {
 public:
  /// Adds the message `path` + `what`, for example "learner.C" + " = -1: must be > 0".
  void add(const std::string& path, const std::string& what);
  void add(std::string message) { messages_.push_back(std::move(message)); }
  /// Adds a message about an unknown key. It suggests the nearest valid names, or lists the valid
  /// names as one_of() does.
  /// @param path   the object that has the key, for example "learner"; "": the config itself
  /// @param valid  the valid keys of this object
  void unknown_key(const std::string& path, std::string_view key,
                   std::span<const std::string> valid);
  bool empty() const { return messages_.empty(); }
  const std::vector<std::string>& messages() const { return messages_; }
  /// Throws a ConfigError with one line for each message; does nothing if there are no messages.
  /// `where` ("configs/pos.json") stands in front of each line. Beyond 20 messages it gives only
  /// their number.
  void throw_if_any(const std::string& where) const;

 private:
  std::vector<std::string> messages_;
};

/// Returns the names as a list: "a, b or c". If there are more than 40 names, it lists 20 and
/// counts the others.
std::string one_of(std::span<const std::string> names);

/// Prints the broken contract to stderr and aborts. COSTRUCT_ASSERT calls it.
[[noreturn]] void assertion_failed(const char* condition, const char* message, const char* file,
                                   int line);

}  // namespace costruct

/// Checks a contract of the code, if COSTRUCT_ASSERTIONS is defined; otherwise does nothing. No
/// user input may break a contract: wrong input throws a UserError.
#ifdef COSTRUCT_ASSERTIONS
#define COSTRUCT_ASSERT(condition, message) \
  ((condition) ? void(0) : ::costruct::assertion_failed(#condition, message, __FILE__, __LINE__))
#else
#define COSTRUCT_ASSERT(condition, message) void(0)
#endif
