// Computes the details that `predict` can write for an input: scores, the k best outputs,
// probabilities.
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
  /// Writes `score` and, if the problem can decode the runner-up, `margin`. The margin is null if
  /// there is only one output. Problems with ViolationBounds also have a `gap`: no output has a
  /// score above `score` + `gap`.
  bool scores = false;
  /// Writes `probability` = exp f(y) / Z(x). If an output consists of labels, it also writes
  /// `marginals`: the probabilities of the labels of each part.
  bool marginals = false;
  Index k_best = 0;  ///< number of outputs in `k_best`, or fewer if there are fewer; 0: none

  /// Writes a score beside each predicted span: the smallest of the part_scores() of its words. It
  /// is only for formats of spans, and does not change the format of the predictions.
  bool span_scores = false;
  /// Keeps the labels that the file has. Only the labels that are marked as unknown are predicted.
  bool known = false;
  /// Shares the predictions with other processes, see SharedWork. Null: this process computes all.
  SharedWork* work = nullptr;

  /// Returns whether each example is a line of JSON.
  bool any() const { return scores || marginals || k_best > 0; }
};

/// How the outputs of an example are written.
struct OutputWriting {
  /// The output as `predict` prints it: a whole number of lines.
  std::function<std::string(const Output&)> text;
  bool several_lines = false;       ///< an output is a list of lines, not one text
  bool is_json_list = false;        ///< the text of an output is a JSON list, an item for each part
  bool is_set = false;              ///< an output is a set of labels
  std::vector<std::string> labels;  ///< names of the labels, if outputs consist of labels
  /// Returns what is missing in an output (InputStream::missing_note()). Its score and probability
  /// are then null. May be empty.
  std::function<const char*(const Output&)> missing_note = {};
};

/// Throws ConfigError, naming the option, if the problem does not have the requested details.
void check_details(const StructuredProblem& problem, const std::string& name,
                   const PredictionDetails& details);

/// Returns a score for each part of an output that decode() found. If the problem offers
/// marginals, the score is the probability of the label of the part. Otherwise it is the margin of
/// the output over the runner-up, which is the same for all parts. It is infinite if there is only
/// one output. Throws ConfigError if the problem offers neither.
Vector part_scores(const StructuredProblem& problem, InputId x, ConstVectorRef w,
                   const Output& output);

/// The prediction for an input, with its details.
struct DetailedPrediction {
  Output output;      ///< what decode() finds
  std::string lines;  ///< JSON: one line for the input, or one for each of its rows
  /// Whether the scores are so large that rounding decides between outputs or changes the
  /// probabilities.
  bool rounding_decides = false;
  double value = 0;  ///< score of the output

  /// For SharedWork.
  template <class Bytes>
  friend void pass(Bytes& bytes, DetailedPrediction& of) {
    bytes(of.output.parts, of.lines, of.rounding_decides, of.value);
  }
};

/// Predicts an input with its details. Call check_details() before. Cost: one decoding for each
/// detail, and one computation of log Z(x) for marginals.
/// @param w  the weights of the problem
DetailedPrediction detailed_prediction(const StructuredProblem& problem, InputId x,
                                       ConstVectorRef w, const PredictionDetails& details,
                                       const OutputWriting& writing);

}  // namespace costruct::experiments
