// Progress reports of long computations, and a way to stop them.
#pragma once

#include <atomic>
#include <functional>
#include <stdexcept>
#include <string_view>

#include "costruct/core/types.hpp"

namespace costruct {

/// Thrown when a computation is stopped before it has a result.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

/// Throws Interrupted if `stop` is set. Null: it never is.
inline void throw_if_stopped(const std::atomic<bool>* stop) {
  if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
}

/// The progress within one stage of a computation.
struct WorkStep {
  std::string_view stage;  ///< for example "solving 700 x 700"; "" if the unit is enough
  std::string_view unit;   ///< for example "pivots"; "": progress is shown in percent
  Index done = 0;          ///< steps done; 0: the stage begins
  Index of = 0;            ///< steps in total; 0: unknown
  bool at_most = false;    ///< whether the stage may end before `of` steps
};

/// Called often between the steps of a long computation, by one thread at a time; may be empty. It
/// has no effect on the result. To stop the computation, throw an exception: the computation passes
/// it on and has no result.
using WorkWatch = std::function<void(const WorkStep&)>;

/// Calls the watch if it is not empty.
inline void watch_step(const WorkWatch& watch, const WorkStep& step) {
  if (watch) watch(step);
}

}  // namespace costruct
