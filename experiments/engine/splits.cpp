#include "costruct/experiments/engine/splits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "costruct/core/random.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kMostRedraws = 10'000;

// The holdout and everything else, in the order of the permutation.
void cut(const DrawPool& pool, const std::vector<Index>& permutation, Index holdout, std::vector<Index>& held,
         std::vector<Index>& rest) {
  held.clear();
  rest.clear();
  for (const Index example : permutation) {
    const bool hold = static_cast<Index>(held.size()) < holdout && pool.is_labeled(example);
    (hold ? held : rest).push_back(example);
  }
}

}  // namespace

DrawPool::DrawPool(const Corpus& corpus, Index count, std::vector<std::string> labels)
    : labels_(std::move(labels)) {
  std::vector<int> seen;
  for (Index example = 0; example < count; ++example) {
    seen = corpus.outputs[example].parts;
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    distinct_.insert(distinct_.end(), seen.begin(), seen.end());
    begin_.push_back(static_cast<Index>(distinct_.size()));
    is_labeled_.push_back(corpus.is_labeled(example));
    num_labeled_ += is_labeled_.back();
  }
}

Draw::Draw(const DrawPool& pool, const SweepConfig& sweep, Index repetition, std::string_view purpose)
    : pool_(pool), score_unlabeled_(sweep.score_unlabeled) {
  const Index smallest = sweep.smallest_labeled();
  const bool all_labeled = pool.num_labeled() == pool.size();
  const Index num_labels = static_cast<Index>(pool.labels().size());
  std::vector<Index> permutation(pool.size());
  std::vector<Index> last_seen(num_labels, -1), missing(num_labels, 0);

  for (Index attempt = 0; attempt < kMostRedraws; ++attempt) {
    // A stream of its own per attempt: the permutation never depends on how much of another one was looked
    // at.
    RandomStream random(sweep.seed, static_cast<std::uint64_t>(repetition),
                        attempt == 0 ? std::string(purpose) : fmt::format("{}/redraw {}", purpose, attempt));
    std::iota(permutation.begin(), permutation.end(), Index{0});
    const Index looked_at = all_labeled ? std::min(pool.size(), sweep.holdout + smallest) : pool.size();
    random.shuffle_prefix(permutation, looked_at);

    Index held = 0, labeled = 0, labels_seen = 0;
    for (Index i = 0; i < looked_at && labeled < smallest; ++i) {
      if (!pool.is_labeled(permutation[i])) continue;
      if (held < sweep.holdout) {
        ++held;
        continue;
      }
      ++labeled;
      for (const int label : pool.labels_of(permutation[i])) {
        if (last_seen[label] == attempt) continue;
        last_seen[label] = attempt;
        ++labels_seen;
      }
    }
    if (labels_seen == num_labels) {
      redraws_ = attempt;
      RandomStream again(sweep.seed, static_cast<std::uint64_t>(repetition),
                         attempt == 0 ? std::string(purpose) : fmt::format("{}/redraw {}", purpose, attempt));
      std::iota(permutation.begin(), permutation.end(), Index{0});
      again.shuffle(permutation);
      cut(pool, permutation, sweep.holdout, holdout_, rest_);
      return;
    }
    for (Index label = 0; label < num_labels; ++label) missing[label] += last_seen[label] != attempt;
  }
  const auto rarest = std::max_element(missing.begin(), missing.end()) - missing.begin();
  throw DataError(fmt::format(
      "no draw out of {} of {} labeled examples has all {} labels: label {} was missing from {} of them; "
      "raise the smallest of sweep.labeled or merge rare labels",
      kMostRedraws, smallest, num_labels, pool.labels()[rarest], missing[rarest]));
}

Split Draw::at(CellSizes sizes) const {
  Split split;
  split.holdout = holdout_;
  for (const Index example : rest_) {  // the first n that have labels
    if (static_cast<Index>(split.labeled.size()) == sizes.labeled) break;
    if (pool_.is_labeled(example)) split.labeled.push_back(example);
  }
  Index labeled_left = sizes.labeled;
  for (const Index example : rest_) {  // the next m, also those without labels that were passed over
    if (static_cast<Index>(split.unlabeled.size()) == sizes.unlabeled) break;
    if (pool_.is_labeled(example) && labeled_left > 0) {
      --labeled_left;
    } else if (pool_.is_labeled(example) || !score_unlabeled_) {
      split.unlabeled.push_back(example);
    }
  }
  if (score_unlabeled_) split.holdout = split.unlabeled;
  return split;
}

void check_sizes(const DrawPool& pool, const SweepConfig& sweep) {
  for (const CellSizes& sizes : sweep.sizes) {
    const Index labeled = sweep.holdout + sizes.labeled + (sweep.score_unlabeled ? sizes.unlabeled : 0);
    const Index all = sweep.holdout + sizes.labeled + sizes.unlabeled;
    if (labeled <= pool.num_labeled() && all <= pool.size()) continue;
    throw ConfigError(fmt::format(
        "sweep: {} labeled + {} unlabeled + {} held out need {} examples, {} of them with labels, but the "
        "data has {}, {} of them with labels",
        sizes.labeled, sizes.unlabeled, sweep.holdout, all, labeled, pool.size(), pool.num_labeled()));
  }
}

}  // namespace costruct::experiments
