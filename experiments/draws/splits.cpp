#include "costruct/experiments/draws/splits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "costruct/core/text/counted.hpp"
#include "costruct/experiments/draws/fold_partition.hpp"

namespace costruct::experiments {

Draw::Draw(const DrawPool& pool, const SweepConfig& sweep, Index repetition,
           std::string_view purpose)
    : pool_(pool),
      score_unlabeled_(sweep.score_unlabeled),
      unlabeled_as_given_(sweep.unlabeled_as_given) {
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
        resample(sweep, static_cast<Index>(sweep.splits.front().holdout.size()), repetition,
                 purpose);
      }
  }
}

void Draw::resample(const SweepConfig& sweep, Index holdout, Index repetition,
                    std::string_view purpose) {
  const Index smallest = sweep.smallest_labeled();
  const bool all_labeled = pool_.num_labeled() == pool_.size();
  const bool in_groups =
      pool_.has_groups() && (sweep.whole_groups || sweep.holdout_groups || sweep.around_group);
  const Index looked_at =
      all_labeled && !in_groups ? std::min(pool_.size(), holdout + smallest) : pool_.size();
  std::vector<Index> permutation(pool_.size());
  LabelCount labels(pool_);

  const auto hold_out_first = [&] {
    hold_out(permutation, sweep, holdout,
             RandomStream(sweep.seed, static_cast<std::uint64_t>(repetition),
                          fmt::format("{}/group", purpose)));
  };
  const auto add_labels = [&](const std::vector<Index>& examples, Index behind) {
    Index left = behind + smallest;
    for (std::size_t i = 0; i < examples.size() && left > 0; ++i) {
      if (!pool_.is_labeled(examples[i])) continue;
      if (left <= smallest) labels.add(examples[i]);
      --left;
    }
  };
  const auto is_complete = [&] {
    labels.clear();
    if (in_groups) {
      hold_out_first();
      add_labels(rest_, 0);
    } else {
      add_labels(permutation, holdout);
    }
    return labels.complete();
  };
  for (redraws_ = 0; redraws_ < kMostRedraws; ++redraws_) {
    RandomStream random = attempt_stream(sweep.seed, repetition, purpose, redraws_);
    std::iota(permutation.begin(), permutation.end(), Index{0});
    random.shuffle_prefix(permutation, looked_at);
    if (!sweep.every_label || is_complete()) {
      for (Index i = looked_at; i + 1 < pool_.size(); ++i)  // completes the shuffle
        std::swap(permutation[i], permutation[i + random.below(pool_.size() - i)]);
      break;
    }
    labels.note_missing();
  }
  if (redraws_ == kMostRedraws)
    labels.fail(
        fmt::format("no draw out of {} of {}", kMostRedraws, counted(smallest, "labeled example")));

  hold_out_first();
}

// A piece of one group of two or more examples, in the order of the permutation.
std::vector<Index> Draw::piece_of_group(const std::vector<Index>& permutation, Index most,
                                        RandomStream& random) const {
  const auto pieces = [&](const std::vector<Index>& group) {
    return (std::ssize(group) + most - 1) / most;
  };
  Index all = 0;
  for (const std::vector<Index>& group : pool_.groups()) all += pieces(group);
  Index left = random.below(all);
  auto chosen = pool_.groups().begin();
  for (; left >= pieces(*chosen); ++chosen) left -= pieces(*chosen);
  // The piece is the first examples of the group in the permutation, which is random.
  const Index group = pool_.group_of(chosen->front());
  const Index size = (std::ssize(*chosen) + pieces(*chosen) - 1) / pieces(*chosen);
  std::vector<Index> piece;
  for (const Index example : permutation) {
    if (std::ssize(piece) == size) break;
    if (pool_.group_of(example) == group && pool_.is_labeled(example)) piece.push_back(example);
  }
  return piece;
}

// The permutation with all members of a group moved to the place of the first one.
std::vector<Index> Draw::by_group(const std::vector<Index>& permutation) const {
  std::map<Index, std::vector<Index>> members;
  for (const Index example : permutation) members[pool_.group_of(example)].push_back(example);
  std::vector<Index> ordered;
  for (const Index example : permutation) {
    std::vector<Index>& group = members[pool_.group_of(example)];
    if (pool_.group_of(example) < 0) {
      ordered.push_back(example);
    } else if (!group.empty()) {
      ordered.insert(ordered.end(), group.begin(), group.end());
      group.clear();
    }
  }
  return ordered;
}

