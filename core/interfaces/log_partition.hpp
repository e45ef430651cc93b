// Optional interface of a problem: the log-partition and expected features, which are sums over all
// outputs.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

/// A list of inputs x_1..x_n with factors, prepared for many sums at different weights. Make it
/// with LogPartition::expected_features(), which also defines f, p and Z.
///
/// It uses only the weights that its inputs can affect. Entry j of its vectors belongs to weight
/// coordinates()[j]. All other weights have no effect.
class ExpectedFeatures {
 public:
  virtual ~ExpectedFeatures() = default;
  /// The numbers of the weights in use, in ascending order. Every coordinate of every joint feature
  /// of the inputs is among them.
  virtual const std::vector<Index>& coordinates() const = 0;
  /// Adds the expected joint features to `into`:
  ///    into += sum_i factor_i E[Phi(x_i, y)]
  /// Returns sum_i factor_i log Z(x_i). The result has the same bits for any number of threads.
  /// @param w        weights, coordinates().size() entries
  /// @param threads  number of threads, >= 1
  /// @param into     coordinates().size() entries
  virtual double add(ConstVectorRef w, int threads, VectorRef into) const = 0;

  /// From now on add() throws Interrupted soon after `stop` is set; `into` is then of no use. Long
  /// lists notice it within a few inputs. Null: add() never throws it.
  virtual void set_stop(const std::atomic<bool>* stop) { stop_ = stop; }

 protected:
  bool stop_requested() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  void throw_if_stopped() const {
    if (stop_requested()) throw Interrupted();
  }

 private:
  const std::atomic<bool>* stop_ = nullptr;
};

/// Offered by problems that can sum over their outputs. Computes the log-partition log Z and the
/// expected joint features of the exponential family
///    p(y | x) = exp f(y) / Z(x),   Z(x) = sum_y exp f(y),   f(y) = <w, Phi(x, y)>
/// (Brefeld 2008, section 3.1.2). Results are finite for scores as large as 1e300. Below, `w` and
/// `into` have StructuredProblem::dimension() entries.
class LogPartition {
 public:
  virtual ~LogPartition() = default;
  /// Returns the reason why this problem with its options cannot sum over its outputs, or nullopt
  /// if it can. Call the other members only if it returns nullopt.
  virtual std::optional<std::string> log_partition_unavailable() const { return std::nullopt; }

  /// log Z(x)
  virtual double log_partition(InputId x, ConstVectorRef w) const = 0;
  /// Adds the gradient of scale * log Z(x) with respect to w:
  ///    into += scale * E[Phi(x, y)]
  /// Returns log Z(x).
  virtual double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                                      VectorRef into) const = 0;
  /// Prepares a list of inputs for many passes. An input may occur more than once.
  /// @param factors  a factor for each entry of `inputs`
  virtual std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                              Vector factors) const = 0;
};

/// A LogPartition of a problem whose outputs have T parts that each take one of K values. For
/// example, an output is one label (T = 1), or one label per token.
class PartMarginals : public LogPartition {
 public:
  /// Returns p(y_t = k | x) at t * K + k, for all T * K pairs. Call it only if
  /// log_partition_unavailable() returns nullopt.
  virtual Vector part_marginals(InputId x, ConstVectorRef w) const = 0;
};

}  // namespace costruct
