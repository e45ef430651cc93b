#include "costruct/report/collection_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <set>

#include "costruct/core/text/counted.hpp"
#include "costruct/report/answer/answer_page.hpp"
#include "costruct/report/charts/collection_charts.hpp"
#include "costruct/report/charts/distance_chart.hpp"
#include "costruct/report/html/html.hpp"
#include "costruct/report/html/html_table.hpp"
#include "costruct/report/report_claims.hpp"
#include "costruct/report/report_page.hpp"
#include "costruct/report/report_provenance.hpp"
#include "costruct/results/claims/collection_claims.hpp"
#include "costruct/results/claims/means_table.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

/// The name needs no escaping: names of members have only letters, digits and "-_.".
std::string member_link(const MemberResults& member) {
  return fmt::format("<a href=\"{0}/report.html\">{0}</a>", html(member.name));
}

/// " p .003" for a learner that was tested against the best of its data set. The standing may be
/// null.
std::string test_text(const Standing* standing, std::size_t learner) {
  const Contender* contender = standing ? standing->find(learner) : nullptr;
  if (!contender || std::isnan(contender->p)) return "";
  return fmt::format(" <span class=\"mark aside\">p {}</span>", p_text(contender->p));
}

/// @param standing  of the learners by this metric, or null if nothing was tested by it
void add_row(Table& table, const MemberResults& member, std::size_t place, const Means& means,
             const MetricEntry& metric, const Standing* standing) {
  const auto best =
      means.size() > 1 ? best_mean(means, metric.higher_is_better) : std::optional<double>();
  const char* mark = standing && standing->has_winner() ? "best" : "first";
  Index repetitions = 0;
  TableRow row = {html_cell(member_link(member)), member.sizes[place].first,
                  member.sizes[place].second};
  for (std::size_t k = 0; k < means.size(); ++k) {
    if (!means[k]) {
      row.push_back("–");
      continue;
    }
    const std::string text = with_error(*means[k], metric.format());
    row.push_back(html_cell(best && means[k]->mean == *best
                                ? fmt::format("<span class=\"{}\">{}</span>", mark, text)
                                : text + test_text(standing, k)));
    repetitions = std::max(repetitions, means[k]->count);
  }
  row.push_back(repetitions);
  table.add(std::move(row));
}

std::string members_table(const CollectionResults& results, const std::string& metric) {
  const MetricEntry* found = find_metric_of_run(results.config, metric);
  const MetricEntry entry = found ? *found : MetricEntry();
  std::vector<TableColumn> columns = {text_column("data set"), "labeled", "unlabeled"};
  const std::vector<std::string> names = readable_names(results.learners);
  columns.insert(columns.end(), names.begin(), names.end());
  columns.push_back("repetitions");
  const char* best = results.learners.size() < 2 ? ""
                     : entry.higher_is_better    ? "; the highest underlined"
                                                 : "; the lowest underlined";
  const bool tested = metric == results.metrics.front() && results.learners.size() > 1;
  Table table{
      columns,
      fmt::format("{}: mean ± standard error over repetitions{}{}", readable_name(metric), best,
                  tested ? ", bold where the data set's own draws show it; p against it" : "")};
  for (const MemberResults& member : results.members) {
    for (std::size_t place = 0; place < member.sizes.size(); ++place)
      add_row(table, member, place, means_at(member, results.learners, metric, place), entry,
              tested ? standing_at(member, place) : nullptr);
  }
  return html_table(table);
}

/// The tests that members have used, each once.
std::vector<std::string> tests_of(const CollectionResults& results) {
  std::set<std::string> tests;
  for (const MemberResults& member : results.members) {
    for (const Standing& standing : member.standings) {
      if (standing.tested) tests.insert(readable_name(standing.test));
    }
  }
  return {tests.begin(), tests.end()};
}

std::string means_content(const CollectionResults& results) {
  std::string text;
  const std::vector<std::string> tests = tests_of(results);
  if (!tests.empty()) {
    text = fmt::format(
        "<p class=\"soft\">p stands beside each learner that is not the best of its "
        "data set. It is two-sided, of {} over paired draws, after Holm's correction "
        "over all pairs of learners at all sizes of the data set. The best learner is "
        "shown to be the best where p is below {:g} for each other learner.</p>\n",
        html(listed_in_words(tests)), kAnswerLevel);
  }
  for (const std::string& metric : results.metrics) text += members_table(results, metric);
  text += download_link("collection.csv", collection_csv(results), "collection.csv");
  if (!tests.empty())
    text += download_link("collection_tests.csv", collection_tests_csv(results),
                          "collection_tests.csv");
  return text;
}

std::string scatter_content(const std::vector<Chart>& charts) {
  if (charts.empty()) return "";
  return "<p class=\"soft\">Bars are standard errors over repetitions. On the dashed line both "
         "learners are "
         "equal; below it the one named upwards has the lower mean. Names stand beside the data "
         "sets that "
         "differ most, where there is room; point at the others.</p>\n" +
         chart_figures(charts);
}

/// Says what is missing in a member; empty if nothing is.
std::string trouble_of(const MemberResults& member) {
  if (!member.error.empty()) return "no results: " + member.error;
  std::string text;
  if (member.unfinished())
    text = fmt::format("unfinished: {} of {}", member.finished, counted(member.planned, "cell"));
  if (member.failed > 0)
    text += fmt::format("{}{} failed", text.empty() ? "" : "; ", counted(member.failed, "cell"));
  return text;
}

std::string troubles_content(const CollectionResults& results) {
  Table table{{text_column("data set"), text_column("what")},
              "Data sets without results, or with fewer than all"};
  for (const MemberResults& member : results.members) {
    const std::string trouble = trouble_of(member);
    if (!trouble.empty()) table.add({member.name, trouble});
  }
  return table.rows.empty() ? "" : html_table(table);
}

std::vector<ReportFact> collection_facts(const CollectionResults& results) {
  Index finished = 0, cells = 0, planned = 0, estimated_gaps = 0;
  for (const MemberResults& member : results.members) {
    finished += member.error.empty() && !member.unfinished();
    cells += member.finished - member.failed;
    planned += member.planned;
    estimated_gaps += member.estimated_gaps;
  }
  std::vector<ReportFact> facts = {
      {"data sets finished", fmt::format("{} of {}", finished, results.members.size())},
      {"learners", std::to_string(results.learners.size())},
      {"cells finished", fmt::format("{} of {}", cells, planned)}};
  if (estimated_gaps > 0)
    facts.push_back({"cells whose gap is an estimate", std::to_string(estimated_gaps)});
  return facts;
}

/// The provenance. Seeds and splits are in the members' own reports.
std::string provenance_of(const CollectionResults& results) {
  RunResults as_run;
  as_run.config = results.config;
  as_run.provenance = results.provenance;
  return provenance_content(as_run);
}

std::string answer_of(const CollectionResults& results) {
  return collection_answer_content(results, chart_figures(distance_chart(results)));
}

}  // namespace

std::string collection_report_html(const CollectionResults& results) {
  return page_html(
      {results.name,
       prose_of(results.config, results.source),
       collection_facts(results),
       {
           {"answer", "The answer", answer_of(results), Shown::kOpen},
           {"scatter", "Learners against each other", scatter_content(collection_charts(results)),
            Shown::kOpen},
           {"claims", "Claims", claims_content(judge_collection_claims(results)), Shown::kOpen},
           {"means", "Data sets", means_content(results)},
           {"troubles", "Missing", troubles_content(results)},
           {"provenance", "Provenance", provenance_of(results)},
       }});
}

}  // namespace costruct::experiments
