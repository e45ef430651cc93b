// Orderings of n rows of two classes, as far as measures of a ranking tell them apart (Joachims
// 2005, section 4.3; Yue, Finley, Radlinski, Joachims 2007).
//
// In the reference y all positive rows stand above all negative ones. An ordering swaps some of
//   these pairs: f(y_hat) = kappa * sum of s_i - s_j over the pairs that are in order, i positive
//   and j negative roc_area            the share of the pairs in order
//   average_precision   1/P sum_r r / (r + c_r), c_r negative rows above the r-th positive one
// As an Output: part i is label + 2 m, m of the rows of the other class being on the wrong side of
// row i. So the labels alone are the ordering without a swap.
#pragma once

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"
#include "costruct/problems/multivariate/measure_loss.hpp"

namespace costruct::multivariate {

inline int label_of(int part) {
  return part & 1;
}
inline int swaps_of(int part) {
  return part >> 1;
}

bool same_classes(const Output& y, const Output& y_hat);

/// factors[i] such that f(y) = kappa sum_i factors_i s_i: N less its swaps for a positive row, for
/// a negative one the swaps less P, with P and N of y itself.
Vector pair_counts(const Output& y, int positive);

/// The measure of an ordering of the classes of y; 1 where there are no pairs. Of other classes it
/// is that of the two groups that their labels make, rows of a group being ties: half a pair in
/// order for roc_area, the precision of the whole group for average_precision.
double measure_of(Measure measure, int positive, const Output& y, const Output& y_hat);

/// The ordering of the classes of y of the highest f. O(n log n).
Output best_ordering(int positive, const Output& y, ConstVectorRef s);

/// The ordering of the classes of y of the highest 1 - measure + f, by kappa > 0. Exact. How many
/// positive rows stand above the j-th best negative one is the best choice for this one alone, as
/// with these choices all stand in order (Yue et al. 2007, Algorithm 2). O(n log n).
Output worst_ordering(Measure measure, int positive, const Output& y, ConstVectorRef s,
                      double kappa);

}  // namespace costruct::multivariate
