// Facts about an ordering of rows in two classes: the classes of some rows.
//
// There is a fact for each row, its possible labels. One more fact may follow: the parts of a whole
// ordering, which is then the only one that the facts allow. known_of_orderings() adds this fact if
// all its orderings are equal.
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
  /// @param rows  the number of rows of the input
  SettledOrdering(const Known& known, std::size_t rows);

  SettledRows rows;
  std::optional<Output> whole;  ///< the only ordering that the facts allow, if they name it
};

/// All facts with which each of these orderings agrees.
Known known_of_orderings(std::span<const Output> outputs);
/// Whether the ordering y agrees with the facts.
bool allow_ordering(const Known& known, const Output& y);

/// Returns the classes of the ordering with the highest f (class_orderings.hpp) that the known
/// classes allow. The result has a label, 0 or 1, for each row. Among equal values of f it has the
/// classes of the smallest ordering. O(n log n).
/// @param positive  the label of the positive class, 0 or 1
/// @param s         the score of each row
/// @param known     null: no class is known
Output best_classes(int positive, const SettledRows* known, ConstVectorRef s);

}  // namespace costruct::multivariate
