#include "costruct/report/answer/answer_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/text/counted.hpp"
#include "costruct/report/answer/collection_answer.hpp"
#include "costruct/report/answer/gains_in_words.hpp"
#include "costruct/report/answer/training_command.hpp"
#include "costruct/report/html/difference_marks.hpp"
#include "costruct/report/html/html.hpp"
#include "costruct/report/html/html_table.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/paired_tests.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/statistics/unlabeled/twins.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

std::string question(const char* title, const std::string& headline,
                     const std::vector<std::string>& lines) {
  if (headline.empty()) return "";
  std::string text =
      fmt::format("<h3>{}</h3>\n<p class=\"headline\">{}.</p>\n", title, html(headline));
  if (lines.empty()) return text;
  text += "<ul>\n";
  for (const std::string& line : lines) text += "<li>" + html(line) + ".</li>\n";
  return text + "</ul>\n";
}

/// The limits of the answer, which stand above it.
std::string limits_content(const std::vector<std::string>& limits) {
  if (limits.empty()) return "";
  return "<p class=\"limits\">Provisional: " + html(fmt::format("{}", fmt::join(limits, "; "))) +
         ".</p>\n";
}

std::vector<std::string> limits_of(const RunResults& results) {
  std::vector<std::string> limits;
  const Index cells = std::ssize(results.cells);
  const Index failed = std::count_if(results.cells.begin(), results.cells.end(),
                                     [](const CellResult& cell) { return !cell.error.empty(); });
  if (results.unfinished())
    limits.push_back(
        fmt::format("the run is not finished, {} of {}", cells, counted(results.planned, "cell")));
  if (failed > 0)
    limits.push_back(fmt::format("{} of {} failed and {} left out", failed, counted(cells, "cell"),
                                 failed == 1 ? "is" : "are"));
  return limits;
}

std::vector<std::string> limits_of(const CollectionResults& results) {
  Index missing = 0, unfinished = 0, failed = 0;
  for (const MemberResults& member : results.members) {
    missing += !member.error.empty();
    unfinished += member.unfinished();
    failed += member.failed;
  }
  const std::string all = counted(std::ssize(results.members), "data set");
  std::vector<std::string> limits;
  if (missing > 0)
    limits.push_back(
        fmt::format("{} of {} {} no results", missing, all, missing == 1 ? "has" : "have"));
  if (unfinished > 0)
    limits.push_back(
        fmt::format("{} of {} {} not finished", unfinished, all, unfinished == 1 ? "is" : "are"));
  if (failed > 0) limits.push_back(counted(failed, "cell") + " failed");
  return limits;
}

std::vector<std::string> with_hint(std::vector<std::string> lines, const std::string& hint) {
  if (!hint.empty()) lines.push_back(hint);
  return lines;
}

std::string words_and_figure(const std::string& intro, const Answer& answer,
                             const std::string& figure, const std::string& folded) {
  return "<p class=\"soft\">" + intro + "</p>\n<div class=\"answer\">\n<div class=\"words\">\n" +
         question("Which learner is best?", answer.best,
                  with_hint(answer.best_lines, answer.best_hint)) +
         question("Do unlabeled examples help?", answer.help, answer.help_lines) + "</div>\n" +
         figure + "</div>\n" + folded;
}

std::string intro_of(const Json& config, const std::string& metric) {
  const MetricEntry* entry = find_metric_of_run(config, metric);
  if (!entry) return "By " + html(readable_name(metric)) + ".";
  return fmt::format("By {}: {}; {} is better.", html(readable_name(metric)), html(entry->meaning),
                     entry->higher_is_better ? "higher" : "lower");
}

/// @param gains  whether there are tables of the gains from unlabeled examples
std::string how_tested(const std::string& test, bool gains) {
  std::string text = fmt::format(
      "<p class=\"soft\">{}. The answer counts those at the 1 % level. The two-sided p is that of "
      "{} over paired draws. Holm's method corrects p for the number of tests: every pair of cells "
      "of two learners, at every labeled size.{}",
      meaning_of_marks(), html(readable_name(test)),
      gains ? " In the two tables on unlabeled examples it corrects p for the number of rows."
            : "");
  if (gains)
    text +=
        " The first table shows each learner at its best number of unlabeled examples, the others "
        "at the largest. The best learner without unlabeled examples is chosen by the results that "
        "test it, so it looks slightly too good.";
  return text + "</p>\n";
}

