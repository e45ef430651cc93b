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
    options.number("sigma2", &KernelOptions::sigma2, {.greater_than = 0},
                   "the width; null: the mean squared distance between labeled points");
  }
  return options;
}

const std::vector<std::string>& kernel_names() {
  static const std::vector<std::string> names = {"gaussian", "linear", "polynomial"};
  return names;
}

KernelType type_of(const Json& block) {
  const Json type = block.value("type", Json("gaussian"));
  if (type == "linear") return KernelType::kLinear;
  return type == "polynomial" ? KernelType::kPolynomial : KernelType::kGaussian;
}

KernelOptions parse(const Json& block) {
  Json keys = block;
  keys.erase("type");
  KernelOptions options = declaration_of(type_of(block)).parse(keys);
  options.type = type_of(block);
  return options;
}

// Errors of one kernel. `at` is its position within the option: "" or "[1]".
void check_block(const Json& block, const std::string& at, ConfigErrors& errors) {
  if (!block.is_object())
    return errors.add(at.empty() ? "it" : at, " must be an object with a key type");
  const std::string path = at.empty() ? "" : at + ".";
  const Json type = block.value("type", Json("gaussian"));
  if (type == "graph") {
    return errors.add(path + "type",
                      " = \"graph\" is known between given inputs only, and regressors predict "
                      "new ones: must be " +
                          one_of(kernel_names()));
  }
  if (std::find(kernel_names().begin(), kernel_names().end(), type) == kernel_names().end()) {
    return errors.add(path + "type", " = " + shown(type) + ": " + suggestion(type, kernel_names()));
  }
  Json rest = block;
  rest.erase("type");
  for (const char* key : {"rank", "expansion"}) {
    if (rest.erase(key) == 0) continue;
    errors.add(path + key,
               " is of explicit features, and regressors use the kernel itself: leave it out");
  }
  for (const KernelType other : {KernelType::kPolynomial, KernelType::kGaussian}) {
    if (other == type_of(block)) continue;
    const OptionDeclaration<KernelOptions> declared = declaration_of(other);
    for (const OptionInfo& info : declared.list()) {
      if (rest.erase(info.name) == 0) continue;
      errors.add(path + info.name,
                 fmt::format(" belongs to type {}, but type is {}",
                             other == KernelType::kPolynomial ? "polynomial" : "gaussian",
                             type.get<std::string>()));
    }
  }
  check_options(declaration_of(type_of(block)).list(), rest, at, errors, {"type"});
}

std::optional<std::string> joined(const ConfigErrors& errors) {
  if (errors.empty()) return std::nullopt;
  return fmt::format("{}", fmt::join(errors.messages(), "; "));
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
  kernel.sigma2 = options.sigma2 ? *options.sigma2 : mean_squared_distance(points);
  if (!std::isfinite(kernel.sigma2)) {
    fail(v,
         "the feature values are too large for kernel.sigma2, their mean squared distance: scale "
         "them down");
  }
  if (kernel.sigma2 == 0) kernel.sigma2 = 1;
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

std::optional<std::string> check_eta(const Json& eta) {
  const auto positive = [](const Json& value) {
    return value.is_number() && std::isfinite(value.get<double>()) && value.get<double>() > 0;
  };
  if (eta.is_null() || positive(eta)) return std::nullopt;
  if (eta.is_array() && !eta.empty() && std::all_of(eta.begin(), eta.end(), positive))
    return std::nullopt;
  return "must be null, a number > 0 or a list of them, one per view";
}

std::optional<std::string> check_regression_kernel(const Json& kernel) {
  ConfigErrors errors;
  if (!kernel.is_array()) {
    if (!kernel.is_object())
      return "must be an object with a key type, or a list of them, one per view";
    check_block(kernel, "", errors);
    return joined(errors);
  }
  if (kernel.empty()) return "must be an object with a key type, or a list of them, one per view";
  for (std::size_t v = 0; v < kernel.size(); ++v)
    check_block(kernel[v], fmt::format("[{}]", v), errors);
  return joined(errors);
}

Json eta_schema() {
  const Json number = {{"type", "number"}, {"exclusiveMinimum", 0}};
  return {{"anyOf",
           {{{"type", "null"}}, number, {{"type", "array"}, {"items", number}, {"minItems", 1}}}}};
}

Json regression_kernel_schema() {
  Json one = {{"anyOf", Json::array()}};
  for (const KernelType type :
       {KernelType::kGaussian, KernelType::kLinear, KernelType::kPolynomial}) {
    Json properties = options_schema(declaration_of(type).list());
    const char* name = type == KernelType::kGaussian ? "gaussian"
                       : type == KernelType::kLinear ? "linear"
                                                     : "polynomial";
    properties["type"] = {{"const", name}};
    Json block = {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
    if (type != KernelType::kGaussian) block["required"] = {"type"};
    one["anyOf"].push_back(block);
  }
  Json schema = one;
  schema["anyOf"].push_back({{"type", "array"}, {"items", one}, {"minItems", 1}});
  return schema;
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
