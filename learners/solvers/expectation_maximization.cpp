#include "costruct/learners/solvers/expectation_maximization.hpp"

#include <fmt/format.h>

#include <cmath>

#include "costruct/core/log_partition.hpp"
#include "costruct/core/thinned_rows.hpp"

namespace costruct {
namespace {

Vector counts_of(const StructuredProblem& problem, const std::vector<LabeledExample>& labeled) {
  Vector counts(problem.dimension(), 0.0);
  for (const auto& [x, y, weight] : labeled) add_to(counts, weight, problem.joint_feature(x, y));
  return counts;
}

/// counts += sum_j factor_j E[Phi(x_j, y)] at w; returns sum_j factor_j log Z(x_j).
double add_expected_counts(const ExpectedFeatures& unlabeled, ConstVectorRef w, int threads, Vector& counts) {
  const std::vector<Index>& coordinates = unlabeled.coordinates();
  Vector part_of_w, expected(coordinates.size(), 0.0);
  part_of_w.reserve(coordinates.size());
  for (const Index j : coordinates) part_of_w.push_back(w[j]);
  const double log_likelihood = unlabeled.add(part_of_w, threads, expected);
  for (std::size_t j = 0; j < expected.size(); ++j) counts[coordinates[j]] += expected[j];
  return log_likelihood;
}

}  // namespace

Fitted maximize_expectation(const StructuredProblem& problem, const CountedModel& model, const Sample& sample,
                            const ExpectationMaximizationOptions& options, const FitContext& context,
                            const std::string& learner) {
  const Vector labeled = counts_of(problem, sample.labeled);
  Vector w = model.estimate(labeled);
  // P at w but for the unlabeled inputs.
  const auto supervised = [&] { return model.penalty(w) - dot(ConstVectorRef(labeled), ConstVectorRef(w)); };
  Fitted fitted;
  FitReport& report = fitted.report;
  if (sample.unlabeled.empty() || options.unlabeled_weight == 0) {
    report.primal = supervised();
    report.converged = true;
    report.stopped_because = "closed form";
    fitted.weights.push_back(std::move(w));
    return fitted;
  }

  const auto unlabeled = dynamic_cast<const LogPartition&>(problem).expected_features(
      sample.unlabeled, Vector(sample.unlabeled.size(), options.unlabeled_weight));
  for (;;) {
    Vector counts = labeled;
    const double log_likelihood = add_expected_counts(*unlabeled, w, context.threads, counts);  // step 1
    const double primal = supervised() - log_likelihood;
    report.oracle_calls += static_cast<Index>(sample.unlabeled.size());
    if (report.iterations > 0) {  // else this is the start
      const double decrease = *report.primal - primal;
      report.converged = decrease <= options.tolerance * std::abs(*report.primal);
      add_thinned(report.history,
                  nlohmann::json{{"round", report.iterations}, {"primal", primal}, {"decrease", decrease}},
                  report.iterations - 1);
      if (context.progress) {
        context.progress(fmt::format("{}: round {} of {}, primal {:.6g}", learner, report.iterations,
                                     options.rounds, primal));
      }
    }
    report.primal = primal;
    if (report.converged) {
      report.stopped_because = fmt::format("tolerance {:g}", options.tolerance);
    } else if (report.iterations == options.rounds) {
      report.stopped_because = fmt::format("{} rounds", options.rounds);
    } else if (context.stop_requested()) {
      report.stopped_because = "interrupted";
    }
    if (!report.stopped_because.empty()) break;
    w = model.estimate(counts);  // step 2
    ++report.iterations;
  }
  fitted.weights.push_back(std::move(w));
  return fitted;
}

}  // namespace costruct
