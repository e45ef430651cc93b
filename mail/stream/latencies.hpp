// Quantiles of many durations in constant memory.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// A histogram of durations. The bounds of its classes grow by 5 %, from 0.1 microseconds to about
/// two hours. Shorter durations count in the first class, longer ones in the last.
class Latencies {
 public:
  void add(double seconds) {
    const double place = std::log(std::max(seconds, kSmallest) / kSmallest) / kLogGrowth;
    ++count_[std::min(static_cast<std::size_t>(place), count_.size() - 1)];
    ++all_;
  }
  /// The upper bound, in seconds, of the class that contains the quantile `share` in [0, 1]; 0 if
  /// there are no durations. For example, share 0.99 gives the 99th percentile.
  double quantile(double share) const {
    Index left = static_cast<Index>(std::ceil(share * static_cast<double>(all_)));
    for (std::size_t i = 0; i < count_.size(); ++i) {
      left -= count_[i];
      if (left <= 0 && all_ > 0)
        return kSmallest * std::exp(kLogGrowth * static_cast<double>(i + 1));
    }
    return 0;
  }

  Index count() const { return all_; }  ///< number of durations

 private:
  static constexpr double kSmallest = 1e-7;
  static constexpr double kLogGrowth = 0.04879016416943205;  // ln 1.05
  std::array<Index, 512> count_{};
  Index all_ = 0;
};

}  // namespace costruct::experiments
