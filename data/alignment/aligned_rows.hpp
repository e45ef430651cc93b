// Conversions between alignments as two rows of letters and gaps, as lists of columns, and as
// outputs (core/decode/alignment/alignment.hpp). Letters stand for residues (residues.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/decode/alignment/alignment.hpp"
#include "costruct/core/known.hpp"
#include "costruct/core/output.hpp"

namespace costruct::experiments {

/// Returns the row without its gaps, which are - or .
std::string without_gaps(std::string_view row);
/// Returns the number of letters of the row that are not gaps.
Index num_residues(std::string_view row);

/// The output for two aligned rows. Gaps between two pairs may stand in any order. A local output
/// leaves out what is left of the first pair and right of the last pair. Throws DataError("what is
/// wrong") if the rows differ in length or have gaps in the same column.
Output alignment_of_rows(std::string_view first, std::string_view second, AlignmentKind kind);

/// Which columns of two rows are known: all, or only those without small letters.
enum class KnownColumnsOfRows { kAll, kCapitals };
/// The known columns of two aligned rows, as facts of global alignments
/// (problems/alignment/known_pairs.hpp). Two letters are a pair, and a letter beside a gap is not
/// paired. With kCapitals, a column with a small letter gives no fact. Throws DataError as
/// alignment_of_rows() does.
Known known_columns(std::string_view first, std::string_view second, KnownColumnsOfRows which);

/// The columns of the alignment of two sequences with n and m positions. A local output may align
/// only a part of the positions; the others are unpaired: kFirst or kSecond.
std::vector<AlignmentOperation> columns_of(const Output& output, Index n, Index m,
                                           AlignmentKind kind);

/// The row of one sequence: a letter for each of its positions, and - for a gap.
/// @param letters  the sequence without gaps
/// @param alone    kFirst if this is the first sequence, kSecond if it is the second
std::string row_of(std::string_view letters, const std::vector<AlignmentOperation>& columns,
                   AlignmentOperation alone);

}  // namespace costruct::experiments
