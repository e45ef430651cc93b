#include "costruct/report/answer/gains_in_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "costruct/report/html/difference_marks.hpp"
#include "costruct/report/html/html.hpp"
#include "costruct/report/html/html_table.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

std::string bound_of(const UnlabeledWorth& worth) {
  return worth.on_curve == OnCurve::kBeforeStart ? "at most "
         : worth.on_curve == OnCurve::kBeyondEnd ? "at least "
                                                 : "";
}

std::string sizes_text(std::size_t count, std::size_t all) {
  return fmt::format("{} of {} labeled size{}", count, all, all == 1 ? "" : "s");
}

/// "with 100 unlabeled examples", or "with 25 to 400 unlabeled examples" if the rows differ.
std::string unlabeled_range_text(const std::vector<const UnlabeledGain*>& rows) {
  const auto fewer = [](const UnlabeledGain* a, const UnlabeledGain* b) {
    return a->comparison.unlabeled < b->comparison.unlabeled;
  };
  const auto [least, most] = std::minmax_element(rows.begin(), rows.end(), fewer);
  if (one_unlabeled_size(rows))
    return fmt::format("with {} unlabeled examples", (*most)->comparison.unlabeled);
  return fmt::format("with {} to {} unlabeled examples", (*least)->comparison.unlabeled,
                     (*most)->comparison.unlabeled);
}

bool is_tested(const UnlabeledGain* row) {
  return row->is_tested();
}

// The sentence of one learner, from its rows.
std::string sentence_of(const std::vector<const UnlabeledGain*>& rows) {
  std::vector<const UnlabeledGain*> better, worse;
  for (const UnlabeledGain* row : rows) {
    if (row->is_shown()) (row->better ? better : worse).push_back(row);
  }
  const UnlabeledGain& last = *rows.back();
  std::string text = fmt::format("{} {} is ", last.comparison.learner, unlabeled_range_text(rows));
  if (std::none_of(rows.begin(), rows.end(), is_tested))
    return text + "not tested against the best learner without any" +
           (last.comparison.note.empty() ? "" : " (" + last.comparison.note + ")");
  const std::string untested = untested_sizes_text(rows);
  const std::string left = untested.empty() ? "" : "; " + untested;
  if (better.empty() && worse.empty())
    return text + "not significantly different from the best learner without any" + left;
  const auto highest = [](const auto& some) {
    double p = 0;
    for (const UnlabeledGain* row : some) p = std::max(p, row->comparison.p_holm);
    return p_text(p);
  };
  if (!better.empty())
    text += fmt::format("better than the best learner without any at {} (p at most {})",
                        sizes_text(better.size(), rows.size()), highest(better));
  if (!worse.empty())
    text += fmt::format("{} at {} (p at most {})",
                        better.empty() ? "worse than the best learner without any" : " and worse",
                        sizes_text(worse.size(), rows.size()), highest(worse));
  text += left;
  if (const UnlabeledGain* telling = most_telling(better)) {
    const bool is_beyond = telling->worth->on_curve == OnCurve::kBeyondEnd;
    text +=
        fmt::format(". With {} labeled examples it is {} {} with {} labeled and no unlabeled ones",
                    telling->comparison.labeled, is_beyond ? "at least as good as" : "as good as",
                    telling->comparison.reference,
                    is_beyond ? number_text(telling->worth->labeled_equivalent, "{:.0f}")
                              : equivalent_text(*telling->worth, "{:.0f}"));
  }
  return text;
}

std::vector<std::vector<const UnlabeledGain*>> rows_by_learner(
    const std::vector<UnlabeledGain>& gains) {
  std::vector<std::vector<const UnlabeledGain*>> rows;
  for (const UnlabeledGain& gain : gains) {
    if (rows.empty() || rows.back().front()->comparison.learner != gain.comparison.learner)
      rows.emplace_back();
    rows.back().push_back(&gain);
  }
  return rows;
}

}  // namespace

std::string untested_sizes_text(const std::vector<const UnlabeledGain*>& gains) {
  const auto first = std::find_if_not(gains.begin(), gains.end(), is_tested);
  if (first == gains.end()) return "";
  const std::string& note = (*first)->comparison.note;
  const bool one_reason = std::all_of(first, gains.end(), [&](const UnlabeledGain* gain) {
    return is_tested(gain) || gain->comparison.note == note;
  });
  const auto count = std::count_if(first, gains.end(), std::not_fn(is_tested));
  return "not tested at " + sizes_text(static_cast<std::size_t>(count), gains.size()) +
         (note.empty() || !one_reason ? "" : " (" + note + ")");
}

bool one_unlabeled_size(const std::vector<const UnlabeledGain*>& gains) {
  return std::all_of(gains.begin(), gains.end(), [&](const UnlabeledGain* gain) {
    return gain->comparison.unlabeled == gains.front()->comparison.unlabeled;
  });
}

std::string equivalent_text(const UnlabeledWorth& worth, const char* format) {
  if (!worth.tells())
    return worth.on_curve == OnCurve::kBeyondEnd ? "more than tested" : "fewer than tested";
  return bound_of(worth) + number_text(worth.labeled_equivalent, format);
}

std::string worth_text(const UnlabeledWorth& worth, const char* format) {
  return worth.tells() ? bound_of(worth) + number_text(worth.worth, format) : "–";
}

std::vector<std::string> gain_sentences(const std::vector<UnlabeledGain>& gains) {
  std::vector<std::string> sentences;
  for (const auto& rows : rows_by_learner(gains)) sentences.push_back(sentence_of(rows));
  return sentences;
}

std::string gains_table(const std::vector<UnlabeledGain>& gains, const LearnerNames& names,
                        const Json& config, const std::string& metric, const std::string& title) {
  if (gains.empty()) return "";
  const char* const format = metric_format(config, metric);
  Table table{
      {text_column("learner"), "labeled", "unlabeled", "mean", text_column("reference"), "its mean",
       "difference", "p", "p after Holm", "as good as it with", text_column("verdict")},
      title + ", " + metric + ", by " + gains.front().comparison.test,
      2};
  for (const UnlabeledGain& gain : gains) {
    const Comparison& comparison = gain.comparison;
    const std::string mark =
        comparison.difference == 0 ? "" : difference_mark(gain.better, comparison.p_holm);
    table.add({names(comparison.learner), comparison.labeled, comparison.unlabeled,
               number_text(gain.mean, format), names(comparison.reference),
               number_text(gain.reference_mean, format),
               number_text(comparison.difference, "{:.4f}"), p_text(comparison.p),
               p_text(comparison.p_holm), gain.worth ? equivalent_text(*gain.worth, "{:.0f}") : "–",
               !mark.empty()             ? mark
               : comparison.note.empty() ? "may be chance"
                                         : comparison.note});
  }
  return html_table(table);
}

}  // namespace costruct::experiments
