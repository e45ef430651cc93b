// An example of a problem that a program adds: it puts items in order.
#pragma once

#include "costruct/data/formats/format.hpp"
#include "costruct/problems/catalog.hpp"

namespace ranking {

/// The kind of inputs: the problem takes it, and the format reads it.
inline constexpr const char* kItemSets = "sets of items";
/// Maximum number of items: decoding with a loss tries all orders of the items.
inline constexpr costruct::Index kMostItems = 7;

/// Sets of items, with one table for each view. An example is a set; a part is an item.
struct ItemSets : costruct::ProblemData {
  std::vector<costruct::FeatureTable> views;
};

/// The problem `ranking` (ranking.cpp) and the format `item_sets` (item_sets.cpp).
costruct::ProblemEntry ranking_problem();
costruct::experiments::Format item_sets_format();

}  // namespace ranking
