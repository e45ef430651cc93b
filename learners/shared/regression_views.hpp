// What regressors do to the labeled points of a view before they learn: scaling, kernel width, eta.
//
//   sigma2  n^-2 sum_ij ||x_i - x_j||^2, 1 where that is 0     (Brefeld 2008, section 4.4)
//   eta     (n^-1 sum_i ||x_i||)^-1, 1 where all norms are 0
//
// both from the labeled points of the view alone, scaled if that is asked for.
#pragma once

#include "costruct/core/options.hpp"
#include "costruct/core/regression/kernel_expansion.hpp"
#include "costruct/core/regression/regression_sample.hpp"
#include "costruct/learners/learner.hpp"

namespace costruct {

enum class PointScalingKind { kNone, kStandardize };

struct RegressionOptions {
  Json eta = nullptr;  ///< null, a number, or a list of one per view
  Json kernel = {{"type", "gaussian"}};
  PointScalingKind scaling = PointScalingKind::kNone;
  bool intercept = false;
};

/// What is wrong with an `eta` or a `kernel`, or nullopt.
std::optional<std::string> check_eta(const Json& eta);
std::optional<std::string> check_regression_kernel(const Json& kernel);
Json eta_schema();
Json regression_kernel_schema();

/// Declares the options that all regressors share.
template <class Options>
void declare_regression(OptionDeclaration<Options>& options) {
  options.json("eta", &Options::eta, check_eta, eta_schema(),
               "weight of the squared norms, or a list, one per view; null: one over the mean norm "
               "of the view's "
               "labeled points");
  options.json(
      "kernel", &Options::kernel, check_regression_kernel, regression_kernel_schema(),
      "gaussian (sigma2; absent: mean squared distance of the view's labeled points), linear or "
      "polynomial (degree, offset), or a list, one per view");
  PointScalingKind Options::*scaling = &Options::scaling;
  options.choice("scaling", scaling, {"none", "standardize"},
                 "standardize: features by mean and deviation of the view's labeled points");
  options.boolean("intercept", &Options::intercept,
                  "take the mean of the view's labeled targets off before, and add it after");
}

/// Throws ConfigError where a list has not one entry per view.
void check_lists(const RegressionOptions& options, Index views);

/// A view as a solver takes it.
struct RegressionView {
  Matrix points;   ///< d x n, scaled
  Vector targets;  ///< n, less the intercept
  Kernel kernel;
  double eta = 1;
  PointScaling scaling;
  double intercept = 0;
  Index number = 0;  ///< v, for messages
};

/// The labeled points of view v of V (`lists` of options are by view). Throws DataError where there
/// are none, or where values are not finite or too large.
RegressionView prepare_view(const LabeledPoints& labeled, const RegressionOptions& options,
                            Index v);

/// Scales unlabeled points of a view. Throws DataError where values are not finite or too large.
Matrix prepare_unlabeled(const RegressionView& view, Matrix points);

/// The function of a view with given points (of the view, scaled) and coefficients. Throws
/// DataError where the coefficients are not finite.
KernelExpansion expansion(const RegressionView& view, Matrix points, Vector coefficients);

/// Throws DataError where a dense system of this order takes more memory than a fit may; `advice`
/// ends its message.
void check_memory(Index order, const FitContext& context, const char* advice);

/// Throws DataError where an objective is not finite.
void check_objective(double primal);

/// Of several matrices of points, one behind the other.
Matrix side_by_side(const Matrix& a, const Matrix& b);

/// sum_i (y_i - f_i)^2
double squared_error(ConstVectorRef y, ConstVectorRef f);

}  // namespace costruct
