// Second interface: sums over all outputs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// The inputs x_1..x_n of a list, each with a factor, asked for their log-partitions and expected
/// features again and again at other weights. It knows which coordinates its inputs can touch, and
/// speaks in those alone: entry i of its vectors belongs to weight coordinates()[i], and all other
/// weights count as nothing.
class ExpectedFeatures {
 public:
  virtual ~ExpectedFeatures() = default;
  /// Ascending. Every joint feature of every input of the list lies within.
  virtual const std::vector<Index>& coordinates() const = 0;
  /// into += sum_i factor_i E[Phi(x_i, y)]; returns sum_i factor_i log Z(x_i). Same bits for any
  /// number of threads.
  virtual double add(ConstVectorRef w, int threads, VectorRef into) const = 0;
};

/// The log-partition of the exponential family
///   p(y | x) = exp f(y) / Z(x),   Z(x) = sum_y exp f(y)   (Brefeld 2008, section 3.1.2),
/// and the joint features that it expects.
/// Finite for scores as large as 1e300.
class LogPartition {
 public:
  virtual ~LogPartition() = default;
  /// Why this problem, configured as it is, cannot sum over its outputs; nullopt where it can.
  virtual std::optional<std::string> log_partition_unavailable() const { return std::nullopt; }

  /// log Z(x). It and all that follows need log_partition_unavailable() to be empty.
  virtual double log_partition(InputId x, ConstVectorRef w) const = 0;
  /// into += scale * E[Phi(x, y)], the gradient of scale * log Z(x) in w; returns log Z(x).
  virtual double add_expected_feature(InputId x, ConstVectorRef w, double scale,
                                      VectorRef into) const = 0;
  /// The same for a list of inputs, prepared for many passes. An input may stand in it more than
  /// once.
  virtual std::unique_ptr<ExpectedFeatures> expected_features(std::vector<InputId> inputs,
                                                              Vector factors) const = 0;
};

/// The same where an output has T parts that each take one of K values: one label, a label per
/// token.
class PartMarginals : public LogPartition {
 public:
  /// p(y_t = k | x) at t * K + k. Needs log_partition_unavailable() to be empty.
  virtual Vector part_marginals(InputId x, ConstVectorRef w) const = 0;
};

}  // namespace costruct
