// How much memory the machine has: what cannot fit is refused before it is computed.
#pragma once

#include <filesystem>

namespace costruct::experiments {

/// Bytes of physical memory.
double machine_memory();

/// Bytes that this process may still take: what the kernel calls available, and no more than what
/// is left to any of its control groups (versions 1 and 2), without what they could drop of files.
/// `root` is the folder that has proc/ and sys/.
double available_memory(const std::filesystem::path& root = "/");

}  // namespace costruct::experiments
