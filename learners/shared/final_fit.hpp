// What learners in views fit last: the views, whose scores are added, or one model on all features.
#pragma once

#include <functional>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/learners/learner.hpp"
#include "costruct/learners/shared/kept_shares.hpp"

namespace costruct {

/// sum: a model in each view, scores added. joint: after it the supervised learner on
/// Views::together(), fitted to the labeled and the pseudo-labeled examples, so that a split costs
/// nothing.
enum class Final { kSum, kJoint };

/// The option final, for a field of this name.
template <class Options>
void declare_final(OptionDeclaration<Options>& options) {
  options.template choice<Final>("final", &Options::final, {"sum", "joint"},
                                 "what is fitted last: the views, scores added, or one model on "
                                 "all features and pseudo-labels");
}

/// What a pseudo-label weighs: Cu, or Cu min{margin, 1} with the margin over the runner-up.
enum class PseudoWeight { kConstant, kMargin };

/// The labeled examples and behind them the unlabeled inputs with what all views predict together,
/// argmax sum_v f_v(x, .), where that weighs anything. By margin it needs RunnerUpDecoder.
/// @param joint  decodes the joint problem
std::vector<LabeledExample> with_joint_predictions(const KeptShares& joint, const Sample& sample,
                                                   const std::vector<Vector>& w, double Cu,
                                                   PseudoWeight weight, int threads);

/// A fit of the views and a last one of Views::together() as one: weights, objective and support of
/// the last; the iterations of the first; decodings and constraints of both. The history gets a row
/// for the last.
Fitted followed_by(Fitted in_views, Fitted last);

/// The whole of a learner with final = joint. `in_views` fits views that teach each other;
/// `supervised` fits one view to labeled examples, and gets Views::together(). Interrupted before
/// that has ended, or `out_of_time` once the views are fitted: the views, not converged. With
/// `taught` false there is nothing to learn from unlabeled inputs: the supervised fit alone.
/// @param joint  decodes the joint problem; its shares are found at the weights of the views
Fitted fit_then_jointly(const Views& views, const Sample& sample, const FitContext& context,
                        bool taught, double Cu, PseudoWeight weight, KeptShares joint,
                        const std::function<Fitted()>& in_views,
                        const std::function<Fitted(const Views&, const Sample&)>& supervised,
                        const std::function<bool()>& out_of_time = nullptr);

}  // namespace costruct
