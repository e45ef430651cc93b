#include "costruct/results/claims/collection_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "costruct/core/text/counted.hpp"
#include "costruct/results/claims/claims_table.hpp"
#include "costruct/results/claims/collection_claims.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/far_draws.hpp"
#include "costruct/results/statistics/gaps.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/text/terminal_text.hpp"

namespace costruct::experiments {
namespace {

/// "5" or "5 to 417"
std::string size_range_text(Index low, Index high) {
  return low == high ? std::to_string(low) : fmt::format("{} to {}", low, high);
}

/// A row for each pair of sizes of each member. A member without sizes has one row with a dash.
Table collection_means(const CollectionResults& results, const std::string& metric,
                       const MetricEntry& entry) {
  Table table = means_table({"member", "labeled", "unlabeled"}, results.learners);
  for (const MemberResults& member : results.members) {
    for (std::size_t place = 0; place < member.sizes.size(); ++place) {
      const Means means = means_at(member, results.learners, metric, place);
      const auto [labeled, unlabeled] = member.sizes[place];
      add_means(table, {shown_name(member.name), labeled, unlabeled}, means,
                best_mean(means, entry.higher_is_better), entry.format());
    }
    if (member.sizes.empty())
      add_means(table, {shown_name(member.name), "-", "-"}, Means(results.learners.size()), {},
                entry.format());
  }
  return table;
}

void append_troubles(std::string& text, const CollectionResults& results) {
  for (const MemberResults& member : results.members) {
    if (!member.error.empty()) {
      text += fmt::format("{}: no results: {}\n", shown_name(member.name),
                          visible_line(member.error, kLongestText));
    } else if (member.unfinished()) {
      text += fmt::format("{}: unfinished: {} of {}\n", shown_name(member.name), member.finished,
                          counted(member.planned, "cell"));
    }
    if (member.failed > 0)
      text +=
          fmt::format("{}: {} failed\n", shown_name(member.name), counted(member.failed, "cell"));
    if (member.far > 0) {
      text += fmt::format(
          "{}: values of {} far from the others of their cells: its report names them\n",
          shown_name(member.name), counted(member.far, "draw"));
    }
    if (member.estimated_gaps > 0) {
      text += fmt::format("{}: gaps of {} are estimates: its report says of which learners\n",
                          shown_name(member.name), counted(member.estimated_gaps, "cell"));
    }
  }
}

/// All pairs of learners that have the same models. Any metric finds them, because all metrics must
/// be equal.
std::vector<SameLearners> same_learners(const RunSummary& summary, const std::string& metric) {
  std::vector<SameLearners> same;
  for (const CellGroup& first : summary.groups) {
    for (const CellGroup& second : summary.groups) {
      if (second.learner <= first.learner || second.labeled != first.labeled ||
          second.unlabeled != first.unlabeled)
        continue;
      if (are_the_same(first, second, metric, PairBy::kDraw))
        same.push_back({{first.labeled, first.unlabeled},
                        summary.results.learners[first.learner],
                        summary.results.learners[second.learner]});
    }
  }
  return same;
}

}  // namespace

MemberResults member_of(const std::string& name, const RunSummary& summary) {
  MemberResults member;
  member.name = name;
  for (const Sizes& sizes : sizes_of(summary.groups)) member.sizes.push_back(sizes);
  member.points = summary.curves;
  if (!summary.results.metrics.empty()) {
    const std::string& metric = summary.results.metrics.front();
    member.standings = standings_by_sizes(summary.results, summary.groups, metric);
    member.twins = twin_gains(summary.results, metric);
    member.same = same_learners(summary, metric);
  }
  for (const std::string& learner : summary.results.learners) {
    if (!is_given_unlabeled(summary.results, learner)) member.without_unlabeled.push_back(learner);
  }
  member.finished = static_cast<Index>(summary.results.cells.size());
  member.planned = std::max(summary.results.planned, member.finished);
  for (const std::string& metric : summary.results.metrics)
    member.far += static_cast<Index>(far_draws(summary.results, summary.groups, metric).size());
  for (const LearnerGaps& gaps : gaps_of(summary.results)) member.estimated_gaps += gaps.estimates;
  member.failed = std::count_if(summary.results.cells.begin(), summary.results.cells.end(),
                                [](const CellResult& cell) { return !cell.error.empty(); });
  return member;
}

const CurvePoint* point_at(const MemberResults& member, const std::string& learner,
                           const std::string& metric, std::size_t place) {
  if (place >= member.sizes.size()) return nullptr;
  for (const CurvePoint& point : member.points) {
    if (point.learner == learner && point.metric == metric &&
        Sizes{point.labeled, point.unlabeled} == member.sizes[place]) {
      return &point;
    }
  }
  return nullptr;
}

Means means_at(const MemberResults& member, const std::vector<std::string>& learners,
               const std::string& metric, std::size_t place) {
  Means means;
  for (const std::string& learner : learners) {
    const CurvePoint* point = point_at(member, learner, metric, place);
    means.push_back(point ? std::optional(point->value) : std::nullopt);
  }
  return means;
}

bool are_the_same_at(const MemberResults& member, const std::string& learner,
                     const std::string& other, std::size_t place) {
  if (place >= member.sizes.size()) return false;
  return std::any_of(member.same.begin(), member.same.end(), [&](const SameLearners& same) {
    const bool both = (same.first == learner && same.second == other) ||
                      (same.first == other && same.second == learner);
    return both && same.sizes == member.sizes[place];
  });
}

const Standing* standing_at(const MemberResults& member, std::size_t place) {
  if (place >= member.sizes.size()) return nullptr;
  for (const Standing& standing : member.standings) {
    if (Sizes{standing.labeled, standing.unlabeled} == member.sizes[place]) return &standing;
  }
  return nullptr;
}

std::size_t num_places(const CollectionResults& results) {
  std::size_t most = 0;
  for (const MemberResults& member : results.members) most = std::max(most, member.sizes.size());
  return most;
}

std::string place_text(const CollectionResults& results, std::size_t place) {
  std::vector<Index> labeled, unlabeled;
  for (const MemberResults& member : results.members) {
    if (place >= member.sizes.size()) continue;
    labeled.push_back(member.sizes[place].first);
    unlabeled.push_back(member.sizes[place].second);
  }
  if (labeled.empty()) return "no member";
  const auto range = [](const std::vector<Index>& all) {
    const auto [low, high] = std::minmax_element(all.begin(), all.end());
    return size_range_text(*low, *high);
  };
  return fmt::format("{} labeled, {} unlabeled", range(labeled), range(unlabeled));
}

std::string collection_csv(const CollectionResults& results) {
  Table table{
      {"member", "learner", "labeled", "unlabeled", "metric", "mean", "standard_error", "count"}};
  for (const MemberResults& member : results.members) {
    for (const CurvePoint& point : member.points)
      table.add({member.name, point.learner, point.labeled, point.unlabeled, point.metric,
                 point.value.mean, point.value.standard_error, point.value.count});
  }
  return csv_text(table);
}

std::string collection_tests_csv(const CollectionResults& results) {
  Table table{{"member", "labeled", "unlabeled", "metric", "learner", "mean", "best", "test",
               "p_holm", "behind"}};
  if (results.metrics.empty()) return csv_text(table);
  const auto name = [&](const Contender& contender) { return results.learners[contender.learner]; };
  for (const MemberResults& member : results.members) {
    for (const Standing& standing : member.standings) {
      for (const Contender& contender : standing.contenders)
        table.add({member.name, standing.labeled, standing.unlabeled, results.metrics.front(),
                   name(contender), contender.value.mean, name(standing.contenders.front()),
                   standing.test, contender.p, int{contender.behind}});
    }
  }
  return csv_text(table);
}

std::string collection_table(const CollectionResults& results, Index width) {
  std::string text;
  for (const std::string& metric : results.metrics) {
    const MetricEntry* found = find_metric_of_run(results.config, metric);
    const MetricEntry entry = found ? *found : MetricEntry();
    text += fmt::format("{}: mean ± standard error over repetitions{}\n", metric,
                        results.learners.size() < 2 ? ""
                        : entry.higher_is_better    ? ", * the highest"
                                                    : ", * the lowest");
    text += terminal_text(collection_means(results, metric, entry), width) + "\n";
  }
  const std::vector<JudgedRun> judged = {{results.name, judge_collection_claims(results)}};
  text += claims_table(judged, width);
  append_troubles(text, results);
  return text;
}

}  // namespace costruct::experiments
