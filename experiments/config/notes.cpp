#include "costruct/experiments/config/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "costruct/data/data_block.hpp"
#include "costruct/experiments/config/selection.hpp"
#include "costruct/experiments/config/sweep_block.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {

void tell_notes(const std::vector<std::string>& notes, const std::string& about) {
  for (const std::string& note : notes) say("costruct: note: " + about + note);
}

std::string one_view_note(const LearnerConfig& learner) {
  return fmt::format("{} has one view and is {}; `views` gives it more (costruct list views)",
                     learner.name, learner.entry->with_one_view);
}

std::string unused_unlabeled_note(const std::string& learner) {
  return fmt::format("unlabeled examples are not used: {} learns from labeled ones", learner);
}

namespace {

// Whether training with these options looks at the loss, or may do so: a learner without declared
// needs says nothing of what it uses.
bool looks_at_loss(const LearnerEntry& learner, const Json& options) {
  if (!learner.needs_with && learner.needs.empty()) return true;
  const Needs needs = needs_of(learner, options);
  const bool moves = std::count(needs.offers.begin(), needs.offers.end(), Need::kSingleMoves) > 0;
  const bool compares_fits =
      options.value("guard", "none") == "folds" || options.value("held_out", 0.0) > 0;
  return needs.augmentation || moves || compares_fits;
}

bool looks_at_loss(const LearnerConfig& learner) {
  const std::vector<Json> tried = selection_grid(learner.select);
  return std::any_of(tried.begin(), tried.end(), [&](const Json& chosen) {
    return looks_at_loss(*learner.entry, options_with(chosen, learner));
  });
}

// Whether the learner's problem has another value than the default, or `select` tries some.
bool sets(const LearnerConfig& learner, const OptionInfo& option) {
  if (learner.select.contains(std::string(kOfProblem) + option.name)) return true;
  return learner.problem.value(option.name, option.default_value) != option.default_value;
}

std::string remedy_for(const std::vector<const LearnerConfig*>& ignoring) {
  std::set<std::string> weighing;
  for (const LearnerConfig* learner : ignoring) {
    if (find_option(learner->entry->options, learner->options, "loss_weight") != nullptr)
      weighing.insert(learner->entry->name);
  }
  return weighing.empty()
             ? "to train on the loss, take structural_svm"
             : fmt::format(
                   "to train on the loss, take structural_svm, or {} with \"loss_weight\": 1",
                   fmt::join(weighing, " or "));
}

}  // namespace

std::vector<std::string> unused_loss_notes(const Config& config) {
  std::vector<std::string> notes;
  if (config.problem == nullptr) return notes;
  const auto measured = std::find(config.metrics.begin(), config.metrics.end(), "loss");
  for (const std::string& name : config.problem->loss_options) {
    const OptionInfo& option = *find_option(config.problem->options, config.problem_options, name);
    const bool is_loss = option.name == "loss";
    std::vector<const LearnerConfig*> ignoring;
    bool is_used = false;
    for (const LearnerConfig& learner : config.learners) {
      if (!learner.problem.is_object() || !sets(learner, option)) continue;
      if (looks_at_loss(learner)) {
        is_used = true;
      } else {
        ignoring.push_back(&learner);
      }
    }
    if (is_loss && (is_used || measured != config.metrics.end())) {
      std::erase_if(ignoring, [&](const LearnerConfig* learner) {
        return learner->problem.at("loss") == config.problem_options.at("loss");
      });
    }
    if (ignoring.empty()) continue;
    std::vector<std::string> names;
    for (const LearnerConfig* learner : ignoring) names.push_back(learner->name);
    notes.push_back(fmt::format(
        "problem.{} does not change what {} learn{}, because no loss is used there: {}",
        option.name, fmt::join(names, ", "), names.size() == 1 ? "s" : "", remedy_for(ignoring)));
  }
  return notes;
}

std::string path_of_option(const std::string& name, ConfigKind kind) {
  const auto any_has = [&](const auto& catalog) {
    return std::any_of(catalog.begin(), catalog.end(), [&](const auto& entry) {
      return std::any_of(entry.options.begin(), entry.options.end(),
                         [&](const OptionInfo& info) { return info.name == name; });
    });
  };
  if (kind == ConfigKind::kTraining && name == "seed") return name;
  const bool of_learner = any_has(learner_catalog());
  if (of_learner && kind == ConfigKind::kTraining) return "learner." + name;
  if (any_has(protocol_catalog())) return "sweep." + name;
  if (of_learner) return "learners.0." + name;
  if (any_has(format_catalog())) return "data." + name;
  if (any_has(problem_catalog())) return "problem." + name;
  return any_has(view_policy_catalog()) ? "views." + name : "";
}

}  // namespace costruct::experiments
