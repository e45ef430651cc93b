#include "costruct/learners/solvers/expectation_maximization.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/optimize/thinned_rows.hpp"
#include "costruct/core/parallel.hpp"
#include "costruct/core/random.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/learners/shared/partial_sample.hpp"
#include "costruct/learners/shared/time_left.hpp"

namespace costruct {
namespace {

Vector counts_of(const StructuredProblem& problem, const std::vector<LabeledExample>& labeled) {
  Vector counts(problem.dimension(), 0.0);
  for (const auto& [x, y, weight] : labeled) add_to(counts, weight, problem.joint_feature(x, y));
  return counts;
}

/// counts += sum_j factor_j E[Phi(x_j, y)] at w; returns sum_j factor_j log Z(x_j).
double add_expected_counts(const ExpectedFeatures& hidden, ConstVectorRef w, int threads,
                           Vector& counts) {
  const std::vector<Index>& coordinates = hidden.coordinates();
  Vector part_of_w, expected(coordinates.size(), 0.0);
  part_of_w.reserve(coordinates.size());
  for (const Index j : coordinates) part_of_w.push_back(w[j]);
  const double log_likelihood = hidden.add(part_of_w, threads, expected);
  for (std::size_t j = 0; j < expected.size(); ++j) counts[coordinates[j]] += expected[j];
  return log_likelihood;
}

/// The input of run().
struct RoundsOnCounts {
  const CountedModel& model;
  // The sums over unlabeled inputs, and within what is known over inputs that are labeled in part.
  const std::vector<std::unique_ptr<ExpectedFeatures>>& hidden;
  Vector labeled;    // counts of the labeled examples
  Index summed = 0;  // inputs of all `hidden`
  Index limit = 0;
  double tolerance = 0;  // 0: all rounds up to the limit
  const FitContext& context;
  std::string name;  // with which lines of progress begin
};

/// The result of run(): the weights, and the report without oracle calls.
struct Run {
  Fitted fitted;
  bool interrupted = false;
};

/// Runs the rounds. It calls after_round(number, w) at the start, with number 0, and after each
/// round.
template <class AfterRound>
Run run(const RoundsOnCounts& rounds, const AfterRound& after_round) {
  Run done;
  FitReport& report = done.fitted.report;
  const double start = seconds_now();
  Vector w = rounds.model.estimate(rounds.labeled);
  for (;;) {
    Vector counts = rounds.labeled;
    double log_likelihood = 0;
    for (const auto& hidden : rounds.hidden)  // step 1
      log_likelihood += add_expected_counts(*hidden, w, rounds.context.threads, counts);
    const double supervised =
        rounds.model.penalty(w) - dot(ConstVectorRef(rounds.labeled), ConstVectorRef(w));
    const double primal = supervised - log_likelihood;
    if (report.iterations > 0) {  // else this is the start
      const double decrease = *report.primal - primal;
      report.converged =
          rounds.tolerance > 0 && decrease <= rounds.tolerance * std::abs(*report.primal);
      add_thinned(
          report.history,
          nlohmann::json{{"round", report.iterations}, {"primal", primal}, {"decrease", decrease}},
          report.iterations - 1);
      if (rounds.context.progress) {
        rounds.context.progress(fmt::format("{}: round {} of {}, objective {:.6g}{}", rounds.name,
                                            report.iterations, rounds.limit, primal,
                                            time_left(start, report.iterations, rounds.limit)));
      }
    }
    report.primal = primal;
    after_round(report.iterations, w);
    if (report.converged) {
      report.stopped_because = fmt::format("tolerance {:g}", rounds.tolerance);
    } else if (report.iterations == rounds.limit) {
      report.stopped_because = counted(rounds.limit, "round");
    } else if (rounds.context.stop_requested()) {
      report.stopped_because = "interrupted";
      done.interrupted = true;
    }
    if (!report.stopped_because.empty()) break;
    w = rounds.model.estimate(counts);  // step 2
    ++report.iterations;
  }
  done.fitted.weights.push_back(std::move(w));
  return done;
}

/// Draws the labeled examples to hold out, from at least two examples. At least one is held out,
/// and at least one is not.
std::vector<bool> draw_held_out(const std::vector<LabeledExample>& labeled, double share,
                                const FitContext& context) {
  std::vector<Index> order(labeled.size());
  std::iota(order.begin(), order.end(), 0);
  const Index n = std::ssize(labeled);
  const Index count = std::clamp<Index>(std::llround(share * static_cast<double>(n)), 1, n - 1);
  RandomStream(context.seed, context.repetition, "held_out").shuffle_prefix(order, count);
  std::vector<bool> held_out(labeled.size(), false);
  for (Index i = 0; i < count; ++i) held_out[order[i]] = true;
  return held_out;
}

/// The losses on the held-out examples, at the start and after each round without them.
struct HeldOut {
  std::vector<double> losses;
  Index examples = 0, oracle_calls = 0;
  bool interrupted = false;
  Index best() const { return std::min_element(losses.begin(), losses.end()) - losses.begin(); }
};

HeldOut run_without_held_out(const StructuredProblem& problem, RoundsOnCounts rounds,
                             const Sample& sample, double share) {
  const std::vector<bool> held_out = draw_held_out(sample.labeled, share, rounds.context);
  std::vector<LabeledExample> rest, others;
  for (std::size_t i = 0; i < sample.labeled.size(); ++i)
    (held_out[i] ? others : rest).push_back(sample.labeled[i]);
  rounds.labeled = counts_of(problem, rest);
  rounds.name += ", " + counted(std::ssize(others), "example") + " held out";
  HeldOut held{{}, std::ssize(others)};
  const Run done = run(rounds, [&](Index, const Vector& w) {
    held.losses.push_back(ordered_sum(held.examples, rounds.context.threads, [&](Index i) {
      const auto& [x, y, weight] = others[i];
      return weight * problem.loss(x, y, problem.decode(x, w).output);
    }));
  });
  held.interrupted = done.interrupted;
  held.oracle_calls = (done.fitted.report.iterations + 1) * (rounds.summed + std::ssize(others));
  return held;
}

std::unique_ptr<ExpectedFeatures> expected_counts(const StructuredProblem& problem,
                                                  const ShardSum* shards,
                                                  std::vector<InputId> inputs, Vector weights) {
  return expected_features(*offered<LogPartition>(problem), shards, problem.dimension(),
                           std::move(inputs), std::move(weights));
}

}  // namespace

Fitted maximize_expectation(const StructuredProblem& problem, const CountedModel& model,
                            const Sample& sample, const ExpectationMaximizationOptions& options,
                            const FitContext& context, const std::string& learner) {
  Vector labeled = counts_of(problem, sample.labeled);
  const bool uses_unlabeled = !sample.unlabeled.empty() && options.unlabeled_weight > 0;
  if (!uses_unlabeled && sample.partial.empty()) {
    Fitted fitted;
    Vector w = model.estimate(labeled);
    fitted.report.primal = model.penalty(w) - dot(ConstVectorRef(labeled), ConstVectorRef(w));
    fitted.report.converged = true;
    fitted.report.stopped_because = "closed form";
    fitted.weights.push_back(std::move(w));
    return fitted;
  }

  const PartialSample partial(problem, sample.partial, learner);
  std::optional<ShardSum> by_shards;
  if (options.shards) by_shards.emplace(*options.shards, context.transport);
  const ShardSum* const shards = by_shards ? &*by_shards : nullptr;
  std::vector<std::unique_ptr<ExpectedFeatures>> hidden;
  if (uses_unlabeled)
    hidden.push_back(expected_counts(
        problem, shards, sample.unlabeled,
        Vector(sample.unlabeled.size(),
               weight_of_each(options.unlabeled_weight, options.unlabeled_scale, sample))));
  if (!sample.partial.empty()) {
    std::vector<InputId> inputs;
    Vector weights;
    for (const PartialExample& example : sample.partial) {
      inputs.push_back(example.x);
      weights.push_back(example.weight);
    }
    hidden.push_back(
        expected_counts(partial.within(), shards, std::move(inputs), std::move(weights)));
  }
  const Index summed =
      (uses_unlabeled ? std::ssize(sample.unlabeled) : 0) + std::ssize(sample.partial);
  RoundsOnCounts rounds{model,   hidden,         std::move(labeled),
                        summed,  options.rounds, options.tolerance,
                        context, learner};
  std::optional<HeldOut> held;
  if (options.held_out > 0 && sample.labeled.size() > 1) {
    held = run_without_held_out(problem, rounds, sample, options.held_out);
    rounds.limit = held->best();
    rounds.tolerance = 0;
  }
  Run done = run(rounds, [](Index, const Vector&) {});
  Fitted& fitted = done.fitted;
  FitReport& report = fitted.report;
  report.oracle_calls = (report.iterations + 1) * summed;
  if (options.held_out > 0 && !held)
    report.warnings.push_back("held_out has no effect: it takes at least two labeled examples");
  if (!held) return std::move(fitted);
  report.oracle_calls += held->oracle_calls;
  for (nlohmann::json& row : report.history)
    row["held_out_loss"] = held->losses[row.at("round").get<std::size_t>()];
  if (held->interrupted || done.interrupted) {
    report.converged = false;
    report.stopped_because = "interrupted";
    return std::move(fitted);
  }
  report.converged = true;
  report.stopped_because = fmt::format("round {} had the least loss on {} held-out examples",
                                       rounds.limit, held->examples);
  return std::move(fitted);
}

}  // namespace costruct
