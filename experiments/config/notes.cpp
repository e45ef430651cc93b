#include "costruct/experiments/config/notes.hpp"

#include <fmt/format.h>

#include "costruct/experiments/files/terminal.hpp"

namespace costruct::experiments {

void tell_notes(const std::vector<std::string>& notes, const std::string& about) {
  for (const std::string& note : notes) tell("costruct: note: " + about + note);
}

std::string one_view_note(const LearnerConfig& learner) {
  return fmt::format("{} has one view and is {}; `views` gives it more (costruct list views)", learner.name,
                     learner.entry->with_one_view);
}

std::optional<Index> known_view_count(const Json& views) {
  const auto split = views.at("split").get<std::string>();
  if (split == "none") return 1;
  if (split == "odd_even") return 2;
  if (split == "random") return views.at("count").get<Index>();
  if (split == "ranges") return static_cast<Index>(views.at("ranges").size());
  const Json& groups = views.at("groups");
  return groups.is_array() ? std::optional(static_cast<Index>(groups.size())) : std::nullopt;
}

}  // namespace costruct::experiments
