// Claims of the literature, written in a config, and what a run says about them.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/options.hpp"
#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// What a claim may speak of. Names are not looked at where their list is empty: what should hold
/// them is wrong itself.
struct ClaimScope {
  std::vector<std::string> learners;
  std::vector<std::string> metrics;  ///< of the config; measured_quantities() are known too
  std::string problem = {};          ///< its type; empty: not known
  std::vector<Sizes> sizes;  ///< all cells of the sweep; empty: not known before the data is read
};

/// Adds everything that is wrong with the `claims` block of a config, which stands at `path`.
void check_claims(const Json& claims, const ClaimScope& scope, const std::string& path,
                  ConfigErrors& errors);

/// The claims with `test` filled in where a claim takes one and names none. What is no claim stays
/// as it is.
Json with_test_named(Json claims, const std::string& test);

/// The JSON schema of the block: a list of claims.
Json claims_schema();

enum class Verdict { kReproduced, kRefuted, kUndecided };
std::string verdict_name(Verdict verdict);

/// The word for what two tests say: the name of the published verdict where the corrected resampled
/// t-test agrees or does not exist, else "reproduced as published only" or "refuted as published
/// only". What the published test leaves undecided is undecided.
std::string verdict_word(Verdict published, std::optional<Verdict> corrected);

/// Claims, or the cells of one claim, by their words.
struct VerdictCounts {
  Index reproduced = 0, refuted = 0, as_published = 0, undecided = 0, same = 0;

  void add(Verdict published, std::optional<Verdict> corrected);
  /// "3 reproduced, 1 refuted, 2 as published only, 4 undecided, 1 the same"; the third and the
  /// last part only where there are any.
  std::string text() const;
};

/// What a claim comes to in one cell, or along one line of cells (monotone, growth). NaN: there is
/// none.
struct ClaimCell {
  std::string where;   ///< "5 labeled, 25 unlabeled"
  Index count = 0;     ///< pairs of repetitions; of a growth claim: repetitions with an exponent
  Index left_out = 0;  ///< repetitions that failed, have no value, or whose splits differ
  /// The means compared: of the two learners; of both ends of a line; of the two advantages;
  /// geometric means of a ratio. A value and an exponent stand in `first`.
  double first = kNone, second = kNone;
  double difference = kNone;  ///< first - second; of a ratio claim: first / second
  double standard_error =
      kNone;  ///< of the difference (of its logarithm for a ratio), value or exponent
  double low = kNone,
         high = kNone;       ///< interval of the difference, value or exponent, see `confidence`
  double statistic = kNone;  ///< of the test
  double p = kNone;  ///< of the test in the claimed direction; of a missing difference: two-sided
  double effect_size = kNone;  ///< Cohen's d_z of the paired differences
  double power = kNone;        ///< of the t-test to see the claim's `effect`
  Verdict verdict = Verdict::kUndecided;
  std::string note;   ///< what decided, or why nothing did; or empty
  bool same = false;  ///< are_the_same(): there is nothing to test, and the cell counts nowhere
  double corrected_p = kNone;  ///< as `p`, by the corrected resampled t-test
  std::optional<Verdict>
      corrected;  ///< the verdict by that test; nullopt: there is no such test here

  /// verdict_word(), or "the same".
  std::string word() const;

  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
};

struct ClaimVerdict {
  std::string form;       ///< one of claim_forms()
  std::string statement;  ///< "co_svm < structural_svm in token_error (paired t, alpha 0.01)"
  std::string source, text;
  std::string test;  ///< one of paired_test_names(), or empty where the form has none
  double alpha = 0;
  double confidence = 0.95;          ///< of the cells' intervals
  double effect = ClaimCell::kNone;  ///< for which power is given; NaN: none
  Index allow = 0;
  bool exploratory = false;         ///< the config says that its results decide no claim
  bool unfinished = false;          ///< cells of the run are missing: the verdict is provisional
  Index finished = 0, planned = 0;  ///< cells of the run
  const char* counted = "cells";    ///< what these count; of a collection its members
  std::vector<ClaimCell> cells;
  Index reproduced = 0, refuted = 0, undecided = 0;  ///< cells by `test`
  Verdict verdict = Verdict::kUndecided;             ///< by `test`, as the claim was published
  /// The verdict where the corrected resampled t-test takes the place of `test`; nullopt: no cell
  /// has it.
  std::optional<Verdict> corrected;

  VerdictCounts cell_words() const;
};

/// Judges results.claims, which must have passed check_claims(), in their order.
///
/// Values are paired by repetition: on the same split (equal split_hash) within a cell, on the same
/// repetition between cells of different sizes. docs/statistics.md says when a cell is reproduced,
/// refuted or undecided under each form. A claim is reproduced if all its cells but `allow` are,
/// refuted if more than `allow` are refuted, else undecided. The same is judged by the corrected
/// resampled t-test. A cell in which there is no such test then counts with its verdict by `test`.
std::vector<ClaimVerdict> judge_claims(const RunResults& results);

/// What limits a verdict, a text each: "exploratory: decides no claim"; "provisional, the run is
/// not finished: 124 of 7200 cells"; "no corrected test"; "all cells are the same".
std::vector<std::string> verdict_limits(const ClaimVerdict& verdict);

/// "reproduced as published only"; in an exploratory run "reproduced (exploratory: decides no
/// claim)".
std::string verdict_text(const ClaimVerdict& verdict);

}  // namespace costruct::experiments
