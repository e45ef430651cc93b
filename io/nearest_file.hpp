// Which file may have been meant where there is none of that name.
#pragma once

#include <filesystem>
#include <string>

namespace costruct::experiments {

/// ": did you mean data/new.txt?" of files with the same ending in the folder of a missing one, by
/// the nearest_names() of what stands before the ending; "" where none is near, something is there,
/// or the name is shorter than three letters. Looks at the first thousand entries of the folder.
std::string nearest_file(const std::filesystem::path& missing);

}  // namespace costruct::experiments
