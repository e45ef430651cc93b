// Sequence labeling with transitions of order p >= 2 in addition to those of first order.
#pragma once

#include <memory>
#include <vector>

#include "costruct/core/decode/chains/chain.hpp"
#include "costruct/core/structured_problem.hpp"
#include "costruct/problems/allowed_transitions.hpp"
#include "costruct/problems/sequence_loss.hpp"

namespace costruct {

/// One view of a sequence problem of first order: the interface that higher orders use.
class FirstOrderSequence : public StructuredProblem {
 public:
  /// The number of tokens of x.
  virtual Index length(InputId x) const = 0;
  /// Adds the scores of all features of x to a score table, which has been reset for x. `w` are the
  /// weights of this view.
  virtual void add_scores(InputId x, ConstVectorRef w, ChainScores& scores) const = 0;
};

/// The options of a problem of higher order.
struct HigherOrder {
  Index order = 2;   ///< p >= 2
  Index labels = 1;  ///< K, the number of labels
  double eta = 1;    ///< value of a transition feature
  SequenceLoss loss = SequenceLoss::kHamming;
  int outside = -1;                 ///< the label that does not count for F1, or -1
  AllowedTransitions allowed = {};  ///< which labels may be neighbours; the default allows all
  std::shared_ptr<const LabelCosts> costs = nullptr;  ///< null unless the loss is kCostMatrix
};

/// Makes the problem of order p over V >= 1 views of first order. A view then has further weights
/// for the transitions of order 2 to p, behind those of first order: K^(q + 1) for order q.
///
/// Throws ConfigError if K^(p + 1) is above 2^24, or if decoding the longest sequence would need
/// more than 1 GiB.
std::unique_ptr<const StructuredProblem> higher_order_sequence(
    std::vector<std::shared_ptr<const FirstOrderSequence>> views, const HigherOrder& higher);

}  // namespace costruct
