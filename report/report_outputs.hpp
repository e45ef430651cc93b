// Draws the best and the worst output of each learner beside the true output.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// Draws an output as an SVG element. `text` has the format that `predict` prints. `reference` is
/// the true output to draw beside it, or "" for none. Throws DataError if a text is not an output.
/// Null: the data format has no drawings.
using OutputDrawing = std::function<std::string(std::string_view text, std::string_view reference)>;

/// Returns HTML with the outputs of each learner that CellResult::extremes has. They are those of
/// the first repetition, at the largest sizes whose cell has outputs. An output that cannot be
/// drawn, or whose drawing is too long, is shown as text. Empty if no cell has outputs, or if
/// `drawing` is null.
std::string outputs_content(const RunSummary& summary, const OutputDrawing& drawing);

}  // namespace costruct::experiments
