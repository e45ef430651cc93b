// Kernels in model files: for each view its landmarks and factor, its products, or all points and
// their features. V is the number of the view, from 0.
//
//   metadata `kernel`           For each view the type and the numbers of its kernel, and
//                               `features`: "cholesky", "products" or "points".
//                               Absent for the linear kernel without scaling.
//   kernel.V.landmarks.begin    I64, r + 1: landmark i has the entries [begin[i], begin[i + 1])
//   kernel.V.landmarks.feature  I32, features of view V
//   kernel.V.landmarks.value    F64
//   kernel.V.triangle           F64, r (r + 1) / 2: the factor by columns, each from the diagonal
//                               down
//   kernel.V.points.begin, .feature, .value
//                               like those of landmarks: all points of a graph
//   kernel.V.coordinates        F64, n x r: the explicit features of each point
//   kernel.V.shift, kernel.V.factor
//                               F64, by feature: the scaling, if the block has `scaling`. A view
//                               that is mostly zeros has no shift. For the linear kernel
//                               `features` is then "scaled".
//   kernel.V.products           I32, p x 3: features of view V in ascending order, -1 for the
//                               offset. The products ascend in lexicographic order
#pragma once

#include <span>

#include "costruct/experiments/models/kernel_tables.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {

/// A kernel of two points as a JSON block that check_kernel() accepts.
Json kernel_json(const Kernel& kernel);

/// Adds the kernels to a model. Without kernels it adds nothing.
void write_kernels(ModelWriter& model, const ViewKernels& kernels);

/// Reads the kernels of a model; empty if the model has none. Throws DataError if they are
/// malformed.
/// @param num_features  number of features of each view
ViewKernels read_kernels(const ModelReader& model, std::span<const Index> num_features);

}  // namespace costruct::experiments
