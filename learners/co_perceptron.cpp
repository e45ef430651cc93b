// The co-perceptron (Brefeld 2008, Algorithm 5.2, in the primal), for V >= 1 views.
//
//   for t = 1..epochs:
//     for each labeled (x, y), each view v that errs:
//       w_v <- w_v + Phi_v(x, y) - Phi_v(x, y_hat^v)                  (eq. 5.11)
//     for each unlabeled x, views u != v that disagree:
//       w_v <- w_v + Cu (Phi_v(x, y_hat^u) - Phi_v(x, y_hat^v))       (eq. 5.12)
//
// Here y_hat^v = argmax <w_v, Phi_v(x, .)>. All views predict an example before any of its updates.
// The prediction of the model is argmax sum_v <w_v, Phi_v(x, .)> (eq. 5.7).
//
// An example that is labeled in part, with y^v the best allowed output in view v:
//     each view v whose y_hat^v is not allowed:  w_v <- w_v + Phi_v(x, y^v) - Phi_v(x, y_hat^v)
//     views u != v with y^u != y^v:              w_v <- w_v + Cu (Phi_v(x, y^u) - Phi_v(x, y^v))
// So what is known counts as in labeled examples, and the views teach each other the rest. If all
// is known, this is the labeled step; if nothing is known, the unlabeled one. With `loss_weight`
// the decodings y_hat^v of labeled examples are loss-augmented (shared/perceptron_view.hpp).
//
// Cu is the weight of each unlabeled input, at most 1. With Cu_scale = total, examples that are
// labeled in part count as labeled and as unlabeled ones (weight_of_each()). With few unlabeled
// inputs Cu could be larger than 1; it is then cut to 1, with a warning.
//
// With final = joint, a perceptron on all features follows. It learns from the labeled examples and
// from the predictions for the unlabeled ones, which have weight Cu. The reported primal is then
// its criterion. It learns what is known of examples that are labeled in part, but not what the
// views teach each other of them.
//
// If all examples are labeled these are V independent perceptrons. With one view there is no pair
// of views, and this is the supervised perceptron. The reported primal, at the returned weights and
// the Cu of the last epoch, is
//   sum_v [   sum_labeled L loss(y, y_hat^v) + f_v(y_hat^v) - f_v(y)
//           + Cu sum_unlabeled sum_{u != v} f_v(y_hat^v) - f_v(y_hat^u) ]
// with L = `loss_weight`. For examples that are labeled in part, the first term has y^v in place of
// y, and the second one y^v and y^u.
#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/parallel.hpp"
#include "costruct/core/random.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/final_fit.hpp"
#include "costruct/learners/shared/online.hpp"
#include "costruct/learners/shared/perceptron_view.hpp"
#include "costruct/learners/shared/require_labeled.hpp"
#include "costruct/learners/shared/schedule.hpp"
#include "costruct/learners/twin.hpp"

namespace costruct {
namespace {

struct CoPerceptronOptions : OnlineOptions {
  double Cu = 0.01;
  CuScale Cu_scale = CuScale::kTotal;
  Schedule Cu_schedule = Schedule::kConstant;
  Index Cu_epochs = 10;
  Final final = Final::kJoint;
};

OptionDeclaration<CoPerceptronOptions> co_perceptron_options() {
  OptionDeclaration<CoPerceptronOptions> options;
  declare_online(options);
  declare_Cu(options, {.at_least = 0, .at_most = 1});
  declare_final(options);
  return options;
}

class CoPerceptron final : public Learner {
 public:
  explicit CoPerceptron(const CoPerceptronOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    require_labeled(sample, "co_perceptron");
    const double wanted = Cu_of_each(options_, sample, true), Cu = std::min(wanted, 1.0);
    Fitted fitted = options_.final == Final::kSum ? fit_views(views, sample, Cu, context)
                                                  : fit_jointly(views, sample, Cu, context);
    if (wanted > 1 && teaches(views, Cu))
      fitted.report.warnings.push_back(fmt::format(
          "Cu_scale = total: an unlabeled example would weigh {:.3g}; it weighs 1", wanted));
    return fitted;
  }

