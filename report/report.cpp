#include "costruct/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "costruct/core/text/rounded_duration.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/report/answer/answer_page.hpp"
#include "costruct/report/answer/choices.hpp"
#include "costruct/report/answer/remarks.hpp"
#include "costruct/report/charts/report_labeled.hpp"
#include "costruct/report/charts/report_selection.hpp"
#include "costruct/report/charts/run_charts.hpp"
#include "costruct/report/html/html.hpp"
#include "costruct/report/report_claims.hpp"
#include "costruct/report/report_far_draws.hpp"
#include "costruct/report/report_page.hpp"
#include "costruct/report/report_provenance.hpp"
#include "costruct/report/report_significance.hpp"
#include "costruct/report/report_tables.hpp"
#include "costruct/results/claims/claims.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

std::vector<ReportFact> facts(const RunSummary& summary) {
  const RunResults& results = summary.results;
  Index failed = 0, repetitions = 0;
  for (const CellResult& cell : results.cells) {
    failed += !cell.error.empty();
    repetitions = std::max(repetitions, cell.repetition + 1);
  }
  double seconds = 0;
  std::set<std::pair<std::string, Index>>
      counted;  // fits whose result is in the cells of all unlabeled sizes
  for (const TimePoint& point : summary.times) {
    if (is_supervised(results, point.learner) &&
        !counted.insert({point.learner, point.labeled}).second)
      continue;
    seconds += static_cast<double>(point.train.count) * point.train.mean;
  }
  return {{"learners", std::to_string(results.learners.size())},
          {"sizes", std::to_string(sizes_of(summary.groups).size())},
          {"repetitions", std::to_string(repetitions)},
          {"cells finished",
           fmt::format("{} of {}", static_cast<Index>(results.cells.size()) - failed,
                       std::max(results.planned, static_cast<Index>(results.cells.size())))},
          {"total training time", rounded_duration(seconds)}};
}

std::string curves_content(const RunSummary& summary, const RunCharts& charts) {
  const std::vector<std::string>& metrics = summary.results.metrics;
  const LearnerNames names(summary.results.learners);
  std::string text;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (charts.metrics[i].empty()) continue;
    text += "<h3>" + html(readable_name(metrics[i])) + "</h3>\n";
    if (const MetricEntry* entry = find_metric_of_run(summary.results.config, metrics[i])) {
      text += fmt::format(
          "<p class=\"soft\">The {}; {} is better. Bands, and bars through means, are standard "
          "errors over "
          "repetitions; charts draw by draw have 95 % intervals.</p>\n",
          html(entry->meaning), entry->higher_is_better ? "higher" : "lower");
    }
    const std::vector<Comparison> comparisons = compare_with_first(summary.results, metrics[i]);
    const std::vector<FarDraw> far = far_draws(summary.results, summary.groups, metrics[i]);
    CellMarks marks = significance_marks(comparisons);
    mark_far_draws(far, marks);
    text += chart_figures(charts.metrics[i]) + metric_table(summary, metrics[i], marks) +
            far_draws_content(far, names) + significance_content(comparisons, names);
    for (std::size_t test = 1; test < summary.results.tests.size(); ++test) {
      text += comparisons_content(
          compare_with_first(summary.results, metrics[i], summary.results.tests[test]), names);
    }
    if (i > 0)
      text += twins_content(summary.results, metrics[i]);  // those of the first are in the answer
    if (const MetricEntry* entry = find_metric_of_run(summary.results.config, metrics[i]);
        !entry || !entry->of_fit)
      text += worth_content(summary, metrics[i]);
  }
  return text.empty() ? text
                      : text + download_link("curves.csv", curves_csv(summary), "curves.csv");
}

std::string times_content(const RunSummary& summary, const RunCharts& charts) {
  if (summary.times.empty()) return "";
  std::string text = "<p class=\"soft\">Measured by a clock, so another run gives other numbers.";
  const std::string growth = growth_table(charts.times, LearnerNames(summary.results.learners));
  if (!growth.empty()) text += " Thin lines are fitted power laws.";
  return text + "</p>\n" + chart_figures(charts.times) + growth + time_table(summary) +
         download_link("times.csv", times_csv(summary), "times.csv");
}

std::string views_content(const RunSummary& summary, const RunCharts& charts) {
  if (summary.views.empty()) return "";
  return chart_figures(charts.disagreement) +
         views_table(summary, view_metric(summary.results.config)) +
         download_link("views.csv", views_csv(summary), "cells.csv");
}

std::string chosen_content(const RunSummary& summary, const RunCharts& charts) {
  return labeled_content(summary, chart_figures(charts.labeled));
}

std::string choices_list(const RunResults& results) {
  const LearnerNames names(results.learners);
  std::string items;
  for (const ChoiceInWords& choice : choices_in_words(results)) {
    items += fmt::format("<li>{}: {}", html(names(choice.learner)), html(choice.chosen));
    for (const std::string& end : choice.at_ends) items += ". " + html(end);
    items += "</li>\n";
  }
  return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

std::string selection_content(const RunResults& results, const RunCharts& charts) {
  if (results.selection.empty()) return "";
  return choices_list(results) + chart_figures(charts.selection) + selection_table(results) +
         download_link("selection.csv", selection_csv(results.selection), "results.sqlite");
}

std::string remarks_content(const RunResults& results) {
  const LearnerNames names(results.learners);
  std::string items;
  for (const Remark& remark : remarks_of(results)) {
    const std::string line = html(names(remark.learner)) + ": " + html(remark.text);
    if (remark.at_sizes.empty()) {
      items += "<li>" + line + "</li>\n";
      continue;
    }
    items += "<li><details><summary>" + line + "</summary>\n<ul>\n";
    for (const std::string& at_size : remark.at_sizes) items += "<li>" + html(at_size) + "</li>\n";
    items += "</ul>\n</details></li>\n";
  }
  return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

bool has_failures(const RunResults& results) {
  return std::any_of(results.cells.begin(), results.cells.end(),
                     [](const CellResult& cell) { return !cell.error.empty(); });
}

}  // namespace

std::string report_html(const RunSummary& summary, const OutputDrawing& drawing) {
  const RunResults& results = summary.results;
  const RunCharts charts = charts_of_run(summary);
  return page_html(
      {results.name.empty() ? "Experiment" : results.name,
       prose_of(results.config, results.source),
       facts(summary),
       {
           {"answer", "The answer", answer_content(summary, chart_figures(charts.answer)),
            Shown::kOpen},
           {"remarks", "Warnings and guards", remarks_content(results), Shown::kOpen},
           {"curves", "Learning curves", curves_content(summary, charts)},
           {"claims", "Claims", claims_content(judge_claims(results)), Shown::kOpen},
           {"time", "Training time", times_content(summary, charts)},
           {"gaps", "Duality gaps", gap_table(results)},
           {"decodings", "Gaps of predictions", decodings_table(results)},
           {"views", "Views", views_content(summary, charts)},
           {"selection", "Selection of parameters", selection_content(results, charts)},
           {"labeled", "Chosen examples", chosen_content(summary, charts)},
           {"outputs", "Best and worst outputs", outputs_content(summary, drawing)},
           {"failures", "Failures", has_failures(results) ? failure_table(results) : ""},
           {"provenance", "Provenance", provenance_content(results)},
       }});
}

void write_report(const std::filesystem::path& file, const RunSummary& summary,
                  const OutputDrawing& drawing) {
  write_file(file, report_html(summary, drawing));
}

}  // namespace costruct::experiments
