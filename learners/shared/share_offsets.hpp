// Offsets of labels with which decoding gives every label its share of the unlabeled parts.
//
//   minimise over b   D(b) = 1/M sum_j max_y [ f(x_j, y) + sum_t b_{y_t} ] - sum_k s_k b_k
//     s_k  the share that label k must have,  sum_k s_k = 1
//     M    the number of parts of all inputs x_j
//
// D is convex. Its slope in b_k is the share of label k among the decoded parts minus s_k. So at
// the minimum the shares are met, as closely as ties allow. D is the Lagrange dual of a search for
// the outputs of largest total score whose labels have these shares. Only differences of offsets
// matter; their mean is 0.
//
// If every input has one part, the outputs are an assignment to labels with given counts. (Mann &
// McCallum 2007 ask the same of a model's expectations.) The assignment is found exactly, by
// shortest paths of reassignments. They lead from labels that have too many inputs to labels that
// have too few. Otherwise a descent minimises D, with one decoding of all inputs in each step.
#pragma once

#include <vector>

#include "costruct/core/interfaces/label_offsets.hpp"

namespace costruct {

/// An assignment of inputs to labels, and the offsets at which each input's label scores highest.
struct LabelAssignment {
  std::vector<int> labels;
  Vector offsets;  ///< their mean is 0
};

/// Finds the assignment of largest total score in which label k has counts[k] inputs. Which of
/// several such assignments it finds depends only on the arguments. Its offsets are midway between
/// the extremes of all offsets that belong to it. For two labels this is midway between the two
/// scores at the border. So no input is on the border unless scores tie.
/// @param scores  of input i and label k at i * K + k, finite
/// @param counts  K numbers that sum to the number of inputs M
/// Cost: O(M K log M), plus O(K^3) for each input that the assignment of every input to its best
/// label would misplace, mostly O(K^2).
LabelAssignment assign_labels(const Vector& scores, const std::vector<Index>& counts);

/// The result of descend_to_shares().
struct ShareOffsets {
  Vector offsets;    ///< their mean is 0
  Vector shares;     ///< shares of the labels among the parts decoded with these offsets
  double value = 0;  ///< D
  Index decodings = 0;
};

/// Descends D from the given offsets. It ends when no share is off by more than `tolerance`, or
/// after `most_passes` decodings of all inputs, including the first at the start. D never rises.
/// There must be at least one part. The bits are the same for any number of threads.
ShareOffsets descend_to_shares(const LabelOffsets& problem, const std::vector<InputId>& inputs,
                               ConstVectorRef w, const Vector& shares, Vector offsets,
                               double tolerance, Index most_passes, int threads);

}  // namespace costruct
