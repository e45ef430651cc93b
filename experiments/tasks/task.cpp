#include "costruct/experiments/tasks/task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "costruct/data/formats/format.hpp"
#include "costruct/experiments/plugins/plugins.hpp"
#include "costruct/experiments/tasks/number_task.hpp"
#include "costruct/experiments/tasks/structured_task.hpp"
#include "costruct/io/heap_limit.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

std::unique_ptr<Task> make_task(const Config& config, const LoadedData& data, int threads) {
  return config.problem->predicts_numbers ? number_task(config, data, threads)
                                          : structured_task(config, data);
}

namespace {

Json build_of(const ModelReader& model) {
  const Json origin = model.has_fact("origin") ? model.get("origin") : Json();
  return origin.is_object() ? origin.value("build", Json()) : Json();
}

// A model that does not load may lack plug-ins. Files come first: they add the other entries.
[[noreturn]] void fail_without_plugins(const ModelReader& model, const DataError& error) {
  std::vector<std::string> missing = missing_plugins(build_of(model));
  if (missing.empty()) throw error;
  const auto is_entry = [](const std::string& name) { return name.starts_with(kPythonEntry); };
  if (!std::all_of(missing.begin(), missing.end(), is_entry)) {
    std::erase_if(missing, is_entry);
    throw DataError(fmt::format(
        "{}: was trained with the {} {}, which {} not loaded: give "
        "--plugin {} before the command",
        model.file(), missing.size() == 1 ? "plug-in" : "plug-ins", fmt::join(missing, ", "),
        missing.size() == 1 ? "is" : "are", fmt::join(missing, " --plugin ")));
  }
  throw DataError(fmt::format("{}: was trained with {}: run the Python code that registers it",
                              model.file(), fmt::join(missing, ", ")));
}

void note_changed_plugins(const ModelReader& model) {
  const std::vector<std::string> changed = changed_plugins(build_of(model));
  if (!changed.empty())
    tell_once(fmt::format("costruct: note: {}: {} {} changed since the model was trained",
                          model.file(), fmt::join(changed, ", "),
                          changed.size() == 1 ? "has" : "have"));
}

}  // namespace

std::unique_ptr<Model> load_model(const std::filesystem::path& file) {
  return within_memory(
      [&] {
        const ProblemEntry* problem = nullptr;
        {
          const ModelReader reader(file);
          const Json block = reader.has_fact("problem") ? reader.get("problem") : Json();
          const Json type = block.is_object() ? block.value("type", Json()) : Json();
          if (type.is_string()) problem = find_problem(type.get<std::string>());
          if (problem == nullptr || !problem->predicts_numbers) {
            try {
              auto model = structured_model(reader);
              note_changed_plugins(reader);
              return model;
            } catch (const DataError& error) {
              fail_without_plugins(reader, error);
            }
          }
        }
        return number_model(file, *problem);
      },
      [&] { return file.string(); });
}

ViewAssignment views_for(const LearnerConfig& learner, const FeatureFacts& features,
                         RandomStream random) {
  ViewAssignment views = learner.views.assign(features, random);
  return learner.entry->uses_views ? views : joined(std::move(views));
}

std::vector<std::size_t> Fit::diverse(const std::vector<Index>&, Index) const {
  throw ConfigError("numbers have no joint features to compare");
}

std::vector<std::pair<double, double>> Fit::usefulness(const std::vector<Index>&, RateBy) const {
  throw ConfigError("choice: the problem has no rating of examples");
}

void Model::read_plain_text(TextUnit) {
  throw ConfigError("--plain-text: the inputs of this model are not sentences");
}

void fail_without_drawing(const std::string& what) {
  std::vector<std::string> names;
  for (const Format& format : formats()) {
    if (format.drawing) names.push_back(format.name);
  }
  throw ConfigError(fmt::format("--format svg: {} has no drawing; formats that have one: {}", what,
                                fmt::join(names, ", ")));
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void check_items_to_draw(Index n, const std::filesystem::path& data, Resampling resampling,
                         const std::string& one) {
  if (n >= 2) return;
  throw ConfigError(fmt::format("--bootstrap {}: {} holds {}, and test sets are drawn from several",
                                resampling.count, data.string(), one));
}

void add_intervals(const ProblemEntry& problem, const std::map<std::string, Interval>& intervals,
                   Resampling resampling, Json& evaluation) {
  evaluation["resamples"] = resampling.count;
  evaluation["intervals"] = Json::object();
  for (const auto& [name, interval] : intervals) {
    const Interval cut =
        within_range(interval, find_metric(problem.name, name));  // interpolation rounds
    evaluation["intervals"][name] = {cut.low, cut.high};
  }
}

}  // namespace costruct::experiments
