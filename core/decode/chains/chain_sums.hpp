// Sums over all labelings of many chains that share their edge scores, as in every pass over a
// training set. This is the fast version of chain_marginals.hpp; chain.hpp defines the scores and
// the value of a labeling.
//
// The sums use exp(score) instead of scores: exp(edge) is computed once for all chains, and
// exp(node) once per label and position. Every row of forward probabilities is divided by its sum.
// This is safe if the edge scores differ by at most 150, and the node scores of each position too.
// marginals() also allows labels that score more than 1500 below the best label of their position.
// They get probability 0. For all other chains, ChainSums calls the slower chain_marginals() and
// chain_covariances().
#pragma once

#include "costruct/core/decode/alignment/aligned_rows.hpp"
#include "costruct/core/decode/chains/chain.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Forward-backward over chains of K labels. Call set_edges(), then marginals() or covariances()
/// for each chain, also from several threads with a Scratch each.
///
/// Each row of K doubles is padded to stride() doubles and aligned to a vector register.
/// AlignedRows provides such memory.
class ChainSums {
 public:
  /// @param labels  K >= 1
  explicit ChainSums(Index labels);

  Index labels() const { return labels_; }  ///< K
  /// K, rounded up to whole vector registers
  Index stride() const { return stride_; }

  /// Sets the edge scores edge[p * K + k] of label k after label p for all following chains. You
  /// need not call it for chains of length one.
  void set_edges(ConstVectorRef edge);

  /// Scratch memory of one thread. Reuse it for many chains; its contents are of no interest.
  struct Scratch {
    AlignedRows forward, backward;
    Vector scale;
    AlignedRows shifted, forward_slope, backward_slope, rows;  // for covariances
  };

  /// Computes the probabilities of labels and of pairs of neighbouring labels. Returns the
  /// log-partition of the chain; 0 for length 0.
  ///
  /// `node` has `length` rows of node scores, whose padding may have any value. `pairs` has K rows.
  /// The function overwrites the node scores and adds to `pairs`:
  ///   node(t, k) = weight * p(y_t = k), padding 0
  ///   pairs[p * stride() + k] += weight * sum_t p(y_{t-1} = p, y_t = k)
  /// Chains of length one do not change `pairs`.
  double marginals(double* node, Index length, double weight, double* pairs,
                   Scratch& scratch) const;

  /// Does the same with covariances instead of probabilities (see chain_covariances()):
  ///   node(t, k) = weight * Cov(F, [y_t = k])
  ///   pairs[p * stride() + k] += weight * sum_t Cov(F, [y_{t-1} = p, y_t = k])
  /// with F(y) = a * value of y + sum_t g_{y_t}. Returns the entropy of the chain in nats.
  /// @param g  stride() doubles, aligned, padding 0
  double covariances(double* node, Index length, double a, const double* g, double weight,
                     double* pairs, Scratch& scratch) const;

 private:
  bool is_moderate(const double* node, Index length, double vanishing) const;
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
  double top_ = 0, spread_ = 0;  // largest edge score; largest minus smallest
  // exp(edge - top): (p, k) at p * stride + k; transposed at k * stride + p
  AlignedRows factor_, transposed_;
  AlignedRows slope_, slope_transposed_;  // the same times (edge - top)
};

}  // namespace costruct
