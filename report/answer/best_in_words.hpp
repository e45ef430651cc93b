// Says in words which learner is best.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/answer/wording.hpp"
#include "costruct/results/statistics/standings.hpp"

namespace costruct::experiments {

/// One sentence over all labeled sizes: which learner is significantly best. If no learner is, the
/// sentence names the learner that has the best mean at most sizes. It says at how many sizes, and
/// how many other learners are significantly worse. Empty without standings.
/// @param standings  the result of standings_by_labeled()
std::string best_headline(const std::vector<Standing>& standings, const Wording& wording);

/// The same for each labeled size; sizes with the same outcome share a line.
std::vector<std::string> best_lines(const std::vector<Standing>& standings, const Wording& wording);

}  // namespace costruct::experiments
