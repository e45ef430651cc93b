#include "costruct/problems/multivariate/measure_loss.hpp"

#include <algorithm>

#include "costruct/core/error.hpp"

namespace costruct::multivariate {
namespace {

double quotient_of(double part, double all) {
  return all == 0 ? 0 : part / all;
}

}  // namespace

MeasureLoss::MeasureLoss(const Kind& kind, Index ones, Index zeros)
    : kind_(kind),
      ones_(ones),
      zeros_(zeros),
      P_(static_cast<double>(kind.positive == 1 ? ones : zeros)),
      N_(static_cast<double>(kind.positive == 1 ? zeros : ones)) {
  const Index n = ones + zeros;
  kind_.k = std::min(kind.measure == Measure::kPrbep ? static_cast<Index>(P_) : kind.k, n);
}

// If 0 is the positive label, the rows with predicted label 1 are predicted negatives.
double MeasureLoss::at(Index a, Index b) const {
  if (kind_.positive == 1) return of(static_cast<double>(a), static_cast<double>(b));
  return of(static_cast<double>(zeros_ - b), static_cast<double>(ones_ - a));
}

double MeasureLoss::of(double t, double s) const {
  switch (kind_.measure) {
    case Measure::kF1: {  // 1 - F_beta as one fraction, so that it is exactly 0 for the reference
      const double square = kind_.beta * kind_.beta;
      return quotient_of(square * (P_ - t) + s, square * P_ + t + s);
    }
    case Measure::kPrbep:
    case Measure::kPrecisionAtK: {
      const double among = std::max(std::min(static_cast<double>(kind_.k), P_), t + s);
      return quotient_of(among - t, among);
    }
    case Measure::kRecallAtK:
      return quotient_of(P_ - t, P_);
    case Measure::kError:
      return quotient_of(kind_.positive_weight * (P_ - t) + s, kind_.positive_weight * P_ + N_);
    case Measure::kBalancedError:
      break;
    case Measure::kRocArea:
    case Measure::kAveragePrecision:
      COSTRUCT_ASSERT(false, "a measure of rankings is no loss of a contingency table");
  }
  const double classes = (P_ > 0 ? 1 : 0) + (N_ > 0 ? 1 : 0);
  return quotient_of(quotient_of(P_ - t, P_) + quotient_of(s, N_), classes);
}

// For fixed t, f1 is 1 - c t / (d + s) and the others are linear: concave in the false positives.
ContingencyLoss::Shape MeasureLoss::shape() const {
  if (only_ones()) return Shape::kAny;
  return kind_.positive == 1 ? Shape::kConcaveInB : Shape::kConcaveInA;
}

std::optional<Index> MeasureLoss::only_ones() const {
  switch (kind_.measure) {
    case Measure::kPrbep:
    case Measure::kPrecisionAtK:
    case Measure::kRecallAtK:
      return kind_.positive == 1 ? kind_.k : ones_ + zeros_ - kind_.k;
    default:
      return std::nullopt;
  }
}

std::optional<ContingencyLoss::RowCosts> MeasureLoss::row_costs() const {
  double missed = 0, false_alarm = 0;
  if (kind_.measure == Measure::kError) {
    false_alarm = quotient_of(1, kind_.positive_weight * P_ + N_);
    missed = kind_.positive_weight * false_alarm;
  } else if (kind_.measure == Measure::kBalancedError) {
    const double classes = (P_ > 0 ? 1 : 0) + (N_ > 0 ? 1 : 0);
    missed = quotient_of(1, classes * P_);
    false_alarm = quotient_of(1, classes * N_);
  } else {
    return std::nullopt;
  }
  return kind_.positive == 1 ? RowCosts{missed, false_alarm} : RowCosts{false_alarm, missed};
}

Counts count_rows(const Output& y, const Output& y_hat) {
  Counts counts;
  for (std::size_t i = 0; i < y.parts.size(); ++i) {
    const bool one = y_hat.parts[i] == 1;
    if (y.parts[i] == 1) {
      ++counts.ones;
      counts.a += one;
    } else {
      ++counts.zeros;
      counts.b += one;
    }
  }
  return counts;
}

}  // namespace costruct::multivariate
