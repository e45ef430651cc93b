// Ranks the learners at each labeled size, and tests which differences are significant.
//
// At a labeled size, a learner counts with the unlabeled size that gives its best mean. If the
// unlabeled examples themselves are scored, it counts with its largest unlabeled size, because
// other sizes score other examples.
//
// This choice uses the same draws as the tests. Therefore Holm's correction is over all pairs of
// cells of two learners with the same labeled size, over all labeled sizes. It is not only over the
// pairs that are shown.
#pragma once

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "costruct/results/statistics/cell_groups.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// The significance level of the report. A difference is significant if Holm's p is below it.
inline constexpr double kAnswerLevel = 0.01;
/// Two means are equal if their relative difference is at most this number, because of rounding.
inline constexpr double kRounding = 1e-12;

/// A learner among the learners of its labeled size.
struct Contender {
  std::size_t learner = 0;  ///< index in results.learners
  Index labeled = 0, unlabeled = 0;
  MeanAndError value;
  /// Holm's two-sided p of the difference to the best; NaN for the best, and if no test could be
  /// made.
  double p = std::numeric_limits<double>::quiet_NaN();
  bool worse = false;   ///< worse than the best, by the means over the draws that both have
  bool behind = false;  ///< significantly worse, at kAnswerLevel
  /// It has the same models as the best (are_the_same()): no test is made.
  bool same = false;

  bool is_tested() const { return !std::isnan(p); }
};

/// The learners at one labeled size (or pair of sizes), ranked by mean.
struct Standing {
  Index labeled = 0;
  Index unlabeled = 0;  ///< the largest of all contenders; each contender has its own
  /// By mean, the best first; equal means in the order of the config.
  std::vector<Contender> contenders;
  std::string test;          ///< one of paired_test_names(), or empty if nothing was compared
  bool tested = false;       ///< at least one pair had a test
  bool best_tested = false;  ///< at least one pair with the best had a test
  bool some_differ = false;  ///< at least one pair differs significantly
  std::string note;          ///< why there is no test, or empty

  /// Returns whether the first is significantly better than each other. Returns false if it is the
  /// only contender.
  bool has_winner() const;
  /// Returns the learners of the first contender and of those not significantly worse than it.
  std::vector<std::size_t> leaders() const;
  /// Returns how many contenders are significantly worse than the first.
  std::size_t num_behind() const;
  /// Returns the contender with this learner, an index in results.learners; null if there is none.
  const Contender* find(std::size_t learner) const;
};

/// Returns the best mean over all cells of each labeled size, by labeled size. It ignores failed
/// cells and values that are not finite. The star of the table, the sentences and the headline all
/// use this mean.
/// @param groups  the result of group_cells(results)
std::map<Index, double> best_means_by_labeled(const RunResults& results,
                                              const std::vector<CellGroup>& groups,
                                              const std::string& metric);

/// Returns whether two means are equal up to rounding, see kRounding.
bool is_same_mean(double a, double b);

/// Returns the standings by labeled size, ascending. Sizes without results are left out. The first
/// contender has the mean of best_means_by_labeled().
/// @param groups  the result of group_cells(results)
///
/// Cost: one test for each pair of cells of two learners at a labeled size. A learner that gets no
/// unlabeled examples has one cell there.
std::vector<Standing> standings_by_labeled(const RunResults& results,
                                           const std::vector<CellGroup>& groups,
                                           const std::string& metric);

/// Returns the standings at every pair of a labeled and an unlabeled size, ascending. A standing
/// has the learners with results at exactly this pair. Holm's correction is over all pairs of
/// learners of all these standings.
std::vector<Standing> standings_by_sizes(const RunResults& results,
                                         const std::vector<CellGroup>& groups,
                                         const std::string& metric);

}  // namespace costruct::experiments