 private:
  Fitted fit_jointly(const Views& views, const Sample& sample, double Cu,
                     const FitContext& context) const {
    return fit_then_jointly(
        views, sample, context, teaches(views, Cu) && !sample.unlabeled.empty(), Cu,
        PseudoWeight::kConstant, KeptShares(views.joint(), "free", {}, "co_perceptron"),
        [&] { return fit_views(views, sample, Cu, context); },
        [&](const Views& all, const Sample& labeled) {
          return fit_views(all, labeled, Cu, context);
        });
  }

  // Algorithm 5.2. With one view and no unlabeled examples it is the perceptron.
  Fitted fit_views(const Views& views, const Sample& sample, double target_Cu,
                   const FitContext& context) const {
    std::vector<PerceptronView> each;
    for (Index v = 0; v < views.count(); ++v)
      each.emplace_back(views[v], sample, options_, "co_perceptron");
    OnlineProgress progress("co_perceptron", options_, context);
    const auto whole = std::ssize(sample.labeled);
    std::vector<Index> labeled = in_order(sample.labeled.size() + sample.partial.size()),
                       unlabeled = in_order(sample.unlabeled.size());
    RandomStream labeled_random(context.seed, context.repetition, "shuffle labeled");
    RandomStream unlabeled_random(context.seed, context.repetition, "shuffle unlabeled");

    // Views that teach each other stop together. Independent views stop one by one, each after a
    // pass without an update.
    const bool teaching =
        teaches(views, target_Cu) && !(sample.unlabeled.empty() && sample.partial.empty());
    std::vector<bool> done(views.count(), false);
    FitReport report;
    double Cu = 0;
    while (progress.more()) {
      Cu = scheduled(options_.Cu_schedule, target_Cu, report.iterations + 1, options_.Cu_epochs);
      if (options_.shuffle) {
        labeled_random.shuffle(labeled);
        unlabeled_random.shuffle(unlabeled);
      }
      std::vector<Index> mistakes_of(views.count(), 0);
      Index disagreements = 0, taught = 0;
      const auto count = [&](bool disagree) {
        disagreements += disagree;
        taught += disagree && Cu > 0;
      };
      for (const Index i : labeled) {
        if (i < whole) {
          report.oracle_calls += supervised_step(sample.labeled[i], done, each, mistakes_of);
        } else if (!teaching) {
          report.oracle_calls +=
              supervised_step(sample.partial[i - whole], done, each, mistakes_of);
        } else {
          count(partial_step(sample.partial[i - whole], Cu, each, mistakes_of));
          report.oracle_calls += 2 * views.count();
        }
      }
      const Index mistakes = std::accumulate(mistakes_of.begin(), mistakes_of.end(), Index{0});
      if (!teaching) {
        for (Index v = 0; v < views.count(); ++v) done[v] = mistakes_of[v] == 0;
      } else {
        for (const Index i : unlabeled) count(unlabeled_step(sample.unlabeled[i], Cu, each));
        report.oracle_calls += views.count() * static_cast<Index>(unlabeled.size());
      }
      progress.end_epoch(mistakes + taught,
                         {{"mistakes", mistakes}, {"disagreements", disagreements}, {"Cu", Cu}},
                         report);
    }

    for (PerceptronView& view : each) view.finish();
    Fitted fitted{{}, std::move(report)};
    fitted.report.primal = objective(each, sample, Cu, context.threads, fitted.report.oracle_calls);
    for (PerceptronView& view : each) fitted.weights.push_back(std::move(view).weights());
    return fitted;
  }

  // Whether unlabeled examples have any influence. With weight zero or only one view they are not
  // visited.
  static bool teaches(const Views& views, double Cu) { return Cu > 0 && views.count() > 1; }

  // Updates every view that errs on what is known of an example, and counts its mistake; views that
  // have stopped do not change. Returns the number of decodings.
  // @param example  labeled, or labeled in part
  template <class Example>
  static Index supervised_step(const Example& example, const std::vector<bool>& done,
                               std::vector<PerceptronView>& views, std::vector<Index>& mistakes) {
    Index sum = 0;
    for (std::size_t v = 0; v < views.size(); ++v) {
      if (done[v]) continue;
      const auto [is_mistake, decodings] = views[v].learn(example);
      mistakes[v] += is_mistake;
      sum += decodings;
      views[v].end_step();
    }
    return sum;
  }

