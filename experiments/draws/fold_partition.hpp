// Partitions the labeled examples into folds, for cross-validation and its inverse.
#pragma once

#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/draws/draw_pool.hpp"

namespace costruct::experiments {

/// The first item of a fold, if `count` items are cut into k folds; `count` for fold k. Sizes of
/// folds differ by at most one: the first count % k folds are the larger ones.
Index first_of_fold(Index count, Index k, Index fold);

/// A random permutation of the pool whose labeled examples are cut into sweep.k folds. If
/// SweepConfig::every_label is set, the smallest labeled part of every draw from it has every
/// label. If one draw misses a label, the whole permutation is drawn again.
class FoldPartition {
 public:
  /// Needs k <= pool.num_labeled(), and sizes that the folds can give (check_sizes()). Throws
  /// DataError if no permutation out of kMostRedraws has every label in every fold. `pool` must
  /// outlive this.
  /// @param partition  number of the partition from 0, part of the name of its random stream
  /// @param purpose    what the draws are for, as at Draw
  FoldPartition(const DrawPool& pool, const SweepConfig& sweep, Index partition,
                std::string_view purpose);

  /// A fold and the other examples.
  struct Fold {
    std::vector<Index> members;  ///< labeled examples in the order of the permutation
    /// All other examples, from the end of the fold around to its beginning, and then the unlabeled
    /// examples that lie within the fold.
    std::vector<Index> others;
  };
  /// Fold `number`, 0 to k - 1.
  Fold fold(Index number) const;
  /// How many permutations were drawn before this one, and had a fold without some label.
  Index redraws() const { return redraws_; }

 private:
  void permute(const SweepConfig& sweep, Index partition, std::string_view purpose, Index attempt);
  bool is_complete(Index smallest, LabelCount& labels) const;

  const DrawPool& pool_;
  Index k_;
  std::vector<Index> permutation_;
  std::vector<Index> labeled_at_;  // positions of the labeled examples in the permutation
  Index redraws_ = 0;
};

}  // namespace costruct::experiments
