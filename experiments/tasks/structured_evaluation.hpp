// Compares the predictions of a model whose outputs are decoded with the outputs of a file.
#pragma once

#include <filesystem>

#include "costruct/core/types.hpp"
#include "costruct/experiments/models/structured_file.hpp"
#include "costruct/experiments/tasks/evaluation.hpp"
#include "costruct/experiments/tasks/input_groups.hpp"

namespace costruct::experiments {

/// Model::evaluate() of such a model. It reads the examples of the file into `model.examples`, and
/// removes them before it returns. Cost: a decoding for each example and view, and the metrics once
/// more for each resample.
/// @param joint   the weights of all views, one after the other
/// @param groups  how examples make inputs
/// @param data    the file
Evaluation evaluate_structured(const StructuredFile& model, ConstVectorRef joint,
                               const InputGroups& groups, const std::filesystem::path& data,
                               const EvaluationRequest& request);

}  // namespace costruct::experiments
