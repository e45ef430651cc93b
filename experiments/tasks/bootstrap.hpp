// The percentile bootstrap (Efron and Tibshirani 1993, chapter 13): how much the metrics of one
// test set would vary between test sets. docs/statistics.md says what is drawn.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>

#include "costruct/core/types.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// How many test sets are drawn; 0: none.
struct Resampling {
  Index count = 0;
  std::uint64_t seed = 1;  ///< names the random draws
};

/// The 2.5 % and 97.5 % points of each metric on `resampling.count` >= 1 draws of n items with
/// replacement (linear between order statistics). Values that are NaN are left out, and so is a
/// metric without other values. The same seed gives the same result. Cost: O(n) for each draw, and
/// metrics_of().
/// @param n           number of items, which are numbered from 0
/// @param metrics_of  computes the metrics of a draw by name; it gets the n items of the draw in
///                    ascending order, repeated ones as often as they were drawn
std::map<std::string, Interval> percentile_intervals(
    Index n, Resampling resampling,
    const std::function<std::map<std::string, double>(std::span<const Index> drawn)>& metrics_of);

}  // namespace costruct::experiments
