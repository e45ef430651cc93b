#include "costruct/report/charts/report_labeled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "costruct/report/html/html.hpp"
#include "costruct/report/html/html_table.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kMostLabels = 15;
constexpr std::size_t kMostExamples = 15;

// The mean number of labeled parts of a group of cells; count 0 if it is not known.
MeanAndError labeled_parts(const CellGroup& group) {
  std::vector<double> parts;
  for (const CellResult* cell : group.cells) {
    if (cell->error.empty() && cell->labeled_sample)
      parts.push_back(static_cast<double>(cell->labeled_sample->parts));
  }
  return mean_and_error(parts);
}

// The groups of the largest labeled size of each learner and unlabeled size.
std::vector<const CellGroup*> largest_groups(const RunSummary& summary) {
  std::map<std::pair<std::size_t, Index>, const CellGroup*> largest;
  for (const CellGroup& group : summary.groups) {  // sizes ascend
    if (labeled_parts(group).count > 0) largest[{group.learner, group.unlabeled}] = &group;
  }
  std::vector<const CellGroup*> groups;
  for (const auto& [key, group] : largest) groups.push_back(group);
  return groups;
}

// Calls `use` with each cell of a group whose labeled examples are known.
template <class Use>
void each_sample(const CellGroup& group, const Use& use) {
  for (const CellResult* cell : group.cells) {
    if (cell->error.empty() && cell->labeled_sample) use(*cell, *cell->labeled_sample);
  }
}

bool any_chosen(const RunResults& results) {
  return std::any_of(results.cells.begin(), results.cells.end(), [](const CellResult& cell) {
    return cell.labeled_sample && !cell.labeled_sample->chosen.empty();
  });
}

std::string parts_table(const RunSummary& summary, const LearnerNames& names) {
  Table table{{text_column("learner"), "labeled", "unlabeled", "labeled parts", "parts an example"},
              "How much is labeled: mean ± standard error over repetitions"};
  for (const CellGroup& group : summary.groups) {
    const MeanAndError parts = labeled_parts(group);
    if (parts.count == 0) continue;
    table.add({names(summary.results.learners[group.learner]), group.labeled, group.unlabeled,
               html_cell(with_error(parts, "{:.0f}")),
               number_text(parts.mean / static_cast<double>(std::max<Index>(group.labeled, 1)),
                           "{:.1f}")});
  }
  return html_table(table);
}

// The shares of the most frequent labels in the labeled examples of each learner.
std::string labels_table(const std::vector<const CellGroup*>& groups, const RunResults& results,
                         const LearnerNames& names) {
  std::map<std::string, Index> all;
  std::vector<std::map<std::string, Index>> counts;
  for (const CellGroup* group : groups) {
    std::map<std::string, Index>& own = counts.emplace_back();
    each_sample(*group, [&](const CellResult&, const LabeledSample& sample) {
      for (const auto& [label, count] : sample.labels) {
        own[label] += count;
        all[label] += count;
      }
    });
  }
  if (all.empty()) return "";
  std::vector<std::pair<std::string, Index>> order(all.begin(), all.end());
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  Table table{{text_column("label")},
              order.size() > kMostLabels
                  ? fmt::format("Shares of the {} most frequent labels at the largest size, in %",
                                kMostLabels)
                  : "Shares of labels at the largest size, in %"};
  for (const CellGroup* group : groups) {
    table.columns.emplace_back(
        fmt::format("{}, {} unlabeled", names(results.learners[group->learner]), group->unlabeled));
  }
  if (order.size() > kMostLabels) order.resize(kMostLabels);
  for (const auto& [label, total] : order) {
    TableRow row{label};
    for (const std::map<std::string, Index>& own : counts) {
      Index sum = 0;
      for (const auto& [name, count] : own) sum += count;
      const auto at = own.find(label);
      const double count = at == own.end() ? 0 : static_cast<double>(at->second);
      row.emplace_back(number_text(100 * count / static_cast<double>(sum), "{:.1f}"));
    }
    table.add(std::move(row));
  }
  return html_table(table);
}

