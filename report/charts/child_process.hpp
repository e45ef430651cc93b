// Runs another program and reads its output.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace costruct::experiments {

/// How a program ended, and what it wrote:
///   kDone      with exit code 0
///   kNotFound  it is not on the PATH
///   kFailed    it could not be started, it had another exit code, or a signal ended it
///   kTooLate   it was killed because it wrote nothing for too long
struct ProgramOutcome {
  enum class End { kDone, kNotFound, kFailed, kTooLate };
  End end = End::kDone;
  std::string output;  ///< what it wrote to stdout, for every end
  /// Why it did not end with kDone: the name of the program, the reason, and for kFailed the first
  /// line of its stderr. Has no line breaks. Empty for kDone.
  std::string message;
};

/// Runs a program from the PATH, without a shell, with `input` as its stdin, and waits for its end.
/// The program may run as long as it continues to write to stdout. It is killed if it has written
/// nothing for `patience`. Throws nothing except std::bad_alloc.
/// @param command  the name of the program, then its arguments; not empty
ProgramOutcome run_program(const std::vector<std::string>& command, std::string_view input,
                           std::chrono::milliseconds patience);

}  // namespace costruct::experiments
