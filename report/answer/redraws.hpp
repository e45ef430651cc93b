// Says in words how many draws were repeated because labels were missing.
#pragma once

#include <string>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// Returns a text such as "12 of 100 draws were repeated (31 times in total), because a label was
/// missing from the smallest training set". A draw is the random split of one repetition, and all learners
/// share it. Returns "" if no draw was repeated.
std::string redraws_in_words(const RunResults& results);

}  // namespace costruct::experiments
