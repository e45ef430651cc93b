// The last fit of learners with views: either the views with their scores added, or one model on
// all features.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "costruct/core/clock.hpp"
#include "costruct/core/options.hpp"
#include "costruct/learners/learner.hpp"
#include "costruct/learners/shared/kept_shares.hpp"

namespace costruct {

/// kSum: a model in each view; predictions add their scores. kJoint: afterwards the supervised
/// learner is fitted on Views::together(), to the labeled and the pseudo-labeled examples. Then the
/// split into views does not increase the error.
enum class Final { kSum, kJoint };

/// Declares the option `final`, for a field of this name.
template <class Options>
void declare_final(OptionDeclaration<Options>& options) {
  options.template choice<Final>(
      "final", &Options::final, {"sum", "joint"},
      "last fit: the views, scores added, or one model on all features and "
      "pseudo-labels");
}

/// The weight of a pseudo-label. kConstant: Cu. kMargin: Cu min{margin, 1} with the margin over the
/// runner-up; Cu if there is no runner-up.
enum class PseudoWeight { kConstant, kMargin };

/// Returns the options with a shorter time_limit: what is left of it, at least 0 seconds. Without a
/// time_limit they stay as they are.
/// @param start  seconds_now() when the time began
template <class Options>
Options with_time_left(Options options, double start) {
  if (options.time_limit)
    options.time_limit = std::max(0.0, *options.time_limit - (seconds_now() - start));
  return options;
}

/// Returns the labeled examples, followed by the unlabeled inputs with their joint predictions
/// argmax sum_v f_v(x, .). Unlabeled inputs of weight 0 are left out. PseudoWeight::kMargin needs
/// RunnerUpDecoder.
/// @param joint  decodes the joint problem; with kept shares, call joint.fit() at `w` before
/// @param w      the weights of each view
std::vector<LabeledExample> with_joint_predictions(const KeptShares& joint, const Sample& sample,
                                                   const std::vector<Vector>& w, double Cu,
                                                   PseudoWeight weight, int threads);

/// Combines a fit of the views with the last fit on Views::together(). The result has the weights,
/// the objective and the support of the last fit, and the iterations of the first. It adds up the
/// decodings and constraints of both. The history gets a row for the last fit.
Fitted followed_by(Fitted in_views, Fitted last);

/// Does a complete fit with final = joint. The fit may be interrupted, or `out_of_time` may return
/// true once the views are fitted. Then the result is the fit of the views and has not converged.
/// @param taught       false: nothing is learned from unlabeled inputs, and the result is that of
///                     `supervised` on the labeled examples
/// @param Cu, weight   the weights of the pseudo-labels in the last fit
/// @param joint        decodes the joint problem; its offsets are found at the weights of the views
/// @param in_views     fits the views that teach each other
/// @param supervised   fits one view to labeled examples, and to those labeled in part. It gets
///                     Views::together() and the sample
/// @param out_of_time  may be empty: there is no time limit
Fitted fit_then_jointly(const Views& views, const Sample& sample, const FitContext& context,
                        bool taught, double Cu, PseudoWeight weight, KeptShares joint,
                        const std::function<Fitted()>& in_views,
                        const std::function<Fitted(const Views&, const Sample&)>& supervised,
                        const std::function<bool()>& out_of_time = nullptr);

}  // namespace costruct
