// Self-training (Yarowsky 1995; as a baseline of co-training: Nigam & Ghani 2000): a supervised learner that
// labels unlabeled inputs itself, the most confident first.
//
//   fit w to the labeled examples
//   for t = 1..rounds:
//     1. for each unlabeled x:  y_hat = argmax f(x, .),  margin = f(x, y_hat) - max_{y != y_hat} f(x, y)
//     2. take the `batch` inputs of largest margin among those not yet taken
//     3. fit w to the labeled examples and the taken (x, y_hat), these with weight Cu
//
// until all are taken and no pseudo-label changes. Inputs taken in earlier rounds get the label that step 1
// finds now (`relabel`), or keep theirs. An input with one output only has an infinite margin; ties go to the
// input that comes first. The fit of step 3 sees the taken inputs in their given order, hence depends on
// which are taken and not on when. Without unlabeled inputs, or with Cu = 0, this is the supervised learner.
//
// Reported as primal, dual and gap: those of the last fit, on pseudo-labels as if they were labels.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "costruct/core/runner_up.hpp"
#include "costruct/core/thinned_rows.hpp"
#include "costruct/learners/catalog.hpp"

namespace costruct {
namespace {

struct SelfTrainingOptions {
  Json learner = Json::object({{"type", "perceptron"}});
  Index rounds = 10;
  std::optional<Index> batch;
  double Cu = 1;
  bool relabel = true;
};

OptionDeclaration<SelfTrainingOptions> declaration(const std::vector<LearnerEntry>& learners) {
  using Options = SelfTrainingOptions;
  BlockTypes types{"supervised learner", {}};
  for (const LearnerEntry& entry : learners)
    types.types.push_back({entry.name, entry.summary, entry.options});
  OptionDeclaration<Options> options;
  options.block("learner", &Options::learner, std::move(types), "what is fitted in every round");
  options.integer("rounds", &Options::rounds, {.at_least = 1},
                  "fits on pseudo-labels; fewer only where no pseudo-label changes any more");
  options.integer("batch", &Options::batch, {.at_least = 1},
                  "unlabeled inputs taken in a round; null: all of them divided evenly over the rounds");
  options.number("Cu", &Options::Cu, {.at_least = 0},
                 "weight of a pseudo-labeled example, relative to a labeled one");
  options.boolean("relabel", &Options::relabel,
                  "label the inputs taken in earlier rounds anew in every round");
  return options;
}

const LearnerEntry& inner_learner_of(const std::vector<LearnerEntry>& learners, const Json& block) {
  return *std::find_if(learners.begin(), learners.end(),
                       [&](const LearnerEntry& entry) { return block.at("type") == entry.name; });
}

Json options_of(Json block) {
  block.erase("type");
  return block;
}

struct PseudoLabel {
  Output y_hat;
  double margin = 0;
  bool taken = false;
};

double margin_of(const TwoBest& found) {
  if (!found.runner_up) return std::numeric_limits<double>::infinity();
  const double margin = found.best.value - found.runner_up->value;
  return margin > 0 ? margin : 0;  // also where scores are too large to be told apart
}

class SelfTraining final : public Learner {
 public:
  SelfTraining(SelfTrainingOptions options, std::unique_ptr<Learner> learner)
      : options_(std::move(options)), learner_(std::move(learner)) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    const auto& decoder = require<RunnerUpDecoder>(views.joint(), "the runner-up", "self_training");
    Fitted fitted = fit_supervised(views, {sample.labeled, {}}, context, 0);
    if (sample.unlabeled.empty() || options_.Cu == 0) return without_rounds(std::move(fitted));

    const auto m = static_cast<Index>(sample.unlabeled.size());
    const Index batch = options_.batch.value_or((m + options_.rounds - 1) / options_.rounds);
    std::vector<PseudoLabel> labels(m);
    Index taken = 0, round = 0, oracle_calls = fitted.report.oracle_calls;
    bool settled = false;
    std::string why;
    Json history = Json::array();
    while (why.empty()) {
      if (context.stop_requested()) {
        why = "interrupted";
        break;
      }
      const Index changed = predict(decoder, sample.unlabeled, stack(fitted.weights), context.threads, labels,
                                    oracle_calls);  // step 1
      if (taken == m && changed == 0) {
        settled = true;
        why = "no pseudo-label changed";
        break;
      }
      taken += take_most_confident(batch, labels);                                                  // step 2
      Fitted next = fit_supervised(views, with_pseudo_labels(sample, labels), context, round + 1);  // step 3
      oracle_calls += next.report.oracle_calls;
      if (context.stop_requested()) {  // `next` may be half done
        why = "interrupted";
        break;
      }
      fitted = std::move(next);
      ++round;
      add_thinned(history, row(round, taken, changed, labels, fitted.report), round - 1);
      if (context.progress) {
        context.progress(fmt::format("self_training: round {} of {}, {} of {} pseudo-labeled, {} changed",
                                     round, options_.rounds, taken, m, changed));
      }
      if (taken == m && !options_.relabel) {
        settled = true;
        why = "all unlabeled inputs have their pseudo-labels";
      } else if (round == options_.rounds) {
        why = fmt::format("{} rounds", round);
      }
    }

    FitReport& report = fitted.report;
    report.converged = settled && report.converged;
    report.iterations = round;
    report.oracle_calls = oracle_calls;
    report.stopped_because = std::move(why);
    report.history = std::move(history);
    return fitted;
  }

