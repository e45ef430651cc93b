// What a user should know of the draws of a sweep before anything is learned.
#pragma once

#include <optional>
#include <string>

#include "costruct/experiments/draws/splits.hpp"

namespace costruct::experiments {

/// Where held-out examples of some draws have one label alone, though the data have several: what
/// is measured on them says nothing of the others. Nullopt where all is well, or outputs are not
/// made of labels. Sizes and files of the sweep must be resolved and have passed check_sizes().
/// Cost: a draw each repetition.
std::optional<std::string> one_label_held_out(const DrawPool& pool, const SweepConfig& sweep);

}  // namespace costruct::experiments
