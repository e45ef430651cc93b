// Metrics of predicted trees. Constituents are counted as in the program evalb.
//
// A constituent is (label, first token, token after the last one) of a node that is not a leaf, in
// the restored tree (binarize.hpp). Each node of a unary chain counts, the outermost node counts,
// and intermediate nodes do not. With `ignore_punctuation`, tokens whose true tag is one of `, : .`
// or a quote are removed first, and so are constituents that contain nothing else. Two equal
// constituents of a tree count twice. If truth and prediction have different numbers of them, the
// smaller number matches.
//   precision = matched / predicted,  recall = matched / true,  over all sentences together
//   F1 = 2 matched / (predicted + true)
// A predicted constituent crosses a true one if they share tokens and neither contains the other.
//
// 0/0 is 1 for precision, recall, F1 and exact matches, and 0 for the others. A prediction without
// a tree counts as one without constituents. It is no exact match if the truth has a tree. If the
// truth has no tree, the predicted tags decide what is punctuation.
#pragma once

#include <vector>

#include "costruct/core/metric.hpp"

namespace costruct::parsing {

/// The option of the problem that the metrics use.
inline constexpr const char* kIgnorePunctuation = "ignore_punctuation";

/// The metrics, all over the constituents defined above. MetricInput::labels are the names of
/// symbols.
///   constituent_f1, constituent_precision, constituent_recall
///   exact_match        share of sentences with the same constituents, each as often
///   crossing_brackets  predicted constituents that cross a true one, mean per sentence
///   without_parse      sentences with a true tree and no predicted one, as share of all sentences
std::vector<OutputMetric> tree_metrics();

}  // namespace costruct::parsing
