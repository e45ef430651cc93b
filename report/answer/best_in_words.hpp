// Which learner is best, in words.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/answer/wording.hpp"
#include "costruct/results/statistics/standings.hpp"

namespace costruct::experiments {

/// One sentence over all labeled sizes: who is shown to be best; else who has the best mean, where,
/// and how many others it is shown to be better than. Empty without standings.
std::string best_headline(const std::vector<Standing>& standings, const Wording& wording);

/// The same size by size; those with the same outcome share a line.
std::vector<std::string> best_lines(const std::vector<Standing>& standings, const Wording& wording);

}  // namespace costruct::experiments
