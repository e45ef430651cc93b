#include "costruct/report/charts/distance_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "costruct/report/charts/chart_style.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

constexpr double kRowsHeight = 540;  // pixels: fits a screen together with text and axis

bool is_higher_better(const CollectionResults& results, const std::string& metric) {
  return better_sign(results.config, metric) < 0;
}

double distance_of(double mean, double best) {
  const double larger = std::max(std::abs(mean), std::abs(best));
  return larger > 0 ? std::abs(mean - best) / larger : 0;
}

/// A data set with the results of its learners at a place.
struct SetRow {
  const MemberResults* member = nullptr;
  std::vector<const CurvePoint*> points;  ///< by learner; null where it has no mean
  std::size_t best = 0;                   ///< the learner with the best mean, the first of several
  double lead = 0;                        ///< the least distance of another learner

  double distance(std::size_t learner) const {
    return distance_of(points[learner]->value.mean, points[best]->value.mean);
  }
};

/// Nullopt if the data set does not have two learners to compare.
std::optional<SetRow> set_row(const CollectionResults& results, const MemberResults& member,
                              std::size_t place) {
  const std::string& metric = results.metrics.front();
  const double sign = is_higher_better(results, metric) ? -1 : 1;
  SetRow row;
  row.member = &member;
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < results.learners.size(); ++k) {
    const CurvePoint* point = point_at(member, results.learners[k], metric, place);
    row.points.push_back(point && std::isfinite(point->value.mean) ? point : nullptr);
    if (row.points.back()) found.push_back(k);
  }
  if (found.size() < 2) return std::nullopt;
  row.best = *std::min_element(found.begin(), found.end(), [&](std::size_t a, std::size_t b) {
    return sign * row.points[a]->value.mean < sign * row.points[b]->value.mean;
  });
  row.lead = INFINITY;
  for (const std::size_t k : found) {
    if (k != row.best) row.lead = std::min(row.lead, row.distance(k));
  }
  return row;
}

std::vector<SetRow> set_rows(const CollectionResults& results, std::size_t place) {
  std::vector<SetRow> rows;
  for (const MemberResults& member : results.members) {
    if (auto row = set_row(results, member, place)) rows.push_back(std::move(*row));
  }
  return rows;
}

/// The number of data sets on which each learner is best.
std::vector<Index> best_counts(const std::vector<SetRow>& rows, std::size_t learners) {
  std::vector<Index> wins(learners);
  for (const SetRow& row : rows) ++wins[row.best];
  return wins;
}

void sort_by_best(std::vector<SetRow>& rows, const std::vector<Index>& wins) {
  const auto rank = [&](const SetRow& row) {
    return std::tuple(-wins[row.best], row.best, -row.lead);
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const SetRow& a, const SetRow& b) { return rank(a) < rank(b); });
}

std::vector<SetRow> spread_rows(const std::vector<SetRow>& rows) {
  if (rows.size() <= kMostSets) return rows;
  std::vector<SetRow> kept;
  for (std::size_t i = 0; i < kMostSets; ++i)
    kept.push_back(rows[i * (rows.size() - 1) / (kMostSets - 1)]);
  return kept;
}

/// The distances of a learner on the data sets where it has a mean, ascending.
std::vector<double> distances_of(const std::vector<SetRow>& rows, std::size_t learner) {
  std::vector<double> distances;
  for (const SetRow& row : rows) {
    if (row.points[learner]) distances.push_back(row.distance(learner));
  }
  std::sort(distances.begin(), distances.end());
  return distances;
}

double middle_of(const std::vector<double>& ascending) {
  const std::size_t half = ascending.size() / 2;
  return ascending.size() % 2 == 1 ? ascending[half] : (ascending[half - 1] + ascending[half]) / 2;
}

/// The name of the row of medians. No data set has this name, because names of members have no
/// spaces.
std::string median_name(const std::vector<SetRow>& rows) {
  return fmt::format("median of {}", rows.size());
}

Json points_of(const CollectionResults& results, const std::vector<SetRow>& drawn,
               const std::vector<SetRow>& all) {
  const std::vector<std::string> names = readable_names(results.learners);
  Json values = Json::array();
  for (std::size_t k = 0; k < results.learners.size(); ++k) {
    const std::vector<double> distances = distances_of(all, k);
    if (distances.empty()) continue;
    values.push_back({{"member", median_name(all)},
                      {"learner", results.learners[k]},
                      {kLearnerName, names[k]},
                      {"distance", middle_of(distances)}});
  }
  for (const SetRow& row : drawn) {
    for (std::size_t k = 0; k < results.learners.size(); ++k) {
      if (!row.points[k]) continue;
      const MeanAndError& mean = row.points[k]->value;
      Json value = {{"member", row.member->name}, {"learner", results.learners[k]},
                    {kLearnerName, names[k]},     {"mean", mean.mean},
                    {"count", mean.count},        {"distance", row.distance(k)}};
      if (!std::isnan(mean.standard_error)) value["error"] = mean.standard_error;
      values.push_back(std::move(value));
    }
  }
  return values;
}

/// The scale of the distances. It is a square root if most of them would be crowded at the edge.
Json distance_scale(const Json& values) {
  std::vector<double> distances;
  for (const Json& value : values) {
    if (value["distance"] > 0) distances.push_back(value["distance"].get<double>());
  }
  std::sort(distances.begin(), distances.end());
  const bool crowded = !distances.empty() && distances.back() > 10 * middle_of(distances);
  return {{"type", crowded ? "sqrt" : "linear"}, {"zero", true}, {"nice", true}};
}

