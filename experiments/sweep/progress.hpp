// How far a sweep is, said on stderr.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// "0:07", "1:02:45"
std::string duration_text(double seconds);

/// Counts finished cells. On a terminal it keeps one line up to date; elsewhere it prints a plain
/// line at most every ten seconds, or all lines where the user wants to hear more. Threads:
/// finished() is safe to call concurrently.
class Progress {
 public:
  /// For `total` cells of which `done` were there before; `what` as in "cells".
  Progress(std::string what, Index total, Index done);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `cell` says which it was ("C = 1, fold 2 of 3"); may be empty.
  void finished(bool failed, const std::string& cell = "");

 private:
  using Clock = std::chrono::steady_clock;
  std::string line(Clock::time_point now) const;

  std::string what_;
  Index total_, done_, done_before_, failed_ = 0;
  bool terminal_;
  bool shown_ = false;
  std::string cell_;  // the last one
  Clock::time_point start_, last_;
  std::mutex mutex_;
};

}  // namespace costruct::experiments
