// Notes for the user on the draws of a sweep, before anything is learned.
#pragma once

#include <optional>
#include <string>

#include "costruct/experiments/draws/splits.hpp"

namespace costruct::experiments {

/// A note if the held-out examples of some draws have only one label, though the data have several.
/// A metric on them says nothing of the other labels. The note counts these draws. Nullopt if there
/// is no such draw, or if outputs do not consist of labels.
///
/// Sizes and files of the sweep must be resolved and have passed check_sizes(). Cost: one draw for
/// each repetition.
std::optional<std::string> one_label_held_out(const DrawPool& pool, const SweepConfig& sweep);

}  // namespace costruct::experiments
