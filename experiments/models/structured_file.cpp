#include "costruct/experiments/models/structured_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/experiments/models/kernel_model.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/problems/several/label_sets.hpp"

namespace costruct::experiments {
namespace {

std::string weights_name(std::size_t view) {
  return fmt::format("weights.{}", view);
}

// The number of features of each view.
std::vector<Index> features_by_view(const ViewAssignment& assignment) {
  std::vector<Index> count(assignment.count, 0);
  for (const std::int32_t view : assignment.view_of) ++count[view];
  return count;
}

// Throws DataError if the number of weights does not match the problem and the model's features.
void check_dimensions(const StructuredFile& model, const std::string& file) {
  InputData none = model.examples->inputs({{}, {}, model.assignment, true});
  if (!model.kernels.empty()) {
    const auto expanded = several::with_outputs_of(*part_data(none.data));
    expanded->views.resize(model.kernels.size());
    for (std::size_t v = 0; v < model.kernels.size(); ++v)
      expanded->views[v].num_features = model.kernels[v]->dimension();
    none.data = expanded;
  }
  const Views views = model.problem->make(model.problem_options, none.data);
  for (Index v = 0; v < views.count(); ++v) {
    const auto found = static_cast<Index>(model.weights[v].size());
    if (found == views[v].dimension()) continue;
    throw DataError(fmt::format("{}: view {} has {} weights, but its features and labels need {}",
                                file, v + 1, found, views[v].dimension()));
  }
}

}  // namespace

void save_structured(const std::filesystem::path& file, const Config& config, const Json& origin,
                     const ExampleSet& examples, const ViewAssignment& assignment,
                     const Learned& learned) {
  const LearnerConfig& learner = config.learners.front();
  const Kept kept = without_zeros(learned, examples.num_features());

  ModelWriter writer;
  Json problem = learner.problem;
  problem["type"] = config.problem->name;
  writer.set("problem", problem);
  writer.set("learner", config.effective.at("learner"));
  writer.set("views", learner.views.block);
  writer.set("origin", origin);
  if (!config.reported_metrics.empty()) writer.set(kReportedMetrics, config.reported_metrics);
  std::vector<std::int32_t> view_of;
  for (std::size_t feature = 0; feature < kept.features.size(); ++feature) {
    if (kept.features[feature]) view_of.push_back(assignment.view_of[feature]);
  }
  writer.add("view_of_feature", std::span<const std::int32_t>(view_of));
  for (std::size_t v = 0; v < kept.weights.size(); ++v)
    writer.add(weights_name(v), std::span<const double>(kept.weights[v]));
  write_kernels(writer, kept.kernels);
  examples.save(writer, kept.features, learned.inputs.fitted.get());
  writer.write(file);
}

StructuredFile read_structured(const ModelReader& reader) {
  const std::string& name = reader.file();
  const Json problem = reader.get("problem");
  if (!problem.is_object() || !problem.contains("type") || !problem["type"].is_string()) {
    throw DataError(name + ": no problem type in the model");
  }
  StructuredFile model;
  model.problem = find_problem(problem["type"].get<std::string>());
  if (model.problem == nullptr) {
    throw DataError(name + ": a model of problem " + shown(problem["type"]) +
                    ", which this version does not have");
  }
  if (model.problem->predicts_numbers)
    throw DataError(name + ": a model of numbers has no weights");
  model.problem_options = problem;
  model.problem_options.erase("type");
  model.learner = reader.get("learner");
  model.views = reader.get("views");
  ConfigErrors errors;
  check_options(model.problem->options, model.problem_options, "problem", errors);
  if (!errors.empty()) throw DataError(name + ": " + errors.messages().front());

  model.format = stored_format(reader);
  model.examples = load_examples(reader, model.problem->input);
  if (auto* parts = dynamic_cast<PartExamples*>(model.examples.get());
      parts != nullptr && model.problem->labels_under)
    parts->name_label_groups(model.problem->labels_under(model.problem_options));
  for (std::size_t v = 0; reader.has(weights_name(v)); ++v) {
    const auto weights = reader.doubles(weights_name(v));
    model.weights.emplace_back(weights.begin(), weights.end());
  }
  if (model.weights.empty()) throw DataError(name + ": no weights in the model");
  model.assignment.count = static_cast<Index>(model.weights.size());
  const auto view_of = reader.integers32("view_of_feature");
  model.assignment.view_of.assign(view_of.begin(), view_of.end());
  if (static_cast<Index>(view_of.size()) != model.examples->num_features()) {
    throw DataError(fmt::format("{}: views of {} features, but the model has {}", name,
                                view_of.size(), model.examples->num_features()));
  }
  for (const std::int32_t view : view_of) {
    if (view < 0 || view >= model.assignment.count) {
      throw DataError(fmt::format("{}: a feature of view {}, but the model has {}", name, view + 1,
                                  model.assignment.count));
    }
  }
  if (model.problem->has_parts() && model.examples->label_names().empty())
    throw DataError(name + ": no labels in the model");
  if (const auto* parts = dynamic_cast<const PartExamples*>(model.examples.get());
      parts != nullptr && parts->holds_sets() != model.problem->predicts_sets)
    throw DataError(name + ": damaged model: its labels are not those of its problem");
  if (model.problem->has_parts())
    model.kernels = read_kernels(reader, features_by_view(model.assignment));
  try {
    check_dimensions(model, name);
  } catch (const ConfigError& error) {
    throw DataError(name + ": " + error.what());
  }
  return model;
}

}  // namespace costruct::experiments
