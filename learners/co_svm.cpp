// The co-support vector machine (Brefeld 2008, Opt. Problems 6.5-6.7, Algorithms 6.1 and 6.2), for
// V views.
//
//   in every view v, with the references and weights from its peers fixed,
//   minimise  1/2 |w_v|^2 + (C/r) [ sum_i weight_i xi_i^r
//                                   + Cu sum_j sum_{u != v} min{gamma_ju, 1} xi_ju^r ]
//     labeled i:    the constraints of structural_svm with reference y_i
//     unlabeled j:  the same for every peer u with reference y_ju = argmax_y f_u(x_j, y);
//                   gamma_ju = f_u(x_j, y_ju) - max over y != y_ju of f_u(x_j, y) (eq. 6.3)
//
// Cu is the weight of each unlabeled input (Cu_of_each). The references and weights depend on the
// peers, so the problem as a whole is not convex. With one view its peer is the view itself; this
// is self-training with a margin. Without unlabeled examples, or with Cu = 0, these are V
// independent structural SVMs.
//
//   for epoch t = 1..epochs, with Cu as scheduled
//     each labeled example: one visit in every view (Algorithm 6.1)
//     each unlabeled example: at most r_max repetitions towards consensus (Algorithm 6.2);
//       after each repetition that changed anything, visit the next labeled example
//     ascent over the working sets alone, without decoding
//   until pseudo-labels have settled, with Cu reached. Then solve each view's convex problem, with
//     its present references and weights, to `gap`. If that changes no pseudo-label the algorithm
//     ends, else it continues.
//
// The visits of labeled examples among the unlabeled ones are our own. Without them, one pass over
// the unlabeled examples can lead all views to the same wrong labels.
//
// The returned weights give confidences min{gamma, 1}, which may still differ from those of the
// convex problems. Confidences have settled if none differs by more than kConfidenceTolerance. A
// fit has converged if pseudo-labels and confidences have settled and every convex problem is
// solved.
//
// With final = joint, the default, a structural SVM on all features follows. It learns from the
// labeled examples and from the joint predictions of all views, which have weight Cu min{margin,
// 1}. Its objective and gap are then reported.
//
// With `label_shares` (our own), f_u has an offset for each label in the predictions y_ju and their
// margins. So labels keep their shares (shared/kept_shares.hpp). Offsets and
// predictions are found at the start of every epoch and do not change within it. Weights do change
// within an epoch, and predictions with old offsets would drive them further. The constraints have
// no offsets.
//
// The reported primal is the sum over views at the returned weights, with the references and
// confidences that follow from these weights. The problem is not convex, so there is no dual. The
// last row of the history has primal, dual and gap of each view's convex problem.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "costruct/core/clock.hpp"
#include "costruct/core/optimize/relaxed_constraints.hpp"
#include "costruct/core/optimize/thinned_rows.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/cycles.hpp"
#include "costruct/learners/shared/final_fit.hpp"
#include "costruct/learners/shared/max_margin_options.hpp"
#include "costruct/learners/shared/require_labeled.hpp"
#include "costruct/learners/shared/schedule.hpp"
#include "costruct/learners/shared/time_left.hpp"
#include "costruct/learners/solvers/co_svm_ascent.hpp"
#include "costruct/learners/twin.hpp"

