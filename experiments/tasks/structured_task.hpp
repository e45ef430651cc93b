// The task whose predictions are outputs that a problem decodes.
#pragma once

#include "costruct/experiments/tasks/task.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {

/// The task of a structured problem. Config and data must outlive it.
std::unique_ptr<Task> structured_task(const Config& config, const LoadedData& data);

/// Loads a model that a fit of structured_task() saved. Throws DataError for a damaged file.
std::unique_ptr<Model> structured_model(const ModelReader& file);

}  // namespace costruct::experiments
