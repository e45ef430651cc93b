#include "costruct/core/optimize/solver.hpp"

#include "costruct/core/clock.hpp"
#include "costruct/core/optimize/thinned_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace costruct {
SolverRun::SolverRun(std::string solver, SolverLimits limits, SolverControl control)
    : solver_(std::move(solver)),
      limits_(limits),
      control_(std::move(control)),
      start_seconds_(seconds_now()) {}

double SolverRun::seconds() const {
  return seconds_now() - start_seconds_;
}

bool SolverRun::must_stop(Index oracle_calls) {
  if (!limit_.empty()) return true;
  if (stop_requested()) {
    limit_ = "interrupted";
  } else if (limits_.iteration_limit && result_.iterations >= *limits_.iteration_limit) {
    limit_ = fmt::format("iteration_limit {}", *limits_.iteration_limit);
  } else if (limits_.oracle_limit && oracle_calls >= *limits_.oracle_limit) {
    limit_ = fmt::format("oracle_limit {}", *limits_.oracle_limit);
  } else if (limits_.time_limit && seconds() >= *limits_.time_limit) {
    limit_ = fmt::format("time_limit {} s", *limits_.time_limit);
  }
  return !limit_.empty();
}

SolverRun::Certificate SolverRun::certify(const MaxMargin& objective, ConstVectorRef w,
                                          std::vector<DualVariables> dual, double least_primal) {
  Certificate found{primal_value(objective, w, control_.threads),
                    dual_value(objective, dual, control_.threads)};
  certificate_calls_ += found.primal.oracle_calls;
  found.primal.value = std::max(found.primal.value, least_primal);
  const bool first = !any_ || objective.C != C_;
  C_ = objective.C;
  if (first || found.primal.value < result_.primal) {
    result_.primal = found.primal.value;
    result_.w.assign(w.begin(), w.end());
  }
  if (first || found.dual.value > result_.dual) {
    result_.dual = found.dual.value;
    result_.dual_variables = std::move(dual);
  }
  result_.gap = relative_gap(result_.primal, result_.dual);
  any_ = true;
  return found;
}

void SolverRun::end_iteration(const MaxMargin& objective, double dual, double estimated_gap,
                              Index constraints, Index oracle_calls) {
  SolverState state;
  state.solver = solver_;
  state.C = objective.C;
  state.iteration = ++result_.iterations;
  state.dual = dual;
  state.estimated_gap = estimated_gap;
  state.constraints = constraints;
  state.oracle_calls = oracle_calls + certificate_calls_;
  state.seconds = seconds();
  if (any_ && C_ == objective.C) {
    state.primal = result_.primal;
    state.gap = result_.gap;
  }
  if (objective.C != watched_C_) decline_.clear();
  decline_.add(state.seconds, estimated_gap);
  state.seconds_to_go = decline_.seconds_to(limits_.gap);
  state.share_of_way = decline_.share_of_way(limits_.gap);
  if (control_.progress) control_.progress(state);
  add_thinned(result_.history, std::move(state), result_.iterations - 1);
  watch(objective.C, dual);
}

void SolverRun::watch(double C, double dual) {
  constexpr Index kMostIdle = 1000;
  constexpr double kRounding = 1e-15;
  const bool other = C != watched_C_;
  if (other || dual > best_dual_ + kRounding * std::abs(best_dual_)) {
    watched_C_ = C;
    best_dual_ = other ? std::max(dual, 0.0) : dual;
    idle_ = 0;
  } else if (++idle_ >= kMostIdle && limit_.empty()) {
    limit_ = fmt::format("no progress in {} iterations: at the end of floating point", kMostIdle);
    result_.stuck = true;
  }
}

double trust_in_estimates(double certified_gap, double estimated_gap) {
  constexpr double kLeast = 0.1, kMost = 10;
  return estimated_gap > 0 ? std::clamp(certified_gap / estimated_gap, kLeast, kMost) : kMost;
}

SolverResult SolverRun::finish(Index oracle_calls, Index constraints_added, bool converged,
                               const std::string& reason) {
  result_.oracle_calls = oracle_calls + certificate_calls_;
  result_.constraints_added = constraints_added;
  result_.converged = converged;
  result_.stuck = result_.stuck && !converged;
  result_.stopped_because = converged || limit_.empty() ? reason : limit_;
  return std::move(result_);
}

}  // namespace costruct
