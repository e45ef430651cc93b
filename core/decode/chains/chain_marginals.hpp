// Sums over all labelings of a chain: the log-partition, and the probabilities of labels and of
// pairs of neighbouring labels. The distribution is p(y) = exp(value of y) / Z; chain.hpp defines
// values.
//
// Everything is computed as logarithms shifted by the maximum of the row, so results are finite for
// scores as large as 1e300. chain_sums.hpp is the fast version for many chains with the same edges.
#pragma once

#include "costruct/core/decode/chains/chain.hpp"

namespace costruct {

/// log Z = log sum_y exp(value of y). O(T K^2) for T positions and K labels. The empty chain has
/// one labeling, of value 0.
double chain_log_partition(const ChainScores& scores);

/// The log-partition of a chain and its probabilities.
struct ChainMarginals {
  double log_partition = 0;
  Vector label;  ///< p(y_t = k) at t * K + k
  Vector pair;   ///< sum_{t >= 1} p(y_{t-1} = p, y_t = k) at p * K + k
};

/// Computes ChainMarginals by forward-backward. O(T K^2).
ChainMarginals chain_marginals(const ChainScores& scores);

/// The entropy of a chain and covariances of a function F of the labeling; see chain_covariances().
struct ChainCovariances {
  double entropy = 0;  ///< H = -sum_y p(y) log p(y) >= 0
  Vector label;        ///< Cov(F, [y_t = k]) at t * K + k
  Vector pair;         ///< sum_{t >= 1} Cov(F, [y_{t-1} = p, y_t = k]) at p * K + k
};

/// Computes ChainCovariances for
///   F(y) = a * value of y + sum_t g_{y_t}.
/// They are the derivatives of the probabilities of labels and pairs if the scores move in the
/// direction of F. Forward-backward also computes the expectations of F given y_t, for the part
/// before t and the part after it. O(T K^2).
/// @param a  the factor of the value in F
/// @param g  a number for each of the K labels
ChainCovariances chain_covariances(const ChainScores& scores, double a, ConstVectorRef g);

}  // namespace costruct
