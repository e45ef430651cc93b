// Kernels in model files: landmarks and factor, the products, or all points and their features, of
// each view.
//
//   metadata `kernel`           for each view the type and the numbers of its kernel, and
//                               `features`, "cholesky", "products" or "points"; absent for the
//                               linear kernel
//   kernel.V.landmarks.begin    I64, r + 1: landmark i has the entries [begin[i], begin[i + 1])
//   kernel.V.landmarks.feature  I32, features of view V
//   kernel.V.landmarks.value    F64
//   kernel.V.triangle           F64, r (r + 1) / 2: the factor by columns, each from the diagonal
//   down kernel.V.points.begin, .feature, .value   like those of landmarks: all points of a graph
//   kernel.V.coordinates        F64, n x r: the explicit features of each point
//   kernel.V.products           I32, p x 3: features of view V in ascending order, -1 for the
//   offset
#pragma once

#include <span>

#include "costruct/experiments/models/kernel_tables.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {

/// A kernel of two points as a block that check_kernel() takes.
Json kernel_json(const Kernel& kernel);

/// Nothing is written where there are no kernels.
void write_kernels(ModelWriter& model, const ViewKernels& kernels);

/// Reads the kernels of a model whose views have that many features each; none where it has none.
/// Throws DataError where they are malformed.
ViewKernels read_kernels(const ModelReader& model, std::span<const Index> num_features);

}  // namespace costruct::experiments
