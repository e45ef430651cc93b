// Sums over outputs by shards of the inputs, which processes can share.
#pragma once

#include <memory>

#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/optimize/shard_sum.hpp"
#include "costruct/core/options.hpp"

namespace costruct {

/// Declares the option `shards` of a learner whose sums processes can share. Under mpirun it must
/// be set. It has an effect on the last bits, and on which process computes what. See also
/// LearnerEntry::shares_inputs.
template <class Options>
void declare_shards(OptionDeclaration<Options>& options) {
  options
      .integer("shards", &Options::shards, {.at_least = 1, .at_most = 4096},
               "parts that processes share")
      .left_out_by_default();  // cells of runs from before keep their identity
}

/// LogPartition::expected_features(), by shards if `shards` is not null. Each process then prepares
/// the inputs of its shards alone. The coordinates are all `dimension` weights, because no process
/// knows those of the others. `shards` must outlive the result.
std::unique_ptr<ExpectedFeatures> expected_features(const LogPartition& sums,
                                                    const ShardSum* shards, Index dimension,
                                                    std::vector<InputId> inputs, Vector factors);

}  // namespace costruct
