// A problem of a program's own: items to be put in order.
#pragma once

#include "costruct/data/formats/format.hpp"
#include "costruct/problems/catalog.hpp"

namespace ranking {

/// The kind of its inputs: what the problem takes and the format reads.
inline constexpr const char* kItemSets = "sets of items";
/// Decoding with a loss looks at all orders of the items.
inline constexpr costruct::Index kMostItems = 7;

/// Sets of items, per view a table: an example is a set, a part an item.
struct ItemSets : costruct::ProblemData {
  std::vector<costruct::FeatureTable> views;
};

/// The problem `ranking` (ranking.cpp) and the format `item_sets` (item_sets.cpp).
costruct::ProblemEntry ranking_problem();
costruct::experiments::Format item_sets_format();

}  // namespace ranking