namespace costruct {
namespace {

enum class Start { kCold, kSupervised };

struct CoSvmOptions : MaxMarginOptions {
  double Cu = 0.1;
  CuScale Cu_scale = CuScale::kTotal;
  Schedule Cu_schedule = Schedule::kExponential;
  Index Cu_epochs = 10;
  Index r_max = 10;
  Index epochs = 20;
  Start start = Start::kCold;
  bool exact = false;
  Final final = Final::kJoint;
  Json label_shares = "auto";
};

OptionDeclaration<CoSvmOptions> co_svm_options() {
  using Options = CoSvmOptions;
  OptionDeclaration<Options> options;
  declare_max_margin(options);
  declare_Cu(options, {.at_least = 0});
  options.integer(
      "r_max", &Options::r_max, {.at_least = 1},
      "repetitions on one unlabeled example in an epoch, unless the views agree before");
  options.integer(
      "epochs", &Options::epochs, {.at_least = 1},
      "passes over the sample; fewer once the pseudo-labels have settled or come round in cycles");
  options.choice("start", &Options::start, {"cold", "supervised"},
                 "first weights: zero, as published, or a structural SVM of each view");
  options
      .boolean("exact", &Options::exact,
               "also visit unlabeled examples that need no update: slower, with the same result")
      .time_only();
  declare_final(options);
  declare_label_shares(options);
  return options;
}

std::uint64_t hash_of(const std::vector<Prediction>& predictions) {
  std::uint64_t hash = 0;
  for (const Prediction& each : predictions) hash = hash_output(each.y_hat, hash);
  return hash;
}

// One run: the epochs and their report.
class CoSvmRun {
 public:
  // Cu is the weight of each unlabeled input.
  CoSvmRun(const CoSvmOptions& options, double Cu, const Views& views, const Sample& sample,
           const FitContext& context)
      : options_(options),
        context_(context),
        target_Cu_(Cu),
        labeled_(static_cast<Index>(sample.labeled.size())),
        name_(views.count() == 1 ? "co_svm (one view: self-training with a margin)" : "co_svm"),
        ascent_(views, sample,
                {options.C, options.augmentation(), options.r_max, options.exact,
                 options.label_shares}),
        results_(views.count()),
        start_(seconds_now()) {}

  Fitted fit() {
    if (options_.start == Start::kSupervised) {
      for (Index v = 0; v < ascent_.view_count(); ++v) solve(v);
    }
    std::vector<std::uint64_t> states;  // hashes of pseudo-labels since Cu was reached
    std::string reason = counted(options_.epochs, "epoch");
    bool solved = false;
    while (report_.iterations < options_.epochs) {
      const bool reached = epoch();
      solved = false;
      if (limit_reached()) break;
      if (!reached) continue;
      states.push_back(hash_of(predictions_));
      if (states.size() >= 2 && changed_ == 0) {
        solve_all();
        solved = true;
        if (limit_reached()) break;
        if (changed_ == 0) {
          settled_ = true;
          break;
        }
      } else if (const Index period = period_of(states)) {
        reason = fmt::format("pseudo-labels cycle with period {}", period);
        break;
      }
    }
    if (!solved) solve_all();
    return finish(reason);
  }

 private:
  // Returns whether the epoch before this one had reached Cu.
  bool epoch() {
    const Index t = ++report_.iterations;
    const double before = t == 1 ? 0 : Cu_;
    Cu_ = scheduled(options_.Cu_schedule, target_Cu_, t, options_.Cu_epochs);
    for (Index i = 0; i < labeled_ && !limit_reached(); ++i) ascent_.visit_labeled(i);
    note_predictions(ascent_.predictions(context_.threads));
    Index repetitions = 0, passed_over = 0, unresolved = 0, cycling = 0;
    for (Index j = 0; j < ascent_.unlabeled_count(); ++j) {
      if (j % 64 == 63 && limit_reached()) break;
      const ConsensusVisit visit = ascent_.visit_unlabeled(j, Cu_);
      repetitions += visit.repetitions;
      passed_over += visit.repetitions == 0;
      unresolved += !visit.agree;
      cycling += visit.cycled;
      for (Index turn = 1; turn < visit.repetitions; ++turn) {
        ascent_.visit_labeled(next_labeled_++ % labeled_);
      }
    }
    for (Index pass = 0; pass < kMostPasses; ++pass) {
      if (ascent_.revisit_all(context_.threads) <= kLeft * ascent_.dual()) break;
    }
    add_thinned(report_.history,
                Json{{"epoch", t},
                     {"Cu", Cu_},
                     {"disagreement", disagreement_},
                     {"pseudo_labels_changed", changed_},
                     {"repetitions", repetitions},
                     {"unresolved", unresolved},
                     {"cycling", cycling},
                     {"passed_over", passed_over},
                     {"constraints", ascent_.constraints()},
                     {"oracle_calls", oracle_calls()}},
                t - 1);
    if (keeps_shares(options_.label_shares))
      report_.history.back()["share_error"] = ascent_.share_error();
    if (context_.progress) {
      context_.progress(
          fmt::format("{}: epoch {} of {}, the views differ on {:.1f} % of {} unlabeled{}", name_,
                      t, options_.epochs, 100 * disagreement_, ascent_.unlabeled_count(),
                      time_left(start_, t, options_.epochs)));
    }
    return before == target_Cu_ && Cu_ == target_Cu_;
  }

