#include "costruct/experiments/config/notes.hpp"

#include <fmt/format.h>

#include "costruct/io/terminal.hpp"

namespace costruct::experiments {

void tell_notes(const std::vector<std::string>& notes, const std::string& about) {
  for (const std::string& note : notes) say("costruct: note: " + about + note);
}

std::string one_view_note(const LearnerConfig& learner) {
  return fmt::format("{} has one view and is {}; `views` gives it more (costruct list views)",
                     learner.name, learner.entry->with_one_view);
}

}  // namespace costruct::experiments
