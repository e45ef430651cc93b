// The exit codes of the program.
#pragma once

namespace costruct::experiments {

/// The exit codes:
///   kDone         success
///   kFailed       some cells of a run failed, or an output could not be written (OutputError)
///   kBadConfig    wrong usage or a wrong config (ConfigError)
///   kBadData      a wrong or missing data or model file (DataError)
///   kInterrupted  the user stopped the program: 128 + SIGINT
enum ExitCode { kDone = 0, kFailed = 1, kBadConfig = 2, kBadData = 3, kInterrupted = 130 };

}  // namespace costruct::experiments
