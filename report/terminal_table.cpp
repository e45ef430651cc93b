#include "costruct/report/terminal_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "costruct/core/text/counted.hpp"
#include "costruct/report/answer/answer.hpp"
#include "costruct/report/answer/choices.hpp"
#include "costruct/report/answer/gains_in_words.hpp"
#include "costruct/report/answer/redraws.hpp"
#include "costruct/report/answer/remarks.hpp"
#include "costruct/results/claims/claims_table.hpp"
#include "costruct/results/claims/means_table.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/cell_groups.hpp"
#include "costruct/results/statistics/far_draws.hpp"
#include "costruct/results/statistics/gaps.hpp"
#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/text/terminal_text.hpp"

namespace costruct::experiments {
namespace {

/// The means of one metric, by sizes.
std::map<Sizes, Means> means_by_sizes(const RunSummary& summary, const std::string& metric) {
  const std::vector<std::string>& learners = summary.results.learners;
  std::map<Sizes, Means> means;
  for (const CurvePoint& point : summary.curves) {
    if (point.metric != metric) continue;
    Means& row = means[{point.labeled, point.unlabeled}];
    row.resize(learners.size());
    row[std::find(learners.begin(), learners.end(), point.learner) - learners.begin()] =
        point.value;
  }
  return means;
}

/// Appends the far draws in the means of a metric.
void append_far_draws(std::string& text, const RunSummary& summary, const std::string& metric) {
  constexpr std::size_t kMostNamed = 5;
  const std::vector<FarDraw> draws = far_draws(summary.results, summary.groups, metric);
  for (std::size_t i = 0; i < std::min(draws.size(), kMostNamed); ++i)
    text += "far from the others: " + visible_line(far_draw_text(draws[i]), kLongestText) + "\n";
  if (draws.size() > kMostNamed)
    text += fmt::format("and {}: report.html names all\n",
                        counted(std::ssize(draws) - static_cast<Index>(kMostNamed), "more draw"));
  if (!draws.empty()) text += "\n";
}

/// Appends a metric: its table, sizes by learners, and its far draws. Appends nothing if the run
/// has no mean of it.
void append_metric(std::string& text, const RunSummary& summary, const std::string& metric,
                   Index width) {
  const RunResults& results = summary.results;
  const std::map<Sizes, Means> means = means_by_sizes(summary, metric);
  if (means.empty()) return;
  const MetricEntry* found = find_metric_of_run(results.config, metric);
  const MetricEntry entry = found ? *found : MetricEntry();
  const std::map<Index, double> best = best_means_by_labeled(results, summary.groups, metric);
  std::set<Index> labeled;
  Table table = means_table({"labeled", "unlabeled"}, results.learners);
  for (const auto& [sizes, row] : means) {
    const auto at = best.find(sizes.first);
    add_means(table, {sizes.first, sizes.second}, row,
              at == best.end() ? std::nullopt : std::optional(at->second), entry.format());
    labeled.insert(sizes.first);
  }
  text += fmt::format(
      "{}: mean ± standard error{}{}\n", metric,
      results.learners.size() < 2 ? ""
      : entry.higher_is_better    ? ", * the highest"
                                  : ", * the lowest",
      results.learners.size() < 2 || labeled.size() == means.size() ? "" : " of each labeled size");
  text += terminal_text(table, width) + "\n";
  append_far_draws(text, summary, metric);
}

/// Appends the answer by the first metric: which learner is best, and whether unlabeled examples
/// help.
void append_answer(std::string& text, const RunSummary& summary, Index width) {
  const RunResults& results = summary.results;
  if (results.metrics.empty() || results.cells.empty()) return;
  const std::string& metric = results.metrics.front();
  const Answer answer = answer_of(summary, metric, CalledBy::kAsWritten);
  std::vector<std::string> sentences;
  if (results.learners.size() > 1 && !answer.best.empty())
    sentences.push_back(fmt::format("Which learner is best by {}? {}.{}", metric, answer.best,
                                    answer.best_hint.empty() ? "" : " " + answer.best_hint + "."));
  if (!answer.help_lines.empty())
    sentences.push_back(fmt::format("Do unlabeled examples help? {}.", answer.help));
  for (const std::string& sentence : gain_sentences(unlabeled_gains(results, metric)))
    sentences.push_back(sentence);
  for (const std::string& sentence : sentences) {
    const std::vector<std::string> lines = wrapped(visible_line(sentence, kLongestText), width - 2);
    for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? "" : "  ") + lines[i] + "\n";
  }
  if (!sentences.empty()) text += "\n";
}

/// Appends what `select` chose, one line for each learner, and which values are at an end of their
/// list.
void append_choices(std::string& text, const RunResults& results) {
  for (const ChoiceInWords& choice : choices_in_words(results)) {
    text += fmt::format("chosen for {}: {}\n", shown_name(choice.learner),
                        visible_line(choice.chosen, kLongestText));
    for (const std::string& end : choice.at_ends)
      text += "  " + visible_line(end, kLongestText) + "\n";
  }
}

/// Appends what fits warned of, and what guards decided. The report has the sizes.
void append_remarks(std::string& text, const RunResults& results) {
  for (const Remark& remark : remarks_of(results)) {
    text += fmt::format("{}: {}\n", shown_name(remark.learner),
                        visible_line(remark.text, kLongestText));
  }
}

/// Appends the gaps that are estimates.
void append_estimates(std::string& text, const RunResults& results) {
  for (const LearnerGaps& gaps : gaps_of(results)) {
    if (gaps.estimates > 0)
      text += fmt::format("{}: {}\n", shown_name(gaps.learner), gap_text(gaps));
  }
}

/// Appends how far predictions may be below the best outputs.
void append_decodings(std::string& text, const RunResults& results) {
  for (const LearnerDecodings& decodings : decodings_of(results))
    text += fmt::format("{}: {}\n", shown_name(decodings.learner), decodings_text(decodings.gaps));
}

void append_failures(std::string& text, const RunResults& results) {
  Index failed = 0;
  const CellResult* first = nullptr;
  for (const CellResult& cell : results.cells) {
    if (cell.error.empty()) continue;
    if (!first) first = &cell;
    ++failed;
  }
  if (!first) return;
  text += fmt::format(
      "{} of {} failed, the first: {}, {} labeled, {} unlabeled, repetition {}: {}\n", failed,
      counted(std::ssize(results.cells), "cell"), shown_name(first->learner), first->labeled,
      first->unlabeled, first->repetition, visible_line(first->error, kLongestText));
}

}  // namespace

std::string terminal_table(const RunSummary& summary, Index width) {
  const RunResults& results = summary.results;
  std::string text;
  for (const std::string& metric : results.metrics) append_metric(text, summary, metric, width);
  append_answer(text, summary, width);
  append_choices(text, results);
  append_remarks(text, results);
  if (const std::string redraws = redraws_in_words(results); !redraws.empty())
    text += redraws + "\n";
  append_estimates(text, results);
  append_decodings(text, results);
  if (results.unfinished()) {
    text += fmt::format("unfinished: {} of {}; verdicts are provisional\n", results.cells.size(),
                        counted(results.planned, "cell"));
  }
  text += claims_lines(judged(std::span(&results, 1)), width);
  append_failures(text, results);
  return text;
}

}  // namespace costruct::experiments
