// How good predicted trees are: constituents counted as the program evalb counts them.
//
// A constituent is (label, first token, behind the last token) of a node that is no leaf, in the
// restored tree (binarize.hpp): unary chains count each of their nodes, intermediate nodes none,
// the outermost node like any other. With `ignore_punctuation` tokens whose true tag is one of `, :
// .` or a quote are taken away first, and with them what holds nothing else. Two equal constituents
// of a tree count twice; of truth and prediction as many match as the rarer of the two has.
//   precision = matched / predicted,  recall = matched / true,  over all sentences together
//   F1 = 2 matched / (predicted + true)
// A predicted constituent crosses a true one if they share tokens and neither holds the other. 0/0
// is 1 for precision, recall, F1 and exact matches, and 0 for the others. A sentence whose
// prediction has no tree counts as a prediction without constituents, and is no exact match; where
// the truth has none the predicted tags tell the punctuation.
#pragma once

#include <vector>

#include "costruct/core/metric.hpp"

namespace costruct::parsing {

/// Option of the problem that the metrics go by.
inline constexpr const char* kIgnorePunctuation = "ignore_punctuation";

/// constituent_f1, constituent_precision, constituent_recall, exact_match (same constituents, each
/// as often), crossing_brackets (predicted constituents that cross a true one, mean per sentence),
/// without_parse (share of the sentences). MetricInput::labels are the names of symbols.
std::vector<OutputMetric> tree_metrics();

}  // namespace costruct::parsing
