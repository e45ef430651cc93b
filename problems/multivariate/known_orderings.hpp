// Facts about an ordering of rows in two classes: the classes of some rows.
//
// There is a fact for each row, its possible labels. A fact behind them is the whole ordering: all
// its parts. known_of() makes it, so that all facts about an ordering allow no other one.
#pragma once

#include <optional>
#include <span>

#include "costruct/core/known.hpp"
#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"
#include "costruct/problems/multivariate/known_rows.hpp"

namespace costruct::multivariate {

/// What facts say of the orderings of an input.
struct SettledOrdering {
  SettledOrdering(const Known& known, std::size_t rows);

  SettledRows rows;
  std::optional<Output> whole;  ///< the only ordering that the facts allow, if they name it
};

/// All facts with which each of these orderings agrees.
Known known_of_orderings(std::span<const Output> outputs);
/// Whether the ordering y agrees with the facts.
bool allow_ordering(const Known& known, const Output& y);

/// Returns the classes of the ordering with the highest f, as labels 0 and 1. Classes of equal f
/// give the smallest ordering. O(n log n).
/// @param known  null: no class is known
Output best_classes(int positive, const SettledRows* known, ConstVectorRef s);

}  // namespace costruct::multivariate
