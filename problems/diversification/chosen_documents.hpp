// How an Output says which documents are chosen, and, of a reference, which subtopics there are.
//
//   y     = d_1 < ... < d_K                                     documents, from 0
//   y, T  = d_1 < ... < d_K, -1, T_1, -1, T_2, ..., -1, T_n     and the subtopics of each candidate
//
// Predictions say the first. So do references that are predictions of another view, or choices of
// people.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "costruct/core/decode/coverage.hpp"
#include "costruct/core/output.hpp"

namespace costruct::diversification {

/// The documents of an output, ascending.
std::span<const int> chosen_documents(const Output& output);

/// An output with the subtopics of each candidate, numbered from 0; those of a document ascending.
Output with_subtopics(std::span<const int> chosen, const std::vector<std::vector<int>>& subtopics);

/// Whether an output says which subtopics there are.
bool has_subtopics(const Output& output);

/// The weighted share of what y covers that others do not. With subtopics T each weighs as much as
/// it has candidates, and total is the weight of all of them; else the documents of y themselves
/// are what is to be covered, each of weight 1, so that it is the share of them that is not chosen.
/// @param n  candidates of the input
CoverageLoss loss_from(const Output& y, Index n);

/// The weighted share of all subtopics that `chosen` does not cover, 0 where there are none; of a
/// reference without subtopics, the share of its documents that are not chosen.
double uncovered_share(const Output& truth, std::span<const int> chosen);

/// Why no choice of `size` documents covers less than this reference, as the user is to read it; ""
/// where some may. Of a reference without subtopics the candidates are not known, but where they
/// are fewer than `size`.
std::string without_constraints(const Output& y, Index size);

/// The documents that cover most, at most `size`: the exact choice where it is found with so many
/// looked at, else nothing (see best_choice).
std::optional<std::vector<int>> best_reference(const std::vector<std::vector<int>>& subtopics,
                                               Index size, Index most_looked_at);
/// The same by greedy choice.
std::vector<int> greedy_reference(const std::vector<std::vector<int>>& subtopics, Index size);

}  // namespace costruct::diversification
