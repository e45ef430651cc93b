// Optional interface of a problem: label biases, for class balancing.
#pragma once

#include <optional>
#include <string>

#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Offered by problems whose outputs have parts with labels, and whose labels have biases. The bias
/// of a label is a weight that adds to the score of every part with this label.
class LabelBiases {
 public:
  virtual ~LabelBiases() = default;
  /// The reason why this problem with its options has no biases, as text after "needs "; nullopt
  /// where it has them. Call the other members only where it is nullopt.
  virtual std::optional<std::string> label_biases_unavailable() const = 0;

  virtual Index num_labels() const = 0;
  /// The coordinate of a label's bias. If each view has a bias, that of the first view.
  virtual Index bias(Index label) const = 0;
  /// The number of parts of x.
  virtual Index num_parts(InputId x) const = 0;
  /// Adds the features that the parts of x have with this label:
  ///    w += scale * sum_t Lambda(label) (x) psi(x_t)
  /// Lambda(label) is the indicator vector of the label, (x) the tensor product, and psi(x_t) the
  /// features of part t. The sum includes the biases of other views, but neither bias(label) nor
  /// transitions.
  virtual void add_part_features(InputId x, Index label, double scale, VectorRef w) const = 0;
};

}  // namespace costruct