// The examples that were chosen in most repetitions, by all learners together.
std::string examples_table(const std::vector<const CellGroup*>& groups) {
  std::map<std::string, Index> times;
  Index samples = 0;
  for (const CellGroup* group : groups) {
    each_sample(*group, [&](const CellResult&, const LabeledSample& sample) {
      samples += !sample.chosen.empty();
      for (auto i = static_cast<std::size_t>(sample.drawn); i < sample.chosen.size(); ++i)
        ++times[sample.chosen[i]];
    });
  }
  std::vector<std::pair<std::string, Index>> order(times.begin(), times.end());
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (order.size() > kMostExamples) order.resize(kMostExamples);
  Table table{{text_column("example"), "chosen"},
              fmt::format("The examples that are chosen most often at the largest size, and in how "
                          "many of {} draws of all learners",
                          samples)};
  for (const auto& [example, count] : order) table.add({example, count});
  return html_table(table);
}

}  // namespace

std::vector<Chart> labeled_charts(const RunSummary& summary) {
  const RunResults& results = summary.results;
  if (results.metrics.empty()) return {};
  const std::string& metric = results.metrics.front();
  std::map<std::string, Index> most;  // the largest unlabeled size
  std::map<std::pair<std::string, Sizes>, Index> parts;
  for (const CellGroup& group : summary.groups) {
    const MeanAndError mean = labeled_parts(group);
    if (mean.count == 0) continue;
    const std::string& learner = results.learners[group.learner];
    parts[{learner, {group.labeled, group.unlabeled}}] =
        static_cast<Index>(std::llround(mean.mean));
    most[learner] = std::max(most[learner], group.unlabeled);
  }
  std::vector<ChartRow> rows;
  std::set<Index> sizes;
  for (const CurvePoint& point : summary.curves) {
    const auto at = parts.find({point.learner, {point.labeled, point.unlabeled}});
    if (point.metric != metric || at == parts.end() || point.unlabeled != most[point.learner])
      continue;
    // One unlabeled size for all: the axis of the other sizes is not drawn.
    rows.push_back({point.learner, at->second, 0, point.value.mean, point.value.standard_error,
                    point.value.count});
    sizes.insert(point.labeled);
  }
  if (sizes.size() < 2) return {};
  ChartSubject subject{"labeled-parts", metric, results.learners,
                       find_metric_of_run(results.config, metric)};
  subject.labeled_unit = "parts";
  return charts_of(subject, rows);
}

std::string chosen_csv(const RunSummary& summary) {
  Table table{{text_column("learner"), "labeled", "unlabeled", "repetition", "order",
               text_column("by"), text_column("example")}};
  for (const CellGroup* group : largest_groups(summary)) {
    each_sample(*group, [&](const CellResult& cell, const LabeledSample& sample) {
      for (std::size_t i = 0; i < sample.chosen.size(); ++i)
        table.add({cell.learner, cell.labeled, cell.unlabeled, cell.repetition,
                   static_cast<Index>(i), static_cast<Index>(i) < sample.drawn ? "draw" : "choice",
                   sample.chosen[i]});
    });
  }
  return csv_text(table);
}

std::string labeled_content(const RunSummary& summary, const std::string& charts) {
  if (!any_chosen(summary.results)) return "";
  const LearnerNames names(summary.results.learners);
  const std::vector<const CellGroup*> groups = largest_groups(summary);
  return "<p class=\"soft\">Some learners choose the examples that are labeled for them. Such "
         "examples may have more parts (words) than random ones, and take longer to label. So the "
         "chart has labeled parts at its axis.</p>\n" +
         charts + parts_table(summary, names) + labels_table(groups, summary.results, names) +
         examples_table(groups) +
         download_link("chosen.csv", chosen_csv(summary), "results.sqlite");
}

}  // namespace costruct::experiments
