// Expected features of a list of inputs, summed over blocks of them: any number of threads adds
// them up in the same order.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "costruct/core/interfaces/log_partition.hpp"

namespace costruct {

/// into[place[c]] += factor * E[Phi_c(x, y)] for the coordinates c that x can touch; returns log
/// Z(x).
using ExpectedOfInput = std::function<double(InputId x, double factor, ConstVectorRef w,
                                             const std::vector<Index>& place, VectorRef into)>;

/// See LogPartition::expected_features(). `touched` says of each coordinate whether an input can
/// touch it.
std::unique_ptr<ExpectedFeatures> block_expectations(const std::vector<bool>& touched,
                                                     std::vector<InputId> inputs, Vector factors,
                                                     ExpectedOfInput of_input);

}  // namespace costruct