/// The mean, its number of unlabeled examples, and whether it is significantly worse than the best.
/// The marks are not copied with the text.
std::string contender_text(const Contender& contender, bool best, bool winner,
                           const Wording& wording) {
  const std::string with =
      wording.with_unlabeled(contender.learner, contender.unlabeled, contender.unlabeled);
  const std::string mean = with_error(contender.value, wording.format) +
                           (with.empty() ? "" : "<span class=\"mark\">" + html(with) + "</span>");
  if (best)
    return winner ? "<span class=\"best\">" + mean + "</span> <span class=\"mark\">best</span>"
                  : mean + " <span class=\"mark\">best mean</span>";
  const std::string p = contender.is_tested() ? "p " + p_text(contender.p)
                        : contender.same      ? kTheSame
                                              : "not tested";
  const std::string mark = contender.worse ? html_difference_mark(false, contender.p) + " " : "";
  return mean + " " + mark + "<span class=\"mark\">" + p + "</span>";
}

std::string standings_table(const RunResults& results, const std::vector<Standing>& standings,
                            const std::string& metric) {
  if (results.learners.size() < 2) return "";
  const std::vector<std::string> names = readable_names(results.learners);
  std::vector<TableColumn> columns = {"labeled"};
  columns.insert(columns.end(), names.begin(), names.end());
  const Wording wording(results, metric);
  Table table{columns, "Learners against the best of each labeled size, " + readable_name(metric)};
  for (const Standing& standing : standings) {
    TableRow row = {standing.labeled};
    for (std::size_t k = 0; k < results.learners.size(); ++k) {
      const Contender* at = standing.find(k);
      row.push_back(html_cell(at ? contender_text(*at, at == &standing.contenders.front(),
                                                  standing.has_winner(), wording)
                                 : "–"));
    }
    table.add(std::move(row));
  }
  return html_table(table);
}

std::string over_sets_table(const std::vector<LearnersOverSets>& pairs, const LearnerNames& names,
                            const char* title) {
  if (pairs.empty()) return "";
  Table table{{text_column("first"), text_column("second"), "data sets", "first better",
               "second better", "p", "p after Holm"},
              title,
              2};
  for (const LearnersOverSets& pair : pairs)
    table.add({names(pair.first) + pair.where, names(pair.second), pair.sets, pair.first_better,
               pair.second_better, pair.all_same() ? kTheSame : p_text(pair.p),
               p_text(pair.p_holm)});
  return html_table(table);
}

// The next step: the command that trains the best learner.
std::string training_content(const RunSummary& summary) {
  const auto command = training_command(summary);
  if (!command) return "";
  return fmt::format(
      "<p>{} has the best mean with the most labeled examples. This command trains it on all of "
      "them:</p>\n"
      "<pre tabindex=\"0\">{}</pre>\n",
      html(LearnerNames(summary.results.learners)(command->learner)), html(command->command));
}

}  // namespace

std::string answer_content(const RunSummary& summary, const std::string& figure) {
  const RunResults& results = summary.results;
  if (results.metrics.empty()) return "";
  const std::string& metric = results.metrics.front();
  const std::vector<Standing> standings = standings_by_labeled(results, summary.groups, metric);
  if (standings.empty()) return "";
  const std::vector<UnlabeledGain> twins = twin_gains(results, metric),
                                   best = unlabeled_gains(results, metric);
  const std::string test =
      results.tests.empty() ? default_test(protocol_of(results)) : results.tests.front();
  std::string folded = standings_table(results, standings, metric);
  const LearnerNames names(results.learners);
  folded += gains_table(twins, names, results.config, metric,
                        "Learners with unlabeled examples against their supervised twins");
  folded += gains_table(best, names, results.config, metric,
                        "Learners with unlabeled examples against the best without any");
  if (!folded.empty())
    folded = "<details><summary>The numbers behind it, and how they were tested</summary>\n" +
             how_tested(test, !twins.empty() || !best.empty()) + folded + "</details>\n";
  return limits_content(limits_of(results)) +
         words_and_figure(intro_of(results.config, metric),
                          answer_in_words(results, metric, standings, twins, best), figure,
                          folded + training_content(summary));
}

std::string collection_answer_content(const CollectionResults& results, const std::string& figure) {
  const CollectionAnswer answer = collection_answer(results);
  if (answer.words.best.empty()) return "";
  const LearnerNames names(results.learners);
  std::string folded = over_sets_table(
      answer.comparisons, names,
      "Learners against each other over the data sets, by Wilcoxon's signed ranks of the means");
  folded += over_sets_table(
      answer.twins, names,
      "Learners with unlabeled examples (first) against what they are without (second)");
  if (!folded.empty())
    folded = "<details><summary>All pairs of learners</summary>\n" + folded + "</details>\n";
  return limits_content(limits_of(results)) +
         words_and_figure(intro_of(results.config, results.metrics.front()) +
                              " A data set counts once, by its mean over the repetitions.",
                          answer.words, figure, folded);
}

}  // namespace costruct::experiments
