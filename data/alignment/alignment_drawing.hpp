// Alignments as drawings in SVG.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// Draws a pair of aligned FASTA records (pair_reader.hpp) as a path through the table of both
/// sequences, the first from left to right, the second downwards: pairs go diagonally, thick;
/// positions alone straight, thin. `reference`, the true alignment of the same sequences as such
/// records, goes below it as a dashed line in grey, and a legend tells which is which; empty: it is
/// not known. Ticks stand at every 50th position. Everything has the colour of the text around,
/// fainter or not; frame and ticks, pairs, gaps, the reference, numbers, names and the legend are
/// the classes `ticks`, `pairs`, `gaps`, `reference`, `numbers`, `names` and `legend` in the class
/// `alignment`; the accessible name tells the names and counts. At most 320 pixels wide and high.
/// Throws DataError where a text is not one aligned pair, or both are not of the same lengths.
/// Cost: linear in the columns.
std::string alignment_svg(std::string_view fasta, std::string_view reference = {});

}  // namespace costruct::experiments
