#include "costruct/core/optimize/working_set_objective.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/parallel.hpp"

namespace costruct {
namespace {

// Waking threads costs about as much as kWorthThreads multiplications. A term with its exponential
// costs about as much as kTermCost.
constexpr Index kWorthThreads = 100'000, kTermCost = 50;

Vector scaled(ConstVectorRef w, double factor) {
  Vector result(w.begin(), w.end());
  for (double& each : result) each *= factor;
  return result;
}

}  // namespace

Violators::Violators(const StructuredProblem& problem, Rescaling rescaling, Smoothing smoothing,
                     ConstVectorRef w, const char* learner)
    : problem_(problem),
      decoder_(require<RunnerUpDecoder>(problem, "the runner-up", learner)),
      labels_(offered<LabelScores>(problem)),
      rescaling_(rescaling),
      smoothing_(smoothing),
      w_(w) {
  // loss (1 + width - t) and loss (1 - t / (1 + width)) are largest for the same output.
  if (rescaling == Rescaling::kSlack) {
    huber_w_ = scaled(w, 1 / (1 + smoothing.epsilon));
    symmetric_w_ = scaled(w, 1 / (1 + std::min(smoothing.tau, 1.0)));
  }
}

std::vector<Output> Violators::with_huber_loss(InputId x, const Output& y) const {
  if (labels_) return labels_within(x, y, false);
  const bool slack = rescaling_ == Rescaling::kSlack;
  return within(x, y, slack ? ConstVectorRef(huber_w_) : w_, smoothing_.epsilon, false);
}

std::vector<Output> Violators::with_symmetric_loss(InputId x, const Output& y) const {
  if (labels_) return labels_within(x, y, true);
  const bool slack = rescaling_ == Rescaling::kSlack;
  return within(x, y, slack ? ConstVectorRef(symmetric_w_) : w_, smoothing_.tau, true);
}

// A loss is positive for t < target + width; the symmetric loss for |t| < target + width, where
// `width` is cut to the target.
std::vector<Output> Violators::labels_within(InputId x, const Output& y, bool symmetric) const {
  thread_local Vector f;
  f.resize(labels_->num_labels());
  labels_->label_scores(x, w_, f);
  std::vector<Output> found;
  for (int k = 0; k < static_cast<int>(f.size()); ++k) {
    Output y_hat{{k}};
    if (y_hat == y || !problem_.has_constraint(x, y, y_hat)) continue;
    const double loss = problem_.loss(x, y, y_hat);
    const double target = rescaling_ == Rescaling::kMargin ? loss : 1;
    if (loss == 0 && (symmetric || rescaling_ == Rescaling::kSlack)) continue;
    const double width = symmetric ? std::min(smoothing_.tau, target) : smoothing_.epsilon;
    const double t = f[y.parts[0]] - f[k];
    if ((symmetric ? std::abs(t) : t) < target + width) found.push_back(std::move(y_hat));
  }
  return found;
}

// With margin rescaling a loss is positive for t < loss + width. For the symmetric loss, `width` is
// cut to the loss.
std::vector<Output> Violators::within(InputId x, const Output& y, ConstVectorRef w, double width,
                                      bool cut) const {
  std::optional<Decoded> worst = decoder_.most_violated_other(x, y, w, {rescaling_, 1});
  if (!worst) return {};
  double least = 0;
  if (rescaling_ == Rescaling::kMargin) {
    least = cut ? -std::min(width, problem_.loss(x, y, worst->output)) : -width;
  }
  if (!(worst->value > least)) return {};
  return {std::move(worst->output)};
}

WorkingSetObjective::WorkingSetObjective(const StructuredProblem& problem, Rescaling rescaling,
                                         Smoothing smoothing, int threads)
    : problem_(problem),
      rescaling_(rescaling),
      smoothing_(smoothing),
      threads_(threads),
      variable_of_(problem.dimension(), -1) {}

Index WorkingSetObjective::add_block(InputId x, LossForm form) {
  Block block;
  block.x = x;
  block.form = form;
  blocks_.push_back(std::move(block));
  begin_.push_back(begin_.back());
  return block_count() - 1;
}

bool WorkingSetObjective::set_reference(Index i, const Output& y) {
  Block& block = blocks_[i];
  if (block.any_reference && block.y == y) return false;
  const Index dropped = static_cast<Index>(block.constraints.size());
  block.any_reference = true;
  block.y = y;
  for (const Constraint& constraint : block.constraints) entries_ -= constraint.entries();
  block.constraints.clear();
  block.removed.clear();
  if (dropped > 0) recount(i);
  return dropped > 0;
}

bool WorkingSetObjective::has_constraint(Index i, const Output& y_hat) const {
  const auto& constraints = blocks_[i].constraints;
  return std::any_of(constraints.begin(), constraints.end(),
                     [&](const Constraint& each) { return each.y_hat == y_hat; });
}

Index WorkingSetObjective::variable_for(Index coordinate) {
  std::int32_t& variable = variable_of_[coordinate];
  if (variable < 0) {
    if (coordinates_.size() >= std::numeric_limits<std::int32_t>::max())
      throw DataError("gradient learners count variables up to 2^31");
    variable = static_cast<std::int32_t>(coordinates_.size());
    coordinates_.push_back(coordinate);
  }
  return variable;
}

bool WorkingSetObjective::add_constraint(Index i, Output y_hat) {
  if (!insert(i, std::move(y_hat))) return false;
  recount(i);
  return true;
}

Index WorkingSetObjective::add_constraints(Index first, std::vector<std::vector<Output>> found) {
  Index added = 0;
  for (std::size_t k = 0; k < found.size(); ++k) {
    for (Output& y_hat : found[k]) added += insert(first + static_cast<Index>(k), std::move(y_hat));
  }
  recount(first);
  return added;
}

bool WorkingSetObjective::insert(Index i, Output y_hat) {
  if (has_constraint(i, y_hat)) return false;
  Block& block = blocks_[i];
  Constraint constraint;
  constraint.loss = problem_.loss(block.x, block.y, y_hat);
  const SparseVector row =
      difference(problem_.joint_feature(block.x, block.y), problem_.joint_feature(block.x, y_hat));
  for (std::size_t k = 0; k < row.index.size(); ++k) {
    if (row.value[k] == 0) continue;
    constraint.variable.push_back(static_cast<std::int32_t>(variable_for(row.index[k])));
    constraint.value.push_back(row.value[k]);
  }
  constraint.returned =
      std::find(block.removed.begin(), block.removed.end(), y_hat) != block.removed.end();
  constraint.y_hat = std::move(y_hat);
  block.constraints.push_back(std::move(constraint));
  ++added_;
  entries_ += block.constraints.back().entries();
  return true;
}

Index WorkingSetObjective::prune(ConstVectorRef w, double threshold) {
  const Vector t = products(w);
  Vector slopes(t.size());
  terms(t, slopes);
  const Index before = constraint_count();
  for (Index i = 0; i < block_count(); ++i) {
    Block& block = blocks_[i];
    const double* slope = slopes.data() + begin_[i];
    std::vector<Constraint> kept;
    for (std::size_t k = 0; k < block.constraints.size(); ++k) {
      Constraint& constraint = block.constraints[k];
      if (constraint.returned || std::abs(block.c * slope[k]) > threshold) {
        kept.push_back(std::move(constraint));
      } else {
        entries_ -= constraint.entries();
        block.removed.push_back(std::move(constraint.y_hat));
      }
    }
    block.constraints = std::move(kept);
  }
  recount(0);
  return before - constraint_count();
}

void WorkingSetObjective::recount(Index first) {
  for (Index i = first; i < block_count(); ++i) {
    begin_[i + 1] = begin_[i] + static_cast<Index>(blocks_[i].constraints.size());
  }
}

int WorkingSetObjective::threads_for(Index operations) const {
  return operations < kWorthThreads ? 1 : threads_;
}

Index WorkingSetObjective::tau_cut_count() const {
  Index count = 0;
  for (const Block& block : blocks_) {
    if (block.form == LossForm::kHuber) continue;
    for (const Constraint& constraint : block.constraints)
      count += smoothing_.tau > target(constraint);
  }
  return count;
}

LossAt WorkingSetObjective::loss_at(const Block& block, const Constraint& constraint,
                                    double t) const {
  const double to = target(constraint);
  LossAt at;
  if (block.form == LossForm::kHuber) {
    at = huber_loss(to, smoothing_.epsilon, t);
  } else if (to > 0) {
    at = symmetric_loss(to, std::min(smoothing_.tau, to), t);
  }
  if (rescaling_ == Rescaling::kMargin) return at;
  return {constraint.loss * at.value, constraint.loss * at.slope};
}

double WorkingSetObjective::term(const Block& block, ConstVectorRef margins,
                                 VectorRef slopes) const {
  std::fill(slopes.begin(), slopes.end(), 0.0);
  if (block.c == 0) return 0;
  thread_local Vector losses, shares;
  const std::size_t n = margins.size();
  losses.resize(n);
  shares.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const LossAt at = loss_at(block, block.constraints[k], margins[k]);
    losses[k] = at.value;
    slopes[k] = at.slope;
  }
  const double value = soft_maximum(losses, smoothing_.rho, shares);
  for (std::size_t k = 0; k < n; ++k) slopes[k] *= shares[k];
  return block.c * value;
}

