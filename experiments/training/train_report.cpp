#include "costruct/experiments/training/train_report.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <mutex>

#include "costruct/core/clock.hpp"
#include "costruct/data/memory/memory_data.hpp"
#include "costruct/experiments/config/fit_metrics.hpp"
#include "costruct/experiments/runs/provenance.hpp"
#include "costruct/io/machine_memory.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

/// Prints progress with the time since the start. On a terminal it prints at most five lines a
/// second, in a log at most one line in ten seconds. With --verbose, or while the user waits for a
/// requested stop, it prints all lines.
class TrainingLog {
 public:
  explicit TrainingLog(const std::atomic<bool>* stop) : stop_(stop) {}

  void operator()(const std::string& line) {
    const double now = seconds_now();
    const bool all =
        voice() == Voice::kVerbose || (stop_ != nullptr && stop_->load(std::memory_order_relaxed));
    const double pause = all ? 0 : ::isatty(STDERR_FILENO) == 1 ? 0.2 : 10;
    if (now - last_ < pause) return;
    last_ = now;
    say(fmt::format("{}, {} elapsed", line, duration_text(now - start_)));
  }

 private:
  const std::atomic<bool>* stop_;
  double start_ = seconds_now(), last_ = start_;
};

Json number_or_null(const std::optional<double>& x) {
  return x ? Json(*x) : Json(nullptr);
}

// The gap, which is at least 0. If the primal is below the dual, greedy decoding has missed
// violations, or the two differ by rounding.
std::optional<double> gap_of(const FitReport& report) {
  return report.gap ? std::optional(std::max(*report.gap, 0.0)) : std::nullopt;
}

// ", gap 0.00094"
std::string gap_reached(const FitReport& report) {
  if (!report.gap) return "";
  if (*report.gap < 0 && report.gap_is_estimate) return ", no violation found (decoding is greedy)";
  return fmt::format(", gap {:.2g}{}", *gap_of(report),
                     report.gap_is_estimate ? " (an estimate)" : "");
}

// Null if the fit does not have the metric.
Json fit_metric(const FitReport& report, const std::string& name) {
  const auto metrics = fit_metrics(report);
  const auto at = metrics.find(name);
  if (at == metrics.end()) return nullptr;
  if (find_metric("", name)->scale == MetricScale::kCount) return static_cast<Index>(at->second);
  return at->second;
}

bool is_interrupted(const TrainRequest& request) {
  return request.stop != nullptr && request.stop->load(std::memory_order_relaxed);
}

}  // namespace

Json report_json(const FitReport& report, std::vector<std::string> notes) {
  notes.insert(notes.end(), report.notes.begin(), report.notes.end());
  return {{"objective",
           {{"primal", number_or_null(report.primal)},
            {"dual", number_or_null(report.dual)},
            {"gap", number_or_null(gap_of(report))},
            {"gap_is_estimate", report.gap_is_estimate}}},
          {"iterations", report.iterations},
          {"oracle_calls", report.oracle_calls},
          {"constraints_added", fit_metric(report, "constraints_added")},
          {"support_loss_one", fit_metric(report, "support_loss_one")},
          {"converged", report.converged},
          {"stopped_because", report.stopped_because},
          {"warnings", report.warnings},
          {"notes", std::move(notes)},
          {"history", report.history}};
}

FitContext training_context(const TrainRequest& request, const Config& config) {
  FitContext context;
  context.seed = config.seed;
  context.threads = omp_get_max_threads();
  context.stop = request.stop;
  context.memory = machine_memory() / 2;
  context.progress = TrainingLog(request.stop);
  return context;
}

Json training_origin(const LoadedData& data, const FitReport& report, bool counts_unlabeled) {
  Json files = Json::array();
  for (const auto* list : {&data.train, &data.unlabeled, &data.texts}) {
    for (FileFacts file : *list) {
      std::error_code failed;
      if (file.checksum.empty() && std::filesystem::is_regular_file(file.path, failed))
        file = file_facts(file.path);  // the file was streamed
      files.push_back({{"path", file.path.filename().string()},
                       {"bytes", file.bytes},
                       {"fnv1a", file.checksum}});
      const auto memory = memory_data(file.path);
      if (memory != nullptr && memory->num_columns() > 0)
        files.back()["columns"] = memory->num_columns();
    }
  }
  const Json program = program_provenance();
  const ExampleRoles roles = data.roles();
  Json origin = {{"data", files},
                 {"examples", {{"labeled", std::ssize(roles.labeled)}}},
                 {"build", Json::object()}};
  if (!roles.partial.empty()) origin["examples"]["partly_labeled"] = std::ssize(roles.partial);
  if (counts_unlabeled) origin["examples"]["unlabeled"] = std::ssize(roles.unlabeled);
  for (const char* key : {"version", "revision", "compiler", "flags"})
    origin["build"][key] = program.at(key);
  if (program.contains("plugins")) origin["build"]["plugins"] = program["plugins"];
  const Json fit = report_json(report);
  for (const char* key :
       {"objective", "iterations", "oracle_calls", "converged", "stopped_because"})
    origin["fit"][key] = fit.at(key);
  return origin;
}

