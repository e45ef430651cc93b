#include "costruct/experiments/models/kernel_tables.hpp"

#include "costruct/problems/several/label_sets.hpp"

namespace costruct::experiments {

KernelTables kernel_tables(std::shared_ptr<const PartData> data, const KernelOptions& kernel,
                           PointsAtHand at_hand, double bytes, const WorkWatch& watch,
                           std::span<const std::vector<bool>> keeps_scale) {
  if (kernel.leaves_features()) return {std::move(data), {}};
  const std::shared_ptr<PartData> explicit_data = several::with_outputs_of(*data);
  ViewKernels kernels;
  for (std::size_t v = 0; v < data->views.size(); ++v) {
    ExpandedTable expanded = expand(data->views[v], at_hand, kernel, bytes, watch,
                                    v < keeps_scale.size() ? keeps_scale[v] : std::vector<bool>());
    bytes -= explicit_bytes(static_cast<double>(expanded.table.feature.size()));
    explicit_data->views.push_back(std::move(expanded.table));
    kernels.push_back(std::move(expanded.features));
  }
  return {std::move(explicit_data), std::move(kernels)};
}

}  // namespace costruct::experiments
