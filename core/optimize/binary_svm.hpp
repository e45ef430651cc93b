// The binary support vector machine without bias. Each row has a cost and a label; both may change
// between solutions.
//
//   primal  min_w      P(w) = 1/2 |w|^2 + sum_i c_i max(0, 1 - y_i <w, x_i>)
//   dual    max_alpha  D(alpha) = sum_i alpha_i - 1/2 |v(alpha)|^2,   0 <= alpha_i <= c_i,
//                      v(alpha) = sum_i alpha_i y_i x_i
//   gap     P(v) - D(alpha) = sum_i c_i max(0, 1 - m_i) - alpha_i (1 - m_i),   m_i = y_i <v, x_i>
//
// The method is coordinate ascent on the dual (Hsieh et al. 2008):
//   - Each pass visits the rows in a fresh random order. It sets each alpha_i to its optimum while
//     the others are fixed.
//   - Shrinking: a pass leaves out a row whose alpha_i is at a bound, if the gradient presses it
//     against the bound. The gradient must exceed that of all movable rows in the pass before. Such
//     rows are visited again when the others are solved.
//   - Each pass estimates the gap from the rows that it visits, while v changes. Only a fresh pass
//     over all rows, computed from alpha alone, certifies the gap.
//   - Every few passes it extrapolates: it continues in the direction of the last passes as far as
//     D rises and the bounds allow. With large costs the passes alone converge slowly.
#pragma once

#include <functional>
#include <limits>

#include "costruct/core/random.hpp"

namespace costruct {

/// Sparse rows. Row i has the entries [begin[i], begin[i + 1]).
struct FeatureRows {
  Index columns = 0;
  std::vector<Index> begin{0};
  std::vector<Index> column;
  Vector value;

  Index count() const { return static_cast<Index>(begin.size()) - 1; }
  void end_row() { begin.push_back(static_cast<Index>(column.size())); }
};

/// The solver for one set of rows. Call set() for the rows, solve(), and then read the results. You
/// can then change labels and costs and solve again from the last solution.
class BinarySvm {
 public:
  /// Starts at w = 0 with all labels 1 and all costs 0. `rows` must outlive this object. `order`
  /// shuffles the rows before every pass.
  BinarySvm(const FeatureRows& rows, RandomStream order);
  BinarySvm(FeatureRows&& rows, RandomStream order) = delete;

  /// Gives row i a label (1 or -1) and a cost >= 0. The row keeps its dual variable, cut down to
  /// the new cost; a changed label sets it to 0.
  void set(Index i, int label, double cost);

  /// Why solve() ended: the gap was reached, stop() returned true, or floating point allows no
  /// progress.
  enum class End { kGap, kStopped, kStuck };
  /// Minimises P until (P - D) / |P| is at most `gap`. Calls stop(passes so far) before every pass,
  /// and ends if it returns true; `stop` must not be empty. P never rises: if the new solution is
  /// not better for the present labels and costs, the weights do not change.
  End solve(double gap, const std::function<bool(Index passes)>& stop);

  Index size() const { return rows_.count(); }
  int label(Index i) const { return label_[i]; }
  double cost(Index i) const { return cost_[i]; }
  /// The best weights found so far, one for each column of the rows.
  const Vector& w() const { return w_; }
  /// The coefficient of each row in w = sum_i coefficients_i x_i.
  const Vector& coefficients() const { return coefficients_; }
  /// <w, x_i> for every row
  const Vector& values() const { return values_; }
  /// max(0, 1 - y_i <w, x_i>)
  double slack(Index i) const;
  /// P(w) for the present labels and costs
  double primal() const;
  /// D at the dual variables of the last certificate. It is a lower bound of P for the labels and
  /// costs at that time.
  double dual() const { return dual_; }
  /// The relative gap that the last pass estimated from the rows that it visited; infinite before
  /// the first pass.
  double estimated_gap() const { return estimated_gap_; }
  /// The present dual variables.
  const Vector& dual_variables() const { return alpha_; }
  /// Numbers of passes over rows and of products <v, x_i> so far, including those of certificates.
  Index passes() const { return passes_; }
  Index products() const { return products_; }

 private:
  double product(Index i) const;
  void add_row(Index i, double scale);
  bool certify(double gap);
  struct Pass {
    double share = 0;   // estimate of P - D
    double primal = 0;  // estimate of P from the visited rows
    double rise = 0;    // by how much D rose
    double most = 0;    // largest absolute projected gradient of a row
  };
  Pass pass(std::vector<Index>& active, double threshold);
  void mark();
  void extrapolate();

  const FeatureRows& rows_;
  RandomStream order_;
  std::vector<int> label_;
  Vector cost_, squared_norm_, alpha_;
  Vector v_;                          // v(alpha), up to rounding
  Vector w_, values_, coefficients_;  // the best primal solution so far
  Vector marked_alpha_, marked_v_;    // where extrapolation starts from
  double dual_ = 0, estimated_gap_ = std::numeric_limits<double>::infinity();
  Index passes_ = 0, products_ = 0;
};

}  // namespace costruct
