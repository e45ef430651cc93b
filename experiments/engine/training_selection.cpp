#include "costruct/experiments/engine/training_selection.hpp"

#include <fmt/format.h>

#include "costruct/experiments/engine/exit_code.hpp"
#include "costruct/experiments/engine/fold_partition.hpp"
#include "costruct/experiments/engine/kernel_tables.hpp"
#include "costruct/experiments/engine/sweep.hpp"
#include "costruct/experiments/files/terminal.hpp"
#include "costruct/experiments/results/metrics.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kMostDraws = 1'000'000;

enum class SelectionProtocol { kFolds, kResample };

struct TrainingSelectionOptions {
  SelectionProtocol protocol = SelectionProtocol::kFolds;
  Index k = 5;
  std::optional<Index> holdout, repetitions, seed;
  Json metric = nullptr;
};

std::optional<std::string> wrong_selection_metric(const Json& value) {
  if (value.is_null() || value.is_string()) return std::nullopt;
  return "must be the name of a metric";
}

OptionDeclaration<TrainingSelectionOptions> training_selection_declaration() {
  using Options = TrainingSelectionOptions;
  OptionDeclaration<Options> options;
  options.choice("protocol", &Options::protocol, {"folds", "resample"},
                 "score each of k folds of the labeled examples in turn, or examples drawn anew");
  options.integer("k", &Options::k, {.at_least = 2, .at_most = kMostDraws}, "folds: their number");
  options.integer("holdout", &Options::holdout, {.at_least = 1, .at_most = kMostDraws},
                  "resample: labeled examples scored in each draw; null: a fifth of them");
  options.integer("repetitions", &Options::repetitions, {.at_least = 1, .at_most = kMostDraws},
                  "partitions into folds (null: 1), or draws (null: 5)");
  options.json("metric", &Options::metric, wrong_selection_metric,
               {{"title", "name of a metric"}, {"type", {"string", "null"}}},
               "what to choose by; null: the default metric");
  options.integer("seed", &Options::seed, {.at_least = 0},
                  "names the random streams; null: the config's seed");
  return options;
}

// Notes keys that only the other protocol takes.
void check_keys_of_protocol(const Json& block, SelectionProtocol protocol, ConfigErrors& errors) {
  const bool folds = protocol == SelectionProtocol::kFolds;
  const char* foreign = folds ? "holdout" : "k";
  if (!block.contains(foreign) || block.at(foreign).is_null()) return;
  errors.add(std::string("selection.") + foreign,
             fmt::format(" belongs to protocol {}, but protocol is {}", folds ? "resample" : "folds",
                         folds ? "folds" : "resample"));
}

// The metric to choose by; the default with the error noted where the name is none.
std::string metric_to_choose_by(const Json& name, bool numbers, ConfigErrors& errors) {
  if (!name.is_string()) return default_metric(numbers);
  std::vector<std::string> valid;
  for (const MetricEntry& entry : metric_catalog()) {
    if (!entry.of_fit && entry.of_numbers == numbers) valid.push_back(entry.name);
  }
  if (std::find(valid.begin(), valid.end(), name) == valid.end())
    errors.add("selection.metric", " = " + shown(name) + ": " + suggestion(name, valid));
  return name.get<std::string>();
}

// How many labeled examples a fold or draw trains on, and what it leaves for scoring. Throws ConfigError.
void set_training_sizes(SweepConfig& sweep, const DrawPool& pool) {
  const Index labeled = pool.num_labeled();
  if (labeled < 2) {
    throw ConfigError(
        fmt::format("learner.select: needs at least 2 labeled examples to choose by, and there {} {}",
                    labeled == 1 ? "is" : "are", labeled));
  }
  if (sweep.protocol == Protocol::kFolds) {
    if (sweep.k > labeled) {
      throw ConfigError(fmt::format("selection.k = {}: there are {} labeled examples", sweep.k, labeled));
    }
    sweep.sizes = {{labeled - first_of_fold(labeled, sweep.k, 1), pool.size() - labeled}};
    return;
  }
  if (sweep.holdout == 0) sweep.holdout = std::max<Index>(1, labeled / 5);
  if (sweep.holdout >= labeled) {
    throw ConfigError(
        fmt::format("selection.holdout = {}: there are {} labeled examples, and one at least must "
                    "be left to train on",
                    sweep.holdout, labeled));
  }
  sweep.sizes = {{labeled - sweep.holdout, pool.size() - labeled}};
}

std::string choice_text(const Json& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters.items())
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, shown(value));
  return text;
}

