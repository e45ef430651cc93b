// The co-support vector machine by gradients (Brefeld 2008, Opt. Problem 7.5, Table 7.2), for V views.
//
//   minimise  sum_v [ 1/2 |w_v|^2 + C sum_i weight_i smax l(<w_v, Phi_v(x_i, y_i) - Phi_v(x_i, y_hat)>)
//                     + C Cu sum_j sum_{u != v} smax l(<w_v, Phi_v(x_j, y_ju) - Phi_v(x_j, y_hat)>) ]
//     y_ju = argmax_y f_u(x_j, y), predicted anew in every epoch; a working set whose y_ju changed is emptied
//     l and smax, over the outputs of a working set, as in gradient_svm
//
// That is `teacher` peer. With joint all views of x_j are taught argmax_y sum_u f_u(x_j, y), once, as the
// text of section 7.3 has it, against its table: views cannot swap labels then.
//
// With the pseudo-labels held fixed this is convex and falls apart into views; they follow the peers, so the
// whole is not convex. The thesis sums over two views; its Cu is no multiple of C. With one view its peer is
// the view itself: self-training with a margin. Without unlabeled examples, or with Cu = 0, these are V
// independent gradient SVMs.
//
// Reported as primal: the smoothed objective over the final working sets, summed over views. The last row of
// the history has each view's, with the norm of its gradient.
#include "costruct/core/clock.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/cycles.hpp"
#include "costruct/learners/gradient_training.hpp"

namespace costruct {
namespace {

enum class Teacher { kPeer, kJoint };

struct GradientCoSvmOptions : SemiGradientOptions {
  GradientCoSvmOptions() { epochs = 25; }  // once all weights are reached 10, the thesis' r_max
  Teacher teacher = Teacher::kPeer;
};

OptionDeclaration<GradientCoSvmOptions> gradient_co_svm_options() {
  OptionDeclaration<GradientCoSvmOptions> options;
  declare_semi_gradient(options);
  options.choice<Teacher>("teacher", &GradientCoSvmOptions::teacher, {"peer", "joint"},
                          "whose prediction of an unlabeled input a view is taught: that of each peer (Opt. "
                          "Problem 7.5), or that of all views together (the text of section 7.3)");
  return options;
}

// The labeled blocks of a view come first, then for every unlabeled input one for each teacher.
class CoTeaching {
 public:
  CoTeaching(GradientTraining& training, const Views& views, const Sample& sample, Teacher teacher,
             int threads)
      : training_(training),
        views_(views),
        sample_(sample),
        teacher_(teacher),
        threads_(threads),
        V_(views.count()),
        n_(static_cast<Index>(sample.labeled.size())),
        m_(static_cast<Index>(sample.unlabeled.size())),
        teachers_(teacher == Teacher::kJoint ? 1 : std::max<Index>(1, V_ - 1)) {
    for (GradientSide& side : training.sides()) {
      for (Index block = 0; block < m_ * teachers_; ++block) {
        side.objective.add_block(sample.unlabeled[block / teachers_], WorkingSetObjective::Form::kLabeled);
      }
    }
  }

  void weigh(std::vector<GradientSide>& sides, double C, double Cu) const {
    for (GradientSide& side : sides) {
      weigh_labeled(side, sample_, C);
      for (Index block = 0; block < m_ * teachers_; ++block) side.objective.set_weight(n_ + block, C * Cu);
    }
  }

  Growth decode(std::vector<GradientSide>& sides, double Cu, bool anew) const {
    Growth growth;
    for (GradientSide& side : sides) extend_labeled(training_, side, sample_, growth);
    if (Cu == 0) return growth;
    if (anew) predict(sides, growth);
    for (GradientSide& side : sides) {
      const Violators violators = training_.violators(side);
      growth.constraints_added += training_.extend(side, n_, m_ * teachers_, [&](Index block) {
        const InputId x = sample_.unlabeled[(block - n_) / teachers_];
        return violators.of_labeled(x, side.objective.reference(block));
      });
    }
    growth.oracle_calls += teachers_ * V_ * m_;
    return growth;
  }

