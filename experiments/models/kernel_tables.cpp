#include "costruct/experiments/models/kernel_tables.hpp"

namespace costruct::experiments {

KernelTables kernel_tables(std::shared_ptr<const PartData> data, const KernelOptions& kernel,
                           PointsAtHand at_hand, double bytes, const WorkWatch& watch) {
  if (kernel.leaves_features()) return {std::move(data), {}};
  auto explicit_data = std::make_shared<PartData>();
  explicit_data->labels = data->labels;
  ViewKernels kernels;
  for (const FeatureTable& view : data->views) {
    ExpandedTable expanded = expand(view, at_hand, kernel, bytes, watch);
    bytes -= explicit_bytes(static_cast<double>(expanded.table.feature.size()));
    explicit_data->views.push_back(std::move(expanded.table));
    kernels.push_back(std::move(expanded.features));
  }
  return {std::move(explicit_data), std::move(kernels)};
}

}  // namespace costruct::experiments
