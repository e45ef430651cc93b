// Lines of progress of long work in steps, and its end where somebody asks for one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/work_watch.hpp"
#include "costruct/learners/learner.hpp"

namespace costruct {

/// How long a stage takes whose k-th step takes a + b k seconds, a and b from the time until half
/// of the steps so far and from all of it. Memory: as many times as the steps have grown by a
/// hundredth.
class WorkPace {
 public:
  /// `done` steps have ended so many seconds after the first began.
  void add(Index done, double seconds);
  /// Seconds until `of` steps have ended; nullopt while nothing is known.
  std::optional<double> seconds_to(Index of) const;
  void clear() { ends_.clear(); }

 private:
  struct End {
    double done = 0, seconds = 0;
  };
  std::vector<End> ends_;
};

/// "kernel: 300 of 2000 pivots", "rlsr: solving 700 x 700, 30 %": what is said of a step, but for
/// time.
std::string line_of(const std::string& name, const WorkStep& step);

/// A watch that tells context.progress when a stage begins and twice a second at most how far it
/// is, with the time left, and that throws Interrupted where the context asks for the end.
/// `context` must outlive it.
WorkWatch watch_of(const FitContext& context, std::string name);

}  // namespace costruct
