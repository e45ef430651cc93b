#include "costruct/learners/safeguards.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numeric>

#include "costruct/core/interfaces/label_offsets.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/random.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/learners/shared/kept_shares.hpp"
#include "costruct/learners/shared/predictions.hpp"
#include "costruct/learners/twin.hpp"

namespace costruct {
namespace {

std::vector<InputId> inputs_of(const std::vector<LabeledExample>& labeled) {
  std::vector<InputId> inputs;
  for (const LabeledExample& example : labeled) inputs.push_back(example.x);
  return inputs;
}

Predictions predict(const Fitted& fitted, const Views& views, const Sample& sample, int threads) {
  const Views predicting = predicting_views(fitted, views);
  const Vector w = stack(fitted.weights);
  return {predictions(predicting.joint(), inputs_of(sample.labeled), w, threads),
          predictions(predicting.joint(), sample.unlabeled, w, threads)};
}

std::optional<std::string> overruled(const StructuredProblem& problem, const Sample& sample,
                                     const Predictions& learner, const Predictions& twin,
                                     const std::string& twin_name) {
  Index count = 0;
  for (std::size_t i = 0; i < sample.labeled.size(); ++i) {
    const LabeledExample& example = sample.labeled[i];
    count += problem.loss(example.x, example.y, twin.labeled[i]) == 0 &&
             problem.loss(example.x, example.y, learner.labeled[i]) > 0;
  }
  const auto all = static_cast<Index>(sample.labeled.size());
  if (count < 2 || 10 * count < all) return std::nullopt;
  return fmt::format(
      "with the unlabeled inputs, {} of {} labeled examples come out wrong that {} gets right",
      count, all, twin_name);
}

// The parts of each label among outputs.
std::vector<double> label_counts(Index num_labels, const std::vector<Output>& outputs) {
  std::vector<double> counts(static_cast<std::size_t>(num_labels));
  for (const Output& y : outputs) {
    for (const int label : y.parts) ++counts[static_cast<std::size_t>(label)];
  }
  return counts;
}

std::optional<std::string> far_shares(const StructuredProblem& problem, const Sample& sample,
                                      const Predictions& learner) {
  const auto* labels = offered<LabelOffsets>(problem);
  if (labels == nullptr) return std::nullopt;
  std::vector<Output> known;
  for (const LabeledExample& example : sample.labeled) known.push_back(example.y);
  const std::vector<double> labeled = label_counts(labels->num_labels(), known);
  const std::vector<double> predicted = label_counts(labels->num_labels(), learner.unlabeled);
  const double n = std::accumulate(labeled.begin(), labeled.end(), 0.0);
  const double m = std::accumulate(predicted.begin(), predicted.end(), 0.0);
  if (n == 0 || m == 0) return std::nullopt;
  std::size_t farthest = 0;
  double distance = 0;
  for (std::size_t k = 0; k < labeled.size(); ++k) {
    const double p = labeled[k] / n, q = predicted[k] / m;
    if (q < 2 * p && p < 2 * q) continue;
    const double pooled = (labeled[k] + predicted[k] + 1) / (n + m + 2);
    const double z = std::abs(p - q) / std::sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
    if (z > distance) {
      distance = z;
      farthest = k;
    }
  }
  if (distance < kFarShare) return std::nullopt;
  return fmt::format(
      "label {} makes up {:.3g} % of the labels predicted for unlabeled examples, but {:.3g} % of "
      "those in the training data",
      labels->label_names()[farthest], 100 * predicted[farthest] / m, 100 * labeled[farthest] / n);
}

std::optional<std::string> far_from_twin(const StructuredProblem& problem,
                                         const Predictions& learner, const Predictions& twin,
                                         const std::string& twin_name) {
  if (offered<LabelOffsets>(problem) == nullptr) return std::nullopt;
  Index differ = 0, all = 0;
  for (std::size_t i = 0; i < learner.unlabeled.size(); ++i) {
    const std::vector<int>& a = learner.unlabeled[i].parts;
    const std::vector<int>& b = twin.unlabeled[i].parts;
    all += static_cast<Index>(a.size());
    for (std::size_t t = 0; t < a.size(); ++t) differ += a[t] != b[t];
  }
  if (all == 0 || static_cast<double>(differ) < kFarFromTwin * static_cast<double>(all))
    return std::nullopt;
  return fmt::format(
      "{:.3g} % of the labels predicted for unlabeled examples differ from those of {}",
      100 * static_cast<double>(differ) / static_cast<double>(all), twin_name);
}

std::optional<std::string> without_parse(const StructuredProblem& problem,
                                         const Predictions& learner) {
  if (offered<LabelOffsets>(problem) != nullptr) return std::nullopt;
  const auto all = static_cast<Index>(learner.unlabeled.size());
  const auto empty = std::count_if(learner.unlabeled.begin(), learner.unlabeled.end(),
                                   [](const Output& y) { return y.parts.empty(); });
  if (all == 0 || 2 * empty < all) return std::nullopt;
  return fmt::format("{} of {} unlabeled inputs have no parse, so nothing is learned from them",
                     empty, all);
}

// The options that weigh unlabeled inputs. If all that a learner has are 0, nothing is taught.
constexpr std::array kWeights = {"Cu", "unlabeled_weight", "entropy", "shares_weight"};

bool is_taught(const LearnerEntry& entry, const Json& options) {
  const Json all = with_defaults(entry.options, options);
  bool has_weight = false;
  for (const char* weight : kWeights) {
    if (!all.contains(weight)) continue;
    has_weight = true;
    if (all[weight].get<double>() > 0) return true;
  }
  return !has_weight && uses_unlabeled(entry, options);
}

// The advice which option to set, for a learner with these options.
std::string advice(const LearnerEntry& entry, const Json& options, const StructuredProblem& problem,
                   const std::vector<LabeledExample>& labeled, bool guarded) {
  const Json all = with_defaults(entry.options, options);
  std::vector<std::string> things;
  for (const char* weight : kWeights) {
    if (all.contains(weight) && all[weight].get<double>() > 0)
      things.push_back(fmt::format("a smaller weight of unlabeled examples ({} below {})", weight,
                                   all[weight].dump()));
  }
  for (const char* scale : {"Cu_scale", "unlabeled_scale"}) {
    if (all.value(scale, "") == "each") things.push_back(fmt::format("\"{}\": \"total\"", scale));
  }
  const Json shares = all.value("label_shares", Json());
  if (shares.is_string() && resolved_label_shares(shares, problem, labeled) == "free" &&
      offered<LabelOffsets>(problem) != nullptr)
    things.push_back("\"label_shares\": \"labeled\"");
  if (!guarded) things.push_back("\"guard\": \"folds\"");
  return fmt::format("; try {}", fmt::join(things, ", or "));
}

enum class Guard { kNone, kFolds };

class Safeguarded final : public Learner {
 public:
  Safeguarded(const LearnerEntry& entry, Json options, Guard guard)
      : entry_(entry),
        options_(std::move(options)),
        guard_(guard),
        learner_(entry.make(options_)),
        is_taught_(is_taught(entry, options_)) {}

