// Alignments as two rows with gaps, column by column, and as outputs (core/decode/alignment.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/decode/alignment.hpp"
#include "costruct/core/output.hpp"

namespace costruct::experiments {

/// The row without its gaps, and how many residues these are.
std::string without_gaps(std::string_view row);
Index num_residues(std::string_view row);

/// The output of two rows, in which gaps between two pairs may stand in any order. Where it is
/// local, what is left of the first pair and right of the last one is not part of it. Throws
/// DataError("what is wrong") where they differ in length or have gaps in the same column.
Output alignment_of_rows(std::string_view first, std::string_view second, AlignmentKind kind);

/// The columns of both sequences, of n and m positions, of which the output aligns all or, where it
/// is local, some; the others stand alone.
std::vector<AlignmentOperation> columns_of(const Output& output, Index n, Index m,
                                           AlignmentKind kind);

/// What stands in the columns: a letter for each position, where `alone` is the operation that
/// leaves positions of this sequence alone, and - for a gap.
std::string row_of(std::string_view letters, const std::vector<AlignmentOperation>& columns,
                   AlignmentOperation alone);

}  // namespace costruct::experiments
