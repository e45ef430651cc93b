// The charts of the report as Vega-Lite specifications.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/metric.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/types.hpp"
#include "costruct/results/statistics/growth_fit.hpp"

namespace costruct::experiments {

/// One point of a chart: the mean of something, learner by learner and size by size.
struct ChartRow {
  std::string learner;
  Index labeled = 0, unlabeled = 0;
  double mean = 0, standard_error = 0;  ///< NaN: no error bar
  Index count = 0;
  Index far = 0;  ///< draws far from the others, which the mean hides
};

/// What is drawn.
struct ChartSubject {
  std::string id;                     ///< unique on the page: letters, digits, _ and -
  std::string quantity;               ///< title of the y axis
  std::vector<std::string> learners;  ///< in the order of colours and legend
  const MetricInfo* metric =
      nullptr;               ///< whose range error bars keep to; null: no metric of the problem
  bool logarithmic = false;  ///< a log scale for y where the values span a factor of 8 or more
  bool growth = false;       ///< fitted power laws instead of lines between the points
  /// Learners that are given no unlabeled examples: drawn once over these, as a line through the
  /// whole width, and in one of several panels of unlabeled sizes, as a thin line in the others.
  std::vector<std::string> levels = {};
  /// Drawn once more beside these rows, as thin lines without points, where a chart over labeled
  /// sizes has no panels: the same learners without unlabeled examples.
  std::vector<ChartRow> thin = {};
  std::vector<std::string> shown = {};  ///< learners that have points; filled in by charts_of()
};

/// A power law fitted to a line of a chart, over all its points whether drawn or not.
struct GrowthFit {
  std::string learner;
  std::string along;  ///< "labeled" or "unlabeled"
  std::string where;  ///< what is fixed: "25 unlabeled"; empty where the other size varies too
  GrowthLaw law;
};

struct Chart {
  std::string id, title;
  std::string label =
      {};  ///< what it is called beside the others of its quantity: "over labeled examples"
  std::string key = {};  ///< what its marks mean, where the title does not say it
  std::string remark;    ///< what is left out, or empty
  Json spec;
  Index rows = 0;               ///< points drawn
  std::vector<GrowthFit> fits;  ///< of a subject whose growth is asked for
};

/// The charts of one quantity: over the labeled sizes where there are several, one panel per
/// unlabeled size, and the other way round; where there is one size of each, one chart with a line
/// per learner. No more than kMostPanels panels and kMostRows points a chart: what is left out is
/// evenly spread, and `remark` says so.
std::vector<Chart> charts_of(ChartSubject subject, const std::vector<ChartRow>& rows);

inline constexpr std::size_t kMostPanels = 12;
inline constexpr std::size_t kMostRows = 4000;

}  // namespace costruct::experiments
