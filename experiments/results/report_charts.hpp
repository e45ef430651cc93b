// The charts of the report as Vega-Lite specifications.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// One point of a chart: the mean of something, learner by learner and size by size.
struct ChartRow {
  std::string learner;
  Index labeled = 0, unlabeled = 0;
  double mean = 0, standard_error = 0;  ///< NaN: no error bar
  Index count = 0;
};

/// What is drawn.
struct ChartSubject {
  std::string id;                     ///< unique on the page: letters, digits, hyphens
  std::string quantity;               ///< title of the y axis
  std::vector<std::string> learners;  ///< in the order of colours and legend
  bool logarithmic = false;           ///< a log scale for y where the values span a factor of 8 or more
};

struct Chart {
  std::string id, title;
  std::string remark;  ///< what is left out, or empty
  Json spec;
  Index rows = 0;  ///< points drawn
};

/// The charts of one quantity: over the labeled sizes where there are several, one panel per unlabeled size,
/// and the other way round; where there is one size of each, one chart with a line per learner. No more than
/// kMostPanels panels and kMostRows points a chart: what is left out is evenly spread, and `remark` says so.
std::vector<Chart> charts_of(const ChartSubject& subject, const std::vector<ChartRow>& rows);

inline constexpr std::size_t kMostPanels = 12;
inline constexpr std::size_t kMostRows = 4000;

}  // namespace costruct::experiments
