// Sums over all labelings of a chain, in the logarithm: the log-partition, and the probabilities of labels
// and of pairs of neighbouring labels under p(y) = exp(value of y) / Z. For values see chain.hpp.
//
// Everything is a logarithm shifted by its row's maximum, so scores as large as 1e300 give finite
// results; chain_sums.hpp is the fast version for many chains of the same edges.
#pragma once

#include "costruct/core/decode/chain.hpp"

namespace costruct {

/// log Z = log sum_y exp(value of y). O(T K^2). The empty chain has one labeling, of value 0.
double chain_log_partition(const ChainScores& scores);

struct ChainMarginals {
  double log_partition = 0;
  Vector label;  ///< p(y_t = k) at t * K + k
  Vector pair;   ///< sum_{t >= 1} p(y_{t-1} = p, y_t = k) at p * K + k
};

/// Forward-backward. O(T K^2).
ChainMarginals chain_marginals(const ChainScores& scores);

}  // namespace costruct
