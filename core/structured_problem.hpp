// The waist: what learners know of a structured problem, and nothing else.
#pragma once

#include <memory>
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

/// A structured problem: inputs 0..num_inputs()-1, a joint feature map, a loss and decoders. It owns no
/// reference outputs: in co-learning the reference comes from the other view. With f(y) = <w, Phi(x, y)>:
///
/// Threads: every const member is safe to call concurrently and throws nothing for arguments as described.
/// Ties: among equals the lexicographically smallest Output is returned.
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

  /// The output that most violates its constraint: maximises over all outputs y_hat
  ///   margin rescaling:  loss(x, y, y_hat)^(1/r) + f(y_hat)
  ///   slack rescaling:   loss(x, y, y_hat)^(1/r) * (1 + f(y_hat) - f(y))
  /// and returns that maximum. An output without loss has the slack-rescaled value 0. Source: Brefeld 2008,
  /// Opt. Problems 6.2-6.4; Altun 2006, section 1.4.1.
  /// @param y  reference output; need not be the true one
  /// Precondition: loss_augmentation_unavailable(augmentation) is empty.
  virtual Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                        Augmentation augmentation) const = 0;

  /// Why the problem's loss has no exact loss-augmented decoder for this augmentation; nullopt where it has
  /// one.
  virtual std::optional<std::string> loss_augmentation_unavailable(Augmentation) const {
    return std::nullopt;
  }

  /// Of loss_augmented_decode() and most_violated(). Only where they are exact or relaxed is a primal value
  /// no less than the true one, and a duality gap a certificate.
  virtual Exactness loss_augmented_exactness(Augmentation) const { return Exactness::kExact; }

  /// Delta(y, y_hat) >= 0, zero for y_hat = y. It may depend on the input, whose lengths, batches or
  /// subtopics it counts by.
  virtual double loss(InputId x, const Output& y, const Output& y_hat) const = 0;

  /// f(y). The same number as <w, joint_feature(x, y)> up to the order of summation.
  virtual double score(InputId x, const Output& y, ConstVectorRef w) const {
    return dot(joint_feature(x, y), w);
  }

  /// w += scale * (Phi(x, y) - Phi(x, y_hat)), touching only coordinates of parts in which the two differ.
  virtual void add_difference(InputId x, const Output& y, const Output& y_hat, double scale,
                              VectorRef w) const {
    add_to(w, scale, difference(joint_feature(x, y), joint_feature(x, y_hat)));
  }

  // What solvers ask about several outputs of one input at once. A problem that scores the parts of an input
  // once, whatever the number of outputs, overrides these.

  /// margins[j] = f(y) - f(outputs[j]).
  virtual void margins(InputId x, const Output& y, std::span<const Output> outputs, ConstVectorRef w,
                       VectorRef margins) const;

  /// The most violated constraint of (x, y), and margins() in the same scoring of x: the output that
  /// loss_augmented_decode() finds, and the violation
  ///   margin rescaling:  loss(x, y, y_hat)^(1/r) + f(y_hat) - f(y)
  ///   slack rescaling:   loss(x, y, y_hat)^(1/r) * (1 + f(y_hat) - f(y))
  virtual Decoded most_violated(InputId x, const Output& y, ConstVectorRef w, Augmentation augmentation,
                                std::span<const Output> outputs, VectorRef margins) const;

  /// w += sum_j coefficients[j] * (Phi(x, y) - Phi(x, outputs[j])), touching only coordinates of parts in
  /// which one of the outputs differs from y.
  virtual void add_differences(InputId x, const Output& y, std::span<const Output> outputs,
                               ConstVectorRef coefficients, VectorRef w) const;

  /// products[j] = <Phi(x, y) - Phi(x, y_hat), Phi(x, y) - Phi(x, outputs[j])>.
  virtual void difference_products(InputId x, const Output& y, const Output& y_hat,
                                   std::span<const Output> outputs, VectorRef products) const;

  /// An upper bound of |Phi(x, y) - Phi(x, y_hat)| over all pairs of outputs; infinity where the problem
  /// knows none. A change of w by d changes no margin of x by more than |d| times this.
  virtual double difference_norm_bound(InputId x) const;
};

