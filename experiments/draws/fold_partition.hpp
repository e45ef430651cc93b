// Partitions of the labeled examples into folds, for cross-validation and its inverse.
#pragma once

#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/draws/draw_pool.hpp"

namespace costruct::experiments {

/// Of `count` items cut into k folds whose sizes differ by at most one, the first item of a fold;
/// `count` for fold k. The first count % k folds are the larger ones.
Index first_of_fold(Index count, Index k, Index fold);

/// A permutation of the pool whose labeled examples are cut into sweep.k folds. Every fold's
/// smallest labeled part has every label, by redraws: a permutation in which one lacks a label is
/// drawn again as a whole.
class FoldPartition {
 public:
  /// Needs k <= pool.num_labeled() and sizes that the folds can give (check_sizes). Throws
  /// DataError where no permutation out of kMostRedraws has every label in every fold.
  FoldPartition(const DrawPool& pool, const SweepConfig& sweep, Index partition,
                std::string_view purpose);

  struct Fold {
    std::vector<Index> members;  ///< in the order of the permutation
    std::vector<Index>
        others;  ///< all else, also without labels, from behind the fold round to its front
  };
  Fold fold(Index number) const;
  Index redraws() const { return redraws_; }

 private:
  void permute(const SweepConfig& sweep, Index partition, std::string_view purpose, Index attempt);
  bool is_complete(Index smallest, LabelCount& labels) const;

  const DrawPool& pool_;
  Index k_;
  std::vector<Index> permutation_;
  std::vector<Index> labeled_at_;  // places of the labeled examples in the permutation
  Index redraws_ = 0;
};

}  // namespace costruct::experiments
