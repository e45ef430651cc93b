// Partitions as outputs, one by one.
#pragma once

#include <algorithm>
#include <utility>

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct::clustering {

/// Calls use(partition) for every partition of so many objects, in lexicographic order
/// (core/decode/ correlation_clustering.hpp has the encoding). Bell(objects) of them.
template <class Use>
void for_each_partition(Index objects, const Use& use) {
  Output partition;
  partition.parts.assign(static_cast<std::size_t>(objects), 0);
  std::vector<int>& parts = partition.parts;
  for (;;) {
    use(static_cast<const Output&>(partition));
    // The last object that may go one cluster further: at most to one that none before it is in.
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

/// The objects j > k of pair_index(j, k).
std::pair<Index, Index> objects_of_pair(Index pair);

}  // namespace costruct::clustering
