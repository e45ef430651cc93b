#include "costruct/experiments/results/compare_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/experiments/results/paired_tests.hpp"
#include "costruct/experiments/results/pairing.hpp"
#include "costruct/experiments/results/terminal_text.hpp"

namespace costruct::experiments {
namespace {

MeanAndError summary_of(const CellGroup& group, const std::string& metric) {
  std::vector<double> values;
  for (const CellResult* cell : group.cells) {
    if (const auto value = measured(*cell, metric)) values.push_back(*value);
  }
  return mean_and_error(values);
}

/// The checksums of the files that a run read; null where it has none.
Json checksums(const RunResults& run) {
  if (!run.provenance.is_object() || !run.provenance.contains("data")) return nullptr;
  Json sums = Json::array();
  for (const Json& file : run.provenance.at("data")) {
    sums.push_back(file.is_object() ? file.value("fnv1a", Json()) : Json());
  }
  return sums;
}

/// How a run reads its data, whatever the place of the files.
Json reading(const RunResults& run) {
  if (!run.config.is_object()) return nullptr;
  Json data = run.config.value("data", Json());
  if (!data.is_object()) return data;
  for (const char* path : {"train", "unlabeled", "test", "dataset"}) data.erase(path);
  return data;
}

bool have_same_data(const RunResults& first, const RunResults& second) {
  return checksums(first) == checksums(second) && reading(first) == reading(second);
}

CellComparison compare(const CellGroup& first, const CellGroup& second, const std::string& learner,
                       const std::string& metric, bool same_data) {
  CellComparison cell;
  cell.metric = metric;
  cell.learner = learner;
  cell.labeled = first.labeled;
  cell.unlabeled = first.unlabeled;
  cell.first = summary_of(first, metric);
  cell.second = summary_of(second, metric);
  if (!same_data) {
    cell.difference = mean_and_error({});
    return cell;
  }
  const Pairs pairs = pair_up(second, first, metric, Draw::kSame);
  cell.paired = pairs.count();
  cell.other_splits = pair_up(second, first, metric, Draw::kSameRepetition).count() - cell.paired;
  std::vector<double> differences;
  for (std::size_t i = 0; i < pairs.first.size(); ++i)
    differences.push_back(pairs.first[i] - pairs.second[i]);
  cell.difference = mean_and_error(differences);
  if (const auto test = paired_t_test(pairs.first, pairs.second)) cell.p = test->p_two_sided;
  return cell;
}

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
  notes.push_back(fmt::format("{} of shared learners {} in the {} run only",
                              count == 1 ? "1 cell" : fmt::format("{} cells", count),
                              count == 1 ? "is" : "are", which));
}

void note_differences(const char* kind, const std::vector<std::string>& first,
                      const std::vector<std::string>& second, std::vector<std::string>& notes) {
  for (const std::string& name : only_in(first, second))
    notes.push_back(fmt::format("{} {} is in the first run only", kind, name));
  for (const std::string& name : only_in(second, first))
    notes.push_back(fmt::format("{} {} is in the second run only", kind, name));
}

std::string metric_text(const MeanAndError& value) {
  if (value.count == 0) return "-";
  if (std::isnan(value.standard_error)) return fmt::format("{:.4f}", value.mean);
  return fmt::format("{:.4f} ± {:.4f}", value.mean, value.standard_error);
}

// Columns padded to their widest cell.
std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<Index> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], text_width(row[c]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) line += (c == 0 ? "" : "  ") + padded(row[c], widths[c]);
    text += line + "\n";
  }
  return text;
}

}  // namespace

RunComparison compare_runs(const RunResults& first, const RunResults& second) {
  RunComparison comparison;
  comparison.same_data = have_same_data(first, second);
  if (!comparison.same_data) comparison.notes.push_back("the runs have different data: nothing is paired");
  note_differences("learner", first.learners, second.learners, comparison.notes);
  note_differences("metric", first.metrics, second.metrics, comparison.notes);
  const std::vector<CellGroup> ours = group_cells(first), theirs = group_cells(second);
  Index missing = 0;
  std::vector<bool> met(theirs.size(), false);
  for (const std::string& metric : first.metrics) {
    if (std::find(second.metrics.begin(), second.metrics.end(), metric) == second.metrics.end()) continue;
    missing = 0;
    for (const CellGroup& group : ours) {
      const std::string& learner = first.learners[group.learner];
      const auto at = std::find(second.learners.begin(), second.learners.end(), learner);
      if (at == second.learners.end()) continue;
      const CellGroup* other = find_group(theirs, static_cast<std::size_t>(at - second.learners.begin()),
                                          group.labeled, group.unlabeled);
      if (other == nullptr) {
        ++missing;
        continue;
      }
      met[static_cast<std::size_t>(other - theirs.data())] = true;
      comparison.cells.push_back(compare(group, *other, learner, metric, comparison.same_data));
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
  return comparison;
}

std::string comparison_table(const RunComparison& comparison, const std::string& first,
                             const std::string& second) {
  std::string text = fmt::format("A = {}, B = {}; differences B - A over repetitions with the same split\n",
                                 printable(first), printable(second));
  std::vector<std::vector<std::string>> rows;
  Index unpaired = 0;
  for (std::size_t i = 0; i < comparison.cells.size(); ++i) {
    const CellComparison& cell = comparison.cells[i];
    if (rows.empty())
      rows.push_back({"learner", "labeled", "unlabeled", "A", "B", "difference", "p", "pairs"});
    const bool paired = cell.paired > 0;
    unpaired += cell.other_splits > 0;
    rows.push_back({printable(cell.learner), std::to_string(cell.labeled), std::to_string(cell.unlabeled),
                    metric_text(cell.first), metric_text(cell.second),
                    paired                 ? metric_text(cell.difference)
                    : comparison.same_data ? "splits differ"
                                           : "data differ",
                    std::isnan(cell.p) ? "-" : fmt::format("{:.2g}", cell.p), std::to_string(cell.paired)});
    if (i + 1 < comparison.cells.size() && comparison.cells[i + 1].metric == cell.metric) continue;
    text += "\n" + printable(cell.metric) + "\n" + aligned(rows);
    rows.clear();
  }
  if (comparison.cells.empty()) text += "\nno learner, metric and sizes in common\n";
  if (unpaired > 0) {
    text += fmt::format(
        "\nIn {} rows some repetitions are not paired, since the runs had different splits in them; A and B "
        "are "
        "means over all.\n",
        unpaired);
  }
  for (const std::string& note : comparison.notes) text += printable(note) + "\n";
  return text;
}

}  // namespace costruct::experiments
