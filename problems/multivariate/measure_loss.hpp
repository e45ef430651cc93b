// Losses of a labeling of all rows, by its contingency table (Joachims 2009, section 3.3).
#pragma once

#include "costruct/core/decode/contingency.hpp"
#include "costruct/core/types.hpp"

namespace costruct::multivariate {

enum class Measure {
  kF1,
  kPrbep,
  kPrecisionAtK,
  kRecallAtK,
  kError,
  kBalancedError,
  kRocArea,  ///< this and the next are of rankings (rankings.hpp), and no losses of a table
  kAveragePrecision
};

inline bool is_of_rankings(Measure measure) {
  return measure == Measure::kRocArea || measure == Measure::kAveragePrecision;
}

/// Delta of one reference with P positive and N negative rows, n = P + N. With t true and s false
/// positives:
/// - f1: 1 - (1 + beta^2) t / (beta^2 P + t + s), which is 1 - F_beta
/// - precision_at_k: 1 - t / max(min(k, P), t + s)
/// - recall_at_k: 1 - t / P
/// - prbep: precision_at_k with k = P, that is 1 - min(precision, recall)
/// - error: (v (P - t) + s) / (v P + N), a missed row counting v times; the share of wrong rows for
/// v = 1
/// - balanced_error: the mean of (P - t) / P and s / N, or what there is of these
/// 0/0 is a measure of 1, and no error. All lie in [0, 1], and are 0 for the reference. With prbep,
/// precision_at_k and recall_at_k, measures of the k rows that score highest, the labelings with
/// min(k, n) positives are those that are compared; with so many, precision_at_k is 1 - t / min(k,
/// n).
class MeasureLoss final : public ContingencyLoss {
 public:
  struct Kind {
    Measure measure = Measure::kF1;
    double beta = 1;
    Index k = 1;
    int positive = 1;  ///< the label
    double positive_weight = 1;
  };
  /// @param ones, zeros  rows that the reference labels 1, respectively 0
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

/// How many rows y_hat labels 1, of those that y labels 1, respectively 0.
struct Counts {
  Index ones = 0, zeros = 0;  ///< of y
  Index a = 0, b = 0;
};
Counts count_rows(const Output& y, const Output& y_hat);

}  // namespace costruct::multivariate
