// Second interface: entropies of outputs, expected labels, and covariances with joint features.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// The inputs x_1..x_m of a list, asked again and again at other weights what the model is unsure
///   of, under p(y | x) = exp f(y) / Z(x).
/// It speaks in the coordinates that its inputs can touch, as ExpectedFeatures does
/// (log_partition.hpp). Same bits for any number of threads.
class CovariedFeatures {
 public:
  virtual ~CovariedFeatures() = default;
  /// Ascending. Every joint feature of every input of the list lies within.
  virtual const std::vector<Index>& coordinates() const = 0;
  /// The number of parts of all inputs.
  virtual Index num_parts() const = 0;
  /// counts[k] += sum_j E[how many parts of x_j have label k]; K entries.
  virtual void add_label_counts(ConstVectorRef w, int threads, VectorRef counts) const = 0;
  /// into += sum_j Cov(a f(y) + sum_t g_{y_t}, Phi(x_j, y)); returns sum_j H(p(. | x_j)), the
  /// entropy in nats. With g = 0 it is minus the gradient of a times that sum: grad H = -Cov(f,
  /// Phi) (Mann & McCallum 2007, Efficient computation of entropy gradient); with a = 0 the
  /// gradient in w of what add_label_counts() adds, times g. Cost at most four times that of
  /// expectations.
  /// @param g  a number for each of the K labels
  virtual double add_covariances(ConstVectorRef w, double a, ConstVectorRef g, int threads,
                                 VectorRef into) const = 0;
};

/// Offered by problems whose outputs have parts that each take one of K labels.
class PartCovariances {
 public:
  virtual ~PartCovariances() = default;
  virtual const std::vector<std::string>& label_names() const = 0;
  /// Prepares a list of inputs. An input may stand in it more than once.
  virtual std::unique_ptr<CovariedFeatures> covaried_features(
      std::vector<InputId> inputs) const = 0;
};

}  // namespace costruct
