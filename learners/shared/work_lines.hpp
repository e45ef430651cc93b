// Lines of progress for long work in steps, which can also be interrupted.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/work_watch.hpp"
#include "costruct/learners/learner.hpp"

namespace costruct {

/// Predicts how long a stage takes if its k-th step takes a + b k seconds. It estimates a and b
/// from the time of the first half of the steps so far and from the time of all of them. Memory:
/// one entry for each growth of the number of steps by 1 %.
class WorkPace {
 public:
  /// Call when `done` steps have ended, `seconds` after the first began.
  void add(Index done, double seconds);
  /// Returns the seconds until `of` steps have ended, 0 if they have; nullopt before the first
  /// step.
  std::optional<double> seconds_to(Index of) const;
  /// Forgets all steps, before another stage.
  void clear() { ends_.clear(); }

 private:
  struct End {
    double done = 0, seconds = 0;
  };
  std::vector<End> ends_;
};

/// The line of progress for a step, without the time: "kernel: 300 of 2000 pivots", "rlsr: solving
/// 700 x 700, 30 %".
/// @param name  the beginning of the line
std::string line_of(const std::string& name, const WorkStep& step);

/// Returns a watch that reports to context.progress. It reports when a stage begins, and then at
/// most twice a second how far it is, with the remaining time. Lines begin with `name`. It throws
/// Interrupted if the context asks to stop. `context` must outlive the watch.
WorkWatch watch_of(const FitContext& context, std::string name);

}  // namespace costruct
