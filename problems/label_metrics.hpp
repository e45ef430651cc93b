// Metrics of outputs whose parts are labels.
#pragma once

#include "costruct/core/metric.hpp"

namespace costruct {

/// Metrics of labels. Let n be the number of parts of all outputs together. For a label, `true`
/// counts the parts that have it in the truth, and `predicted` those that have it in the
/// prediction. `tp` counts the parts that have it in both.
///   token_error  wrong parts / n
///   accuracy     1 - token_error
///   f1_micro     2 sum tp / sum (predicted + true), sums over labels other than the option
///                `outside`
///   f1_macro     mean of 2 tp / (predicted + true) over the labels that are present, except
///                `outside`
/// 0/0 is 1 for accuracy and F1 and 0 for errors. If the problem has no option `outside`, or its
/// value is "", F1 counts all labels. f1_micro and f1_macro offer the counts of each label, see
/// OutputMetric::counts.
std::vector<OutputMetric> label_metrics();

/// The metric auc, for problems with LabelScores and two labels. It is the area under the ROC curve
/// of the score of the second label minus that of the first. This is the share of pairs, one
/// example of each label, that the difference orders correctly. Pairs of equal values count half.
/// The area is 0.5 if no example has one of the labels.
OutputMetric auc_metric();

/// Returns label_metrics(), and metrics for outputs with several parts:
///   sequence_error  outputs with a wrong part / outputs
///   chunk_f1        2 correct / (predicted + true) chunks, see count_chunks(), with the counts of
///                   each type of chunk
std::vector<OutputMetric> sequence_metrics();

/// Numbers of chunks in all outputs: in the truth, in the predictions, and in both with the same
/// borders and type.
struct ChunkCounts {
  Index truth = 0, predicted = 0, correct = 0;
  double precision() const;  ///< correct / predicted; 0/0 is 1
  double recall() const;     ///< correct / truth; 0/0 is 1
  double f1() const;         ///< 2 correct / (predicted + truth); 0/0 is 1
};

/// Counts chunks as the conlleval script of the CoNLL shared tasks does. A label is TAG or
/// TAG-TYPE, split at the first hyphen. Labels before and after an output count as O. For
/// neighbours p and q:
///   a chunk ends after p    if p is E, S, [ or ], or
///                           if p is B or I, and q is B, S or O, or
///                           if p is not O nor . and the types differ
///   a chunk starts with q   if q is B, S, [ or ], or
///                           if q is I or E, and p is O, E or S, or
///                           if q is not O nor . and the types differ
/// So I-X after O or after B-Y starts a chunk (IOB1, IOB2, IOE). The script does not know S, and
/// has neither an end nor a start between E-X and B-X. Both are added here, so that IOBES is
/// counted as intended. Nothing else differs.
ChunkCounts count_chunks(const MetricInput& input);
/// The same counts for each type of chunk, in the order in which the labels have the types. Labels
/// without a type have the type "".
std::vector<KindCounts> count_chunks_by_type(const MetricInput& input);

}  // namespace costruct
