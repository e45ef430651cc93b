// Algorithm 1.1 of Altun 2006, by blocks:
//
//   repeat
//     for each example i, in a new random order
//       y_hat = the most violated output of i under w                          (lines 5-7)
//       if it violates by more than xi_i + epsilon: add it to S_i              (lines 8-9)
//       maximise the dual over alpha of S_i, or of all S                       (lines 10b, 10a)
//     ascend over the working sets alone (cached_passes times)
//     move the centre of accelerated ascent
//   until the gap is reached (with epsilon: until no S_i has changed)          (line 15)
//
// The shares in P - D of the visits in a pass add up to an estimate of the gap, because w changes
// between them. The solver asks for the certificate when the estimate says that it will reach the
// gap (see CertificatePasses).
#include "costruct/core/optimize/n_slack.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "costruct/core/optimize/block_ascent.hpp"
#include "costruct/core/optimize/certificate_passes.hpp"
#include "costruct/core/optimize/label_ascent.hpp"
#include "costruct/core/random.hpp"

namespace costruct {
namespace {

constexpr double kLargestKappa = 5;

// For accelerate(). The gap should fall to kProgress times its least value within some passes: one
// per example, within the bounds below. Otherwise kappa is too large for one pass between two moves
// of the centre, and is divided by kSlowDown.
constexpr double kProgress = 0.9, kSlowDown = 4, kSmallestKappa = 0.1;
constexpr Index kFewestIdlePasses = 40, kMostIdlePasses = 400;

// For decoder_pass(). A share is negligible below this part of an even share in the last estimate
// of the gap.
constexpr double kNegligible = 0.1;
constexpr int kMostSkipped = 4;

bool as_published(const NSlackOptions& options) {
  return options.epsilon.has_value() || options.ascent == Ascent::kFull;
}

// Accumulated rounding errors of v are removed when they exceed this part of the gap. This is not
// done at every certificate, so that the requested gap does not change the bits of the iterations.
constexpr double kDrift = 1e-3;

// The loop over working sets (BlockAscent), or over all labels of an example at once (LabelAscent).
template <class Blocks>
class NSlack {
 public:
  NSlack(Blocks blocks, const NSlackOptions& options, const SolverControl& control)
      : options_(options),
        as_published_(as_published(options)),
        ascent_(std::move(blocks)),
        run_("n_slack", options.limits, control),
        random_(control.seed, control.repetition, "order of examples"),
        order_(ascent_.objective().size()),
        shares_(order_.size(), std::numeric_limits<double>::infinity()),
        skipped_(order_.size(), 0) {
    std::iota(order_.begin(), order_.end(), Index{0});
    if (!options.start.empty()) ascent_.start(options.start);
  }

  SolverResult solve(double C) {
    const bool reached = solve_along_path(*this, options_.C_path, C);
    const std::string reason = options_.epsilon ? "a pass without a new constraint" : "gap";
    return run_.finish(ascent_.oracle_calls(), ascent_.constraints_added(), reached, reason);
  }

  // Solves for C. Returns whether it did before any limit was reached.
  bool solve_at(double C) {
    change_C(C);
    if (start_is_enough()) return true;
    CertificatePasses passes;
    while (!stop()) {
      const Index added_before = ascent_.constraints_added();
      double estimate = 0;
      const bool complete = decoder_pass(estimate);
      if (complete) cached_passes();
      const double dual = ascent_.dual();
      estimate_ = estimate;
      const double gap = relative_gap(dual + estimate, dual);
      run_.end_iteration(ascent_.objective(), dual, gap, ascent_.constraints(),
                         ascent_.oracle_calls());
      if (!complete) return false;
      if (options_.epsilon) {
        if (ascent_.constraints_added() > added_before) continue;
        certify();
        return true;
      }
      if (passes.ask(gap, options_.limits.gap)) {
        certify();
        if (run_.certified()) return true;
      }
      accelerate(estimate);
    }
    return false;
  }

  void change_C(double C) {
    if (C == ascent_.objective().C) return;
    ascent_.change_C(C);
    std::fill(shares_.begin(), shares_.end(), std::numeric_limits<double>::infinity());
  }

  void certify() {
    const auto found = run_.certify(ascent_.objective(), ascent_.w(), ascent_.dual_variables());
    const double drift = std::abs(ascent_.dual() - found.dual.value);
    if (drift > kDrift * (found.primal.value - found.dual.value)) ascent_.reset(found.dual.w);
  }

 private:
  // Certifies the weights to begin with. Returns whether they have reached the gap.
  bool start_is_enough() {
    if (options_.start_w.empty()) return false;
    for (const Index i : order_) ascent_.revisit(i);
    run_.begin_at(
        run_.certify(ascent_.objective(), options_.start_w, ascent_.dual_variables()).primal.value);
    return !options_.epsilon && run_.certified();
  }

