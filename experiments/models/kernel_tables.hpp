// The key `kernel` of a learner: explicit features in place of the features of each view.
#pragma once

#include <memory>
#include <vector>

#include "costruct/core/kernel/expand.hpp"
#include "costruct/io/machine_memory.hpp"

namespace costruct::experiments {

/// The explicit features of each view; none for the linear kernel, which leaves features as they
/// are.
using ViewKernels = std::vector<std::shared_ptr<const KernelFeatures>>;

struct KernelTables {
  std::shared_ptr<const PartData> data;
  ViewKernels kernels;
};

/// Applies a kernel to every view of `data`, by the points at hand alone. Throws DataError
/// where the tables of all views would take more than `bytes`. `watch` hears of the steps of every
/// view.
KernelTables kernel_tables(std::shared_ptr<const PartData> data, const KernelOptions& kernel,
                           PointsAtHand at_hand, double bytes = machine_memory() / 2,
                           const WorkWatch& watch = {});

}  // namespace costruct::experiments
