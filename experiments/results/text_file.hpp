// Whole files, written under a temporary name first.
#pragma once

#include <filesystem>
#include <string_view>

namespace costruct::experiments {

/// Writes a file that is either there in full or, as before, not at all. Throws std::system_error naming it.
void write_text_file(const std::filesystem::path& file, std::string_view content);

}  // namespace costruct::experiments
