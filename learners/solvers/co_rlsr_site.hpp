// Distributed co-regularised least squares (Brefeld 2008, Table 4.1; Propositions 4.3 and 4.4).
// Site v has view v: its labeled points L_v with their targets, and its features of the unlabeled
// points. With the factor of its own system made once, it repeats, sites in turn,
//   4   alpha_v = G_v^-1 (L_v^T y_v + 2 lambda U_v^T sum_{u != v} g_u)
//   5   g_v = f_v(U)
//   6   g_v goes to all sites
// from g = 0 until the predictions stand still. Nothing but g_v, m numbers, leaves a site.
//
// Step 4 minimises ||y_v - f(L_v)||^2 + eta ||f||^2 + delta ||s / (V - 1) - f(U)||^2, s the others'
// sum and delta = 2 lambda (V - 1): ridge regression with weights d = (1 .. 1, delta .. delta).
//   Non-parametric, (I + D^1/2 K D^1/2 / eta) z = D^1/2 t,   alpha = D^1/2 z / eta,   t = (y, s /
//   (V - 1)),
// which does not square K as G_v does. Semi-parametric, in the features of KernelBasis,
//   (Phi^T Phi + eta I + delta Psi^T Psi) w = Phi^T y + 2 lambda Psi^T s.
//
// Stop: block descent on a quadratic contracts. From the change delta_k of a round (largest change
// of a prediction over the largest prediction) and r, the larger of the last two ratios delta_k /
// delta_{k-1}, the way left is about delta_k r / (1 - r): at most `tolerance` ends it. All sites
// know these numbers.
#pragma once

#include <memory>

#include "costruct/core/regression/transport.hpp"
#include "costruct/learners/learner.hpp"
#include "costruct/learners/solvers/co_rlsr_closed_form.hpp"

namespace costruct {

/// What happens at one site.
class CoRlsrSite {
 public:
  virtual ~CoRlsrSite() = default;
  /// Steps 4 and 5, given the sum of the other sites' predictions.
  virtual void update(ConstVectorRef others) = 0;
  /// g_v, before the intercept: m numbers, the only ones that a site tells.
  const Vector& predictions() const { return predictions_; }
  /// f_v.
  virtual KernelSum function() const = 0;
  /// What the user should know of this site's problem.
  virtual std::optional<std::string> warning() const { return std::nullopt; }

 protected:
  Vector predictions_;
};

/// Opt. Problem 4.1. `unlabeled`: all points of the view. Throws DataError where the system is
/// singular to working precision. Cost: (n + m)^3 / 3 multiplications, (n + m) (n + 3 m) for an
/// update; `watch`, here and below, hears of the steps of the former.
std::unique_ptr<CoRlsrSite> nonparametric_site(const RegressionView& view, const Matrix& unlabeled,
                                               double lambda, Index num_sites, int threads,
                                               const WorkWatch& watch = {});

/// Opt. Problem 4.2. Reads `unlabeled` (of one view) once, and twice per update where there are too
/// many points to keep their features; outlives the site.
std::unique_ptr<CoRlsrSite> semiparametric_site(const RegressionView& view,
                                                UnlabeledPoints* unlabeled, double lambda,
                                                Index num_sites, int threads,
                                                const WorkWatch& watch = {});

struct Rounds {
  Index count = 0;
  bool converged = false;
  std::string stopped_because;
  nlohmann::json history = nlohmann::json::array();
  std::vector<Vector> predictions;  ///< of all sites, at the end
};

/// Runs all rounds; sites[v] is null where site v is not local, and at least one is. `coupled` is
/// false where one round gives the solution.
Rounds run_rounds(const std::vector<CoRlsrSite*>& sites, Transport& transport, bool coupled,
                  double tolerance, Index max_rounds, const FitContext& context);

}  // namespace costruct
