// Co-training (Blum & Mitchell 1998; Nigam & Ghani 2000): supervised learners in V views. Each view
// labels for all views the unlabeled inputs on which it is most confident.
//
//   U' <- `pool` of the unlabeled inputs, drawn at random; or all of them
//   for t = 1..rounds:
//     1. each view v alone: fit w_v to the labeled and the pseudo-labeled examples, the latter with
//        weight Cu
//     2. each view v: for each x in U',  y_hat^v = argmax f_v(x, .),  and its confidence
//     3. each view v: the `growth` inputs with the highest confidence get its y_hat^v, for
//        all views and permanently
//     4. refill U' from the other unlabeled inputs, at random
//   until no unlabeled input is left, or no view picks any; then once more
//     sum:    fit each w_v as in 1; predictions add the views' scores
//     joint:  fit one w to the features of all views together
//
// shared/pseudo_labels.hpp describes the confidence (a margin or a posterior), and how `growth` is
// divided among the classes. With `label_shares` f_v has offsets in step 2, so that the labels of
// all unlabeled inputs keep their shares (shared/kept_shares.hpp).
//
// Several views may pick an input in a round with different outputs. It then gets that of the most
// confident view, or of the first among equals. Ties in step 3 go to the input that comes first. A
// fit sees the pseudo-labeled inputs in their given order, after the labeled ones. If the option
// Cu_scale is total, all unlabeled inputs of the sample share the weight, whether they are taken
// yet or not. So a pseudo-label has the same weight in all rounds.
//
// Without rounds or unlabeled inputs, or with Cu = 0, this is the supervised learner: in each view
// alone (sum), or on all features (joint). With one view it is self-training that keeps its labels.
//
// The reported primal, dual and gap are those of the last fits, summed over the views (sum).
// Pseudo-labels count like labels there.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "costruct/core/optimize/max_margin.hpp"
#include "costruct/core/optimize/thinned_rows.hpp"
#include "costruct/core/random.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/core/views.hpp"
#include "costruct/learners/shared/final_fit.hpp"
#include "costruct/learners/shared/pseudo_labels.hpp"
#include "costruct/learners/shared/require_labeled.hpp"
#include "costruct/learners/shared/schedule.hpp"
#include "costruct/learners/shared/time_left.hpp"
#include "costruct/learners/supervised_learners.hpp"
#include "costruct/learners/twin.hpp"

