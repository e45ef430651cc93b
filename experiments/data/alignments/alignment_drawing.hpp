// Alignments as drawings in SVG.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// Draws a pair of aligned FASTA records (pair_reader.hpp) as a path through the table of both sequences, the
/// first from left to right, the second downwards: pairs go diagonally, thick; positions alone straight,
/// thin. Ticks stand at every 50th position. Everything has the colour of the text around; frame and ticks,
/// pairs, gaps, numbers and names are the classes `ticks`, `pairs`, `gaps`, `numbers` and `names` in the
/// class `alignment`; the accessible name tells the names and counts. At most 320 pixels wide and high.
/// Throws DataError where the text is not one aligned pair. Cost: linear in the columns.
std::string alignment_svg(std::string_view fasta);

}  // namespace costruct::experiments