  void check_labels(const StructuredProblem& joint) const override {
    learner_->check_labels(joint);
  }

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    if (!is_taught_ || sample.unlabeled.empty()) {
      Fitted fitted = learner_->fit(views, sample, context);
      // A config with one weight is told beforehand (OptionInfo::only_with).
      const std::vector<std::string>& weights = entry_.unlabeled_weights;
      if (guard_ == Guard::kFolds && !is_taught_ && weights.size() > 1)
        fitted.report.notes.push_back(
            fmt::format("guard has no effect: {} are 0", fmt::join(weights, " and ")));
      if (guard_ == Guard::kFolds && is_taught_ && !sample.partial.empty())
        fitted.report.notes.push_back("guard has no effect: there are no unlabeled examples");
      return fitted;
    }
    if (guard_ == Guard::kFolds) return fit_guarded(views, sample, context);
    return fit_watched(views, sample, context);
  }

 private:
  // @param labeled  those of the sample, or some of them
  Fitted fit_twin(const Views& views, const std::vector<LabeledExample>& labeled,
                  const Sample& sample, const FitContext& context) const {
    Fitted fitted =
        make_twin(entry_, options_)->fit(views.together(), {labeled, {}, sample.partial}, context);
    fitted.together = views.count() > 1;
    return fitted;
  }