namespace costruct {
namespace {

struct CoTrainingOptions : PickOptions {
  Json learner = Json::object({{"type", "structural_svm"}});
  Index rounds = 10;
  std::optional<Index> growth, pool;
  double Cu = 0.1;
  CuScale Cu_scale = CuScale::kTotal;
  Final final = Final::kJoint;
};

OptionDeclaration<CoTrainingOptions> co_training_options() {
  using Options = CoTrainingOptions;
  OptionDeclaration<Options> options;
  options.block("learner", &Options::learner, supervised_learners(), "learner of every view");
  options
      .integer("rounds", &Options::rounds, {.at_least = 0},
               "rounds of picking; fewer where no view picks any more")
      .only_with_positive("Cu");
  options
      .integer("growth", &Options::growth, {.at_least = 1},
               "unlabeled inputs that a view picks in a round; null: all divided evenly over "
               "rounds and views")
      .only_with_positive("rounds");
  options
      .integer(
          "pool", &Options::pool, {.at_least = 1},
          "random unlabeled inputs that views choose from, refilled after each round; null: all")
      .only_with_positive("rounds");
  options
      .number("Cu", &Options::Cu, {.at_least = 0},
              "weight of a pseudo-labeled example; a labeled one has 1")
      .only_with_positive("rounds");
  declare_Cu_scale(options);
  declare_final(options);
  declare_picking(options);
  return options;
}

// Combines the fits of independent views: the weights of each, and the sum of their reports.
Fitted added_up(std::vector<Fitted> fits) {
  if (fits.size() == 1) return std::move(fits[0]);
  Fitted all;
  FitReport& report = all.report;
  report.primal = report.dual = 0;
  report.constraints_added = 0;
  report.converged = true;
  for (Fitted& fit : fits) {
    all.weights.push_back(std::move(fit.weights.at(0)));
    FitReport& of_view = fit.report;
    if (!of_view.primal) report.primal.reset();
    if (!of_view.dual) report.dual.reset();
    if (!of_view.constraints_added) report.constraints_added.reset();
    if (report.primal) *report.primal += *of_view.primal;
    if (report.dual) *report.dual += *of_view.dual;
    if (report.constraints_added) *report.constraints_added += *of_view.constraints_added;
    for (const auto& [loss, count] : of_view.support_losses) report.support_losses[loss] += count;
    report.gap_is_estimate = report.gap_is_estimate || of_view.gap_is_estimate;
    report.oracle_calls += of_view.oracle_calls;
    if (report.converged)
      report.stopped_because = of_view.stopped_because;  // the first that did not converge
    report.converged = report.converged && of_view.converged;
    for (std::string& warning : of_view.warnings) {
      if (std::find(report.warnings.begin(), report.warnings.end(), warning) ==
          report.warnings.end())
        report.warnings.push_back(std::move(warning));
    }
  }
  if (report.primal && report.dual) report.gap = relative_gap(*report.primal, *report.dual);
  return all;
}

// The unlabeled inputs by their positions: those in the pool, and those that will refill it.
class Waiting {
 public:
  Waiting(Index count, std::optional<Index> pool, const FitContext& context)
      : size_(std::min(count, pool.value_or(count))), behind_(static_cast<std::size_t>(count)) {
    std::iota(behind_.begin(), behind_.end(), Index{0});
    if (pool) RandomStream(context.seed, context.repetition, "pool").shuffle(behind_);
    refill();
  }

  /// The positions in the pool, ascending.
  const std::vector<Index>& pool() const { return pool_; }
  bool none() const { return pool_.empty(); }

  /// Removes positions (ascending) from the pool and refills it.
  void remove(const std::vector<Index>& places) {
    std::erase_if(pool_, [&](Index place) {
      return std::binary_search(places.begin(), places.end(), place);
    });
    refill();
  }

 private:
  void refill() {
    const auto count =
        std::min(static_cast<std::size_t>(size_) - pool_.size(), behind_.size() - next_);
    const auto from = behind_.begin() + static_cast<std::ptrdiff_t>(next_);
    pool_.insert(pool_.end(), from, from + static_cast<std::ptrdiff_t>(count));
    next_ += count;
    std::sort(pool_.begin(), pool_.end());
  }

  Index size_;
  std::vector<Index> behind_, pool_;
  std::size_t next_ = 0;  // first of behind_ that is not yet in the pool
};

// The inputs that the views pick in a round.
struct Picks {
  std::vector<Index> places;           // positions of the picked inputs, ascending
  std::vector<ConfidentLabel> labels;  // their labels
  std::vector<Index> by_view;          // number of picks of each view
  Index conflicts = 0;      // number of inputs that several views pick with different outputs
  Index disagreements = 0;  // number of inputs of the pool that not all views label alike
};

class CoTraining final : public Learner {
 public:
  CoTraining(CoTrainingOptions options, std::unique_ptr<Learner> learner)
      : options_(std::move(options)), learner_(std::move(learner)) {
    if (options_.growth && options_.pool && *options_.growth > *options_.pool) {
      throw ConfigError(fmt::format("growth = {}: more than the pool of {} that views pick from",
                                    *options_.growth, *options_.pool));
    }
  }

