// Co-regularised least squares regression, solved at once (Brefeld 2008, section 4.2).
//
// Minimised over f_1 .. f_V, with U the m unlabeled points, all ordered pairs u, v, and eta of each
//   view: Q = sum_v ||y_v - f_v(L_v)||^2 + eta_v ||f_v||^2 + lambda sum_{u,v} ||f_u(U) - f_v(U)||^2
//   (eq. 4.2)
//
// Notation (thesis -> here): alpha_v the coefficients of f_v at its labeled points L_v (n_v) and at
// U (m), K_v its kernel matrix, g_v = f_v(U).
//
// Non-parametric (Opt. Problem 4.1). The gradient by alpha_v is K_v times
//   labeled    eta_v alpha_v,L - (y_v - f_v(L_v))                      = 0
//   unlabeled  eta_v alpha_v,U + 2 lambda (V g_v - sum_u g_u)          = 0
// whose zero is a minimiser for any positive semidefinite K_v, and the only function that is one.
// The second lines add up to sum_v eta_v alpha_v,U = 0. With q an orthonormal basis of the vectors
// of length V that add up to 0 (V x (V - 1)), c_v = eta_v alpha_v,L and eta_v alpha_v,U = t sum_p
// q_vp b_p, t = sqrt(2 lambda V):
//   c_v + K_v,LL c_v / eta_v + t K_v,LU sum_p q_vp b_p / eta_v                          = y_v
//   b_p + sum_v t q_vp K_v,UL c_v / eta_v + t^2 sum_v sum_r q_vp q_vr K_v,UU b_r / eta_v = 0
// a symmetric system of order sum_v n_v + (V - 1) m, I plus a positive semidefinite matrix, where
// the thesis has one of order sum_v n_v + V m that holds K_v^T K_v and is singular where K_v is
// (docs/decisions/0011-co-rlsr-by-a-smaller-system.md).
//
// Semi-parametric (Opt. Problem 4.2). f_v in the span of its labeled points. In the features phi_v
// of KernelBasis, f_v = <w_v, phi_v(.)>, Phi_v those of L_v and Psi_v those of U (a row a point):
//   (Phi_v^T Phi_v + eta_v I + 2 lambda (V - 1) Psi_v^T Psi_v) w_v - 2 lambda sum_{u != v} Psi_v^T
//     Psi_u w_u = Phi_v^T y_v
// of order sum_v n_v. Unlabeled points enter by Psi_u^T Psi_v alone, summed block by block.
//
// Without unlabeled points, with lambda = 0 and for V = 1 both are V independent solutions of
// (K_v,LL + eta_v I) alpha_v = y_v, and computed as such (section 4.2.3).
#pragma once

#include <optional>
#include <string>

#include "costruct/core/work_watch.hpp"
#include "costruct/learners/shared/regression_views.hpp"

namespace costruct {

/// f = sum_i coefficients[i] k(points_i, .) before the intercept.
struct KernelSum {
  Matrix points;
  Vector coefficients;
};

/// Solves (K + eta I) alpha = y for one view; where that is singular to working precision, in the
/// features of KernelBasis. `watch`, here and below, hears of the steps. Cost: n^3 / 3
/// multiplications, n^2 d for the kernel.
KernelSum solve_rlsr(const RegressionView& view, int threads, const WorkWatch& watch = {});

/// Opt. Problem 4.1, `unlabeled` all points of each view.
/// Cost: (sum_v n_v + (V - 1) m)^3 / 3 multiplications and as many doubles as that number's square.
std::vector<KernelSum> solve_nonparametric(const std::vector<RegressionView>& views,
                                           const std::vector<Matrix>& unlabeled, double lambda,
                                           int threads, const WorkWatch& watch = {});

/// What to warn of where the kernel values of a view's labeled points leave functions undetermined
/// that the semi-parametric variant looks for: those of different points are dependent to working
/// precision, and the kernel is gaussian, so that they are not in truth. `rank` is that of their
/// KernelBasis.
std::optional<std::string> ill_posed(const RegressionView& view, Index rank);

struct SemiparametricSolution {
  std::vector<KernelSum> views;
  double primal = 0;                  ///< Q
  std::vector<std::string> warnings;  ///< by ill_posed()
};

/// Q at given functions and their predictions on unlabeled points (none: as if m = 0), by values:
/// code apart from the solvers'.
double objective(const std::vector<RegressionView>& views, const std::vector<KernelSum>& solutions,
                 const std::vector<Vector>& predictions, double lambda, int threads);

/// Opt. Problem 4.2, in one pass over the unlabeled points.
/// Cost, with N = sum_v n_v: m N^2 / 2 + sum_v m n_v^2 / 2 + m n d multiplications, N^3 / 3 at the
/// end, a few N^2 doubles and a block of points.
SemiparametricSolution solve_semiparametric(const std::vector<RegressionView>& views,
                                            UnlabeledPoints* unlabeled, double lambda, int threads,
                                            const WorkWatch& watch = {});

}  // namespace costruct
