// A claim read from a config: the learners, the cells and the quantity that it compares.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "costruct/core/metric.hpp"
#include "costruct/core/types.hpp"
#include "costruct/results/claims/claim_options.hpp"
#include "costruct/results/statistics/paired_tests.hpp"
#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// A claim with all its options.
struct Claim {
  ClaimForm form = ClaimForm::kLess;
  std::string first, second;           ///< learners; `second` is empty if the form names only one
  std::string quantity;                ///< a metric, or one of measured_quantities()
  const MetricInfo* metric = nullptr;  ///< the problem's declaration of the metric, or null
  std::vector<Index> at_labeled, at_unlabeled;  ///< empty: all sizes
  std::vector<Sizes> at_pairs;                  ///< empty: all pairs of sizes
  /// Option `versus`: the sizes at which the second learner is read, or where the advantage is
  /// smaller. Nullopt: the size of the first learner.
  std::optional<Index> versus_labeled, versus_unlabeled;
  PairedTest test = PairedTest::kPairedT;
  double by = 0;  ///< margin by which the first is less or greater, or by which the advantage grows
  /// `within`: the margin within which means agree, or by which no step of a monotone line turns
  /// back. `effect`: the difference for which the power of the test is given.
  std::optional<double> within, effect;
  std::optional<double> at_least, at_most;  ///< bound of a ratio claim; one of the two is set
  bool falls = true;                        ///< direction of a monotone claim, as the size grows
  bool along_unlabeled = true;  ///< a line varies the unlabeled size; false: the labeled one
  double low = 0, high = 0;     ///< bounds of an exponent or a mean
  double alpha = 0.01;          ///< significance level
  Index allow = 0;              ///< number of cells in which the claim may fail
  std::string source, text;     ///< where it is published, and the claim in one line
};

/// Reads a claim that has passed check_claims().
/// @param metric   the metric of a claim that names none
/// @param problem  the type of the problem, whose metrics the claim may name
Claim read_claim(const Json& json, const std::string& metric, const std::string& problem);

/// The cells that a claim compares, as pairs: the sizes of the first learner, then those of the
/// second. For advantage_grows: the sizes where the advantage is larger, then those where it is
/// smaller. A cell is never compared with itself.
/// @param sizes  all cells of the sweep
std::vector<std::pair<Sizes, Sizes>> compared_cells(const Claim& claim,
                                                    const std::set<Sizes>& sizes);

/// The lines of a growth or monotone claim. The cells of a line differ only in one size, which the
/// option `along` names; they are in ascending order of it. For growth this size is positive. A
/// line has at least two cells.
/// @param sizes  all cells of the sweep
std::vector<std::vector<Sizes>> claim_lines(const Claim& claim, const std::set<Sizes>& sizes);

/// "5 labeled, 25 unlabeled"
std::string sizes_text(const Sizes& sizes);
/// The claim as a text, such as "co_svm < structural_svm in token_error".
std::string claim_statement(const Claim& claim);

}  // namespace costruct::experiments
