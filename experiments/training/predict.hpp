// The commands `predict`, `suggest`, `evaluate` and `describe model`.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>

#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/experiments/tasks/evaluation.hpp"
#include "costruct/experiments/tasks/prediction_details.hpp"
#include "costruct/experiments/tasks/suggestions.hpp"
#include "costruct/experiments/training/evaluation_text.hpp"

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

/// The arguments of `costruct suggest`.
struct SuggestRequest {
  std::filesystem::path model;
  std::filesystem::path data;    ///< "-": standard input
  std::filesystem::path output;  ///< "" or "-": stdout
  std::filesystem::path report;  ///< "": the scores go to stderr
  bool force = false;            ///< whether an output that exists may be replaced
  SuggestionRequest ranking;
  const std::atomic<bool>* stop = nullptr;
};

/// Writes the examples of a file whose labels would teach the model most, with their predictions,
/// and why they were chosen. Throws as Model::suggest() does. Throws ConfigError if the output
/// exists, because it may hold labels that somebody has corrected.
void suggest_examples(const SuggestRequest& request);

/// Compares predictions with the outputs of a file ("-": standard input). Prints the evaluation to
/// stdout, and writes Evaluation::report as JSON to `report` if that is not empty. If the request
/// has no metrics, the `metrics` of the training config are measured. Throws as Model::evaluate()
/// does.
void evaluate_file(const std::filesystem::path& model, const std::filesystem::path& data,
                   const std::filesystem::path& report, EvaluationRequest request = {},
                   EvaluationFormat format = EvaluationFormat::kLines);

/// The options of describe_model().
struct ModelDescription {
  Index weights = 0;     ///< how many of the heaviest weights of each part and sign; 0: none
  bool is_json = false;  ///< one JSON object instead of lines
};

/// Describes a model and its origin for readers, one fact on each line: "grammar: 585 symbols,
/// ...". With `weights`, a table of the heaviest weights follows. Throws DataError.
///
/// As JSON it is an object with the blocks `problem`, `learner`, `views`, `encoder` and `origin` of
/// the model file, and `lines` with the facts. If weights are wanted, it also has `weights`, the
/// list of weights_json(), and `notes`.
std::string describe_model(const std::filesystem::path& model, ModelDescription wanted = {});

}  // namespace costruct::experiments
