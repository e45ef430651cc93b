#include "costruct/experiments/results/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/experiments/files/output_file.hpp"
#include "costruct/experiments/results/claims.hpp"
#include "costruct/experiments/results/html.hpp"
#include "costruct/experiments/results/metrics.hpp"
#include "costruct/experiments/results/report_assets.hpp"
#include "costruct/experiments/results/report_claims.hpp"
#include "costruct/experiments/results/report_provenance.hpp"
#include "costruct/experiments/results/report_selection.hpp"
#include "costruct/experiments/results/report_significance.hpp"
#include "costruct/experiments/results/report_tables.hpp"
#include "costruct/experiments/results/run_charts.hpp"

namespace costruct::experiments {
namespace {

/// A CSV file that is longer is not carried inside.
constexpr std::size_t kLongestDownload = 1 << 20;

/// @param elsewhere  where the numbers are if they are too many to be carried inside
std::string download(const char* name, const std::string& csv, const char* elsewhere) {
  if (csv.size() > kLongestDownload) {
    return fmt::format("<p class=\"soft\">The numbers: {} in the folder of the run.</p>\n", elsewhere);
  }
  return fmt::format("<p class=\"download\"><a download=\"{0}\" href=\"{1}\">Download {0}</a></p>\n", name,
                     csv_address(csv));
}

std::string chart_figure(const Chart& chart) {
  std::string text = fmt::format("<figure>\n<figcaption>{}</figcaption>\n", html(chart.title));
  text += fmt::format(
      "<div class=\"chart\" data-chart=\"{0}\" data-rows=\"{1}\"></div>\n"
      "<script type=\"application/json\" id=\"{0}\">{2}</script>\n",
      chart.id, chart.rows, script_json(chart.spec));
  if (!chart.remark.empty()) text += "<p class=\"soft\">" + html(chart.remark) + "</p>\n";
  return text + "</figure>\n";
}

std::string chart_figures(const std::vector<Chart>& charts) {
  std::string text;
  for (const Chart& chart : charts) text += chart_figure(chart);
  return text;
}

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.3g} s", seconds);
  return seconds < 6000 ? fmt::format("{:.1f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600);
}

std::string facts(const RunSummary& summary) {
  const RunResults& results = summary.results;
  Index failed = 0, repetitions = 0;
  for (const CellResult& cell : results.cells) {
    failed += !cell.error.empty();
    repetitions = std::max(repetitions, cell.repetition + 1);
  }
  double seconds = 0;
  for (const TimePoint& point : summary.times) {
    seconds += static_cast<double>(point.train.count) * point.train.mean;
  }
  const auto fact = [](const char* name, const std::string& value) {
    return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, value);
  };
  std::string text = "<dl class=\"facts\">\n";
  text += fact("learners", std::to_string(results.learners.size()));
  text += fact("sizes", std::to_string(sizes_of(summary.groups).size()));
  text += fact("repetitions", std::to_string(repetitions));
  text += fact("cells finished",
               fmt::format("{} of {}", static_cast<Index>(results.cells.size()) - failed,
                           std::max(results.planned, static_cast<Index>(results.cells.size()))));
  text += fact("training time in all", duration_text(seconds));
  return text + "</dl>\n";
}

/// A section of the page; empty content, no section.
struct Section {
  std::string id, title, content;
};

std::string curves_content(const RunSummary& summary, const RunCharts& charts) {
  const std::vector<std::string>& metrics = summary.results.metrics;
  std::string text;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (charts.metrics[i].empty()) continue;
    text += "<h3>" + html(metrics[i]) + "</h3>\n";
    if (const MetricEntry* entry = find_metric(metrics[i])) {
      text += fmt::format(
          "<p class=\"soft\">The {}; {} is better. Bars are standard errors over repetitions.</p>\n",
          html(entry->meaning), entry->higher_is_better ? "higher" : "lower");
    }
    const std::vector<Comparison> comparisons = compare_with_first(summary.results, metrics[i]);
    text += chart_figures(charts.metrics[i]) +
            metric_table(summary, metrics[i], significance_marks(comparisons)) +
            significance_content(comparisons);
    for (std::size_t test = 1; test < summary.results.tests.size(); ++test) {
      text +=
          comparisons_content(compare_with_first(summary.results, metrics[i], summary.results.tests[test]));
    }
    if (const MetricEntry* entry = find_metric(metrics[i]); !entry || !entry->of_fit)
      text += worth_content(summary, metrics[i]);
  }
  return text.empty() ? text : text + download("curves.csv", curves_csv(summary), "curves.csv");
}