  // Takes new predictions of all views. It counts the inputs on which the views differ, and the
  // predictions that changed since the last call.
  void note_predictions(std::vector<Prediction> predictions) {
    const Index V = ascent_.view_count(), m = ascent_.unlabeled_count();
    Index differ = 0;
    changed_ = 0;
    for (Index j = 0; j < m; ++j) {
      bool agree = true;
      for (Index v = 0; v < V; ++v) {
        agree = agree && predictions[j * V + v].y_hat == predictions[j * V].y_hat;
        changed_ +=
            predictions_.empty() || predictions[j * V + v].y_hat != predictions_[j * V + v].y_hat;
      }
      differ += !agree;
    }
    disagreement_ = static_cast<double>(differ) / static_cast<double>(m);
    predictions_ = std::move(predictions);
  }

  SolverStart start_of(Index v) const {
    SolverStart start;
    start.variables = ascent_.dual_variables(v);
    return start;
  }

  // Solves the convex problem of view v to the gap, from its present dual variables.
  void solve(Index v) {
    const std::string name = fmt::format("{}, view {}", name_, v);
    SolverLimits limits = options_.limits();
    if (limits.time_limit)
      limits.time_limit = std::max(0.0, *limits.time_limit - (seconds_now() - start_));
    if (limits.oracle_limit)
      limits.oracle_limit = std::max<Index>(0, *limits.oracle_limit - oracle_calls());
    const SolverControl control = solver_control(context_, name);
    SolverResult& result = results_[v];
    result = solve_max_margin(ascent_.objective(v), options_, limits, control, start_of(v));
    solver_calls_ += result.oracle_calls;
    constraints_added_ += result.constraints_added;
    if (!result.converged &&
        (options_.solver == SolverChoice::kOneSlack || options_.solver == SolverChoice::kBcfw)) {
      // These solvers begin at zero. If a limit ends them, the result of the ascent may be better.
      MaxMarginOptions certify = options_;
      certify.solver = SolverChoice::kNSlack;
      certify.C_path = nullptr;
      limits.iteration_limit = 0;
      SolverResult before =
          solve_max_margin(ascent_.objective(v), certify, limits, control, start_of(v));
      solver_calls_ += before.oracle_calls;
      if (before.primal < result.primal) result = std::move(before);
    }
    ascent_.start(v, result.dual_variables);
  }

  void solve_all() {
    converged_ = true;
    for (Index v = 0; v < ascent_.view_count(); ++v) {
      solve(v);
      converged_ = converged_ && results_[v].converged;
    }
    std::vector<Vector> w;
    for (const SolverResult& result : results_) w.push_back(result.w);
    note_predictions(ascent_.predictions_at(w, context_.threads));
  }

  // Sets the references and weights of all views' examples to those that follow from the
  // predictions. Returns the largest change of a confidence.
  double set_references() {
    std::vector<Vector> before;
    for (Index v = 0; v < ascent_.view_count(); ++v) {
      Vector& weights = before.emplace_back();
      for (const LabeledExample& example : ascent_.objective(v).examples)
        weights.push_back(example.weight);
    }
    ascent_.set_references(predictions_, target_Cu_);
    double largest = 0;
    for (Index v = 0; v < ascent_.view_count(); ++v) {
      const auto examples = ascent_.objective(v).examples;
      for (std::size_t i = 0; i < examples.size(); ++i)
        largest = std::max(largest,
                           std::abs(examples[i].weight - before[static_cast<std::size_t>(v)][i]));
    }
    return largest / target_Cu_;
  }

