#include "costruct/report/joined_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "costruct/core/error.hpp"
#include "costruct/report/answer/training_command.hpp"
#include "costruct/report/compare_runs.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {
namespace {

std::vector<std::string> different_labels(std::vector<std::string> labels) {
  std::map<std::string, Index> counts, seen;
  for (const std::string& label : labels) ++counts[label];
  for (std::string& label : labels) {
    const std::string plain = label;
    if (counts[plain] > 1) label = fmt::format("{} {}", plain, ++seen[plain]);
  }
  return labels;
}

/// The names of learners in the joined run, by the names in their own runs.
std::map<std::string, std::string> joined_names(const std::vector<RunResults>& runs,
                                                std::size_t own, const std::string& label) {
  std::map<std::string, std::string> names;
  for (const std::string& learner : runs[own].learners) {
    Index count = 0;
    for (const RunResults& run : runs)
      count += std::count(run.learners.begin(), run.learners.end(), learner);
    names[learner] = count > 1 ? learner + " of " + label : learner;
  }
  return names;
}

/// The metrics of the first run that all runs have with the same meaning.
std::vector<std::string> common_metrics(const std::vector<RunResults>& runs) {
  std::vector<std::string> metrics = runs.front().metrics;
  std::erase_if(metrics, [&](const std::string& metric) {
    return std::any_of(runs.begin(), runs.end(), [&](const RunResults& run) {
      return std::find(run.metrics.begin(), run.metrics.end(), metric) == run.metrics.end() ||
             is_another_metric(runs.front().config, run.config, metric);
    });
  });
  if (!metrics.empty()) return metrics;
  std::string found;
  for (const RunResults& run : runs) {
    const std::string problem = problem_type_of(run.config);
    found +=
        fmt::format("{}{} has {}{}", found.empty() ? "" : "; ", run.name,
                    fmt::join(run.metrics, ", "), problem.empty() ? "" : " of problem " + problem);
  }
  throw DataError("no metric is in all of these runs, so they cannot stand on one page: " + found);
}

/// Changes the hash of a split on other data, so that it is paired with none. A hash covers only
/// the numbers of the examples.
void set_apart(CellResult& cell, std::size_t run) {
  if (!cell.split_hash.empty()) cell.split_hash += fmt::format(" of other data, {}", run);
}

/// Compares the draws of two runs on the same data, at all sizes and repetitions that both have.
enum class Draws { kSame, kOther, kNoneInCommon };

Draws draws_of(const RunResults& first, const RunResults& second) {
  std::map<std::tuple<Index, Index, Index>, std::string> splits;
  for (const CellResult& cell : first.cells)
    splits[{cell.labeled, cell.unlabeled, cell.repetition}] = cell.split_hash;
  bool common = false;
  for (const CellResult& cell : second.cells) {
    const auto split = splits.find({cell.labeled, cell.unlabeled, cell.repetition});
    if (split == splits.end()) continue;
    if (split->second.empty() || split->second != cell.split_hash) return Draws::kOther;
    common = true;
  }
  return common ? Draws::kSame : Draws::kNoneInCommon;
}

/// A number for each run; runs with the same draws share it. A run gets the first number that fits
/// it, or else its own index. A number fits if each of its runs has the same draws as this run or
/// no draw in common. At least one of them must have the same draws.
std::vector<Index> drawn_alike(const std::vector<RunResults>& runs) {
  std::vector<Index> numbers;
  for (std::size_t own = 0; own < runs.size(); ++own) {
    Index number = static_cast<Index>(own);
    for (std::size_t first = 0; first < own && number == static_cast<Index>(own); ++first) {
      bool some = false, all = true;
      for (std::size_t k = first; k < own; ++k) {
        if (numbers[k] != static_cast<Index>(first)) continue;
        const Draws draws =
            have_same_data(runs[k], runs[own]) ? draws_of(runs[k], runs[own]) : Draws::kOther;
        some = some || draws == Draws::kSame;
        all = all && draws != Draws::kOther;
      }
      if (some && all) number = static_cast<Index>(first);
    }
    numbers.push_back(number);
  }
  return numbers;
}

void append_names(const std::vector<std::string>& from,
                  const std::map<std::string, std::string>& names, std::vector<std::string>& to) {
  for (const std::string& name : from) to.push_back(names.at(name));
}

void append_config_learners(const RunResults& run, const std::map<std::string, std::string>& names,
                            Json& learners) {
  if (!run.config.is_object() || !run.config.contains("learners") ||
      !run.config.at("learners").is_array())
    return;
  for (Json entry : run.config.at("learners")) {
    if (!entry.is_object() || !entry.contains("type") || !entry.at("type").is_string()) continue;
    const auto name = names.find(entry.value("name", entry.at("type").get<std::string>()));
    if (name == names.end()) continue;
    entry["name"] = name->second;
    learners.push_back(std::move(entry));
  }
}

}  // namespace

RunResults joined_runs(const std::vector<RunResults>& runs,
                       const std::vector<std::string>& labels) {
  COSTRUCT_ASSERT(!runs.empty() && runs.size() == labels.size(), "a label for each run");
  const std::vector<std::string> called = different_labels(labels);
  RunResults joined;
  joined.name = listed_in_words(called);
  joined.metrics = common_metrics(runs);
  joined.tests = runs.front().tests;
  joined.pool = runs.front().pool;
  joined.holdout = runs.front().holdout;
  joined.config = runs.front().config.is_object() ? runs.front().config : Json::object();
  Json learners = Json::array();
  const std::vector<Index> drawn_by = drawn_alike(runs);
  std::vector<std::string> apart, left_out = runs.front().metrics;
  std::erase_if(left_out, [&](const std::string& metric) {
    return std::count(joined.metrics.begin(), joined.metrics.end(), metric) > 0;
  });
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const RunResults& run = runs[k];
    const bool same_data = have_same_data(runs.front(), run);
    if (!same_data) apart.push_back(called[k]);
    const auto names = joined_names(runs, k, called[k]);
    append_names(run.learners, names, joined.learners);
    append_names(run.supervised, names, joined.supervised);
    append_names(run.without_unlabeled, names, joined.without_unlabeled);
    append_config_learners(run, names, learners);
    for (CellResult cell : run.cells) {
      const auto name = names.find(cell.learner);
      if (name == names.end()) continue;
      cell.learner = name->second;
      cell.drawn_by = drawn_by[k];
      if (!same_data) set_apart(cell, k);
      joined.cells.push_back(std::move(cell));
    }
    joined.planned += std::max(run.planned, static_cast<Index>(run.cells.size()));
    joined.provenance[called[k]] = run.provenance;
    if (Json& own = joined.provenance[called[k]]; own.is_object()) own.erase(kTrainingEntry);
  }
  joined.config["learners"] = std::move(learners);
  joined.config["name"] = joined.name;
  joined.config.erase("claims");
  joined.config.erase("note");
  joined.config["description"] = fmt::format(
      "{} runs on one page.{}{}", runs.size(),
      apart.empty() ? ""
                    : fmt::format(" Other data than {}, and so without tests across: {}.",
                                  called.front(), listed_in_words(apart)),
      left_out.empty() ? ""
                       : fmt::format(" Left out, as not all runs have it or mean the same: {}.",
                                     listed_in_words(left_out)));
  return joined;
}

}  // namespace costruct::experiments
