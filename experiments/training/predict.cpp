#include "costruct/experiments/training/predict.hpp"

#include <fmt/format.h>

#include "costruct/experiments/models/regression_model.hpp"
#include "costruct/experiments/runs/file_roles.hpp"
#include "costruct/experiments/tasks/task.hpp"
#include "costruct/experiments/training/train_report.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

FileRoles roles_of(const std::filesystem::path& model, const std::filesystem::path& data) {
  FileRoles roles;
  roles.reads(model, "the model");
  std::error_code none;
  for (Index site = 0; std::filesystem::exists(site_file(model, site), none); ++site)
    roles.reads(site_file(model, site), "the model");
  roles.reads(data, "the data file");
  return roles;
}

// The file of --data; "-" is standard input.
std::filesystem::path data_file(const std::filesystem::path& data) {
  return data == "-" ? "/dev/stdin" : data;
}

// Prints the metrics to stdout, and writes everything to `report` if that is not empty.
void write_evaluation(const Json& evaluation, const std::filesystem::path& report) {
  OutputFile out("");
  const Json intervals = evaluation.value("intervals", Json::object());
  for (const auto& [name, value] : evaluation.at("metrics").items()) {
    out.write(fmt::format("{}\t{}", name, value.get<double>()));
    if (const auto found = intervals.find(name); found != intervals.end())
      out.write(fmt::format("\t{}\t{}", found->at(0).get<double>(), found->at(1).get<double>()));
    out.write("\n");
  }
  out.commit();
  if (!report.empty()) write_file(report, evaluation.dump(2) + "\n");
}

// Notes that the fit of a model was interrupted.
void note_interruption(const std::filesystem::path& model, const Json& origin) {
  const Json fit = origin.is_object() ? origin.value("fit", Json()) : Json();
  if (fit.is_object() && fit.value("stopped_because", Json()) == "interrupted")
    say("costruct: note: " + model.string() +
        ": its training was interrupted; costruct describe model says how far it had come");
}

Json origin_of(const ModelReader& reader) {
  return reader.has_fact("origin") ? reader.get("origin") : Json();
}

// The labels that a model of rows or chains predicts. Empty for other models, whose errors are
// reported when they are loaded.
std::vector<std::string> labels_in(const ModelReader& reader) {
  constexpr const char* kLabels = "encoder.labels";
  return reader.has(std::string(kLabels) + ".ends") ? reader.strings(kLabels)
                                                    : std::vector<std::string>();
}

}  // namespace

void predict_file(const std::filesystem::path& model, const std::filesystem::path& data,
                  const std::filesystem::path& requested, const std::atomic<bool>* stop,
                  PredictionFormat format, const PredictionDetails& details) {
  if (format == PredictionFormat::kSvg && details.any())
    throw ConfigError(
        "--format svg draws an output alone: without --scores, --marginals and --k-best");
  const std::filesystem::path output = requested == "-" ? std::filesystem::path() : requested;
  FileRoles roles = roles_of(model, data_file(data));
  roles.writes(output, "--output", FileRoles::Kind::kPredictions);
  if (output.empty()) roles.writes_stdout();
  const ModelReader reader(model);
  const Json origin = origin_of(reader);
  roles.trained_on(origin);
  roles.predictions_are(labels_in(reader));
  roles.check();
  const std::unique_ptr<Model> loaded = load_model(model);
  note_interruption(model, origin);
  OutputFile out(output);
  if (format == PredictionFormat::kText) {
    loaded->predict(data_file(data), out, stop, details);
  } else {
    out.write(loaded->draw(data_file(data)));
  }
  out.commit();
}

void evaluate_file(const std::filesystem::path& model, const std::filesystem::path& data,
                   const std::filesystem::path& report, Resampling resampling) {
  FileRoles roles = roles_of(model, data_file(data));
  roles.writes(report, "--report", FileRoles::Kind::kReport);
  const Json origin = origin_of(ModelReader(model));
  roles.trained_on(origin);
  roles.check();
  note_interruption(model, origin);
  write_evaluation(load_model(model)->evaluate(data_file(data), resampling), report);
}

namespace {

// How a model reads files, and how it assigns features to views.
std::vector<std::string> reading_lines(const ModelReader& model) {
  std::vector<std::string> lines;
  if (model.has_fact("encoder")) {
    const Json encoder = model.get("encoder");
    lines.push_back(fmt::format("format: {}, {}", encoder.at("format").get<std::string>(),
                                encoder.at("options").dump()));
  }
  if (model.has_fact("views")) lines.push_back("views: " + model.get("views").dump());
  return lines;
}

}  // namespace

std::string describe_model(const std::filesystem::path& model, ModelDescription wanted) {
  const std::unique_ptr<Model> loaded = load_model(model);
  std::vector<std::string> lines = loaded->description();
  const ModelReader reader(model);
  const std::vector<std::string> reading = reading_lines(reader);
  lines.insert(lines.end(), reading.begin(), reading.end());
  if (reader.has_fact("origin")) {
    const std::vector<std::string> origin = origin_lines(reader.get("origin"));
    lines.insert(lines.end(), origin.begin(), origin.end());
  }
  HeaviestWeights heaviest;
  if (wanted.weights > 0) heaviest = loaded->heaviest(wanted.weights);
  if (wanted.is_json) {
    Json json;
    for (const char* fact : {"problem", "learner", "views", "encoder", "origin"}) {
      if (reader.has_fact(fact)) json[fact] = reader.get(fact);
    }
    json["lines"] = lines;
    if (wanted.weights > 0) {
      json["weights"] = weights_json(heaviest);
      json["notes"] = heaviest.notes;
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  for (const std::string& note : heaviest.notes) lines.push_back("note: " + note);
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  if (!heaviest.groups.empty()) text += "\n" + weights_table(heaviest);
  return text;
}

}  // namespace costruct::experiments
