#include "costruct/core/kernel/kernel.hpp"

#include <cmath>

#include "costruct/core/error.hpp"

namespace costruct {
namespace {

using Declaration = OptionDeclaration<KernelOptions>;

void declare_scaling(Declaration& options) {
  options.choice(
      "scaling", &KernelOptions::scaling, scaling_names(),
      "first puts the features of a view on one scale, by their values in labeled parts");
}

void declare_rank(Declaration& options) {
  options.integer("rank", &KernelOptions::rank, {.at_least = 1},
                  "explicit features of the Cholesky expansion at most; null: full rank");
}

const Declaration& polynomial_options() {
  static const Declaration declaration = [] {
    Declaration options;
    options.integer("degree", &KernelOptions::degree, {.at_least = 1, .at_most = 10},
                    "the exponent");
    options.number("offset", &KernelOptions::offset, {.at_least = 0}, "added to the inner product");
    options.choice("expansion", &KernelOptions::expansion, {"auto", "cholesky", "products"},
                   "explicit features: products (degree <= 3), or a pivoted Cholesky factor; auto: "
                   "products if they are fewer");
    declare_rank(options);
    declare_scaling(options);
    return options;
  }();
  return declaration;
}

const Declaration& gaussian_options() {
  static const Declaration declaration = [] {
    Declaration options;
    declare_width(options, "labeled parts");
    declare_rank(options);
    declare_scaling(options);
    return options;
  }();
  return declaration;
}

const Declaration& graph_options() {
  static const Declaration declaration = [] {
    Declaration options;
    options
        .choice("edges", &KernelOptions::edges, {"nearest", "shared"},
                "points that are joined: nearest neighbours; shared: those with a common feature, "
                "for `edges` of `links`")
        .left_out_by_default();
    options
        .integer("neighbours", &KernelOptions::neighbours, {.at_least = 1},
                 "k: points are joined where one is among the k nearest of the other")
        .only_with("edges", "nearest");
    options.number("rho", &KernelOptions::rho, {.greater_than = 0},
                   "added to the diagonal of the Laplacian");
    declare_rank(options);
    declare_scaling(options);
    return options;
  }();
  return declaration;
}

const Declaration& linear_options() {
  static const Declaration declaration = [] {
    Declaration options;
    declare_scaling(options);
    return options;
  }();
  return declaration;
}

const Declaration& declaration_of(KernelType type) {
  switch (type) {
    case KernelType::kPolynomial:
      return polynomial_options();
    case KernelType::kGaussian:
      return gaussian_options();
    case KernelType::kGraph:
      return graph_options();
    case KernelType::kLinear:
      break;
  }
  return linear_options();
}

const KernelEntry* find_kernel(const Json& type) {
  return type.is_string() ? kernel_catalog().find(type.get_ref<const std::string&>()) : nullptr;
}

Json type_of(const Json& block) {
  return block.value("type", Json("linear"));
}

double power(double base, Index exponent) {
  double result = 1;
  for (Index i = 0; i < exponent; ++i) result *= base;
  return result;
}

}  // namespace

void declare_width(OptionDeclaration<KernelOptions>& options, const std::string& points) {
  options.number("sigma2", &KernelOptions::sigma2, {.greater_than = 0},
                 "the width; null: the mean squared distance between " + points);
  options
      .number("sigma2_times", &KernelOptions::sigma2_times, {.at_least = 1e-6, .at_most = 1e6},
              "multiplies the width that stands for null, to choose it without knowing the scale "
              "of the features")
      .only_with("sigma2", Json::array({nullptr}))
      .left_out_by_default();
}

double gaussian_width(const KernelOptions& options, double mean_squared_distance) {
  const double width = options.sigma2.value_or(options.sigma2_times * mean_squared_distance);
  if (!std::isfinite(width)) {
    throw DataError(
        "the feature values are too large for kernel.sigma2, their mean squared distance: scale "
        "them down");
  }
  return width == 0 ? 1 : width;
}

const std::vector<std::string>& scaling_names() {
  static const std::vector<std::string> names = {"none", "standardize", "minmax", "robust"};
  return names;
}

const Catalog<KernelEntry>& kernel_catalog() {
  static const Catalog<KernelEntry> catalog(
      "kernel",
      {{"linear", "<x, x'>: the features as they are", KernelType::kLinear,
        linear_options().list()},
       {"polynomial", "(<x, x'> + offset)^degree", KernelType::kPolynomial,
        polynomial_options().list()},
       {"gaussian", "exp(-||x - x'||^2 / sigma2)", KernelType::kGaussian,
        gaussian_options().list()},
       {"graph",
        "10 (L + rho I)^-1, L the Laplacian of the graph of nearest neighbours, or of links, among "
        "all inputs at hand",
        KernelType::kGraph, graph_options().list(), true}});
  return catalog;
}

BlockTypes kernel_types() {
  BlockTypes types = types_of_catalog("kernel", kernel_catalog);
  types.default_type = kernel_entry(KernelType::kLinear).name;
  return types;
}

void check_kernel(const Json& block, const std::string& path, ConfigErrors& errors) {
  const std::size_t before = errors.messages().size();
  check_block(kernel_types(), block, path, errors);
  if (errors.messages().size() > before || type_of(block) != "polynomial") return;
  const KernelOptions options = parse_kernel(block);
  if (options.expansion != Expansion::kProducts) return;
  if (options.degree > kLargestProduct) {
    errors.add(path + ".expansion", " = \"products\": for degrees up to 3, but degree is " +
                                        std::to_string(options.degree));
  }
  if (options.rank)
    errors.add(path + ".rank", " belongs to expansion cholesky, but expansion is products");
}

Json kernel_with_defaults(const Json& block) {
  const KernelEntry& entry = *find_kernel(type_of(block));
  Json all = with_defaults(entry.options, block);
  all["type"] = entry.name;
  if (all.at("scaling") == scaling_names().front()) all.erase("scaling");
  return all;
}

const KernelEntry& kernel_entry(KernelType type) {
  return *std::find_if(kernel_catalog().begin(), kernel_catalog().end(),
                       [&](const KernelEntry& entry) { return entry.type == type; });
}

KernelOptions parse_kernel(const Json& block) {
  const KernelEntry& entry = *find_kernel(type_of(block));
  Json keys = block;
  keys.erase("type");
  KernelOptions options = declaration_of(entry.type).parse(keys);
  options.type = entry.type;
  return options;
}

double Kernel::operator()(PointView a, PointView b) const {
  switch (type) {
    case KernelType::kPolynomial:
      return power(dot(a, b) + offset, degree);
    case KernelType::kGaussian:
      return std::exp(-squared_distance(a, b) / sigma2);
    case KernelType::kLinear:
    case KernelType::kGraph:
      break;
  }
  return dot(a, b);
}

Kernel make_kernel(const KernelOptions& options, const FeatureTable& table, Index num_parts) {
  COSTRUCT_ASSERT(options.type != KernelType::kGraph,
                  "a graph kernel is no function of two points");
  Kernel kernel{options.type, options.degree, options.offset, 1};
  if (options.type != KernelType::kGaussian) return kernel;
  kernel.sigma2 =
      gaussian_width(options, options.sigma2 ? 0 : mean_squared_distance(table, num_parts));
  return kernel;
}

}  // namespace costruct
