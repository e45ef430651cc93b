#include "costruct/report/compare_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/text/counted.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/gaps.hpp"
#include "costruct/results/statistics/paired_tests.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/text/table.hpp"
#include "costruct/results/text/terminal_text.hpp"

namespace costruct::experiments {
namespace {

MeanAndError summary_of(const CellGroup& group, const std::string& metric) {
  std::vector<double> values;
  for (const CellResult* cell : group.cells) {
    if (const auto value = measured(*cell, metric)) values.push_back(*value);
  }
  return mean_and_error(values);
}

/// The checksums of the files that a run read; null if it has none.
Json checksums(const RunResults& run) {
  if (!run.provenance.is_object() || !run.provenance.contains("data")) return nullptr;
  Json sums = Json::array();
  for (const Json& file : run.provenance.at("data")) {
    sums.push_back(file.is_object() ? file.value("fnv1a", Json()) : Json());
  }
  return sums;
}

/// How a run reads its data, without the paths of the files.
Json reading(const RunResults& run) {
  if (!run.config.is_object()) return nullptr;
  Json data = run.config.value("data", Json());
  if (!data.is_object()) return data;
  for (const char* path : {"train", "unlabeled", "test", "dataset"}) data.erase(path);
  return data;
}

/// Sets the results of the paired differences; changes nothing if there are no pairs.
void compare_pairs(const Pairs& pairs, PairedTest test, std::optional<double> ratio,
                   CellComparison& cell) {
  if (pairs.count() == 0) return;
  cell.paired = pairs.count();
  cell.first = mean_and_error(pairs.second);
  cell.second = mean_and_error(pairs.first);
  std::vector<double> differences;
  for (std::size_t i = 0; i < pairs.first.size(); ++i)
    differences.push_back(pairs.first[i] - pairs.second[i]);
  cell.difference = mean_and_error(differences);
  if (const auto result = paired_test(test, pairs.first, pairs.second, 0, ratio))
    cell.p = result->p_two_sided;
}

/// The same cells of two runs, and the settings of their comparison.
struct Comparing {
  const RunResults& first;
  const RunResults& second;
  PairedTest test;
  bool same_data;

