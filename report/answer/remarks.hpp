// Says in words what the fits of a run warned of, and what their guards decided. A guard replaces a
// semi-supervised learner by a supervised one in a fit, if that is better (docs/learners.md).
#pragma once

#include <string>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// A warning or note of the fits of one learner, counted over its finished fits.
struct Remark {
  std::string learner;
  std::string text;
  /// One line for each size that has it; empty if one size has it, which `text` names.
  std::vector<std::string> at_sizes;
};

/// The remarks of each learner, in the order of the config. All warnings of a learner are one
/// remark, which quotes the first. Notes that begin alike, up to their last colon, are one remark
/// without what follows the colon. What the guard of a learner chose is one remark for all choices:
/// "the guard chose hmm in 2 fits and perceptron in 1 fit".
std::vector<Remark> remarks_of(const RunResults& results);

}  // namespace costruct::experiments
