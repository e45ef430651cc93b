// The co-support vector machine by gradients (Brefeld 2008, Opt. Problem 7.5, Table 7.2), for V
// views.
//
//   minimise  sum_v [ 1/2 |w_v|^2 + C sum_i weight_i smax l(t_i)
//                     + C Cu sum_j sum_{u != v} smax l(t_ju) ]
//     t_i = <w_v, Phi_v(x_i, y_i) - Phi_v(x_i, y_hat)>, t_ju the same for x_j and y_ju
//     y_ju = argmax_y f_u(x_j, y), predicted anew in every epoch; a working set whose y_ju changed
//            is emptied
//     l and smax, over the outputs of a working set, as in gradient_svm
//
// This is `teacher` = peer. With `teacher` = joint all views of x_j learn the same pseudo-label
// argmax_y sum_u f_u(x_j, y), once. The text of section 7.3 says so, its table does not. Then views
// cannot swap labels.
//
// With `label_shares` (our own) the predictions are those of f_u with an offset for each label. The
// offsets are found anew in every epoch so that labels keep their shares (shared/kept_shares.hpp).
// The losses have no offsets.
//
// With the pseudo-labels fixed, the problem is convex and independent in each view. The
// pseudo-labels depend on the peers, so the problem as a whole is not convex. The thesis sums over
// two views, and its Cu is not a multiple of C. With one view its peer is the view itself; this is
// self-training with a margin. Without unlabeled examples, or with Cu = 0, these are V independent
// gradient SVMs. With final = joint (our own) a gradient SVM on all features follows. It learns
// from the labeled examples and from the joint predictions of all views, which have weight Cu.
//
// The reported primal is the smoothed objective, over all outputs or over working sets
// (gradient_training.hpp), summed over views. The last row of the history has that of each view,
// and the norm of its gradient.
#include "costruct/core/clock.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/cycles.hpp"
#include "costruct/learners/shared/final_fit.hpp"
#include "costruct/learners/shared/kept_shares.hpp"
#include "costruct/learners/shared/predictions.hpp"
#include "costruct/learners/solvers/gradient_training.hpp"
#include "costruct/learners/twin.hpp"

namespace costruct {
namespace {

enum class Teacher { kPeer, kJoint };

struct GradientCoSvmOptions : SemiGradientOptions {
  GradientCoSvmOptions() { epochs = 25; }  // once all weights are reached 10, the thesis' r_max
  Teacher teacher = Teacher::kJoint;
  Final final = Final::kJoint;
  Json label_shares = "auto";
};

OptionDeclaration<GradientCoSvmOptions> gradient_co_svm_options() {
  OptionDeclaration<GradientCoSvmOptions> options;
  declare_semi_gradient(options);
  options.choice<Teacher>("teacher", &GradientCoSvmOptions::teacher, {"peer", "joint"},
                          "prediction that teaches a view: each peer's (Opt. Problem 7.5), or that "
                          "of all views (section 7.3)");
  declare_final(options);
  declare_label_shares(options);
  return options;
}

// The blocks of unlabeled inputs follow the labeled blocks of a view: for every input one per
// teacher.
class MultiViewTerms final : public UnlabeledTerms {
 public:
  MultiViewTerms(GradientTraining& training, const Views& views, const Sample& sample,
                 const GradientCoSvmOptions& options, int threads)
      : training_(training),
        joint_(views.joint(), options.label_shares, sample.labeled, "gradient_co_svm"),
        inputs_(sample.unlabeled),
        teacher_(options.teacher),
        threads_(threads),
        V_(views.count()),
        n_(static_cast<Index>(sample.labeled.size())),
        m_(static_cast<Index>(sample.unlabeled.size())),
        teachers_(teacher_ == Teacher::kJoint ? 1 : std::max<Index>(1, V_ - 1)) {
    for (Index v = 0; v < V_; ++v)
      shares_.emplace_back(views[v], options.label_shares, sample.labeled, "gradient_co_svm");
    for (GradientModel& model : training.models()) {
      for (Index block = 0; block < m_ * teachers_; ++block)
        model.objective.add_block(inputs_[block / teachers_],
                                  WorkingSetObjective::LossForm::kHuber);
    }
  }

