// Which learner is best with so many labeled examples, as far as paired draws can tell.
//
// A learner counts with the number of unlabeled examples that gives its best mean at a labeled
// size; where the unlabeled examples themselves are scored, with the largest, as other sizes score
// other examples. This choice uses the draws that the tests use. Therefore Holm's correction is
// over all pairs of cells of two learners with the same labeled size, over all labeled sizes, and
// not only over the pairs that are shown.
#pragma once

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "costruct/results/statistics/cell_groups.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// The level at which words of the report call a difference one: Holm's p below it.
inline constexpr double kAnswerLevel = 0.01;
/// Two means are equal if they differ by at most this share of themselves: their sums round.
inline constexpr double kRounding = 1e-12;

/// A learner among the others of its size.
struct Contender {
  std::size_t learner = 0;  ///< its place in results.learners
  Index labeled = 0, unlabeled = 0;
  MeanAndError value;
  /// Holm's two-sided p of the difference to the best; NaN for the best, and where no test could be
  /// made.
  double p = std::numeric_limits<double>::quiet_NaN();
  bool behind = false;  ///< shown to be worse than the best, over the draws that both have
  /// It holds the same models as the best (are_the_same()), so that no test is made.
  bool same = false;

  bool is_tested() const { return !std::isnan(p); }
};

struct Standing {
  Index labeled = 0;
  Index unlabeled = 0;  ///< the most of any contender; each contender has its own
  std::vector<Contender>
      contenders;            ///< by mean, the best first; equal ones in the order of the config
  std::string test;          ///< one of paired_test_names(), or empty where nothing was compared
  bool tested = false;       ///< some pair, with the best or not, had a test
  bool best_tested = false;  ///< some pair with the best had one
  bool some_differ = false;  ///< some pair, with the best or not, is shown to differ
  std::string note;          ///< why there is none, or empty

  /// Whether the first is shown to be better than each other; no where it is alone.
  bool has_winner() const;
  /// The first and those not shown to be worse than it.
  std::vector<std::size_t> leaders() const;
  /// How many are shown to be worse than the first.
  std::size_t num_behind() const;
  /// That learner, or null where it is none of the contenders.
  const Contender* find(std::size_t learner) const;
};

/// The best mean over all cells of each labeled size, by labeled size. It ignores failed cells and
/// values that are not finite. The star of the table, the sentences and the headline all use this
/// mean.
std::map<Index, double> best_means_by_labeled(const RunResults& results,
                                              const std::vector<CellGroup>& groups,
                                              const std::string& metric);

/// Whether two means are equal up to rounding.
bool is_same_mean(double a, double b);

/// By labeled size, ascending; sizes where no learner has a result are left out. The first
/// contender has the mean of best_means_by_labeled(). Cost: a test for each pair of cells of two
/// learners at a labeled size; a learner that is given no unlabeled examples has one cell there.
std::vector<Standing> standings_by_labeled(const RunResults& results,
                                           const std::vector<CellGroup>& groups,
                                           const std::string& metric);

/// The same among the learners of one cell, for every pair of sizes, ascending.
std::vector<Standing> standings_by_sizes(const RunResults& results,
                                         const std::vector<CellGroup>& groups,
                                         const std::string& metric);

}  // namespace costruct::experiments