double WorkingSetObjective::terms(ConstVectorRef margins, VectorRef slopes) const {
  return ordered_sum(block_count(), threads_for(constraint_count() * kTermCost), [&](Index i) {
    const auto size = static_cast<std::size_t>(begin_[i + 1] - begin_[i]);
    if (size == 0) return 0.0;
    return term(blocks_[i], margins.subspan(begin_[i], size), slopes.subspan(begin_[i], size));
  });
}

Vector WorkingSetObjective::products(ConstVectorRef w) const {
  Vector result(constraint_count());
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads_for(entries_))
  for (Index i = 0; i < block_count(); ++i) {
    for (Index k = begin_[i]; k < begin_[i + 1]; ++k) {
      const Constraint& row = blocks_[i].constraints[k - begin_[i]];
      double sum = 0;
      for (std::size_t e = 0; e < row.variable.size(); ++e)
        sum += row.value[e] * w[row.variable[e]];
      result[k] = sum;
    }
  }
  return result;
}

double WorkingSetObjective::value(ConstVectorRef w, VectorRef gradient) const {
  const Vector t = products(w);
  Vector slopes(t.size());
  double total = terms(t, slopes);
  for (std::size_t i = 0; i < w.size(); ++i) {
    total += 0.5 * w[i] * w[i];
    gradient[i] = w[i];
  }
  ordered_accumulate(block_count(), threads_for(entries_), gradient, [&](Index i, VectorRef into) {
    for (Index k = begin_[i]; k < begin_[i + 1]; ++k) {
      const double coefficient = blocks_[i].c * slopes[k];
      if (coefficient == 0) continue;
      const Constraint& row = blocks_[i].constraints[k - begin_[i]];
      for (std::size_t e = 0; e < row.variable.size(); ++e)
        into[row.variable[e]] += coefficient * row.value[e];
    }
  });
  return total;
}

SmoothFunction::Line WorkingSetObjective::line(ConstVectorRef w, ConstVectorRef d) const {
  double ww = 0, wd = 0, dd = 0;
  for (std::size_t i = 0; i < w.size(); ++i) {
    ww += w[i] * w[i];
    wd += w[i] * d[i];
    dd += d[i] * d[i];
  }
  Vector here = products(w), along = products(d), t(here.size()), slopes(here.size());
  return [=, this, here = std::move(here), along = std::move(along), t = std::move(t),
          slopes = std::move(slopes)](double step) mutable {
    for (std::size_t k = 0; k < t.size(); ++k) t[k] = here[k] + step * along[k];
    OnLine at;
    at.value = terms(t, slopes) + 0.5 * ww + step * (wd + 0.5 * step * dd);
    at.slope = wd + step * dd;
    for (Index i = 0; i < block_count(); ++i) {
      for (Index k = begin_[i]; k < begin_[i + 1]; ++k)
        at.slope += blocks_[i].c * slopes[k] * along[k];
    }
    return at;
  };
}

}  // namespace costruct
