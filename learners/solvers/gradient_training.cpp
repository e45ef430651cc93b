#include "costruct/learners/solvers/gradient_training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/core/clock.hpp"
#include "costruct/core/optimize/thinned_rows.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/learners/shared/cycles.hpp"
#include "costruct/learners/shared/max_margin_options.hpp"
#include "costruct/learners/shared/require_labeled.hpp"
#include "costruct/learners/shared/time_left.hpp"

namespace costruct {

GradientOptions supervised(const SemiGradientOptions& options) {
  GradientOptions all = options;
  // Epochs before C is reached have one round.
  const Index before = std::min(options.epochs, options.C_epochs), after = options.epochs - before;
  const Index most = std::numeric_limits<Index>::max() - before;
  all.epochs =
      before + (after > 0 && options.rounds > most / after ? most : after * options.rounds);
  return all;
}

GradientTraining::GradientTraining(std::string name, const GradientOptions& options, double tau,
                                   const std::vector<const StructuredProblem*>& problems,
                                   const Sample& sample, const FitContext& context)
    : name_(std::move(name)),
      options_(options),
      smoothing_{options.epsilon, tau, options.rho},
      sample_(sample),
      context_(context),
      start_(seconds_now()) {
  share_time_limit(start_, 1);
  for (const StructuredProblem* problem : problems) {
    if (const auto why = unmet(needs_of_gradient(options), *problem))
      throw ConfigError("learner " + name_ + ": " + *why);
    models_.push_back(
        {*problem,
         WorkingSetObjective(*problem, options.rescaling, smoothing_, context.threads),
         {},
         Vector(problem->dimension(), 0.0),
         {}});
  }
  require_labeled(sample, name_);
  for (GradientModel& model : models_) {
    for (const LabeledExample& example : sample.labeled) {
      const Index block =
          model.objective.add_block(example.x, WorkingSetObjective::LossForm::kHuber);
      model.objective.set_reference(block, example.y);
    }
  }
}

Needs needs_of_gradient(const GradientOptions& options) {
  return {{Need::kRunnerUp}, Augmentation{options.rescaling, 1}};
}

Violators GradientTraining::violators(const GradientModel& model) const {
  return Violators(model.problem, options_.rescaling, smoothing_, model.w, name_.c_str());
}

Index GradientTraining::extend(
    GradientModel& model, Index first, Index count,
    const std::function<std::vector<Output>(Index block)>& violators) const {
  std::vector<std::vector<Output>> found(count);
#pragma omp parallel for schedule(dynamic, 8) num_threads(context_.threads)
  for (Index i = 0; i < count; ++i) found[i] = violators(first + i);
  return model.objective.add_constraints(first, std::move(found));
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

GradientTraining::Evaluation GradientTraining::evaluate() const {
  Evaluation at;
  for (const GradientModel& model : models_) {
    // Variables that are new since the last minimisation are zero.
    Vector w = model.variables, gradient(model.objective.dimension());
    w.resize(gradient.size(), 0.0);
    at.primal += TiedObjective(model.objective, model.tied).value(w, gradient);
    at.half_square += 0.5 * std::pow(norm(gradient), 2);
  }
  return at;
}

Fitted GradientTraining::fit() {
  return run();
}

Fitted GradientTraining::fit(const SemiGradientOptions& options, const UnlabeledTerms& unlabeled) {
  unlabeled_options_ = &options;
  unlabeled_ = &unlabeled;
  target_Cu_ = Cu_of_each(options, sample_);
  return run();
}

// Line numbers are those of Table 7.1, whose outer loop raises C and Cu.
Fitted GradientTraining::run() {
  report_.stopped_because = counted(options_.epochs, "epoch");
  End ending = End::kNone;
  for (Index t = 1; t <= options_.epochs && ending == End::kNone; ++t) {
    Round round = raise_weights(t);
    const Index rounds = unlabeled_ && t > options_.C_epochs ? unlabeled_options_->rounds : 1;
    bool solved = false;  // whether the convex problem with these pseudo-labels is solved
    while (round.number < rounds && !solved && ending == End::kNone) {
      if (limit_reached()) return finish();
      ++round.number;
      grow_working_sets(round);  // 2-18
      ending = end(round);       // 21
      solved = is_solved(round);
      if (ending != End::kSettled) minimize(round.rise);               // 19
      const Index pruned = ending == End::kNone ? prune(round.C) : 0;  // 20
      record(round, pruned);
    }
  }
  return finish();
}

GradientTraining::Round GradientTraining::raise_weights(Index t) {
  Round round;
  round.epoch = t;
  round.C = scheduled(Schedule::kExponential, options_.C, t, options_.C_epochs);
  const Index after = t - options_.C_epochs;
  if (unlabeled_ && after > 0) {
    round.Cu = scheduled(unlabeled_options_->Cu_schedule, target_Cu_, after,
                         unlabeled_options_->Cu_epochs);
  }
  weigh(round.C, round.Cu);
  return round;
}

void GradientTraining::weigh(double C, double Cu) {
  const Index n = static_cast<Index>(sample_.labeled.size());
  for (GradientModel& model : models_) {
    for (Index i = 0; i < n; ++i) model.objective.set_weight(i, C * sample_.labeled[i].weight);
    for (Index j = n; j < model.objective.block_count(); ++j) model.objective.set_weight(j, C * Cu);
  }
}

// While Cu is 0 unlabeled inputs do not count.
void GradientTraining::grow_working_sets(Round& round) {
  const Evaluation before = evaluate();
  Growth labeled = extend_labeled(), unlabeled;  // 2-7
  round.pseudo_labels = {};
  if (round.Cu > 0) {
    if (round.number == 1) round.pseudo_labels = unlabeled_->predict(models_);  // 9, 11-13
    any_pseudo_labels_ = true;
    unlabeled = unlabeled_->extend(models_);  // 10, 14-17
  }
  round.constraints_added = labeled.constraints_added + unlabeled.constraints_added;
  report_.oracle_calls +=
      labeled.oracle_calls + round.pseudo_labels.oracle_calls + unlabeled.oracle_calls;

  round.primal = evaluate().primal;
  round.rise = std::max(0.0, round.primal - before.primal);
  round.half_square = before.half_square;
  // The objective is a sum of terms that are not negative. So it is minimal if it is zero.
  round.gap = round.primal == 0 ? 0 : (round.rise + before.half_square) / round.primal;
}

Growth GradientTraining::extend_labeled() {
  Growth growth;
  const Index n = static_cast<Index>(sample_.labeled.size());
  for (GradientModel& model : models_) {
    const Violators at_w = violators(model);
    growth.constraints_added += extend(model, 0, n, [&](Index i) {
      return at_w.with_huber_loss(sample_.labeled[i].x, sample_.labeled[i].y);
    });
    growth.oracle_calls += n;
  }
  return growth;
}

bool GradientTraining::has_all_weights(const Round& round) const {
  return round.C == options_.C && round.Cu == target_Cu_;
}

// Whether no pseudo-label has changed, and decoding has found nothing new or nothing relevant.
bool GradientTraining::is_settled(const Round& round) const {
  return round.pseudo_labels.changed == 0 &&
         (round.constraints_added == 0 || round.gap <= options_.gap);
}

// Whether the convex problem is solved, to the gap or as far as floating point allows.
bool GradientTraining::is_solved(const Round& round) const {
  return is_settled(round) && (stuck_ || round.gap <= options_.gap);
}

// Whether training ends with this round, and why. Only the first round of an epoch can end it,
// because this round has predicted the pseudo-labels. The first epoch with the final C and Cu
// cannot end it, because its w still belongs to smaller ones.
GradientTraining::End GradientTraining::end(const Round& round) {
  if (round.number > 1) return End::kNone;
  if (has_all_weights(round)) labelings_.push_back(round.pseudo_labels.hash);
  if (round.pseudo_labels.changed > 0) {
    const Index period = period_of(labelings_);
    if (period == 0) return End::kNone;
    report_.stopped_because = fmt::format("pseudo-labels cycle with period {}", period);
    return End::kCycle;
  }
  if (labelings_.size() < 2 || !is_settled(round)) return End::kNone;
  report_.converged = round.half_square <= options_.gap * round.primal;
  if (report_.converged) {
    report_.stopped_because =
        fmt::format("gap {:g}{}", options_.gap,
                    finds_all_violators() ? "" : " over the working sets, an estimate");
    return End::kSettled;
  }
  if (!stuck_) return End::kNone;
  report_.stopped_because = "no step decreases the objective in floating point";
  return End::kSettled;
}

void GradientTraining::minimize(double rise) {
  const double models = static_cast<double>(models_.size());
  stuck_ = false;
  for (GradientModel& model : models_) {
    model.variables.resize(model.objective.dimension(), 0.0);
    MinimizeOptions options;
    options.ends = [&](const Iterate& at) {
      const double enough = std::max(rise / models, 0.5 * options_.gap * std::abs(at.value));
      return 0.5 * at.gradient_norm * at.gradient_norm <= enough || limit_reached();
    };
    const TiedObjective objective(model.objective, model.tied);
    const Minimum minimum = options_.minimizer == Minimizer::kConjugateGradients
                                ? minimize_conjugate_gradients(objective, model.variables, options)
                                : minimize_lbfgs(objective, model.variables, options);
    objective.tie(model.variables);
    stuck_ = stuck_ || minimum.end == MinimizeEnd::kNoProgress;
    iterations_ += minimum.iterations;
    evaluations_ += minimum.evaluations;
    const std::vector<Index>& coordinates = model.objective.coordinates();
    for (std::size_t j = 0; j < coordinates.size(); ++j)
      model.w[coordinates[j]] = model.variables[j];
  }
}

Index GradientTraining::prune(double C) {
  Index pruned = 0;
  for (GradientModel& model : models_)
    pruned += model.objective.prune(model.variables, options_.prune * C);
  return pruned;
}

void GradientTraining::record(const Round& round, Index pruned) {
  Index constraints = 0;
  for (const GradientModel& model : models_) constraints += model.objective.constraint_count();
  ++report_.iterations;
  Json row = {{"epoch", round.epoch},
              {"round", round.number},
              {"C", round.C},
              {"Cu", round.Cu},
              {"primal", round.primal},
              {"gap", round.gap},
              {"constraints_added", round.constraints_added},
              {"constraints_pruned", pruned},
              {"constraints", constraints},
              {"pseudo_labels_changed", round.pseudo_labels.changed},
              {"iterations", iterations_},
              {"oracle_calls", report_.oracle_calls}};
  row.update(round.pseudo_labels.history);
  add_thinned(report_.history, std::move(row), report_.iterations - 1);
  if (context_.progress) context_.progress(line_of(round));
}

// Once C and Cu have their final values, the decline of the gap predicts the remaining time.
// Before, the limit of epochs does.
std::string GradientTraining::line_of(const Round& round) {
  if (has_all_weights(round)) decline_.add(seconds_now() - start_, round.gap);
  const std::string left = time_left(decline_.seconds_to(options_.gap));
  return fmt::format("{}: epoch {} of {}, {}{}", name_, round.epoch, options_.epochs,
                     gap_text(round.gap),
                     left.empty() ? time_left(start_, round.epoch, options_.epochs) : left);
}

// Adds what the working sets lack at the returned weights, if the decoder can find all of it.
void GradientTraining::complete_working_sets() {
  if (!finds_all_violators()) {
    report_.gap_is_estimate = true;
    return;
  }
  report_.oracle_calls += extend_labeled().oracle_calls;
  if (target_Cu_ == 0) return;
  if (!any_pseudo_labels_) report_.oracle_calls += unlabeled_->predict(models_).oracle_calls;
  report_.oracle_calls += unlabeled_->extend(models_).oracle_calls;
}

bool GradientTraining::finds_all_violators() const {
  return std::all_of(models_.begin(), models_.end(),
                     [&](const GradientModel& model) { return violators(model).all(); });
}

Fitted GradientTraining::finish() {
  weigh(options_.C, target_Cu_);
  complete_working_sets();
  Json of_models = Json::array();
  double primal = 0;
  Index added = 0, tau_cut = 0;
  Fitted fitted;
  for (GradientModel& model : models_) {
    model.variables.resize(model.objective.dimension(), 0.0);
    Vector gradient(model.variables.size());
    const double value =
        TiedObjective(model.objective, model.tied).value(model.variables, gradient);
    primal += value;
    added += model.objective.added_count();
    tau_cut += model.objective.tau_cut_count();
    of_models.push_back({{"primal", value},
                         {"gradient_norm", norm(gradient)},
                         {"constraints", model.objective.constraint_count()}});
    fitted.weights.push_back(std::move(model.w));
  }
  report_.history.push_back(
      {{"views", of_models}, {"evaluations", evaluations_}, {"tau_cut", tau_cut}});
  report_.primal = primal;
  report_.constraints_added = added;
  if (!limit_.empty()) report_.stopped_because = limit_;
  fitted.report = std::move(report_);
  return fitted;
}

}  // namespace costruct