/// The best output and the best of the others; no runner-up where there is one output only.
struct TwoBest {
  Decoded best;
  std::optional<Decoded> runner_up;
};

/// Second interface: the best output other than a given one.
class RunnerUpDecoder {
 public:
  virtual ~RunnerUpDecoder() = default;
  /// argmax over y_hat != y of f(y_hat); nullopt where y is the only output.
  virtual std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const = 0;
  /// The output other than y that most violates its constraint, and the violation: StructuredProblem::
  /// most_violated() without y itself, so that the value may be negative. nullopt where y is the only output.
  virtual std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                                     Augmentation augmentation) const = 0;
  /// decode() and the runner_up() of what it finds, in one scoring of x.
  virtual TwoBest two_best(InputId x, ConstVectorRef w) const = 0;
};

/// Second interface: the k best outputs.
class KBestDecoder {
 public:
  virtual ~KBestDecoder() = default;
  /// The k best outputs by descending f, fewer where there are fewer; equal values in lexicographic order.
  virtual std::vector<Decoded> k_best(InputId x, Index k, ConstVectorRef w) const = 0;
};

/// Second interface: where the weights of a first-order Markov model over labels lie, so that counts of joint
/// features can be turned into (log-)probabilities. Each block is given by its first coordinate, or -1 where
/// the feature map leaves the block out.
struct MarkovLayout {
  Index num_labels = 0;
  Index num_features = 0;
  Index emission = 0;           ///< (feature j, label k) at emission + j * num_labels + k
  Index transition = -1;        ///< (previous p, label k) at transition + p * num_labels + k
  Index bias = -1;              ///< label k at bias + k: how often k occurs
  Index first = -1, last = -1;  ///< label k at first + k: k is the first (last) label
  double transition_scale = 1;  ///< eta: value of a transition feature
  bool indicators = true;       ///< every emission feature is 0 or 1
};

class MarkovStructure {
 public:
  virtual ~MarkovStructure() = default;
  virtual MarkovLayout markov_layout() const = 0;
  /// Adds 1 to seen[j] for every part of x in which feature j is active; seen has num_features entries.
  virtual void count_features(InputId x, std::span<Index> seen) const = 0;
};

/// The inputs x_1..x_n of a list, each with a factor, asked for their log-partitions and expected features
/// again and again at other weights. It knows which coordinates its inputs can touch, and speaks in those
/// alone: entry i of its vectors belongs to weight coordinates()[i], and all other weights count as nothing.
class ExpectedFeatures {
 public:
  virtual ~ExpectedFeatures() = default;
  /// Ascending. Every joint feature of every input of the list lies within.
  virtual const std::vector<Index>& coordinates() const = 0;
  /// into += sum_i factor_i E[Phi(x_i, y)]; returns sum_i factor_i log Z(x_i). Same bits for any number of
  /// threads.
  virtual double add(ConstVectorRef w, int threads, VectorRef into) const = 0;
};

/// Second interface: marginals and log-partition of the exponential family
///   p(y | x) = exp f(y) / Z(x),   Z(x) = sum_y exp f(y)   (Brefeld 2008, section 3.1.2).
/// Finite for scores as large as 1e300.
class LogPartition {
 public:
  virtual ~LogPartition() = default;
  /// Why this problem, configured as it is, cannot sum over its outputs; nullopt where it can.
  virtual std::optional<std::string> log_partition_unavailable() const { return std::nullopt; }

  /// log Z(x). It and all that follows need log_partition_unavailable() to be empty.
  virtual double log_partition(InputId x, ConstVectorRef w) const = 0;
  /// p(y_t = k | x) at t * K + k, for an output of T parts that each take one of K values.
  virtual Vector part_marginals(InputId x, ConstVectorRef w) const = 0;
  /// into += scale * E[Phi(x, y)], the gradient of scale * log Z(x) in w; returns log Z(x).
  virtual double add_expected_feature(InputId x, ConstVectorRef w, double scale, VectorRef into) const = 0;
  /// The same for a list of inputs, prepared for many passes. An input may stand in it more than once.
  virtual std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                              Vector factors) const = 0;
};

}  // namespace costruct
