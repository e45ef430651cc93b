// How the answer of a run calls learners and writes their means.
#pragma once

#include <string>
#include <vector>

#include "costruct/experiments/statistics/run_results.hpp"
#include "costruct/experiments/statistics/statistics.hpp"

namespace costruct::experiments {

inline constexpr const char* kNoDifference = "no difference that these draws can show";
/// Means that differ by no more of themselves differ by the rounding of their sums.
inline constexpr double kRounding = 1e-12;

/// How learners are called: as one reads them, or as the config has them, for the terminal.
enum class CalledBy { kReadable, kAsWritten };

/// Names of learners and of the metric, and how its means are written.
struct Wording {
  const RunResults& results;
  std::vector<std::string> names;  ///< in the order of results.learners
  std::string metric;
  const char* format;

  Wording(const RunResults& run, const std::string& by, CalledBy call = CalledBy::kReadable);

  std::string name(const std::string& learner) const;
  std::string with_mean(std::size_t learner, const MeanAndError& value) const;
};

/// "a", "a, b and c", "a, b and 5 others".
std::string all_of_them(const std::vector<std::string>& names);

/// "3", "2 to 5", "at most 5" where the least is 0.
std::string count_range_text(std::size_t least, std::size_t most);

/// "Not known: nothing could be tested (one pair: no test)".
std::string not_tested(const std::string& note);

std::string upper_first(std::string text);

}  // namespace costruct::experiments
