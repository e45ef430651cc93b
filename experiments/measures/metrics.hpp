// How good predictions are, over a whole corpus; and what a fit says of itself.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// What a metric looks at: true and predicted outputs of the same examples, one label per part.
struct MetricInput {
  std::span<const Output> truth;
  std::span<const Output> predicted;    ///< as many as in `truth`, each as long as its truth
  std::span<const std::string> labels;  ///< number -> name; labels that training has not seen stand last
  std::string outside = "O";  ///< the label that f1_micro and f1_macro leave out, where there is one
};

struct MetricEntry {
  std::string name;
  std::string meaning;  ///< one line
  bool higher_is_better = false;
  std::string needs;        ///< what outputs or learners must be like; empty: any
  bool of_fit = false;      ///< read from the report of the fit, not computed from predictions
  bool is_count = false;    ///< of things, in units of one; else a share of 1
  bool of_numbers = false;  ///< of predicted numbers (number_metrics.hpp), not of labels
  bool has_unit = false;    ///< that of the target; else a share of 1

  /// How its means are printed.
  const char* format() const { return is_count ? "{:.1f}" : has_unit ? "{:.5g}" : "{:.4f}"; }
};

/// The metric that a config reports where it names none.
inline const char* default_metric(bool of_numbers) {
  return of_numbers ? "rmse_scaled" : "token_error";
}

/// All metrics, in the order in which they are listed.
const std::vector<MetricEntry>& metric_catalog();

/// The entry of that name, or null.
const MetricEntry* find_metric(const std::string& name);
/// How values of that metric are written; of one that is not in the catalog, as most are.
const char* metric_format(const std::string& name);

/// The metric by which the views of a run with these metrics are compared.
const char* view_metric(std::span<const std::string> metrics);

/// The value of a metric of the catalog that is neither `of_fit` nor `of_numbers`. With n parts in all:
///   token_error     wrong parts / n                    accuracy   1 - token_error
///   sequence_error  outputs with a wrong part / outputs
///   f1_micro        2 sum tp / sum (predicted + true), sums over labels other than `outside`
///   f1_macro        mean over labels other than `outside` that are present of 2 tp / (predicted + true)
///   chunk_f1        2 correct / (predicted + true) chunks, see count_chunks()
/// 0/0 is 1 for accuracy and F1 and 0 for errors. Where every output has one part, token_error and
/// sequence_error agree.
double compute_metric(const std::string& name, const MetricInput& input);

/// Chunks in all outputs: found in the truth, in the predictions, and in both with the same borders and type.
struct ChunkCounts {
  Index truth = 0, predicted = 0, correct = 0;
  double precision() const;  ///< correct / predicted; 0/0 is 1
  double recall() const;     ///< correct / truth; 0/0 is 1
  double f1() const;         ///< 2 correct / (predicted + truth); 0/0 is 1
};

/// Counts chunks as the conlleval script of the CoNLL shared tasks does. A label is TAG or TAG-TYPE, split at
/// the first hyphen. Between neighbours p and q (outside an output all is O):
///   a chunk ends after p    if p is E, S, [ or ]; if p is B or I and q is B, S or O;
///                           if p is not O nor . and the types differ
///   a chunk starts with q   if q is B, S, [ or ]; if q is I or E and p is O, E or S;
///                           if q is not O nor . and the types differ
/// so I-X after O or after B-Y starts a chunk (IOB1, IOB2, IOE). The script has no S and has neither an end
/// nor a start between E-X and B-X; these two are added so that IOBES is counted as it is meant, and nothing
/// else changes.
ChunkCounts count_chunks(const MetricInput& input);

}  // namespace costruct::experiments
