// Pairs the repetitions of two cells, for paired tests.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/results/statistics/cell_groups.hpp"

namespace costruct::experiments {

/// The result of a repetition in a group, or null.
const CellResult* at_repetition(const CellGroup& group, Index repetition);

/// The values of two groups in the repetitions where both have a finite value.
struct Pairs {
  std::vector<double> first, second;
  std::vector<Index> repetitions;
  Index left_out = 0;  ///< repetitions of either group without a pair

  Index count() const { return static_cast<Index>(first.size()); }
};

/// Which repetitions form a pair.
///   kDraw        equal draws; for cells of the same sizes
///   kRepetition  the same repetition of one run, or of runs with the same draws
///                (CellResult::drawn_by); for cells of different sizes
enum class PairBy { kDraw, kRepetition };

/// Shown in place of a p for cells that are the same.
inline constexpr const char* kTheSame = "the same";

/// Whether two groups have the same models under two names. `pairs` are the pairs of these groups.
/// The groups are the same if both conditions hold:
///   - There is a pair, and in all pairs both values are equal.
///   - In each repetition that both finished on one draw, all metrics, view errors and numbers of
///     oracle calls are equal. The primal and the dual objective are equal up to rounding.
/// Iterations may differ, because self_training counts its rounds and not those of its inner
/// learner. Learners without an objective are never the same: different models can have equal
/// metrics. Cells that are the same have no test and count in no test family and no verdict.
bool are_the_same(const Pairs& pairs, const CellGroup& first, const CellGroup& second, PairBy by);
/// The same, for the pairs of a quantity.
bool are_the_same(const CellGroup& first, const CellGroup& second, const std::string& quantity,
                  PairBy by);

/// The pairs of a quantity (a metric, or one of measured_quantities()) of two groups.
Pairs pair_up(const CellGroup& first, const CellGroup& second, const std::string& quantity,
              PairBy by);

/// The ratio (examples scored) / (other examples they were drawn from). The corrected resampled
/// t-test needs it to know how much the repetitions overlap (docs/statistics.md).
///   folds             1 / (k - 1)
///   inverse_folds     nullopt
///   other protocols   held_out() / (results.pool - held_out())
/// If the pool is not known, the labeled size takes the place of the denominator. Nullopt also if
/// held_out() is nullopt (as under `split_files`), or if there are no labeled examples.
std::optional<double> test_train_ratio(const RunResults& results, const Sizes& sizes);

/// The `sweep` block of a run's config; an empty object if it has none.
const Json& sweep_of(const RunResults& results);

/// How many examples the cells of these sizes score, by `sweep.holdout`: its number, or the
/// unlabeled size if it is "unlabeled". Nullopt if the config does not say.
std::optional<Index> held_out(const RunResults& results, const Sizes& sizes);

/// The protocol of a run's sweep; "" if the config has no sweep.
std::string protocol_of(const RunResults& results);

/// Whether a learner has one result for each labeled size (see RunResults::supervised).
bool is_supervised(const RunResults& results, const std::string& learner);

/// Whether a learner gets unlabeled examples, as far as the run knows (see
/// RunResults::without_unlabeled).
bool is_given_unlabeled(const RunResults& results, const std::string& learner);

}  // namespace costruct::experiments
