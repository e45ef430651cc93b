// Says in words what the fits of a run warned of, and what their guards decided.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// A warning or note of the fits of one learner, counted over all its draws.
struct Remark {
  std::string learner;
  std::string text;
  /// One line for each size that has it; empty if one size has it, which `text` names.
  std::vector<std::string> at_sizes;
};

/// The remarks of each learner, in the order of the config. All its warnings are one remark, which
/// quotes the first. Notes that begin alike, up to their last colon, are one remark:
/// "the guard chose structural_svm" and why.
std::vector<Remark> remarks_of(const RunResults& results);

}  // namespace costruct::experiments
