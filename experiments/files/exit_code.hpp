// How the program ends.
#pragma once

#include <stdexcept>

namespace costruct::experiments {

/// Exit codes of the program.
enum ExitCode { kDone = 0, kFailed = 1, kBadConfig = 2, kBadData = 3, kInterrupted = 130 };

/// Somebody has asked for an end before there was a result.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

}  // namespace costruct::experiments