  bool stop() { return run_.must_stop(ascent_.oracle_calls() + run_.certificate_calls()); }

  // Visits every example and sums their shares in the gap. Returns false if a limit ended it.
  bool decoder_pass(double& gap) {
    // Examples whose share was far below an even share of the gap are skipped for some passes.
    const bool skip = !as_published_ && std::isfinite(estimate_);
    const double negligible =
        skip ? kNegligible * estimate_ / static_cast<double>(order_.size()) : 0;
    random_.shuffle(order_);
    for (std::size_t k = 0; k < order_.size(); ++k) {
      if ((k % 64 == 63 || run_.stop_requested()) && stop()) return false;
      const Index i = order_[k], added = ascent_.constraints_added();
      if (shares_[i] < negligible && skipped_[i] < kMostSkipped) {
        ++skipped_[i];
      } else {
        skipped_[i] = 0;
        if (k + 1 < order_.size()) ascent_.expect(order_[k + 1]);
        shares_[i] = ascent_.visit(i);
      }
      gap += shares_[i];
      if (options_.ascent == Ascent::kFull && ascent_.constraints_added() > added) optimise_all();
    }
    gap += away_;
    return true;
  }

  // Variant (a): passes over all working sets until the remaining gain is small compared with the
  // dual value.
  void optimise_all() {
    constexpr double kLeft = 1e-4;
    constexpr Index kMostPasses = 100;
    for (Index pass = 0; pass < kMostPasses; ++pass) {
      double left = 0;
      for (const Index i : order_) left += ascent_.revisit(i);
      if (left <= kLeft * std::abs(ascent_.dual())) return;
    }
  }

  void cached_passes() {
    if (options_.ascent == Ascent::kFull) return;
    for (Index pass = 0; pass < options_.cached_passes; ++pass) {
      for (const Index i : order_) ascent_.revisit(i);
    }
  }

  // Starts accelerated ascent after the first pass, and moves its centre after every other pass. If
  // the gap stalls, it lowers kappa: few examples with long difference vectors need a smaller kappa
  // than the rule gives.
  void accelerate(double gap) {
    if (as_published_) return;
    if (!kappa_) {
      const double stiffness = ascent_.objective().C * ascent_.mean_stiffness();
      begin_acceleration(
          options_.kappa.value_or(std::min(kLargestKappa, Blocks::kKappaPerStiffness * stiffness)));
      return;
    }
    if (gap < kProgress * least_gap_) {
      least_gap_ = gap;
      idle_passes_ = 0;
    } else if (++idle_passes_ >= patience() && *kappa_ > 0) {
      begin_acceleration(*kappa_ > kSmallestKappa ? *kappa_ / kSlowDown : 0.0);
      return;
    }
    away_ = ascent_.move_center();
  }

  Index patience() const {
    return std::clamp(static_cast<Index>(order_.size()), kFewestIdlePasses, kMostIdlePasses);
  }

  void begin_acceleration(double kappa) {
    ascent_.accelerate(kappa);
    kappa_ = kappa;
    least_gap_ = std::numeric_limits<double>::infinity();
    idle_passes_ = 0;
    away_ = 0;
  }

  NSlackOptions options_;
  bool as_published_;
  Blocks ascent_;
  SolverRun run_;
  RandomStream random_;
  std::vector<Index> order_;
  Vector shares_;                // share of each example in P - D at its last visit
  std::vector<int> skipped_;     // passes since the last visit
  double estimate_ = 0;          // of P - D by the last pass
  std::optional<double> kappa_;  // absent before acceleration
  double least_gap_ = 0;         // least estimated gap since kappa changed
  Index idle_passes_ = 0;        // passes since it fell
  double away_ = 0;              // 1/2 |w - v|^2 at the last move of the centre
};

}  // namespace

SolverResult solve_n_slack(const MaxMargin& objective, const NSlackOptions& options,
                           const SolverControl& control) {
  if (!as_published(options) && LabelAscent::applies_to(objective)) {
    NSlackOptions without_cache = options;
    without_cache.cached_passes = 0;  // a visit uses all outputs already
    return NSlack<LabelAscent>(LabelAscent(objective), without_cache, control).solve(objective.C);
  }
  const bool published = as_published(options);
  BlockAscent blocks(objective, {.epsilon = options.epsilon.value_or(0),
                                 .accuracy = published ? 1e-3 : 0.1,
                                 .drop_after = published ? std::numeric_limits<Index>::max() : 3});
  return NSlack<BlockAscent>(std::move(blocks), options, control).solve(objective.C);
}

}  // namespace costruct
