// Draws: which examples are labeled, unlabeled and held out in a repetition.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/experiments/data/corpus.hpp"
#include "costruct/experiments/engine/config.hpp"
#include "costruct/experiments/store/split.hpp"

namespace costruct::experiments {

/// What draws need to know of a corpus: who may serve as what, and the labels of each example.
class DrawPool {
 public:
  /// Over the first `count` examples of a corpus with `num_labels` labels.
  DrawPool(const Corpus& corpus, Index count, std::vector<std::string> labels);

  Index size() const { return static_cast<Index>(is_labeled_.size()); }
  Index num_labeled() const { return num_labeled_; }
  bool is_labeled(Index example) const { return is_labeled_[example]; }
  const std::vector<std::string>& labels() const { return labels_; }
  /// The different labels of an example.
  std::span<const int> labels_of(Index example) const {
    return {distinct_.data() + begin_[example], distinct_.data() + begin_[example + 1]};
  }

 private:
  std::vector<std::string> labels_;
  std::vector<bool> is_labeled_;
  std::vector<Index> begin_{0};
  std::vector<int> distinct_;
  Index num_labeled_ = 0;
};

/// One repetition's permutation: the holdout first, then the first n labeled, the next m unlabeled, nested in
/// n and m. Only labeled examples are drawn as labeled or held out; where the unlabeled ones are scored
/// (SweepConfig::score_unlabeled), these too. It depends on the seed, the repetition, the purpose, the
/// holdout and the smallest labeled size, on no other size and on no learner.
class Draw {
 public:
  /// Redraws while the smallest labeled part lacks a label of the alphabet. Throws DataError where the corpus
  /// is too small, or where no draw out of 10,000 has every label (naming the one most often missing).
  Draw(const DrawPool& pool, const SweepConfig& sweep, Index repetition, std::string_view purpose);

  Split at(CellSizes sizes) const;
  Index redraws() const { return redraws_; }

 private:
  const DrawPool& pool_;
  bool score_unlabeled_;
  std::vector<Index> holdout_, rest_;
  Index redraws_ = 0;
};

/// Throws ConfigError where the largest cell of the sweep needs more examples than there are.
void check_sizes(const DrawPool& pool, const SweepConfig& sweep);

}  // namespace costruct::experiments