void Draw::hold_out(const std::vector<Index>& permutation, const SweepConfig& sweep, Index holdout,
                    RandomStream random) {
  holdout_.clear();
  rest_.clear();
  holdout_.reserve(holdout);
  rest_.reserve(pool_.size() - holdout);
  std::vector<bool> held(static_cast<std::size_t>(pool_.size()), false);
  Index around = -1;  // the group of the piece; no other example of it is held out
  if (sweep.around_group && holdout > 0 && pool_.has_groups()) {
    holdout_ = piece_of_group(permutation, std::min(*sweep.around_group, holdout), random);
    for (const Index example : holdout_) held[example] = true;
    around = pool_.group_of(holdout_.front());
  }
  for (const Index example : sweep.holdout_groups ? by_group(permutation) : permutation) {
    if (static_cast<Index>(holdout_.size()) == holdout) break;
    const bool is_mate = around >= 0 && pool_.group_of(example) == around;
    if (held[example] || is_mate || !pool_.is_labeled(example)) continue;
    held[example] = true;
    holdout_.push_back(example);
  }
  if (std::ssize(holdout_) < holdout) {
    throw DataError(fmt::format(
        "beside the group that a holdout is drawn around (sweep.around_group) there are {} labeled "
        "examples for a holdout of {}: take a smaller one",
        std::ssize(holdout_), holdout));
  }
  std::set<Index> groups_held;
  if (sweep.whole_groups && pool_.has_groups()) {
    for (const Index example : holdout_) groups_held.insert(pool_.group_of(example));
    groups_held.erase(-1);
  }
  for (const Index example : permutation) {
    if (!held[example] && !groups_held.contains(pool_.group_of(example))) rest_.push_back(example);
  }
}

// The labeled examples of rest_ in rounds: the first example of each label, in their order, then
// the second example of each label ...
std::vector<Index> Draw::in_rounds() const {
  std::vector<Index> met(pool_.labels().size(), 0);  // number of examples so far, by label
  std::vector<std::pair<Index, Index>> by_round;
  for (const Index example : rest_) {
    if (pool_.is_labeled(example))
      by_round.emplace_back(met[pool_.labels_of(example).front()]++, example);
  }
  std::stable_sort(by_round.begin(), by_round.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Index> examples;
  for (const auto& [round, example] : by_round) examples.push_back(example);
  return examples;
}

void Draw::resample_in_rounds(const SweepConfig& sweep, Index repetition,
                              std::string_view purpose) {
  const Index smallest = sweep.smallest_labeled();
  own_labeled_ = shared_ = true;
  std::vector<Index> permutation(pool_.size());
  LabelCount labels(pool_);
  for (redraws_ = 0; redraws_ < kMostRedraws; ++redraws_) {
    std::iota(permutation.begin(), permutation.end(), Index{0});
    attempt_stream(sweep.seed, repetition, purpose, redraws_).shuffle(permutation);
    hold_out(permutation, sweep, sweep.holdout,
             RandomStream(sweep.seed, static_cast<std::uint64_t>(repetition),
                          fmt::format("{}/group", purpose)));
    labeled_ = in_rounds();
    labels.clear();
    for (Index i = 0; i < std::min<Index>(smallest, std::ssize(labeled_)); ++i)
      labels.add(labeled_[i]);
    if (!sweep.every_label || labels.complete()) return;
    labels.note_missing();
  }
  labels.fail(
      fmt::format("no draw out of {} of {}", kMostRedraws, counted(smallest, "labeled example")));
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
    const bool hold =
        static_cast<Index>(holdout_.size()) < sweep.holdout && pool_.is_labeled(example);
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

Index Draw::num_known() const {
  return std::ssize(rest_) + (own_labeled_ && !shared_ ? std::ssize(labeled_) : 0);
}

Index Draw::num_labeled() const {
  const std::vector<Index>& from = own_labeled_ ? labeled_ : rest_;
  return std::count_if(from.begin(), from.end(),
                       [&](Index example) { return pool_.is_labeled(example); });
}

Split Draw::at(CellSizes sizes) const {
  Split split;
  split.labeled.reserve(sizes.labeled);
  split.unlabeled.reserve(sizes.unlabeled);
  for (const Index example : own_labeled_ ? labeled_ : rest_) {  // the first n with labels
    if (static_cast<Index>(split.labeled.size()) == sizes.labeled) break;
    if (pool_.is_labeled(example)) split.labeled.push_back(example);
  }
  std::vector<bool> taken(shared_ ? static_cast<std::size_t>(pool_.size()) : 0, false);
  for (std::size_t i = 0; shared_ && i < split.labeled.size(); ++i) taken[split.labeled[i]] = true;
  Index labeled_left = own_labeled_ ? 0 : sizes.labeled;
  for (const Index example :
       rest_) {  // the next m, with the examples without labels that were skipped
    if (static_cast<Index>(split.unlabeled.size()) == sizes.unlabeled) break;
    if (shared_ && taken[example]) continue;
    if (pool_.is_labeled(example) && labeled_left > 0) {
      --labeled_left;
    } else if (pool_.is_labeled(example) ? !unlabeled_as_given_ : !score_unlabeled_) {
      split.unlabeled.push_back(example);
    }
  }
  split.holdout = score_unlabeled_ ? split.unlabeled : holdout_;
  // check_sizes() has checked the draws of the curves. Those of a selection may leave out more
  // groups.
  if (pool_.has_groups() && (std::ssize(split.labeled) < sizes.labeled ||
                             std::ssize(split.unlabeled) < sizes.unlabeled)) {
    throw DataError(
        fmt::format("a draw has {} labeled + {} unlabeled examples beside the groups that are held "
                    "out, of {} + {} "
                    "that sweep asks for: take fewer, or sweep.whole_groups = false",
                    split.labeled.size(), split.unlabeled.size(), sizes.labeled, sizes.unlabeled));
  }
  return split;
}

}  // namespace costruct::experiments
