#include "costruct/experiments/training/training_selection.hpp"

#include <fmt/format.h>

#include "costruct/core/text/counted.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/experiments/draws/fold_partition.hpp"
#include "costruct/experiments/sweep/sweep.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/report/answer/choices.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

// Sets how many labeled examples a fold or draw trains on, and how many it scores. Throws
// ConfigError.
void set_training_sizes(SweepConfig& sweep, const DrawPool& pool) {
  const Index labeled = pool.num_labeled();
  if (labeled < 2) {
    throw ConfigError(fmt::format(
        "learner.select: needs at least 2 labeled examples to choose by, and there {} {}",
        labeled == 1 ? "is" : "are", labeled));
  }
  if (sweep.protocol == Protocol::kFolds) {
    if (sweep.k > labeled) {
      throw ConfigError(fmt::format("selection.k = {}: there {}", sweep.k,
                                    are_counted(labeled, "labeled example")));
    }
    sweep.sizes = {{labeled - first_of_fold(labeled, sweep.k, 1), pool.size() - labeled}};
    return;
  }
  if (sweep.holdout == 0) sweep.holdout = std::max<Index>(1, labeled / 5);
  if (sweep.holdout >= labeled) {
    throw ConfigError(
        fmt::format("selection.holdout = {}: there {}, and one at least must "
                    "be left to train on",
                    sweep.holdout, are_counted(labeled, "labeled example")));
  }
  sweep.sizes = {{labeled - sweep.holdout, pool.size() - labeled}};
}

std::string draws_text(const SweepConfig& sweep) {
  if (sweep.protocol == Protocol::kResample)
    return fmt::format("{} with {} held out", counted(sweep.selection_repetitions, "draw"),
                       sweep.holdout);
  const Index partitions = sweep.selection_repetitions / sweep.k;
  return partitions == 1 ? fmt::format("{} folds", sweep.k)
                         : fmt::format("{} times {} folds", partitions, sweep.k);
}

Json choice_report(const Config& config, const std::vector<SelectionRow>& table) {
  const SweepConfig& sweep = config.sweep;
  const bool folds = sweep.protocol == Protocol::kFolds;
  Json report = {{"protocol", folds ? "folds" : "resample"},
                 {"fits_of_each", sweep.selection_repetitions},
                 {"seed", sweep.seed},
                 {"labeled", sweep.sizes.front().labeled},
                 {"unlabeled", sweep.sizes.front().unlabeled},
                 {"metric", config.metrics.front()},
                 {"table", Json::array()}};
  if (folds) report["k"] = sweep.k;
  if (!folds) report["holdout"] = sweep.holdout;
  for (const SelectionRow& row : table) {
    report["table"].push_back(
        {{"parameters", row.parameters},
         {"mean", row.mean},
         {"standard_error", row.standard_error},  // null where there is one fit alone
         {"count", row.count},
         {"chosen", row.chosen}});
  }
  return report;
}

// Prints the first rows of the table, and the values that are at an end of their list.
void tell_choice(const Config& config, const std::vector<SelectionRow>& table) {
  constexpr std::size_t kMostRows = 30;
  say(fmt::format("{}: select by {} in {}:", config.learners.front().name, config.metrics.front(),
                  draws_text(config.sweep)));
  const char* format = metric_format(config.effective, config.metrics.front());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const SelectionRow& row = table[i];
    if (i >= kMostRows && !row.chosen) continue;
    const std::string mean = fmt::format(fmt::runtime(format), row.mean),
                      error = fmt::format(fmt::runtime(format), row.standard_error);
    const bool failed = row.count < config.sweep.selection_repetitions;
    say(fmt::format("  {}: {} +- {}{}{}", choice_text(row.parameters), mean, error,
                    failed ? ", some fits failed" : "", row.chosen ? "  <- chosen" : ""));
  }
  if (table.size() > kMostRows) say(fmt::format("  (of {}; all are in the report)", table.size()));
  RunResults of_learner;
  of_learner.learners = {config.learners.front().name};
  of_learner.selection = table;
  for (const ChoiceInWords& choice : choices_in_words(of_learner)) {
    for (const std::string& end : choice.at_ends) say("costruct: note: " + end);
  }
}

// Sets the chosen options of the learner.
void take_choice(const Json& chosen, Config& config) {
  LearnerConfig& learner = config.learners.front();
  learner.options = options_with(chosen, learner);
  learner.problem = problem_with(chosen, learner);
  for (const auto& [key, value] : learner.problem.items()) config.effective["problem"][key] = value;
  const bool own_kernel = learner.entry->has_own_kernel;
  if (!own_kernel) learner.kernel = kernel_with(chosen, learner);
  learner.select = Json::object();
  const Json overrides = problem_overrides(*learner.entry, learner.options);
  for (const auto& [key, value] : overrides.items()) {
    if (learner.problem.contains(key)) learner.problem[key] = value;
  }
  Json& effective = config.effective["learner"];
  const bool speaks_of_kernel = effective.contains("kernel") || chosen.contains("kernel");
  effective = learner.options;
  effective["type"] = learner.entry->name;
  if (speaks_of_kernel && !own_kernel) effective["kernel"] = learner.kernel.block;
}

}  // namespace

TrainingChoice choose_for_training(Config& config, const LoadedData& data, int threads,
                                   const std::atomic<bool>* stop,
                                   std::function<void(const std::string&)> progress) {
  about_config(config, [&] {
    set_training_sizes(config.sweep, DrawPool(*data.examples, data.unlabeled_end));
  });
  Experiment experiment(config, data, stop);
  experiment.progress = std::move(progress);
  check_experiment(experiment);
  ResultStore store("", ResultStore::Mode::kInMemory);
  ThreadWorkers workers(experiment, threads);
  const SelectionOutcome outcome = run_selection(experiment, store, workers);
  if (outcome.end == SweepEnd::kInterrupted) throw Interrupted();
  const Selection& selection = outcome.choices.front();
  if (selection.chosen.empty()) {
    throw std::runtime_error(
        "learner.select: every combination of values has a fit that failed, the first: " +
        selection.first_error);
  }
  if (!selection.first_error.empty()) {
    say("costruct: some fits of the selection failed, the first: " + selection.first_error);
  }
  tell_choice(config, selection.table);
  TrainingChoice choice{selection.chosen.begin()->second, choice_report(config, selection.table)};
  take_choice(choice.selected, config);
  return choice;
}

}  // namespace costruct::experiments
