// The interface between learners and structured problems ("the waist"): all that every learner may
// know of a problem. Files in core/interfaces/ declare what a problem may offer in addition
// ("optional interfaces").
#pragma once

#include <optional>
#include <string>

#include "costruct/core/output.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/sparse_vector.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// An output that a decoder found, and the value that it attains.
struct Decoded {
  Output output;
  double value = 0;
};

/// How the loss enters the constraints of a structural SVM (Joachims 2009, section 2).
enum class Rescaling { kMargin, kSlack };

/// How loss-augmented decoding uses the loss: the rescaling and the norm r of the slacks, 1 or 2.
struct Augmentation {
  Rescaling rescaling = Rescaling::kMargin;
  int slack_norm = 1;
};

/// How the value that a decoder finds relates to the maximum that it looks for.
enum class Exactness {
  kExact,    ///< it is the maximum
  kRelaxed,  ///< it is at least the maximum
  kGreedy    ///< it is at most the maximum; the distance is unknown
};

/// A structured problem: inputs 0..num_inputs()-1, a joint feature map Phi, a loss and decoders.
/// Below, f(y) = <w, Phi(x, y)> is the score of output y.
///
/// It owns no reference outputs: in co-learning the reference comes from the other view.
///
/// Threads: every const member is safe to call concurrently. It does not throw if the arguments are
/// as described. Ties: among outputs of equal value the lexicographically smallest is returned.
class StructuredProblem {
 public:
  virtual ~StructuredProblem() = default;

  /// Number of weights: the size of every w below.
  virtual Index dimension() const = 0;
  virtual Index num_inputs() const = 0;

  /// Phi(x, y), sparse. Source: Joachims 2009, section 3.
  virtual SparseVector joint_feature(InputId x, const Output& y) const = 0;

  /// argmax_y f(y) and its value.
  virtual Decoded decode(InputId x, ConstVectorRef w) const = 0;

  /// States whether decode() finds the maximum, and also runner_up() where it is offered. The value
  /// is always that of the returned output, so a decoder that is not exact is kGreedy.
  virtual Exactness decoding_exactness() const { return Exactness::kExact; }

  /// The output that most violates its constraint, and the maximum that it attains:
  ///    margin rescaling:  loss(x, y, y_hat)^(1/r) + f(y_hat)
  ///    slack rescaling:   loss(x, y, y_hat)^(1/r) * (1 + f(y_hat) - f(y))
  /// The maximum is over all outputs y_hat that have a constraint; see has_constraint(). An output
  /// with loss 0 has the slack-rescaled value 0. Source: Brefeld 2008, Opt. Problems 6.2-6.4; Altun
  /// 2006, section 1.4.1.
  /// @param y  reference output; need not be the true one
  /// Precondition: loss_augmentation_unavailable(augmentation) is nullopt.
  virtual Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                        Augmentation augmentation) const = 0;

  /// Whether y_hat has a constraint in training with the reference y. loss_augmented_decode(),
  /// most_violated() and RunnerUpDecoder::most_violated_other() look only at such outputs.
  ///
  /// Usually all outputs have one. An exception is a loss that is defined for some outputs only:
  /// precision at k, for outputs with k positives. y itself always has one.
  virtual bool has_constraint(InputId, const Output& /*y*/, const Output& /*y_hat*/) const {
    return true;
  }

  /// The reason why the problem's loss has no loss-augmented decoder for this augmentation; nullopt
  /// where it has one.
  virtual std::optional<std::string> loss_augmentation_unavailable(Augmentation) const {
    return std::nullopt;
  }

  /// States whether loss_augmented_decode() and most_violated() find the maximum. If they are
  /// greedy, a computed primal value may be below the true one, and a duality gap is not a
  /// certificate.
  virtual Exactness loss_augmented_exactness(Augmentation) const { return Exactness::kExact; }

  /// The loss Delta(y, y_hat) >= 0; 0 for y_hat = y. It may depend on the input, for example on its
  /// lengths, batches or subtopics.
  virtual double loss(InputId x, const Output& y, const Output& y_hat) const = 0;

  /// Whether y and y_hat are the same structure. A reference may carry parts that no decoder
  /// predicts, such as the subtopics of documents. A problem with such references compares only the
  /// other parts.
  virtual bool same_structure(InputId, const Output& y, const Output& y_hat) const {
    return y == y_hat;
  }

  /// The score f(y). Equals <w, joint_feature(x, y)> up to the order of summation.
  virtual double score(InputId x, const Output& y, ConstVectorRef w) const {
    return dot(joint_feature(x, y), w);
  }

  /// w += scale * (Phi(x, y) - Phi(x, y_hat)). Changes only coordinates of parts in which the two
  /// differ.
  virtual void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                              VectorRef w) const {
    add_to(w, scale, difference(joint_feature(x, y), joint_feature(x, y_hat)));
  }

  // Questions of solvers about several outputs of one input at once. A problem that scores the
  // parts of an input once, for any number of outputs, overrides these members.

  /// Whether the problem overrides margins(), add_differences() and difference_products(). The
  /// defaults compute Phi at every call. A solver with working sets then computes the difference
  /// vector of an output once and keeps it.
  virtual bool scores_outputs_together() const { return false; }

  /// margins[j] = f(y) - f(outputs[j]).
  virtual void margins(InputId x, const Output& y, std::span<const Output> outputs,
                       ConstVectorRef w, VectorRef margins) const;

  /// The most violated constraint of (x, y), and margins(), with one scoring of x. `outputs` and
  /// `margins` have the same size, and may be empty. Returns the output that
  /// loss_augmented_decode() finds, and its violation:
  ///    margin rescaling:  loss(x, y, y_hat)^(1/r) + f(y_hat) - f(y)
  ///    slack rescaling:   loss(x, y, y_hat)^(1/r) * (1 + f(y_hat) - f(y))
  virtual Decoded most_violated(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation, std::span<const Output> outputs,
                                VectorRef margins) const;

  /// w += sum_j coefficients[j] * (Phi(x, y) - Phi(x, outputs[j])). Changes only coordinates of
  /// parts in which one of the outputs differs from y.
  virtual void add_differences(InputId x, const Output& y, std::span<const Output> outputs,
                               ConstVectorRef coefficients, VectorRef w) const;

  /// products[j] = <Phi(x, y) - Phi(x, y_hat), Phi(x, y) - Phi(x, outputs[j])>.
  virtual void difference_products(InputId x, const Output& y, const Output& y_hat,
                                   std::span<const Output> outputs, VectorRef products) const;

  /// An upper bound of |Phi(x, y) - Phi(x, y_hat)| over all pairs of outputs; infinity where the
  /// problem knows no bound. If w changes by d, no margin of x changes by more than |d| times this
  /// bound.
  virtual double difference_norm_bound(InputId x) const;
};

}  // namespace costruct