  void check_labels(const StructuredProblem& problem) const override {
    check_label_shares(options_.label_shares, problem, "co_training");
    learner_->check_labels(problem);
  }

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    require_labeled(sample, "co_training");
    for (Index v = 0; v < views.count(); ++v) require_picking(views[v], options_, "co_training");
    if (options_.final == Final::kJoint) check_supervised(options_.learner, views.together());
    const double Cu = Cu_of_each(options_, sample);
    if (sample.unlabeled.empty() || Cu == 0 || options_.rounds == 0) {
      Fitted fitted = fit_last(views, sample.labeled, context, 0);
      fitted.report.iterations = 0;
      fitted.report.history = Json::array();
      return fitted;
    }
    const auto m = static_cast<Index>(sample.unlabeled.size());
    const Index even = std::max((m - 1) / options_.rounds / views.count() + 1,
                                fewest_to_pick(views.joint(), sample.labeled, options_));
    const Index growth = options_.growth.value_or(std::min(even, options_.pool.value_or(m)));
    const Picker picker(views.joint(), sample.labeled, options_, growth);
    Waiting waiting(m, options_.pool, context);
    std::vector<KeptShares> shares;
    for (Index v = 0; v < views.count(); ++v)
      shares.emplace_back(views[v], options_.label_shares, sample.labeled, "co_training");
    std::vector<std::optional<Output>> pseudo_labels(sample.unlabeled.size());
    Fitted fitted = fit_apart(views, sample.labeled, context, 0);  // step 1
    Index round = 0, taken = 0, oracle_calls = fitted.report.oracle_calls;
    bool settled = false;
    std::string why;
    Json history = Json::array();
    const double start = seconds_now();
    while (why.empty()) {
      if (context.stop_requested()) {
        why = "interrupted";
        break;
      }
      std::vector<InputId> pool;
      for (const Index place : waiting.pool()) pool.push_back(sample.unlabeled[place]);
      for (Index v = 0; v < views.count(); ++v)
        oracle_calls += shares[v].fit(sample.unlabeled, fitted.weights[v], context.threads);
      const Picks picks =
          pick(shares, pool, waiting.pool(), fitted.weights, picker, context.threads);  // 2, 3
      oracle_calls += 2 * views.count() * static_cast<Index>(waiting.pool().size());
      for (std::size_t i = 0; i < picks.places.size(); ++i)
        pseudo_labels[picks.places[i]] = picks.labels[i].y_hat;
      taken += static_cast<Index>(picks.places.size());
      waiting.remove(picks.places);  // step 4

      settled = picks.places.empty() || waiting.none();
      const bool last = settled || round + 1 == options_.rounds;
      if (last) {
        why = waiting.none()         ? "all unlabeled inputs have their pseudo-labels"
              : picks.places.empty() ? "no view picks another input"
                                     : counted(options_.rounds, "round");
      }
      if (picks.places.empty() && options_.final == Final::kSum)
        break;  // fits would be the same again
      const std::vector<LabeledExample> all = with_pseudo_labels(sample, Cu, [&](std::size_t i) {
        return pseudo_labels[i] ? &*pseudo_labels[i] : nullptr;
      });
      Fitted next = last ? fit_last(views, all, context, round + 1)
                         : fit_apart(views, all, context, round + 1);
      oracle_calls += next.report.oracle_calls;
      if (context.stop_requested()) {  // `next` may be half done
        settled = false;
        why = "interrupted";
        break;
      }
      fitted = std::move(next);
      if (picks.places.empty()) break;
      ++round;
      add_thinned(history, row(round, taken, picks, fitted.report), round - 1);
      if (context.progress) {
        context.progress(fmt::format("co_training: round {} of {}, {} of {} pseudo-labeled{}",
                                     round, options_.rounds, taken, m,
                                     time_left(start, round, options_.rounds)));
      }
    }

    FitReport& report = fitted.report;
    report.converged = settled && report.converged;
    report.iterations = round;
    report.oracle_calls = oracle_calls;
    report.stopped_because = std::move(why);
    report.history = std::move(history);
    for (std::string& warning : picker.warnings()) report.warnings.push_back(std::move(warning));
    return fitted;
  }

 private:
  Fitted fit_one(const Views& view, const std::vector<LabeledExample>& labeled,
                 const FitContext& context, const std::string& place) const {
    FitContext inner = context;
    if (context.progress) {
      inner.progress = [&context, &place](const std::string& line) {
        context.progress(fmt::format("co_training, {}: {}", place, line));
      };
    }
    return learner_->fit(view, {labeled, {}}, inner);
  }

