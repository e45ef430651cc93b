// The structural support vector machine (Brefeld 2008, Opt. Problems 6.2-6.4; Altun 2006,
// sections 1.3-1.5).
//
//   minimise  1/2 |w|^2 + (C/r) sum_i weight_i xi_i^r
//   over w and xi >= 0, for all i and all outputs y_hat
//     margin rescaling:  <w, Phi(x_i, y_i) - Phi(x_i, y_hat)>  >=  loss^(1/r) - xi_i
//     slack rescaling:   <w, Phi(x_i, y_i) - Phi(x_i, y_hat)>  >=  1 - xi_i / loss^(1/r)
//
// C is per example. Altun 2006 and Joachims 2009 have C/n in its place. The option C_scale = total
// does the same: it divides C by the sum of all weights, so that C weighs the mean of the slacks.
// C_scale = parts divides C by the weighted number of all parts, such as tokens or rows.
// The solvers are in core/optimize. Each ends with a certificate, the relative gap (P - D) / |P|
// from a new pass of the decoder. If the decoder is relaxed, and the problem knows its relaxed
// outputs (core/interfaces/relaxed_decoder.hpp), y_hat ranges over these too.
//
// With `shards` the sums of one_slack over examples are added up in a fixed tree, and processes may
// share them (ShardSum).
#include <fmt/format.h>

#include "costruct/core/optimize/relaxed_constraints.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/max_margin_options.hpp"
#include "costruct/learners/shared/refitting_learner.hpp"
#include "costruct/learners/shared/require_labeled.hpp"
#include "costruct/learners/shared/sharded_expectations.hpp"

namespace costruct {
namespace {

enum class CScale { kEach, kTotal, kParts };

struct StructuralSvmOptions : MaxMarginOptions {
  CScale C_scale = CScale::kEach;
  std::optional<Index> shards;  // see ShardSum
};

OptionDeclaration<StructuralSvmOptions> structural_svm_options() {
  OptionDeclaration<StructuralSvmOptions> options;
  declare_max_margin(options);
  options.choice<CScale>("C_scale", &StructuralSvmOptions::C_scale, {"each", "total", "parts"},
                         "C and C_path weigh each slack, the mean, or that over parts");
  declare_shards(options);
  return options;
}

/// The options with C and C_path as the weight of each example's slack.
MaxMarginOptions each_of(const StructuralSvmOptions& given, const Sample& sample) {
  MaxMarginOptions options = given;
  if (given.C_scale == CScale::kEach) return options;
  double sum = 0;
  for (const LabeledExample& example : sample.labeled) {
    const bool by_parts = given.C_scale == CScale::kParts;
    sum += example.weight * (by_parts ? static_cast<double>(example.y.parts.size()) : 1);
  }
  if (sum == 0) return options;  // nothing to weigh
  options.C /= sum;
  for (Json& C : options.C_path) C = C.get<double>() / sum;
  return options;
}

class StructuralSvm final : public RefittingLearner {
 public:
  explicit StructuralSvm(const StructuralSvmOptions& options) : options_(options) {
    check_max_margin(options);
    if (!options.shards) return;
    if (options.solver == SolverChoice::kAuto) options_.solver = SolverChoice::kOneSlack;
    if (options_.solver != SolverChoice::kOneSlack)
      throw ConfigError("shards: an option of solver one_slack alone; set solver one_slack");
    check_max_margin(options_);
  }

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    return fit_from(views, sample, context, nullptr);
  }
  Fitted refit(const Views& views, const Sample& sample, const FitContext& context,
               SolverStart& kept) const override {
    return fit_from(views, sample, context, &kept);
  }

 private:
  Fitted fit_from(const Views& views, const Sample& sample, const FitContext& context,
                  SolverStart* kept) const {
    std::optional<RelaxedConstraints> relaxed;
    const StructuredProblem& problem =
        with_relaxed_constraints(views.joint(), options_.augmentation(), relaxed);
    require_labeled(sample, "structural_svm");
    require_augmentation(problem, options_.augmentation(), "structural_svm");
    const MaxMarginOptions options = each_of(options_, sample);
    MaxMargin objective{problem, sample.labeled, options.C, options.augmentation()};
    std::optional<ShardSum> shards;
    std::optional<LocalExamples> local;
    if (options_.shards) {
      shards.emplace(*options_.shards, context.transport);
      local.emplace(*shards, sample.labeled);
      objective.examples = local->examples;
      objective.shared = &*local;
    }
    // Relaxed outputs have no meaning for other references.
    if (relaxed) kept = nullptr;
    Fitted fitted = fit_max_margin(objective, options, context, "structural_svm", kept);
    if (!fitted.report.converged) note_one_output(sample, fitted.report);
    return fitted;
  }

  // Training on one long output takes long if C is too large for its length.
  void note_one_output(const Sample& sample, FitReport& report) const {
    constexpr double kFar = 0.1;
    if (report.gap && *report.gap <= kFar) return;
    if (options_.C_scale == CScale::kParts || sample.labeled.size() != 1) return;
    if (!has_long_outputs(sample.labeled)) return;
    report.warnings.push_back(
        fmt::format("far from the optimum: C = {:g} weighs one output of {} parts. A smaller C is "
                    "solved faster; "
                    "choose it anew with \"C_scale\": \"parts\", which divides it by this number",
                    options_.C, sample.labeled[0].y.parts.size()));
  }

  StructuralSvmOptions options_;
};

}  // namespace

LearnerEntry structural_svm_learner() {
  LearnerEntry entry;
  entry.name = "structural_svm";
  entry.summary = "structural support vector machine, with a certified duality gap";
  entry.source = "Brefeld 2008, Opt. Problems 6.2-6.4; Altun 2006, Algorithm 1.1; Joachims 2009";
  entry.cost =
      "a pass: one loss-augmented decoding of each labeled example, and a quadratic program";
  entry.shares_inputs = true;
  entry.needs_with = [](const Json& json) {
    return Needs{{}, structural_svm_options().parse(json).augmentation()};
  };
  entry.reports = {kConstraintsAdded, kSupportLosses};
  entry.options = structural_svm_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<StructuralSvm>(structural_svm_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
