// Optional interface of a problem: decoding with an offset for each label. The offset is added to
// the score of every part that has the label.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Offered by problems whose outputs have parts that each take one of K labels. With K offsets b,
/// the score of an output is
///    f_b(y) = <w, Phi(x, y)> + sum_t b[y_t].
/// If all offsets are 0, results are those of the decoders without offsets. Offsets change neither
/// the cost nor the rule for ties: the lexicographically smallest output wins.
///
/// Below, `w` has StructuredProblem::dimension() entries, and `offsets` has K.
class LabelOffsets {
 public:
  virtual ~LabelOffsets() = default;
  /// K
  virtual Index num_labels() const = 0;
  /// The names of the labels 0..K-1.
  virtual const std::vector<std::string>& label_names() const = 0;
  /// The number of parts of x.
  virtual Index num_parts(InputId x) const = 0;
  /// argmax_y f_b(y) and its value.
  virtual Decoded decode_with(InputId x, ConstVectorRef w, ConstVectorRef offsets) const = 0;
  /// The best output by f_b, and the best of the other outputs, with their values f_b.
  virtual TwoBest two_best_with(InputId x, ConstVectorRef w, ConstVectorRef offsets) const = 0;
  /// log sum_y exp f_b(y)
  virtual double log_partition_with(InputId x, ConstVectorRef w, ConstVectorRef offsets) const = 0;
  /// Sets f[k] = <w, Phi(x, {k})>, the score of label k without offset, for all K labels. The input
  /// must have one part: num_parts(x) = 1.
  virtual void scores_of_part(InputId x, ConstVectorRef w, VectorRef f) const = 0;
};

}  // namespace costruct
