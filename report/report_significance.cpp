#include "costruct/report/report_significance.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "costruct/core/text/counted.hpp"
#include "costruct/report/answer/gains_in_words.hpp"
#include "costruct/report/html/difference_marks.hpp"
#include "costruct/report/html/html.hpp"
#include "costruct/report/html/html_table.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/unlabeled/twins.hpp"
#include "costruct/results/statistics/unlabeled/unlabeled_worth.hpp"

namespace costruct::experiments {
namespace {

/// The largest number of values that the bootstrap of the worth may read in a report: about two
/// seconds.
constexpr double kMostWork = 1e9;
constexpr double kResamples = 2000;

bool is_better(const Comparison& comparison) {
  return (comparison.difference > 0) == comparison.higher_is_better;
}

std::string folded(const std::string& summary, const std::string& content) {
  return "<details><summary>" + html(summary) + "</summary>\n" + content + "</details>\n";
}

std::string comparison_table(const std::vector<Comparison>& comparisons,
                             const LearnerNames& names) {
  Table table{{text_column("learner"), "labeled", "unlabeled", "pairs", "left out", "difference",
               "95 % interval", "p", "p after Holm", "effect size", text_column("verdict")},
              "Each learner against " + names(comparisons.front().reference) + " by " +
                  comparisons.front().test +
                  ", paired by repetition: " + readable_name(comparisons.front().metric)};
  for (const Comparison& comparison : comparisons) {
    const std::string mark =
        comparison.difference == 0 ? "" : difference_mark(is_better(comparison), comparison.p_holm);
    table.add(
        {names(comparison.learner), comparison.labeled,
         comparison.any_unlabeled ? "any" : std::to_string(comparison.unlabeled), comparison.count,
         comparison.left_out, number_text(comparison.difference, "{:.4f}"),
         std::isnan(comparison.interval_low)
             ? "–"
             : fmt::format("{:.4f} to {:.4f}", comparison.interval_low, comparison.interval_high),
         p_text(comparison.p), p_text(comparison.p_holm),
         number_text(comparison.effect_size, "{:.2f}"),
         !mark.empty()             ? mark
         : comparison.note.empty() ? "may be chance"
                                   : comparison.note});
  }
  return html_table(table);
}

std::string end_text(double value) {
  if (std::isinf(value)) return value < 0 ? "-∞" : "∞";
  return fmt::format("{:.1f}", value);
}

std::string interval_of(const UnlabeledWorth& worth) {
  if (std::isnan(worth.low)) return "–";
  if (worth.low == INFINITY) return "beyond the curve";
  if (worth.high == -INFINITY) return "before the curve";
  return end_text(worth.low) + " to " + end_text(worth.high);
}

std::string worth_table(const std::vector<UnlabeledWorth>& rows, const LearnerNames& names) {
  Table table{
      {text_column("learner"), "labeled", "unlabeled", text_column("reference"),
       "as good as it with", "worth", "95 % interval of the worth", "repetitions"},
      "Labeled examples with which the reference is as good, read off its curve, and how many more "
      "that is: " +
          readable_name(rows.front().metric)};
  for (const UnlabeledWorth& row : rows)
    table.add({names(row.learner), row.labeled, row.unlabeled,
               fmt::format("{}, {} unlabeled", names(row.reference), row.reference_unlabeled),
               equivalent_text(row, "{:.1f}"), worth_text(row, "{:.1f}"), interval_of(row),
               row.count});
  return html_table(table);
}

}  // namespace

CellMarks significance_marks(const std::vector<Comparison>& comparisons) {
  CellMarks marks;
  for (const Comparison& comparison : comparisons) {
    if (comparison.difference == 0) continue;
    const std::string mark = html_difference_mark(is_better(comparison), comparison.p_holm);
    const Index unlabeled = comparison.any_unlabeled ? kAnyUnlabeled : comparison.unlabeled;
    if (!mark.empty()) marks[{comparison.learner, {comparison.labeled, unlabeled}}] = mark;
  }
  return marks;
}

std::string significance_content(const std::vector<Comparison>& comparisons,
                                 const LearnerNames& names) {
  if (comparisons.empty()) return "";
  const std::string size = counted(std::ssize(comparisons), "comparison");
  return fmt::format(
             "<p class=\"soft\">Against {}: {}. By {}, two-sided, corrected by Holm's method over "
             "the {} of this metric. No mark: may be chance.</p>\n",
             html(names(comparisons.front().reference)), meaning_of_marks(),
             html(comparisons.front().test), size) +
         folded("All " + size + " with " + names(comparisons.front().reference),
                comparison_table(comparisons, names));
}

std::string comparisons_content(const std::vector<Comparison>& comparisons,
                                const LearnerNames& names) {
  if (comparisons.empty()) return "";
  return folded("The same comparisons by " + comparisons.front().test,
                comparison_table(comparisons, names));
}

std::string twins_content(const RunResults& results, const std::string& metric) {
  const std::vector<UnlabeledGain> gains = twin_gains(results, metric);
  if (gains.empty()) return "";
  return folded("Each learner with unlabeled examples also against its supervised twin",
                gains_table(gains, LearnerNames(results.learners), results.config, metric,
                            "Learners with unlabeled examples against their supervised twins"));
}

std::string worth_content(const RunSummary& summary, const std::string& metric) {
  std::set<Index> labeled;
  double cells = 0;
  for (const CellGroup& group : summary.groups) {
    labeled.insert(group.labeled);
    if (group.learner > 0 && group.unlabeled > 0) cells += static_cast<double>(group.cells.size());
  }
  if (cells == 0 || labeled.size() < 2) return "";
  if (2 * kResamples * cells * static_cast<double>(labeled.size() + 1) > kMostWork) {
    return "<p class=\"soft\">What the unlabeled data is worth is not worked out for a run of this "
           "size.</p>\n";
  }
  const std::vector<UnlabeledWorth> rows = unlabeled_worth(summary.results, metric);
  if (rows.empty()) return "";
  return folded("What the unlabeled data is worth in labeled examples",
                worth_table(rows, LearnerNames(summary.results.learners)));
}

}  // namespace costruct::experiments
