// The laws of a Learner, as functions of catalog entries. No law knows a learner or a problem by
// name; each uses only what the entry declares.
#pragma once

#include <set>

#include "costruct/contract/instances/small_instance.hpp"
#include "costruct/contract/violations.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::contract {

/// The laws, as the text that stands in violations. Members, options and report values that a text
/// names are those of learners/learner.hpp and learners/learner_entry.hpp. A learner obeys one of
/// kWeightFive, kWeightsScale and kStepCap: that of its ExampleWeights kLoss, kUpdate or kStepCap.
inline namespace learner_law {
inline constexpr const char* kForm =
    "weights fit the problem and are finite, and the report says why it ended";
inline constexpr const char* kReport =
    "the report has all declared values, and its gap is that of its primal and dual";
inline constexpr const char* kSameBits =
    "the same arguments give the same bits, for any number of threads";
inline constexpr const char* kProgress =
    "a fit that reports progress writes lines, and gives the same bits";
inline constexpr const char* kLabeledOnly =
    "a learner that uses no unlabeled inputs does not look at them";
inline constexpr const char* kNoLabels = "a sample without labels is a DataError";
inline constexpr const char* kStop = "a request to stop ends a fit early, with whole weights";
inline constexpr const char* kNeeds = "a fit needs the declared interfaces, and no others";
inline constexpr const char* kWeightZero = "an example of weight 0 is as good as left out";
inline constexpr const char* kWeightFive = "an example of weight 5 is the example five times";
inline constexpr const char* kWeightsScale = "twice all weights make updates twice as long";
inline constexpr const char* kStepCap =
    "weights that no step reaches change no bit, and twice the weight of a small step is twice the "
    "step";
inline constexpr const char* kConverged = "without limits small problems are solved";
inline constexpr const char* kNoUnlabeledWeight = "with Cu = 0 unlabeled inputs change no bit";
inline constexpr const char* kTotalWeight =
    "with Cu_scale = total unlabeled inputs together weigh Cu times the labeled examples";
inline constexpr const char* kUnlabeled = "a learner that uses unlabeled inputs learns from them";
inline constexpr const char* kViewsApart =
    "without unlabeled inputs each view is fitted alone, unless the last fit is to be a joint one";
inline constexpr const char* kJointIsSupervised =
    "with final = joint and without unlabeled inputs a fit is that of all features in one view, "
    "bit for bit";
}  // namespace learner_law

/// A learner with options on a small instance of a problem. The entries and the instance must
/// outlive the case.
struct LearnerCase {
  const LearnerEntry& learner;
  const ProblemEntry& problem;
  const SmallInstance& instance;
  Json options = Json::object();

  /// The views of the instance, with the problem options that the learner sets.
  Views views() const { return views_of(instance.data); }
  /// The same with other data of this problem, for example those of one view.
  Views views_of(std::shared_ptr<const ProblemData> data) const;
  /// The case as text: the options of learner and problem, and the name of the instance.
  std::string name() const;
  /// The reason why check_needs() refuses the case; "" if it does not.
  std::string unmet() const;
};

/// The context of a fit on this number of threads.
inline FitContext with_threads(int threads) {
  FitContext context;
  context.threads = threads;
  return context;
}

/// Names of laws: constants of this file. kNeeds, kSameBits and kStop also check kForm and kReport.
/// kSameBits also checks kProgress and kLabeledOnly. kWeightFive also checks kConverged, and stands
/// for kWeightsScale or kStepCap if the learner declares this use of weights (ExampleWeights).
using LawNames = std::set<std::string>;

/// The violations of the laws of needs, example weights, Cu and views, on a few examples. If the
/// case does not meet the learner's needs, the learner must refuse it with a ConfigError or a
/// DataError that names it.
/// @param seed  of the drawn samples
/// @param only  the laws to check; empty: all of them
std::vector<std::string> weight_violations(const LearnerCase& c, std::uint64_t seed,
                                           const LawNames& only = {});
/// The violations of the laws of a fit: same bits, progress, missing labels, stops, and use of
/// unlabeled inputs. The fits have a few dozen examples and low iteration limits. If the case does
/// not meet the learner's needs, the learner must refuse it.
/// @param only  the laws to check; empty: all of them
std::vector<std::string> run_violations(const LearnerCase& c, std::uint64_t seed,
                                        const LawNames& only = {});
/// The violations of kSameBits for one thread and three threads, with hundreds of examples. Empty
/// if the case does not meet the learner's needs.
std::vector<std::string> thread_violations(const LearnerCase& c, std::uint64_t seed);
/// The violations of kForm and kReport in one short fit. It is fast enough for every instance.
/// Empty if the case does not meet the learner's needs.
std::vector<std::string> form_violations(const LearnerCase& c, std::uint64_t seed);

}  // namespace costruct::contract
