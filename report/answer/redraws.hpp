// Says in words how many draws were made again because labels were missing.
#pragma once

#include <string>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// Returns a text such as "12 of 100 draws lacked a label in the smallest training set, and were
/// drawn again until none did (31 times in total)". A draw is the random split of one repetition,
/// and all learners share it. Returns "" if no draw was made again.
std::string redraws_in_words(const RunResults& results);

}  // namespace costruct::experiments
