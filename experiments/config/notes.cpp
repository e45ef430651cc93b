#include "costruct/experiments/config/notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/data/data_block.hpp"
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
