#include "costruct/experiments/config/scores.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/experiments/files/output_file.hpp"

namespace costruct::experiments {
namespace {

// O, a tag, or a tag, a hyphen and a type.
bool is_chunk_label(const std::string& label) {
  if (label == "O") return true;
  const bool tagged = !label.empty() && std::string_view("BIES").find(label[0]) != std::string_view::npos;
  return tagged && (label.size() == 1 || (label.size() > 2 && label[1] == '-'));
}

// Tags without a type could be anything, but beside O.
std::string misfit_of_chunks(const MetricEntry& metric, const std::vector<std::string>& labels) {
  const auto other = std::find_if_not(labels.begin(), labels.end(), is_chunk_label);
  if (other != labels.end())
    return fmt::format("needs {}; the data has a label {}", metric.needs, shown(*other));
  const bool outside = std::find(labels.begin(), labels.end(), "O") != labels.end();
  const auto bare = std::find_if(labels.begin(), labels.end(),
                                 [](const std::string& label) { return label.size() == 1 && label != "O"; });
  if (bare != labels.end() && !outside)
    return fmt::format("needs {}; the data has a label {} and none that is O", metric.needs, shown(*bare));
  const bool any = std::any_of(labels.begin(), labels.end(), [](const auto& label) { return label != "O"; });
  return any ? "" : fmt::format("needs {}; the data has no label but O", metric.needs);
}

}  // namespace

std::string misfit_of(const MetricEntry& metric, Shape shape, const std::vector<std::string>* labels) {
  const bool of_sequences = metric.name == "sequence_error" || metric.name == "chunk_f1";
  if (of_sequences && shape != Shape::kSequence)
    return "needs sequences, and here an example has one label: token_error is the share of wrong ones";
  return metric.name == "chunk_f1" && labels != nullptr ? misfit_of_chunks(metric, *labels) : "";
}

std::vector<std::string> suitable_metrics(Shape shape, const std::vector<std::string>& labels) {
  std::vector<std::string> names;
  for (const MetricEntry& entry : metric_catalog()) {
    if (!entry.of_fit && !entry.of_numbers && misfit_of(entry, shape, &labels).empty())
      names.push_back(entry.name);
  }
  return names;
}

bool reports_metric(const LearnerEntry& learner, const MetricEntry& metric) {
  const std::string part = metric.name == "support_loss_one" ? kSupportLosses : metric.name;
  return std::find(learner.reports.begin(), learner.reports.end(), part) != learner.reports.end();
}

std::map<std::string, double> fit_metrics(const FitReport& report) {
  std::map<std::string, double> metrics;
  if (report.constraints_added) metrics["constraints_added"] = static_cast<double>(*report.constraints_added);
  Index all = 0;
  for (const auto& [loss, count] : report.support_losses) all += count;
  if (all == 0) return metrics;
  const auto one = report.support_losses.find(1.0);
  const Index ones = one == report.support_losses.end() ? 0 : one->second;
  metrics["support_loss_one"] = static_cast<double>(ones) / static_cast<double>(all);
  return metrics;
}

Json suitable_scores(Shape shape, const MetricInput& input) {
  Json scores = Json::object();
  const std::vector<std::string> labels(input.labels.begin(), input.labels.end());
  for (const std::string& name : suitable_metrics(shape, labels)) scores[name] = compute_metric(name, input);
  return scores;
}

void write_evaluation(const Json& evaluation, const std::filesystem::path& report) {
  OutputFile out("");
  for (const auto& [name, value] : evaluation.at("metrics").items())
    out.write(fmt::format("{}\t{}\n", name, value.get<double>()));
  out.commit();
  if (!report.empty()) write_file(report, evaluation.dump(2) + "\n");
}

double disagreement(const std::vector<std::vector<Output>>& by_view) {
  double wrong = 0, all = 0;
  for (std::size_t u = 0; u < by_view.size(); ++u) {
    for (std::size_t v = u + 1; v < by_view.size(); ++v) {
      for (std::size_t i = 0; i < by_view[u].size(); ++i) {
        const std::vector<int>&a = by_view[u][i].parts, &b = by_view[v][i].parts;
        for (std::size_t t = 0; t < a.size(); ++t) wrong += a[t] != b[t];
        all += static_cast<double>(a.size());
      }
    }
  }
  return all == 0 ? 0 : wrong / all;
}

std::string outside_of(const Json& problem_options) {
  return problem_options.contains("outside") ? problem_options.at("outside").get<std::string>() : "O";
}

}  // namespace costruct::experiments
