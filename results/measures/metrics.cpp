#include "costruct/results/measures/metrics.hpp"

#include <algorithm>
#include <map>
#include <mutex>

namespace costruct::experiments {
namespace {

MetricEntry of_predictions(MetricInfo info) {
  MetricEntry entry;
  static_cast<MetricInfo&>(entry) = std::move(info);
  return entry;
}

MetricEntry of_fits(const char* name, const char* meaning, bool higher_is_better,
                    MetricScale scale) {
  MetricEntry entry = of_predictions(
      {name, meaning, higher_is_better, scale, "a learner with working sets of constraints"});
  entry.of_fit = true;
  return entry;
}

bool says_the_same(const MetricInfo& a, const MetricInfo& b) {
  return a.name == b.name && a.meaning == b.meaning && a.higher_is_better == b.higher_is_better &&
         a.scale == b.scale && a.needs == b.needs;
}

/// All metrics, kept up to date with the catalog of problems, to which a program can add.
class AllMetrics {
 public:
  AllMetrics() {
    entries_.push_back(
        of_predictions({kLossMetric, "mean over the examples of the problem's own loss", false,
                        MetricScale::kRatio}));
    add_new();
    entries_.push_back(of_fits("constraints_added",
                               "constraints that the learner ever added to its working sets", false,
                               MetricScale::kCount));
    entries_.push_back(
        of_fits("support_loss_one",
                "share of the constraints with a positive dual variable whose output has loss 1",
                true, MetricScale::kShare));
  }

  const std::deque<MetricEntry>& up_to_date() {
    const std::lock_guard lock(mutex_);
    add_new();
    return entries_;
  }

 private:
  void add_new() {
    for (const ProblemEntry& problem : problem_catalog()) {
      std::size_t& listed = listed_[problem.name];
      const std::size_t outputs = problem.metrics.size();
      const std::size_t all = outputs + problem.number_metrics.size();
      for (; listed < all; ++listed) {
        add(listed < outputs ? problem.metrics[listed].info
                             : problem.number_metrics[listed - outputs].info,
            problem.name);
      }
    }
  }

  void add(const MetricInfo& info, const std::string& problem) {
    const auto known = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const auto& m) { return says_the_same(m, info); });
    if (known != entries_.end()) return known->problems.push_back(problem);
    entries_.push_back(of_predictions(info));
    entries_.back().problems = {problem};
  }

  std::mutex mutex_;
  std::deque<MetricEntry> entries_;
  std::map<std::string, std::size_t> listed_;  // how many metrics of each problem are in entries_
};

}  // namespace

const std::deque<MetricEntry>& metric_catalog() {
  static AllMetrics all;
  return all.up_to_date();
}

std::vector<std::string> metric_names() {
  std::vector<std::string> names;
  for (const MetricEntry& entry : metric_catalog()) {
    if (std::find(names.begin(), names.end(), entry.name) == names.end())
      names.push_back(entry.name);
  }
  return names;
}

std::string problem_type_of(const Json& config) {
  const auto block = config.find("problem");
  if (block == config.end() || !block->is_object()) return "";
  const auto type = block->find("type");
  return type != block->end() && type->is_string() ? type->get<std::string>() : "";
}

const MetricEntry* find_metric(const std::string& problem, const std::string& name) {
  const bool known = find_problem(problem) != nullptr;
  const MetricEntry* found = nullptr;
  for (const MetricEntry& entry : metric_catalog()) {
    if (entry.name != name) continue;
    const auto& problems = entry.problems;
    if (problems.empty() || std::count(problems.begin(), problems.end(), problem) > 0)
      return &entry;
    if (known) continue;
    if (found != nullptr) return nullptr;  // problems have different metrics with this name
    found = &entry;
  }
  return found;
}

const MetricEntry* find_metric_of_run(const Json& config, const std::string& name) {
  return find_metric(problem_type_of(config), name);
}

bool is_another_metric(const Json& config, const Json& other, const std::string& name) {
  const MetricEntry *first = find_metric_of_run(config, name),
                    *second = find_metric_of_run(other, name);
  return first != nullptr && second != nullptr && first != second;
}

double better_sign(const Json& config, const std::string& name) {
  const MetricEntry* entry = find_metric_of_run(config, name);
  return entry && entry->higher_is_better ? -1 : 1;
}

const char* metric_format(const Json& config, const std::string& name) {
  const MetricEntry* entry = find_metric_of_run(config, name);
  return entry ? entry->format() : MetricEntry().format();
}

std::vector<std::string> metrics_of(const ProblemEntry& problem) {
  std::vector<std::string> names = {kLossMetric};
  for (const OutputMetric& metric : problem.metrics) names.push_back(metric.info.name);
  for (const NumberMetric& metric : problem.number_metrics) names.push_back(metric.info.name);
  return names;
}

std::string foreign_metric(const ProblemEntry& problem) {
  return "problem " + problem.name + " does not have it: use " + one_of(metrics_of(problem));
}

std::string view_metric(const ProblemEntry& problem) {
  const std::vector<std::string> names = metrics_of(problem);
  return names.size() > 1 ? names[1] : names[0];
}

std::string view_metric(const Json& config) {
  const ProblemEntry* problem = find_problem(problem_type_of(config));
  return problem == nullptr ? kLossMetric : view_metric(*problem);
}

std::string misfit_of(const ProblemEntry& problem, const std::string& name,
                      const std::vector<std::string>& labels) {
  for (const OutputMetric& metric : problem.metrics) {
    if (metric.info.name == name && metric.misfit) return metric.misfit(labels);
  }
  return "";
}

}  // namespace costruct::experiments
