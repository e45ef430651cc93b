#include "costruct/learners/imputing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "costruct/core/clock.hpp"
#include "costruct/core/interfaces/independent_parts.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/optimize/thinned_rows.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/learners/learners.hpp"
#include "costruct/learners/shared/partial_sample.hpp"
#include "costruct/learners/shared/predictions.hpp"
#include "costruct/learners/shared/refitting_learner.hpp"

namespace costruct {
namespace {

constexpr Index kRounds = 10;

/// Passes of the perceptron whose weights impute first. They end after a pass without an update. A
/// visit of an example is one step, also if the example is a graph of which hundreds of nodes are
/// known: after ten steps half of the first imputed labels of digit1 were wrong, and stayed so.
constexpr Index kLeastEpochs = 10, kLeastVisits = 500;
constexpr const char* kTimeLimit = "time_limit";
/// Weights of 0 can lie within the gap of the optimum, but impute nothing: all outputs tie, and no
/// hidden part would change again. The fit is then repeated with kFiner times the gap, at most
/// kMostFiner times.
constexpr const char* kGap = "gap";
constexpr double kFiner = 0.1;
constexpr Index kMostFiner = 3;

using Replace =
    std::function<std::unique_ptr<const StructuredProblem>(const StructuredProblem& problem)>;

/// Views of other problems, which `replace` makes of those of `views`; the views themselves if it
/// makes none of one of them. `views`, and what `replace` refers to, must outlive them.
Views replaced(const Views& views, const Replace& replace) {
  std::vector<std::unique_ptr<const StructuredProblem>> each;
  for (Index v = 0; v < views.count(); ++v) {
    each.push_back(replace(views[v]));
    if (each.back() == nullptr) return views;
  }
  if (views.count() == 1) return Views(std::move(each.front()));
  auto joint = replace(views.joint());
  if (joint == nullptr) return views;
  return Views(std::move(each), std::move(joint), [views, replace] {
    const Views together = views.together();
    auto made = replace(together.joint());
    // `together` owns the inputs.
    struct Kept {
      Views views;
      std::unique_ptr<const StructuredProblem> problem;
    };
    auto kept = std::make_shared<Kept>(Kept{together, std::move(made)});
    const StructuredProblem& problem = kept->problem ? *kept->problem : kept->views.joint();
    return std::shared_ptr<const StructuredProblem>(std::move(kept), &problem);
  });
}

/// Views whose losses count what is known of the partly labeled examples, where problems know such
/// a loss.
Views counting_views(const Views& views, const std::vector<PartialExample>& examples) {
  return replaced(views, [&examples](const StructuredProblem& problem) {
    const auto* partial = offered<PartialOutputs>(problem);
    return partial ? partial->counting(PartialSample::facts_of_inputs(problem, examples)) : nullptr;
  });
}

/// Views in which no feature joins parts, of problems that offer this.
Views independent_views(const Views& views) {
  return replaced(views, [](const StructuredProblem& problem) {
    const auto* parts = offered<IndependentParts>(problem);
    return parts ? parts->with_independent_parts() : nullptr;
  });
}

class Imputing final : public Learner {
 public:
  using Make = std::function<std::unique_ptr<Learner>(const Json& options)>;

  // `all_options` are `options` with all defaults.
  Imputing(std::string name, const Make& make, const Json& options, const Json& all_options)
      : name_(std::move(name)),
        make_(make),
        options_(options),
        learner_(make(options)),
        time_limit_(number_of(all_options, kTimeLimit)),
        gap_(number_of(all_options, kGap)) {}

  void check_labels(const StructuredProblem& joint) const override {
    learner_->check_labels(joint);
  }

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    if (sample.partial.empty()) return learner_->fit(views, sample, context);
    if (const auto shards = options_.find("shards"); shards != options_.end() && !shards->is_null())
      throw ConfigError(
          "shards: outputs that are known in part are imputed from all examples; set shards to "
          "null, or leave these examples out");
    const double begun = seconds_now();
    const Index examples = std::ssize(sample.labeled) + std::ssize(sample.partial);
    const auto start = perceptron_learner().make(
        Json{{"average", true},
             {"epochs", std::max(kLeastEpochs, (kLeastVisits + examples - 1) / examples)}});
    const Views counting = counting_views(views, sample.partial);
    Fitted fitted = start->fit(independent_views(views), sample, context);
    Index oracle_calls = fitted.report.oracle_calls, changed = 0;
    Json history = Json::array();
    std::string why;
    std::vector<Output> imputed;
    const bool is_greedy = dynamic_cast<const RefittingLearner*>(learner_.get()) &&
                           counting.joint().decoding_exactness() == Exactness::kGreedy;
    SolverStart kept;
    double finest = 1;  // the smallest gap of fits, divided by that of the options
    for (Index round = 0; why.empty(); ++round) {
      std::vector<Output> next = impute(fitted, views, sample, imputed, context);
      oracle_calls += std::ssize(next);
      changed = round == 0 ? std::ssize(next) : different(next, imputed);
      if (changed == 0) {
        why = fitted.report.converged ? "no hidden part changed" : fitted.report.stopped_because;
        break;
      }
      imputed = std::move(next);
      const Sample completed = complete(sample, imputed);
      const FitContext told = told_of_round(context, round);
      Fitted next_fit = fit_completed(counting, completed, told, begun, 1, kept);
      double finer = 1;
      for (Index i = 0; i < kMostFiner && gap_; ++i) {
        if (!next_fit.report.converged || !is_zero(next_fit)) break;
        oracle_calls += next_fit.report.oracle_calls;
        finer *= kFiner;
        next_fit = fit_completed(counting, completed, told, begun, finer, kept);
      }
      finest = std::min(finest, finer);
      oracle_calls += next_fit.report.oracle_calls;
      if (round > 0 && is_no_better(next_fit.report, fitted.report, is_greedy)) {
        why = "the objective did not fall";
        break;
      }
      fitted = std::move(next_fit);
      Json row = {{"round", round + 1}, {"changed", changed}, {"primal", nullptr}};
      if (fitted.report.primal) row["primal"] = *fitted.report.primal;
      add_thinned(history, std::move(row), round);
      if (context.stop_requested()) why = "interrupted";
      if (round + 1 == kRounds) why = counted(kRounds, "imputation");
      if (time_limit_ && seconds_now() - begun >= *time_limit_)
        why = fmt::format("time_limit {} s", *time_limit_);
    }
    FitReport& report = fitted.report;
    report.converged = changed == 0 && report.converged;
    report.iterations = std::ssize(history);
    report.oracle_calls = oracle_calls;
    report.stopped_because = std::move(why);
    report.history = std::move(history);
    report.dual = report.gap = std::nullopt;
    if (finest < 1) {
      report.notes.push_back(fmt::format(
          "weights of 0 were within the gap of {:g} and impute nothing, so fits went on "
          "to a gap of {:g}",
          *gap_, finest * *gap_));
    }
    return fitted;
  }