  // The same for an example that is labeled in part, of which the views then teach each other the
  // hidden parts with weight Cu. None has stopped. Returns whether two of them disagree on these.
  static bool partial_step(const PartialExample& example, double Cu,
                           std::vector<PerceptronView>& views, std::vector<Index>& mistakes) {
    std::vector<Output> y;
    for (const PerceptronView& view : views) y.push_back(view.best_allowed(example.x).output);
    for (std::size_t v = 0; v < views.size(); ++v) mistakes[v] += views[v].learn(example, y[v]);
    const bool disagree = teach_each_other(example.x, y, Cu * example.weight, views);
    for (PerceptronView& view : views) view.end_step();
    return disagree;
  }

  // Updates every view towards each peer that disagrees with it. Returns whether any two disagree.
  static bool unlabeled_step(InputId x, double Cu, std::vector<PerceptronView>& views) {
    std::vector<Output> y_hat;
    for (const PerceptronView& view : views) y_hat.push_back(view.best(x).output);
    const bool disagree = teach_each_other(x, y_hat, Cu, views);
    for (PerceptronView& view : views) view.end_step();
    return disagree;
  }

  // eq. 5.12 for the outputs y of the views. Returns whether any two differ.
  static bool teach_each_other(InputId x, const std::vector<Output>& y, double Cu,
                               std::vector<PerceptronView>& views) {
    bool disagree = false;
    for (std::size_t v = 0; v < views.size(); ++v) {
      for (std::size_t u = 0; u < views.size(); ++u) {
        if (y[u] == y[v]) continue;
        disagree = true;
        if (Cu > 0) views[v].update(x, y[u], y[v], Cu);
      }
    }
    return disagree;
  }

  static double objective(const std::vector<PerceptronView>& views, const Sample& sample, double Cu,
                          int threads, Index& oracle_calls) {
    const auto count = std::ssize(views), unlabeled = std::ssize(sample.unlabeled);
    double total = 0;
    for (const PerceptronView& view : views) total += view.criterion(threads);
    oracle_calls += count * (std::ssize(sample.labeled) + 2 * std::ssize(sample.partial));
    if (!(Cu > 0 && count > 1)) return total;
    oracle_calls += count * (unlabeled + std::ssize(sample.partial));
    const auto disagreement = [&](InputId x, const std::vector<Decoded>& best) {
      double sum = 0;
      for (Index v = 0; v < count; ++v) {
        for (Index u = 0; u < count; ++u) {
          if (best[u].output != best[v].output) sum += views[v].excess(x, best[v], best[u].output);
        }
      }
      return sum;
    };
    const double of_unlabeled = ordered_sum(unlabeled, threads, [&](Index i) {
      std::vector<Decoded> best;
      for (const PerceptronView& view : views) best.push_back(view.best(sample.unlabeled[i]));
      return disagreement(sample.unlabeled[i], best);
    });
    const double of_partial = ordered_sum(std::ssize(sample.partial), threads, [&](Index i) {
      const auto& [x, known, weight] = sample.partial[i];
      std::vector<Decoded> best;
      for (const PerceptronView& view : views) best.push_back(view.best_allowed(x));
      return weight * disagreement(x, best);
    });
    return total + Cu * (of_unlabeled + of_partial);
  }

  CoPerceptronOptions options_;
};

}  // namespace

LearnerEntry co_perceptron_learner() {
  LearnerEntry entry;
  entry.name = "co_perceptron";
  entry.summary = "perceptrons in V views that teach each other on unlabeled inputs";
  entry.source = "Brefeld 2008, Algorithm 5.2";
  entry.cost = "an epoch: a decoding of each example in each view; 1 or 2 of those labeled in part";
  entry.uses_views = true;
  entry.with_one_view =
      "without a peer: it is the perceptron, and unlabeled examples have no influence";
  entry.uses_unlabeled = true;
  entry.twin = twin_named("perceptron");
  entry.example_weights = ExampleWeights::kUpdate;
  entry.partial_examples =
      "learns what is known in each view; with `final` `sum` views teach each other hidden parts, "
      "with weight Cu";
  entry.needs_with = [](const Json& json) {
    return needs_of_online(co_perceptron_options().parse(json));
  };
  entry.options = co_perceptron_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<CoPerceptron>(co_perceptron_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
