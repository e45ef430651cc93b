// Co-regularised least squares regression (co-RLSR), solved in closed form (Brefeld 2008, section
// 4.2).
//
// The objective over the functions f_1 .. f_V of V views (eq. 4.2):
//   Q = sum_v ( ||y_v - f_v(L_v)||^2 + eta_v ||f_v||^2 )
//       + lambda sum_{u,v} ||f_u(U) - f_v(U)||^2
// U holds the m unlabeled points, L_v the n_v labeled points of view v and y_v their targets. The
// second sum has all ordered pairs u, v. Each view has an eta of its own.
//
// Further notation: K_v is the kernel matrix of view v, alpha_v holds the coefficients of f_v at
// L_v and U, and g_v = f_v(U).
//
// Non-parametric variant (Opt. Problem 4.1). The gradient by alpha_v is K_v times
//   labeled    eta_v alpha_v,L - (y_v - f_v(L_v))
//   unlabeled  eta_v alpha_v,U + 2 lambda (V g_v - sum_u g_u)
// The zero of these two lines gives the minimising functions for any positive semidefinite K_v.
// These functions are unique. The second lines add up to sum_v eta_v alpha_v,U = 0. Let q be an
// orthonormal basis, V x (V - 1), of the vectors of length V that add up to 0. Substitute
//   c_v = eta_v alpha_v,L
//   eta_v alpha_v,U = t sum_p q_vp b_p,   t = sqrt(2 lambda V)
// Then the system is
//   c_v + K_v,LL c_v / eta_v + t K_v,LU sum_p q_vp b_p / eta_v                          = y_v
//   b_p + sum_v t q_vp K_v,UL c_v / eta_v + t^2 sum_v sum_r q_vp q_vr K_v,UU b_r / eta_v = 0
// It is symmetric, I plus a positive semidefinite matrix, and has the order sum_v n_v + (V - 1) m.
// The system of the thesis has the order sum_v n_v + V m. It contains K_v^T K_v and is singular
// where K_v is (docs/decisions/0011-co-rlsr-by-a-smaller-system.md).
//
// Semi-parametric variant (Opt. Problem 4.2). Each f_v lies in the span of its labeled points. In
// the features phi_v of KernelBasis, f_v = <w_v, phi_v(.)>. The rows of Phi_v are the features of
// L_v, those of Psi_v the features of U. The system is
//   (Phi_v^T Phi_v + eta_v I + 2 lambda (V - 1) Psi_v^T Psi_v) w_v
//     - 2 lambda sum_{u != v} Psi_v^T Psi_u w_u  =  Phi_v^T y_v
// and has the order sum_v n_v. Unlabeled points enter only by Psi_u^T Psi_v, summed block by block.
//
// Without unlabeled points, with lambda = 0, or with V = 1, both variants are V independent
// problems (K_v,LL + eta_v I) alpha_v = y_v, and are solved as such (section 4.2.3).
#pragma once

#include <optional>
#include <string>

#include "costruct/core/work_watch.hpp"
#include "costruct/learners/shared/regression_views.hpp"

namespace costruct {

/// The function f = sum_i coefficients[i] k(points_i, .), without the intercept.
struct KernelSum {
  Matrix points;        ///< one point in each column
  Vector coefficients;  ///< one for each point
};

/// Solves (K + eta I) alpha = y for one view. Uses the features of KernelBasis if this system is
/// singular to working precision. In this header, `watch` is called between the steps.
/// Cost: n^3 / 3 multiplications, and n^2 d for the kernel.
KernelSum solve_rlsr(const RegressionView& view, int threads, const WorkWatch& watch = {});

/// Solves Opt. Problem 4.1. `unlabeled` has all unlabeled points of each view.
/// Cost, with N = sum_v n_v + (V - 1) m: N^3 / 3 multiplications and N^2 doubles.
std::vector<KernelSum> solve_nonparametric(const std::vector<RegressionView>& views,
                                           const std::vector<Matrix>& unlabeled, double lambda,
                                           int threads, const WorkWatch& watch = {});

/// Returns a warning if the semi-parametric variant cannot determine a view's function from the
/// kernel values of its labeled points. This happens with a gaussian kernel if the kernel values of
/// different points are linearly dependent in working precision, though not in exact arithmetic.
/// `rank` is the rank of the KernelBasis of these points.
std::optional<std::string> ill_posed(const RegressionView& view, Index rank);

/// The functions of all views by solve_semiparametric().
struct SemiparametricSolution {
  std::vector<KernelSum> views;
  double primal = 0;                  ///< Q
  std::vector<std::string> warnings;  ///< from ill_posed()
};

/// Returns Q for given functions and their predictions on the unlabeled points. Empty `predictions`
/// mean m = 0. It evaluates the terms of Q directly and shares no code with the solvers.
double objective(const std::vector<RegressionView>& views, const std::vector<KernelSum>& solutions,
                 const std::vector<Vector>& predictions, double lambda, int threads);

/// Solves Opt. Problem 4.2 in one pass over the unlabeled points. `unlabeled` may be null: m = 0.
/// Cost, with N = sum_v n_v and d_v features in view v: m N^2 / 2 + sum_v m n_v (n_v / 2 + d_v)
/// multiplications, and N^3 / 3 at the end. Memory: a few N^2 doubles and a block of points.
SemiparametricSolution solve_semiparametric(const std::vector<RegressionView>& views,
                                            UnlabeledPoints* unlabeled, double lambda, int threads,
                                            const WorkWatch& watch = {});

}  // namespace costruct
