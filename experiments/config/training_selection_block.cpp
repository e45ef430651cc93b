#include "costruct/experiments/config/training_selection_block.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/results/measures/metrics.hpp"

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
  options.json("metric", &Options::metric, or_null(text_form("name of a metric")),
               "metric to choose by; null: the default one");
  options.integer("seed", &Options::seed, {.at_least = 0},
                  "names the random streams; null: the config's seed");
  return options;
}

// Adds an error for keys of the other protocol.
void check_keys_of_protocol(const Json& block, SelectionProtocol protocol, ConfigErrors& errors) {
  const bool folds = protocol == SelectionProtocol::kFolds;
  const char* foreign = folds ? "holdout" : "k";
  if (!block.contains(foreign) || block.at(foreign).is_null()) return;
  errors.add(std::string("selection.") + foreign,
             fmt::format(" belongs to protocol {}, but protocol is {}",
                         folds ? "resample" : "folds", folds ? "folds" : "resample"));
}

// The metric to choose by. If the name is not valid, adds the error and returns the default.
std::string metric_to_choose_by(const Json& name, const ProblemEntry* problem,
                                ConfigErrors& errors) {
  if (!name.is_string() || problem == nullptr) return kLossMetric;
  const std::vector<std::string> valid = metrics_of(*problem);
  if (std::find(valid.begin(), valid.end(), name) == valid.end()) {
    const std::vector<std::string> all = metric_names();
    const bool foreign = std::find(all.begin(), all.end(), name) != all.end();
    errors.add("selection.metric",
               " = " + shown_name(name.get<std::string>()) + ": " +
                   (foreign ? foreign_metric(*problem) : suggestion(name, valid)));
  }
  return name.get<std::string>();
}

}  // namespace

const std::vector<OptionInfo>& training_selection_options() {
  static const std::vector<OptionInfo> options = training_selection_declaration().list();
  return options;
}

void read_training_selection(const Json& block, Config& config, ConfigErrors& errors,
                             Json& effective) {
  const std::size_t before = errors.messages().size();
  check_options(training_selection_options(), block, "selection", errors);
  if (errors.messages().size() > before) return;
  const TrainingSelectionOptions options = training_selection_declaration().parse(block);
  check_keys_of_protocol(block, options.protocol, errors);
  config.metrics = {metric_to_choose_by(options.metric, config.problem, errors)};
  effective = with_defaults(training_selection_options(), block);
  effective["metric"] = config.metrics.front();

  SweepConfig& sweep = config.sweep;
  const bool folds = options.protocol == SelectionProtocol::kFolds;
  sweep.protocol = folds ? Protocol::kFolds : Protocol::kResample;
  sweep.k = options.k;
  sweep.holdout = options.holdout.value_or(0);  // 0: see set_training_sizes()
  sweep.seed = options.seed ? static_cast<std::uint64_t>(*options.seed) : config.seed;
  sweep.every_label = false;  // the model has to use the data as they are, and so do its folds
  sweep.unlabeled_as_given = true;
  sweep.selection_repetitions = options.repetitions.value_or(folds ? 1 : 5) * (folds ? sweep.k : 1);
  sweep.selection_scope = SelectionScope::kLearner;
}

}  // namespace costruct::experiments