 private:
  Index peer(Index v, Index p) const { return V_ == 1 ? 0 : p < v ? p : p + 1; }

  void predict(std::vector<GradientSide>& sides, Growth& growth) const {
    std::vector<std::vector<Output>> of_view;
    for (const GradientSide& side : sides)
      of_view.push_back(predictions(side.problem, sample_.unlabeled, side.w, threads_));
    growth.oracle_calls += V_ * m_;
    Index differ = 0;
    for (Index j = 0; j < m_; ++j) {
      bool agree = true;
      for (Index v = 1; v < V_; ++v) agree = agree && of_view[v][j] == of_view[0][j];
      differ += !agree;
    }
    growth.history["disagreement"] = static_cast<double>(differ) / static_cast<double>(m_);

    std::vector<Output> of_all;
    if (teacher_ == Teacher::kJoint) {
      std::vector<Vector> w;
      for (const GradientSide& side : sides) w.push_back(side.w);
      of_all = predictions(views_.joint(), sample_.unlabeled, stack(w), threads_);
      growth.oracle_calls += m_;
    }
    const auto taught = [&](Index v, Index j, Index teacher) -> const Output& {
      return teacher_ == Teacher::kJoint ? of_all[j] : of_view[peer(v, teacher)][j];
    };
    for (Index v = 0; v < V_; ++v) {
      for (Index block = 0; block < m_ * teachers_; ++block) {
        const Output& y = taught(v, block / teachers_, block % teachers_);
        growth.pseudo_labels_changed += sides[v].objective.set_reference(n_ + block, y);
        growth.pseudo_labels = hash_output(y, growth.pseudo_labels);
      }
    }
  }

  GradientTraining& training_;
  const Views& views_;
  const Sample& sample_;
  Teacher teacher_;
  int threads_;
  Index V_, n_, m_, teachers_;
};

class GradientCoSvm final : public Learner {
 public:
  explicit GradientCoSvm(const GradientCoSvmOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    if (sample.unlabeled.empty() || options_.Cu == 0) return fit_apart(views, sample, context);
    std::vector<const StructuredProblem*> problems;
    for (Index v = 0; v < views.count(); ++v) problems.push_back(&views[v]);
    GradientTraining training("gradient_co_svm", options_, Smoothing{}.tau, problems, context);
    training.add_labeled(sample);
    const CoTeaching teaching(training, views, sample, options_.teacher, context.threads);
    Fitted fitted = training.fit(
        &options_,
        [&](std::vector<GradientSide>& sides, double Cu, bool anew) {
          return teaching.decode(sides, Cu, anew);
        },
        [&](std::vector<GradientSide>& sides, double C, double Cu) { teaching.weigh(sides, C, Cu); });
    if (views.count() == 1) fitted.report.stopped_because += " (one view: self-training with a margin)";
    return fitted;
  }

 private:
  // Views that teach each other nothing: each has its own end, as a gradient_svm with as many decodings.
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
      GradientTraining training("gradient_co_svm", options, Smoothing{}.tau, {&views[v]}, context);
      training.share_time_limit(start, static_cast<double>(v + 1) / static_cast<double>(views.count()));
      training.add_labeled(sample);
      Fitted one = training.fit(
          nullptr,
          [&](std::vector<GradientSide>& sides, double, bool) {
            Growth growth;
            extend_labeled(training, sides[0], sample, growth);
            return growth;
          },
          [&](std::vector<GradientSide>& sides, double C, double) { weigh_labeled(sides[0], sample, C); });
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
  entry.uses_views = true;
  entry.with_one_view = "its own peer: it is self-training with a margin";
  entry.uses_unlabeled = true;
  entry.needs = {Need::kRunnerUp};
  entry.needs_with = [](const Json& json) {
    return needs_of_gradient(gradient_co_svm_options().parse(json));
  };
  entry.reports = {kConstraintsAdded};
  entry.options = gradient_co_svm_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<GradientCoSvm>(gradient_co_svm_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
