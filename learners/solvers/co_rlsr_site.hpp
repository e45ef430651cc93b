// Distributed co-regularised least squares (Brefeld 2008, Table 4.1; Propositions 4.3 and 4.4).
//
// Site v has view v: its labeled points L_v with their targets, and its features of the unlabeled
// points. It factors its own system once. Then the sites take turns and repeat these steps from
// g = 0 until the predictions no longer change:
//   4   alpha_v = G_v^-1 (L_v^T y_v + 2 lambda U_v^T sum_{u != v} g_u)
//   5   g_v = f_v(U)
//   6   g_v goes to all sites
// A site sends nothing but g_v, which is m numbers.
//
// Step 4 minimises
//   ||y_v - f(L_v)||^2 + eta ||f||^2 + delta ||s / (V - 1) - f(U)||^2,   delta = 2 lambda (V - 1)
// where s is the sum of the other sites' predictions. This is ridge regression with the weights
// d = (1 .. 1, delta .. delta).
//   Non-parametric, which does not square K as G_v does:
//     (I + D^1/2 K D^1/2 / eta) z = D^1/2 t,   alpha = D^1/2 z / eta,   t = (y, s / (V - 1))
//   Semi-parametric, in the features of KernelBasis:
//     (Phi^T Phi + eta I + delta Psi^T Psi) w = Phi^T y + 2 lambda Psi^T s
//
// Stopping rule: block descent on a quadratic function contracts. The change delta_k of round k is
// the largest change of a prediction divided by the largest prediction. Let r be the larger of the
// last two ratios delta_k / delta_{k-1}. The remaining change is about delta_k r / (1 - r). From
// round 4 on, the rounds end when it is at most `tolerance`. They also end when delta_k is only
// rounding. All sites know these numbers.
#pragma once

#include <memory>

#include "costruct/core/regression/transport.hpp"
#include "costruct/learners/learner.hpp"
#include "costruct/learners/solvers/co_rlsr_closed_form.hpp"

namespace costruct {

/// The computations of one site. Call update() in each round and send predictions() to the others.
class CoRlsrSite {
 public:
  virtual ~CoRlsrSite() = default;
  /// Does steps 4 and 5. `others` is the sum of the other sites' predictions, m numbers.
  virtual void update(ConstVectorRef others) = 0;
  /// g_v without the intercept: m numbers, the only ones that a site sends.
  const Vector& predictions() const { return predictions_; }
  /// The function f_v of the last update.
  virtual KernelSum function() const = 0;
  /// A warning for the user about this site's problem; nullopt if there is nothing to say.
  virtual std::optional<std::string> warning() const { return std::nullopt; }

 protected:
  Vector predictions_;
};

/// Makes a site for Opt. Problem 4.1. `watch` is called between the steps of the factorisation.
/// Throws DataError if the system is singular to working precision.
/// @param view       the labeled points of the site
/// @param unlabeled  all m unlabeled points in the features of the view, scaled: d x m
/// @param num_sites  V
/// Cost: (n + m)^3 / 3 multiplications, and (n + m) (n + 3 m) for each update.
std::unique_ptr<CoRlsrSite> nonparametric_site(const RegressionView& view, const Matrix& unlabeled,
                                               double lambda, Index num_sites, int threads,
                                               const WorkWatch& watch = {});

/// Makes a site for Opt. Problem 4.2. It reads `unlabeled` (the points of this view) now. If there
/// are too many points to keep their features, it reads them twice more in each update. `unlabeled`
/// must outlive the site. Throws DataError if the system is singular to working precision.
std::unique_ptr<CoRlsrSite> semiparametric_site(const RegressionView& view,
                                                UnlabeledPoints* unlabeled, double lambda,
                                                Index num_sites, int threads,
                                                const WorkWatch& watch = {});

/// The result of run_rounds().
struct Rounds {
  Index count = 0;              ///< rounds done; in one round every site has one turn
  bool converged = false;       ///< whether the stopping rule was met
  std::string stopped_because;  ///< "predictions stand still", "30 rounds", "interrupted" ...
  /// A row for each round, as FitReport::history: `round`, `change` (delta_k) and `bytes_sent`.
  nlohmann::json history = nlohmann::json::array();
  std::vector<Vector> predictions;  ///< final predictions of all sites
};

/// Runs the rounds, at most `max_rounds`. All processes call it. FitContext::stop has an effect
/// only if all sites are in this process; otherwise the transport checks it.
/// @param sites    sites[v] is null if site v is not in this process; at least one is not null
/// @param coupled  false if one round gives the solution, because nothing couples the sites
Rounds run_rounds(const std::vector<CoRlsrSite*>& sites, Transport& transport, bool coupled,
                  double tolerance, Index max_rounds, const FitContext& context);

}  // namespace costruct
