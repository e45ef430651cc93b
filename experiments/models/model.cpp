#include "costruct/experiments/models/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/experiments/files/model_file.hpp"
#include "costruct/experiments/models/kernel_model.hpp"

namespace costruct::experiments {
namespace {

std::string weights_name(std::size_t view) {
  return fmt::format("weights.{}", view);
}

// How many features of the data each view has.
std::vector<Index> features_by_view(const ViewAssignment& assignment) {
  std::vector<Index> count(assignment.count, 0);
  for (const std::int32_t view : assignment.view_of) ++count[view];
  return count;
}

// Throws DataError where the weights are not as many as the problem has over the model's features.
void check_dimensions(const Model& model, const std::string& file) {
  auto data = std::make_shared<PartData>();
  data->labels = model.labels();
  data->views.resize(model.assignment.count);
  const std::vector<Index> num_features = features_by_view(model.assignment);
  for (Index v = 0; v < model.assignment.count; ++v)
    data->views[v].num_features = model.kernels.empty() ? num_features[v] : model.kernels[v]->dimension();
  const Views views = model.problem->make(model.problem_options, data);
  for (Index v = 0; v < views.count(); ++v) {
    const auto found = static_cast<Index>(model.weights[v].size());
    if (found == views[v].dimension()) continue;
    throw DataError(fmt::format("{}: view {} has {} weights, but its features and labels need {}", file,
                                v + 1, found, views[v].dimension()));
  }
}

}  // namespace

void save_model(const std::filesystem::path& file, const Config& config, const LoadedData& data,
                const ViewAssignment& assignment, const Learned& learned) {
  for (const Vector& of_view : learned.weights) {
    if (std::all_of(of_view.begin(), of_view.end(), [](double w) { return std::isfinite(w); })) continue;
    throw DataError("training gave weights that are not finite: the feature values in " +
                    data.corpus.files.front() + " are too large; scale them down");
  }
  const LearnerConfig& learner = config.learners.front();
  const Kept kept = without_zeros(learned, data.encoder.num_features());

  ModelWriter writer;
  Json problem = learner.problem;
  problem["type"] = config.problem->name;
  writer.set("problem", problem);
  writer.set("learner", config.effective.at("learner"));
  writer.set("views", learner.views);
  std::vector<std::int32_t> view_of;
  for (std::size_t feature = 0; feature < kept.features.size(); ++feature) {
    if (kept.features[feature]) view_of.push_back(assignment.view_of[feature]);
  }
  writer.add("view_of_feature", std::span<const std::int32_t>(view_of));
  for (std::size_t v = 0; v < kept.weights.size(); ++v)
    writer.add(weights_name(v), std::span<const double>(kept.weights[v]));
  write_kernels(writer, kept.kernels);
  data.encoder.save(writer, kept.features);
  writer.write(file);
}

Model load_model(const std::filesystem::path& file) {
  const ModelReader reader(file);
  const std::string& name = reader.file();
  const Json problem = reader.get("problem");
  if (!problem.is_object() || !problem.contains("type") || !problem["type"].is_string()) {
    throw DataError(name + ": no problem type in the model");
  }
  Model model{find_problem(problem["type"].get<std::string>()),
              problem,
              reader.get("learner"),
              reader.get("views"),
              Encoder::load(reader),
              {},
              {},
              {}};
  if (model.problem == nullptr) {
    throw DataError(name + ": a model of problem " + shown(problem["type"]) +
                    ", which this version does not have");
  }
  model.problem_options.erase("type");
  ConfigErrors errors;
  check_options(model.problem->options, model.problem_options, "problem", errors);
  if (!errors.empty()) throw DataError(name + ": " + errors.messages().front());

  for (std::size_t v = 0; reader.has(weights_name(v)); ++v) {
    const auto weights = reader.doubles(weights_name(v));
    model.weights.emplace_back(weights.begin(), weights.end());
  }
  if (model.weights.empty()) throw DataError(name + ": no weights in the model");
  model.assignment.count = static_cast<Index>(model.weights.size());
  const auto view_of = reader.integers32("view_of_feature");
  model.assignment.view_of.assign(view_of.begin(), view_of.end());
  if (static_cast<Index>(view_of.size()) != model.encoder.num_features()) {
    throw DataError(fmt::format("{}: views of {} features, but the model has {}", name, view_of.size(),
                                model.encoder.num_features()));
  }
  for (const std::int32_t view : view_of) {
    if (view < 0 || view >= model.assignment.count) {
      throw DataError(fmt::format("{}: a feature of view {}, but the model has {}", name, view + 1,
                                  model.assignment.count));
    }
  }
  model.kernels = read_kernels(reader, features_by_view(model.assignment));
  if (model.labels().empty()) throw DataError(name + ": no labels in the model");
  try {
    check_dimensions(model, name);
  } catch (const ConfigError& error) {
    throw DataError(name + ": " + error.what());
  }
  return model;
}

}  // namespace costruct::experiments
