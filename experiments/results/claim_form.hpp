// A claim read from a config: which learners it compares, in which cells, by which quantity.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/types.hpp"
#include "costruct/experiments/results/run_results.hpp"

namespace costruct::experiments {

enum class ClaimForm { kLess, kGreater, kGrowth };

struct Claim {
  ClaimForm form = ClaimForm::kLess;
  std::string first, second;                    ///< learners; a growth claim has the first only
  std::string quantity;                         ///< a metric, or one of measured_quantities()
  std::vector<Index> at_labeled, at_unlabeled;  ///< empty: all
  std::vector<Sizes> at_pairs;                  ///< empty: all
  std::optional<Index> versus_labeled, versus_unlabeled;
  double by = 0;
  bool along_unlabeled = true;  ///< of a growth claim
  double low = 0, high = 0;     ///< bounds of the exponent
  double alpha = 0.01;
  Index allow = 0;
  std::string source, text;
};

/// The keys of the forms, in the order of ClaimForm: `less`, `greater`, `growth`.
const std::vector<std::string>& claim_forms();
/// The options of claims of a form.
const std::vector<OptionInfo>& claim_options(ClaimForm form);
/// The options of `at` and `versus`.
const std::vector<OptionInfo>& at_options();
const std::vector<OptionInfo>& versus_options();

/// Reads a claim that has passed the checks; `metric` is the one it means where it names none.
Claim read_claim(const Json& json, const std::string& metric);

/// The cells of a comparison: where the first learner is read, and where the second is. A learner is not
/// compared with itself in the same cell.
std::vector<std::pair<Sizes, Sizes>> compared_cells(const Claim& claim, const std::set<Sizes>& sizes);

/// The lines of a growth claim: cells that differ only in the size along which it grows, which is positive.
/// Lines of a single cell are left out.
std::vector<std::vector<Sizes>> growth_lines(const Claim& claim, const std::set<Sizes>& sizes);

/// "5 labeled, 25 unlabeled"
std::string sizes_text(const Sizes& sizes);
/// "co_svm < structural_svm in token_error"
std::string claim_statement(const Claim& claim);

}  // namespace costruct::experiments
