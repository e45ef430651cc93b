// What the solvers of MaxMargin share: what they are told, what they return, when they stop.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "costruct/core/optimize/gap_decline.hpp"
#include "costruct/core/optimize/max_margin.hpp"

namespace costruct {

/// Where a solver stands; primal and gap are those of the last certificate, absent before the
/// first.
struct SolverState {
  std::string solver;
  double C = 0;
  Index iteration = 0;
  std::optional<double> primal, gap;
  double estimated_gap = 0;  ///< as this iteration sees it, no certificate
  double dual = 0;
  Index constraints = 0;  ///< in the working sets
  Index oracle_calls = 0;
  double seconds = 0;                   ///< since the start
  std::optional<double> seconds_to_go;  ///< as the decline of estimated gaps suggests
};

/// What changes no result, and when to stop.
struct SolverControl {
  int threads = 1;
  std::function<void(const SolverState&)> progress;  ///< after every iteration; may be empty
  std::function<bool()> stop_requested;              ///< may be empty
  std::uint64_t seed = 1, repetition = 0;            ///< of the order of examples
};

struct SolverLimits {
  double gap = 1e-3;                  ///< relative, (P - D) / |P|
  std::optional<double> time_limit;   ///< seconds
  std::optional<Index> oracle_limit;  ///< decodings
  std::optional<Index> iteration_limit;
};

/// The best weights found, with the certificate that a fresh pass of the decoder gave them.
struct SolverResult {
  Vector w;
  std::vector<DualVariables> dual_variables;  ///< of the best dual value
  double primal = 0, dual = 0, gap = 0;
  Index iterations = 0, oracle_calls = 0;
  Index constraints_added = 0;
  bool converged = false;
  bool stuck = false;  ///< not converged, as floating point allows no progress
  std::string stopped_because;
  std::vector<SolverState> history;  ///< of long runs some only, see add_thinned()
};

/// The clock, the limits and the best solution of one run of a solver.
class SolverRun {
 public:
  SolverRun(std::string solver, SolverLimits limits, SolverControl control);

  /// Whether a limit was reached or somebody asked to stop; keeps the reason.
  bool must_stop(Index oracle_calls);
  /// Certifies w and the dual variables by primal_value() and dual_value(), which know nothing of
  /// the solver, and keeps whichever are the best. The objective may differ from the last one in C:
  /// the best so far are then forgotten.
  struct Certificate {
    PrimalValue primal;
    DualValue dual;
  };
  Certificate certify(const MaxMargin& objective, ConstVectorRef w,
                      std::vector<DualVariables> dual);
  /// Whether the last certificate reached the gap.
  bool certified() const { return result_.gap <= limits_.gap; }
  double gap() const { return result_.gap; }
  /// Notes an iteration, and the gap that it estimates. After 1,000 that have not raised the best
  /// dual value by more than rounding errors the run must stop: what is left of the gap, or a
  /// gap that is NaN, is due to floating point.
  void end_iteration(const MaxMargin& objective, double dual, double estimated_gap,
                     Index constraints, Index oracle_calls);
  Index certificate_calls() const { return certificate_calls_; }
  /// Ends the run. `reason` where no limit was its end.
  SolverResult finish(Index oracle_calls, Index constraints_added, bool converged,
                      const std::string& reason);

 private:
  double seconds() const;
  void watch(double C, double dual);

  std::string solver_;
  SolverLimits limits_;
  SolverControl control_;
  SolverResult result_;
  std::string limit_;
  bool any_ = false;
  double C_ = 0;
  Index certificate_calls_ = 0;
  // The best dual value for this C, and iterations since it rose.
  double watched_C_ = 0, best_dual_ = 0;
  Index idle_ = 0;
  GapDecline decline_;  // for this C
  double start_ = 0;
};

/// How far to trust estimates of the gap, from the last that was certified: its ratio to the
/// estimate, within bounds, so that neither a share of 0 nor a dual value below 0 forbids
/// certificates for good.
double trust_in_estimates(double certified_gap, double estimated_gap);

/// Solves for the values of C on the way and then for C itself. `blocks` has solve_at(C), which
/// says whether the solution was reached before any limit, change_C(C), and certify(): of what
/// there is, for the C asked for. Returns whether all were reached.
template <class Blocks>
bool solve_along_path(Blocks& blocks, const Vector& C_path, double C) {
  bool reached = true;
  for (const double on_the_way : C_path) reached = reached && blocks.solve_at(on_the_way);
  reached = reached && blocks.solve_at(C);
  if (!reached) {
    blocks.change_C(C);
    blocks.certify();
  }
  return reached;
}

}  // namespace costruct
