// How the charts of the report look, whatever they show.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// Learners have a colour, a shape and a dash each, so that they can be told apart without any one
/// of them. Encodings of Vega-Lite; colour and shape share one legend of those `shown`, left out
/// for a single learner.
Json colour_encoding(const std::vector<std::string>& learners,
                     const std::vector<std::string>& shown);
Json shape_encoding(const std::vector<std::string>& learners,
                    const std::vector<std::string>& shown);
/// By the field "number", the learner's place in the list.
Json dash_encoding(const std::vector<std::string>& learners);

/// The scale of an axis on which these values stand: log where they span a factor of 8 or more,
/// symlog (linear around zero) where zero is among them, else linear.
Json axis_scale(const std::set<double>& values);

/// The ticks of a log axis: powers of ten, with their double and fivefold where they are few.
std::vector<double> log_ticks(double lowest, double highest);

/// Who has a y axis of its own: every panel, or every row of panels.
enum class PanelAxes { kOwn, kShared };

/// A grid of panels, three in a row where that fits best. An axis shared by all panels would stand
/// below empty places too, so an unfilled last row gives every panel its own. Plots stand in line,
/// whatever their axes need: these have their place between them.
void arrange_panels(Json& spec, std::size_t panels, PanelAxes axes);

/// The fields of a point that its bars are drawn from, as far as there are any: `error`, `low` and
/// `high` of one standard error, `low95` and `high95` of the confidence interval.
void add_error_fields(const MeanAndError& mean, Json& point);

/// What a page needs for a legend of its own that switches learners: `usermeta.learners`, with
/// name, label, colour, shape and dash of those shown, and readable names in the chart's own
/// legends.
void add_legend(Json& spec, const std::vector<std::string>& learners,
                const std::vector<std::string>& shown);

/// The field of a chart's values that has a learner as the page spells it, for tooltips.
/// The field "learner" has its name in the config.
inline constexpr const char* kLearnerName = "learner_name";

/// An expression of Vega for the text of a label that is a learner's name: the readable one.
std::string readable_label_expression(const std::vector<std::string>& learners);

/// The readable names of learners (field "label") at the ends of those lines that no other line
/// ends close to: for each the field `along` of the x axis and "mean". Lines through the whole
/// width (field "level") end where the longest line does; those that end before it have none.
Json direct_labels(const Json& values, const std::vector<std::string>& learners,
                   const std::string& along);

/// The `config` of every chart.
Json chart_style();

}  // namespace costruct::experiments
