// What class balancing knows of a problem whose parts take labels.
#pragma once

#include <optional>
#include <string>

#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Second interface: labels of parts, each with a bias, a weight that adds to the score of every
/// part that has the label.
class LabelBiases {
 public:
  virtual ~LabelBiases() = default;
  /// Why this problem, configured as it is, has no biases; nullopt where it has them.
  virtual std::optional<std::string> label_biases_unavailable() const = 0;

  /// It and all that follows need label_biases_unavailable() to be empty.
  virtual Index num_labels() const = 0;
  /// The coordinate of a label's bias; of the first view where each has one.
  virtual Index bias(Index label) const = 0;
  /// How many parts x has.
  virtual Index num_parts(InputId x) const = 0;
  /// w += scale * sum_t Lambda(label) (x) psi(x_t): what the parts of x have in common with the
  /// label, the biases of other views included, bias(label) and transitions left out.
  virtual void add_part_features(InputId x, Index label, double scale, VectorRef w) const = 0;
};

}  // namespace costruct
