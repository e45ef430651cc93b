// The waist: what learners know of a structured problem, and nothing else. What a problem may offer
// beyond it are the second interfaces of core/interfaces/.
#pragma once

#include <optional>
#include <string>

#include "costruct/core/output.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/sparse_vector.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// An output and the value of the maximum it attains.
struct Decoded {
  Output output;
  double value = 0;
};

/// How the loss enters the constraints of a structural SVM (Joachims 2009, section 2).
enum class Rescaling { kMargin, kSlack };

/// The rescaling and the norm r of the slacks, 1 or 2.
struct Augmentation {
  Rescaling rescaling = Rescaling::kMargin;
  int slack_norm = 1;
};

/// What the value that a decoder finds says of the maximum that it looks for.
enum class Exactness {
  kExact,    ///< it is the maximum
  kRelaxed,  ///< it is at least the maximum
  kGreedy    ///< it is at most the maximum, and nothing says by how much
};

/// A structured problem: inputs 0..num_inputs()-1, a joint feature map, a loss and decoders. It
/// owns no reference outputs: in co-learning the reference comes from the other view. With f(y) =
/// <w, Phi(x, y)>:
///
/// Threads: every const member is safe to call concurrently and throws nothing for arguments as
/// described. Ties: among equals the lexicographically smallest Output is returned.
class StructuredProblem {
 public:
  virtual ~StructuredProblem() = default;

  /// Number of weights.
  virtual Index dimension() const = 0;
  virtual Index num_inputs() const = 0;

  /// Phi(x, y), sparse. Source: Joachims 2009, section 3.
  virtual SparseVector joint_feature(InputId x, const Output& y) const = 0;

  /// argmax_y f(y) and its value.
  virtual Decoded decode(InputId x, ConstVectorRef w) const = 0;

  /// Of decode(), and of runner_up() where it is offered. A value is always that of the output
  /// beside it, so that what is not exact is greedy.
  virtual Exactness decoding_exactness() const { return Exactness::kExact; }

  /// The output that most violates its constraint: maximises over all outputs y_hat that have one
  ///   margin rescaling:  loss(x, y, y_hat)^(1/r) + f(y_hat)
  ///   slack rescaling:   loss(x, y, y_hat)^(1/r) * (1 + f(y_hat) - f(y))
  /// and returns that maximum. An output without loss has the slack-rescaled value 0. Source:
  /// Brefeld 2008, Opt. Problems 6.2-6.4; Altun 2006, section 1.4.1.
  /// @param y  reference output; need not be the true one
  /// Precondition: loss_augmentation_unavailable(augmentation) is empty.
  virtual Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                        Augmentation augmentation) const = 0;

  /// Whether y_hat has a constraint: only such outputs are looked at by loss_augmented_decode(),
  /// most_violated() and RunnerUpDecoder::most_violated_other(). All have, but where a measure is
  /// defined for some alone (precision at k: of outputs with k positives). y itself always has.
  virtual bool has_constraint(InputId, const Output& /*y*/, const Output& /*y_hat*/) const {
    return true;
  }

  /// Why the problem's loss has no exact loss-augmented decoder for this augmentation; nullopt
  /// where it has one.
  virtual std::optional<std::string> loss_augmentation_unavailable(Augmentation) const {
    return std::nullopt;
  }

  /// Of loss_augmented_decode() and most_violated(). Only where they are exact or relaxed is a
  /// primal value no less than the true one, and a duality gap a certificate.
  virtual Exactness loss_augmented_exactness(Augmentation) const { return Exactness::kExact; }

  /// Delta(y, y_hat) >= 0, zero for y_hat = y. It may depend on the input, whose lengths, batches
  /// or subtopics it counts by.
  virtual double loss(InputId x, const Output& y, const Output& y_hat) const = 0;

  /// Whether the two are one structure. References may carry what no decoder finds (the subtopics
  /// of documents); a problem with such references compares the rest.
  virtual bool same_structure(InputId, const Output& y, const Output& y_hat) const {
    return y == y_hat;
  }

  /// f(y). The same number as <w, joint_feature(x, y)> up to the order of summation.
  virtual double score(InputId x, const Output& y, ConstVectorRef w) const {
    return dot(joint_feature(x, y), w);
  }

  /// w += scale * (Phi(x, y) - Phi(x, y_hat)), touching only coordinates of parts in which the two
  /// differ.
  virtual void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                              VectorRef w) const {
    add_to(w, scale, difference(joint_feature(x, y), joint_feature(x, y_hat)));
  }

  // What solvers ask about several outputs of one input at once. A problem that scores the parts of
  // an input once, whatever the number of outputs, overrides these.

  /// Whether margins(), add_differences() and difference_products() are the problem's own. Where
  /// they are these defaults, which make Phi at every call, a solver on working sets makes the
  /// difference vector of an output once and keeps it.
  virtual bool scores_outputs_together() const { return false; }

  /// margins[j] = f(y) - f(outputs[j]).
  virtual void margins(InputId x, const Output& y, std::span<const Output> outputs,
                       ConstVectorRef w, VectorRef margins) const;

  /// The most violated constraint of (x, y), and margins() in the same scoring of x: the output
  /// that loss_augmented_decode() finds, and the violation
  ///   margin rescaling:  loss(x, y, y_hat)^(1/r) + f(y_hat) - f(y)
  ///   slack rescaling:   loss(x, y, y_hat)^(1/r) * (1 + f(y_hat) - f(y))
  virtual Decoded most_violated(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation augmentation, std::span<const Output> outputs,
                                VectorRef margins) const;

  /// w += sum_j coefficients[j] * (Phi(x, y) - Phi(x, outputs[j])), touching only coordinates of
  /// parts in which one of the outputs differs from y.
  virtual void add_differences(InputId x, const Output& y, std::span<const Output> outputs,
                               ConstVectorRef coefficients, VectorRef w) const;

  /// products[j] = <Phi(x, y) - Phi(x, y_hat), Phi(x, y) - Phi(x, outputs[j])>.
  virtual void difference_products(InputId x, const Output& y, const Output& y_hat,
                                   std::span<const Output> outputs, VectorRef products) const;

  /// An upper bound of |Phi(x, y) - Phi(x, y_hat)| over all pairs of outputs; infinity where the
  /// problem knows none. A change of w by d changes no margin of x by more than |d| times this.
  virtual double difference_norm_bound(InputId x) const;
};

}  // namespace costruct
