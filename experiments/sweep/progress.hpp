// Shows the progress of a sweep on stderr.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "costruct/experiments/sweep/cell_costs.hpp"

namespace costruct::experiments {

/// Counts finished cells. On a terminal it updates one line, and a message sink gets a line at most
/// five times a second. Elsewhere it prints a line at most every ten seconds, or every line with
/// --verbose. Threads: finished() is safe to call concurrently.
class Progress {
 public:
  /// Time counts from here.
  /// @param what         what is counted: "cells"
  /// @param total, done  number of cells, and of those that were done before
  /// @param left         with the cells that are not done
  Progress(std::string what, Index total, Index done, RemainingTime left);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Counts a cell. `name` is shown ("C = 1, fold 2 of 3"); may be empty.
  /// @param seconds  of its fit and predictions; 0 if it failed
  void finished(Index learner, const CellSizes& sizes, double seconds, bool failed,
                const std::string& name);

 private:
  using Clock = std::chrono::steady_clock;
  std::string line(Clock::time_point now) const;

  std::string what_;
  Index total_, done_, failed_ = 0;
  RemainingTime left_;
  bool terminal_;
  bool shown_ = false;
  std::string cell_;  // the last cell
  Clock::time_point start_, last_;
  std::mutex mutex_;
};

}  // namespace costruct::experiments
