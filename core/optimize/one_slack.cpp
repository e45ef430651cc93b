// Cutting planes for the aggregated constraint. With xi = sum_i weight_i xi_i the problem is
//
//   min_w  1/2 |w|^2 + C xi   such that   <w, a_p> >= b_p - xi
//   for every choice p of an output per example, where
//   a_p = sum_i weight_i a_i(yhat_i^p),  b_p = sum_i weight_i b_i(yhat_i^p)
//
//   repeat
//     decode every example under w; its most violated outputs give the plane of P at w
//     add the plane
//     solve the dual over all planes:  max b'alpha - 1/2 |sum alpha_p a_p|^2,  sum alpha <= C
//     go a part of the way from the best weights so far to that solution  (in-out stabilisation)
//   until the gap is reached
//
// A dual variable alpha_p of a plane stands for alpha_i(yhat_i^p) = weight_i alpha_p of every
// example. So the certificate is that of the n-slack problem.
#include "costruct/core/optimize/one_slack.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "costruct/core/optimize/block_qp.hpp"
#include "costruct/core/optimize/cutting_planes.hpp"

namespace costruct {
namespace {

// The part of the way from the best weights to the solution over all planes. Measured on named
// entities: a gap of 1 % took 232 iterations at .1 to .3 and 297 at .5. At 1, as published, the gap
// was 17 % after 300.
constexpr double kOutwards = 0.2;

// With few examples and few weights, threads would mostly wait for each other.
int useful_threads(const MaxMargin& objective, int threads) {
  constexpr Index kWeights = 4096;  // weights per thread
  const Index tasks = std::max(objective.size(), objective.problem.dimension() / kWeights);
  return static_cast<int>(std::clamp<Index>(tasks, 1, threads));
}

class OneSlack {
 public:
  OneSlack(const MaxMargin& objective, const OneSlackOptions& options, const SolverControl& control)
      : options_(options),
        threads_(useful_threads(objective, control.threads)),
        objective_(objective),
        is_greedy_(objective.problem.loss_augmented_exactness(objective.augmentation) ==
                   Exactness::kGreedy),
        run_("one_slack", options.limits, control),
        w_(objective.problem.dimension(), 0.0),
        alpha_(1, objective.C),  // of the trivial plane: the remainder of C
        idle_(1, 0),
        best_(options.start.w.empty() ? w_ : options.start.w),
        planes_(objective_, threads_) {
    if (!options_.start.empty()) begin_at(options_.start);
  }

  SolverResult solve(double C) {
    const bool reached = solve_along_path(*this, options_.C_path, C);
    SolverResult result = run_.finish(oracle_calls_, added_ * objective_.total(), reached, "gap");
    if (options_.returns_planes) result.planes = planes_.chosen(alpha_);
    return result;
  }

  // Solves for C. Returns whether it did before any limit was reached.
  bool solve_at(double C) {
    change_C(C);
    if (planes_.size() > 1) optimise_planes(1);
    if (!options_.start.w.empty()) w_ = options_.start.w;
    best_primal_ = std::numeric_limits<double>::infinity();
    while (!must_stop()) {
      PrimalValue primal = primal_value(objective_, w_, threads_);
      oracle_calls_ += primal.oracle_calls;
      const double least = least_primal(w_);
      const bool is_new = !is_greedy_ || primal.value > least;
      if (!is_new) primal.value = least;
      if (primal.value < best_primal_) {
        best_primal_ = primal.value;
        best_.swap(w_);  // w is computed again below
      }
      if (!options_.start.w.empty() && added_ == 0) run_.begin_at(primal.value);
      const double dual_value = dual();
      const double gap = relative_gap(best_primal_, dual_value);
      run_.end_iteration(objective_, dual_value, gap, planes_.size() - 1, oracle_calls_);
      if (run_.is_enough(best_primal_, dual_value)) {
        certify();
        if (run_.certified()) return true;
      }
      if (is_new) {
        add_plane(std::move(primal.most_violated), 0);
        ++added_;
      }
      best_primal_ = std::max(best_primal_, least_primal(best_));
      // Where the decoder finds nothing new, the weights of the planes themselves are next. If it
      // finds nothing there either, these solve the problem as far as it can tell.
      optimise_planes(is_new ? kOutwards : 1);
      drop_idle();
    }
    return false;
  }

