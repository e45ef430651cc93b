// Computes expected features by shards (subsets) of the inputs, which processes can share.
#pragma once

#include <memory>

#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/optimize/shard_sum.hpp"
#include "costruct/core/options.hpp"

namespace costruct {

/// Declares the integer option `shards`, 1 to 4096, for a field of this name. The field is a
/// std::optional<Index>; nullopt, the usual default, means no shards. Use it for a learner with
/// LearnerEntry::shares_inputs. Users must set it under mpirun. It changes only the last bits of
/// the results, and which process computes which inputs.
template <class Options>
void declare_shards(OptionDeclaration<Options>& options) {
  options
      .integer("shards", &Options::shards, {.at_least = 1, .at_most = 4096},
               "parts that processes share")
      .left_out_by_default();  // cells of runs from before keep their identity
}

/// Returns sums.expected_features(inputs, factors) if `shards` is null. Otherwise the result
/// computes the same sums by shards. Each process prepares only the inputs of its own shards. All
/// processes must call add() of the result equally often and in the same order.
///
/// With shards, coordinates() of the result lists all weights 0..dimension-1. No process knows
/// which weights the inputs of the others can affect.
/// @param sums       must outlive the result
/// @param shards     must outlive the result; entry i of `inputs` belongs to shard i modulo S
/// @param dimension  the number of weights of the problem
/// @param inputs     all inputs, also those of other processes, in the same order in each process
/// @param factors    a factor for each entry of `inputs`
std::unique_ptr<ExpectedFeatures> expected_features(const LogPartition& sums,
                                                    const ShardSum* shards, Index dimension,
                                                    std::vector<InputId> inputs, Vector factors);

}  // namespace costruct
