// The commands `predict` and `evaluate`: a model meets new files.
#pragma once

#include <atomic>
#include <filesystem>

namespace costruct::experiments {

/// Predicts every example of a file, whatever its outputs are. Writes to `output`, or to stdout where that is
/// empty: an output a line; of chains a label a line and a blank line between them. Throws Interrupted, and
/// leaves no `output`, soon after `stop` is set.
void predict_file(const std::filesystem::path& model, const std::filesystem::path& data,
                  const std::filesystem::path& output, const std::atomic<bool>* stop = nullptr);

/// Compares predictions with the outputs of a file: a table of metrics to stdout ("name<TAB>value"), and JSON
/// to `report` where that is not empty.
void evaluate_file(const std::filesystem::path& model, const std::filesystem::path& data,
                   const std::filesystem::path& report);

}  // namespace costruct::experiments
