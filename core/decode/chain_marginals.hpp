// Sums over all labelings of a chain, in the logarithm: the log-partition, and the probabilities of
// labels and of pairs of neighbouring labels under p(y) = exp(value of y) / Z. For values see
// chain.hpp.
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

struct ChainCovariances {
  double entropy = 0;  ///< H = -sum_y p(y) log p(y) >= 0
  Vector label;        ///< Cov(F, [y_t = k]) at t * K + k
  Vector pair;         ///< sum_{t >= 1} Cov(F, [y_{t-1} = p, y_t = k]) at p * K + k
};

/// With F(y) = a * value of y + sum_t g_{y_t}. These covariances are the derivatives of the
/// probabilities of labels and pairs where the scores move along those of F: forward-backward
/// carries E[F of the part before | y_t], and of that behind, with it. O(T K^2).
/// @param g  a number for each label
ChainCovariances chain_covariances(const ChainScores& scores, double a, ConstVectorRef g);

}  // namespace costruct
