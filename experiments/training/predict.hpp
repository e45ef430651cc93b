// The commands `predict`, `evaluate` and `describe model`: a model meets new files, or its owner.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "costruct/experiments/tasks/bootstrap.hpp"
#include "costruct/experiments/tasks/prediction_details.hpp"

namespace costruct::experiments {

/// How predictions are written.
enum class PredictionFormat {
  kText,  ///< an output a line; of chains a label a line and a blank line between them
  kSvg    ///< a drawing of the one output there is
};

/// Predicts every example of a file ("-": standard input), whatever its outputs are. Writes to
/// `output`, or to stdout where that is empty or "-". Throws Interrupted, and leaves no `output`,
/// soon after `stop` is set; for kSvg ConfigError where the model's format has no drawing or there
/// are `details`, DataError where there is not exactly one example; ConfigError where the problem
/// has not the details.
void predict_file(const std::filesystem::path& model, const std::filesystem::path& data,
                  const std::filesystem::path& output, const std::atomic<bool>* stop = nullptr,
                  PredictionFormat format = PredictionFormat::kText,
                  const PredictionDetails& details = {});

/// Compares predictions with the outputs of a file ("-": standard input): a table of metrics to
/// stdout
/// ("name<TAB>value"), and JSON to `report` where that is not empty. With `resampling` the table
/// has the ends of an interval behind each value that has one (Model::evaluate()).
void evaluate_file(const std::filesystem::path& model, const std::filesystem::path& data,
                   const std::filesystem::path& report, Resampling resampling = {});

/// What a model is and where it comes from, for people, a line each ("grammar: 585 symbols, ...").
/// Throws DataError.
std::string describe_model(const std::filesystem::path& model);

}  // namespace costruct::experiments
