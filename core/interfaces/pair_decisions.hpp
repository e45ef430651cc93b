// Optional interface of a problem: outputs that decide for every pair of objects whether the two
// belong together.
#pragma once

#include <vector>

#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Offered by problems whose inputs have pairs of objects 0 .. num_pairs(x) - 1 with features
/// psi(x, p). Phi(x, y) is the sum of psi over the pairs that y puts together.
///
/// A weight vector is thus also a classifier of pairs: a pair is together if <w, psi(x, p)> > 0.
/// Such decisions need not agree with any output.
class PairDecisions {
 public:
  virtual ~PairDecisions() = default;
  virtual Index num_pairs(InputId x) const = 0;
  /// Whether y puts the pair together.
  virtual bool is_together(InputId x, const Output& y, Index pair) const = 0;
  /// For each pair: 1 if every output that agrees with the facts (core/known.hpp) puts it together,
  /// -1 if none does, 0 otherwise.
  virtual std::vector<int> known_pairs(InputId x, const Known& known) const = 0;
  /// Overwrites `psi` with psi(x, p). It has as many entries as there are weights.
  virtual void pair_features(InputId x, Index pair, VectorRef psi) const = 0;
  /// scores[p] = <w, psi(x, p)>; scores has num_pairs(x) entries.
  virtual void pair_scores(InputId x, ConstVectorRef w, VectorRef scores) const = 0;
};

}  // namespace costruct
