#include "costruct/core/optimize/block_ascent.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "costruct/core/error.hpp"

namespace costruct {
namespace {

// All outputs except the reference, whose difference vector is zero.
std::span<const Output> others(const WorkingSet& set) {
  return std::span(set.outputs).subspan(1);
}

}  // namespace

BlockAscent::BlockAscent(const MaxMargin& objective, BlockAscentOptions options)
    : objective_(objective),
      options_(options),
      keeps_differences_(!objective.problem.scores_outputs_together()),
      sets_(objective.size()),
      weights_(objective.problem.dimension()) {
  COSTRUCT_ASSERT(options.step == BlockStep::kSolve || objective.augmentation.slack_norm == 1,
                  "single steps need r = 1");
  if (options.average) late_.assign(weights_.w().size(), 0.0);
  for (Index i = 0; i < objective_.size(); ++i) enter(i);
}

void BlockAscent::enter(Index i) {
  WorkingSet& set = sets_[i];
  const double held_by_y = objective_.augmentation.slack_norm == 1 ? objective_.cost(i) : 0.0;
  if (!set.outputs.empty()) {  // after take_back(i)
    set.alpha[0] = held_by_y;
    std::fill(set.idle.begin(), set.idle.end(), 0);
    return;
  }
  const Vector zero = {0.0};
  set.outputs.push_back(objective_.examples[i].y);
  set.b.push_back(0);
  set.alpha.push_back(held_by_y);
  set.gram.append(zero);
  set.idle.push_back(0);
  if (keeps_differences_) set.differences.emplace_back();
}

void BlockAscent::start(std::span<const DualVariables> dual) {
  COSTRUCT_ASSERT(static_cast<Index>(dual.size()) == objective_.size(),
                  "dual variables of every example");
  for (Index i = 0; i < objective_.size(); ++i) {
    WorkingSet& set = sets_[i];
    for (const Output& y_hat : dual[i].outputs) add_constraint(i, y_hat);
    alpha_before_ = set.alpha;
    double sum = 0;
    for (std::size_t j = 0; j < dual[i].outputs.size(); ++j) {
      const auto at = std::find(set.outputs.begin(), set.outputs.end(), dual[i].outputs[j]);
      if (at == set.outputs.begin()) continue;  // the reference has a = 0 and b = 0
      set.alpha[at - set.outputs.begin()] += dual[i].alpha[j];
      sum += dual[i].alpha[j];
    }
    if (objective_.augmentation.slack_norm == 1)
      set.alpha[0] = std::max(0.0, objective_.cost(i) - sum);
    follow(i);
  }
}

void BlockAscent::take_back(Index i) {
  WorkingSet& set = sets_[i];
  alpha_before_ = set.alpha;
  std::fill(set.alpha.begin(), set.alpha.end(), 0.0);
  follow(i);
}

void BlockAscent::withdraw(Index i) {
  WorkingSet& set = sets_[i];
  if (set.outputs.empty()) return;
  take_back(i);
  constraints_ -= static_cast<Index>(set.outputs.size()) - 1;
  set = {};
}

void BlockAscent::expect(Index i) const {
  constexpr std::size_t kCacheLine = 64, kMostLines = 4;
  const auto bring = [](const void* data, std::size_t bytes) {
    for (std::size_t at = 0; at < std::min(bytes, kMostLines * kCacheLine); at += kCacheLine)
      __builtin_prefetch(static_cast<const char*>(data) + at);
  };
  const WorkingSet& set = sets_[i];
  if (set.outputs.size() < 2) return;
  const std::vector<int>& y = objective_.examples[i].y.parts;
  bring(y.data(), y.size() * sizeof(int));
  for (const Output& output : others(set))
    bring(output.parts.data(), output.parts.size() * sizeof(int));
  bring(set.alpha.data(), set.alpha.size() * sizeof(double));
  bring(set.b.data(), set.b.size() * sizeof(double));
}

bool BlockAscent::add_constraint(Index i, const Output& y_hat) {
  const std::vector<Output>& outputs = sets_[i].outputs;
  if (std::find(outputs.begin(), outputs.end(), y_hat) != outputs.end()) return false;
  append(i, y_hat);
  return true;
}

// The most violated output. Also computes the margins of the working set; margins_[0] does not
// change.
Decoded BlockAscent::most_violated(Index i) {
  const auto& [x, y, weight] = objective_.examples[i];
  const StructuredProblem& problem = objective_.problem;
  ++oracle_calls_;
  if (keeps_differences_) {
    find_margins(i);
    return problem.most_violated(x, y, weights_.w(), objective_.augmentation, {}, {});
  }
  margins_.resize(sets_[i].outputs.size());
  return problem.most_violated(x, y, weights_.w(), objective_.augmentation, others(sets_[i]),
                               VectorRef(margins_).subspan(1));
}

void BlockAscent::find_margins(Index i) {
  const auto& [x, y, weight] = objective_.examples[i];
  const WorkingSet& set = sets_[i];
  margins_.resize(set.outputs.size());
  if (!keeps_differences_)
    return objective_.problem.margins(x, y, others(set), weights_.w(),
                                      VectorRef(margins_).subspan(1));
  for (std::size_t j = 1; j < margins_.size(); ++j)
    margins_[j] = dot(set.differences[j], weights_.w());
}

double BlockAscent::visit(Index i) {
  if (objective_.cost(i) == 0) return 0;
  WorkingSet& set = sets_[i];
  const Decoded worst = most_violated(i);
  const double in_set = find_violations(i);
  const double before = share(i, std::max(worst.value, in_set));
  const bool add =
      worst.value > in_set + options_.epsilon &&
      std::find(set.outputs.begin(), set.outputs.end(), worst.output) == set.outputs.end();
  if (add) {
    append(i, worst.output);
    h_.push_back(worst.value);
  }
  // With epsilon, as in Algorithm 1.1: a pass without a new constraint does not change the w that
  // it has checked.
  if (add || options_.epsilon == 0) ascend(i);
  drop_idle(set);
  return before;
}

double BlockAscent::revisit(Index i, double least) {
  if (objective_.cost(i) == 0 || sets_[i].outputs.size() == 1) return 0;
  find_margins(i);
  const double before = share(i, find_violations(i));
  if (before >= least) ascend(i);
  return before;
}

// Fills h with the violations b_j - <w, a_j> of the working set, computed from the margins <w,
// Phi(y) - Phi(y_j)>. Returns their maximum; that of the reference is 0.
double BlockAscent::find_violations(Index i) {
  const WorkingSet& set = sets_[i];
  const bool margin = objective_.augmentation.rescaling == Rescaling::kMargin;
  h_.resize(set.outputs.size());
  h_[0] = 0;
  for (std::size_t j = 1; j < set.outputs.size(); ++j) {
    h_[j] = margin ? set.b[j] - margins_[j] : set.b[j] * (1 - margins_[j]);
  }
  return *std::max_element(h_.begin(), h_.end());
}

// The share: C_i H^r / r - sum_j alpha_j h_j + [r = 2] (sum_j alpha_j)^2 / (2 C_i).
double BlockAscent::share(Index i, double slack) const {
  const WorkingSet& set = sets_[i];
  const double cost = objective_.cost(i);
  double held = 0, sum = 0;
  for (std::size_t j = 1; j < set.alpha.size(); ++j) {
    held += set.alpha[j] * h_[j];
    sum += set.alpha[j];
  }
  if (objective_.augmentation.slack_norm == 1) return cost * slack - held;
  return 0.5 * cost * slack * slack - held + sum * sum / (2 * cost);
}

// Computes the products of the last difference of the working set (that of y_hat) with all of them.
void BlockAscent::find_products(Index i, const Output& y_hat) {
  const auto& [x, y, weight] = objective_.examples[i];
  const StructuredProblem& problem = objective_.problem;
  WorkingSet& set = sets_[i];
  products_.resize(set.outputs.size());
  if (!keeps_differences_) return problem.difference_products(x, y, y_hat, set.outputs, products_);
  set.differences.push_back(
      difference(problem.joint_feature(x, y), problem.joint_feature(x, y_hat)));
  for (std::size_t j = 0; j < products_.size(); ++j)
    products_[j] = dot(set.differences.back(), set.differences[j]);
}

// w += sum_j coefficients[j] * (difference of the j-th output), without the reference.
void BlockAscent::add_differences(Index i, ConstVectorRef coefficients, VectorRef w) const {
  const auto& [x, y, weight] = objective_.examples[i];
  const WorkingSet& set = sets_[i];
  if (!keeps_differences_)
    return objective_.problem.add_differences(x, y, others(set), coefficients, w);
  for (std::size_t j = 0; j < coefficients.size(); ++j) {
    if (coefficients[j] != 0) add_to(w, coefficients[j], set.differences[j + 1]);
  }
}

void BlockAscent::append(Index i, const Output& y_hat) {
  const auto& [x, y, weight] = objective_.examples[i];
  WorkingSet& set = sets_[i];
  const double b =
      constraint_scale(objective_.problem.loss(x, y, y_hat), objective_.augmentation).b;
  set.outputs.push_back(y_hat);
  set.b.push_back(b);
  set.alpha.push_back(0);
  set.idle.push_back(0);
  find_products(i, y_hat);
  if (objective_.augmentation.rescaling == Rescaling::kSlack) {
    for (std::size_t j = 0; j < products_.size(); ++j) products_[j] *= b * set.b[j];
  }
  set.gram.append(products_);
  ++constraints_;
  ++constraints_added_;
  if (b > 0) stiffness_ += products_.back() / b;
}

// Ascends from the violations h and updates w.
void BlockAscent::ascend(Index i) {
  WorkingSet& set = sets_[i];
  const bool squared = objective_.augmentation.slack_norm == 2;
  const double cost = objective_.cost(i), scale = weights_.scale();
  const BlockCurvature curvature{set.gram, scale, squared ? 1 / cost : 0.0};
  alpha_before_ = set.alpha;
  gradient_ = h_;
  if (squared) {
    const double held = std::accumulate(set.alpha.begin() + 1, set.alpha.end(), 0.0);
    for (double& g : gradient_) g -= held / cost;
  }
  ++steps_;
  switch (options_.step) {
    case BlockStep::kSolve:
      if (squared) {
        maximise_on_orthant(curvature, options_.accuracy, set.alpha, gradient_);
      } else {
        maximise_on_simplex(curvature, options_.accuracy, set.alpha, gradient_);
      }
      break;
    case BlockStep::kFrankWolfe:
      frank_wolfe_step(curvature, set.alpha, gradient_);
      break;
    case BlockStep::kPairwise:
      pairwise_step(curvature, set.alpha, gradient_);
      break;
  }
  follow(i);
}

// Updates w and the sums of dual() after the dual variables of example i changed from alpha_before.
void BlockAscent::follow(Index i) {
  const WorkingSet& set = sets_[i];
  const double scale = weights_.scale();
  if (objective_.augmentation.slack_norm == 2 && objective_.cost(i) > 0) {
    const double held = std::accumulate(alpha_before_.begin() + 1, alpha_before_.end(), 0.0);
    const double now = std::accumulate(set.alpha.begin() + 1, set.alpha.end(), 0.0);
    squares_ += (now * now - held * held) / (2 * objective_.cost(i));
  }
  bool moved = false;
  Vector& change = alpha_before_;
  for (std::size_t j = 0; j < set.alpha.size(); ++j) {
    change[j] = j == 0 ? 0.0 : set.alpha[j] - change[j];
    moved = moved || change[j] != 0;
    linear_ += change[j] * set.b[j];
  }
  if (!moved) return;
  if (options_.path_length) path_length_ += std::sqrt(set.gram.squared_norm(change));
  Vector& coefficients = change;  // coefficients of the change of w
  for (std::size_t j = 1; j < coefficients.size(); ++j) {
    coefficients[j] *=
        scale * (objective_.augmentation.rescaling == Rescaling::kMargin ? 1.0 : set.b[j]);
  }
  const ConstVectorRef of_others = ConstVectorRef(coefficients).subspan(1);
  add_differences(i, of_others, weights_.w());
  if (!options_.average) return;
  for (double& c : coefficients) c *= 0.5 * steps_ * (steps_ - 1);
  add_differences(i, of_others, late_);
}

Vector BlockAscent::averaged_w() const {
  Vector average = weights_.w();
  if (steps_ == 0) return average;
  for (std::size_t k = 0; k < average.size(); ++k)
    average[k] -= late_[k] / (0.5 * steps_ * (steps_ + 1));
  return average;
}

void BlockAscent::drop_idle(WorkingSet& set) {
  const auto dropped = [&](std::size_t j) { return j > 0 && set.idle[j] > options_.drop_after; };
  bool any = false;
  for (std::size_t j = 1; j < set.alpha.size(); ++j) {
    set.idle[j] = set.alpha[j] > 0 ? 0 : set.idle[j] + 1;
    any = any || dropped(j);
  }
  if (!any) return;
  std::vector<Index> kept;
  for (std::size_t j = 0; j < set.alpha.size(); ++j) {
    if (dropped(j)) continue;
    const std::size_t to = kept.size();
    kept.push_back(static_cast<Index>(j));
    if (to == j) continue;
    set.outputs[to] = std::move(set.outputs[j]);
    if (keeps_differences_) set.differences[to] = std::move(set.differences[j]);
    set.b[to] = set.b[j];
    set.alpha[to] = set.alpha[j];
    set.idle[to] = set.idle[j];
  }
  constraints_ -= static_cast<Index>(set.alpha.size() - kept.size());
  set.gram.keep(kept);
  set.outputs.resize(kept.size());
  if (keeps_differences_) set.differences.resize(kept.size());
  set.b.resize(kept.size());
  set.alpha.resize(kept.size());
  set.idle.resize(kept.size());
}

void BlockAscent::change_C(double C) {
  const double factor = C / objective_.C;
  objective_.C = C;
  linear_ *= factor;
  squares_ *= factor;  // alpha^2 / C
  for (WorkingSet& set : sets_) {
    for (double& alpha : set.alpha) alpha *= factor;
  }
  weights_.scale_v(factor);
}

double BlockAscent::dual() const {
  return linear_ - squares_ - 0.5 * weights_.squared_norm_of_v();
}

std::vector<DualVariables> BlockAscent::dual_variables() const {
  std::vector<DualVariables> all(sets_.size());
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const WorkingSet& set = sets_[i];
    for (std::size_t j = 1; j < set.alpha.size(); ++j) {
      if (set.alpha[j] == 0) continue;
      all[i].outputs.push_back(set.outputs[j]);
      all[i].alpha.push_back(set.alpha[j]);
    }
  }
  return all;
}

double BlockAscent::mean_stiffness() const {
  return constraints_added_ == 0 ? 0.0 : stiffness_ / static_cast<double>(constraints_added_);
}

}  // namespace costruct
