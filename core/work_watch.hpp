// How far long work is, told between its steps, and how somebody ends it there.
#pragma once

#include <functional>
#include <stdexcept>
#include <string_view>

#include "costruct/core/types.hpp"

namespace costruct {

/// Somebody has asked for an end before there was a result.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

/// What has been done of a stage of some work.
struct WorkStep {
  std::string_view stage;  ///< as "solving 700 x 700"; "" where the unit says enough
  std::string_view unit;   ///< as "pivots"; "" where steps are told in percent
  Index done = 0;          ///< 0: the stage begins
  Index of = 0;            ///< 0: nobody knows
  bool at_most = false;    ///< whether it may be done before
};

/// Called between the steps of long work, often, by one thread at a time; may be empty. What it
/// throws ends the work, which leaves nothing. It changes nothing of a result.
using WorkWatch = std::function<void(const WorkStep&)>;

inline void watch_step(const WorkWatch& watch, const WorkStep& step) {
  if (watch) watch(step);
}

}  // namespace costruct
