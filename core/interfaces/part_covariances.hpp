// Second interface: entropies of outputs, expected labels, and covariances with joint features.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// A list of inputs x_1..x_m, prepared for many computations of entropies and covariances under
///    p(y | x) = exp f(y) / Z(x)
/// at different weights. Like ExpectedFeatures (log_partition.hpp), it works only in the
/// coordinates that its inputs can touch. The bits are the same for any number of threads.
class CovariedFeatures {
 public:
  virtual ~CovariedFeatures() = default;
  /// Ascending; contains every coordinate of every joint feature of the inputs.
  virtual const std::vector<Index>& coordinates() const = 0;
  /// The number of parts of all inputs.
  virtual Index num_parts() const = 0;
  ///    counts[k] += sum_j E[number of parts of x_j with label k],   K entries
  virtual void add_label_counts(ConstVectorRef w, int threads, VectorRef counts) const = 0;
  ///    into += sum_j Cov(a f(y) + sum_t g_{y_t}, Phi(x_j, y))
  /// Returns sum_j H(p(. | x_j)), the sum of the entropies in nats.
  ///
  /// With g = 0 it adds minus the gradient of a times that sum, as
  ///    grad H = -Cov(f, Phi)   (Mann & McCallum 2007, Efficient computation of entropy gradient).
  /// With a = 0 it adds the gradient in w of sum_k g_k counts[k], with the counts of
  /// add_label_counts(). Cost: at most four times that of expectations.
  /// @param g  a number for each of the K labels
  virtual double add_covariances(ConstVectorRef w, double a, ConstVectorRef g, int threads,
                                 VectorRef into) const = 0;
};

/// Offered by problems whose outputs have parts that each take one of K labels, and that can
/// compute entropies and covariances.
class PartCovariances {
 public:
  virtual ~PartCovariances() = default;
  virtual const std::vector<std::string>& label_names() const = 0;
  /// Prepares a list of inputs. An input may occur more than once.
  virtual std::unique_ptr<CovariedFeatures> covaried_features(
      std::vector<InputId> inputs) const = 0;
};

}  // namespace costruct
