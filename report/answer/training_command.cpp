#include "costruct/report/answer/training_command.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

// "" if no cell has the first metric.
std::string best_learner(const RunSummary& summary) {
  if (summary.results.metrics.empty()) return "";
  const std::string& metric = summary.results.metrics.front();
  const double sign = better_sign(summary.results.config, metric);
  const CurvePoint* best = nullptr;
  for (const CurvePoint& point : summary.curves) {
    if (point.metric != metric || !std::isfinite(point.value.mean)) continue;
    if (best == nullptr || point.labeled > best->labeled ||
        (point.labeled == best->labeled && sign * point.value.mean < sign * best->value.mean))
      best = &point;
  }
  return best == nullptr ? "" : best->learner;
}

// The strings of a list in the entry; none where it is no such list.
std::vector<std::string> words_of(const Json& entry, const char* key) {
  std::vector<std::string> words;
  for (const Json& word : entry.value(key, Json::array())) {
    if (!word.is_string()) return {};
    words.push_back(word.get<std::string>());
  }
  return words;
}

// Words as a shell takes them, with a blank between each two.
std::string shell_command(const std::vector<std::string>& words) {
  std::string command;
  for (const std::string& word : words)
    command += (command.empty() ? "" : " ") + shell_quoted(word);
  return command;
}

}  // namespace

std::string shell_quoted(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=+:,@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string TrainingCommand::text() const {
  return learner +
         " has the best mean with the most labeled examples. This command trains it on all of "
         "them: " +
         command;
}

std::string TrainingCommand::next_text() const {
  return "This one then labels new examples: costruct predict --model " + shell_quoted(model) +
         " --data FILE";
}

std::optional<TrainingCommand> training_command(const RunSummary& summary) {
  const Json& provenance = summary.results.provenance;
  if (!provenance.is_object() || !provenance.contains(kTrainingEntry)) return std::nullopt;
  const Json& entry = provenance.at(kTrainingEntry);
  const std::string learner = best_learner(summary);
  if (!entry.is_object()) return std::nullopt;
  const std::vector<std::string> learners = words_of(entry, "learners");
  if (std::find(learners.begin(), learners.end(), learner) == learners.end()) return std::nullopt;
  std::vector<std::string> words = words_of(entry, "command");
  words.insert(words.end(), {"--learner", learner});
  const std::vector<std::string> options = words_of(entry, "options");
  words.insert(words.end(), options.begin(), options.end());
  const std::string model = learner + ".safetensors";
  words.insert(words.end(), {"--model", model});
  return TrainingCommand{learner, shell_command(words), model};
}

}  // namespace costruct::experiments
