// Draws: which examples are labeled, unlabeled and held out in a repetition.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/draws/draw_pool.hpp"
#include "costruct/results/store/split.hpp"

namespace costruct::experiments {

/// One repetition's examples in order, nested in n and m: the first n are labeled, the next m
/// unlabeled, a holdout apart. Only labeled examples are drawn as labeled or held out; where the
/// unlabeled ones are scored (SweepConfig::score_unlabeled), these too. It depends on the seed, the
/// repetition, the purpose, the protocol and the smallest labeled size, on no other size and on no
/// learner.
///
///   resample       a permutation: the holdout first, then the labeled, then the unlabeled;
///                  stratified: the labeled in rounds, each the next example of every label, the
///                  unlabeled what is left, in order. Of examples in groups: with around_group the
///                  holdout begins with some of one group of two or more, each piece of at most so
///                  many with the same probability (Brefeld 2008, section 8.4.1), with
///                  holdout_groups it takes group after group; with whole_groups no other example
///                  of a held-out group is used
///   folds          fold repetition % k of partition repetition / k is held out; the others follow
///   as drawn inverse_folds  that fold is labeled; of the others first the holdout, then the
///   unlabeled split_files    line `repetition` of the files for the purpose "split"; for any other
///                  (the choice of parameters) as resample, with as many held out as in the first
///                  line
class Draw {
 public:
  /// Redraws while the smallest labeled part (of any fold) lacks a label of the alphabet; lines of
  /// files stay as they are. The sweep's sizes must have passed check_sizes(). Throws DataError
  /// where no draw out of 10,000 has every label (naming the one most often missing).
  Draw(const DrawPool& pool, const SweepConfig& sweep, Index repetition, std::string_view purpose);

  Split at(CellSizes sizes) const;
  /// How many examples can be labeled or unlabeled, and how many of them can be labeled.
  Index num_known() const;
  Index num_labeled() const;
  Index redraws() const { return redraws_; }

 private:
  void resample(const SweepConfig& sweep, Index holdout, Index repetition,
                std::string_view purpose);
  void resample_in_rounds(const SweepConfig& sweep, Index repetition, std::string_view purpose);
  void hold_out(const std::vector<Index>& permutation, const SweepConfig& sweep, Index holdout,
                RandomStream random);
  std::vector<Index> by_group(const std::vector<Index>& permutation) const;
  std::vector<Index> piece_of_group(const std::vector<Index>& permutation, Index most,
                                    RandomStream& random) const;
  std::vector<Index> in_rounds() const;
  void take_fold(const SweepConfig& sweep, Index repetition, std::string_view purpose);
  void take_line(const ListedSplit& line);

  const DrawPool& pool_;
  bool score_unlabeled_, unlabeled_as_given_;
  bool own_labeled_ =
      false;             // the labeled come from labeled_ and not, before the unlabeled, from rest_
  bool shared_ = false;  // but those in labeled_ are in rest_ too
  std::vector<Index> holdout_, labeled_, rest_;
  Index redraws_ = 0;
};

/// Computes the sizes of a sweep that asks for "all"; leaves others as they are. `splits` must have
/// been read. Throws ConfigError where there are too few examples for any.
void resolve_sizes(SweepConfig& sweep, const DrawPool& pool);

/// Throws ConfigError where some repetition cannot give the sizes of the sweep.
void check_sizes(const DrawPool& pool, const SweepConfig& sweep);

/// Everything about the draws of a sweep that changes the result of a cell of given sizes and
/// repetition.
Json split_identity(const SweepConfig& sweep);

}  // namespace costruct::experiments
