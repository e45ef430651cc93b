// The objective of the gradient learners over working sets. It is differentiable and has no
// constraints:
//
//   P(w) = 1/2 |w|^2 + sum_i c_i smax over y_hat in W_i of loss_i(t),
//          t = <w, Phi(x_i, y_i) - Phi(x_i, y_hat)>
//
// where block i has the input x_i, the reference y_i, the weight c_i >= 0 and the working set W_i
// of outputs. Delta is loss(x_i, y_i, y_hat), and smax is soft_maximum() with rho. The loss of a
// block is
//   Huber      margin rescaling: huber_loss(Delta, epsilon, t)
//              slack rescaling:  Delta huber_loss(1, epsilon, t)
//   symmetric  margin rescaling: symmetric_loss(Delta, tau, t)
//              slack rescaling:  Delta symmetric_loss(1, tau, t)
//              with min{tau, target} in place of tau
//
// Source: Brefeld 2008, Opt. Problems 7.2, 7.4 (which have |w|^2, so that their C is twice ours)
// and 7.5. Slack rescaling is mentioned there, but its formulas are left to the reader. Variables
// are the weights of the coordinates in which some constraint ever had an entry. All other weights
// are zero at the minimum.
#pragma once

#include <vector>

#include "costruct/core/interfaces/label_scores.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/optimize/minimize.hpp"
#include "costruct/core/optimize/smooth_losses.hpp"
#include "costruct/core/structured_problem.hpp"
#include "costruct/core/views.hpp"

namespace costruct {

/// The widths of the smoothed losses and the sharpness of the maximum, all > 0.
struct Smoothing {
  double epsilon = 0.3, tau = 0.4, rho = 10;
};

/// Finds the outputs by which working sets grow, at fixed weights. For problems with LabelScores
/// these are all outputs that have a loss. For other problems it is the output that most violates
/// its constraint, if it has a loss.
class Violators {
 public:
  /// `problem` and `w` must outlive this object. Throws ConfigError, which names the learner, if
  /// the problem does not offer RunnerUpDecoder.
  /// @param w  weights of the problem, problem.dimension() entries
  Violators(const StructuredProblem& problem, Rescaling rescaling, Smoothing smoothing,
            ConstVectorRef w, const char* learner);
  /// Whether all outputs with a loss are found. The objective over the grown working sets is then
  /// that over all outputs.
  bool all() const { return labels_ != nullptr; }
  /// Outputs other than y with a positive Huber loss at these weights.
  std::vector<Output> with_huber_loss(InputId x, const Output& y) const;
  /// The same with the symmetric loss. If only one output is found (see all()), y must have the
  /// highest score.
  std::vector<Output> with_symmetric_loss(InputId x, const Output& y) const;

 private:
  std::vector<Output> labels_within(InputId x, const Output& y, bool symmetric) const;
  std::vector<Output> within(InputId x, const Output& y, ConstVectorRef w, double width,
                             bool cut) const;

  const StructuredProblem& problem_;
  const RunnerUpDecoder& decoder_;
  const LabelScores* labels_;
  Rescaling rescaling_;
  Smoothing smoothing_;
  ConstVectorRef w_;
  Vector huber_w_, symmetric_w_;  // slack rescaling
};

/// The objective. Add blocks, set their references and weights, add constraints, and minimise it.
class WorkingSetObjective final : public SmoothFunction {
 public:
  /// kHuber: the reference should have the higher score. kSymmetric: either output of a constraint
  /// may have it.
  enum class LossForm { kHuber, kSymmetric };

  /// `problem` must outlive this object.
  WorkingSetObjective(const StructuredProblem& problem, Rescaling rescaling, Smoothing smoothing,
                      int threads);

  /// Adds an input without constraints, weight or reference. Returns the number of its block.
  Index add_block(InputId x, LossForm form);
  Index block_count() const { return static_cast<Index>(blocks_.size()); }
  void set_weight(Index block, double c) { blocks_[block].c = c; }
  /// Sets the reference of a block. If it changes, drops the block's constraints. Returns whether
  /// it dropped any.
  bool set_reference(Index block, const Output& y);
  const Output& reference(Index block) const { return blocks_[block].y; }

  /// Adds the constraint of an output other than the reference, which must be set. Returns false if
  /// the block has it already. Throws as variable_for().
  bool add_constraint(Index block, Output y_hat);
  /// The same for the blocks first, first + 1, ... and the outputs found for each. Returns the
  /// number of new constraints.
  Index add_constraints(Index first, std::vector<std::vector<Output>> found);
  bool has_constraint(Index block, const Output& y_hat) const;
  /// Removes constraints whose absolute coefficient c_i |d smax / d t| is at most `threshold` at w.
  /// Constraints that came back after a removal stay, so that working sets cannot alternate for
  /// ever. Returns the number of removed constraints.
  Index prune(ConstVectorRef w, double threshold);

  /// The number of constraints of all blocks.
  Index constraint_count() const { return begin_.back(); }
  /// The number of constraints added so far, including those that were removed later.
  Index added_count() const { return added_; }
  /// The number of constraints with the symmetric loss for which tau was cut to the target.
  Index tau_cut_count() const;

  Index dimension() const override { return static_cast<Index>(coordinates_.size()); }
  /// The variable of a weight of the problem; adds it if none exists yet. Throws DataError if
  /// there would be 2^31.
  Index variable_for(Index coordinate);
  /// coordinates()[i] is the coordinate of the weight that variable i stands for.
  const std::vector<Index>& coordinates() const { return coordinates_; }
  /// Cost: linear in the number of entries of the difference vectors.
  double value(ConstVectorRef w, VectorRef gradient) const override;
  /// Cost: that of value(), then linear in the number of constraints for each step.
  Line line(ConstVectorRef w, ConstVectorRef d) const override;

 private:
  struct Constraint {
    Output y_hat;
    double loss = 0;
    bool returned = false;  // came back after a removal
    std::vector<std::int32_t> variable;
    std::vector<double> value;
    Index entries() const { return static_cast<Index>(variable.size()); }
  };
  struct Block {
    InputId x = 0;
    LossForm form = LossForm::kHuber;
    double c = 0;
    bool any_reference = false;
    Output y;
    std::vector<Constraint> constraints;
    std::vector<Output> removed;
  };

  // The margin that a constraint should reach.
  double target(const Constraint& constraint) const {
    return rescaling_ == Rescaling::kMargin ? constraint.loss : 1;
  }
  // add_constraint() without counting.
  bool insert(Index block, Output y_hat);
  // Recomputes begin_ from this block on.
  void recount(Index first);
  int threads_for(Index operations) const;
  LossAt loss_at(const Block& block, const Constraint& constraint, double t) const;
  // The term of a block at the margins of its constraints. Writes its derivatives in the margins to
  // `slopes`.
  double term(const Block& block, ConstVectorRef margins, VectorRef slopes) const;
  // The sum of all terms. Margins and slopes of the blocks follow each other.
  double terms(ConstVectorRef margins, VectorRef slopes) const;
  // <difference vector, w> of all constraints.
  Vector products(ConstVectorRef w) const;

  const StructuredProblem& problem_;
  Rescaling rescaling_;
  Smoothing smoothing_;
  int threads_;
  std::vector<Block> blocks_;
  std::vector<Index> coordinates_;
  std::vector<std::int32_t> variable_of_;  // for each weight of the problem; -1: none yet
  std::vector<Index> begin_{0};            // first constraint of each block
  Index entries_ = 0;                      // number of entries of all difference vectors
  Index added_ = 0;
};

}  // namespace costruct
