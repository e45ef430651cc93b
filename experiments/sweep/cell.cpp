#include "costruct/experiments/sweep/cell.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "costruct/core/random.hpp"
#include "costruct/experiments/config/selection.hpp"
#include "costruct/experiments/draws/splits.hpp"
#include "costruct/experiments/plugins/plugins.hpp"

namespace costruct::experiments {
namespace {

// Raise this number when a change of the program alters results (CHANGELOG.md, "Changes that alter
// results"). Then results of older programs are not reused.
constexpr int kResultsVersion = 2;

Json checksums(const std::vector<FileFacts>& files) {
  Json list = Json::array();
  for (const FileFacts& file : files) list.push_back(file.checksum);
  return list;
}

Json number_to_json(double x) {
  if (std::isnan(x)) return "nan";
  if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
  return x;
}

// The facts on which the labeled examples of a cell depend if the learner chooses them. Sizes
// before it count too.
Json chain_identity(const LearnerConfig& learner, const Config& config) {
  Json sizes = Json::array();
  for (const Index size : config.sweep.labeled_sizes()) sizes.push_back(size);
  return {{"options", learner.choice->block}, {"sizes", sizes}};
}

double number_from_json(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const auto text = json.get<std::string>();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

std::string selection_fit(const CellSpec& cell, const SweepConfig& sweep, Index repetition) {
  const Index draws = sweep.selection_repetitions;
  if (sweep.protocol != Protocol::kFolds)
    return fmt::format("{}, draw {} of {}", choice_text(cell.chosen), repetition + 1, draws);
  std::string fit =
      fmt::format("{}, fold {} of {}", choice_text(cell.chosen), repetition % sweep.k + 1, sweep.k);
  if (draws > sweep.k)
    fit += fmt::format(", partition {} of {}", repetition / sweep.k + 1, draws / sweep.k);
  return fit;
}

Json common_identity(const Config& config, const LoadedData& data) {
  Json block = config.data.block;
  for (const char* path : {"train", "unlabeled", "test", "dataset"}) block.erase(path);
  Json identity = {{"results_version", kResultsVersion},
                   {"problem", config.problem->name},
                   {"data", block},
                   {"train", checksums(data.train)},
                   {"unlabeled", checksums(data.unlabeled)},
                   {"draws", split_identity(config.sweep)}};
  if (!data.texts.empty()) identity["texts"] = checksums(data.texts);
  if (const Json plugins = loaded_plugins(); !plugins.empty()) identity["plugins"] = plugins;
  return identity;
}

std::uint64_t cell_identity(const CellSpec& cell, const Config& config, const Json& common) {
  const LearnerConfig& learner = config.learners[cell.learner];
  Json options = options_with(cell.chosen, learner);
  erase_time_only(learner.entry->options, options);
  Json identity = common;
  identity["phase"] = cell.phase == Phase::kCurve ? "curve" : "selection";
  identity["learner"] = learner.entry->name;
  identity["options"] = options;
  identity["problem_options"] = problem_with(cell.chosen, learner);
  spell_numbers_alike(learner.entry->options, identity["options"]);
  spell_numbers_alike(config.problem->options, identity["problem_options"]);
  identity["views"] = learner.views.block;
  if (const KernelConfig kernel = kernel_with(cell.chosen, learner); !kernel.leaves_features()) {
    identity["kernel"] = kernel.block;
    spell_numbers_alike(kernel_entry(kernel.options.type).options, identity["kernel"]);
  }
  if (learner.known.spreads()) identity["known"] = learner.known.block;
  if (learner.choice && cell.phase == Phase::kCurve)
    identity["choice"] = chain_identity(learner, config);
  // Earlier builds fitted another model with this option. Their results must not be reused.
  if (options.value("final", "") == "joint") identity["final_fit"] = "in one view";
  identity["labeled"] = cell.sizes.labeled;
  identity["unlabeled"] = cell.sizes.unlabeled;
  return hash_bytes(identity.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string purpose_in(Phase phase, const std::string& purpose) {
  return phase == Phase::kCurve ? purpose : "selection/" + purpose;
}

Json to_json(const CellResult& result) {
  Json metrics = Json::object();
  for (const auto& [name, value] : result.metrics) metrics[name] = number_to_json(value);
  Json view_errors = Json::array();
  for (const double error : result.view_errors) view_errors.push_back(number_to_json(error));
  Json json = {{"learner", result.learner},
               {"labeled", result.labeled},
               {"unlabeled", result.unlabeled},
               {"repetition", result.repetition},
               {"metrics", metrics},
               {"view_errors", view_errors},
               {"disagreement", number_to_json(result.disagreement)},
               {"primal", number_to_json(result.primal)},
               {"dual", number_to_json(result.dual)},
               {"gap", number_to_json(result.gap)},
               {"gap_is_estimate", result.gap_is_estimate},
               {"train_seconds", result.train_seconds},
               {"predict_seconds", result.predict_seconds},
               {"peak_memory", result.peak_memory},
               {"oracle_calls", result.oracle_calls},
               {"iterations", result.iterations},
               {"converged", result.converged},
               {"stopped_because", result.stopped_because},
               {"chosen", result.chosen},
               {"split_hash", result.split_hash},
               {"redraws", result.redraws},
               {"error", result.error},
               {"warnings", result.warnings},
               {"notes", result.notes}};
  if (result.extremes) json["extremes"] = to_json(*result.extremes);
  if (result.labeled_sample) json["labeled_sample"] = to_json(*result.labeled_sample);
  if (result.decoding_gaps) json["decoding_gaps"] = to_json(*result.decoding_gaps);
  return json;
}

CellResult cell_from_json(const Json& json) {
  try {
    CellResult result;
    result.learner = json.at("learner").get<std::string>();
    result.labeled = json.at("labeled").get<Index>();
    result.unlabeled = json.at("unlabeled").get<Index>();
    result.repetition = json.at("repetition").get<Index>();
    for (const auto& [name, value] : json.at("metrics").items())
      result.metrics[name] = number_from_json(value);
    for (const Json& error : json.at("view_errors"))
      result.view_errors.push_back(number_from_json(error));
    result.disagreement = number_from_json(json.at("disagreement"));
    result.primal = number_from_json(json.at("primal"));
    result.dual = number_from_json(json.at("dual"));
    result.gap = number_from_json(json.at("gap"));
    result.gap_is_estimate = json.at("gap_is_estimate").get<bool>();
    result.train_seconds = json.at("train_seconds").get<double>();
    result.predict_seconds = json.at("predict_seconds").get<double>();
    result.peak_memory = json.at("peak_memory").get<std::int64_t>();
    result.oracle_calls = json.at("oracle_calls").get<Index>();
    result.iterations = json.at("iterations").get<Index>();
    result.converged = json.at("converged").get<bool>();
    result.stopped_because = json.at("stopped_because").get<std::string>();
    result.chosen = json.at("chosen");
    result.split_hash = json.at("split_hash").get<std::string>();
    result.redraws = json.at("redraws").get<Index>();
    result.error = json.at("error").get<std::string>();
    result.warnings = json.at("warnings").get<std::vector<std::string>>();
    result.notes = json.at("notes").get<std::vector<std::string>>();
    if (json.contains("extremes"))
      result.extremes =
          std::make_shared<const ExtremeOutputs>(extremes_from_json(json.at("extremes")));
    if (json.contains("decoding_gaps"))
      result.decoding_gaps = decoding_gaps_from_json(json.at("decoding_gaps"));
    if (json.contains("labeled_sample"))
      result.labeled_sample = std::make_shared<const LabeledSample>(
          labeled_sample_from_json(json.at("labeled_sample")));
    return result;
  } catch (const Json::exception&) {
    throw DataError("not a cell: " + shown(json));
  }
}

}  // namespace costruct::experiments
