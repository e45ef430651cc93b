// How the weight of unlabeled examples grows over the epochs.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct {

enum class Schedule { kConstant, kExponential };

inline const std::vector<std::string>& schedule_names() {
  static const std::vector<std::string> names = {"constant", "exponential"};
  return names;
}

/// The weight at epoch t = 1, 2, ...: `target` (constant), or target * 2^min(0, t - epochs) (exponential),
/// which reaches the target at epoch `epochs`. Brefeld 2008, section 6.4 asks for an exponential approach
/// within a fixed number of epochs and gives no formula; this one is ours.
inline double scheduled(Schedule schedule, double target, Index epoch, Index epochs) {
  if (schedule == Schedule::kConstant) return target;
  return std::ldexp(target, static_cast<int>(std::clamp<Index>(epoch - epochs, -2000, 0)));
}

/// Options Cu, Cu_schedule and Cu_epochs, for fields of these names.
template <class Options>
void declare_Cu(OptionDeclaration<Options>& options, Range range,
                const std::string& Cu_epochs = "exponential schedule: the epoch at which Cu is reached") {
  options.number("Cu", &Options::Cu, range, "weight of an unlabeled example, relative to a labeled one");
  options.template choice<Schedule>("Cu_schedule", &Options::Cu_schedule, schedule_names(),
                                    "how Cu grows over the epochs");
  options.integer("Cu_epochs", &Options::Cu_epochs, {.at_least = 1}, Cu_epochs)
      .only_with("Cu_schedule", "exponential");
}

}  // namespace costruct
