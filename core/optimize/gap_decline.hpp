// Predicts when a falling gap reaches its target, for progress reports.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

namespace costruct {

/// Predicts when a gap reaches a target. Call add() for each new gap.
///
/// It assumes that the gap falls geometrically. The rate is that of the last half of the time so
/// far, because late gaps fall slower than early ones. Memory: one entry for each time that the gap
/// has fallen by a thousandth.
class GapDecline {
 public:
  /// Adds the gap after this number of seconds. Only a gap below all earlier ones has an effect.
  void add(double seconds, double gap) {
    now_ = seconds;
    if (!(gap > 0) || !std::isfinite(gap)) return;
    if (falls_.empty() || gap < kWorthNoting * falls_.back().gap) falls_.push_back({seconds, gap});
  }

  /// Seconds until the gap reaches the target; 0 if it has, nullopt if there is not enough data.
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

  /// How far the gap has fallen from its first value to the target, 0 to 1, in logarithms; nullopt
  /// if there is not enough data. Never falls.
  std::optional<double> share_of_way(double target) const {
    if (falls_.empty() || !(target > 0)) return std::nullopt;
    const double first = falls_.front().gap, last = falls_.back().gap;
    if (last <= target) return 1;
    return std::log(first / last) / std::log(first / target);
  }

  /// Forgets all gaps.
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
