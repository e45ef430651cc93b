// The exit codes of the program.
#pragma once

namespace costruct::experiments {

/// The exit codes. Interrupted: 128 + SIGINT.
enum ExitCode { kDone = 0, kFailed = 1, kBadConfig = 2, kBadData = 3, kInterrupted = 130 };

}  // namespace costruct::experiments
