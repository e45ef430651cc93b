#include "costruct/data/features/feature_map.hpp"

#include <limits>

namespace costruct::experiments {

std::vector<std::int32_t> renumbered(const std::vector<bool>& keep) {
  std::vector<std::int32_t> ids(keep.size(), -1);
  std::int32_t next = 0;
  for (std::size_t f = 0; f < keep.size(); ++f) {
    if (keep[f]) ids[f] = next++;
  }
  return ids;
}

std::int32_t next_feature_id(Index count) {
  if (count >= std::numeric_limits<std::int32_t>::max()) {
    throw DataError("more than 2^31 features: use fewer files or simpler features");
  }
  return static_cast<std::int32_t>(count);
}

}  // namespace costruct::experiments
