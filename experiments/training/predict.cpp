#include "costruct/experiments/training/predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/data_block.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/recognition/file_sample.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/models/regression_model.hpp"
#include "costruct/experiments/runs/file_roles.hpp"
#include "costruct/experiments/tasks/task.hpp"
#include "costruct/experiments/training/prediction_table.hpp"
#include "costruct/experiments/training/train_report.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/results/measures/metrics.hpp"

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

// The `metrics` of the config that a model was trained with; empty if it has none. Throws DataError
// for metrics that the program does not have.
std::vector<std::string> reported_metrics(const ModelReader& reader) {
  if (!reader.has_fact(kReportedMetrics)) return {};
  const std::vector<std::string> known = metric_names();
  std::vector<std::string> metrics;
  const Json stored = reader.get(kReportedMetrics);
  for (const Json& name : stored) {
    if (!name.is_string() || std::find(known.begin(), known.end(), name) == known.end())
      throw DataError(reader.file() + ": a model with the metric " + shown(name) +
                      ", which this version does not have: name others with --metrics");
    metrics.push_back(name.get<std::string>());
  }
  return metrics;
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

// Whether the first lines are JSON objects.
bool has_json_lines(const FileSample& sample) {
  constexpr Index kLines = 100;
  Index lines = 0;
  for (const std::string_view line : sample.lines()) {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    if (lines++ == kLines) break;
    if (!Json::parse(line, nullptr, false).is_object()) return false;
  }
  return lines > 0;
}

// Says what format the model reads, if the file looks like another one; else "".
// "m.safetensors reads csv, but new.jsonl looks like JSON lines of texts with spans"
std::string wrong_format_text(const ModelReader& model, const std::filesystem::path& file,
                              bool has_plain_text) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(file, none)) return "";
  const Format& format = *stored_format(model);
  const FileSample sample(file);
  const std::vector<RecognisedFormat> found = recognise_file(sample);
  const auto is_it = [&](const RecognisedFormat& each) { return each.format->name == format.name; };
  if (std::any_of(found.begin(), found.end(), is_it)) return "";
  if (!found.empty())
    return fmt::format("{} reads {}, but {} looks like {}", model.file(), format.name,
                       file.string(), found.front().recognition.kind);
  // Formats of JSON lines know themselves how labels are missing.
  if (format.rows && !format.rows->knows_missing_labels && has_json_lines(sample))
    return fmt::format("{} reads {}, but {} looks like JSON objects, one a line", model.file(),
                       format.name, file.string());
  const bool takes_text = has_plain_text && extractor_input(format) == ExtractorInput::kTokens;
  if (!takes_text || !is_plain_text(sample)) return "";
  return fmt::format("{} reads {}, but {} looks like plain text: add --plain-text lines",
                     model.file(), format.name, file.string());
}

// Calls read(). If it throws a DataError, wrong_format_text() is added.
template <class Read>
auto about_format(const ModelReader& model, const std::filesystem::path& file, bool has_plain_text,
                  const Read& read) {
  try {
    return read();
  } catch (const DataError& error) {
    std::string why;
    try {
      why = wrong_format_text(model, file, has_plain_text);
    } catch (const DataError&) {  // the first error says more
    }
    if (why.empty()) throw;
    throw DataError(std::vector<std::string>{error.what(), why});
  }
}

// Whether predictions have the form of the model's data files.
bool writes_examples(const ModelReader& reader) {
  if (!reader.has_fact("encoder")) return false;
  const Format* format = stored_format(reader);
  return format->rows && format->rows->predicts_examples();
}

}  // namespace

void predict_file(const std::filesystem::path& model, const std::filesystem::path& data,
                  const std::filesystem::path& requested, const std::atomic<bool>* stop,
                  PredictionFormat format, const PredictionDetails& details,
                  std::optional<TextUnit> plain_text) {
  if (format == PredictionFormat::kSvg && details.any())
    throw ConfigError(
        "--format svg draws an output alone: without --scores, --marginals and --k-best");
  if (format == PredictionFormat::kTable && details.any())
    throw ConfigError(
        "--format table adds a prediction to each record: without --scores, --marginals and "
        "--k-best");
  if (details.work != nullptr && format == PredictionFormat::kSvg)
    throw ConfigError("--format svg draws one output: without --shard, --out and mpirun");
  if (details.known && format != PredictionFormat::kText)
    throw ConfigError("--known goes without --format");
  if (details.known && plain_text)
    throw ConfigError("--known reads labels, which plain text does not have: without --plain-text");
  if (details.span_scores && (format != PredictionFormat::kText || details.any()))
    throw ConfigError(
        "--span-scores writes what predict writes, with scores: without --format, --scores, "
        "--marginals and --k-best");
  const std::filesystem::path output = requested == "-" ? std::filesystem::path() : requested;
  FileRoles roles = roles_of(model, data_file(data));
  roles.writes(output, "--output", FileRoles::Kind::kPredictions);
  if (output.empty()) roles.writes_stdout();
  const ModelReader reader(model);
  const Json origin = origin_of(reader);
  roles.trained_on(origin);
  const std::unique_ptr<Model> loaded = load_model(model);
  if (format != PredictionFormat::kTable && !plain_text && !writes_examples(reader))
    roles.predictions_are(labels_in(reader));
  roles.check();
  note_interruption(model, origin);
  if (plain_text) loaded->read_plain_text(*plain_text);
  OutputFile out(is_part(details.work) ? std::filesystem::path()
                                       : output);  // a part writes nothing
  if (format == PredictionFormat::kText) {
    about_format(reader, data_file(data), !plain_text,
                 [&] { loaded->predict(data_file(data), out, stop, details); });
  } else if (format == PredictionFormat::kTable) {
    check_prediction_table(reader, data_file(data));
    const TemporaryFile predictions;
    OutputFile lines(predictions.path());
    about_format(reader, data_file(data), false,
                 [&] { loaded->predict(data_file(data), lines, stop, details); });
    if (is_part(details.work)) return;
    lines.commit();
    write_prediction_table(reader, data_file(data), predictions.path(), out);
  } else {
    out.write(loaded->draw(data_file(data)));
  }
  if (is_part(details.work)) return;
  if (details.work != nullptr) details.work->check_end();
  out.commit();
  roles.tell_replaced();
}