  Fitted fit_watched(const Views& views, const Sample& sample, const FitContext& context) const {
    Fitted fitted = learner_->fit(views, sample, context);
    if (sample.unlabeled.size() < sample.labeled.size() || context.stop_requested() ||
        twin_misfit(entry_, options_, views))
      return fitted;
    try {
      const Fitted twin = fit_twin(views, sample.labeled, sample,
                                   told_of(context, "comparison with " + twin_in_words()));
      if (context.stop_requested()) return fitted;
      const std::vector<std::string> found =
          warn_of_harm(views.joint(), sample, predict(fitted, views, sample, context.threads),
                       predict(twin, views, sample, context.threads), twin_in_words());
      if (!found.empty()) {
        fitted.report.warnings.push_back(fmt::format(
            "{}{}", fmt::join(found, "; "),
            advice(entry_, options_, views.joint(), sample.labeled, guard_ == Guard::kFolds)));
      }
    } catch (const UserError&) {
      // The twin has no fit to compare with, so there is nothing to warn of.
    }
    return fitted;
  }

  Fitted fit_guarded(const Views& views, const Sample& sample, const FitContext& context) const {
    check_needs(entry_, options_, views);  // as a fit does, also if the twin is returned
    if (const auto misfit = twin_misfit(entry_, options_, views))
      throw ConfigError("guard = folds: on all features together, " + *misfit);
    const std::string name = twin_name(entry_, options_);
    const auto returns_twin = [&](const std::string& why) {
      Fitted fitted = fit_twin(views, sample.labeled, sample, context);
      fitted.report.notes.push_back(
          fmt::format("the guard chose {} without unlabeled examples: {}", name, why));
      return fitted;
    };
    const auto count = static_cast<Index>(sample.labeled.size());
    if (count < kFewestToGuard) {
      return returns_twin(fmt::format("{} {} too few to compare on; at least {} are needed",
                                      counted(count, "labeled example"), count == 1 ? "is" : "are",
                                      kFewestToGuard));
    }
    const std::vector<std::size_t> order = dealing_order(sample.labeled, context);
    double of_learner = 0, of_twin = 0;
    for (Index fold = 0; fold < kGuardFolds && !context.stop_requested(); ++fold) {
      const FitContext in_fold =
          told_of(context, fmt::format("guard, fold {} of {}", fold + 1, kGuardFolds));
      const auto [rest, held_out] = without_fold(sample.labeled, order, fold);
      of_learner +=
          loss_on(held_out, learner_->fit(views, {rest, sample.unlabeled, sample.partial}, in_fold),
                  views, context);
      of_twin += loss_on(held_out, fit_twin(views, rest, sample, in_fold), views, context);
    }
    if (context.stop_requested()) return returns_twin("interrupted");
    const bool same_name = name == entry_.name;
    const auto losses = [&](double own, const std::string& other, double others) {
      return fmt::format("over {} folds its loss is {:.4g}, that of {} {:.4g}", kGuardFolds, own,
                         other, others);
    };
    if (of_twin < of_learner)
      return returns_twin(
          losses(of_twin, entry_.name + (same_name ? " with them" : ""), of_learner));
    Fitted fitted = fit_watched(views, sample, context);
    fitted.report.notes.push_back(fmt::format("the guard chose {}: {}", entry_.name,
                                              losses(of_learner, twin_in_words(), of_twin)));
    return fitted;
  }

  // The twin's name, told apart from the learner's.
  std::string twin_in_words() const {
    const std::string name = twin_name(entry_, options_);
    return name == entry_.name ? name + " without unlabeled examples" : name;
  }

  // Tells of a part of the work now, and before each line of progress in it.
  static FitContext told_of(FitContext context, const std::string& part) {
    if (!context.progress) return context;
    context.progress(part);
    context.progress = [tell = context.progress, part](const std::string& line) {
      tell(part + ": " + line);
    };
    return context;
  }

