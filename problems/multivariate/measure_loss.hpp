// Losses of a labeling of all rows, by its contingency table (Joachims 2009, section 3.3).
#pragma once

#include "costruct/core/decode/contingency.hpp"
#include "costruct/core/types.hpp"

namespace costruct::multivariate {

/// The measures. MeasureLoss defines their losses, except for rankings.
enum class Measure {
  kF1,
  kPrbep,
  kPrecisionAtK,
  kRecallAtK,
  kError,
  kBalancedError,
  kRocArea,  ///< this and the next are losses of rankings (rankings.hpp), not of a table
  kAveragePrecision
};

inline bool is_of_rankings(Measure measure) {
  return measure == Measure::kRocArea || measure == Measure::kAveragePrecision;
}

/// The loss of one reference with P positive and N negative rows, n = P + N. With t true and s
/// false positives:
/// - f1: 1 - (1 + beta^2) t / (beta^2 P + t + s), which is 1 - F_beta
/// - precision_at_k: 1 - t / max(min(k, P), t + s)
/// - recall_at_k: 1 - t / P
/// - prbep: precision_at_k with k = P, that is 1 - min(precision, recall)
/// - error: (v (P - t) + s) / (v P + N), where a missed row counts v times; for v = 1 the share of
///   wrong rows
/// - balanced_error: the mean of (P - t) / P and s / N, or the one that exists
/// If a quotient is 0/0, the loss is 0. All losses lie in [0, 1] and are 0 for the reference.
///
/// prbep, precision_at_k and recall_at_k measure the k rows that score highest. For them only the
/// labelings with min(k, n) positives are compared. With so many, precision_at_k is
/// 1 - t / min(k, n).
class MeasureLoss final : public ContingencyLoss {
 public:
  /// A measure with its parameters.
  struct Kind {
    Measure measure = Measure::kF1;
    double beta = 1;
    Index k = 1;
    int positive = 1;  ///< the positive label, 0 or 1
    double positive_weight = 1;
  };
  /// @param ones   number of rows that the reference labels 1
  /// @param zeros  number of rows that the reference labels 0
  MeasureLoss(const Kind& kind, Index ones, Index zeros);

  double at(Index a, Index b) const override;
  Shape shape() const override;
  std::optional<Index> only_ones() const override;
  std::optional<RowCosts> row_costs() const override;

 private:
  double of(double t, double s) const;

  Kind kind_;
  Index ones_, zeros_;
  double P_, N_;
};

/// The contingency table of y_hat: y labels `ones` rows 1 and `zeros` rows 0. y_hat labels 1 `a` of
/// the former and `b` of the latter.
struct Counts {
  Index ones = 0, zeros = 0;
  Index a = 0, b = 0;
};
Counts count_rows(const Output& y, const Output& y_hat);

}  // namespace costruct::multivariate
