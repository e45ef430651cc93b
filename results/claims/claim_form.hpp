// A claim read from a config: which learners it compares, in which cells, by which quantity.
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

struct Claim {
  ClaimForm form = ClaimForm::kLess;
  std::string first, second;           ///< learners; the second only where two are compared
  std::string quantity;                ///< a metric, or one of measured_quantities()
  const MetricInfo* metric = nullptr;  ///< what the problem declares of it, or null
  std::vector<Index> at_labeled, at_unlabeled;  ///< empty: all
  std::vector<Sizes> at_pairs;                  ///< empty: all
  std::optional<Index> versus_labeled, versus_unlabeled;
  PairedTest test = PairedTest::kPairedT;
  double by = 0;
  std::optional<double> within, effect;
  std::optional<double> at_least, at_most;  ///< of a ratio, one of them
  bool falls = true;                        ///< of a monotone claim
  bool along_unlabeled = true;
  double low = 0, high = 0;  ///< bounds of an exponent or a mean
  double alpha = 0.01;
  Index allow = 0;
  std::string source, text;
};

/// Reads a claim that has passed the checks.
/// @param metric   the one that it means where it names none
/// @param problem  the type of the problem whose metrics it speaks of
Claim read_claim(const Json& json, const std::string& metric, const std::string& problem);

/// The cells of a comparison: where the first learner is read, and where the second is; of a claim
/// that an advantage grows: where it is larger, and where smaller. Nothing is compared with itself.
std::vector<std::pair<Sizes, Sizes>> compared_cells(const Claim& claim,
                                                    const std::set<Sizes>& sizes);

/// The lines of a growth or monotone claim: cells that differ only in the size along which they are
/// read, in its order; for growth it is positive. Lines of a single cell are left out.
std::vector<std::vector<Sizes>> claim_lines(const Claim& claim, const std::set<Sizes>& sizes);

/// "5 labeled, 25 unlabeled"
std::string sizes_text(const Sizes& sizes);
/// "co_svm < structural_svm in token_error"
std::string claim_statement(const Claim& claim);

}  // namespace costruct::experiments
