#include "costruct/experiments/draws/fold_partition.hpp"

#include "costruct/core/text/counted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace costruct::experiments {

Index first_of_fold(Index count, Index k, Index fold) {
  return fold * (count / k) + std::min(fold, count % k);
}

FoldPartition::FoldPartition(const DrawPool& pool, const SweepConfig& sweep, Index partition,
                             std::string_view purpose)
    : pool_(pool), k_(sweep.k), permutation_(pool.size()) {
  labeled_at_.reserve(pool.num_labeled());
  const Index smallest = sweep.smallest_labeled();
  const auto count_redraws = [&] {
    LabelCount labels(pool);
    for (Index attempt = 0; attempt < kMostRedraws; ++attempt) {
      permute(sweep, partition, purpose, attempt);
      if (!sweep.every_label || is_complete(smallest, labels)) return attempt;
      labels.note_missing();
    }
    labels.fail(fmt::format("no partition out of {} into {} folds, {} in each,", kMostRedraws, k_,
                            counted(smallest, "labeled example")));
  };
  redraws_ =
      pool.redraws_of({sweep.seed, k_, smallest, partition, std::string(purpose)}, count_redraws);
  permute(sweep, partition, purpose, redraws_);
}

void FoldPartition::permute(const SweepConfig& sweep, Index partition, std::string_view purpose,
                            Index attempt) {
  std::iota(permutation_.begin(), permutation_.end(), Index{0});
  attempt_stream(sweep.seed, partition, purpose, attempt).shuffle(permutation_);
  labeled_at_.clear();
  for (Index place = 0; place < pool_.size(); ++place) {
    if (pool_.is_labeled(permutation_[place])) labeled_at_.push_back(place);
  }
}

// The labeled part of every fold is a window in the ring of labeled examples. It begins where a
// fold begins: the same fold under inverse folds, the next one under folds. So both protocols check
// the same k windows. The window slides along the ring, so that the cost does not grow with k.
bool FoldPartition::is_complete(Index smallest, LabelCount& labels) const {
  const Index count = pool_.num_labeled();
  const auto example = [&](Index rank) { return permutation_[labeled_at_[rank % count]]; };
  labels.clear();
  Index begin = 0, end = 0;
  for (Index fold = 0; fold < k_; ++fold) {
    const Index first = first_of_fold(count, k_, fold);
    while (begin < std::min(first, end)) labels.remove(example(begin++));
    begin = first;
    end = std::max(end, first);
    while (end < first + smallest) labels.add(example(end++));
    if (!labels.complete()) return false;
  }
  return true;
}

FoldPartition::Fold FoldPartition::fold(Index number) const {
  const Index count = pool_.num_labeled();
  const Index first = labeled_at_[first_of_fold(count, k_, number)];
  const Index last = labeled_at_[first_of_fold(count, k_, number + 1) - 1];
  Fold fold;
  fold.members.reserve(count / k_ + 1);
  fold.others.reserve(pool_.size() - count / k_);
  std::vector<Index> between;  // examples without labels
  for (Index place = first; place <= last; ++place) {
    const Index example = permutation_[place];
    (pool_.is_labeled(example) ? fold.members : between).push_back(example);
  }
  fold.others.assign(permutation_.begin() + last + 1, permutation_.end());
  fold.others.insert(fold.others.end(), permutation_.begin(), permutation_.begin() + first);
  fold.others.insert(fold.others.end(), between.begin(), between.end());
  return fold;
}

}  // namespace costruct::experiments
