// Implements the commands `predict`, `suggest`, `evaluate` and `describe model`.
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
  /// One output on each line; for chains one label on each line, then a blank line. Formats with
  /// predicts_examples() (spans, conllu) write each example with its prediction instead.
  kText,
  kTable,  ///< the records of the file, each with its prediction
  kSvg     ///< a drawing of the only prediction, and of the true output if the file has it
};

/// Predicts every example of a file ("-": standard input) and writes the predictions. Outputs in
/// the file do not change them, except with PredictionDetails::known.
/// @param output      "" or "-": stdout
/// @param stop        set it to true to stop; null: never. It has no effect on kSvg
/// @param details     what to write with each prediction. With scores, probabilities or k best
///                    outputs, each example is a line of JSON (prediction_details.hpp)
/// @param plain_text  the units of a plain text, if the file is one (plain_text.hpp). A label then
///                    stands beside each word. nullopt: the file has the format of the model
///
/// Throws DataError if the model or the data cannot be read. Throws Interrupted soon after `stop`
/// is set; a file `output` is then as it was before. Throws ConfigError if the problem does not
/// offer a requested detail, or if two arguments exclude each other. Throws ConfigError also if
/// `output` would replace an input or another kind of file of this program. In particular,
///   kSvg    throws ConfigError if the model's format has no drawing or details are requested, and
///           DataError if there is not exactly one example
///   kTable  throws ConfigError if the format has no Format::with_prediction, if details are
///           requested, or if the file cannot be read twice
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
  /// The JSON file with rank, line and score of each suggested example. "": a table on stderr.
  std::filesystem::path report;
  bool force = false;         ///< whether an output that exists may be replaced
  SuggestionRequest ranking;  ///< how many examples or parts are suggested, and by which score
  const std::atomic<bool>* stop = nullptr;  ///< set it to true to stop; null: never
};

/// Chooses the examples of a file whose labels would improve the model most (active learning).
/// Writes them with their predictions to `output`, and their scores to `report`. Throws as
/// Model::suggest() (task.hpp) does. Throws ConfigError if the output exists, is not empty and
/// `force` is false, because it may hold labels that somebody has corrected.
void suggest_examples(const SuggestRequest& request);

/// Compares predictions with the outputs of a file ("-": standard input). Prints the evaluation to
/// stdout, and writes Evaluation::report as JSON to `report` if that is not empty. If the request
/// has no metrics, the `metrics` of the training config are measured. Throws as Model::evaluate()
/// (task.hpp) does.
void evaluate_file(const std::filesystem::path& model, const std::filesystem::path& data,
                   const std::filesystem::path& report, EvaluationRequest request = {},
                   EvaluationFormat format = EvaluationFormat::kLines);

/// The options of describe_model().
struct ModelDescription {
  /// How many weights to show: for each part of the model, so many of the largest positive and so
  /// many of the largest negative weights. 0: none.
  Index weights = 0;
  bool is_json = false;  ///< one JSON object instead of lines
};

/// Describes a model and its origin for readers, one fact on each line: "grammar: 585 symbols,
/// ...". With `weights`, a table of the heaviest weights follows. Throws DataError if the file is
/// not a model or is damaged.
///
/// As JSON it is an object with the blocks `problem`, `learner`, `views`, `encoder` and `origin` of
/// the model file, and `lines` with the facts. If weights are wanted, it also has `weights`, the
/// list of weights_json(), and `notes`.
std::string describe_model(const std::filesystem::path& model, ModelDescription wanted = {});

}  // namespace costruct::experiments
