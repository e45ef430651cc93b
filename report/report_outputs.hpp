// The best and the worst output of each learner, drawn beside the truth.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// An output as `predict` prints it, as an SVG element, perhaps with the true one, which "" leaves
/// out; throws DataError for a text that is none. Null: there are no drawings.
using OutputDrawing = std::function<std::string(std::string_view text, std::string_view reference)>;

/// Of each learner those of the first repetition at the largest sizes whose cell has them; empty
/// where none has.
std::string outputs_content(const RunSummary& summary, const OutputDrawing& drawing);

}  // namespace costruct::experiments
