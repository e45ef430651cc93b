// The co-support vector machine by gradients (Brefeld 2008, Opt. Problem 7.5, Table 7.2), for V views.
//
//   minimise  sum_v [ 1/2 |w_v|^2 + C sum_i weight_i smax l(<w_v, Phi_v(x_i, y_i) - Phi_v(x_i, y_hat)>)
//                     + C Cu sum_j sum_{u != v} smax l(<w_v, Phi_v(x_j, y_ju) - Phi_v(x_j, y_hat)>) ]
//     y_ju = argmax_y f_u(x_j, y), decoded anew in every epoch; a working set whose y_ju changed is emptied
//     l and smax, over the outputs of a working set, as in gradient_svm
//
// With the pseudo-labels held fixed this is convex and falls apart into views; they follow the peers, so the
// whole is not convex. The thesis sums over two views; its Cu is no multiple of C. With one view its peer is
// the view itself: self-training with a margin. Without unlabeled examples, or with Cu = 0, these are V
// independent gradient SVMs.
//
// Reported as primal: the smoothed objective over the final working sets, summed over views. The last row of
// the history has each view's, with the norm of its gradient.
#include "costruct/learners/cycles.hpp"
#include "costruct/learners/gradient_training.hpp"
#include "costruct/learners/learners.hpp"

namespace costruct {
namespace {

struct GradientCoSvmOptions : SemiGradientOptions {
  GradientCoSvmOptions() { epochs = 25; }  // once all weights are reached 10, the thesis' r_max
};

OptionDeclaration<GradientCoSvmOptions> declaration() {
  OptionDeclaration<GradientCoSvmOptions> options;
  declare_semi_gradient(options);
  return options;
}

// The labeled blocks of a view come first, then for every unlabeled input one for each peer.
class CoTeaching {
 public:
  CoTeaching(GradientTraining& training, const Views& views, const Sample& sample, int threads)
      : training_(training),
        sample_(sample),
        threads_(threads),
        V_(views.count()),
        n_(static_cast<Index>(sample.labeled.size())),
        m_(static_cast<Index>(sample.unlabeled.size())),
        peers_(std::max<Index>(1, V_ - 1)) {
    for (GradientSide& side : training.sides()) {
      for (Index block = 0; block < m_ * peers_; ++block) {
        side.objective.add_block(sample.unlabeled[block / peers_], WorkingSetObjective::Form::kLabeled);
      }
    }
  }

  void weigh(std::vector<GradientSide>& sides, double C, double Cu) const {
    for (GradientSide& side : sides) {
      weigh_labeled(side, sample_, C);
      for (Index block = 0; block < m_ * peers_; ++block) side.objective.set_weight(n_ + block, C * Cu);
    }
  }

  Growth decode(std::vector<GradientSide>& sides, double Cu) const {
    Growth growth;
    for (GradientSide& side : sides) extend_labeled(training_, side, sample_, growth);
    if (Cu == 0) return growth;
    std::vector<std::vector<Output>> y;
    for (const GradientSide& side : sides) {
      y.push_back(predictions(side.problem, sample_.unlabeled, side.w, threads_));
    }
    Index differ = 0;
    for (Index j = 0; j < m_; ++j) {
      bool agree = true;
      for (Index v = 0; v < V_; ++v) {
        growth.pseudo_labels = hash_output(y[v][j], growth.pseudo_labels);
        agree = agree && y[v][j] == y[0][j];
      }
      differ += !agree;
    }
    growth.history["disagreement"] = static_cast<double>(differ) / static_cast<double>(m_);
    for (Index v = 0; v < V_; ++v) teach(sides[v], v, y, growth);
    growth.oracle_calls += (1 + peers_) * V_ * m_;
    return growth;
  }

 private:
  Index peer(Index v, Index p) const { return V_ == 1 ? 0 : p < v ? p : p + 1; }

  void teach(GradientSide& side, Index v, const std::vector<std::vector<Output>>& y, Growth& growth) const {
    for (Index block = 0; block < m_ * peers_; ++block) {
      growth.pseudo_labels_changed +=
          side.objective.set_reference(n_ + block, y[peer(v, block % peers_)][block / peers_]);
    }
    const Violators violators = training_.violators(side);
    growth.constraints_added += training_.extend(side, n_, m_ * peers_, [&](Index block) {
      return violators.of_labeled(sample_.unlabeled[(block - n_) / peers_], side.objective.reference(block));
    });
  }

  GradientTraining& training_;
  const Sample& sample_;
  int threads_;
  Index V_, n_, m_, peers_;
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
    const CoTeaching teaching(training, views, sample, context.threads);
    Fitted fitted = training.fit(
        &options_, [&](std::vector<GradientSide>& sides, double Cu) { return teaching.decode(sides, Cu); },
        [&](std::vector<GradientSide>& sides, double C, double Cu) { teaching.weigh(sides, C, Cu); });
    if (views.count() == 1) fitted.report.stopped_because += " (one view: self-training with a margin)";
    return fitted;
  }

 private:
  // Views that teach each other nothing: each has its own end, as a gradient_svm.
  Fitted fit_apart(const Views& views, const Sample& sample, const FitContext& context) const {
    Fitted all;
    FitReport& report = all.report;
    report.primal = 0;
    report.constraints_added = 0;
    report.converged = true;
    Json ends = Json::array();
    Index evaluations = 0;
    for (Index v = 0; v < views.count(); ++v) {
      GradientTraining training("gradient_co_svm", options_, Smoothing{}.tau, {&views[v]}, context);
      training.add_labeled(sample);
      Fitted one = training.fit(
          nullptr,
          [&](std::vector<GradientSide>& sides, double) {
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
  entry.uses_unlabeled = true;
  entry.needs = {"runner-up"};
  entry.options = declaration().list();
  entry.make = [](const Json& json) { return std::make_unique<GradientCoSvm>(declaration().parse(json)); };
  return entry;
}

}  // namespace costruct
