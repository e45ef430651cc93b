#include "costruct/experiments/training/train_report.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <cstdio>

#include "costruct/experiments/config/fit_metrics.hpp"
#include "costruct/experiments/files/machine_memory.hpp"
#include "costruct/experiments/files/output_file.hpp"
#include "costruct/experiments/files/terminal.hpp"

namespace costruct::experiments {
namespace {

Json number_or_null(const std::optional<double>& x) {
  return x ? Json(*x) : Json(nullptr);
}

// Null where the learner has none.
Json fit_metric(const FitReport& report, const std::string& name) {
  const auto metrics = fit_metrics(report);
  const auto at = metrics.find(name);
  if (at == metrics.end()) return nullptr;
  if (find_metric(name)->scale == MetricScale::kCount) return static_cast<Index>(at->second);
  return at->second;
}

Json to_json(const FitReport& report) {
  return {{"objective",
           {{"primal", number_or_null(report.primal)},
            {"dual", number_or_null(report.dual)},
            {"gap", number_or_null(report.gap)},
            {"gap_is_estimate", report.gap_is_estimate}}},
          {"iterations", report.iterations},
          {"oracle_calls", report.oracle_calls},
          {"constraints_added", fit_metric(report, "constraints_added")},
          {"support_loss_one", fit_metric(report, "support_loss_one")},
          {"converged", report.converged},
          {"stopped_because", report.stopped_because},
          {"warnings", report.warnings},
          {"history", report.history}};
}

}  // namespace

FitContext training_context(const TrainRequest& request, const Config& config) {
  FitContext context;
  context.seed = config.seed;
  context.threads = omp_get_max_threads();
  context.stop = request.stop;
  context.memory = machine_memory() / 2;
  if (::isatty(STDERR_FILENO) == 1) {
    context.progress = [](const std::string& line) { tell(line); };
  }
  return context;
}

std::optional<TrainingChoice> choice_of(const TrainRequest& request, Config& config, const LoadedData& data) {
  if (config.learners.front().select.empty()) return std::nullopt;
  return choose_for_training(config, data, omp_get_max_threads(), request.stop);
}

ExitCode tell_training(const TrainRequest& request, const std::string& learner,
                       const TrainingOutcome& outcome) {
  Json report = to_json(outcome.report);
  report["train_seconds"] = outcome.seconds;
  report["metrics"] = outcome.metrics;
  report["metrics_on"] = outcome.metrics_on;
  if (outcome.choice) {
    report["selected"] = outcome.choice->selected;
    report["selection"] = outcome.choice->selection;
  }
  if (!request.report.empty()) {
    write_file(request.report, report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  }
  for (const std::string& warning : outcome.report.warnings) tell("costruct: warning: " + warning);
  const auto& gap = outcome.report.gap;
  const std::string gap_reached =
      gap ? fmt::format(", gap {:.2g}{}", *gap, outcome.report.gap_is_estimate ? " (an estimate)" : "") : "";
  const auto at = outcome.metrics.find(outcome.headline);
  const std::string score = at == outcome.metrics.end() ? ""
                                                        : fmt::format(", {} {:.4f} on {}", outcome.headline,
                                                                      at->get<double>(), outcome.metrics_on);
  tell(fmt::format("{}: {}, {:.2f} s{}{}; model in {}", learner, outcome.report.stopped_because,
                   outcome.seconds, gap_reached, score, request.model.string()));
  const bool interrupted = request.stop != nullptr && request.stop->load(std::memory_order_relaxed);
  return interrupted ? kInterrupted : kDone;  // the best functions so far are a model all the same
}

}  // namespace costruct::experiments
