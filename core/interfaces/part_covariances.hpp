// Optional interface of a problem: entropies of outputs, expected numbers of labels, and
// covariances with joint features.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// A list of inputs x_1..x_m, prepared for many computations of entropies and covariances at
/// different weights. Make it with PartCovariances::covaried_features(). The distribution is
///    p(y | x) = exp f(y) / Z(x)   with   f(y) = <w, Phi(x, y)>.
/// Like ExpectedFeatures (log_partition.hpp), it uses only the weights that its inputs can affect.
/// Below, `w` and `into` have coordinates().size() entries. All results have the same bits for any
/// number of threads.
class CovariedFeatures {
 public:
  virtual ~CovariedFeatures() = default;
  /// The numbers of the weights in use, in ascending order. Every coordinate of every joint feature
  /// of the inputs is among them.
  virtual const std::vector<Index>& coordinates() const = 0;
  /// The total number of parts of all inputs.
  virtual Index num_parts() const = 0;
  /// Adds the expected numbers of parts with each of the K labels to `counts`:
  ///    counts[k] += sum_j E[number of parts of x_j with label k],   K entries
  virtual void add_label_counts(ConstVectorRef w, int threads, VectorRef counts) const = 0;
  /// Adds covariances with the joint features to `into`:
  ///    into += sum_j Cov(a f(y) + sum_t g_{y_t}, Phi(x_j, y))
  /// Returns sum_j H(p(. | x_j)), the sum of the entropies in nats.
  ///
  /// If g = 0, it adds -a times the gradient of the sum of the entropies with respect to w, because
  ///    grad H = -Cov(f, Phi)   (Mann & McCallum 2007, Efficient computation of entropy gradient).
  /// If a = 0, it adds the gradient of sum_k g_k counts[k] with respect to w, where
  /// add_label_counts() defines the counts. The cost is at most four times that of
  /// ExpectedFeatures::add().
  /// @param g  a number for each of the K labels
  virtual double add_covariances(ConstVectorRef w, double a, ConstVectorRef g, int threads,
                                 VectorRef into) const = 0;
};

/// Offered by problems whose outputs have parts that each take one of K labels, and that can
/// compute entropies and covariances.
class PartCovariances {
 public:
  virtual ~PartCovariances() = default;
  /// The names of the labels 0..K-1.
  virtual const std::vector<std::string>& label_names() const = 0;
  /// Prepares a list of inputs. An input may occur more than once.
  virtual std::unique_ptr<CovariedFeatures> covaried_features(
      std::vector<InputId> inputs) const = 0;
};

}  // namespace costruct
