#include "costruct/experiments/engine/scores.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/experiments/files/output_file.hpp"

namespace costruct::experiments {
namespace {

bool are_chunk_labels(const std::vector<std::string>& labels) {
  bool any = false;
  for (const std::string& label : labels) {
    if (label == "O") continue;
    const bool prefixed =
        label.size() > 2 && label[1] == '-' && std::string_view("BIES").find(label[0]) != std::string::npos;
    if (!prefixed) return false;
    any = true;
  }
  return any;
}

}  // namespace

std::vector<std::string> suitable_metrics(Shape shape, const std::vector<std::string>& labels) {
  std::vector<std::string> names;
  for (const MetricEntry& entry : metric_catalog()) {
    if (entry.of_fit || entry.of_numbers) continue;
    if (entry.name == "sequence_error" && shape != Shape::kSequence) continue;
    if (entry.name == "chunk_f1" && (shape != Shape::kSequence || !are_chunk_labels(labels))) continue;
    names.push_back(entry.name);
  }
  return names;
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
