#include "costruct/problems/multivariate/multivariate_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/problems/multivariate/multivariate_options.hpp"
#include "costruct/problems/multivariate/row_scores.hpp"

namespace costruct::multivariate {
namespace {

double rate(double part, double all, double of_nothing) {
  return all == 0 ? of_nothing : part / all;
}

/// The positive one of the first two labels. Labels that training has not seen follow these two.
int positive_of(const MetricInput& input) {
  return positive_label(input.labels.first(std::min<std::size_t>(2, input.labels.size())),
                        input.options.value("positive", ""));
}

/// Counts over all rows of all inputs.
struct RowCounts {
  double true_positive = 0, false_positive = 0, missed = 0, true_negative = 0;
  double positive() const { return true_positive + missed; }
  double negative() const { return false_positive + true_negative; }
};

RowCounts counts_of(const MetricInput& input) {
  const int positive = positive_of(input);
  RowCounts counts;
  for (std::size_t x = 0; x < input.truth.size(); ++x) {
    const std::vector<int>&y = input.truth[x].parts, &y_hat = input.predicted[x].parts;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const bool is = y[i] == positive, said = y_hat[i] == positive;
      ++(is ? (said ? counts.true_positive : counts.missed)
            : (said ? counts.false_positive : counts.true_negative));
    }
  }
  return counts;
}

double f1(const MetricInput& input) {
  const RowCounts c = counts_of(input);
  return rate(2 * c.true_positive, 2 * c.true_positive + c.missed + c.false_positive, 1);
}

double precision(const MetricInput& input) {
  const RowCounts c = counts_of(input);
  return rate(c.true_positive, c.true_positive + c.false_positive, 1);
}

double recall(const MetricInput& input) {
  const RowCounts c = counts_of(input);
  return rate(c.true_positive, c.positive(), 1);
}

double row_error(const MetricInput& input) {
  const RowCounts c = counts_of(input);
  return rate(c.missed + c.false_positive, c.positive() + c.negative(), 0);
}

double balanced_error(const MetricInput& input) {
  const RowCounts c = counts_of(input);
  const double classes = (c.positive() > 0 ? 1 : 0) + (c.negative() > 0 ? 1 : 0);
  return rate(rate(c.missed, c.positive(), 0) + rate(c.false_positive, c.negative(), 0), classes,
              0);
}

/// Rows with the same score.
struct Tied {
  double positives = 0, rows = 0;
};

/// All rows by descending score; rows of equal score are together.
struct Ranking {
  std::vector<Tied> groups;
  double positives = 0, rows = 0;
};

Ranking ranking_of(const MetricInput& input) {
  const int positive = positive_of(input);
  std::vector<std::pair<double, bool>> rows;
  for (std::size_t x = 0; x < input.truth.size(); ++x) {
    const std::vector<int>& y = input.truth[x].parts;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double score = input.notes[x][i];  // NaN comes last
      rows.emplace_back(std::isnan(score) ? -std::numeric_limits<double>::infinity() : score,
                        y[i] == positive);
    }
  }
  // by score alone: among equal scores only the numbers of rows matter
  const auto is_higher = [](const auto& a, const auto& b) { return a.first > b.first; };
  if (!std::is_sorted(rows.begin(), rows.end(), is_higher))
    std::sort(rows.begin(), rows.end(), is_higher);
  Ranking ranking;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 0 || rows[i].first != rows[i - 1].first) ranking.groups.emplace_back();
    ranking.groups.back().positives += rows[i].second;
    ++ranking.groups.back().rows;
    ranking.positives += rows[i].second;
  }
  ranking.rows = static_cast<double>(rows.size());
  return ranking;
}

/// Returns how many of the k rows with the highest scores are positive: the mean over all orders of
/// rows with equal scores.
double positives_among(const Ranking& ranking, double k) {
  double found = 0;
  for (const Tied& group : ranking.groups) {
    const double taken = std::min(k, group.rows);
    found += taken * group.positives / group.rows;
    k -= taken;
    if (k <= 0) break;
  }
  return found;
}

double cut_of(const MetricInput& input, const Ranking& ranking) {
  return std::min(input.options.value("k", 10.0), ranking.rows);
}

double prbep(const MetricInput& input) {
  const Ranking ranking = ranking_of(input);
  return rate(positives_among(ranking, ranking.positives), ranking.positives, 1);
}

double precision_at_k(const MetricInput& input) {
  const Ranking ranking = ranking_of(input);
  const double k = cut_of(input, ranking);
  return rate(positives_among(ranking, k), k, 1);
}

double recall_at_k(const MetricInput& input) {
  const Ranking ranking = ranking_of(input);
  return rate(positives_among(ranking, cut_of(input, ranking)), ranking.positives, 1);
}

// Returns the share of pairs of a positive and a negative row that are in order; ties count half.
double roc_area(const MetricInput& input) {
  const Ranking ranking = ranking_of(input);
  double above = 0, ordered = 0;  // above: positives so far
  for (const Tied& group : ranking.groups) {
    ordered += (group.rows - group.positives) * (above + group.positives / 2);
    above += group.positives;
  }
  return rate(ordered, ranking.positives * (ranking.rows - ranking.positives), 0.5);
}

// Returns the mean, over positive rows, of the precision among rows with the same or a higher
// score.
double average_precision(const MetricInput& input) {
  const Ranking ranking = ranking_of(input);
  double positives = 0, rows = 0, sum = 0;
  for (const Tied& group : ranking.groups) {
    positives += group.positives;
    rows += group.rows;
    sum += group.positives * positives / rows;
  }
  return rate(sum, ranking.positives, 1);
}

Vector scores_of_rows(const StructuredProblem& problem, InputId x, const Output&,
                      ConstVectorRef w) {
  return offered<RowScores>(problem)->row_scores(x, w);
}

}  // namespace

std::vector<OutputMetric> multivariate_metrics() {
  std::vector<OutputMetric> metrics = {
      {{"error_rate", "share of wrong rows"}, row_error},
      {{"f1", "F1 of the positive label", true}, f1},
      {{"precision", "share of the rows called positive that are", true}, precision},
      {{"recall", "share of the positive rows that are called so", true}, recall},
      {{"balanced_error",
        "mean of the shares of wrong rows among the positive and the negative ones"},
       balanced_error}};
  const auto add = [&](const char* name, const char* meaning, auto compute) {
    OutputMetric metric{{name, meaning, true}, compute};
    metric.note = scores_of_rows;
    metrics.push_back(std::move(metric));
  };
  add("prbep", "precision among as many highest scores as there are positive rows", prbep);
  add("precision_at_k", "share of positive rows among the k of the highest scores", precision_at_k);
  add("recall_at_k", "share of the positive rows among the k of the highest scores", recall_at_k);
  add("roc_area", "area under the ROC curve of the scores", roc_area);
  add("average_precision", "mean precision at the positive rows, by descending score",
      average_precision);
  return metrics;
}

}  // namespace costruct::multivariate