  PseudoLabels predict(std::vector<GradientModel>& models) const override {
    PseudoLabels labels;
    std::vector<std::vector<Output>> of_view;
    for (Index v = 0; v < V_; ++v) {
      labels.oracle_calls += shares_[v].fit(inputs_, models[v].w, threads_);
      of_view.push_back(predictions(shares_[v], inputs_, models[v].w, threads_));
    }
    labels.oracle_calls += V_ * m_;
    labels.history["disagreement"] = disagreement(of_view);
    std::vector<Output> of_all;
    if (teacher_ == Teacher::kJoint) {
      of_all = joint_predictions(models, labels.oracle_calls);
    }
    if (joint_.active())  // of what is taught
      labels.history["share_error"] = teacher_ == Teacher::kJoint ? joint_.error() : share_error();
    for (Index v = 0; v < V_; ++v) {
      for (Index block = 0; block < m_ * teachers_; ++block) {
        const Index j = block / teachers_, u = peer(v, block % teachers_);
        const Output& y = teacher_ == Teacher::kJoint ? of_all[j] : of_view[u][j];
        labels.changed += models[v].objective.set_reference(n_ + block, y);
        labels.hash = hash_output(y, labels.hash);
      }
    }
    return labels;
  }

  Growth extend(std::vector<GradientModel>& models) const override {
    Growth growth;
    for (GradientModel& model : models) {
      const Violators violators = training_.violators(model);
      growth.constraints_added += training_.extend(model, n_, m_ * teachers_, [&](Index block) {
        return violators.with_huber_loss(inputs_[(block - n_) / teachers_],
                                         model.objective.reference(block));
      });
    }
    growth.oracle_calls = teachers_ * V_ * m_;
    return growth;
  }

 private:
  Index peer(Index v, Index p) const { return V_ == 1 ? 0 : p < v ? p : p + 1; }

  // The share of inputs on which the views differ.
  double disagreement(const std::vector<std::vector<Output>>& of_view) const {
    Index differ = 0;
    for (Index j = 0; j < m_; ++j) {
      bool agree = true;
      for (Index v = 1; v < V_; ++v) agree = agree && of_view[v][j] == of_view[0][j];
      differ += !agree;
    }
    return static_cast<double>(differ) / static_cast<double>(m_);
  }

  double share_error() const {
    double most = 0;
    for (const KeptShares& shares : shares_) most = std::max(most, shares.error());
    return most;
  }

  std::vector<Output> joint_predictions(const std::vector<GradientModel>& models,
                                        Index& oracle_calls) const {
    std::vector<Vector> w;
    for (const GradientModel& model : models) w.push_back(model.w);
    const Vector all = stack(w);
    oracle_calls += joint_.fit(inputs_, all, threads_) + m_;
    return predictions(joint_, inputs_, all, threads_);
  }

  const GradientTraining& training_;
  // A decoder per view. Its search for offsets begins at those of the last epoch.
  mutable std::vector<KeptShares> shares_;
  mutable KeptShares joint_;
  const std::vector<InputId>& inputs_;
  Teacher teacher_;
  int threads_;
  Index V_, n_, m_, teachers_;
};

class GradientCoSvm final : public Learner {
 public:
  explicit GradientCoSvm(const GradientCoSvmOptions& options) : options_(options) {}

