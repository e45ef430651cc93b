#include "costruct/experiments/draws/splits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "costruct/experiments/draws/fold_partition.hpp"

namespace costruct::experiments {

Draw::Draw(const DrawPool& pool, const SweepConfig& sweep, Index repetition, std::string_view purpose)
    : pool_(pool), score_unlabeled_(sweep.score_unlabeled), unlabeled_as_given_(sweep.unlabeled_as_given) {
  switch (sweep.protocol) {
    case Protocol::kResample:
      if (sweep.stratified) {
        resample_in_rounds(sweep, repetition, purpose);
      } else {
        resample(sweep, sweep.holdout, repetition, purpose);
      }
      break;
    case Protocol::kFolds:
    case Protocol::kInverseFolds:
      take_fold(sweep, repetition, purpose);
      break;
    case Protocol::kSplitFiles:
      if (purpose == "split") {
        take_line(sweep.splits[repetition]);
      } else {
        resample(sweep, static_cast<Index>(sweep.splits.front().holdout.size()), repetition, purpose);
      }
  }
}

void Draw::resample(const SweepConfig& sweep, Index holdout, Index repetition, std::string_view purpose) {
  const Index smallest = sweep.smallest_labeled();
  const bool all_labeled = pool_.num_labeled() == pool_.size();
  const Index looked_at = all_labeled ? std::min(pool_.size(), holdout + smallest) : pool_.size();
  std::vector<Index> permutation(pool_.size());
  LabelCount labels(pool_);

  const auto is_complete = [&] {
    labels.clear();
    Index left = holdout + smallest;
    for (Index i = 0; i < looked_at && left > 0; ++i) {
      if (!pool_.is_labeled(permutation[i])) continue;
      if (left <= smallest) labels.add(permutation[i]);
      --left;
    }
    return labels.complete();
  };
  for (redraws_ = 0; redraws_ < kMostRedraws; ++redraws_) {
    RandomStream random = attempt_stream(sweep.seed, repetition, purpose, redraws_);
    std::iota(permutation.begin(), permutation.end(), Index{0});
    random.shuffle_prefix(permutation, looked_at);
    if (!sweep.every_label || is_complete()) {
      for (Index i = looked_at; i + 1 < pool_.size(); ++i)  // the rest of the same shuffle
        std::swap(permutation[i], permutation[i + random.below(pool_.size() - i)]);
      break;
    }
    labels.note_missing();
  }
  if (redraws_ == kMostRedraws)
    labels.fail(fmt::format("no draw out of {} of {} labeled examples", kMostRedraws, smallest));

  hold_out(permutation, holdout);
}

void Draw::hold_out(const std::vector<Index>& permutation, Index holdout) {
  holdout_.clear();
  rest_.clear();
  holdout_.reserve(holdout);
  rest_.reserve(pool_.size() - holdout);
  for (const Index example : permutation) {
    const bool hold = static_cast<Index>(holdout_.size()) < holdout && pool_.is_labeled(example);
    (hold ? holdout_ : rest_).push_back(example);
  }
}

// The labeled of rest_: the first of each label in the order in which they come, then the second of each ...
std::vector<Index> Draw::in_rounds() const {
  std::vector<Index> met(pool_.labels().size(), 0);  // of each label
  std::vector<std::pair<Index, Index>> by_round;
  for (const Index example : rest_) {
    if (pool_.is_labeled(example)) by_round.emplace_back(met[pool_.labels_of(example).front()]++, example);
  }
  std::stable_sort(by_round.begin(), by_round.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Index> examples;
  for (const auto& [round, example] : by_round) examples.push_back(example);
  return examples;
}

void Draw::resample_in_rounds(const SweepConfig& sweep, Index repetition, std::string_view purpose) {
  const Index smallest = sweep.smallest_labeled();
  own_labeled_ = shared_ = true;
  std::vector<Index> permutation(pool_.size());
  LabelCount labels(pool_);
  for (redraws_ = 0; redraws_ < kMostRedraws; ++redraws_) {
    std::iota(permutation.begin(), permutation.end(), Index{0});
    attempt_stream(sweep.seed, repetition, purpose, redraws_).shuffle(permutation);
    hold_out(permutation, sweep.holdout);
    labeled_ = in_rounds();
    labels.clear();
    for (Index i = 0; i < std::min<Index>(smallest, std::ssize(labeled_)); ++i) labels.add(labeled_[i]);
    if (!sweep.every_label || labels.complete()) return;
    labels.note_missing();
  }
  labels.fail(fmt::format("no draw out of {} of {} labeled examples", kMostRedraws, smallest));
}

void Draw::take_fold(const SweepConfig& sweep, Index repetition, std::string_view purpose) {
  const FoldPartition partition(pool_, sweep, repetition / sweep.k, purpose);
  FoldPartition::Fold fold = partition.fold(repetition % sweep.k);
  redraws_ = partition.redraws();
  if (sweep.protocol == Protocol::kFolds) {
    holdout_ = std::move(fold.members);
    rest_ = std::move(fold.others);
    return;
  }
  own_labeled_ = true;
  labeled_ = std::move(fold.members);
  for (const Index example : fold.others) {
    const bool hold = static_cast<Index>(holdout_.size()) < sweep.holdout && pool_.is_labeled(example);
    (hold ? holdout_ : rest_).push_back(example);
  }
}

void Draw::take_line(const ListedSplit& line) {
  own_labeled_ = true;
  labeled_ = line.labeled;
  holdout_ = line.holdout;
  rest_ = line.unlabeled;
  if (!line.others_unlabeled) return;
  std::vector<bool> listed(pool_.size(), false);
  for (const auto* list : {&line.labeled, &line.holdout}) {
    for (const Index example : *list) listed[example] = true;
  }
  for (Index example = 0; example < pool_.size(); ++example) {
    if (!listed[example]) rest_.push_back(example);
  }
}

Split Draw::at(CellSizes sizes) const {
  Split split;
  split.labeled.reserve(sizes.labeled);
  split.unlabeled.reserve(sizes.unlabeled);
  for (const Index example : own_labeled_ ? labeled_ : rest_) {  // the first n that have labels
    if (static_cast<Index>(split.labeled.size()) == sizes.labeled) break;
    if (pool_.is_labeled(example)) split.labeled.push_back(example);
  }
  std::vector<bool> taken(shared_ ? static_cast<std::size_t>(pool_.size()) : 0, false);
  for (std::size_t i = 0; shared_ && i < split.labeled.size(); ++i) taken[split.labeled[i]] = true;
  Index labeled_left = own_labeled_ ? 0 : sizes.labeled;
  for (const Index example : rest_) {  // the next m, also those without labels that were passed over
    if (static_cast<Index>(split.unlabeled.size()) == sizes.unlabeled) break;
    if (shared_ && taken[example]) continue;
    if (pool_.is_labeled(example) && labeled_left > 0) {
      --labeled_left;
    } else if (pool_.is_labeled(example) ? !unlabeled_as_given_ : !score_unlabeled_) {
      split.unlabeled.push_back(example);
    }
  }
  split.holdout = score_unlabeled_ ? split.unlabeled : holdout_;
  return split;
}

}  // namespace costruct::experiments
