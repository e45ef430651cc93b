// Kernels: their options, and their values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/kernel/points.hpp"
#include "costruct/core/options.hpp"

namespace costruct {

enum class KernelType { kLinear, kPolynomial, kGaussian, kGraph };

/// How a polynomial kernel becomes explicit features; others always take kCholesky.
enum class Expansion { kAuto, kCholesky, kProducts };

struct KernelOptions {
  KernelType type = KernelType::kLinear;
  Index degree = 2;              ///< polynomial
  double offset = 1;             ///< polynomial
  std::optional<double> sigma2;  ///< gaussian; absent: mean_squared_distance of the labeled parts
  Index neighbours = 10;         ///< graph
  double rho = 1e-6;             ///< graph
  Expansion expansion = Expansion::kAuto;
  std::optional<Index> rank;  ///< of the Cholesky factor; absent: full
};

/// Products of more than this many features are not spelled out.
inline constexpr Index kLargestProduct = 3;

struct KernelEntry {
  std::string name, summary;
  KernelType type = KernelType::kLinear;
  std::vector<OptionInfo> options;
  /// Known between the inputs at hand only: these are all there are, whether a learner trains on
  /// them or not.
  bool transductive = false;
};
/// The kernels, in the order in which they are listed.
const std::vector<KernelEntry>& kernel_catalog();
const KernelEntry& kernel_entry(KernelType type);

/// Checks a `kernel` block: keys, values, keys that belong to another type. Without `type` it is
/// linear.
void check_kernel(const Json& block, const std::string& path, ConfigErrors& errors);

/// A checked block with its type and the keys that this has, defaults filled in.
Json kernel_with_defaults(const Json& block);

/// The options of a checked block.
KernelOptions parse_kernel(const Json& block);

/// A kernel that is a function of two points, all of whose parameters are numbers:
///   linear <a, b>;  polynomial (<a, b> + offset)^degree;  gaussian exp(-||a - b||^2 / sigma2)
struct Kernel {
  KernelType type = KernelType::kLinear;
  Index degree = 2;
  double offset = 1;
  double sigma2 = 1;

  /// The same bits as with a and b exchanged.
  double operator()(PointView a, PointView b) const;
};

/// The kernel of given options, other than graph. A missing sigma2 comes from the parts
/// 0..num_parts - 1 of a table, and is 1 where these are all the same. Throws DataError where the
/// values are too large for any.
Kernel make_kernel(const KernelOptions& options, const FeatureTable& table, Index num_parts);

}  // namespace costruct
