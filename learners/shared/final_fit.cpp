#include "costruct/learners/shared/final_fit.hpp"

#include <algorithm>

#include "costruct/core/parallel.hpp"

namespace costruct {

std::vector<LabeledExample> with_joint_predictions(const KeptShares& joint, const Sample& sample,
                                                   const std::vector<Vector>& w, double Cu,
                                                   PseudoWeight weight, int threads) {
  const Vector all = stack(w);
  const auto count = static_cast<Index>(sample.unlabeled.size());
  std::vector<LabeledExample> predicted(sample.unlabeled.size());
  parallel_for(count, threads, 1, [&](Index j) {
    const InputId x = sample.unlabeled[j];
    if (weight == PseudoWeight::kConstant) {
      predicted[j] = {x, joint.decode(x, all).output, Cu};
      return;
    }
    TwoBest found = joint.two_best(x, all);
    const double margin = found.runner_up ? found.best.value - found.runner_up->value : 1.0;
    predicted[j] = {x, std::move(found.best.output), Cu * std::clamp(margin, 0.0, 1.0)};
  });
  std::vector<LabeledExample> examples = sample.labeled;
  for (LabeledExample& example : predicted) {
    if (example.weight > 0) examples.push_back(std::move(example));
  }
  return examples;
}

Fitted followed_by(Fitted in_views, Fitted last) {
  FitReport& report = in_views.report;
  FitReport& of_last = last.report;
  report.primal = of_last.primal;
  report.dual = of_last.dual;
  report.gap = of_last.gap;
  report.gap_is_estimate = of_last.gap_is_estimate;
  report.support_losses = std::move(of_last.support_losses);
  report.oracle_calls += of_last.oracle_calls;
  if (report.constraints_added && of_last.constraints_added)
    *report.constraints_added += *of_last.constraints_added;
  const auto number = [](const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
  };
  report.history.push_back({{"final", "joint"},
                            {"primal", number(report.primal)},
                            {"dual", number(report.dual)},
                            {"gap", number(report.gap)},
                            {"oracle_calls", of_last.oracle_calls}});
  if (report.converged) report.stopped_because += "; joint fit: " + of_last.stopped_because;
  report.converged = report.converged && of_last.converged;
  for (std::string& warning : of_last.warnings) {
    if (std::find(report.warnings.begin(), report.warnings.end(), warning) == report.warnings.end())
      report.warnings.push_back(std::move(warning));
  }
  in_views.weights = std::move(last.weights);
  return in_views;
}

Fitted fit_then_jointly(const Views& views, const Sample& sample, const FitContext& context,
                        bool taught, double Cu, PseudoWeight weight, KeptShares joint,
                        const std::function<Fitted()>& in_views,
                        const std::function<Fitted(const Views&, const Sample&)>& supervised,
                        const std::function<bool()>& out_of_time) {
  if (!taught) {
    Fitted fitted = supervised(views.together(), {sample.labeled, {}, sample.partial});
    fitted.together = views.count() > 1;
    return fitted;
  }
  Fitted fitted = in_views();
  const bool no_time = !context.stop_requested() && out_of_time && out_of_time();
  if (!context.stop_requested() && !no_time) {
    fitted.report.oracle_calls +=
        joint.fit(sample.unlabeled, stack(fitted.weights), context.threads);
    const Sample all{
        with_joint_predictions(joint, sample, fitted.weights, Cu, weight, context.threads),
        {},
        sample.partial};
    const Index decodings = weight == PseudoWeight::kMargin ? 2 : 1;
    fitted.report.oracle_calls += decodings * static_cast<Index>(sample.unlabeled.size());
    Fitted last = supervised(views.together(), all);
    if (!context.stop_requested()) {
      fitted.together = views.count() > 1;
      return followed_by(std::move(fitted), std::move(last));
    }
    fitted.report.oracle_calls += last.report.oracle_calls;
  }
  fitted.report.converged = false;
  fitted.report.stopped_because =
      no_time ? fitted.report.stopped_because + "; no time left for the joint fit" : "interrupted";
  return fitted;
}

}  // namespace costruct
