// Kernels: their options and their values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/catalog.hpp"
#include "costruct/core/kernel/points.hpp"
#include "costruct/core/options.hpp"

namespace costruct {

enum class KernelType { kLinear, kPolynomial, kGaussian, kGraph };

/// How a polynomial kernel is turned into explicit features: by products of features
/// (product_features.hpp) or by a Cholesky factor (cholesky_features.hpp). kAuto takes the one with
/// fewer numbers; see expand(). Gaussian and graph kernels always use a Cholesky factor.
enum class Expansion { kAuto, kCholesky, kProducts };

/// Which points a graph kernel joins: nearest neighbours, or points with a common feature.
enum class GraphEdges { kNearest, kShared };

/// How the features of a view are scaled before the kernel; feature_scaling() in
/// feature_scaling.hpp defines each way.
enum class Scaling { kNone, kStandardize, kMinmax, kRobust };
/// Their names, in this order.
const std::vector<std::string>& scaling_names();

/// The options of a kernel as the config gives them. Kernel (below) and GraphKernel
/// (graph_features.hpp) have the formulas.
struct KernelOptions {
  KernelType type = KernelType::kLinear;
  Scaling scaling = Scaling::kNone;
  Index degree = 2;                         ///< polynomial: the exponent, 1 to 10
  double offset = 1;                        ///< polynomial: >= 0, added to the inner product
  std::optional<double> sigma2;             ///< gaussian; absent: see gaussian_width()
  double sigma2_times = 1;                  ///< gaussian: factor of the default width
  GraphEdges edges = GraphEdges::kNearest;  ///< graph
  Index neighbours = 10;                    ///< graph: number of nearest neighbours, >= 1
  double rho = 1e-6;                        ///< graph: > 0, added to the diagonal of the Laplacian
  Expansion expansion = Expansion::kAuto;
  std::optional<Index> rank;  ///< the most columns of the Cholesky factor; absent: full rank

  /// Whether the kernel leaves the features unchanged: it is linear, without scaling.
  bool leaves_features() const { return type == KernelType::kLinear && scaling == Scaling::kNone; }
};

/// Declares the options sigma2 and sigma2_times of a Gaussian kernel.
/// @param points  the points whose mean squared distance is the default width, for the help: for
///                example "labeled parts"
void declare_width(OptionDeclaration<KernelOptions>& options, const std::string& points);

/// The width sigma2 of a Gaussian kernel: the option sigma2, or else sigma2_times multiplied by the
/// mean squared distance of the labeled points. If the result is 0, the width is 1. Throws
/// DataError if it is not finite.
double gaussian_width(const KernelOptions& options, double mean_squared_distance);

/// The largest degree for which products of features are used.
inline constexpr Index kLargestProduct = 3;

/// A kernel as catalogs list it.
struct KernelEntry {
  std::string name, summary;
  KernelType type = KernelType::kLinear;
  std::vector<OptionInfo> options;
  /// The kernel is defined only between inputs that are known at training time. New inputs cannot
  /// be predicted.
  bool transductive = false;
};
/// All kernels, in the order in which help lists them.
const Catalog<KernelEntry>& kernel_catalog();
/// The entry of this type in kernel_catalog().
const KernelEntry& kernel_entry(KernelType type);
/// The types of a `kernel` block. A block without `type` is linear.
BlockTypes kernel_types();

/// Checks a `kernel` block: keys, values, and keys that belong to another type. A block without
/// `type` is linear. Adds what is wrong to `errors`.
void check_kernel(const Json& block, const std::string& path, ConfigErrors& errors);

/// A checked block with its type and all keys of that type, defaults filled in. If `scaling` is
/// "none", the result has no key `scaling`.
Json kernel_with_defaults(const Json& block);

/// The options of a checked block.
KernelOptions parse_kernel(const Json& block);

/// A kernel that is a function of two points, with known parameters:
///   linear      <a, b>
///   polynomial  (<a, b> + offset)^degree
///   gaussian    exp(-||a - b||^2 / sigma2)
struct Kernel {
  KernelType type = KernelType::kLinear;
  Index degree = 2;
  double offset = 1;
  double sigma2 = 1;

  /// k(a, b); the same bits as k(b, a).
  double operator()(PointView a, PointView b) const;
};

/// The kernel with these options; not for graph kernels. The width of a Gaussian kernel is
/// gaussian_width() for the mean_squared_distance() of the parts 0..num_parts - 1 of a table.
/// Throws DataError if values are too large.
Kernel make_kernel(const KernelOptions& options, const FeatureTable& table, Index num_parts);

}  // namespace costruct
