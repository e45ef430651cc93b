// Claims of the literature: you write them in a config, and a run is judged against them.
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

/// The names and sizes that a claim may use. An empty list is not checked against, because the
/// config part that should fill it has an error of its own.
struct ClaimScope {
  std::vector<std::string> learners;
  std::vector<std::string> metrics;  ///< of the config; measured_quantities() are valid as well
  std::string problem = {};          ///< type of the problem; empty: not known
  std::vector<Sizes> sizes;  ///< all cells of the sweep; empty: not known before the data is read
};

/// Checks the `claims` block of a config and adds all its errors to `errors`. `path` is the path of
/// the block in the config, such as "claims".
void check_claims(const Json& claims, const ClaimScope& scope, const std::string& path,
                  ConfigErrors& errors);

/// The claims with `test` filled in if their form has a test and they name none. Entries that are
/// not claims stay unchanged.
Json with_test_named(Json claims, const std::string& test);

/// The JSON schema of the `claims` block: a list of claims.
Json claims_schema();

/// The verdict of a run on a claim or on one of its cells.
enum class Verdict { kReproduced, kRefuted, kUndecided };
std::string verdict_name(Verdict verdict);

/// The words for a verdict by the published test and by the corrected resampled t-test.
///   both agree, or no corrected test  the published verdict
///   the published one is undecided    "undecided"
///   otherwise                         "reproduced as published only", "refuted as published only"
std::string verdict_word(Verdict published, std::optional<Verdict> corrected);

/// Counts claims, or the cells of one claim, by their verdict_word(). `as_published` counts "... as
/// published only", and `same` counts cells with ClaimCell::same.
struct VerdictCounts {
  Index reproduced = 0, refuted = 0, as_published = 0, undecided = 0, same = 0;

  void add(Verdict published, std::optional<Verdict> corrected);
  /// "3 reproduced, 1 refuted, 2 as published only, 4 undecided, 1 the same". The third and the
  /// last part are left out if they are 0.
  std::string text() const;
};

/// The result of a claim in one cell, or along one line of cells (monotone, growth). NaN: not
/// defined.
struct ClaimCell {
  std::string where;   ///< "5 labeled, 25 unlabeled"
  Index count = 0;     ///< pairs of repetitions; for growth: repetitions with an exponent
  Index left_out = 0;  ///< repetitions that failed, have no value, or whose splits differ
  /// The two means that are compared:
  ///   most forms       of the two learners
  ///   monotone         at the two ends of the line
  ///   advantage_grows  of the two advantages
  ///   ratio            geometric means of the two learners
  ///   value, growth    the value or the exponent in `first`
  double first = kNone, second = kNone;
  double difference = kNone;  ///< first - second; for a ratio claim: first / second
  /// Standard error of the difference (for a ratio of its logarithm), the value or the exponent.
  double standard_error = kNone;
  /// Interval of the difference, value or exponent, with ClaimVerdict::confidence.
  double low = kNone, high = kNone;
  double statistic = kNone;    ///< of the test
  double p = kNone;            ///< of the test in the claimed direction; no_difference: two-sided
  double effect_size = kNone;  ///< Cohen's d_z of the paired differences
  double power = kNone;        ///< of the t-test to detect the claim's `effect`
  Verdict verdict = Verdict::kUndecided;
  std::string note;            ///< what decided, or why nothing was decided; may be empty
  bool same = false;           ///< are_the_same(): no test is made, and the cell is not counted
  double corrected_p = kNone;  ///< `p` by the corrected resampled t-test
  /// The verdict by the corrected resampled t-test; nullopt: this test does not exist here.
  std::optional<Verdict> corrected;

  /// verdict_word(), or "the same".
  std::string word() const;

  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
};

/// A claim with its verdict and the results in its cells.
struct ClaimVerdict {
  std::string form;       ///< one of claim_forms()
  std::string statement;  ///< "co_svm < structural_svm in token_error (paired t, alpha 0.01)"
  std::string source, text;
  /// One of paired_test_names(), or empty if the form has no test. For claims on a collection see
  /// judge_collection_claims().
  std::string test;
  double alpha = 0;                  ///< significance level; NaN if nothing is tested
  double confidence = 0.95;          ///< of the cells' intervals
  double effect = ClaimCell::kNone;  ///< effect for which the power is given; NaN: none
  Index allow = 0;                   ///< number of cells in which the claim may fail
  bool exploratory = false;          ///< the config is exploratory: its results decide no claim
  bool unfinished = false;           ///< cells of the run are missing: the verdict is provisional
  Index finished = 0, planned = 0;   ///< cells of the run; for a collection its members
  const char* counted = "cells";     ///< what `finished` and `planned` count
  std::vector<ClaimCell> cells;
  Index reproduced = 0, refuted = 0, undecided = 0;  ///< number of cells, by `test`
  Verdict verdict = Verdict::kUndecided;             ///< by `test`, as the claim was published
  /// The verdict by the corrected resampled t-test in place of `test`; nullopt: no cell has it.
  std::optional<Verdict> corrected;

  /// Counts the cells by their words.
  VerdictCounts cell_words() const;
};

/// Judges results.claims in their order. The claims must have passed check_claims().
///
/// Values are paired by repetition: on the same split (equal split_hash) within a cell, on the same
/// repetition between cells of different sizes. docs/statistics.md says when a cell is reproduced,
/// refuted or undecided under each form.
///
/// A claim is reproduced if at least one cell is reproduced and at most `allow` cells are not. It
/// is refuted if more than `allow` cells are refuted. Otherwise it is undecided. Cells with
/// ClaimCell::same do not count. The corrected resampled t-test gives a second verdict by the same
/// rule; cells without this test count with their verdict by `test`.
///
/// If all learners of a claim are supervised (RunResults::supervised), it has one cell for each
/// labeled size, because their results are the same at every unlabeled size.
std::vector<ClaimVerdict> judge_claims(const RunResults& results);

/// The limits of a verdict, one text each. Examples:
///   "exploratory: decides no claim"
///   "provisional, the run is not finished: 124 of 7200 cells"
///   "no corrected test"
///   "all cells are the same"
std::vector<std::string> verdict_limits(const ClaimVerdict& verdict);

/// The verdict_word() of a claim, with its verdict_limits() in parentheses: "reproduced as
/// published only", "reproduced (exploratory: decides no claim)".
std::string verdict_text(const ClaimVerdict& verdict);

}  // namespace costruct::experiments
