#include "costruct/experiments/engine/kernel_tables.hpp"

#include "costruct/experiments/engine/machine_memory.hpp"

namespace costruct::experiments {

bool is_linear(const Json& kernel) {
  return parse_kernel(kernel).type == KernelType::kLinear;
}

KernelTables kernel_tables(std::shared_ptr<const PartData> data, const Json& kernel, PointsAtHand at_hand) {
  const KernelOptions options = parse_kernel(kernel);
  if (options.type == KernelType::kLinear) return {std::move(data), {}};
  auto explicit_data = std::make_shared<PartData>();
  explicit_data->labels = data->labels;
  ViewKernels kernels;
  for (const FeatureTable& view : data->views) {
    ExpandedTable expanded = expand(view, at_hand, options, machine_memory() / 2);
    explicit_data->views.push_back(std::move(expanded.table));
    kernels.push_back(std::move(expanded.features));
  }
  return {std::move(explicit_data), std::move(kernels)};
}

}  // namespace costruct::experiments
