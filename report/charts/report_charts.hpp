// Makes the charts of the report as Vega-Lite specifications.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/metric.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/types.hpp"
#include "costruct/results/statistics/growth_fit.hpp"

namespace costruct::experiments {

/// One point of a chart: the mean of a quantity for one learner at one pair of sizes.
struct ChartRow {
  std::string learner;
  Index labeled = 0, unlabeled = 0;     ///< numbers of examples
  double mean = 0, standard_error = 0;  ///< a standard error of NaN: no error bar
  Index count = 0;                      ///< repetitions in the mean
  Index far = 0;  ///< how many of them are outliers (far_draws.hpp); the chart marks the point
};

/// The subject of a chart: the quantity and the learners to draw.
struct ChartSubject {
  std::string id;                     ///< unique on the page: letters, digits, _ and -
  std::string quantity;               ///< title of the y axis
  std::vector<std::string> learners;  ///< in the order of colours and legend
  /// Error bars keep to the range of this metric; null: the quantity is no metric of the problem.
  const MetricInfo* metric = nullptr;
  std::string labeled_unit = "examples";  ///< what the axis of labeled sizes counts
  bool logarithmic = false;  ///< log scale for y if the values span a factor of 8 or more
  bool growth = false;       ///< draw fitted power laws instead of lines between the points
  /// Learners that get no unlabeled examples. Over unlabeled sizes they are drawn once, as a line
  /// through the whole width. With several panels of unlabeled sizes they are drawn in full in one
  /// panel, and as a thin line in the others.
  std::vector<std::string> levels = {};
  /// Additional rows for a chart over labeled sizes without panels. They belong to the same
  /// learners without unlabeled examples, and are drawn as thin lines without points.
  std::vector<ChartRow> thin = {};
  std::vector<std::string> shown = {};  ///< learners that have points; charts_of() sets it
};

/// A power law fitted to all points of a line of a chart, including points that are not drawn.
struct GrowthFit {
  std::string learner;
  std::string along;  ///< "labeled" or "unlabeled"
  std::string where;  ///< the fixed size: "25 unlabeled"; empty if both sizes vary
  GrowthLaw law;
};

/// A chart, with the texts that stand beside it.
struct Chart {
  std::string id, title;
  /// The name of this chart among the charts of the same quantity: "over labeled examples".
  std::string label = {};
  std::string key = {};         ///< the meaning of its marks if the title does not give it
  std::string remark;           ///< what is left out, or empty
  Json spec;                    ///< Vega-Lite
  Index rows = 0;               ///< points drawn
  std::vector<GrowthFit> fits;  ///< the fitted power laws; empty without ChartSubject::growth
};

/// Makes the charts of one quantity; none without rows:
///   - over the labeled sizes if there are several, with one panel for each unlabeled size
///   - over the unlabeled sizes if there are several, with one panel for each labeled size
///   - if there is one size of each, one chart in which the learners stand one below the other
/// Sizes that are a list of pairs and no grid have other charts. There is one for each ratio of
/// unlabeled to labeled examples with at least three labeled sizes. Others show the sizes along one
/// axis, where several of them share the other size.
///
/// The subject must name the learners of all rows. A chart has at most kMostPanels panels and
/// kMostRows points. If there are more, it keeps some that are evenly spread, and `remark` says so.
std::vector<Chart> charts_of(ChartSubject subject, const std::vector<ChartRow>& rows);

inline constexpr std::size_t kMostPanels = 12;
inline constexpr std::size_t kMostRows = 4000;

}  // namespace costruct::experiments
