// Preparation of the labeled points of a view for regressors: scaling, kernel width, eta.
// The defaults of the kernel width sigma2 and of eta are (Brefeld 2008, section 4.4)
//
//   sigma2  n^-2 sum_ij ||x_i - x_j||^2; 1 if that is 0. The option sigma2_times, our own,
//           multiplies it.
//   eta     (n^-1 sum_i ||x_i||)^-1; 1 if all norms are 0
//
// Both are computed from the labeled points of the view alone, after scaling if there is any.
#pragma once

#include "costruct/core/options.hpp"
#include "costruct/core/regression/kernel_expansion.hpp"
#include "costruct/core/regression/regression_sample.hpp"
#include "costruct/learners/learner.hpp"

namespace costruct {

/// How points are scaled.
enum class PointScalingKind { kNone, kStandardize };

/// The options that all regressors share.
struct RegressionOptions {
  Json eta = nullptr;  ///< null, a number, or a list of one per view
  Json kernel = {{"type", "gaussian"}};
  PointScalingKind scaling = PointScalingKind::kNone;
  bool intercept = false;
};

/// The kernels of regressors. A block without `type` is a gaussian kernel.
BlockTypes regression_kernels();

/// Declares the options that all regressors share.
template <class Options>
void declare_regression(OptionDeclaration<Options>& options) {
  const Json weight = number_form({.greater_than = 0});
  options.json("eta", &Options::eta,
               or_null(any_form("number > 0 or a list of them, one per view",
                                {weight, list_form("", weight, {.at_least = 1})})),
               "weight of the squared norms, or a list, one per view; null: one over the mean norm "
               "of the view's "
               "labeled points");
  options.block(
      "kernel", &Options::kernel, regression_kernels(),
      "gaussian (sigma2; absent: mean squared distance of the view's labeled points), linear or "
      "polynomial (degree, offset), or a list, one per view",
      BlockCount::kOneOrList);
  PointScalingKind Options::*scaling = &Options::scaling;
  options.choice("scaling", scaling, {"none", "standardize"},
                 "standardize: features by mean and deviation of the view's labeled points");
  options.boolean("intercept", &Options::intercept,
                  "take the mean of the view's labeled targets off before, and add it after");
}

/// Throws ConfigError if a list does not have one entry per view.
void check_lists(const RegressionOptions& options, Index views);

/// A view, prepared for a solver.
struct RegressionView {
  Matrix points;   ///< d x n, scaled: a point in each column
  Vector targets;  ///< n, minus the intercept
  Kernel kernel;
  double eta = 1;
  PointScaling scaling;
  double intercept = 0;
  Index number = 0;  ///< v, from 0, for messages
};

/// Prepares the labeled points of view v, numbered from 0: scales them, subtracts the intercept and
/// sets the defaults of sigma2 and eta. Lists in options have an entry for each view. Throws
/// DataError if there are no points, or if values are not finite or too large.
RegressionView prepare_view(const LabeledPoints& labeled, const RegressionOptions& options,
                            Index v);

/// Scales unlabeled points of a view, d x m. Throws DataError if values are not finite or too
/// large.
Matrix prepare_unlabeled(const RegressionView& view, Matrix points);

/// Returns the function of a view with the given scaled points and coefficients. The function takes
/// points that are not scaled, and adds the intercept. Throws DataError if the coefficients are not
/// finite.
KernelExpansion expansion(const RegressionView& view, Matrix points, Vector coefficients);

/// Throws DataError if a dense system of this order needs more memory than the context allows. Its
/// message ends with `advice`.
void check_memory(Index order, const FitContext& context, const char* advice);

/// Throws DataError if the objective is not finite.
void check_objective(double primal);

/// Returns the columns of a followed by those of b.
Matrix side_by_side(const Matrix& a, const Matrix& b);

/// sum_i (y_i - f_i)^2
double squared_error(ConstVectorRef y, ConstVectorRef f);

}  // namespace costruct