  Fitted finish(const std::string& at_end) {
    Json of_views = Json::array();
    for (const SolverResult& result : results_) {
      of_views.push_back({{"primal", result.primal}, {"dual", result.dual}, {"gap", result.gap}});
    }
    const double confidence_change = set_references();
    report_.history.push_back({{"views", of_views},
                               {"disagreement", disagreement_},
                               {"pseudo_labels_changed", changed_},
                               {"confidence_change", confidence_change},
                               {"oracle_calls", oracle_calls()}});
    std::string reason = limit_.empty() ? at_end : limit_;
    if (settled_ && limit_.empty()) {
      const bool settled = confidence_change <= kConfidenceTolerance;
      report_.converged = settled && converged_;
      reason = settled
                   ? fmt::format("pseudo-labels settled, and confidences within {}",
                                 kConfidenceTolerance)
                   : fmt::format(
                         "pseudo-labels settled, but a confidence changed by {:.2g}, more than {}",
                         confidence_change, kConfidenceTolerance);
    }
    double primal = 0;
    for (Index v = 0; v < ascent_.view_count(); ++v) {
      const PrimalValue value = primal_value(ascent_.objective(v), results_[v].w, context_.threads);
      note_exactness(ascent_.objective(v).problem, options_.augmentation(), report_);
      primal += value.value;
      solver_calls_ += value.oracle_calls;
    }
    report_.primal = primal;
    report_.oracle_calls = oracle_calls();
    report_.constraints_added = constraints_added_;
    report_.stopped_because =
        ascent_.view_count() == 1 ? reason + " (one view: self-training with a margin)" : reason;
    Fitted fitted{{}, std::move(report_)};
    for (SolverResult& result : results_) fitted.weights.push_back(std::move(result.w));
    return fitted;
  }

  bool limit_reached() {
    if (!limit_.empty()) return true;
    if (context_.stop_requested()) {
      limit_ = "interrupted";
    } else if (options_.time_limit && seconds_now() - start_ >= *options_.time_limit) {
      limit_ = fmt::format("time_limit {} s", *options_.time_limit);
    } else if (options_.oracle_limit && oracle_calls() >= *options_.oracle_limit) {
      limit_ = fmt::format("oracle_limit {}", *options_.oracle_limit);
    }
    return !limit_.empty();
  }

  Index oracle_calls() const { return ascent_.oracle_calls() + solver_calls_; }

  // The ascent over the working sets ends when at most this share of the dual remains to be gained,
  // or after so many passes.
  static constexpr double kLeft = 0.01;
  static constexpr Index kMostPasses = 50;
  // Confidences lie between 0 and 1.
  static constexpr double kConfidenceTolerance = 0.01;

  const CoSvmOptions& options_;
  const FitContext& context_;
  double target_Cu_;
  Index labeled_, next_labeled_ = 0;
  std::string name_;
  CoSvmAscent ascent_;
  std::vector<SolverResult> results_;
  double start_;
  FitReport report_;
  std::vector<Prediction> predictions_;
  double Cu_ = 0, disagreement_ = 0;
  Index changed_ = 0, solver_calls_ = 0, constraints_added_ = 0;
  bool converged_ = false;  // every convex problem is solved
  bool settled_ = false;    // solving them has changed no pseudo-label
  std::string limit_;
};

class CoSvm final : public Learner {
 public:
  explicit CoSvm(const CoSvmOptions& options) : options_(options) { check_max_margin(options); }

