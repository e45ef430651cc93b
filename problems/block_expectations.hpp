// Expected features of a list of inputs, summed over blocks of inputs. The order of the sums is the
// same for any number of threads.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "costruct/core/interfaces/log_partition.hpp"

namespace costruct {

/// Does into[place[c]] += factor * E[Phi_c(x, y)] for the coordinates c that x can touch, which are
/// those where Phi(x, y) is not 0 for some y. Returns log Z(x). w and `into` have an entry for each
/// coordinate; see LogPartition::expected_features().
using ExpectedOfInput = std::function<double(InputId x, double factor, ConstVectorRef w,
                                             const std::vector<Index>& place, VectorRef into)>;

/// Makes the result of LogPartition::expected_features(). `touched` tells for each coordinate
/// whether an input of the list can touch it.
std::unique_ptr<ExpectedFeatures> block_expectations(const std::vector<bool>& touched,
                                                     std::vector<InputId> inputs, Vector factors,
                                                     ExpectedOfInput of_input);

}  // namespace costruct
