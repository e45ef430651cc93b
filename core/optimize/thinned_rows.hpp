// A history of at most about 2000 rows, however long a fit takes.
#pragma once

#include <cstddef>
#include <utility>

#include "costruct/core/types.hpp"

namespace costruct {

/// The most rows that are kept, in addition to the newest one.
inline constexpr Index kMostThinnedRows = 2000;

/// The spacing of the rows that are kept of `count` rows: the smallest power of two that keeps at
/// most kMostThinnedRows.
inline Index thinned_spacing(Index count) {
  Index spacing = 1;
  while ((count + spacing - 1) / spacing > kMostThinnedRows) spacing *= 2;
  return spacing;
}

/// Appends row `number` to `rows` and removes rows that are no longer kept. It keeps the newest row
/// and all rows whose number is a multiple of thinned_spacing(number + 1). So row 0 always stays.
///
/// Start with empty `rows` and call it with the numbers 0, 1, 2, ... without a gap.
template <class Rows, class Row>
void add_thinned(Rows& rows, Row row, Index number) {
  const Index before = thinned_spacing(number), now = thinned_spacing(number + 1);
  if (number > 0 && (number - 1) % before != 0)
    rows.erase(rows.end() - 1);  // it was kept only as the newest row
  if (now != before) {
    const std::size_t left = (rows.size() + 1) / 2;
    for (std::size_t i = 1; i < left; ++i) rows[i] = std::move(rows[2 * i]);
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(left), rows.end());
  }
  rows.push_back(std::move(row));
}

}  // namespace costruct
