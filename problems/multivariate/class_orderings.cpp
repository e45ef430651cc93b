#include "costruct/problems/multivariate/class_orderings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace costruct::multivariate {
namespace {

struct RankedRow {
  double score;
  std::size_t row;
};

/// The rows of both classes by descending score. Among equal scores the first row in the data gets
/// the fewest swaps, so that the output is the smallest. A positive row then stands high, a
/// negative row low.
struct RankedClasses {
  std::vector<RankedRow> positive, negative;

  RankedClasses(int label, const Output& y, ConstVectorRef s) {
    for (std::size_t i = 0; i < s.size(); ++i) {
      // NaN comes last, because sorting needs an order
      const double score = std::isnan(s[i]) ? -std::numeric_limits<double>::infinity() : s[i];
      (label_of(y.parts[i]) == label ? positive : negative).push_back({score, i});
    }
    std::sort(positive.begin(), positive.end(), [](const RankedRow& a, const RankedRow& b) {
      return a.score > b.score || (a.score == b.score && a.row < b.row);
    });
    std::sort(negative.begin(), negative.end(), [](const RankedRow& a, const RankedRow& b) {
      return a.score > b.score || (a.score == b.score && a.row > b.row);
    });
  }

  /// Returns the output in which above[j] positive rows stand above the j-th negative one. `above`
  /// must not decrease.
  Output with(const std::vector<std::size_t>& above, const Output& y) const {
    Output ordering;
    ordering.parts.resize(y.parts.size());
    std::size_t higher = 0;  // negative rows above the r-th positive one
    for (std::size_t r = 0; r < positive.size(); ++r) {
      while (higher < negative.size() && above[higher] <= r) ++higher;
      set(positive[r].row, higher, y, ordering);
    }
    for (std::size_t j = 0; j < negative.size(); ++j)
      set(negative[j].row, positive.size() - above[j], y, ordering);
    return ordering;
  }

  /// Returns above[j] if stays_above() tells which positive rows stand above a negative one.
  template <class StaysAbove>
  std::vector<std::size_t> above_by(const StaysAbove& stays_above) const {
    std::vector<std::size_t> above;
    above.reserve(negative.size());
    std::size_t i = 0;
    for (const RankedRow& each : negative) {
      while (i < positive.size() && stays_above(positive[i].score, each.score)) ++i;
      above.push_back(i);
    }
    return above;
  }

 private:
  static void set(std::size_t row, std::size_t swaps, const Output& y, Output& ordering) {
    ordering.parts[row] = label_of(y.parts[row]) + 2 * static_cast<int>(swaps);
  }
};

/// The best number of positive rows above each negative one, for average precision. Moving the j-th
/// negative row above the r-th positive one (both from 1) turns r / (r + j - 1) into r / (r + j).
/// Its gain is
///   r / (P (r + j - 1) (r + j)) - kappa (s_r - s_j),
/// which decreases with j. So the choices do not decrease with j. The choice in the middle halves
/// the remaining range on both sides.
class PrecisionChoices {
 public:
  PrecisionChoices(const RankedClasses& rows, double kappa)
      : rows_(rows), kappa_(kappa), above_(rows.negative.size()) {
    choose(0, rows.negative.size(), 0, rows.positive.size());
  }
  const std::vector<std::size_t>& above() const { return above_; }

 private:
  /// Chooses for the negative rows [first, last), whose choices lie in [low, high].
  void choose(std::size_t first, std::size_t last, std::size_t low, std::size_t high) {
    if (first == last) return;
    const std::size_t middle = first + (last - first) / 2;
    std::size_t best = high;
    double most = 0, sum = 0;  // gains relative to standing below `high` rows
    for (std::size_t r = high; r > low; --r) {
      sum += gain(r, middle + 1);
      if (!(sum > most)) continue;
      most = sum;
      best = r - 1;
    }
    above_[middle] = best;
    choose(first, middle, low, best);
    choose(middle + 1, last, best, high);
  }
  double gain(std::size_t r, std::size_t j) const {
    const auto rank = static_cast<double>(r), higher = static_cast<double>(j);
    const auto P = static_cast<double>(rows_.positive.size());
    return rank / (P * (rank + higher - 1) * (rank + higher)) -
           kappa_ * (rows_.positive[r - 1].score - rows_.negative[j - 1].score);
  }

