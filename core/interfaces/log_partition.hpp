// Second interface: the log-partition and expected features, which are sums over all outputs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// A list of inputs x_1..x_n, each with a factor, prepared for many sums at different weights.
///
/// It works only in the coordinates that its inputs can touch. Entry i of its vectors belongs to
/// weight coordinates()[i]. All other weights have no effect.
class ExpectedFeatures {
 public:
  virtual ~ExpectedFeatures() = default;
  /// Ascending; contains every coordinate of every joint feature of the inputs.
  virtual const std::vector<Index>& coordinates() const = 0;
  ///    into += sum_i factor_i E[Phi(x_i, y)]
  /// Returns sum_i factor_i log Z(x_i). The bits are the same for any number of threads.
  virtual double add(ConstVectorRef w, int threads, VectorRef into) const = 0;
};

/// Offered by problems that can sum over their outputs. Computes the log-partition log Z and the
/// expected joint features of the exponential family
///    p(y | x) = exp f(y) / Z(x),   Z(x) = sum_y exp f(y)   (Brefeld 2008, section 3.1.2).
/// Results are finite for scores as large as 1e300.
class LogPartition {
 public:
  virtual ~LogPartition() = default;
  /// The reason why this problem with its options cannot sum over its outputs; nullopt where it
  /// can. Call the other members only where it is nullopt.
  virtual std::optional<std::string> log_partition_unavailable() const { return std::nullopt; }

  /// log Z(x)
  virtual double log_partition(InputId x, ConstVectorRef w) const = 0;
  ///    into += scale * E[Phi(x, y)]
  /// This adds the gradient of scale * log Z(x) in w. Returns log Z(x).
  virtual double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                                      VectorRef into) const = 0;
  /// The same for a list of inputs, prepared for many passes. An input may occur more than once.
  virtual std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                              Vector factors) const = 0;
};

/// A LogPartition of a problem whose outputs have T parts that each take one of K values. Examples
/// are one label, or a label per token.
class PartMarginals : public LogPartition {
 public:
  /// p(y_t = k | x) at t * K + k. Call it only where log_partition_unavailable() is nullopt.
  virtual Vector part_marginals(InputId x, ConstVectorRef w) const = 0;
};

}  // namespace costruct
