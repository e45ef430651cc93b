// The task whose predictions are numbers: regressors take points, and their functions predict.
#pragma once

#include "costruct/experiments/tasks/task.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {

/// The task of a regression problem. Config and data must outlive it.
/// @param threads  for data that is read while it is used, as at make_task()
std::unique_ptr<Task> number_task(const Config& config, const LoadedData& data, int threads);

/// Loads a model that a fit of number_task() saved, or the models of all sites that a file names.
/// Throws DataError for a damaged file.
/// @param problem  the regression problem of the model
std::unique_ptr<Model> number_model(const std::filesystem::path& file, const ProblemEntry& problem);

}  // namespace costruct::experiments