  void change_C(double C) {
    for (double& alpha : alpha_) alpha *= C / objective_.C;
    objective_.C = C;
  }

  void certify() {
    run_.certify(objective_, best_, planes_.dual_variables(alpha_), least_primal(best_));
  }

 private:
  // Processes end together, when the first one does: their clocks differ.
  bool must_stop() {
    const bool mine = run_.must_stop(oracle_calls_ + run_.certificate_calls());
    return objective_.shared == nullptr ? mine : objective_.shared->sum.agreed(mine);
  }

  void begin_at(const SolverStart& start) {
    for (const SolverStart::Plane& plane : start.planes) {
      add_plane(plane.outputs, plane.alpha);
      alpha_[0] = std::max(0.0, alpha_[0] - plane.alpha);
    }
  }

  void add_plane(std::vector<Output> outputs, double alpha) {
    planes_.add(std::move(outputs));
    alpha_.push_back(alpha);
    idle_.push_back(0);
  }

  // P is at least what the planes say. A greedy decoder may miss violations that they have; the
  // value of another one exceeds this but for rounding, so it is 0 there.
  double least_primal(ConstVectorRef w) const {
    constexpr double kMoreThanRounding = 1e-9;
    if (!is_greedy_) return 0;
    return (1 + kMoreThanRounding) * (objective_.C * planes_.slack(w) + 0.5 * dot(w, w));
  }

  // Solves the dual over all planes. Moves w the part `outwards` of the way to its weights.
  void optimise_planes(double outwards) {
    constexpr double kAccuracy = 0.1;
    constexpr Index kSteps = 1000;  // per plane; nearly parallel planes need many
    const PackedGram& gram = planes_.gram();
    Vector gradient(planes_.size(), 0.0);
    for (Index p = 1; p < planes_.size(); ++p) {
      gradient[p] = planes_.b(p);
      for (Index q = 1; q < planes_.size(); ++q) gradient[p] -= gram(p, q) * alpha_[q];
    }
    maximise_on_simplex({gram}, kAccuracy, alpha_, gradient, kSteps);
    go_to_planes(outwards);
  }

  void go_to_planes(double outwards) {
    planes_.combine(alpha_, w_);
    if (outwards == 1) return;
    const Index size = static_cast<Index>(w_.size());
#pragma omp parallel for schedule(static) num_threads(threads_)
    for (Index k = 0; k < size; ++k) w_[k] = best_[k] + outwards * (w_[k] - best_[k]);
  }

  // Leaves out planes that have had alpha = 0 for long, but never the last one.
  void drop_idle() {
    std::vector<Index> kept = {0};
    for (Index p = 1; p < planes_.size(); ++p) {
      idle_[p] = alpha_[p] > 0 ? 0 : idle_[p] + 1;
      if (idle_[p] <= options_.drop_after || p + 1 == planes_.size()) kept.push_back(p);
    }
    planes_.keep(kept);
    for (std::size_t to = 0; to < kept.size(); ++to) {
      alpha_[to] = alpha_[kept[to]];
      idle_[to] = idle_[kept[to]];
    }
    alpha_.resize(kept.size());
    idle_.resize(kept.size());
  }

  double dual() const {
    double value = -0.5 * planes_.gram().squared_norm(alpha_);
    for (Index p = 1; p < planes_.size(); ++p) value += alpha_[p] * planes_.b(p);
    return value;
  }

  OneSlackOptions options_;
  int threads_;
  MaxMargin objective_;
  bool is_greedy_;
  SolverRun run_;
  Vector w_, alpha_;
  std::vector<Index> idle_;  // iterations since the alpha of a plane was last positive
  Vector best_;              // weights with the best primal value
  double best_primal_ = 0;
  CuttingPlanes planes_;
  Index added_ = 0, oracle_calls_ = 0;
};

}  // namespace

SolverResult solve_one_slack(const MaxMargin& objective, const OneSlackOptions& options,
                             const SolverControl& control) {
  return OneSlack(objective, options, control).solve(objective.C);
}

}  // namespace costruct