namespace {

// "3, 7": numbers of parts, from 1.
std::string part_numbers(const std::vector<Index>& parts) {
  std::string text;
  for (const Index part : parts) text += (text.empty() ? "" : ", ") + std::to_string(part + 1);
  return text;
}

// The suggested examples and their scores, one line for each.
std::string table_of_suggestions(const Suggestions& suggestions, const std::string& by) {
  const std::size_t width = std::max<std::size_t>(by.size(), 12);
  const bool has_parts = !suggestions.best.empty() && !suggestions.best.front().parts.empty();
  std::string table =
      fmt::format("{:>6}  {:>9}  {:>{}}{}", "rank", "line", by, width, has_parts ? "  tokens" : "");
  Index rank = 0;
  for (const Suggestion& each : suggestions.best) {
    table += fmt::format("\n{:>6}  {:>9}  {:>{}.6g}", ++rank, each.line, each.score, width);
    if (has_parts) table += "  " + part_numbers(each.parts);
  }
  return table;
}

Json report_of(const Suggestions& suggestions, const std::string& by) {
  Json report = {{"by", by}, {"examples", suggestions.examples}, {"suggestions", Json::array()}};
  Index rank = 0;
  for (const Suggestion& each : suggestions.best) {
    Json row = {{"rank", ++rank},
                {"line", each.line},
                {by, std::isfinite(each.score) ? Json(each.score) : Json()}};
    for (const Index part : each.parts) row["tokens"].push_back(part + 1);
    report["suggestions"].push_back(std::move(row));
  }
  return report;
}

}  // namespace

void suggest_examples(const SuggestRequest& request) {
  const std::filesystem::path output = request.output == "-" ? "" : request.output;
  const std::filesystem::path data = data_file(request.data);
  FileRoles roles = roles_of(request.model, data);
  roles.writes(output, "--output", FileRoles::Kind::kExamples);
  roles.writes(request.report, "--report", FileRoles::Kind::kReport);
  for (const std::filesystem::path& file : request.ranking.except) roles.reads(file, "--except");
  if (output.empty()) roles.writes_stdout();
  const ModelReader reader(request.model);
  const Json origin = origin_of(reader);
  roles.trained_on(origin);
  roles.check(request.force);
  const std::unique_ptr<Model> loaded = load_model(request.model);
  note_interruption(request.model, origin);
  const Suggestions suggestions = about_format(reader, data, !request.ranking.plain_text, [&] {
    return loaded->suggest(data, request.ranking, request.stop);
  });
  if (is_part(request.ranking.work)) return;
  if (request.ranking.work != nullptr) request.ranking.work->check_end();
  OutputFile out(output);
  if (!suggestions.best.empty()) out.write(suggestions.head);
  for (const Suggestion& each : suggestions.best) out.write(each.text);
  const std::string& by = name_of(request.ranking.by);
  if (!request.report.empty())
    write_file(request.report, report_of(suggestions, by).dump(2) + "\n");
  out.commit();
  Index tokens = 0;
  for (const Suggestion& each : suggestions.best) tokens += std::ssize(each.parts);
  say(fmt::format("Suggested: {}{} of {}, by {}",
                  request.ranking.parts ? counted(tokens, "token") + " in " : "",
                  suggestions.best.size(), counted(suggestions.examples, "example"), by));
  if (!request.ranking.except.empty())
    say(fmt::format("Left out: {} with the same features as one in --except",
                    counted(suggestions.passed_over, "example")));
  if (suggestions.labeled > 0)
    say(fmt::format("Left out: {} that {} all labels", counted(suggestions.labeled, "example"),
                    suggestions.labeled == 1 ? "has" : "have"));
  if (!suggestions.are_examples && !suggestions.best.empty())
    say("costruct: note: the format of the model cannot write examples back. So only "
        "predictions are written; the lines of their examples stand with the scores");
  if (request.report.empty() && voice() != Voice::kQuiet && !suggestions.best.empty())
    tell_lines(table_of_suggestions(suggestions, by));
  roles.tell_replaced();
}

void evaluate_file(const std::filesystem::path& model, const std::filesystem::path& data,
                   const std::filesystem::path& report, EvaluationRequest request,
                   EvaluationFormat format) {
  FileRoles roles = roles_of(model, data_file(data));
  roles.writes(report, "--report", FileRoles::Kind::kReport);
  const ModelReader reader(model);
  const Json origin = origin_of(reader);
  roles.trained_on(origin);
  roles.check();
  note_interruption(model, origin);
  if (request.metrics.empty()) request.metrics = reported_metrics(reader);
  const Evaluation evaluation = about_format(reader, data_file(data), false, [&] {
    return load_model(model)->evaluate(data_file(data), request);
  });
  if (is_part(request.work)) return;
  if (request.work != nullptr) request.work->check_end();
  if (roles.was_trained_on(data))
    say("costruct: note: " + data.string() +
        ": the model was trained on this file, so its scores are better than on new examples: "
        "name a file that was not used");
  print_to_stdout(evaluation_text(evaluation, format, request.worst));
  if (!report.empty()) write_file(report, evaluation.report.dump(2) + "\n");
  roles.tell_replaced();
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