  void check_labels(const StructuredProblem& problem) const override {
    check_label_shares(options_.label_shares, problem, "co_svm");
  }

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    require_labeled(sample, "co_svm");
    for (Index v = 0; v < views.count(); ++v) {
      (void)require<RunnerUpDecoder>(views[v], "the runner-up", "co_svm");
      require_augmentation(views[v], options_.augmentation(), "co_svm");
    }
    CoSvmOptions options = options_;
    options.label_shares =
        resolved_label_shares(options_.label_shares, views.joint(), sample.labeled);
    const KeptShares shares(views.joint(), options.label_shares, sample.labeled, "co_svm");
    const double Cu = Cu_of_each(options, sample);
    const bool taught = !sample.unlabeled.empty() && Cu > 0;
    const auto fit_views = [&] { return CoSvmRun(options, Cu, views, sample, context).fit(); };
    if (options_.final == Final::kJoint) {
      const double start = seconds_now();
      return fit_then_jointly(
          views, sample, context, taught, Cu, PseudoWeight::kMargin, shares, fit_views,
          [&](const Views& all, const Sample& labeled) {
            if (!taught) return independent(all, labeled, context);
            return CoSvm(with_time_left(options_, start)).independent(all, labeled, context);
          },
          [&] { return options_.time_limit && seconds_now() - start >= *options_.time_limit; });
    }
    return taught ? fit_views() : independent(views, sample, context);
  }

 private:
  // Fits V independent structural SVMs.
  Fitted independent(const Views& views, const Sample& sample, const FitContext& context) const {
    Fitted fitted;
    FitReport& report = fitted.report;
    report.converged = true;
    report.constraints_added = 0;
    double primal = 0, dual = 0;
    const double start = seconds_now();
    for (Index v = 0; v < views.count(); ++v) {
      const SolverControl control = solver_control(context, fmt::format("co_svm, view {}", v));
      SolverLimits limits = options_.limits();
      if (limits.time_limit) {
        // Each view may run until its share of the total time has passed.
        const double share = static_cast<double>(v + 1) / static_cast<double>(views.count());
        limits.time_limit = std::max(0.0, start + share * *options_.time_limit - seconds_now());
      }
      std::optional<RelaxedConstraints> relaxed;
      const StructuredProblem& problem =
          with_relaxed_constraints(views[v], options_.augmentation(), relaxed);
      SolverResult result =
          solve_max_margin({problem, sample.labeled, options_.C, options_.augmentation()}, options_,
                           limits, control);
      if (options_.time_limit && result.stopped_because.starts_with("time_limit"))
        result.stopped_because = fmt::format("time_limit {} s", *options_.time_limit);
      primal += result.primal;
      dual += result.dual;
      report.iterations += result.iterations;
      note_exactness(views[v], options_.augmentation(), report);
      report.oracle_calls += result.oracle_calls;
      *report.constraints_added += result.constraints_added;
      if (report.converged)
        report.stopped_because = result.stopped_because;  // the first reason other than the gap
      report.converged = report.converged && result.converged;
      for (const SolverState& state : result.history) {
        report.history.push_back(history_row(state));
        report.history.back()["view"] = v;
      }
      fitted.weights.push_back(std::move(result.w));
    }
    report.primal = primal;
    report.dual = dual;
    report.gap = relative_gap(primal, dual);
    return fitted;
  }

  CoSvmOptions options_;
};

}  // namespace

LearnerEntry co_svm_learner() {
  LearnerEntry entry;
  entry.name = "co_svm";
  entry.summary =
      "structural SVMs in V views that teach each other on unlabeled inputs, with a margin";
  entry.source = "Brefeld 2008, Opt. Problems 6.5-6.7, Algorithms 6.1 and 6.2";
  entry.cost =
      "an epoch: in each view, decodings of each example, for an unlabeled one up to `r_max` times";
  entry.uses_views = true;
  entry.with_one_view = "its own peer: it is self-training with a margin";
  entry.uses_unlabeled = true;
  entry.twin = twin_named("structural_svm");
  entry.needs = {Need::kRunnerUp};
  entry.needs_with = [needs = entry.needs](const Json& json) {
    const CoSvmOptions options = co_svm_options().parse(json);
    Needs all{needs, options.augmentation()};
    if (keeps_shares(options.label_shares)) all.offers.push_back(Need::kLabelOffsets);
    return all;
  };
  entry.reports = {kConstraintsAdded};
  entry.options = co_svm_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<CoSvm>(co_svm_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