  CellComparison compare(const CellGroup& ours, const CellGroup& theirs,
                         const std::string& metric) const {
    CellComparison cell;
    cell.metric = metric;
    cell.learner = first.learners[ours.learner];
    cell.labeled = ours.labeled;
    cell.unlabeled = ours.unlabeled;
    cell.first = summary_of(ours, metric);
    cell.second = summary_of(theirs, metric);
    cell.difference = mean_and_error({});
    if (!same_data) return cell;
    const Pairs pairs = pair_up(theirs, ours, metric, PairBy::kDraw);
    cell.left_out = pairs.left_out;
    cell.other_splits = pair_up(theirs, ours, metric, PairBy::kRepetition).count() - pairs.count();
    compare_pairs(pairs, test, test_train_ratio(first, {ours.labeled, ours.unlabeled}), cell);
    cell.same = are_the_same(pairs, theirs, ours, PairBy::kDraw);
    if (cell.same) cell.p = CellResult::kNone;
    return cell;
  }
};

std::vector<std::string> only_in(const std::vector<std::string>& names,
                                 const std::vector<std::string>& others) {
  std::vector<std::string> only;
  std::copy_if(names.begin(), names.end(), std::back_inserter(only), [&](const std::string& name) {
    return std::find(others.begin(), others.end(), name) == others.end();
  });
  return only;
}

void note_missing(Index count, const char* which, std::vector<std::string>& notes) {
  if (count == 0) return;
  notes.push_back(fmt::format("{} of shared learners {} in the {} run only", counted(count, "cell"),
                              count == 1 ? "is" : "are", which));
}

void note_differences(const char* kind, const std::vector<std::string>& first,
                      const std::vector<std::string>& second, std::vector<std::string>& notes) {
  for (const std::string& name : only_in(first, second))
    notes.push_back(fmt::format("{} {} is in the first run only", kind, name));
  for (const std::string& name : only_in(second, first))
    notes.push_back(fmt::format("{} {} is in the second run only", kind, name));
}

void note_estimates(const RunResults& run, const char* which, std::vector<std::string>& notes) {
  for (const LearnerGaps& gaps : gaps_of(run)) {
    if (gaps.estimates > 0)
      notes.push_back(fmt::format("{} in the {} run: {}", gaps.learner, which, gap_text(gaps)));
  }
}

std::string count_text(Index count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string metric_text(const MeanAndError& value) {
  if (value.count == 0) return "-";
  if (std::isnan(value.standard_error)) return fmt::format("{:.4f}", value.mean);
  return fmt::format("{:.4f} ± {:.4f}", value.mean, value.standard_error);
}

}  // namespace

bool have_same_data(const RunResults& first, const RunResults& second) {
  return checksums(first) == checksums(second) && reading(first) == reading(second);
}

RunComparison compare_runs(const RunResults& first, const RunResults& second) {
  RunComparison comparison;
  comparison.same_data = have_same_data(first, second);
  if (!comparison.same_data)
    comparison.notes.push_back("the runs have different data: nothing is paired");
  comparison.test = default_test(protocol_of(first));
  const Comparing comparing{first, second, *find_paired_test(comparison.test),
                            comparison.same_data};
  note_differences("learner", first.learners, second.learners, comparison.notes);
  note_differences("metric", first.metrics, second.metrics, comparison.notes);
  const std::vector<CellGroup> ours = group_cells(first), theirs = group_cells(second);
  Index missing = 0;
  std::vector<bool> met(theirs.size(), false);
  for (const std::string& metric : first.metrics) {
    if (std::find(second.metrics.begin(), second.metrics.end(), metric) == second.metrics.end())
      continue;
    if (is_another_metric(first.config, second.config, metric)) {
      comparison.notes.push_back(
          fmt::format("{} is one metric of problem {} and another of {}: left out", metric,
                      problem_type_of(first.config), problem_type_of(second.config)));
      continue;
    }
    missing = 0;
    for (const CellGroup& group : ours) {
      const std::string& learner = first.learners[group.learner];
      const auto at = std::find(second.learners.begin(), second.learners.end(), learner);
      if (at == second.learners.end()) continue;
      const CellGroup* other =
          find_group(theirs, static_cast<std::size_t>(at - second.learners.begin()), group.labeled,
                     group.unlabeled);
      if (other == nullptr) {
        ++missing;
        continue;
      }
      met[static_cast<std::size_t>(other - theirs.data())] = true;
      comparison.cells.push_back(comparing.compare(group, *other, metric));
    }
  }
  note_missing(missing, "first", comparison.notes);
  Index more = 0;
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    const std::string& learner = second.learners[theirs[i].learner];
    const bool shared =
        std::find(first.learners.begin(), first.learners.end(), learner) != first.learners.end();
    more += shared && !met[i] && !comparison.cells.empty();
  }
  note_missing(more, "second", comparison.notes);
  note_estimates(first, "first", comparison.notes);
  note_estimates(second, "second", comparison.notes);
  return comparison;
}

std::string comparison_table(const RunComparison& comparison, const std::string& first,
                             const std::string& second) {
  std::string text = fmt::format(
      "A = {}, B = {}; means and differences B - A over the repetitions that both finished on the "
      "same\n"
      "split; p by {}, two-sided\n",
      shown_name(first), shown_name(second), comparison.test);
  Table table{
      {"learner", "labeled", "unlabeled", "A", "B", "difference", "p", "pairs", "left out"}};
  Index leaving_out = 0, unpaired = 0;
  for (std::size_t i = 0; i < comparison.cells.size(); ++i) {
    const CellComparison& cell = comparison.cells[i];
    const bool paired = cell.paired > 0;
    leaving_out += paired && cell.left_out > 0;
    unpaired += !paired && comparison.same_data;
    table.add({shown_name(cell.learner), cell.labeled, cell.unlabeled, metric_text(cell.first),
               metric_text(cell.second),
               paired                  ? metric_text(cell.difference)
               : !comparison.same_data ? "data differ"
               : cell.other_splits > 0 ? "splits differ"
                                       : "no pairs",
               cell.same            ? kTheSame
               : std::isnan(cell.p) ? "-"
                                    : fmt::format("{:.2g}", cell.p),
               cell.paired, cell.left_out});
    if (i + 1 < comparison.cells.size() && comparison.cells[i + 1].metric == cell.metric) continue;
    text += "\n" + shown_name(cell.metric) + "\n" + terminal_text(table);
    table.rows.clear();
  }
  if (comparison.cells.empty()) text += "\nno learner, metric and sizes in common\n";
  if (leaving_out > 0) {
    text += fmt::format(
        "\nleft out: repetitions that only one run finished, or that had different splits; {} {} "
        "some\n",
        count_text(leaving_out, "row"), leaving_out == 1 ? "has" : "have");
  }
  if (unpaired > 0) {
    text += fmt::format("\n{} without pairs: A and B are means over all repetitions of each run\n",
                        count_text(unpaired, "row"));
  }
  for (const std::string& note : comparison.notes) text += visible_line(note, kLongestText) + "\n";
  return text;
}

}  // namespace costruct::experiments
