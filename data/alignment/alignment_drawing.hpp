// Alignments as drawings in SVG.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// Draws a pair of aligned FASTA records (pair_reader.hpp) as a path through the table of both
/// sequences. The first sequence goes from left to right, the second downwards. Pairs are thick
/// diagonal lines; unpaired positions are thin straight lines. Ticks stand at every 50th position.
///
/// All parts have the colour of the surrounding text, some of them fainter. The drawing has the
/// class `alignment`. Its parts have these classes:
///   ticks      frame and ticks
///   pairs, gaps
///   reference  the true alignment
///   numbers, names, legend
/// The accessible name states the names and counts. The drawing is at most 320 pixels wide and
/// high.
///
/// Throws DataError if a text is not one aligned pair, or if the two texts differ in lengths. Cost:
/// linear in the columns.
/// @param reference  the true alignment of the same sequences, as such records; drawn below as a
/// dashed grey line, with a legend. Empty: not known.
std::string alignment_svg(std::string_view fasta, std::string_view reference = {});

}  // namespace costruct::experiments
