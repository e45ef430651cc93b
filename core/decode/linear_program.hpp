// Says whether this build can solve linear programs, which relaxed_partition() and
// relaxed_labeling() need.
#pragma once

#include <optional>
#include <string>

namespace costruct {

/// Returns the reason why this build cannot solve linear programs: the solver CLP was missing when
/// the build was configured. Returns nullopt if it can.
std::optional<std::string> linear_program_unavailable();

}  // namespace costruct
