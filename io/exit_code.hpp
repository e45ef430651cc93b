// How the program ends.
#pragma once

namespace costruct::experiments {

/// Exit codes of the program.
enum ExitCode { kDone = 0, kFailed = 1, kBadConfig = 2, kBadData = 3, kInterrupted = 130 };

}  // namespace costruct::experiments
