// The commands `predict`, `evaluate` and `describe model`.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/experiments/tasks/bootstrap.hpp"
#include "costruct/experiments/tasks/prediction_details.hpp"

namespace costruct::experiments {

/// The format of predictions.
enum class PredictionFormat {
  kText,   ///< one output on each line; for chains one label on each line, then a blank line
  kTable,  ///< the records of the file, each with its prediction
  kSvg     ///< a drawing of the only output
};

/// Predicts every example of a file ("-": standard input); outputs in the file do not matter.
/// Writes to `output`, or to stdout if that is empty or "-".
///
/// With `plain_text` the file is plain text (data/formats/plain_text.hpp), and a label stands
/// beside each word.
///
/// Throws Interrupted soon after `stop` is set, and then leaves no `output`. Throws ConfigError if
/// the problem does not have the details. With kSvg it throws ConfigError if the model's format has
/// no drawing or there are `details`, and DataError if there is not exactly one example. With
/// kTable it throws ConfigError if the format has no Format::with_prediction, if there are
/// `details`, or if the file cannot be read twice.
void predict_file(const std::filesystem::path& model, const std::filesystem::path& data,
                  const std::filesystem::path& output, const std::atomic<bool>* stop = nullptr,
                  PredictionFormat format = PredictionFormat::kText,
                  const PredictionDetails& details = {},
                  std::optional<TextUnit> plain_text = std::nullopt);

/// Compares predictions with the outputs of a file ("-": standard input). Prints a table of metrics
/// to stdout ("name<TAB>value"), and writes JSON to `report` if that is not empty. With
/// `resampling` the table has the ends of an interval after each value that has one
/// (Model::evaluate()).
void evaluate_file(const std::filesystem::path& model, const std::filesystem::path& data,
                   const std::filesystem::path& report, Resampling resampling = {});

/// Describes a model and its origin for readers, one fact on each line: "grammar: 585 symbols,
/// ...". Throws DataError.
std::string describe_model(const std::filesystem::path& model);

}  // namespace costruct::experiments