  void check_labels(const StructuredProblem& problem) const override {
    check_label_shares(options_.label_shares, problem, "gradient_co_svm");
  }

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    const KeptShares shares(views.joint(), options_.label_shares, sample.labeled,
                            "gradient_co_svm");
    const double Cu = Cu_of_each(options_, sample);
    const bool taught = !sample.unlabeled.empty() && Cu > 0;
    const auto fit_views = [&] {
      return taught ? fit_together(views, sample, context) : fit_apart(views, sample, context);
    };
    if (options_.final == Final::kSum) return fit_views();
    const double start = seconds_now();
    return fit_then_jointly(
        views, sample, context, taught, Cu, PseudoWeight::kConstant, shares, fit_views,
        [&](const Views& all, const Sample& labeled) {
          if (!taught) return fit_apart(all, labeled, context);
          return GradientCoSvm(with_time_left(options_, start)).fit_apart(all, labeled, context);
        },
        [&] { return options_.time_limit && seconds_now() - start >= *options_.time_limit; });
  }

 private:
  // Fits views that teach each other.
  Fitted fit_together(const Views& views, const Sample& sample, const FitContext& context) const {
    std::vector<const StructuredProblem*> problems;
    for (Index v = 0; v < views.count(); ++v) problems.push_back(&views[v]);
    GradientTraining training("gradient_co_svm", options_, Smoothing{}.tau, problems, sample,
                              context);
    const MultiViewTerms unlabeled(training, views, sample, options_, context.threads);
    Fitted fitted = training.fit(options_, unlabeled);
    if (views.count() == 1)
      fitted.report.stopped_because += " (one view: self-training with a margin)";
    return fitted;
  }

  // Fits views that do not teach each other. Each ends on its own, like a gradient_svm with the
  // same number of decodings.
  Fitted fit_apart(const Views& views, const Sample& sample, const FitContext& context) const {
    Fitted all;
    FitReport& report = all.report;
    report.primal = 0;
    report.constraints_added = 0;
    report.converged = true;
    Json ends = Json::array();
    Index evaluations = 0;
    const double start = seconds_now();
    const GradientOptions options = supervised(options_);
    for (Index v = 0; v < views.count(); ++v) {
      GradientTraining training("gradient_co_svm", options, Smoothing{}.tau, {&views[v]}, sample,
                                context);
      training.share_time_limit(start,
                                static_cast<double>(v + 1) / static_cast<double>(views.count()));
      Fitted one = training.fit();
      all.weights.push_back(std::move(one.weights[0]));
      *report.primal += *one.report.primal;
      *report.constraints_added += *one.report.constraints_added;
      report.iterations = std::max(report.iterations, one.report.iterations);
      report.oracle_calls += one.report.oracle_calls;
      // The end of the first view that did not converge, if there is one.
      if (report.converged) report.stopped_because = one.report.stopped_because;
      report.converged = report.converged && one.report.converged;
      const Json end = one.report.history.back();
      one.report.history.erase(one.report.history.size() - 1);
      for (Json& row : one.report.history) {
        row["view"] = v;
        report.history.push_back(std::move(row));
      }
      ends.push_back(end.at("views")[0]);
      evaluations += end.at("evaluations").get<Index>();
    }
    report.history.push_back({{"views", ends}, {"evaluations", evaluations}, {"tau_cut", 0}});
    return all;
  }

  GradientCoSvmOptions options_;
};

}  // namespace

LearnerEntry gradient_co_svm_learner() {
  LearnerEntry entry;
  entry.name = "gradient_co_svm";
  entry.summary = "gradient SVMs in V views that teach each other on unlabeled inputs";
  entry.source = "Brefeld 2008, Opt. Problem 7.5, Table 7.2";
  entry.cost =
      "an epoch: decodings of each example in each view, then gradients over the working sets";
  entry.uses_views = true;
  entry.with_one_view = "its own peer: it is self-training with a margin";
  entry.uses_unlabeled = true;
  entry.twin = twin_named("gradient_svm");
  entry.needs = {Need::kRunnerUp};
  entry.needs_with = [](const Json& json) {
    const GradientCoSvmOptions options = gradient_co_svm_options().parse(json);
    Needs needs = needs_of_gradient(options);
    if (keeps_shares(options.label_shares)) needs.offers.push_back(Need::kLabelOffsets);
    return needs;
  };
  entry.reports = {kConstraintsAdded};
  entry.options = gradient_co_svm_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<GradientCoSvm>(gradient_co_svm_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
