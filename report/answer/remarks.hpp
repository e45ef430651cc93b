// Says in words what the fits of a run warned of, and what their guards decided.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// A warning or note of the fits of one learner at one size, over its draws.
struct Remark {
  std::string learner;
  std::string text;
};

/// In the order of the cells. All warnings at a size share a remark, which quotes the first. Notes
/// share one if they begin alike, up to their last colon: "structural_svm is returned" and why.
std::vector<Remark> remarks_of(const RunResults& results);

}  // namespace costruct::experiments