  Fitted fit_apart(const Views& views, const std::vector<LabeledExample>& labeled,
                   const FitContext& context, Index round) const {
    std::vector<Fitted> fits;
    for (Index v = 0; v < views.count(); ++v)
      fits.push_back(
          fit_one(views.alone(v), labeled, context, fmt::format("round {}, view {}", round, v)));
    return added_up(std::move(fits));
  }

  Fitted fit_last(const Views& views, const std::vector<LabeledExample>& labeled,
                  const FitContext& context, Index round) const {
    if (options_.final == Final::kSum) return fit_apart(views, labeled, context, round);
    Fitted fitted =
        fit_one(views.together(), labeled, context, fmt::format("round {}, all views", round));
    fitted.together = views.count() > 1;
    return fitted;
  }

  // Does steps 2 and 3 for the inputs of the pool, which have these positions.
  Picks pick(const std::vector<KeptShares>& views, const std::vector<InputId>& inputs,
             const std::vector<Index>& pool, const std::vector<Vector>& w, const Picker& picker,
             int threads) const {
    std::vector<std::vector<ConfidentLabel>> found;
    for (std::size_t v = 0; v < views.size(); ++v)
      found.push_back(confident_labels(views[v], inputs, w[v], options_, threads));

    Picks picks;
    std::vector<const ConfidentLabel*> chosen(pool.size(), nullptr);
    std::vector<bool> conflict(pool.size(), false);
    for (const std::vector<ConfidentLabel>& of_view : found) {
      const std::vector<Index> picked = picker.pick(of_view);
      picks.by_view.push_back(static_cast<Index>(picked.size()));
      for (const Index i : picked) {
        if (chosen[i] != nullptr && chosen[i]->y_hat != of_view[i].y_hat) conflict[i] = true;
        if (chosen[i] == nullptr || of_view[i].confidence > chosen[i]->confidence)
          chosen[i] = &of_view[i];
      }
    }
    for (std::size_t i = 0; i < pool.size(); ++i) {
      picks.conflicts += conflict[i];
      picks.disagreements +=
          std::any_of(found.begin(), found.end(), [&](const std::vector<ConfidentLabel>& of_view) {
            return of_view[i].y_hat != found[0][i].y_hat;
          });
      if (chosen[i] == nullptr) continue;
      picks.places.push_back(pool[i]);
      picks.labels.push_back(*chosen[i]);
    }
    return picks;
  }

  // A row of the history. The mean is over the inputs taken in this round.
  Json row(Index round, Index taken, const Picks& picks, const FitReport& fit) const {
    std::vector<double> confidences;
    for (const ConfidentLabel& label : picks.labels) confidences.push_back(label.confidence);
    Json row = round_row(round, taken, confidences, options_.confidence, fit);
    row["picked"] = picks.by_view;
    row["conflicts"] = picks.conflicts;
    row["disagreements"] = picks.disagreements;
    return row;
  }

  CoTrainingOptions options_;
  std::unique_ptr<Learner> learner_;
};

}  // namespace

LearnerEntry co_training_learner() {
  LearnerEntry entry;
  entry.name = "co_training";
  entry.summary =
      "supervised learners in V views, each labeling for all the inputs that it is surest of";
  entry.source = "Blum & Mitchell 1998; Nigam & Ghani 2000";
  entry.cost =
      "a round: a fit in each view, and two decodings of each example of the pool in each view";
  entry.uses_views = true;
  entry.with_one_view = "self-training that keeps its labels, whatever `final` says";
  entry.uses_unlabeled = true;
  entry.twin = twin_inside();
  entry.options = co_training_options().list();
  follow_supervised(entry, needs_of_picking);
  entry.needs_with = [follow = entry.needs_with](const Json& json) {
    Needs needs = follow(json);
    needs.together = co_training_options().parse(json).final == Final::kJoint;
    return needs;
  };
  entry.make = [](const Json& json) {
    CoTrainingOptions options = co_training_options().parse(json);
    auto learner = make_supervised(options.learner);
    return std::make_unique<CoTraining>(std::move(options), std::move(learner));
  };
  return entry;
}

}  // namespace costruct
