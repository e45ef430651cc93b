// When a gap that falls will have reached its target, for lines of progress.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

namespace costruct {

/// Gaps fall geometrically where they fall at all, and late ones slower than early ones: the rate
/// is that of the last half of the time so far. Memory: as many times as the gap has fallen by a
/// thousandth.
class GapDecline {
 public:
  /// The gap after so many seconds; only one that is lower than all before tells anything.
  void add(double seconds, double gap) {
    now_ = seconds;
    if (!(gap > 0) || !std::isfinite(gap)) return;
    if (falls_.empty() || gap < kWorthNoting * falls_.back().gap) falls_.push_back({seconds, gap});
  }

  /// Seconds until the gap is that of the target, 0 where it is; nullopt while nothing is known.
  std::optional<double> seconds_to(double target) const {
    if (falls_.empty()) return std::nullopt;
    const Fall& last = falls_.back();
    if (last.gap <= target) return 0;
    std::size_t from = falls_.size() - 1;
    while (from > 0 && (from == falls_.size() - 1 || falls_[from].seconds > now_ / 2)) --from;
    const double rate = std::log(falls_[from].gap / last.gap) / (now_ - falls_[from].seconds);
    if (!(rate > 0) || !(target > 0)) return std::nullopt;
    return std::log(last.gap / target) / rate;
  }

  void clear() { falls_.clear(); }

 private:
  static constexpr double kWorthNoting = 0.999;
  struct Fall {
    double seconds = 0, gap = 0;
  };
  std::vector<Fall> falls_;
  double now_ = 0;
};

}  // namespace costruct
