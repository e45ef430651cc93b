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
// Cu is the weight of each unlabeled input, at most 1. With Cu_scale = total and few unlabeled
// inputs it could be larger; it is then cut to 1, with a warning.
//
// With final = joint, a perceptron on all features follows. It learns from the labeled examples and
// from the predictions for the unlabeled ones, which have weight Cu. The reported primal is then
// its criterion.
//
// Without unlabeled examples these are V independent perceptrons. With one view there is no pair of
// views, and this is the supervised perceptron. The reported primal, at the returned weights and
// the Cu of the last epoch, is
//   sum_v [   sum_labeled f_v(y_hat^v) - f_v(y)
//           + Cu sum_unlabeled sum_{u != v} f_v(y_hat^v) - f_v(y_hat^u) ]
#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/parallel.hpp"
#include "costruct/core/random.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/averaged_weights.hpp"
#include "costruct/learners/shared/final_fit.hpp"
#include "costruct/learners/shared/online.hpp"
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
    const double wanted = Cu_of_each(options_, sample), Cu = std::min(wanted, 1.0);
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
    std::vector<AveragedWeights> w;
    for (Index v = 0; v < views.count(); ++v) w.emplace_back(views[v], options_.average);
    OnlineProgress progress("co_perceptron", options_, context);
    std::vector<Index> labeled = in_order(sample.labeled.size()),
                       unlabeled = in_order(sample.unlabeled.size());
    RandomStream labeled_random(context.seed, context.repetition, "shuffle labeled");
    RandomStream unlabeled_random(context.seed, context.repetition, "shuffle unlabeled");

    // Views that teach each other stop together. Independent views stop one by one, each after a
    // pass without an update.
    const bool teaching = teaches(views, target_Cu) && !sample.unlabeled.empty();
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
      for (const Index i : labeled) {
        report.oracle_calls += labeled_step(views, sample.labeled[i], done, w, mistakes_of);
      }
      const Index mistakes = std::accumulate(mistakes_of.begin(), mistakes_of.end(), Index{0});
      Index disagreements = 0, updates = mistakes;
      if (!teaching) {
        for (Index v = 0; v < views.count(); ++v) done[v] = mistakes_of[v] == 0;
      } else {
        for (const Index i : unlabeled) {
          const bool disagree = unlabeled_step(views, sample.unlabeled[i], Cu, w);
          disagreements += disagree;
          updates += disagree && Cu > 0;
        }
        report.oracle_calls += views.count() * static_cast<Index>(unlabeled.size());
      }
      progress.end_epoch(
          updates, {{"mistakes", mistakes}, {"disagreements", disagreements}, {"Cu", Cu}}, report);
    }

    Fitted fitted{{}, std::move(report)};
    for (AveragedWeights& of_view : w) fitted.weights.push_back(std::move(of_view).result());
    fitted.report.primal =
        objective(views, sample, fitted.weights, Cu, context.threads, fitted.report.oracle_calls);
    return fitted;
  }

  // Whether unlabeled examples have any influence. With weight zero or only one view they are not
  // visited.
  static bool teaches(const Views& views, double Cu) { return Cu > 0 && views.count() > 1; }

  // Updates every view that errs towards y and counts its mistake; views that have stopped do not
  // change. Returns the number of decodings.
  static Index labeled_step(const Views& views, const LabeledExample& example,
                            const std::vector<bool>& done, std::vector<AveragedWeights>& w,
                            std::vector<Index>& mistakes) {
    Index decodings = 0;
    for (Index v = 0; v < views.count(); ++v) {
      if (done[v]) continue;
      const Output y_hat = views[v].decode(example.x, w[v].current()).output;
      ++decodings;
      if (!views[v].same_structure(example.x, example.y, y_hat)) {
        w[v].update(example.x, example.y, y_hat, example.weight);
        ++mistakes[v];
      }
      w[v].end_step();
    }
    return decodings;
  }

  // Updates every view towards each peer that disagrees with it. Returns whether any two disagree.
  static bool unlabeled_step(const Views& views, InputId x, double Cu,
                             std::vector<AveragedWeights>& w) {
    std::vector<Output> y_hat;
    for (Index v = 0; v < views.count(); ++v)
      y_hat.push_back(views[v].decode(x, w[v].current()).output);
    bool disagree = false;
    for (Index v = 0; v < views.count(); ++v) {
      for (Index u = 0; u < views.count(); ++u) {
        if (y_hat[u] == y_hat[v]) continue;
        disagree = true;
        w[v].update(x, y_hat[u], y_hat[v], Cu);
      }
      w[v].end_step();
    }
    return disagree;
  }

  double objective(const Views& views, const Sample& sample, const std::vector<Vector>& w,
                   double Cu, int threads, Index& oracle_calls) const {
    double total = 0;
    for (Index v = 0; v < views.count(); ++v)
      total += perceptron_criterion(views[v], sample, w[v], threads);
    oracle_calls += views.count() * static_cast<Index>(sample.labeled.size());
    if (!teaches(views, Cu)) return total;
    oracle_calls += views.count() * static_cast<Index>(sample.unlabeled.size());
    return total +
           Cu * ordered_sum(static_cast<Index>(sample.unlabeled.size()), threads, [&](Index i) {
             const InputId x = sample.unlabeled[i];
             std::vector<Decoded> best;
             for (Index v = 0; v < views.count(); ++v) best.push_back(views[v].decode(x, w[v]));
             double disagreement = 0;
             for (Index v = 0; v < views.count(); ++v) {
               for (Index u = 0; u < views.count(); ++u) {
                 if (best[u].output == best[v].output) continue;
                 disagreement += best[v].value - views[v].score(x, best[u].output, w[v]);
               }
             }
             return disagreement;
           });
  }

  CoPerceptronOptions options_;
};

}  // namespace

LearnerEntry co_perceptron_learner() {
  LearnerEntry entry;
  entry.name = "co_perceptron";
  entry.summary = "perceptrons in V views that teach each other on unlabeled inputs";
  entry.source = "Brefeld 2008, Algorithm 5.2";
  entry.cost = "an epoch: one decoding of each example in each view";
  entry.uses_views = true;
  entry.with_one_view =
      "without a peer: it is the perceptron, and unlabeled examples have no influence";
  entry.uses_unlabeled = true;
  entry.twin = twin_named("perceptron");
  entry.example_weights = ExampleWeights::kUpdate;
  entry.options = co_perceptron_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<CoPerceptron>(co_perceptron_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
