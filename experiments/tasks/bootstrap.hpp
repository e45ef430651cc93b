// How far metrics of one test set would vary from test set to test set: the percentile bootstrap
// (Efron and Tibshirani 1993, chapter 13). docs/statistics.md says what is drawn.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>

#include "costruct/core/types.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// How often test sets are drawn anew; 0: not at all.
struct Resampling {
  Index count = 0;
  std::uint64_t seed = 1;
};

/// For each metric the 2.5 % and 97.5 % points of its values on `resampling.count` >= 1 draws of n
/// items with replacement (linear between order statistics). `metrics_of` gets the items of a draw,
/// ascending. Values that are no numbers are left out, and so is a metric that has no other. The
/// same for the same seed. Cost: O(n) a draw, and metrics_of().
std::map<std::string, Interval> percentile_intervals(
    Index n, Resampling resampling,
    const std::function<std::map<std::string, double>(std::span<const Index> drawn)>& metrics_of);

}  // namespace costruct::experiments
