// The details that `predict` can write for an input: scores, the k best outputs, probabilities.
//
// There is one JSON object on each line:
//   {"output": ..., "score": f(y), "margin": f(y) - f(runner-up), "probability": p(y | x),
//    "gap": ..., "marginals": ..., "k_best": [{"output", "score", "probability"}, ...]}
// The probabilities of the outputs of one line add up to at most 1, even if log Z has lost digits.
//
// If an input is a set of rows that can be ranked (RowScores), each row has a line:
//   {"output", "score", "marginals"}
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "costruct/core/structured_problem.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/models/shared_work.hpp"

namespace costruct::experiments {

/// The details that are requested.
struct PredictionDetails {
  /// `score` and, if runner-ups are decoded, `margin`. The margin is null if there is one output
  /// only. Problems with ViolationBounds have a `gap`: no output has a score above `score` + `gap`.
  bool scores = false;
  /// `probability` = exp f(y) / Z(x), and for labels the `marginals` of each part.
  bool marginals = false;
  Index k_best = 0;  ///< number of outputs in `k_best`, or fewer if there are fewer; 0: none

  /// A score of each predicted span, within what the format writes (part_scores()).
  bool span_scores = false;
  /// Predictions keep what the file says of outputs: the labels that are not marked as unknown.
  bool known = false;
  SharedWork* work = nullptr;  ///< what other processes compute; null: nothing

  /// Whether each example is a line of JSON.
  bool any() const { return scores || marginals || k_best > 0; }
};

/// How the outputs of an example are written.
struct OutputWriting {
  /// The output as `predict` prints it: a whole number of lines.
  std::function<std::string(const Output&)> text;
  bool several_lines = false;       ///< an output is a list of lines, not one text
  bool is_json_list = false;        ///< the text of an output is a JSON list with an item a part
  bool is_set = false;              ///< an output is a set of labels
  std::vector<std::string> labels;  ///< names of the labels, if outputs consist of labels
  /// Returns what is missing in an output (InputStream::missing_note()). Its score and probability
  /// are then null. May be empty.
  std::function<const char*(const Output&)> missing_note = {};
};

/// Throws ConfigError, naming the option, if the problem does not have the requested details.
void check_details(const StructuredProblem& problem, const std::string& name,
                   const PredictionDetails& details);

/// A score for each part of an output that decode() found. It is the probability of its label, if
/// the problem sums over its outputs. Otherwise it is the margin of the output over the runner-up,
/// which is the same for all parts. Throws ConfigError if the problem has neither.
Vector part_scores(const StructuredProblem& problem, InputId x, ConstVectorRef w,
                   const Output& output);

/// The prediction for an input, with its details.
struct DetailedPrediction {
  Output output;      ///< what decode() finds
  std::string lines;  ///< JSON: one line for the input, or one for each of its rows
  /// The scores are so large that rounding decides between outputs or changes the probabilities.
  bool rounding_decides = false;
  double value = 0;  ///< of the output

  template <class Bytes>
  friend void pass(Bytes& bytes, DetailedPrediction& of) {
    bytes(of.output.parts, of.lines, of.rounding_decides, of.value);
  }
};

/// Predicts an input with its details. Call check_details() before. Cost: a decoding for each
/// detail, and a log-partition for marginals.
DetailedPrediction detailed_prediction(const StructuredProblem& problem, InputId x,
                                       ConstVectorRef w, const PredictionDetails& details,
                                       const OutputWriting& writing);

}  // namespace costruct::experiments
