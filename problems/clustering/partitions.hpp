// Enumerates partitions.
#pragma once

#include <algorithm>
#include <utility>

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct::clustering {

/// Calls use(partition) for every partition of `objects` objects, in lexicographic order. There are
/// Bell(objects) of them. core/decode/clusterings/correlation_clustering.hpp describes the
/// encoding.
template <class Use>
void for_each_partition(Index objects, const Use& use) {
  Output partition;
  partition.parts.assign(static_cast<std::size_t>(objects), 0);
  std::vector<int>& parts = partition.parts;
  for (;;) {
    use(static_cast<const Output&>(partition));
    // The last object that can go to a higher cluster: at most to the first empty one.
    std::size_t last = parts.size();
    while (last > 1 && parts[last - 1] >
                           *std::max_element(parts.begin(),
                                             parts.begin() + static_cast<std::ptrdiff_t>(last) - 1))
      --last;
    if (last <= 1) return;
    ++parts[last - 1];
    std::fill(parts.begin() + static_cast<std::ptrdiff_t>(last), parts.end(), 0);
  }
}

/// Returns the objects (j, k), j > k, with pair_index(j, k) = pair (correlation_clustering.hpp).
std::pair<Index, Index> objects_of_pair(Index pair);

}  // namespace costruct::clustering
