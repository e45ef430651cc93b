// Claims of the literature, written in a config, and what a run says about them.
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/options.hpp"
#include "costruct/experiments/results/run_results.hpp"

namespace costruct::experiments {

/// What a claim may speak of.
struct ClaimScope {
  std::vector<std::string> learners;
  std::vector<std::string>
      metrics;               ///< of the config; train_seconds, predict_seconds and oracle_calls are known too
  std::vector<Sizes> sizes;  ///< all cells of the sweep
};

/// Adds everything that is wrong with the `claims` block of a config, which stands at `path`.
void check_claims(const Json& claims, const ClaimScope& scope, const std::string& path, ConfigErrors& errors);

/// The JSON schema of the block: a list of claims.
Json claims_schema();

enum class Verdict { kReproduced, kRefuted, kUndecided };
std::string verdict_name(Verdict verdict);

/// What a claim comes to in one cell (for a growth claim: along one line of cells).
struct ClaimCell {
  std::string where;      ///< "5 labeled, 25 unlabeled"
  Index count = 0;        ///< pairs of repetitions; of a growth claim: repetitions with a slope
  Index left_out = 0;     ///< repetitions with a failed cell, or whose splits differ
  double first = kNone;   ///< mean of the first learner; of a growth claim: mean exponent
  double second = kNone;  ///< mean of the second learner
  double difference = kNone,
         standard_error = kNone;     ///< of first - second; of a growth claim: of the exponent
  double t = kNone, p = kNone;       ///< one-sided, in the claimed direction
  double low = kNone, high = kNone;  ///< 1 - alpha interval of the exponent
  Verdict verdict = Verdict::kUndecided;
  std::string note;  ///< why there is no test, or empty

  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
};

struct ClaimVerdict {
  std::string statement;  ///< "co_svm < structural_svm in token_error (paired t, alpha 0.01)"
  std::string source, text;
  bool is_growth = false;
  double alpha = 0;
  Index allow = 0;
  std::vector<ClaimCell> cells;
  Index reproduced = 0, refuted = 0, undecided = 0;  ///< cells
  Verdict verdict = Verdict::kUndecided;
};

/// Judges results.claims, which must have passed check_claims(), in their order.
///
/// A comparison a < b - by is judged per cell by the paired t-test over repetitions in which both learners
/// finished on the same split (equal split_hash; under `versus`, where the sizes differ, the same
/// repetition): reproduced where p < alpha in the claimed direction, refuted where p < alpha in the other,
/// else undecided. A growth claim fits log(train_seconds) against log(size) in each repetition: reproduced
/// where the 1 - alpha interval of the mean exponent lies within the bounds, refuted where it lies outside,
/// else undecided. A claim is reproduced if all its cells but `allow` are, refuted if more than `allow` are
/// refuted, else undecided.
std::vector<ClaimVerdict> judge_claims(const RunResults& results);

}  // namespace costruct::experiments
