#include "costruct/learners/shared/regression_views.hpp"

#include <fmt/format.h>

#include <cmath>

#include "costruct/core/error.hpp"
#include "costruct/core/regression/kernel_values.hpp"
#include "costruct/core/text/counted.hpp"

namespace costruct {
namespace {

OptionDeclaration<KernelOptions> declaration_of(KernelType type) {
  OptionDeclaration<KernelOptions> options;
  if (type == KernelType::kPolynomial) {
    options.integer("degree", &KernelOptions::degree, {.at_least = 1, .at_most = 10},
                    "the exponent");
    options.number("offset", &KernelOptions::offset, {.at_least = 0}, "added to the inner product");
  }
  if (type == KernelType::kGaussian) {
    declare_width(options, "labeled points");
  }
  return options;
}

// A kernel that regressors take.
struct RegressionKernel {
  std::string name, summary;
  KernelType type;
  OptionDeclaration<KernelOptions> declaration = declaration_of(type);
  std::vector<OptionInfo> options = declaration.list();
};

const Catalog<RegressionKernel>& kernels() {
  static const Catalog<RegressionKernel> all(
      "kernel of regressors",
      {{"gaussian", kernel_entry(KernelType::kGaussian).summary, KernelType::kGaussian},
       {"linear", kernel_entry(KernelType::kLinear).summary, KernelType::kLinear},
       {"polynomial", kernel_entry(KernelType::kPolynomial).summary, KernelType::kPolynomial}});
  return all;
}

KernelOptions parse(Json block) {
  const RegressionKernel& kernel = *kernels().find(block.value("type", "gaussian"));
  block.erase("type");
  KernelOptions options = kernel.declaration.parse(block);
  options.type = kernel.type;
  return options;
}

const Json& entry_of(const Json& one_or_list, Index v) {
  return one_or_list.is_array() ? one_or_list.at(static_cast<std::size_t>(v)) : one_or_list;
}

[[noreturn]] void fail(Index v, const std::string& what) {
  throw DataError(fmt::format("view {}: {}", v + 1, what));
}

// Mean and mean squared deviation of each feature. Deviations are from the first point, so that
// those of a constant feature are exactly zero.
struct Moments {
  Vector mean, variance;
};
Moments moments(const Matrix& points) {
  Moments result;
  const double n = static_cast<double>(points.cols);
  for (Index k = 0; k < points.rows; ++k) {
    const double origin = points(k, 0);
    double sum = 0, squares = 0;
    for (Index i = 0; i < points.cols; ++i) sum += points(k, i) - origin;
    const double shift = sum / n;
    for (Index i = 0; i < points.cols; ++i) {
      const double deviation = (points(k, i) - origin) - shift;
      squares += deviation * deviation;
    }
    result.mean.push_back(origin + shift);
    result.variance.push_back(squares / n);
  }
  return result;
}

PointScaling standardization(const Matrix& points, Index v) {
  const Moments found = moments(points);
  PointScaling scaling{found.mean, {}};
  for (const double variance : found.variance) {
    if (!std::isfinite(variance))
      fail(v, "the feature values are too large to be standardized: scale them down");
    scaling.inverse.push_back(variance > 0 ? 1 / std::sqrt(variance) : 0);
  }
  return scaling;
}

double mean_squared_distance(const Matrix& points) {
  double sum = 0;
  for (const double variance : moments(points).variance) sum += variance;
  return 2 * sum;
}

double mean_norm(const Matrix& points) {
  double sum = 0;
  for (Index i = 0; i < points.cols; ++i) {
    double largest = 0, squares = 0;
    for (const double x : points.column(i)) largest = std::max(largest, std::abs(x));
    if (largest == 0) continue;
    for (const double x : points.column(i)) squares += (x / largest) * (x / largest);
    sum += largest * std::sqrt(squares) / static_cast<double>(points.cols);
  }
  return sum;
}

Kernel kernel_of(const KernelOptions& options, const Matrix& points, Index v) {
  Kernel kernel{options.type, options.degree, options.offset, 1};
  if (options.type != KernelType::kGaussian) return kernel;
  try {
    kernel.sigma2 = gaussian_width(options, options.sigma2 ? 0 : mean_squared_distance(points));
  } catch (const DataError& error) {
    fail(v, error.what());
  }
  return kernel;
}

double eta_of(const Json& option, const Matrix& points, Index v) {
  if (const Json& eta = entry_of(option, v); eta.is_number()) return eta.get<double>();
  const double norm = mean_norm(points);
  if (norm == 0) return 1;
  const double eta = 1 / norm;
  if (!std::isfinite(eta))
    fail(v, "the feature values are too small for eta, one over their mean norm: scale them up");
  if (!(eta > 0))
    fail(v, "the feature values are too large for eta, one over their mean norm: scale them down");
  return eta;
}

}  // namespace

BlockTypes regression_kernels() {
  BlockTypes types = types_of_catalog("kernel of regressors", kernels);
  types.default_type = "gaussian";
  return types;
}

void check_lists(const RegressionOptions& options, Index views) {
  ConfigErrors errors;
  const auto check = [&](const char* name, const Json& value) {
    if (!value.is_array() || static_cast<Index>(value.size()) == views) return;
    errors.add(name, fmt::format(": a list of {}, but there {}", value.size(),
                                 are_counted(views, "view")));
  };
  check("eta", options.eta);
  check("kernel", options.kernel);
  errors.throw_if_any("");
}

RegressionView prepare_view(const LabeledPoints& labeled, const RegressionOptions& options,
                            Index v) {
  const Index n = labeled.points.cols;
  if (n == 0) fail(v, "no labeled points");
  COSTRUCT_ASSERT(n == static_cast<Index>(labeled.targets.size()), "one target a point");
  for (const double x : labeled.points.data) {
    if (!std::isfinite(x)) fail(v, "a feature value of a labeled point is not finite");
  }
  double mean = 0;
  for (const double y : labeled.targets) {
    if (!std::isfinite(y)) fail(v, "a target is not finite");
    mean += y / static_cast<double>(n);
  }
  RegressionView view;
  view.number = v;
  view.points = labeled.points;
  view.targets = labeled.targets;
  if (options.scaling == PointScalingKind::kStandardize)
    view.scaling = standardization(view.points, v);
  view.points = scaled(view.scaling, std::move(view.points));
  if (options.intercept) {
    view.intercept = mean;
    for (double& y : view.targets) y -= mean;
  }
  view.kernel = kernel_of(parse(entry_of(options.kernel, v)), view.points, v);
  if (const auto trouble = trouble_with(view.kernel, view.points)) fail(v, *trouble);
  view.eta = eta_of(options.eta, view.points, v);
  return view;
}

Matrix prepare_unlabeled(const RegressionView& view, Matrix points) {
  COSTRUCT_ASSERT(points.rows == view.points.rows,
                  "unlabeled points have the features of their view");
  points = scaled(view.scaling, std::move(points));
  if (const auto trouble = trouble_with(view.kernel, points))
    fail(view.number, "unlabeled points: " + *trouble);
  return points;
}

KernelExpansion expansion(const RegressionView& view, Matrix points, Vector coefficients) {
  for (const double a : coefficients) {
    if (!std::isfinite(a))
      fail(view.number, "feature values or targets are too large for eta: scale them down");
  }
  return {view.kernel, std::move(points), std::move(coefficients), view.scaling, view.intercept};
}

void check_memory(Index order, const FitContext& context, const char* advice) {
  const double rows = static_cast<double>(order), bytes = sizeof(double) * rows * rows;
  if (bytes <= context.memory) return;
  constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
  throw DataError(fmt::format(
      "a system of {} equations takes {:.1f} GiB, more than the {:.1f} that a fit may take: {}",
      order, bytes / kGiB, context.memory / kGiB, advice));
}

void check_objective(double primal) {
  if (std::isfinite(primal)) return;
  throw DataError("the targets are too large, their squares overflow: scale them down");
}

Matrix side_by_side(const Matrix& a, const Matrix& b) {
  Matrix both = a;
  both.cols += b.cols;
  both.data.insert(both.data.end(), b.data.begin(), b.data.end());
  return both;
}

double squared_error(ConstVectorRef y, ConstVectorRef f) {
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i) sum += (y[i] - f[i]) * (y[i] - f[i]);
  return sum;
}

}  // namespace costruct
