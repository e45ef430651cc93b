// The objective of the gradient learners over working sets: differentiable and without constraints.
//
//   P(w) = 1/2 |w|^2 + sum_i c_i smax over y_hat in W_i of loss_i(<w, Phi(x_i, y_i) - Phi(x_i,
//   y_hat)>)
//
//   smax     soft_maximum() with rho
//   Huber      margin rescaling: huber_loss(Delta, epsilon, t);     slack: Delta huber_loss(1,
//   epsilon, t) symmetric  margin rescaling: symmetric_loss(Delta, tau, t);     slack: Delta
//   symmetric_loss(1, tau, t)
//            with tau = min{tau, target}
//   Delta = loss(x_i, y_i, y_hat), y_i the reference of block i
//
// Source: Brefeld 2008, Opt. Problems 7.2, 7.4 (which have |w|^2, so that their C is twice ours)
// and 7.5; slack rescaling is announced there and left to the reader. Weights are those of the
// coordinates in which some constraint ever had an entry; all others are zero at the minimum.
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

/// Where working sets are to grow, at fixed weights: of problems with LabelScores all outputs that
/// have a loss, of others the one output that most violates its constraint, if it has one.
class Violators {
 public:
  /// Looks at w, which must live as long. Throws ConfigError where the problem has no runner-up.
  Violators(const StructuredProblem& problem, Rescaling rescaling, Smoothing smoothing,
            ConstVectorRef w, const char* learner);
  /// Whether no output with a loss is left out, so that the objective over working sets that have
  /// grown is the one over all outputs.
  bool all() const { return labels_ != nullptr; }
  /// Outputs other than y with a Huber loss at these weights.
  std::vector<Output> with_huber_loss(InputId x, const Output& y) const;
  /// The same with the symmetric loss; where one output alone is found, for y that scores as high
  /// as any.
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

class WorkingSetObjective final : public SmoothFunction {
 public:
  /// kHuber: the reference is to win. kSymmetric: either output of a constraint may win.
  enum class LossForm { kHuber, kSymmetric };

  WorkingSetObjective(const StructuredProblem& problem, Rescaling rescaling, Smoothing smoothing,
                      int threads);

  /// Adds an input without constraints, weight or reference; returns its block.
  Index add_block(InputId x, LossForm form);
  Index block_count() const { return static_cast<Index>(blocks_.size()); }
  void set_weight(Index block, double c) { blocks_[block].c = c; }
  /// Drops the block's constraints where the reference changes; returns whether it dropped any.
  bool set_reference(Index block, const Output& y);
  const Output& reference(Index block) const { return blocks_[block].y; }

  /// Adds the constraint of an output; false where the block has it. May throw as variable_for()
  /// does.
  bool add_constraint(Index block, Output y_hat);
  /// The same for blocks first, first + 1, ... and the outputs found for each; returns how many
  /// were new.
  Index add_constraints(Index first, std::vector<std::vector<Output>> found);
  bool has_constraint(Index block, const Output& y_hat) const;
  /// Removes constraints whose coefficient -c_i d smax / d t is at most `threshold` at w; those
  /// that came back after a removal stay, so that working sets cannot come and go for ever. Returns
  /// how many went.
  Index prune(ConstVectorRef w, double threshold);

  Index constraint_count() const { return begin_.back(); }
  Index added_count() const { return added_; }
  /// Constraints with the symmetric loss for which tau had to be cut.
  Index tau_cut_count() const;

  Index dimension() const override { return static_cast<Index>(coordinates_.size()); }
  /// The variable of a weight of the problem, made where there is none yet. Throws DataError where
  /// there would be 2^31.
  Index variable_for(Index coordinate);
  /// coordinates()[i] is the weight of the problem that variable i stands for.
  const std::vector<Index>& coordinates() const { return coordinates_; }
  /// Cost: linear in the entries of the difference vectors.
  double value(ConstVectorRef w, VectorRef gradient) const override;
  /// Cost: value(), then linear in the number of constraints for each step.
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

  // What the margin of a constraint is to reach.
  double target(const Constraint& constraint) const {
    return rescaling_ == Rescaling::kMargin ? constraint.loss : 1;
  }
  // add_constraint() without counting.
  bool insert(Index block, Output y_hat);
  // Counts constraints anew from this block on.
  void recount(Index first);
  int threads_for(Index operations) const;
  LossAt loss_at(const Block& block, const Constraint& constraint, double t) const;
  // The term of a block at the margins of its constraints; slopes gets its derivatives in the
  // margins.
  double term(const Block& block, ConstVectorRef margins, VectorRef slopes) const;
  // The sum of all terms; margins and slopes are block behind block.
  double terms(ConstVectorRef margins, VectorRef slopes) const;
  // <difference vector, w> of all constraints.
  Vector products(ConstVectorRef w) const;

  const StructuredProblem& problem_;
  Rescaling rescaling_;
  Smoothing smoothing_;
  int threads_;
  std::vector<Block> blocks_;
  std::vector<Index> coordinates_;
  std::vector<std::int32_t> variable_of_;  // of each weight of the problem; -1: none yet
  std::vector<Index> begin_{0};            // of each block among all constraints
  Index entries_ = 0;                      // of all difference vectors
  Index added_ = 0;
};

}  // namespace costruct
