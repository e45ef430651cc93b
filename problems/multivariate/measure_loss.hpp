// Losses of a labeling of all rows, by its contingency table (Joachims 2009, section 3.3).
#pragma once

#include "costruct/core/decode/contingency.hpp"
#include "costruct/core/types.hpp"

namespace costruct::multivariate {

/// The measures that can serve as a loss. MeasureLoss defines the losses, except those of rankings
/// (class_orderings.hpp).
enum class Measure {
  kF1,
  kPrbep,
  kPrecisionAtK,
  kRecallAtK,
  kError,
  kBalancedError,
  kRocArea,  ///< this and the next are measures of rankings, not of a contingency table
  kAveragePrecision
};

/// Whether the measure depends on the ranking of the rows and not only on their labels.
inline bool is_of_rankings(Measure measure) {
  return measure == Measure::kRocArea || measure == Measure::kAveragePrecision;
}

/// The loss of one reference with P positive and N negative rows, n = P + N. For a labeling with t
/// true and s false positives, the losses are:
/// - f1: 1 - (1 + beta^2) t / (beta^2 P + t + s), which is 1 - F_beta
/// - precision_at_k: 1 - t / max(min(k, P), t + s)
/// - recall_at_k: 1 - t / P
/// - prbep: precision_at_k with k = P, that is 1 - min(precision, recall)
/// - error: (v (P - t) + s) / (v P + N), where v is the positive weight. A missed positive row
///   counts v times. For v = 1 the loss is the share of wrong rows.
/// - balanced_error: the mean of (P - t) / P and s / N. If P or N is 0, it is the other one alone.
/// If a quotient is 0/0, the loss is 0. All losses lie in [0, 1] and are 0 for the reference.
///
/// prbep, precision_at_k and recall_at_k measure the k rows with the highest scores. Their decoders
/// compare only labelings with min(k, n) positives. For these labelings precision_at_k is
/// 1 - t / min(k, n), and prbep has k = P.
class MeasureLoss final : public ContingencyLoss {
 public:
  /// A measure with its parameters.
  struct Kind {
    Measure measure = Measure::kF1;
    double beta = 1;             ///< > 0, for f1
    Index k = 1;                 ///< >= 1, for precision_at_k and recall_at_k
    int positive = 1;            ///< the positive label, 0 or 1
    double positive_weight = 1;  ///< v > 0, for error
  };
  /// The measure must not be one of rankings.
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

/// The contingency table of a labeling y_hat and a reference y.
struct Counts {
  Index ones = 0, zeros = 0;  ///< number of rows that y labels 1, and 0
  Index a = 0, b = 0;         ///< number of these rows that y_hat labels 1
};
/// Counts the rows of y and y_hat, which have equally many.
Counts count_rows(const Output& y, const Output& y_hat);

}  // namespace costruct::multivariate
