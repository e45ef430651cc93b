// What `predict` says of an input beside its output: scores, the k best, probabilities. One JSON
//   object a line: {"output": ..., "score": f(y), "margin": f(y) - f(runner-up), "probability": p(y
//    | x), "marginals": ..., "k_best": [{"output", "score", "probability"}, ...]}
// The probabilities of the outputs of one line add up to 1 at most, whatever digits log Z has lost.
// Where an input is a set of rows that can be ranked (RowScores), a line a row: {"output", "score",
// "marginals"}.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "costruct/core/structured_problem.hpp"
#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// What is asked for.
struct PredictionDetails {
  bool scores =
      false;  ///< `score` and, where runner-ups are decoded, `margin`: null with one output only
  bool marginals =
      false;         ///< `probability` = exp f(y) / Z(x), and of labels their `marginals` per part
  Index k_best = 0;  ///< outputs in `k_best`, fewer where there are fewer; 0: none are listed

  bool any() const { return scores || marginals || k_best > 0; }
};

/// How outputs of an example are written.
struct OutputWriting {
  std::function<std::string(const Output&)>
      text;                         ///< as `predict` prints it, a whole number of lines
  bool several_lines = false;       ///< an output is a list of lines, not one text
  std::vector<std::string> labels;  ///< names of labels, of outputs that are labels
  /// What an output lacks (InputStream::missing_note()); its score and probability are null. May be
  /// empty.
  std::function<const char*(const Output&)> missing_note = {};
};

/// Throws ConfigError, naming the option, where the problem has not what is asked for.
void check_details(const StructuredProblem& problem, const std::string& name,
                   const PredictionDetails& details);

struct DetailedPrediction {
  Output output;      ///< what decode() finds
  std::string lines;  ///< of JSON: one for the input, or one for each of its rows
  /// Whether scores are so large that rounding decides between outputs, or what their probabilities
  /// are.
  bool rounding_decides = false;
};

/// Needs check_details(). Cost: a decoding for
/// each thing asked for, and a log-partition for marginals.
DetailedPrediction detailed_prediction(const StructuredProblem& problem, InputId x,
                                       ConstVectorRef w, const PredictionDetails& details,
                                       const OutputWriting& writing);

}  // namespace costruct::experiments
