// Shows the progress of a sweep on stderr.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// A duration as text: "0:07", "1:02:45".
std::string duration_text(double seconds);

/// Counts finished cells. On a terminal it updates one line. Elsewhere it prints a line at most
/// every ten seconds, or every line with --verbose. Threads: finished() is safe to call
/// concurrently.
class Progress {
 public:
  /// @param what         what is counted: "cells"
  /// @param total, done  number of cells, and of those that were done before
  Progress(std::string what, Index total, Index done);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Counts a cell. `cell` names it ("C = 1, fold 2 of 3"); may be empty.
  void finished(bool failed, const std::string& cell = "");

 private:
  using Clock = std::chrono::steady_clock;
  std::string line(Clock::time_point now) const;

  std::string what_;
  Index total_, done_, done_before_, failed_ = 0;
  bool terminal_;
  bool shown_ = false;
  std::string cell_;  // the last cell
  Clock::time_point start_, last_;
  std::mutex mutex_;
};

}  // namespace costruct::experiments