std::string draws_text(const SweepConfig& sweep) {
  if (sweep.protocol == Protocol::kResample)
    return fmt::format("{} draws with {} held out", sweep.selection_repetitions, sweep.holdout);
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
    report["table"].push_back({{"parameters", row.parameters},
                               {"mean", row.mean},
                               {"standard_error", row.standard_error},  // null where there is one fit alone
                               {"count", row.count},
                               {"chosen", row.chosen}});
  }
  return report;
}

// The table for people, the first rows of it.
void tell_choice(const Config& config, const std::vector<SelectionRow>& table) {
  constexpr std::size_t kMostRows = 30;
  tell(fmt::format("{}: select by {} in {}:", config.learners.front().name, config.metrics.front(),
                   draws_text(config.sweep)));
  const char* format = metric_format(config.metrics.front());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const SelectionRow& row = table[i];
    if (i >= kMostRows && !row.chosen) continue;
    const std::string mean = fmt::format(fmt::runtime(format), row.mean),
                      error = fmt::format(fmt::runtime(format), row.standard_error);
    const bool failed = row.count < config.sweep.selection_repetitions;
    tell(fmt::format("  {}: {} +- {}{}{}", choice_text(row.parameters), mean, error,
                     failed ? ", some fits failed" : "", row.chosen ? "  <- chosen" : ""));
  }
  if (table.size() > kMostRows) tell(fmt::format("  (of {}; all are in the report)", table.size()));
}

// The learner's options with what was chosen, for good.
void take_choice(const Json& chosen, Config& config) {
  LearnerConfig& learner = config.learners.front();
  learner.options = options_with(chosen, learner);
  if (chosen.contains("kernel") && !has_own_kernel(*learner.entry))
    learner.kernel = kernel_with_defaults(chosen.at("kernel"));
  learner.select = Json::object();
  const Json overrides = problem_overrides(*learner.entry, learner.options);
  for (const auto& [key, value] : overrides.items()) {
    if (learner.problem.contains(key)) learner.problem[key] = value;
  }
  Json& effective = config.effective["learner"];
  const Json type = effective.at("type");
  std::optional<Json> kernel;  // where the config speaks of one
  if (effective.contains("kernel") || chosen.contains("kernel"))
    kernel = has_own_kernel(*learner.entry) ? learner.options.at("kernel") : learner.kernel;
  effective = learner.options;
  effective["type"] = type;
  if (kernel) effective["kernel"] = *kernel;
}

}  // namespace

const std::vector<OptionInfo>& training_selection_options() {
  static const std::vector<OptionInfo> options = training_selection_declaration().list();
  return options;
}

void read_training_selection(const Json& block, Config& config, ConfigErrors& errors, Json& effective) {
  const std::size_t before = errors.messages().size();
  check_options(training_selection_options(), block, "selection", errors);
  if (errors.messages().size() > before) return;
  const TrainingSelectionOptions options = training_selection_declaration().parse(block);
  check_keys_of_protocol(block, options.protocol, errors);
  const bool numbers = config.problem != nullptr && config.problem->target == Target::kNumber;
  config.metrics = {metric_to_choose_by(options.metric, numbers, errors)};
  effective = with_defaults(training_selection_options(), block);
  effective["metric"] = config.metrics.front();

  SweepConfig& sweep = config.sweep;
  const bool folds = options.protocol == SelectionProtocol::kFolds;
  sweep.protocol = folds ? Protocol::kFolds : Protocol::kResample;
  sweep.k = options.k;
  sweep.holdout = options.holdout.value_or(0);  // 0: see set_training_sizes()
  sweep.seed = options.seed ? static_cast<std::uint64_t>(*options.seed) : config.seed;
  sweep.every_label = false;  // the model must cope with what the data have, and so must its folds
  sweep.unlabeled_as_given = true;
  sweep.selection_repetitions = options.repetitions.value_or(folds ? 1 : 5) * (folds ? sweep.k : 1);
  sweep.selection_scope = SelectionScope::kLearner;
}

TrainingChoice choose_for_training(Config& config, const LoadedData& data, int threads,
                                   const std::atomic<bool>* stop) {
  set_training_sizes(config.sweep, DrawPool(data.corpus, data.unlabeled_end, data.encoder.labels()));
  const Experiment experiment(config, data, stop);
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
    tell("costruct: some fits of the selection failed, the first: " + selection.first_error);
  }
  tell_choice(config, selection.table);
  TrainingChoice choice{selection.chosen.begin()->second, choice_report(config, selection.table)};
  take_choice(choice.selected, config);
  return choice;
}

}  // namespace costruct::experiments