std::vector<std::string> origin_lines(const Json& origin) {
  if (!origin.is_object()) return {};
  std::vector<std::string> lines;
  const auto text = [](const Json& object, const char* key) {
    const Json value = object.is_object() ? object.value(key, Json()) : Json();
    return value.is_string() ? value.get<std::string>() : value.dump();
  };
  const Json files = origin.value("data", Json::array());
  for (const Json& file : files.is_array() ? files : Json::array())
    lines.push_back(fmt::format("data: {}, {} bytes, fnv1a {}", text(file, "path"),
                                text(file, "bytes"), text(file, "fnv1a")));
  const Json examples = origin.value("examples", Json());
  if (examples.is_object()) {
    std::string line = fmt::format("examples: {} labeled", text(examples, "labeled"));
    if (examples.contains("partly_labeled"))
      line += fmt::format(", {} partly labeled", text(examples, "partly_labeled"));
    if (examples.contains("unlabeled"))
      line += fmt::format(", {} unlabeled", text(examples, "unlabeled"));
    lines.push_back(std::move(line));
  }
  const Json fit = origin.value("fit", Json()), build = origin.value("build", Json());
  if (fit.is_object()) {
    std::string line = fmt::format("fit: stopped by: {}; iterations: {}",
                                   text(fit, "stopped_because"), text(fit, "iterations"));
    const Json objective = fit.value("objective", Json());
    for (const char* key : {"primal", "dual", "gap"}) {
      const Json value = objective.is_object() ? objective.value(key, Json()) : Json();
      if (value.is_number()) line += fmt::format(", {} {:.6g}", key, value.get<double>());
    }
    if (text(objective, "gap_is_estimate") == "true") line += " (an estimate)";
    lines.push_back(line);
  }
  lines.push_back(fmt::format("build: costruct {} ({}), {}, {}", text(build, "version"),
                              text(build, "revision"), text(build, "compiler"),
                              text(build, "flags")));
  const Json plugins = build.is_object() ? build.value("plugins", Json::array()) : Json::array();
  for (const Json& plugin : plugins.is_array() ? plugins : Json::array())
    lines.push_back(
        fmt::format("plug-in: {}, fnv1a {}", text(plugin, "file"), text(plugin, "fnv1a")));
  return lines;
}

std::string headline_of(const Config& config) {
  return config.reported_metrics.empty() ? view_metric(*config.problem)
                                         : config.reported_metrics.front();
}

std::optional<TrainingChoice> choice_of(const TrainRequest& request, Config& config,
                                        const LoadedData& data) {
  if (config.learners.front().select.empty()) return std::nullopt;
  const auto log = std::make_shared<TrainingLog>(request.stop);
  const auto mutex = std::make_shared<std::mutex>();
  return choose_for_training(config, data, omp_get_max_threads(), request.stop,
                             [log, mutex](const std::string& line) {
                               const std::lock_guard lock(*mutex);
                               (*log)(line);
                             });
}

std::filesystem::path interrupted_file(std::filesystem::path model) {
  return model += ".interrupted";
}

std::filesystem::path place_of_model(const TrainRequest& request) {
  std::error_code failed;
  if (!is_interrupted(request) || !std::filesystem::exists(request.model, failed))
    return request.model;
  say("costruct: interrupted: " + request.model.string() + " stays as it was");
  return interrupted_file(request.model);
}

ExitCode tell_training(const TrainRequest& request, const std::string& learner,
                       const TrainingOutcome& outcome) {
  Json report = report_json(outcome.report, outcome.notes);
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
  for (const std::string& warning : outcome.report.warnings) say("costruct: warning: " + warning);
  for (const std::string& note : outcome.report.notes) say("costruct: note: " + note);
  const auto at = outcome.metrics.find(outcome.headline);
  const std::string score =
      at == outcome.metrics.end()
          ? ""
          : fmt::format(", {} {:.4f} on {}", outcome.headline, at->get<double>(),
                        outcome.metrics_on == "train" ? "training examples" : "test examples");
  say(fmt::format("{}: {:.2f} s (stopped by: {}){}{}; model in {}", learner, outcome.seconds,
                  outcome.report.stopped_because, gap_reached(outcome.report), score,
                  request.model.string()));
  if (is_interrupted(request)) return kInterrupted;  // the model reached so far is a valid model
  for (const std::string& line : outcome.next) say(line);
  return kDone;
}

}  // namespace costruct::experiments
