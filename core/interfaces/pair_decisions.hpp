// Second interface: outputs that say of every pair of objects whether the two belong together.
#pragma once

#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// An input has pairs 0 .. num_pairs(x) - 1, each with features psi(x, p), and Phi(x, y) is the sum
/// of the psi of those pairs that y puts together. A weight vector is thus a classifier of pairs as
/// well: together where <w, psi(x, p)> > 0. Such decisions need not agree with any output.
class PairDecisions {
 public:
  virtual ~PairDecisions() = default;
  virtual Index num_pairs(InputId x) const = 0;
  virtual bool is_together(InputId x, const Output& y, Index pair) const = 0;
  /// psi(x, p); psi has as many entries as there are weights. Overwritten.
  virtual void pair_features(InputId x, Index pair, VectorRef psi) const = 0;
  /// scores[p] = <w, psi(x, p)>; scores has num_pairs(x) entries.
  virtual void pair_scores(InputId x, ConstVectorRef w, VectorRef scores) const = 0;
};

}  // namespace costruct