std::string times_content(const RunSummary& summary, const RunCharts& charts) {
  if (summary.times.empty()) return "";
  std::string text = "<p class=\"soft\">Measured by a clock, so another run gives other numbers.";
  const std::string growth = growth_table(charts.times);
  if (!growth.empty()) text += " Thin lines are fitted power laws.";
  return text + "</p>\n" + chart_figures(charts.times) + growth + time_table(summary.times) +
         download("times.csv", times_csv(summary), "times.csv");
}

std::string views_content(const RunSummary& summary, const RunCharts& charts) {
  if (summary.views.empty()) return "";
  return chart_figures(charts.disagreement) +
         views_table(summary.views,
                     view_metric(summary.results.metrics) == std::string(default_metric(true))) +
         download("views.csv", views_csv(summary), "cells.csv");
}

std::string selection_content(const RunResults& results, const RunCharts& charts) {
  if (results.selection.empty()) return "";
  return chart_figures(charts.selection) + selection_table(results.selection) +
         download("selection.csv", selection_csv(results.selection), "results.sqlite");
}

std::string claims_content(const RunResults& results) {
  const std::vector<ClaimVerdict> verdicts = judge_claims(results);
  if (verdicts.empty()) return "";
  Index counts[3] = {0, 0, 0};
  for (const ClaimVerdict& verdict : verdicts) ++counts[static_cast<int>(verdict.verdict)];
  return fmt::format("<p>{} reproduced, {} refuted, {} undecided.</p>\n",
                     counts[static_cast<int>(Verdict::kReproduced)],
                     counts[static_cast<int>(Verdict::kRefuted)],
                     counts[static_cast<int>(Verdict::kUndecided)]) +
         claim_section(verdicts);
}

bool has_failures(const RunResults& results) {
  return std::any_of(results.cells.begin(), results.cells.end(),
                     [](const CellResult& cell) { return !cell.error.empty(); });
}

std::string script_element(std::string_view script) {
  return "<script>" + script_text(script) + "</script>\n";
}

/// Nothing is loaded from anywhere; Vega compiles its expressions, hence unsafe-eval.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data: "
    "blob:";

std::string page_head(const std::string& title, const ReportAssets& assets) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" "
      "href=\"data:,\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n",
      kPolicy, title, assets.style);
}

}  // namespace

std::string report_html(const RunSummary& summary) {
  const RunResults& results = summary.results;
  const RunCharts charts = charts_of_run(summary);
  const std::vector<Section> sections = {
      {"claims", "Claims", claims_content(results)},
      {"curves", "Learning curves", curves_content(summary, charts)},
      {"time", "Training time", times_content(summary, charts)},
      {"views", "Views", views_content(summary, charts)},
      {"selection", "Selection of parameters", selection_content(results, charts)},
      {"failures", "Failures", has_failures(results) ? failure_table(results) : ""},
      {"provenance", "Provenance", provenance_content(results)},
  };
  const ReportAssets assets = report_assets();
  const std::string title = results.name.empty() ? "Experiment" : html(results.name);
  std::string page = page_head(title, assets);
  page += "<header>\n<h1>" + title + "</h1>\n";
  if (!results.source.empty()) page += "<p class=\"soft\">" + html(results.source) + "</p>\n";
  page += facts(summary) + "<nav aria-label=\"Sections\"><ul>";
  for (const Section& section : sections) {
    if (!section.content.empty())
      page += fmt::format("<li><a href=\"#{}\">{}</a></li>", section.id, section.title);
  }
  page +=
      "</ul></nav>\n<noscript><p>The charts need JavaScript; the tables do "
      "not.</p></noscript>\n</header>\n<main>\n";
  for (const Section& section : sections) {
    if (section.content.empty()) continue;
    page += fmt::format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n{2}</section>\n",
                        section.id, section.title, section.content);
  }
  page +=
      "</main>\n<footer><p>Made by costruct. Charts by Vega, Vega-Lite and Vega-Embed (BSD 3-clause), inside "
      "this file.</p></footer>\n";
  for (const std::string_view script : {assets.vega, assets.vega_lite, assets.vega_embed, assets.script}) {
    page += script_element(script);
  }
  return page + "</body>\n</html>\n";
}

void write_report(const std::filesystem::path& file, const RunSummary& summary) {
  write_file(file, report_html(summary));
}

}  // namespace costruct::experiments
