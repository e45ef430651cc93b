#include "costruct/core/kernel/expand.hpp"

#include <fmt/format.h>

#include "costruct/core/kernel/cholesky_features.hpp"
#include "costruct/core/kernel/feature_scaling.hpp"
#include "costruct/core/kernel/graph_features.hpp"
#include "costruct/core/kernel/product_features.hpp"

namespace costruct {
namespace {

// An empty table over the same examples and parts. Throws if `entries` entries do not fit into
// memory.
FeatureTable emptied(const FeatureTable& table, Index num_features, double entries, double bytes) {
  if (explicit_bytes(entries) > bytes) {
    throw DataError(
        fmt::format("the explicit features of {} parts have {:.0f} entries, too many for this "
                    "machine's memory: "
                    "limit kernel.rank or the number of examples",
                    table.num_parts(), entries));
  }
  FeatureTable empty;
  empty.num_features = num_features;
  empty.example_begin = table.example_begin;
  empty.part_begin.reserve(table.part_begin.size());
  empty.feature.reserve(static_cast<std::size_t>(entries));
  empty.value.reserve(static_cast<std::size_t>(entries));
  return empty;
}

// Reports that a part of a table gets its explicit features next.
void watch_part(const WorkWatch& watch, Index part, const FeatureTable& table) {
  watch_step(watch, {"explicit features", "parts", part, table.num_parts()});
}

// Appends the explicit features of every part of a table.
void append_parts(const FeatureTable& table, const KernelFeatures& features, const WorkWatch& watch,
                  FeatureTable& out) {
  Point point;
  for (Index part = 0; part < table.num_parts(); ++part) {
    watch_part(watch, part, table);
    read_point(table, part, point);
    features.append(point, out);
    out.end_part();
  }
}

ExpandedTable with_products(const FeatureTable& table, const DistinctPoints& known,
                            const Kernel& kernel, double bytes, const WorkWatch& watch) {
  const auto features =
      std::make_shared<const ProductFeatures>(products_of(kernel, known.points, bytes, watch));
  Point point;
  double entries = 0;
  for (Index part = 0; part < table.num_parts(); ++part) {
    read_point(table, part, point);
    entries += num_products(kernel, static_cast<Index>(point.feature.size()));
  }
  FeatureTable out = emptied(table, features->dimension(), entries, bytes);
  append_parts(table, *features, watch, out);
  return {std::move(out), features};
}

// The explicit features of all parts: rows of the factor for known parts, features.append() for
// others.
FeatureTable rows_of(const FeatureTable& table, const DistinctPoints& known,
                     const CholeskyFactor& factor, const KernelFeatures& features, double bytes,
                     const WorkWatch& watch) {
  const Index r = features.dimension();
  FeatureTable out =
      emptied(table, r, static_cast<double>(table.num_parts()) * static_cast<double>(r), bytes);
  Vector row(r);
  Point point;
  const auto num_known = static_cast<Index>(known.of_part.size());
  for (Index part = 0; part < table.num_parts(); ++part) {
    watch_part(watch, part, table);
    if (part < num_known) {  // the same bits as by forward substitution
      for (Index j = 0; j < r; ++j) row[j] = factor.columns[j][known.of_part[part]];
      append_dense(row, out);
    } else {
      read_point(table, part, point);
      features.append(point, out);
    }
    out.end_part();
  }
  return out;
}

ExpandedTable with_factor(const FeatureTable& table, const DistinctPoints& known,
                          const Kernel& kernel, std::optional<Index> rank, double bytes,
                          const WorkWatch& watch) {
  const auto parts = static_cast<double>(table.num_parts()),
             points = static_cast<double>(known.points.size());
  // Each column of the factor needs a column of the table. Both together must fit, which is checked
  // before the work.
  const double of_factor = points * sizeof(double), of_table = explicit_bytes(parts);
  CholeskyLimits limits;
  limits.rank = rank;
  limits.bytes = points == 0 ? bytes : bytes * of_factor / (of_factor + of_table);
  const CholeskyFactor factor = factorize(kernel, known.points, limits, watch);
  const auto features =
      std::make_shared<const CholeskyFeatures>(features_of(kernel, known.points, factor));
  return {rows_of(table, known, factor, *features, bytes, watch), features};
}

ExpandedTable with_graph(const FeatureTable& table, const DistinctPoints& known,
                         const KernelOptions& options, double bytes, const WorkWatch& watch) {
  const GraphKernel kernel{options.neighbours, options.rho, options.edges};
  // Each column of the factor needs a column of the coordinates and one of the table.
  const double per_column = 2 * static_cast<double>(known.points.size()) * sizeof(double) +
                            explicit_bytes(static_cast<double>(table.num_parts()));
  const CholeskyFactor factor =
      factorize_graph(kernel, known.points, options.rank, bytes, per_column, watch);
  const auto features =
      std::make_shared<const GraphFeatures>(graph_features_of(kernel, known.points, factor));
  return {rows_of(table, known, factor, *features, bytes, watch), features};
}

// The same examples and parts, with scaled features. Throws if they do not fit into memory.
FeatureTable scaled_table(const FeatureTable& table, const FeatureScaling& scaling, double bytes,
                          const WorkWatch& watch) {
  FeatureTable out = emptied(table, table.num_features, scaling.entries_of(table), bytes);
  append_parts(table, ScaledFeatures(scaling, nullptr), watch, out);
  return out;
}

// Scales the features, then applies the kernel.
ExpandedTable with_scaling(const FeatureTable& table, PointsAtHand at_hand,
                           const KernelOptions& options, double bytes, const WorkWatch& watch,
                           const std::vector<bool>& keeps_scale) {
  FeatureScaling scaling =
      feature_scaling(options.scaling, table, table.example_begin[at_hand.labeled], keeps_scale);
  FeatureTable scaled = scaled_table(table, scaling, bytes, watch);
  ExpandedTable expanded;
  KernelOptions rest = options;
  rest.scaling = Scaling::kNone;
  if (options.type == KernelType::kLinear) {
    expanded.table = std::move(scaled);
  } else {
    bytes -= explicit_bytes(static_cast<double>(scaled.num_entries()));
    expanded = expand(scaled, at_hand, rest, bytes, watch);
  }
  expanded.features =
      std::make_shared<const ScaledFeatures>(std::move(scaling), std::move(expanded.features));
  return expanded;
}

}  // namespace

double explicit_bytes(double entries) {
  return entries * (sizeof(std::int32_t) + sizeof(double));
}

bool takes_products(const KernelOptions& options, const Kernel& kernel, const Points& points) {
  if (kernel.type != KernelType::kPolynomial || kernel.degree > kLargestProduct) return false;
  if (options.expansion != Expansion::kAuto) return options.expansion == Expansion::kProducts;
  const auto n = static_cast<double>(points.size());
  const double rank = options.rank ? std::min(n, static_cast<double>(*options.rank)) : n;
  double entries = 0;
  for (Index i = 0; i < points.size(); ++i)
    entries += num_products(kernel, static_cast<Index>(points[i].feature.size()));
  return entries < n * rank;
}

ExpandedTable expand(const FeatureTable& table, PointsAtHand at_hand, const KernelOptions& options,
                     double bytes, const WorkWatch& watch, const std::vector<bool>& keeps_scale) {
  if (options.scaling != Scaling::kNone)
    return with_scaling(table, at_hand, options, bytes, watch, keeps_scale);
  const DistinctPoints known = distinct_points(table, table.example_begin[at_hand.known]);
  if (options.type == KernelType::kGraph) return with_graph(table, known, options, bytes, watch);
  const Kernel kernel = make_kernel(options, table, table.example_begin[at_hand.labeled]);
  if (takes_products(options, kernel, known.points))
    return with_products(table, known, kernel, bytes, watch);
  return with_factor(table, known, kernel, options.rank, bytes, watch);
}

}  // namespace costruct
