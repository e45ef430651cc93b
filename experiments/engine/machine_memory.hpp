// How much memory the machine has: what cannot fit is refused before it is computed.
#pragma once

namespace costruct::experiments {

/// Bytes of physical memory.
double machine_memory();

}  // namespace costruct::experiments
