// Block-coordinate Frank-Wolfe:
//
//   repeat
//     draw an example i, uniformly or in proportion to its share in P - D
//     s = the corner of i's simplex that belongs to the most violated output  (the linear oracle)
//     alpha_i <- alpha_i + gamma (s - alpha_i), gamma by exact line search    (or a pairwise step)
//
// The share of an example is known from its last visit. The first and every tenth pass visit all
// examples in a random order, so that no example is forgotten. In the other passes known outputs
// replace the decoder as long as their share is at least half of the example's share. Near the
// limit of floating point any rounding error reaches that.
#include "costruct/core/optimize/bcfw.hpp"

#include <algorithm>
#include <numeric>

#include "costruct/core/optimize/block_ascent.hpp"
#include "costruct/core/random.hpp"

namespace costruct {
namespace {

constexpr Index kFullPassEvery = 10;
constexpr double kLeastChance = 0.05;  // the least chance of an example, relative to the mean

class Bcfw {
 public:
  Bcfw(const MaxMargin& objective, const BcfwOptions& options, const SolverControl& control)
      : options_(options),
        ascent_(objective,
                {.step = options.pairwise ? BlockStep::kPairwise : BlockStep::kFrankWolfe,
                 .drop_after = 50,
                 .average = options.average}),
        run_("bcfw", options.limits, control),
        random_(control.seed, control.repetition, "order of examples"),
        shares_(objective.size(), 0.0),
        order_(objective.size()) {
    std::iota(order_.begin(), order_.end(), Index{0});
  }

  SolverResult solve(double C) {
    const bool reached = solve_along_path(*this, options_.C_path, C);
    return run_.finish(ascent_.oracle_calls(), ascent_.constraints_added(), reached, "gap");
  }

  // Solves for C. Returns whether it did before any limit was reached.
  bool solve_at(double C) {
    change_C(C);
    double trust = 1;  // certified gap / estimated gap at the last certificate
    for (Index pass = 0; !stop(); ++pass) {
      choose_examples(pass);
      const bool complete = steps();
      const double dual = ascent_.dual();
      const double estimate =
          relative_gap(dual + std::accumulate(shares_.begin(), shares_.end(), 0.0), dual);
      run_.end_iteration(ascent_.objective(), dual, estimate, ascent_.constraints(),
                         ascent_.oracle_calls());
      if (!complete) return false;
      if (trust * estimate > options_.limits.gap) continue;
      certify();
      if (run_.certified()) return true;
      trust = trust_in_estimates(run_.gap(), estimate);
    }
    return false;
  }

  void change_C(double C) {
    if (C != ascent_.objective().C) ascent_.change_C(C);
  }

  void certify() {
    if (options_.average) {
      run_.certify(ascent_.objective(), ascent_.averaged_w(), ascent_.dual_variables());
      if (run_.certified()) return;
    }
    const auto found = run_.certify(ascent_.objective(), ascent_.w(), ascent_.dual_variables());
    ascent_.reset(found.dual.w);
  }

 private:
  bool stop() { return run_.must_stop(ascent_.oracle_calls() + run_.certificate_calls()); }

  // Chooses the examples of the next pass, as many as there are examples.
  void choose_examples(Index pass) {
    visits_all_ = pass % kFullPassEvery == 0;
    if (!options_.gap_sampling || visits_all_) {
      std::iota(order_.begin(), order_.end(), Index{0});
      random_.shuffle(order_);
      return;
    }
    const double mean =
        std::accumulate(shares_.begin(), shares_.end(), 0.0) / static_cast<double>(shares_.size());
    Vector upto(shares_.size());
    double total = 0;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      total += std::max(shares_[i], 0.0) + kLeastChance * std::max(mean, 1e-300);
      upto[i] = total;
    }
    for (Index& i : order_) {
      const auto at = std::upper_bound(upto.begin(), upto.end(), random_.uniform() * total);
      i = std::min<Index>(at - upto.begin(), static_cast<Index>(upto.size()) - 1);
    }
  }

  bool steps() {
    for (std::size_t k = 0; k < order_.size(); ++k) {
      if (k % 64 == 63 && stop()) return false;
      const Index i = order_[k];
      if (options_.cache && !visits_all_ && shares_[i] > 0) {
        const double cached = ascent_.revisit(i, 0.5 * shares_[i]);
        if (cached >= 0.5 * shares_[i]) {
          shares_[i] = std::max(shares_[i], cached);
          continue;
        }
      }
      shares_[i] = ascent_.visit(i);
    }
    return true;
  }

  BcfwOptions options_;
  BlockAscent ascent_;
  SolverRun run_;
  RandomStream random_;
  Vector shares_;  // share of each example in P - D at its last visit
  std::vector<Index> order_;
  bool visits_all_ = true;  // whether this pass decodes every example
};

}  // namespace

SolverResult solve_bcfw(const MaxMargin& objective, const BcfwOptions& options,
                        const SolverControl& control) {
  return Bcfw(objective, options, control).solve(objective.C);
}

}  // namespace costruct
