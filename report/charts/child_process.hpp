// Running another program and reading what it prints.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace costruct::experiments {

struct ProgramOutcome {
  enum class End { kDone, kNotFound, kFailed, kTooLate };
  End end = End::kDone;
  std::string output;  ///< what it wrote to stdout, whatever its end
  std::string
      message;  ///< unless kDone: why, with the first line it wrote to stderr; no line break
};

/// Runs a program found on the PATH, without a shell, with `input` as its stdin. It may take as
/// long as it likes while it goes on writing to stdout; when it has written nothing for `patience`,
/// it is killed. Waits for it in any case. Throws nothing but for lack of memory.
ProgramOutcome run_program(const std::vector<std::string>& command, std::string_view input,
                           std::chrono::milliseconds patience);

}  // namespace costruct::experiments
