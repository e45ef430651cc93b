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
  virtual Index length(InputId x) const = 0;
  /// Adds the scores of all features to the table of x.
  virtual void add_scores(InputId x, ConstVectorRef w, ChainScores& scores) const = 0;
};

/// The options of a problem of higher order.
struct HigherOrder {
  Index order = 2;  ///< p >= 2
  Index labels = 1;
  double eta = 1;  ///< value of a transition feature
  SequenceLoss loss = SequenceLoss::kHamming;
  int outside = -1;  ///< the label that does not count for F1, or -1
  AllowedTransitions allowed = {};
  std::shared_ptr<const LabelCosts> costs = nullptr;  ///< null: of another loss
};

/// Makes the problem of order p over V >= 1 views of first order. Throws ConfigError if there are
/// too many labels or tokens for this order.
std::unique_ptr<const StructuredProblem> higher_order_sequence(
    std::vector<std::shared_ptr<const FirstOrderSequence>> views, const HigherOrder& higher);

}  // namespace costruct
