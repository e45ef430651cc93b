// The laws of a StructuredProblem, as functions of a catalog entry and one of its small instances.
// They check that a joint feature map and a loss agree with decoders, sums and all other members.
// They cannot check that the map and the loss are those that the problem documents; tests/problems
// does this.
#pragma once

#include "costruct/contract/instances/small_instance.hpp"
#include "costruct/contract/violations.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::contract {

/// The laws, as the text that stands in violations. Members that a text names are those of
/// StructuredProblem and of the optional interfaces in core/interfaces/, which declare them. A law
/// of an interface is checked only if the problem offers the interface.
inline namespace problem_law {
inline constexpr const char* kEnumeration = "outputs are listed once, in lexicographic order";
inline constexpr const char* kJointFeature = "joint features are sparse vectors of finite numbers";
inline constexpr const char* kScore = "a score is <w, Phi>";
inline constexpr const char* kDifferences =
    "differences of joint features are those of joint_feature()";
inline constexpr const char* kMargins = "margins are differences of scores";
inline constexpr const char* kNormBound = "no difference is longer than its bound";
inline constexpr const char* kSameStructure =
    "outputs that are listed apart are different structures";
inline constexpr const char* kLoss = "a loss is not negative, and that of the reference is zero";
inline constexpr const char* kDecode = "decode() finds the best output, the smallest among equals";
inline constexpr const char* kAugmentedDecode =
    "loss_augmented_decode() finds what most violates its constraint";
inline constexpr const char* kMostViolated =
    "most_violated() is loss_augmented_decode() and margins()";
inline constexpr const char* kUnavailable = "a capability that is not available has a reason";
inline constexpr const char* kRunnerUp = "runner_up() finds the best other output";
inline constexpr const char* kMostViolatedOther =
    "most_violated_other() finds what else violates most";
inline constexpr const char* kTwoBest = "two_best() is decode() and its runner_up()";
inline constexpr const char* kKBest = "k_best() finds the best outputs in order";
inline constexpr const char* kLogPartition =
    "log-partition, marginals and expected features sum over all outputs";
inline constexpr const char* kMultinomialModel =
    "multinomial groups lie apart, count events, and are all of a distribution";
inline constexpr const char* kLabelScores = "label scores are the scores of outputs of one label";
inline constexpr const char* kLabelBiases = "a label's bias counts the parts that have it";
inline constexpr const char* kLabelOffsets = "an offset of a label adds to each part that has it";
inline constexpr const char* kOutputClasses =
    "an output belongs to one of the classes, and each class has one";
inline constexpr const char* kPairDecisions =
    "features of pairs that are together add up to joint features";
inline constexpr const char* kSingleMoves =
    "the worst move of an object is an output with its violation";
inline constexpr const char* kFacts = "facts of outputs allow these outputs";
inline constexpr const char* kWithin = "within() has the allowed outputs alone";
inline constexpr const char* kCounting = "counting() has a loss of the known parts";
inline constexpr const char* kIndependentParts =
    "with_independent_parts() leaves out features, and nothing else";
inline constexpr const char* kArguments = "arguments are left alone";
inline constexpr const char* kConcurrent = "concurrent calls give what lone calls gave";
inline constexpr const char* kViews = "the joint problem stacks its views";
inline constexpr const char* kFeatureMajor = "a feature of zero weights can be left out";
}  // namespace problem_law

/// The violations of the views of the instance and of their joint problem, as lines "law: where and
/// what". Empty if they obey all laws but kConcurrent, which concurrency_violations() checks.
/// @param instance  its `views` must be set
/// @param seed      of the weights and outputs that are drawn
std::vector<std::string> problem_violations(const ProblemEntry& entry,
                                            const SmallInstance& instance, std::uint64_t seed);

/// The violations of kConcurrent. One instance of each loss is enough for this law.
std::vector<std::string> concurrency_violations(const ProblemEntry& entry,
                                                const SmallInstance& instance, std::uint64_t seed);

}  // namespace costruct::contract
