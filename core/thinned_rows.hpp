// Histories that stay short however long a fit goes on.
#pragma once

#include <cstddef>
#include <utility>

#include "costruct/core/types.hpp"

namespace costruct {

/// At most so many rows are kept, and the last one.
inline constexpr Index kMostThinnedRows = 2000;

/// The spacing of the rows that are kept of so many: the smallest power of two with which they are
/// at most kMostThinnedRows.
inline Index thinned_spacing(Index count) {
  Index spacing = 1;
  while ((count + spacing - 1) / spacing > kMostThinnedRows) spacing *= 2;
  return spacing;
}

/// Appends row `number` (0, 1, 2, ... without a gap from call to call) to a list of rows that holds
/// nothing else. Of the rows so far those stay whose number is a multiple of thinned_spacing(), so
/// the first one among them, and the newest.
template <class Rows, class Row>
void add_thinned(Rows& rows, Row row, Index number) {
  const Index before = thinned_spacing(number), now = thinned_spacing(number + 1);
  if (number > 0 && (number - 1) % before != 0)
    rows.erase(rows.end() - 1);  // was there as the newest
  if (now != before) {
    const std::size_t left = (rows.size() + 1) / 2;
    for (std::size_t i = 1; i < left; ++i) rows[i] = std::move(rows[2 * i]);
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(left), rows.end());
  }
  rows.push_back(std::move(row));
}

}  // namespace costruct
