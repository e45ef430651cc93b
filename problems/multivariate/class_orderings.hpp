// Orderings of n rows of two classes, as far as measures of a ranking distinguish them (Joachims
// 2005, section 4.3; Yue, Finley, Radlinski, Joachims 2007).
//
// A pair is a positive row i and a negative row j. It is in order if i stands above j. In the
// reference y all pairs are in order. An ordering y_hat swaps some of the pairs. Its score is
//   f(y_hat) = kappa * sum of s_i - s_j over the pairs that are in order.
// Here s_i is the score of row i, and kappa is 4 / n^2 in make_rankings(). P and N are the numbers
// of positive and negative rows. The measures are
//   roc_area            the share of the pairs in order
//   average_precision   1/P sum_r r / (r + c_r), c_r negative rows above the r-th positive one
// As an Output, part i is label + 2 m, where m rows of the other class are on the wrong side of row
// i. So the labels alone are the ordering without a swap.
//
// Below, `positive` is the label of the positive rows, 0 or 1, and `s` has the score of each row.
#pragma once

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"
#include "costruct/problems/multivariate/measure_loss.hpp"

namespace costruct::multivariate {

/// The label of a part, 0 or 1.
inline int label_of(int part) {
  return part & 1;
}
/// The number of rows of the other class on the wrong side of the part's row.
inline int swaps_of(int part) {
  return part >> 1;
}

/// Whether every row has the same label in both.
bool same_classes(const Output& y, const Output& y_hat);

/// Returns a factor for each row, so that f(y) = kappa sum_i factors_i s_i. The factor of a
/// positive row is N minus its swaps, that of a negative row its swaps minus P. P and N are those
/// of y itself.
Vector pair_counts(const Output& y, int positive);

/// Returns the measure of an ordering of the classes of y; 1 if there are no pairs. If y_hat has
/// other classes, its labels make two groups, and the rows of a group are tied. Then a pair of tied
/// rows counts half for roc_area. For average_precision a tied row has the precision of its whole
/// group.
double measure_of(Measure measure, int positive, const Output& y, const Output& y_hat);

/// Returns the ordering of the classes of y with the highest f. O(n log n).
Output best_ordering(int positive, const Output& y, ConstVectorRef s);

/// Returns the ordering of the classes of y with the highest 1 - measure + f, for kappa > 0. It is
/// exact. For each negative row the number of positive rows above it is chosen independently. These
/// choices are always consistent (Yue et al. 2007, Algorithm 2). O(n log n).
Output worst_ordering(Measure measure, int positive, const Output& y, ConstVectorRef s,
                      double kappa);

}  // namespace costruct::multivariate
