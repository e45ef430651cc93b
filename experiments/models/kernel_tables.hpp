// Applies the key `kernel` of a learner: explicit features replace the features of each view.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "costruct/core/kernel/expand.hpp"
#include "costruct/io/machine_memory.hpp"

namespace costruct::experiments {

/// The explicit features of each view. Empty for the linear kernel without scaling, which leaves
/// features unchanged. With scaling, the features of a linear kernel are the scaled ones.
using ViewKernels = std::vector<std::shared_ptr<const KernelFeatures>>;

/// Data with the explicit features, and the kernels that made them.
struct KernelTables {
  std::shared_ptr<const PartData> data;
  ViewKernels kernels;
};

/// Applies a kernel to every view of `data`. Kernels are made from the points in `at_hand` only. A
/// linear kernel without scaling returns `data` itself. Throws DataError if the tables of all views
/// would take more than `bytes`, and in the other cases of expand().
/// @param watch        is called for every pivot and part of every view
/// @param keeps_scale  keeps_scale[v][j]: whether scaling leaves feature j of view v as it is.
///                     Empty: scaling changes all features
KernelTables kernel_tables(std::shared_ptr<const PartData> data, const KernelOptions& kernel,
                           PointsAtHand at_hand, double bytes = machine_memory() / 2,
                           const WorkWatch& watch = {},
                           std::span<const std::vector<bool>> keeps_scale = {});

}  // namespace costruct::experiments
