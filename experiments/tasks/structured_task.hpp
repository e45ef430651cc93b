// The task whose predictions are outputs that a problem decodes.
#pragma once

#include "costruct/experiments/tasks/task.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {

/// The task of a structured problem.
std::unique_ptr<Task> structured_task(const Config& config, const LoadedData& data);

/// Loads a model that structured_task() saved.
std::unique_ptr<Model> structured_model(const ModelReader& file);

}  // namespace costruct::experiments