 private:
  // Fits to completed examples with what is left of time_limit, and with a gap `finer` times as
  // large.
  Fitted fit_completed(const Views& views, const Sample& completed, const FitContext& context,
                       double begun, double finer, SolverStart& kept) const {
    constexpr double kLeast = 1e-3;  // time_limit is above 0
    std::unique_ptr<Learner> changed;
    if (time_limit_ || finer != 1) {
      Json options = options_;
      if (time_limit_)
        options[kTimeLimit] = std::max(kLeast, *time_limit_ - (seconds_now() - begun));
      if (finer != 1) options[kGap] = finer * *gap_;
      changed = make_(options);
    }
    const Learner& learner = changed ? *changed : *learner_;
    const auto* again = dynamic_cast<const RefittingLearner*>(&learner);
    return again ? again->refit(views, completed, context, kept)
                 : learner.fit(views, completed, context);
  }

  static bool is_zero(const Fitted& fitted) {
    return std::all_of(fitted.weights.begin(), fitted.weights.end(), [](const Vector& w) {
      return std::all_of(w.begin(), w.end(), [](double each) { return each == 0; });
    });
  }

  // The best allowed outputs. If the decoder is greedy, those of the last round stay where they are
  // better, so that no objective rises.
  std::vector<Output> impute(const Fitted& fitted, const Views& views, const Sample& sample,
                             const std::vector<Output>& last, const FitContext& context) const {
    const Views predicting = predicting_views(fitted, views);
    const PartialSample partial(predicting.joint(), sample.partial, name_);
    std::vector<InputId> inputs;
    for (const PartialExample& example : sample.partial) inputs.push_back(example.x);
    const Vector w = stack(fitted.weights);
    std::vector<Output> best = predictions(partial.within(), inputs, w, context.threads);
    const StructuredProblem& problem = predicting.joint();
    if (last.empty() || problem.decoding_exactness() != Exactness::kGreedy) return best;
    for (std::size_t i = 0; i < best.size(); ++i) {
      if (best[i] != last[i] &&
          problem.score(inputs[i], last[i], w) >= problem.score(inputs[i], best[i], w))
        best[i] = last[i];
    }
    return best;
  }

  // Bounds may be worse for other weights, where decoding is not exact. A limit, or a solver that
  // begins anew, may end above the last objective.
  static bool is_no_better(const FitReport& now, const FitReport& last, bool is_greedy) {
    constexpr double kRounding = 1e-7;
    if (!now.primal || !last.primal) return false;
    return is_greedy ? !(*now.primal < *last.primal)
                     : *now.primal > *last.primal + kRounding * std::abs(*last.primal);
  }

  static std::optional<double> number_of(const Json& options, const char* name) {
    const auto at = options.find(name);
    return at != options.end() && at->is_number() ? std::optional(at->get<double>()) : std::nullopt;
  }

  static Index different(const std::vector<Output>& a, const std::vector<Output>& b) {
    Index count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i];
    return count;
  }

  static Sample complete(const Sample& sample, const std::vector<Output>& imputed) {
    Sample all{sample.labeled, sample.unlabeled};
    for (std::size_t i = 0; i < imputed.size(); ++i)
      all.labeled.push_back({sample.partial[i].x, imputed[i], sample.partial[i].weight});
    return all;
  }

  FitContext told_of_round(const FitContext& context, Index round) const {
    FitContext inner = context;
    if (context.progress) {
      inner.progress = [&context, round](const std::string& line) {
        context.progress(fmt::format("imputation {} of {}: {}", round + 1, kRounds, line));
      };
    }
    return inner;
  }

  std::string name_;
  Make make_;
  Json options_;
  std::unique_ptr<Learner> learner_;
  std::optional<double> time_limit_;  // seconds of all imputations together
  std::optional<double> gap_;         // of each fit
};

}  // namespace

LearnerEntry with_imputing(LearnerEntry entry) {
  if (!entry.make || !entry.partial_examples.empty()) return entry;
  entry.partial_examples = kImputes;
  entry.make = [name = entry.name, make = std::move(entry.make),
                declared = entry.options](const Json& options) {
    return std::make_unique<Imputing>(name, make, options, with_defaults(declared, options));
  };
  return entry;
}

}  // namespace costruct