  struct Parted {
    std::vector<LabeledExample> rest, held_out;
  };

  // The examples sorted by output and else in random order. Dealt out in turn, they give each fold
  // nearly equal shares of each output.
  static std::vector<std::size_t> dealing_order(const std::vector<LabeledExample>& labeled,
                                                const FitContext& context) {
    std::vector<std::size_t> order(labeled.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    RandomStream(context.seed, context.repetition, "guard").shuffle(order);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return labeled[a].y < labeled[b].y; });
    return order;
  }

  static Parted without_fold(const std::vector<LabeledExample>& labeled,
                             const std::vector<std::size_t>& order, Index fold) {
    std::vector<char> held(labeled.size(), 0);
    for (std::size_t i = static_cast<std::size_t>(fold); i < order.size(); i += kGuardFolds)
      held[order[i]] = 1;
    Parted parted;
    for (std::size_t i = 0; i < labeled.size(); ++i)
      (held[i] ? parted.held_out : parted.rest).push_back(labeled[i]);
    return parted;
  }

  static double loss_on(const std::vector<LabeledExample>& examples, const Fitted& fitted,
                        const Views& views, const FitContext& context) {
    const Views predicting = predicting_views(fitted, views);
    const std::vector<Output> outputs = predictions(predicting.joint(), inputs_of(examples),
                                                    stack(fitted.weights), context.threads);
    double sum = 0;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const LabeledExample& example = examples[i];
      sum += example.weight * views.joint().loss(example.x, example.y, outputs[i]);
    }
    return sum;
  }

  LearnerEntry entry_;
  Json options_;
  Guard guard_;
  std::unique_ptr<Learner> learner_;
  bool is_taught_;
};

}  // namespace

std::vector<std::string> warn_of_harm(const StructuredProblem& problem, const Sample& sample,
                                      const Predictions& learner, const Predictions& twin,
                                      const std::string& twin_name) {
  std::vector<std::string> found;
  for (std::optional<std::string> reason :
       {overruled(problem, sample, learner, twin, twin_name), far_shares(problem, sample, learner),
        far_from_twin(problem, learner, twin, twin_name), without_parse(problem, learner)}) {
    if (reason) found.push_back(std::move(*reason));
  }
  return found;
}

LearnerEntry with_safeguards(LearnerEntry entry) {
  if (!entry.twin && !entry.unlabeled_weights.empty())
    entry.twin = twin_without(entry.unlabeled_weights);
  if (!entry.make || !entry.twin) return entry;
  const auto unguarded = [](Json options) {
    options.erase("guard");
    return options;
  };
  const auto follow = [&](auto function) {
    return [function, unguarded](const Json& options) { return function(unguarded(options)); };
  };
  LearnerEntry guarded = entry;
  OptionInfo guard =
      choice_option("guard", "none", {"none", "folds"},
                    "folds: return the better one of this and the supervised learner, by folds of "
                    "the labeled examples; none: no comparison");
  guard.is_left_out_by_default = true;
  if (entry.unlabeled_weights.size() == 1) {
    guard.only_with = entry.unlabeled_weights.front();
    guard.only_with_value = nullptr;
  }
  guarded.options.push_back(guard);
  if (entry.needs_with) guarded.needs_with = follow(entry.needs_with);
  if (entry.example_weights_with) guarded.example_weights_with = follow(entry.example_weights_with);
  if (entry.problem_overrides_by_options)
    guarded.problem_overrides_by_options = follow(entry.problem_overrides_by_options);
  guarded.make = [entry, unguarded, guard](const Json& options) {
    ConfigErrors errors;
    if (options.contains("guard"))
      check_options({guard}, {{"guard", options["guard"]}}, "", errors);
    errors.throw_if_any("");
    const bool folds = options.value("guard", "none") == "folds";
    return std::make_unique<Safeguarded>(entry, unguarded(options),
                                         folds ? Guard::kFolds : Guard::kNone);
  };
  return guarded;
}

}  // namespace costruct
