// The encoding of chosen documents, and of known subtopics, as an Output.
//
//   y     = d_1 < ... < d_K                                     documents, from 0
//   y, T  = d_1 < ... < d_K, -1, T_1, -1, T_2, ..., -1, T_n     and the subtopics of each candidate
//
// T_i are the numbers of the subtopics of candidate i, ascending; -1 separates these lists.
// Predictions have the first form. References have it too if they are predictions of another view,
// or choices made by people.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "costruct/core/decode/coverage/coverage.hpp"
#include "costruct/core/output.hpp"

namespace costruct::diversification {

/// The documents of an output, ascending.
std::span<const int> chosen_documents(const Output& output);

/// Makes an output with the subtopics of each candidate. Subtopics are numbered from 0 and ascend
/// within a document.
Output with_subtopics(std::span<const int> chosen, const std::vector<std::vector<int>>& subtopics);

/// Whether an output contains subtopics.
bool has_subtopics(const Output& output);

/// Returns the loss of a reference y: the weighted share of what y covers and another choice does
/// not cover. With subtopics, the weight of a subtopic is the number of candidates that have it,
/// and `total` is the weight of all subtopics. Without subtopics, the documents of y take their
/// place with weight 1, and the loss is the share of them that is not chosen.
/// @param n  number of candidates of the input
CoverageLoss loss_from(const Output& y, Index n);

/// Returns the weighted share of all subtopics that `chosen` does not cover; 0 if there are none.
/// For a reference without subtopics it is the share of its documents that are not chosen.
double uncovered_share(const Output& truth, std::span<const int> chosen);

/// Returns a message for the user if nothing can be learned from this reference, else "". This is
/// so if all candidates are chosen, or if no candidate has a subtopic. A reference without
/// subtopics does not contain the number of candidates. The function then gives a message only if
/// the reference has fewer than `size` documents.
std::string without_constraints(const Output& y, Index size);

/// Returns the `size` documents that cover most, or all documents if there are no more. A subtopic
/// counts as the number of candidates that have it. The search is exact. It returns nullopt if it
/// would have to look at more than `most_looked_at` documents (best_choice()).
/// @param subtopics  the subtopics of each candidate, ascending
std::optional<std::vector<int>> best_reference(const std::vector<std::vector<int>>& subtopics,
                                               Index size, Index most_looked_at);
/// Returns the same by greedy choice, which always has a result but may cover less.
std::vector<int> greedy_reference(const std::vector<std::vector<int>>& subtopics, Index size);

}  // namespace costruct::diversification
