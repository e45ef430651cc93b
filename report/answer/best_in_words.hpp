// Says in words which learner is best.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/answer/wording.hpp"
#include "costruct/results/statistics/standings.hpp"

namespace costruct::experiments {

/// One sentence over all labeled sizes: which learner is significantly best. If there is none, it
/// names the learner with the best mean, says where, and how many others are significantly worse.
/// Empty without standings.
std::string best_headline(const std::vector<Standing>& standings, const Wording& wording);

/// The same for each labeled size; sizes with the same outcome share a line.
std::vector<std::string> best_lines(const std::vector<Standing>& standings, const Wording& wording);

}  // namespace costruct::experiments
