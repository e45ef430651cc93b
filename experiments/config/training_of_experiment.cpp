#include "costruct/experiments/config/training_of_experiment.hpp"

#include "costruct/core/error.hpp"
#include "costruct/core/text/visible_text.hpp"

namespace costruct::experiments {
namespace {

std::string text_at(const Json& block, const char* key) {
  const bool is_text = block.is_object() && block.contains(key) && block.at(key).is_string();
  return is_text ? block.at(key).get<std::string>() : "";
}

// An entry without a name is named by its type.
std::string name_of_learner(const Json& entry) {
  const std::string name = text_at(entry, "name");
  return name.empty() ? text_at(entry, "type") : name;
}

// Moves the blocks that a learner's entry overrides to their places in a training config.
void take_own_blocks(Json& learner, Json& training) {
  learner.erase("name");
  if (learner.contains("views")) training["views"] = learner["views"];
  if (learner.contains("problem") && learner["problem"].is_object() &&
      training["problem"].is_object())
    training["problem"].update(learner["problem"]);
  if (learner.contains("loss") && training["problem"].is_object())
    training["problem"]["loss"] = learner["loss"];
  for (const char* key : {"views", "problem", "loss"}) learner.erase(key);
}

// The metric by which sweeps choose: the first one.
Json metric_of(const Json& experiment) {
  const Json metrics = experiment.value("metrics", Json::array());
  return metrics.is_array() && !metrics.empty() ? metrics.front() : Json();
}

}  // namespace

Json training_of_experiment(const Json& experiment, const std::string& learner,
                            const std::string& file) {
  if (!experiment.is_object() || !experiment.contains("learners") ||
      !experiment.at("learners").is_array()) {
    throw ConfigError(file + ": has no list of `learners`: --learner names one of an experiment");
  }
  if (experiment.contains("collection")) {
    throw ConfigError(
        file +
        ": a collection: --learner trains on the data of one set, which a config of its own "
        "has to name");
  }
  std::vector<std::string> names;
  const Json* found = nullptr;
  for (const Json& entry : experiment.at("learners")) {
    const std::string name = name_of_learner(entry);
    if (!name.empty()) names.push_back(name);
    if (found == nullptr && name == learner) found = &entry;
  }
  if (found == nullptr)
    throw ConfigError(file + ": --learner " + shown_name(learner) + ": " +
                      suggestion(learner, names));

  Json training = Json::object();
  for (const char* key : {"$schema", "source", "description", "note", "problem", "data", "views"}) {
    if (experiment.contains(key)) training[key] = experiment.at(key);
  }
  if (experiment.contains("sweep") && experiment["sweep"].is_object() &&
      experiment["sweep"].contains("seed"))
    training["seed"] = experiment["sweep"]["seed"];
  training["learner"] = *found;
  take_own_blocks(training["learner"], training);
  const Json metric = metric_of(experiment);
  if (training["learner"].contains("select") && !metric.is_null())
    training["selection"] = {{"metric", metric}};
  return training;
}

std::string why_not_carried_over(const std::string& path, const Json& experiment,
                                 const std::string& learner) {
  const auto begins = [&](const std::string& block) {
    return path == block || path.starts_with(block + ".");
  };
  for (const char* carried :
       {"problem", "data", "views", "description", "note", "source", "sweep.seed", "metrics"}) {
    if (begins(carried)) return "";
  }
  const Json learners =
      experiment.is_object() ? experiment.value("learners", Json::array()) : Json::array();
  for (std::size_t i = 0; learners.is_array() && i < learners.size(); ++i) {
    if (begins("learners." + std::to_string(i)) && name_of_learner(learners[i]) == learner)
      return "";
  }
  return path + " has no effect on what --learner " + learner + " trains";
}

}  // namespace costruct::experiments
