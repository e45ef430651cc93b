// Sums over all labelings of many chains that share their edges, as in every pass over a training
// set: the fast version of chain_marginals.hpp.
//
// Works on exp(score) instead of scores: exp(edge) once for all chains, exp(node) once per label
// and position, and every row of forward probabilities divided by its sum. Nothing can underflow or
// overflow as long as node and edge scores spread little within a row; where they spread more, a
// chain is left to chain_marginals().
#pragma once

#include "costruct/core/decode/aligned_rows.hpp"
#include "costruct/core/decode/chain.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Forward-backward over chains of K labels. Rows of K doubles are padded to stride() and start at
/// multiples of a register's bytes.
class ChainSums {
 public:
  explicit ChainSums(Index labels);

  Index labels() const { return labels_; }
  Index stride() const { return stride_; }

  /// Edge scores edge[p * K + k] of label k after p, for all chains to come. Chains of length one
  /// need none.
  void set_edges(ConstVectorRef edge);

  /// What a thread needs beside the chain itself.
  struct Scratch {
    AlignedRows forward, backward;
    Vector scale;
    AlignedRows shifted, forward_slope, backward_slope, rows;  // of covariances
  };

  /// Returns the log-partition of a chain of `length` rows of node scores, whose padding may hold
  /// anything; overwrites them with weight * p(y_t = k), padding with zero, and adds weight * sum_t
  /// p(y_{t-1} = p, y_t = k) to pairs[p * stride() + k], which chains of length one leave alone.
  double marginals(double* node, Index length, double weight, double* pairs,
                   Scratch& scratch) const;

  /// The same with covariances instead of probabilities (chain_marginals.hpp, chain_covariances):
  /// overwrites the node scores with weight * Cov(F, [y_t = k]) and adds weight * sum_t Cov(F,
  /// [y_{t-1} = p, y_t = k]) to pairs, F(y) = a * value of y + sum_t g_{y_t}. Returns the entropy.
  /// @param g  stride() doubles, aligned, padding zero
  double covariances(double* node, Index length, double a, const double* g, double weight,
                     double* pairs, Scratch& scratch) const;

 private:
  bool is_moderate(const double* node, Index length) const;
  double exponentials(double* node, Index length) const;
  double in_factors(double* node, Index length, double weight, double* pairs,
                    Scratch& scratch) const;
  double in_logarithms(double* node, Index length, double weight, double* pairs) const;
  double covariances_in_factors(double* node, Index length, double a, const double* g,
                                double weight, double* pairs, Scratch& scratch) const;
  double covariances_in_logarithms(double* node, Index length, double a, const double* g,
                                   double weight, double* pairs) const;
  ChainScores score_table(const double* node, Index length) const;

  Index labels_, stride_;
  Vector edge_;                  // scores
  double top_ = 0, spread_ = 0;  // the largest of them, and its distance to the smallest
  AlignedRows factor_,
      transposed_;  // exp(edge - top): (p, k) at p * stride + k, respectively k * stride + p
  AlignedRows slope_, slope_transposed_;  // the same, times edge - top
};

}  // namespace costruct
