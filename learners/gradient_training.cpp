#include "costruct/learners/gradient_training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/core/clock.hpp"
#include "costruct/core/thinned_rows.hpp"
#include "costruct/learners/cycles.hpp"
#include "costruct/learners/max_margin_options.hpp"

namespace costruct {

GradientOptions supervised(const SemiGradientOptions& options) {
  GradientOptions all = options;
  // Until C is reached an epoch has one round.
  const Index before = std::min(options.epochs, options.C_epochs), after = options.epochs - before;
  const Index most = std::numeric_limits<Index>::max() - before;
  all.epochs = before + (after > 0 && options.rounds > most / after ? most : after * options.rounds);
  return all;
}

GradientTraining::GradientTraining(std::string name, const GradientOptions& options, double tau,
                                   const std::vector<const StructuredProblem*>& problems,
                                   const FitContext& context)
    : name_(std::move(name)),
      options_(options),
      smoothing_{options.epsilon, tau, options.rho},
      context_(context),
      start_(seconds_now()) {
  share_time_limit(start_, 1);
  for (const StructuredProblem* problem : problems) {
    if (const auto why = unmet(needs_of_gradient(options), *problem))
      throw ConfigError("learner " + name_ + ": " + *why);
    sides_.push_back({*problem,
                      WorkingSetObjective(*problem, options.rescaling, smoothing_, context.threads),
                      {},
                      Vector(problem->dimension(), 0.0),
                      {}});
  }
}

Needs needs_of_gradient(const GradientOptions& options) {
  return {{Need::kRunnerUp}, Augmentation{options.rescaling, 1}};
}

Violators GradientTraining::violators(const GradientSide& side) const {
  return Violators(side.problem, options_.rescaling, smoothing_, side.w, name_.c_str());
}

void GradientTraining::add_labeled(const Sample& sample) {
  if (sample.labeled.empty()) throw DataError("learner " + name_ + " needs labeled examples, got none");
  for (GradientSide& side : sides_) {
    for (const LabeledExample& example : sample.labeled) {
      const Index block = side.objective.add_block(example.x, WorkingSetObjective::Form::kLabeled);
      side.objective.set_reference(block, example.y);
    }
  }
}

Index GradientTraining::extend(GradientSide& side, Index first, Index count,
                               const std::function<std::optional<Output>(Index block)>& violator) const {
  std::vector<std::optional<Output>> found(count);
#pragma omp parallel for schedule(dynamic, 8) num_threads(context_.threads)
  for (Index i = 0; i < count; ++i) found[i] = violator(first + i);
  return side.objective.add_constraints(first, std::move(found));
}

void GradientTraining::share_time_limit(double start, double share) {
  if (options_.time_limit) deadline_ = start + share * *options_.time_limit;
}

bool GradientTraining::limit_reached() {
  if (!limit_.empty()) return true;
  if (context_.stop_requested()) {
    limit_ = "interrupted";
  } else if (deadline_ && seconds_now() >= *deadline_) {
    limit_ = fmt::format("time_limit {:g} s", *options_.time_limit);
  }
  return !limit_.empty();
}

GradientTraining::Standing GradientTraining::standing() const {
  Standing at;
  for (const GradientSide& side : sides_) {
    // Variables that no minimisation has seen yet are zero.
    Vector w = side.variables, gradient(side.objective.dimension());
    w.resize(gradient.size(), 0.0);
    at.primal += TiedObjective(side.objective, side.tied).value(w, gradient);
    at.half_square += 0.5 * std::pow(norm(gradient), 2);
  }
  return at;
}

void GradientTraining::minimize(double rise) {
  const double sides = static_cast<double>(sides_.size());
  stuck_ = false;
  for (GradientSide& side : sides_) {
    side.variables.resize(side.objective.dimension(), 0.0);
    MinimizeOptions options;
    options.ends = [&](const Iterate& at) {
      const double enough = std::max(rise / sides, 0.5 * options_.gap * std::abs(at.value));
      return 0.5 * at.gradient_norm * at.gradient_norm <= enough || limit_reached();
    };
    const TiedObjective objective(side.objective, side.tied);
    const Minimum minimum = options_.minimizer == Minimizer::kConjugateGradients
                                ? minimize_conjugate_gradients(objective, side.variables, options)
                                : minimize_lbfgs(objective, side.variables, options);
    objective.tie(side.variables);
    stuck_ = stuck_ || minimum.end == MinimizeEnd::kNoProgress;
    iterations_ += minimum.iterations;
    evaluations_ += minimum.evaluations;
    const std::vector<Index>& coordinates = side.objective.coordinates();
    for (std::size_t j = 0; j < coordinates.size(); ++j) side.w[coordinates[j]] = side.variables[j];
  }
}

Fitted GradientTraining::fit(const SemiGradientOptions* unlabeled, const Decode& decode, const Weigh& weigh) {
  std::vector<std::uint64_t> states;  // of the pseudo-labels, since Cu was reached
  std::string reason = fmt::format("{} epochs", options_.epochs);
  const double target = unlabeled ? unlabeled->Cu : 0;
  const Index rounds = unlabeled ? unlabeled->rounds : 1;
  Index t = 0, round = 0;
  bool solved = false;  // the convex problem that the pseudo-labels pose, to the gap
  while (true) {
    // A new epoch, with pseudo-labels predicted anew, or a further round of this one.
    const bool anew = t <= options_.C_epochs || solved || round == rounds;
    if ((anew && t == options_.epochs) || limit_reached()) break;
    t += anew;
    round = anew ? 1 : round + 1;
    ++report_.iterations;
    const Index after = t - options_.C_epochs;
    const double C = scheduled(Schedule::kExponential, options_.C, t, options_.C_epochs);
    const double Cu =
        !unlabeled || after <= 0 ? 0 : scheduled(unlabeled->Cu_schedule, target, after, unlabeled->Cu_epochs);
    weigh(sides_, C, Cu);
    const Standing before = standing();
    const Growth growth = decode(sides_, Cu, anew);
    report_.oracle_calls += growth.oracle_calls;
    const Standing found = standing();
    const double rise = std::max(0.0, found.primal - before.primal);
    // An objective of zero, a sum of what is not negative, is minimal.
    const double gap = found.primal == 0 ? 0 : (rise + before.half_square) / found.primal;
    const bool calm =
        growth.pseudo_labels_changed == 0 && (growth.constraints_added == 0 || gap <= options_.gap);
    solved = calm && (stuck_ || gap <= options_.gap);
    if (anew && C == options_.C && Cu == target) states.push_back(growth.pseudo_labels);
    const Index period = growth.pseudo_labels_changed > 0 ? period_of(states) : 0;
    if (period > 0) reason = fmt::format("pseudo-labels cycle with period {}", period);
    // At the first epoch with all weights reached w still belongs to smaller ones.
    const bool settled = anew && states.size() >= 2 && calm;
    report_.converged = settled && before.half_square <= options_.gap * found.primal;
    if (report_.converged) reason = fmt::format("gap {:g}", options_.gap);
    const bool stuck = settled && stuck_ && !report_.converged;
    if (stuck) reason = "no step decreases the objective in floating point";
    const bool ends = report_.converged || stuck;
    Index pruned = 0, constraints = 0;
    if (!ends) minimize(rise);
    for (GradientSide& side : sides_) {
      if (!ends && period == 0) pruned += side.objective.prune(side.variables, options_.prune * C);
      constraints += side.objective.constraint_count();
    }
    Json row = {{"epoch", t},
                {"round", round},
                {"C", C},
                {"Cu", Cu},
                {"primal", found.primal},
                {"gap", gap},
                {"constraints_added", growth.constraints_added},
                {"constraints_pruned", pruned},
                {"constraints", constraints},
                {"pseudo_labels_changed", growth.pseudo_labels_changed},
                {"iterations", iterations_},
                {"oracle_calls", report_.oracle_calls}};
    row.update(growth.history);
    add_thinned(report_.history, std::move(row), report_.iterations - 1);
    if (context_.progress) {
      context_.progress(fmt::format(
          "{}: epoch {}, round {}, C {:.3g}, Cu {:.3g}, primal {:.6g}, gap {:.2g}, {} constraints, "
          "{} pseudo-labels changed, {} iterations, {} decodings, {:.1f} s",
          name_, t, round, C, Cu, found.primal, gap, constraints, growth.pseudo_labels_changed, iterations_,
          report_.oracle_calls, seconds_now() - start_));
    }
    if (ends || period > 0) break;
  }
  return finish(limit_.empty() ? reason : limit_, weigh, target);
}

Fitted GradientTraining::finish(std::string reason, const Weigh& weigh, double Cu) {
  weigh(sides_, options_.C, Cu);
  Json of_sides = Json::array();
  double primal = 0;
  Index added = 0, tau_cut = 0;
  Fitted fitted;
  for (GradientSide& side : sides_) {
    side.variables.resize(side.objective.dimension(), 0.0);
    Vector gradient(side.variables.size());
    const double value = TiedObjective(side.objective, side.tied).value(side.variables, gradient);
    primal += value;
    added += side.objective.added_count();
    tau_cut += side.objective.tau_cut_count();
    of_sides.push_back({{"primal", value},
                        {"gradient_norm", norm(gradient)},
                        {"constraints", side.objective.constraint_count()}});
    fitted.weights.push_back(std::move(side.w));
  }
  report_.history.push_back({{"views", of_sides}, {"evaluations", evaluations_}, {"tau_cut", tau_cut}});
  report_.primal = primal;
  report_.constraints_added = added;
  report_.stopped_because = std::move(reason);
  fitted.report = std::move(report_);
  return fitted;
}

void extend_labeled(const GradientTraining& training, GradientSide& side, const Sample& sample,
                    Growth& growth) {
  const Violators violators = training.violators(side);
  const Index n = static_cast<Index>(sample.labeled.size());
  growth.constraints_added += training.extend(
      side, 0, n, [&](Index i) { return violators.of_labeled(sample.labeled[i].x, sample.labeled[i].y); });
  growth.oracle_calls += n;
}

void weigh_labeled(GradientSide& side, const Sample& sample, double C) {
  for (std::size_t i = 0; i < sample.labeled.size(); ++i) {
    side.objective.set_weight(static_cast<Index>(i), C * sample.labeled[i].weight);
  }
}

std::vector<Output> predictions(const StructuredProblem& problem, const std::vector<InputId>& inputs,
                                ConstVectorRef w, int threads) {
  const Index count = static_cast<Index>(inputs.size());
  std::vector<Output> y(inputs.size());
#pragma omp parallel for schedule(dynamic, 8) num_threads(threads)
  for (Index i = 0; i < count; ++i) y[i] = problem.decode(inputs[i], w).output;
  return y;
}

}  // namespace costruct
