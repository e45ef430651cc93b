// Rows and chains that are read from a file a block at a time.
#pragma once

#include "costruct/data/parts/part_examples.hpp"

namespace costruct::experiments {

/// Returns a stream of the examples of a file. Their tables contain all features of each view of a
/// stored model, in the order of the view.
/// @param examples  the set of the model, with its alphabets; must outlive the stream
/// @param file      where the examples stand; DataError names it and the line
/// @param views     the views of the model
/// @param together  whether all examples form one input
std::unique_ptr<InputStream> stream_parts(const PartExamples& examples,
                                          const std::filesystem::path& file,
                                          const ViewAssignment& views, bool together);

}  // namespace costruct::experiments