  const RankedClasses& rows_;
  double kappa_;
  std::vector<std::size_t> above_;
};

struct ClassSizes {
  double P = 0, N = 0;
};
ClassSizes sizes_of(const Output& y, int positive) {
  ClassSizes sizes;
  for (const int part : y.parts) ++(label_of(part) == positive ? sizes.P : sizes.N);
  return sizes;
}

/// 1/P sum_r r / (r + c_r)
double precision_of_swaps(const Output& y_hat, int positive) {
  std::vector<int> above;
  for (const int part : y_hat.parts) {
    if (label_of(part) == positive) above.push_back(swaps_of(part));
  }
  std::sort(above.begin(), above.end());
  double sum = 0, r = 0;
  for (const int c : above) {
    ++r;
    sum += r / (r + c);
  }
  return sum / r;
}

double order_of_swaps(const Output& y_hat, int positive, ClassSizes sizes) {
  double swaps = 0;
  for (const int part : y_hat.parts) {
    if (label_of(part) == positive) swaps += swaps_of(part);
  }
  return (sizes.P * sizes.N - swaps) / (sizes.P * sizes.N);
}

/// The measure if t positive and s negative rows, tied, stand above all others, which are tied too.
double measure_of_groups(Measure measure, double t, double s, ClassSizes sizes) {
  const double missed = sizes.P - t, P = sizes.P, N = sizes.N;
  if (measure == Measure::kRocArea) return (t * (N - s) + (t * s + missed * (N - s)) / 2) / (P * N);
  const double of_first = t == 0 ? 0 : t * t / (t + s);
  return (of_first + missed * P / (P + N)) / P;
}

}  // namespace

bool same_classes(const Output& y, const Output& y_hat) {
  return std::equal(y.parts.begin(), y.parts.end(), y_hat.parts.begin(), y_hat.parts.end(),
                    [](int a, int b) { return label_of(a) == label_of(b); });
}

Vector pair_counts(const Output& y, int positive) {
  const ClassSizes sizes = sizes_of(y, positive);
  Vector counts;
  counts.reserve(y.parts.size());
  for (const int part : y.parts) {
    counts.push_back(label_of(part) == positive ? sizes.N - swaps_of(part)
                                                : swaps_of(part) - sizes.P);
  }
  return counts;
}

double measure_of(Measure measure, int positive, const Output& y, const Output& y_hat) {
  const ClassSizes sizes = sizes_of(y, positive);
  if (sizes.P == 0 || sizes.N == 0) return 1;
  if (same_classes(y, y_hat)) {
    return measure == Measure::kRocArea ? order_of_swaps(y_hat, positive, sizes)
                                        : precision_of_swaps(y_hat, positive);
  }
  double t = 0, s = 0;
  for (std::size_t i = 0; i < y.parts.size(); ++i) {
    if (label_of(y_hat.parts[i]) != positive) continue;
    ++(label_of(y.parts[i]) == positive ? t : s);
  }
  return measure_of_groups(measure, t, s, sizes);
}

Output best_ordering(int positive, const Output& y, ConstVectorRef s) {
  const RankedClasses rows(positive, y, s);
  return rows.with(rows.above_by([](double high, double low) { return high >= low; }), y);
}

Output worst_ordering(Measure measure, int positive, const Output& y, ConstVectorRef s,
                      double kappa) {
  const RankedClasses rows(positive, y, s);
  if (measure == Measure::kAveragePrecision)
    return rows.with(PrecisionChoices(rows, kappa).above(), y);
  const double pairs =
      static_cast<double>(rows.positive.size()) * static_cast<double>(rows.negative.size());
  // a swap costs 1 / (P N) of the measure, and kappa (s_i - s_j) of the score
  const auto stays = [&](double high, double low) { return kappa * (high - low) >= 1 / pairs; };
  return rows.with(rows.above_by(stays), y);
}

}  // namespace costruct::multivariate
