// Converts alignments between two rows with gaps, columns, and outputs (core/decode/alignment.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/decode/alignment.hpp"
#include "costruct/core/output.hpp"

namespace costruct::experiments {

/// The row without its gaps, and the number of residues in a row.
std::string without_gaps(std::string_view row);
Index num_residues(std::string_view row);

/// The output of two rows. Gaps between two pairs may stand in any order. For local alignments,
/// residues left of the first pair and right of the last pair are not part of the output. Throws
/// DataError("what is wrong") if the rows differ in length or both have a gap in the same column.
Output alignment_of_rows(std::string_view first, std::string_view second, AlignmentKind kind);

/// The columns of both sequences, which have n and m positions. A global output aligns all
/// positions. A local output aligns some; each other position stands alone.
std::vector<AlignmentOperation> columns_of(const Output& output, Index n, Index m,
                                           AlignmentKind kind);

/// The row of one sequence: a letter for each position, and - for a gap. `alone` is the operation
/// that leaves a position of this sequence alone.
std::string row_of(std::string_view letters, const std::vector<AlignmentOperation>& columns,
                   AlignmentOperation alone);

}  // namespace costruct::experiments
