// The style that all charts of the report share.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// The colours of learners, in their order; after the last one they repeat.
std::vector<std::string> learner_colours();

/// The Vega-Lite encodings of learners. Each learner has a colour, a shape and a dash pattern of
/// its lines, so that each of them is enough to tell learners apart. Colour and shape share one
/// legend of the learners in `shown`; a single learner has no legend.
Json colour_encoding(const std::vector<std::string>& learners,
                     const std::vector<std::string>& shown);
Json shape_encoding(const std::vector<std::string>& learners,
                    const std::vector<std::string>& shown);
/// The dash by the field "number", the learner's index in the list.
Json dash_encoding(const std::vector<std::string>& learners);

/// The scale of an axis with these values. It is log if all are above 0 and span a factor of 8 or
/// more. It is symlog (linear around zero) if the smallest is 0 and the others span a factor of 4
/// or more. Otherwise it is linear.
Json axis_scale(const std::set<double>& values);

/// The ticks of a log axis: powers of ten. If the axis spans at most three powers, also 2 and 5
/// times the powers of ten. Both ends must be above 0.
std::vector<double> log_ticks(double lowest, double highest);

/// Whether every panel has its own y axis, or every row of panels shares one.
enum class PanelAxes { kOwn, kShared };

/// Arranges the panels of a specification with a facet in a grid. Two or four panels stand two in a
/// row, other numbers three in a row. If the last row is not full, every panel gets its own x axis,
/// because a shared axis would stand below empty places too.
void arrange_panels(Json& spec, std::size_t panels, PanelAxes axes);

/// Adds the fields from which the bars of a point are drawn, if they are defined. `error` is the
/// standard error, `low` and `high` are the mean minus and plus `error`, and `low95` and `high95`
/// are the ends of the 95 % interval.
void add_error_fields(const MeanAndError& mean, Json& point);

/// Adds the data for the page's own legend, which switches learners on and off. These are
/// `usermeta.learners` with name, label, colour, shape and dash of the learners in `shown`. The
/// chart's own legends get readable names.
void add_legend(Json& spec, const std::vector<std::string>& learners,
                const std::vector<std::string>& shown);

/// The field of a chart's values with the readable name of a learner, for tooltips. The field
/// "learner" has its name in the config.
inline constexpr const char* kLearnerName = "learner_name";

/// A Vega expression that turns a label with a learner's name into the readable name.
std::string readable_label_expression(const std::vector<std::string>& learners);

/// The Vega-Lite `config` of every chart.
Json chart_style();

}  // namespace costruct::experiments
