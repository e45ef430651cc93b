// Repetitions of two cells side by side: what paired tests compare.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/results/statistics/cell_groups.hpp"

namespace costruct::experiments {

/// The result of a repetition, or null.
const CellResult* at_repetition(const CellGroup& group, Index repetition);

/// Values of two groups in the repetitions that can be compared: both have a finite value.
struct Pairs {
  std::vector<double> first, second;
  std::vector<Index> repetitions;
  Index left_out = 0;  ///< repetitions of either group that are no pair

  Index count() const { return static_cast<Index>(first.size()); }
};

/// Whether two cells must have had the same draw: yes for cells of the same sizes. The same
/// repetition is enough for others, but only of one run, or of runs that drew the same
/// (CellResult::drawn_by).
enum class Draw { kSame, kSameRepetition };

/// What comparisons of such cells say in place of a p.
inline constexpr const char* kTheSame = "the same";

/// Whether two groups hold the same models by two names: `pairs`, made of them, are all equal, and
/// so are all metrics, errors of views, objectives, gaps and oracle calls in each repetition that
/// both finished on one draw. Iterations are not looked at: self_training counts its rounds, and
/// not those of the learner inside. Learners without an objective are never the same: equal metrics
/// alone may come from different models. Such cells are compared by no test, and count in no family
/// and no verdict.
bool are_the_same(const Pairs& pairs, const CellGroup& first, const CellGroup& second, Draw draw);
/// The same for the pairs of a quantity.
bool are_the_same(const CellGroup& first, const CellGroup& second, const std::string& quantity,
                  Draw draw);

Pairs pair_up(const CellGroup& first, const CellGroup& second, const std::string& quantity,
              Draw draw);

/// (examples scored) / (others they were drawn from), by which the corrected resampled t-test knows
/// how much the repetitions overlap (docs/statistics.md): `sweep.holdout` of the effective config,
/// where "unlabeled" means the unlabeled size, over what it leaves of results.pool (over the
/// labeled size where the pool is not known); 1 / (k - 1) under `folds`. Nullopt under
/// `inverse_folds`, where the config does not say (as under `split_files`), or where there is no
/// labeled example.
std::optional<double> test_train_ratio(const RunResults& results, const Sizes& sizes);

/// The block "sweep" of a run's config; an empty object where it has none.
const Json& sweep_of(const RunResults& results);

/// How many examples the cells of these sizes score, by `sweep.holdout`: its number, or the
/// unlabeled size under "unlabeled". Nullopt where the config does not say.
std::optional<Index> held_out(const RunResults& results, const Sizes& sizes);

/// The protocol of a run's sweep; "" where its config has none.
std::string protocol_of(const RunResults& results);

/// Whether a learner has one result for each labeled size (see RunResults::supervised).
bool is_supervised(const RunResults& results, const std::string& learner);

/// Whether a learner is given unlabeled examples, as far as the run knows (see
/// RunResults::without_unlabeled).
bool is_given_unlabeled(const RunResults& results, const std::string& learner);

}  // namespace costruct::experiments
