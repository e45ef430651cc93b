// Runs another program and reads its output.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace costruct::experiments {

/// How a program ended, and what it wrote.
struct ProgramOutcome {
  enum class End { kDone, kNotFound, kFailed, kTooLate };
  End end = End::kDone;
  std::string output;  ///< its stdout, for every end
  /// The reason why it did not end with kDone, with its first line on stderr; no line breaks.
  std::string message;
};

/// Runs a program from the PATH, without a shell, with `input` as its stdin, and waits for its end.
/// The program may run as long as it continues to write to stdout. It is killed if it has written
/// nothing for `patience`. Throws nothing except std::bad_alloc.
ProgramOutcome run_program(const std::vector<std::string>& command, std::string_view input,
                           std::chrono::milliseconds patience);

}  // namespace costruct::experiments
