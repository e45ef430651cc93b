// Offsets of labels at which decoding gives every label its share of the unlabeled parts.
//
//   minimise over b   D(b) = 1/M sum_j max_y [ f(x_j, y) + sum_t b_{y_t} ] - sum_k s_k b_k
//     s_k  the share that label k is to have,  sum_k s_k = 1;  M the number of parts of all inputs
//     x_j
//
// D is convex, and its slope in b_k is the share of label k among the decoded parts less s_k: where
// it is least the shares are met, as near as ties allow. It is the Lagrange dual of finding the
// outputs of most total score whose labels have these shares. Only differences of offsets matter;
// their mean is 0.
//
// Where every input has one part the outputs are an assignment to labels of given numbers (Mann &
// McCallum 2007 ask the same of a model's expectations): solved exactly, by shortest paths of
// reassignments from labels that have too many to labels that have too few. Else D is descended, a
// decoding of all inputs a step.
#pragma once

#include <vector>

#include "costruct/core/interfaces/label_offsets.hpp"

namespace costruct {

/// An assignment of inputs to labels, and the offsets at which each input's label scores highest.
struct LabelAssignment {
  std::vector<int> labels;
  Vector offsets;  ///< of mean 0
};

/// The assignment of most total score in which label k has counts[k] inputs. Of all offsets that
/// belong to it those midway between the extremes (for two labels: midway between the two scores at
/// the border), so that no input is on the border unless scores tie. Equal totals: which one is
/// found depends on the arguments alone.
/// @param scores  of input i and label k at i * K + k, finite
/// @param counts  K numbers that sum to the number of inputs
/// Cost: O(M K log M) and O(K^3) for each input that an assignment to its best label would
/// misplace, mostly O(K^2).
LabelAssignment assign_labels(const Vector& scores, const std::vector<Index>& counts);

/// What a descent came to.
struct ShareOffsets {
  Vector offsets;    ///< of mean 0
  Vector shares;     ///< of the labels among the parts decoded with them
  double value = 0;  ///< D
  Index decodings = 0;
};

/// Descends D from the offsets on, until no share is off by more than `tolerance` or after
/// `most_passes` decodings of all inputs, the first at the start included. D never rises. There is
/// a part at least. Same bits for any number of threads.
ShareOffsets descend_to_shares(const LabelOffsets& problem, const std::vector<InputId>& inputs,
                               ConstVectorRef w, const Vector& shares, Vector offsets,
                               double tolerance, Index most_passes, int threads);

}  // namespace costruct
