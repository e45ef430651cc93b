// Small instances of problems whose inputs are rows or chains of parts (small_instance.hpp).
#pragma once

#include "costruct/contract/instances/small_instance.hpp"
#include "costruct/core/feature_table.hpp"
#include "costruct/core/random.hpp"

namespace costruct::contract {

/// The shape of the parts to draw.
struct SmallParts {
  std::vector<std::string> labels;
  std::vector<Index> lengths;         ///< parts of each input
  std::vector<Index> features = {5};  ///< of each view
  bool indicators = true;  ///< values 1, each id once in a part; else -1, 0, 1, 2, ids repeated
  /// Whether most parts have a shared row of whole numbers too. Those with one first feature differ
  /// in their lengths.
  bool shared_rows = false;
};

/// Features at random. An output is a label for each part.
SmallInstance small_parts(const SmallParts& shape, Json options, RandomStream& random);

/// The same shape in one, two and three views, each with indicators and with other values.
std::vector<SmallInstance> in_all_forms(const SmallParts& shape, const Json& options,
                                        RandomStream& random);

/// in_all_forms() of a few inputs of one part, for problems over rows.
std::vector<SmallInstance> small_rows(const std::vector<std::string>& labels, const Json& options,
                                      RandomStream& random);

/// The labels "0", "1", ...
std::vector<std::string> numbered_labels(Index count);

/// A matrix of costs from 0 to 4 with a zero diagonal, for the loss cost_matrix.
Json random_costs(Index labels, RandomStream& random);

/// into += more
void append(std::vector<SmallInstance> more, std::vector<SmallInstance>& into);

}  // namespace costruct::contract