Json x_axis(const CollectionResults& results, const std::string& metric, const Json& scale) {
  const char* const better = is_higher_better(results, metric)
                                 ? "% below the best of the data set"
                                 : "% by which the best of the data set is lower";
  return {{"field", "distance"},
          {"type", "quantitative"},
          {"title", fmt::format("{}: {}", readable_name(metric), better)},
          {"scale", scale},
          {"axis", {{"tickCount", 6}, {"format", "~%"}}}};
}

Json y_axis(const std::vector<SetRow>& drawn, const std::string& median, double step) {
  Json order = Json::array({median});
  for (const SetRow& row : drawn) order.push_back(row.member->name);
  const Json weight = {
      {"condition", {{"test", {{"field", "value"}, {"equal", median}}}, {"value", "bold"}}},
      {"value", "normal"}};
  return {{"field", "member"},
          {"type", "nominal"},
          {"title", nullptr},
          {"sort", order},
          {"axis",
           {{"grid", true},
            {"ticks", false},
            {"labelPadding", 8},
            {"labelLimit", 150},
            {"labelFontSize", std::min(11.5, step - 1)},
            {"labelFontWeight", weight}}}};
}

Json distance_tooltip(const std::string& metric) {
  Json lines = Json::array({{{"field", "member"}, {"type", "nominal"}, {"title", "data set"}},
                            {{"field", kLearnerName}, {"type", "nominal"}, {"title", "learner"}}});
  const auto number = [&](const char* field, const std::string& title, const char* format) {
    lines.push_back(
        {{"field", field}, {"type", "quantitative"}, {"title", title}, {"format", format}});
  };
  number("mean", metric, ".4~g");
  number("error", "standard error", ".4~g");
  number("distance", "from the best", ".3~%");
  return lines;
}

/// The description for readers who cannot see the chart: how often each learner is best, and the
/// medians.
std::string described(const CollectionResults& results, const std::vector<SetRow>& rows,
                      const std::vector<Index>& wins) {
  const std::vector<std::string> names = readable_names(results.learners);
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::vector<double> distances = distances_of(rows, k);
    if (distances.empty()) continue;
    parts.push_back(fmt::format("{} best on {} of {}, {:.2g} % behind by the median", names[k],
                                wins[k], distances.size(), 100 * middle_of(distances)));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string remark_of(const CollectionResults& results, const std::vector<SetRow>& all,
                      std::size_t drawn) {
  std::string text = "Rows by the learner that is best, then by its lead";
  if (drawn < all.size())
    text += fmt::format("; {} of {} data sets, evenly spread", drawn, all.size());
  std::vector<std::string> missing;
  for (const MemberResults& member : results.members) {
    const auto is_member = [&](const SetRow& row) { return row.member == &member; };
    if (std::none_of(all.begin(), all.end(), is_member)) missing.push_back(member.name);
  }
  if (!missing.empty()) text += fmt::format("; nothing to compare: {}", fmt::join(missing, ", "));
  return text;
}

Json distance_spec(const CollectionResults& results, const std::vector<SetRow>& drawn,
                   const std::vector<SetRow>& all) {
  std::vector<std::string> shown;
  for (std::size_t k = 0; k < results.learners.size(); ++k) {
    if (!distances_of(all, k).empty()) shown.push_back(results.learners[k]);
  }
  const std::string& metric = results.metrics.front();
  const Json values = points_of(results, drawn, all);
  const double step = std::clamp(kRowsHeight / static_cast<double>(drawn.size() + 1), 12.0, 26.0);
  Json points = {{"mark", {{"type", "point"}, {"filled", true}, {"size", 52}, {"opacity", 0.9}}},
                 {"encoding",
                  {{"x", x_axis(results, metric, distance_scale(values))},
                   {"y", y_axis(drawn, median_name(all), step)}}}};
  points["encoding"]["color"] = colour_encoding(results.learners, shown);
  points["encoding"]["shape"] = shape_encoding(results.learners, shown);
  points["encoding"]["tooltip"] = distance_tooltip(metric);
  Json spec = {{"data", {{"values", values}}},
               {"config", chart_style()},
               {"width", 480},
               {"height", {{"step", std::floor(step)}}},
               {"layer", Json::array({points})}};
  add_legend(spec, results.learners, shown);
  return spec;
}

}  // namespace

std::vector<Chart> distance_chart(const CollectionResults& results) {
  if (results.metrics.empty()) return {};
  std::size_t place = num_places(results);
  std::vector<SetRow> rows;
  while (rows.empty() && place > 0) rows = set_rows(results, --place);
  if (rows.empty()) return {};
  const std::vector<Index> wins = best_counts(rows, results.learners.size());
  sort_by_best(rows, wins);
  const std::vector<SetRow> drawn = spread_rows(rows);
  Chart chart;
  chart.id = "answer-over-data-sets";
  chart.title = fmt::format("{}, data set by data set: how far each learner is from the best",
                            readable_name(results.metrics.front()));
  if (num_places(results) > 1) chart.title += ", " + place_text(results, place);
  chart.remark = remark_of(results, rows, drawn.size());
  chart.spec = distance_spec(results, drawn, rows);
  chart.spec["description"] = chart.title + ": " + described(results, rows, wins);
  chart.rows = static_cast<Index>(chart.spec["data"]["values"].size());
  return {chart};
}

}  // namespace costruct::experiments
