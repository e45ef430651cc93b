// The binary support vector machine without bias, with a cost and a label for every row that may
// change between solutions.
//
//   primal  min_w      P(w) = 1/2 |w|^2 + sum_i c_i max(0, 1 - y_i <w, x_i>)
//   dual    max_alpha  D(alpha) = sum_i alpha_i - 1/2 |v(alpha)|^2,   0 <= alpha_i <= c_i,
//                      v(alpha) = sum_i alpha_i y_i x_i
//
// By coordinate ascent on the dual (Hsieh et al. 2008): each row in turn gets the alpha_i that is
// best with the others fixed, in a fresh random order each pass; rows whose alpha_i is at a bound
// and pressed against it harder than any other row was off its optimum in the pass before are left
// out (shrinking) until the others are solved. Passes estimate the gap on their way:
//   P(v) - D(alpha) = sum_i c_i max(0, 1 - m_i) - alpha_i (1 - m_i),   m_i = y_i <v, x_i>
// and only a fresh pass over all rows, from alpha alone, certifies it. Every few passes the way
// they have gone since is gone on with, as far as D rises and the bounds allow: where costs are
// large the passes alone creep along.
#pragma once

#include <functional>
#include <limits>

#include "costruct/core/random.hpp"

namespace costruct {

/// Sparse rows behind each other: row i has the entries [begin[i], begin[i + 1]).
struct FeatureRows {
  Index columns = 0;
  std::vector<Index> begin{0};
  std::vector<Index> column;
  Vector value;

  Index count() const { return static_cast<Index>(begin.size()) - 1; }
  void end_row() { begin.push_back(static_cast<Index>(column.size())); }
};

class BinarySvm {
 public:
  /// Begins at w = 0, with all labels 1 and all costs 0. Looks at rows that others own. `order`
  /// shuffles them before every pass.
  BinarySvm(const FeatureRows& rows, RandomStream order);
  BinarySvm(FeatureRows&& rows, RandomStream order) = delete;

  /// Gives row i a label (1 or -1) and a cost >= 0. Its dual variable is kept as far as it still
  /// may be: cut down to the cost, zero where the label is another.
  void set(Index i, int label, double cost);

  enum class End { kGap, kStopped, kStuck };
  /// Lowers P until (P - D) / |P| is at most `gap`. Ends early when `stop(passes so far)` says so,
  /// asked before every pass, or when floating point allows no progress. P never rises: the weights
  /// stay where the solution found is no better under the present labels and costs.
  End solve(double gap, const std::function<bool(Index passes)>& stop);

  Index size() const { return rows_.count(); }
  int label(Index i) const { return label_[i]; }
  double cost(Index i) const { return cost_[i]; }
  const Vector& w() const { return w_; }
  /// w = sum_i coefficients_i x_i
  const Vector& coefficients() const { return coefficients_; }
  /// <w, x_i> for every row.
  const Vector& values() const { return values_; }
  /// max(0, 1 - y_i <w, x_i>)
  double slack(Index i) const;
  /// P(w) at the present labels and costs.
  double primal() const;
  /// D at the dual variables of the last certificate, a lower bound of P for the labels and costs
  /// it was for.
  double dual() const { return dual_; }
  /// The relative gap as the last pass estimated it, of the rows that it visited; infinite before
  /// the first.
  double estimated_gap() const { return estimated_gap_; }
  /// The dual variables as they are now.
  const Vector& dual_variables() const { return alpha_; }
  /// Passes over rows and products <v, x_i> so far, those of certificates included.
  Index passes() const { return passes_; }
  Index products() const { return products_; }

 private:
  double product(Index i) const;
  void add_row(Index i, double scale);
  bool certify(double gap);
  struct Pass {
    double share = 0;   // of P - D
    double primal = 0;  // an estimate, of the rows visited
    double rise = 0;    // of D
    double most = 0;    // off its optimum a row was, as the modulus of the projected gradient
  };
  Pass pass(std::vector<Index>& active, double threshold);
  void mark();
  void extrapolate();

  const FeatureRows& rows_;
  RandomStream order_;
  std::vector<int> label_;
  Vector cost_, squared_norm_, alpha_;
  Vector v_;                          // of alpha, up to rounding
  Vector w_, values_, coefficients_;  // the best primal solution so far
  Vector marked_alpha_, marked_v_;    // where extrapolation starts from
  double dual_ = 0, estimated_gap_ = std::numeric_limits<double>::infinity();
  Index passes_ = 0, products_ = 0;
};

}  // namespace costruct
