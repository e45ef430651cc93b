// Labelings of n rows with 0 and 1 whose loss is a function of the contingency table (Joachims
// 2009, section 3.3; Joachims 2005):
//
//   max over y_hat in {0, 1}^n of  Delta(a, b)^(1/r) + f(y_hat)                    margin rescaling
//                                  Delta(a, b)^(1/r) (1 + f(y_hat) - f(y))         slack rescaling
//   a, b     how many rows y_hat labels 1, of those that y labels 1, respectively 0
//   f(y_hat) a sum over rows
//
// The best labeling of one table (a, b) has a 1 at the a rows of the highest scores among those of
// label 1 in y, and at the b rows of the highest scores among the others. So each kind of
// row is sorted once, and what remains is a search over tables. Equal scores: later rows come
// first, as the smallest labeling has its 1s last.
#pragma once

#include <optional>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Delta as a function of the table, for one reference y with `ones` rows of label 1 and `zeros` of
/// label 0.
class ContingencyLoss {
 public:
  virtual ~ContingencyLoss() = default;
  /// Delta(a, b) >= 0 of 0 <= a <= ones, 0 <= b <= zeros; 0 at the table of y itself, (ones, 0).
  virtual double at(Index a, Index b) const = 0;

  /// What is known of Delta and spares looking at all tables. Where it is concave, it is 0 for y
  /// alone.
  enum class Shape {
    kAny,
    kConcaveInA,  ///< for every b
    kConcaveInB   ///< for every a
  };
  virtual Shape shape() const { return Shape::kAny; }

  /// Where a measure is defined for labelings with so many 1s alone: only these, and y itself, are
  /// compared.
  virtual std::optional<Index> only_ones() const { return std::nullopt; }

  /// Where Delta adds up over wrong rows: what each costs, by its label in y.
  struct RowCosts {
    double of_one = 0, of_zero = 0;
  };
  virtual std::optional<RowCosts> row_costs() const { return std::nullopt; }
};

/// The scores of n rows: f(y_hat) = none + sum of gain[i] over the rows i that y_hat labels 1.
struct RowGains {
  ConstVectorRef gain;
  double none = 0;
};

/// The labeling of the highest f, and f: a row is labeled 1 where its gain is > 0. O(n).
Decoded best_labeling(const RowGains& rows);

/// The best labeling other than y, for y = best_labeling(). nullopt for n = 0. O(n).
std::optional<Decoded> best_other_labeling(const RowGains& rows, const Decoded& best);

/// The labeling that most violates its constraint, and the augmented value (StructuredProblem::
/// loss_augmented_decode()); respectively the one other than y, nullopt where there is none.
/// @param y    labels of the n rows, 0 or 1
/// @param f_y  its score
/// Cost: O(n log n), and with P, N rows of label 1 and 0 in y
///   row costs, margin rescaling, r = 1: O(n) in all;  only so many 1s: O(n)
///   concave in b: O(P log N);  concave in a: O(N log P);  else O(P N)
/// For most_violated_other_labeling() with slack rescaling, where no labeling but y has a value >=
/// 0, each line is halved until its bound is below what was found: as a rule O(P) or O(N) in all,
/// at worst O(P N). Ties between tables of which neither has all 1s of the other cost O(n) each.
Decoded most_violated_labeling(const ContingencyLoss& loss, const RowGains& rows, const Output& y,
                               double f_y, Augmentation augmentation);
std::optional<Decoded> most_violated_other_labeling(const ContingencyLoss& loss,
                                                    const RowGains& rows, const Output& y,
                                                    double f_y, Augmentation augmentation);

}  // namespace costruct