 private:
  // The supervised fit alone: its report, but for the rounds.
  static Fitted without_rounds(Fitted fitted) {
    fitted.report.iterations = 0;
    fitted.report.history = Json::array();
    return fitted;
  }

  Fitted fit_supervised(const Views& views, const Sample& sample, const FitContext& context,
                        Index round) const {
    FitContext inner = context;
    if (context.progress) {
      inner.progress = [&context, round](const std::string& line) {
        context.progress(fmt::format("self_training, round {}: {}", round, line));
      };
    }
    return learner_->fit(views, sample, inner);
  }

  // Labels all inputs but those whose pseudo-labels stay; returns how many of the taken ones changed.
  Index predict(const RunnerUpDecoder& decoder, const std::vector<InputId>& inputs, const Vector& w,
                int threads, std::vector<PseudoLabel>& labels, Index& oracle_calls) const {
    std::vector<Index> to_label;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (options_.relabel || !labels[i].taken) to_label.push_back(static_cast<Index>(i));
    }
    std::vector<TwoBest> found(to_label.size());
    const auto count = static_cast<Index>(to_label.size());
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (Index j = 0; j < count; ++j) found[j] = decoder.two_best(inputs[to_label[j]], w);

    Index changed = 0;
    for (Index j = 0; j < count; ++j) {
      PseudoLabel& label = labels[to_label[j]];
      if (label.taken && label.y_hat != found[j].best.output) ++changed;
      label.margin = margin_of(found[j]);
      label.y_hat = std::move(found[j].best.output);
    }
    oracle_calls += 2 * count;  // the best and its runner-up
    return changed;
  }

  static Index take_most_confident(Index batch, std::vector<PseudoLabel>& labels) {
    std::vector<PseudoLabel*> waiting;
    for (PseudoLabel& label : labels) {
      if (!label.taken) waiting.push_back(&label);
    }
    std::stable_sort(waiting.begin(), waiting.end(),
                     [](const PseudoLabel* a, const PseudoLabel* b) { return a->margin > b->margin; });
    const Index count = std::min(batch, static_cast<Index>(waiting.size()));
    for (Index i = 0; i < count; ++i) waiting[i]->taken = true;
    return count;
  }

  Sample with_pseudo_labels(const Sample& sample, const std::vector<PseudoLabel>& labels) const {
    Sample all{sample.labeled, {}};
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i].taken) all.labeled.push_back({sample.unlabeled[i], labels[i].y_hat, options_.Cu});
    }
    return all;
  }

  // A row of the history; the mean margin is that of the taken inputs with more than one output.
  static Json row(Index round, Index taken, Index changed, const std::vector<PseudoLabel>& labels,
                  const FitReport& fit) {
    double sum = 0;
    Index count = 0;
    for (const PseudoLabel& label : labels) {
      if (!label.taken || !std::isfinite(label.margin)) continue;
      sum += label.margin;
      ++count;
    }
    return {{"round", round},
            {"taken", taken},
            {"changed", changed},
            {"mean_margin", count > 0 ? Json(sum / static_cast<double>(count)) : Json(nullptr)},
            {"primal", fit.primal ? Json(*fit.primal) : Json(nullptr)},
            {"converged", fit.converged}};
  }

  SelfTrainingOptions options_;
  std::unique_ptr<Learner> learner_;
};

// What a learner of the block throws stands at the block's place.
std::unique_ptr<Learner> make_inner(const std::vector<LearnerEntry>& learners, const Json& block) {
  try {
    return inner_learner_of(learners, block).make(options_of(block));
  } catch (const ConfigError& error) {
    throw ConfigError(std::string("learner.") + error.what());
  }
}

}  // namespace

LearnerEntry self_training_learner(const std::vector<LearnerEntry>& learners) {
  std::vector<LearnerEntry> supervised;
  std::copy_if(learners.begin(), learners.end(), std::back_inserter(supervised),
               [](const LearnerEntry& entry) { return !entry.uses_unlabeled; });
  LearnerEntry entry;
  entry.name = "self_training";
  entry.summary = "a supervised learner that labels unlabeled inputs itself, the most confident first";
  entry.source = "Yarowsky 1995; Nigam & Ghani 2000";
  entry.uses_unlabeled = true;
  entry.needs = {Need::kRunnerUp};
  entry.options = declaration(supervised).list();
  entry.needs_with = [supervised, declared = entry.options](const Json& json) {
    const Json block = with_defaults(declared, json).at("learner");
    Needs needs = needs_of(inner_learner_of(supervised, block), options_of(block));
    needs.offers.push_back(Need::kRunnerUp);
    return needs;
  };
  entry.example_weights_with = [supervised, declared = entry.options](const Json& json) {
    const Json block = with_defaults(declared, json).at("learner");
    return example_weights(inner_learner_of(supervised, block), options_of(block));
  };
  entry.problem_overrides_by_options = [supervised, declared = entry.options](const Json& json) {
    const Json block = with_defaults(declared, json).at("learner");
    return problem_overrides(inner_learner_of(supervised, block), options_of(block));
  };
  entry.make = [supervised](const Json& json) {
    SelfTrainingOptions options = declaration(supervised).parse(json);
    auto learner = make_inner(supervised, options.learner);
    return std::make_unique<SelfTraining>(std::move(options), std::move(learner));
  };
  return entry;
}

}  // namespace costruct
