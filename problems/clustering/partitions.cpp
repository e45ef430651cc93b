#include "costruct/problems/clustering/partitions.hpp"

#include <cmath>

namespace costruct::clustering {

std::pair<Index, Index> objects_of_pair(Index pair) {
  // Finds j with j (j - 1) / 2 <= pair < j (j + 1) / 2. The root may be wrong by rounding.
  auto j = static_cast<Index>((1 + std::sqrt(1 + 8 * static_cast<double>(pair))) / 2);
  while (j * (j - 1) / 2 > pair) --j;
  while (j * (j + 1) / 2 <= pair) ++j;
  return {j, pair - j * (j - 1) / 2};
}

}  // namespace costruct::clustering
