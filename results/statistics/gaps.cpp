#include "costruct/results/statistics/gaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "costruct/core/text/counted.hpp"

namespace costruct::experiments {

std::vector<LearnerGaps> gaps_of(const RunResults& results) {
  std::map<std::string, LearnerGaps> by_learner;
  for (const CellResult& cell : results.cells) {
    if (!cell.error.empty() || std::isnan(cell.gap)) continue;
    LearnerGaps& gaps = by_learner[cell.learner];
    gaps.largest = gaps.cells == 0 ? cell.gap : std::max(gaps.largest, cell.gap);
    ++gaps.cells;
    gaps.converged += cell.converged;
    gaps.estimates += cell.gap_is_estimate;
  }
  std::vector<LearnerGaps> all;
  for (const std::string& learner : results.learners) {
    const auto found = by_learner.find(learner);
    if (found == by_learner.end()) continue;
    all.push_back(found->second);
    all.back().learner = learner;
  }
  return all;
}

std::vector<LearnerDecodings> decodings_of(const RunResults& results) {
  std::map<std::string, DecodingGaps> by_learner;
  for (const CellResult& cell : results.cells) {
    if (cell.error.empty() && cell.decoding_gaps && cell.decoding_gaps->decodings > 0)
      by_learner[cell.learner].add(*cell.decoding_gaps);
  }
  std::vector<LearnerDecodings> all;
  for (const std::string& learner : results.learners) {
    const auto found = by_learner.find(learner);
    if (found != by_learner.end()) all.push_back({learner, found->second});
  }
  return all;
}

std::string decodings_text(const DecodingGaps& gaps) {
  const std::string text =
      fmt::format("decoding exact for {} of {}", gaps.exact, counted(gaps.decodings, "input"));
  if (gaps.exact == gaps.decodings) return text;
  return fmt::format("{}, at most {:.2g} % below the best output (mean {:.2g} %)", text,
                     100 * gaps.largest, 100 * gaps.mean());
}

std::string estimate_text(const LearnerGaps& gaps) {
  if (gaps.estimates == 0) return "";
  if (gaps.estimates == gaps.cells) return "estimate: decoding is greedy";
  return fmt::format("estimate in {} of {} cells: decoding is greedy there", gaps.estimates,
                     gaps.cells);
}

std::string gap_text(const LearnerGaps& gaps) {
  const std::string text = fmt::format("gap at most {:.2g}", gaps.largest);
  return gaps.estimates == 0 ? text : text + ", an " + estimate_text(gaps);
}

}  // namespace costruct::experiments
