// Limits, control, results and stopping rules that all solvers of MaxMargin share.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "costruct/core/optimize/gap_decline.hpp"
#include "costruct/core/optimize/max_margin.hpp"

namespace costruct {

/// The state of a solver after an iteration.
struct SolverState {
  std::string solver;  ///< its name, for example "n_slack"
  double C = 0;
  Index iteration = 0;  ///< from 1
  /// The best certified primal value for this C, and its relative gap; absent before the first
  /// certificate.
  std::optional<double> primal, gap;
  double estimated_gap = 0;  ///< relative; estimate of this iteration, not certified
  double dual = 0;
  Index constraints = 0;  ///< number in the working sets
  Index oracle_calls = 0;
  double seconds = 0;                   ///< since the start
  std::optional<double> seconds_to_go;  ///< predicted from the estimated gaps
  std::optional<double> share_of_way;   ///< to the gap, 0 to 1; see GapDecline
};

/// Threads, progress reports, stop requests and the random order of examples.
struct SolverControl {
  int threads = 1;
  std::function<void(const SolverState&)> progress;  ///< called after every iteration; may be empty
  std::function<bool()> stop_requested;              ///< may be empty
  std::uint64_t seed = 1, repetition = 0;            ///< for the order of examples
};

/// When a solver stops: at the gap, or at the first limit that is reached. An absent limit does not
/// apply.
struct SolverLimits {
  double gap = 1e-3;                     ///< relative, (P - D) / |P|
  std::optional<double> time_limit;      ///< seconds
  std::optional<Index> oracle_limit;     ///< number of decodings
  std::optional<Index> iteration_limit;  ///< number of the solver's iterations
};

/// The start of a run, taken from the result of an earlier run over the same examples. The
/// references of the examples may have changed, because the dual variables are feasible for any.
struct SolverStart {
  /// A cutting plane of one_slack: its dual variable, and its output for each example.
  struct Plane {
    double alpha = 0;
    std::vector<Output> outputs;
  };

  Vector w;                              ///< weights to begin with; empty: those of the duals
  std::vector<DualVariables> variables;  ///< for n_slack: one entry for each example
  std::vector<Plane> planes;             ///< for one_slack
  bool empty() const { return w.empty() && variables.empty() && planes.empty(); }
};

/// The best weights found, and their certificate by a fresh pass of the decoder.
struct SolverResult {
  Vector w;
  std::vector<DualVariables> dual_variables;  ///< those of the best dual value
  std::vector<SolverStart::Plane> planes;     ///< those of one_slack, if asked for
  double primal = 0, dual = 0, gap = 0;       ///< certified values; the gap is relative
  Index iterations = 0, oracle_calls = 0;     ///< calls include those of certificates
  Index constraints_added = 0;
  bool converged = false;  ///< whether the run ended by its stopping rule, not by a limit
  bool stuck = false;      ///< not converged, because floating point allows no progress
  std::string stopped_because;
  std::vector<SolverState> history;  ///< thinned for long runs, see add_thinned()
};

/// One run of a solver: its clock, its limits and its best solution. A solver calls end_iteration()
/// and must_stop() in each iteration, certify() when it may have reached the gap, and finish() at
/// the end.
class SolverRun {
 public:
  SolverRun(std::string solver, SolverLimits limits, SolverControl control);

  /// Whether a limit is reached or a stop is requested; stores the reason.
  /// @param oracle_calls  all calls so far, including certificate_calls()
  bool must_stop(Index oracle_calls);
  /// Whether a stop is requested; must_stop() is then true.
  bool stop_requested() const { return control_.stop_requested && control_.stop_requested(); }
  /// The values that certify() computed.
  struct Certificate {
    PrimalValue primal;
    DualValue dual;
  };
  /// Certifies w and the dual variables by primal_value() and dual_value(), which do not depend on
  /// the solver. Keeps the best of each. If the objective has another C than at the last call,
  /// forgets the best so far.
  /// @param least_primal  a known lower bound of P(w), because a greedy decoder may find less
  Certificate certify(const MaxMargin& objective, ConstVectorRef w, std::vector<DualVariables> dual,
                      double least_primal = 0);
  /// Whether the best solution has reached the gap, and is_enough().
  bool certified() const { return is_enough(result_.primal, result_.dual); }
  /// Sets the primal value P_start of the weights that the run starts from (SolverStart). These
  /// weights may already have the requested gap. A learner that fits repeatedly needs progress in
  /// each run. So the run ends only if also P_start - P >= P - D, or if its gap is at most a tenth
  /// of the requested one.
  void begin_at(double primal) { start_ = primal; }
  /// Whether a run with these values may end: they have the requested gap, and begin_at() allows
  /// it.
  bool is_enough(double primal, double dual) const {
    constexpr double kFine = 0.1;
    const double gap = relative_gap(primal, dual);
    return gap <= limits_.gap &&
           (!start_ || *start_ - primal >= primal - dual || gap <= kFine * limits_.gap);
  }
  /// The relative gap of the best solution; 0 before the first certificate.
  double gap() const { return result_.gap; }
  /// Records an iteration and its estimated relative gap. must_stop() is true after 1,000
  /// iterations that have not raised the best dual value by more than rounding errors. The
  /// remaining gap, or a gap that is NaN, is then due to floating point.
  /// @param oracle_calls  calls so far, without certificate_calls()
  void end_iteration(const MaxMargin& objective, double dual, double estimated_gap,
                     Index constraints, Index oracle_calls);
  /// The oracle calls of all certificates so far.
  Index certificate_calls() const { return certificate_calls_; }
  /// Ends the run and returns its result. `reason` says why it ended if it was not a limit.
  /// @param oracle_calls  calls so far, without certificate_calls()
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
  // The best dual value for this C, and the number of iterations since it rose.
  double watched_C_ = 0, best_dual_ = 0;
  Index idle_ = 0;
  GapDecline decline_;           // for the present C
  std::optional<double> start_;  // the primal value at the start
  double start_seconds_ = 0;
};

/// A factor that corrects estimates of the gap: the last certified gap divided by its estimate,
/// clipped to [0.1, 10]. An estimate <= 0 gives 10. The bounds make sure that no wrong estimate
/// prevents certificates for ever.
double trust_in_estimates(double certified_gap, double estimated_gap);

/// Solves for each value in C_path and then for C. Returns whether all of them were solved.
///
/// `blocks` has these members:
///   solve_at(C)   solves for C; returns whether it did before any limit was reached
///   change_C(C)   changes C
///   certify()     certifies the present solution for the present C
/// If a limit was reached, the solution so far is certified for C.
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
