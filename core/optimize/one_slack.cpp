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
#include <iterator>
#include <limits>
#include <utility>

#include "costruct/core/optimize/block_qp.hpp"
#include "costruct/core/parallel.hpp"

namespace costruct {
namespace {

// The part of the way from the best weights to the solution over all planes. Measured on named
// entities: a gap of 1 % took 232 iterations at .1 to .3 and 297 at .5. At 1, as published, the gap
// was 17 % after 300.
constexpr double kOutwards = 0.2;

// The non-zero entries of a dense vector. Sets the vector to 0.
SparseVector take_entries(VectorRef dense) {
  SparseVector taken;
  for (std::size_t k = 0; k < dense.size(); ++k) {
    if (dense[k] == 0) continue;
    taken.index.push_back(static_cast<Index>(k));
    taken.value.push_back(std::exchange(dense[k], 0.0));
  }
  return taken;
}

// Examples are summed to a plane in runs, in parallel. The number of runs depends only on the
// number of examples, so that the bits are the same for any number of threads. Each run needs a
// dense vector of weights, which is scanned every time.
constexpr Index kRun = 512, kMostRuns = 4;

// With few examples and few weights, threads would mostly wait for each other.
int useful_threads(const MaxMargin& objective, int threads) {
  constexpr Index kWeights = 4096;  // weights per thread
  const Index tasks = std::max(objective.size(), objective.problem.dimension() / kWeights);
  return static_cast<int>(std::clamp<Index>(tasks, 1, threads));
}

struct Plane {
  std::vector<Output> outputs;  // one for each example
  SparseVector a;
  double b = 0;
  Index idle = 0;
};

class OneSlack {
 public:
  OneSlack(const MaxMargin& objective, const OneSlackOptions& options, const SolverControl& control)
      : options_(options),
        threads_(useful_threads(objective, control.threads)),
        objective_(objective),
        run_("one_slack", options.limits, control),
        w_(objective.problem.dimension(), 0.0),
        best_(w_),
        runs_(std::clamp<Index>((objective.size() + kRun - 1) / kRun, 1, kMostRuns), w_) {
    const Vector zero = {0.0};
    gram_.append(zero);
    alpha_.push_back(objective.C);
    planes_.emplace_back();  // the trivial plane xi >= 0; its alpha is the remainder of C
  }

  SolverResult solve(double C) {
    const bool reached = solve_along_path(*this, options_.C_path, C);
    return run_.finish(oracle_calls_, added_ * objective_.size(), reached, "gap");
  }

  // Solves for C. Returns whether it did before any limit was reached.
  bool solve_at(double C) {
    change_C(C);
    if (planes_.size() > 1) optimise_planes(1);
    best_primal_ = std::numeric_limits<double>::infinity();
    while (!run_.must_stop(oracle_calls_ + run_.certificate_calls())) {
      PrimalValue primal = primal_value(objective_, w_, threads_);
      oracle_calls_ += primal.oracle_calls;
      if (primal.value < best_primal_) {
        best_primal_ = primal.value;
        best_.swap(w_);  // w is computed again below
      }
      const double dual_value = dual();
      const double gap = relative_gap(best_primal_, dual_value);
      run_.end_iteration(objective_, dual_value, gap, static_cast<Index>(planes_.size()) - 1,
                         oracle_calls_);
      if (gap <= options_.limits.gap) {
        run_.certify(objective_, best_, dual_variables());
        if (run_.certified()) return true;
      }
      add_plane(std::move(primal.most_violated));
      optimise_planes(kOutwards);
      drop_idle();
    }
    return false;
  }

  void change_C(double C) {
    for (double& alpha : alpha_) alpha *= C / objective_.C;
    objective_.C = C;
  }

  void certify() { run_.certify(objective_, best_, dual_variables()); }

 private:
  void add_plane(std::vector<Output> outputs) {
    Plane plane;
    plane.outputs = std::move(outputs);
    const Index n = objective_.size(), runs = static_cast<Index>(runs_.size());
    Vector b(n);
    std::vector<SparseVector> sums(runs);
    parallel_for(runs, threads_, 1, [&](Index r) {
      for (Index i = r * n / runs; i < (r + 1) * n / runs; ++i) {
        const auto& [x, y, weight] = objective_.examples[i];
        const double loss = objective_.problem.loss(x, y, plane.outputs[i]);
        const ConstraintScale scale = constraint_scale(loss, objective_.augmentation);
        b[i] = weight * scale.b;
        if (weight == 0) continue;
        objective_.problem.add_difference(x, y, plane.outputs[i], weight * scale.s, runs_[r]);
      }
      sums[r] = take_entries(runs_[r]);
    });
    plane.b = ordered_sum(n, 1, [&](Index i) { return b[i]; });
    Vector& dense = runs_.front();
    plane.a = add_up(sums, dense);
    Vector products(planes_.size() + 1, 0.0);
    const Index count = static_cast<Index>(planes_.size());
#pragma omp parallel for schedule(dynamic) num_threads(threads_)
    for (Index p = 1; p < count; ++p) products[p] = dot(planes_[p].a, dense);
    products.back() = dot(plane.a, dense);
    for (const Index k : plane.a.index) dense[k] = 0;
    gram_.append(products);
    alpha_.push_back(0);
    planes_.push_back(std::move(plane));
    ++added_;
  }

