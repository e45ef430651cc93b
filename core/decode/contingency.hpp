// Decodes labelings of n rows with 0 and 1. The loss is a function of the contingency table
// (Joachims 2009, section 3.3; Joachims 2005). The decoders find the maximum over y_hat in
// {0, 1}^n of
//   margin rescaling:  Delta(a, b)^(1/r) + f(y_hat)
//   slack rescaling:   Delta(a, b)^(1/r) (1 + f(y_hat) - f(y))
// where
//   a         number of rows that both y and y_hat label 1
//   b         number of rows that y_hat labels 1 and y labels 0
//   f(y_hat)  a sum over rows
//
// The exponent r is Augmentation::slack_norm. The best labeling of a table (a, b) gives the label 1
// to the a highest-scoring rows among those that y labels 1. Among the others, it gives the label 1
// to the b highest-scoring rows. So each of the two groups is sorted once, and then the tables are
// searched. Among equal scores later rows come first, because the smallest labeling has its 1s
// last.
#pragma once

#include <optional>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// The loss Delta as a function of the table. An object is made for one reference y with `ones`
/// rows of label 1 and `zeros` rows of label 0.
class ContingencyLoss {
 public:
  virtual ~ContingencyLoss() = default;
  /// Delta(a, b) >= 0 for 0 <= a <= ones, 0 <= b <= zeros; 0 at the table (ones, 0) of y itself.
  virtual double at(Index a, Index b) const = 0;

  /// A property of Delta that saves the decoders from looking at all tables. If Delta is concave,
  /// it must be 0 only at the table of y.
  enum class Shape {
    kAny,
    kConcaveInA,  ///< Delta(., b) is concave for every b
    kConcaveInB   ///< Delta(a, .) is concave for every a
  };
  virtual Shape shape() const { return Shape::kAny; }

  /// Returns a number of 1s if the measure is defined only for labelings with this number, else
  /// nullopt. The decoders then compare only these labelings and y itself.
  virtual std::optional<Index> only_ones() const { return std::nullopt; }

  /// The cost of a wrong row, by its label in y.
  struct RowCosts {
    double of_one = 0, of_zero = 0;
  };
  /// Returns the costs if Delta is the sum of the costs of all wrong rows, else nullopt.
  virtual std::optional<RowCosts> row_costs() const { return std::nullopt; }
};

/// The scores of n rows. `none` is f of the labeling without 1s:
///   f(y_hat) = none + sum of gain[i] over the rows i that y_hat labels 1.
struct RowGains {
  ConstVectorRef gain;
  double none = 0;
};

/// Returns the labeling with the highest f, and its f. A row is labeled 1 if its gain is > 0. O(n).
Decoded best_labeling(const RowGains& rows);

/// Returns the best labeling other than `best`, which must be the result of best_labeling();
/// nullopt for n = 0. O(n).
std::optional<Decoded> best_other_labeling(const RowGains& rows, const Decoded& best);

/// Return the labeling that most violates its constraint, and its augmented value (see
/// StructuredProblem::loss_augmented_decode()). The second function leaves out y; it returns
/// nullopt if there is no other labeling.
/// @param y    labels of the n rows, 0 or 1
/// @param f_y  score of y
/// Cost: O(n) for row costs with margin rescaling and r = 1. Otherwise O(n log n) plus, with P rows
/// of label 1 and N rows of label 0 in y,
///   fixed number of 1s  O(n)
///   concave in b        O(P log N)
///   concave in a        O(N log P)
///   otherwise           O(P N)
/// There are two exceptions:
///   - With slack rescaling, it may be that only y has a value >= 0. Then
///     most_violated_other_labeling() halves each line of tables until its bound is below the best
///     value found. This usually costs O(P) or O(N) in all, at worst O(P N).
///   - A tie between two tables costs O(n) if neither has all 1s of the other.
Decoded most_violated_labeling(const ContingencyLoss& loss, const RowGains& rows, const Output& y,
                               double f_y, Augmentation augmentation);
std::optional<Decoded> most_violated_other_labeling(const ContingencyLoss& loss,
                                                    const RowGains& rows, const Output& y,
                                                    double f_y, Augmentation augmentation);

}  // namespace costruct
