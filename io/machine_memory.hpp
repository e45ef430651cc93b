// The memory of the machine, so that a computation that cannot fit is refused before it begins.
#pragma once

#include <filesystem>

namespace costruct::experiments {

/// Bytes of physical memory.
double machine_memory();

/// The bytes that this process may still take. The limits are the memory that the kernel calls
/// available, and the memory left to each of its control groups (versions 1 and 2). The smallest
/// counts. File caches that a group can drop count as free.
/// @param root  the folder that contains proc/ and sys/
double available_memory(const std::filesystem::path& root = "/");

}  // namespace costruct::experiments
