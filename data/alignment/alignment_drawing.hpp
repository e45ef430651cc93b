// Draws alignments in SVG.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// Draws a pair of aligned FASTA records (pair_reader.hpp) as a path through the table of both
/// sequences. The first sequence runs from left to right, the second downwards. Pairs are thick
/// diagonal lines; positions alone are thin straight lines. Ticks stand at every 50th position.
///
/// `reference` is the true alignment of the same sequences as such records; empty if it is not
/// known. It is drawn below the path as a dashed grey line, and a legend explains both lines.
///
/// All parts have the colour of the surrounding text, at full or lower opacity. They have these
/// classes, inside the class `alignment`:
///   ticks       frame and ticks
///   pairs       pairs
///   gaps        gaps
///   reference   the reference
///   numbers     numbers
///   names       names
///   legend      the legend
/// The accessible name gives the names and counts. The drawing is at most 320 pixels wide and high.
///
/// Throws DataError if a text is not one aligned pair, or if the lengths of both texts differ.
/// Cost: linear in the columns.
std::string alignment_svg(std::string_view fasta, std::string_view reference = {});

}  // namespace costruct::experiments
