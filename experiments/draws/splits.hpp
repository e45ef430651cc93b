// Draws the labeled, unlabeled and held-out examples of each repetition.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/draws/draw_pool.hpp"
#include "costruct/results/store/split.hpp"

namespace costruct::experiments {

/// The examples of one repetition in a fixed order. Draws of different sizes are nested: the first
/// n examples are labeled, the next m are unlabeled, and the holdout is separate. Only examples
/// with a label can be drawn as labeled or scored (scored ones are the holdout, or the unlabeled
/// examples under SweepConfig::score_unlabeled).
///
/// A draw depends on the seed, the repetition, the purpose, the protocol with its options, the
/// holdout, and the smallest labeled size. It depends on no other labeled or unlabeled size, and on
/// no learner. The protocols are:
///
///   resample       A permutation gives the holdout first, then the labeled, then the unlabeled
///                  examples.
///   folds          Fold repetition % k of partition repetition / k is held out. The other examples
///                  follow in the order of the partition, those after the fold first.
///   inverse_folds  Fold repetition % k of partition repetition / k is labeled. The others give the
///                  holdout first, then the unlabeled examples.
///   split_files    Line `repetition` of the files, or draw `repetition` of a protocol of your own
///                  (SweepConfig::splits), for the purpose "split". For other purposes (the choice
///                  of parameters) as resample, with the holdout size of the first line.
///
/// Options of resample:
///
///   stratified      The labeled examples come in rounds; each round has the next example of every
///                   label. The unlabeled examples are the remaining ones, in order. Each labeled
///                   example must have exactly one label.
///   around_group    The holdout begins with a piece of one group of two or more examples. A group
///                   is cut into pieces of at most around_group examples, and each piece has the
///                   same probability (Brefeld 2008, section 8.4.1). No other example of this group
///                   is held out.
///   holdout_groups  The holdout takes whole groups one after the other.
///   whole_groups    Other examples of a held-out group are not used.
class Draw {
 public:
  /// If SweepConfig::every_label is set, draws again while the smallest labeled part (of any fold)
  /// misses a label; lines of split files stay as they are. The sweep's sizes must have passed
  /// check_sizes(). Throws DataError if no draw out of 10,000 has every label, and names the label
  /// that was missing most often. Throws it also if the labeled examples outside the group of
  /// around_group are too few for the holdout.
  /// @param pool     must outlive the draw
  /// @param purpose  names the random stream: "split" for the curves, "selection/split" for
  ///                 `select`
  Draw(const DrawPool& pool, const SweepConfig& sweep, Index repetition, std::string_view purpose);

  /// The split with the first examples of this draw. Throws DataError if held-out groups
  /// (whole_groups) leave fewer examples than these sizes.
  Split at(CellSizes sizes) const;
  /// How many examples are not held out and belong to the draw. At most so many can be labeled or
  /// unlabeled.
  Index num_known() const;
  /// How many of these examples can be labeled.
  Index num_labeled() const;
  /// How many draws before this one missed a label.
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
  bool own_labeled_ = false;  // labeled examples come from labeled_; otherwise they begin rest_
  bool shared_ = false;       // the examples in labeled_ are in rest_ too
  std::vector<Index> holdout_, labeled_, rest_;
  Index redraws_ = 0;
};

/// Computes the sizes of a sweep that asks for "all" or for shares; other sizes stay unchanged.
/// Shares of unlabeled examples are of all examples. Those of labeled and held-out examples are of
/// the examples with labels, and at least one example. The split files must have been read
/// (`splits`). Throws ConfigError
///   - if no labeled example is left for "all"
///   - if two shares, or a share and a size, become the same number
///   - if the folds or the holdout do not fit the data, for sizes that are "all"
///   - for the errors of read_sizes(), if there are shares
///   - if a learner would have more than SweepConfig::kMostCells cells
/// Only check_sizes() checks whether the data have enough examples for sizes that are numbers.
void resolve_sizes(SweepConfig& sweep, const DrawPool& pool);

/// Throws ConfigError if a repetition cannot give the sizes of the sweep, or if no draw of the
/// smallest size could have every label. Throws it also if the examples do not suit `stratified`,
/// or if options ask for groups that the data do not have. Throws DataError as Draw does for
/// around_group; so does resolve_sizes().
void check_sizes(const DrawPool& pool, const SweepConfig& sweep);

/// Everything about the draws of a sweep that changes the result of a cell with given sizes and
/// repetition.
Json split_identity(const SweepConfig& sweep);

}  // namespace costruct::experiments