  // Solves the dual over all planes. Moves w the part `outwards` of the way to its weights.
  void optimise_planes(double outwards) {
    constexpr double kAccuracy = 0.1;
    constexpr Index kSteps = 1000;  // per plane; nearly parallel planes need many
    const Index count = static_cast<Index>(planes_.size());
    Vector gradient(count, 0.0);
    for (Index p = 1; p < count; ++p) {
      gradient[p] = planes_[p].b;
      for (Index q = 1; q < count; ++q) gradient[p] -= gram_(p, q) * alpha_[q];
    }
    maximise_on_simplex({gram_}, kAccuracy, alpha_, gradient, kSteps);
    go_to_planes(outwards);
  }

  // Calls visit(r, begin, end) for ranges of coordinates r = 0, 1, ... in parallel. Each range
  // contains equally many of `entries`, because few features make up most of them. Ranges are dealt
  // to threads in turn, so that a thread finds its own in its cache. The borders depend on the
  // number of threads, so no coordinate may depend on another.
  template <class Visit>
  void for_ranges(const std::vector<Index>& entries, const Visit& visit) {
    const Index ranges = num_ranges();
    const auto border = [&](Index r) {
      if (r == 0) return Index{0};
      return r == ranges || entries.empty() ? static_cast<Index>(w_.size())
                                            : entries[r * entries.size() / ranges];
    };
#pragma omp parallel for schedule(static, 1) num_threads(threads_)
    for (Index r = 0; r < ranges; ++r) visit(r, border(r), border(r + 1));
  }
  Index num_ranges() const {
    return 8 * threads_;
  }

  // The sum of sparse vectors in their order. Also written to `dense`, which must be 0 before.
  SparseVector add_up(const std::vector<SparseVector>& terms, VectorRef dense) {
    std::vector<SparseVector> parts(num_ranges());
    for_ranges(terms.front().index, [&](Index r, Index begin, Index end) {
      std::vector<Index> touched, before;
      for (const auto& [index, value] : terms) {
        const auto first = std::lower_bound(index.begin(), index.end(), begin);
        const auto last = std::lower_bound(first, index.end(), end);
        for (auto at = first; at < last; ++at) dense[*at] += value[at - index.begin()];
        before.swap(touched);
        touched.clear();
        std::set_union(before.begin(), before.end(), first, last, std::back_inserter(touched));
      }
      for (const Index k : touched) {
        if (dense[k] == 0) continue;
        parts[r].index.push_back(k);
        parts[r].value.push_back(dense[k]);
      }
    });
    SparseVector sum;
    for (const auto& [index, value] : parts) {
      sum.index.insert(sum.index.end(), index.begin(), index.end());
      sum.value.insert(sum.value.end(), value.begin(), value.end());
    }
    return sum;
  }

  void go_to_planes(double outwards) {
    for_ranges(planes_.back().a.index, [&](Index, Index begin, Index end) {
      std::fill(w_.begin() + begin, w_.begin() + end, 0.0);
      for (std::size_t p = 1; p < planes_.size(); ++p) {
        if (!(alpha_[p] > 0)) continue;
        const auto& [index, value] = planes_[p].a;
        std::size_t e = std::lower_bound(index.begin(), index.end(), begin) - index.begin();
        for (; e < index.size() && index[e] < end; ++e) w_[index[e]] += alpha_[p] * value[e];
      }
      if (outwards == 1) return;
      for (Index k = begin; k < end; ++k) w_[k] = best_[k] + outwards * (w_[k] - best_[k]);
    });
  }

  void drop_idle() {
    std::vector<Index> kept = {0};
    for (std::size_t p = 1; p < planes_.size(); ++p) {
      planes_[p].idle = alpha_[p] > 0 ? 0 : planes_[p].idle + 1;
      if (planes_[p].idle <= options_.drop_after) kept.push_back(static_cast<Index>(p));
    }
    if (kept.size() == planes_.size()) return;
    for (std::size_t to = 0; to < kept.size(); ++to) {
      if (static_cast<Index>(to) == kept[to]) continue;
      planes_[to] = std::move(planes_[kept[to]]);
      alpha_[to] = alpha_[kept[to]];
    }
    gram_.keep(kept);
    planes_.resize(kept.size());
    alpha_.resize(kept.size());
  }

  double dual() const {
    const Index count = static_cast<Index>(planes_.size());
    double value = 0;
    for (Index p = 1; p < count; ++p) {
      value += alpha_[p] * planes_[p].b;
      for (Index q = 1; q < count; ++q) value -= 0.5 * alpha_[p] * alpha_[q] * gram_(p, q);
    }
    return value;
  }

  std::vector<DualVariables> dual_variables() const {
    std::vector<DualVariables> all(objective_.size());
    for (std::size_t p = 1; p < planes_.size(); ++p) {
      if (alpha_[p] == 0) continue;
      for (Index i = 0; i < objective_.size(); ++i) {
        all[i].outputs.push_back(planes_[p].outputs[i]);
        all[i].alpha.push_back(objective_.examples[i].weight * alpha_[p]);
      }
    }
    return all;
  }

  OneSlackOptions options_;
  int threads_;
  MaxMargin objective_;
  SolverRun run_;
  Vector w_, alpha_;
  Vector best_;  // weights with the best primal value
  double best_primal_ = 0;
  // Vectors in which runs of examples are summed to a plane; all 0 between uses. They are kept,
  // because allocating them costs as much time as decoding.
  std::vector<Vector> runs_;
  std::vector<Plane> planes_;
  PackedGram gram_;
  Index added_ = 0, oracle_calls_ = 0;
};

}  // namespace

SolverResult solve_one_slack(const MaxMargin& objective, const OneSlackOptions& options,
                             const SolverControl& control) {
  return OneSlack(objective, options, control).solve(objective.C);
}

}  // namespace costruct
