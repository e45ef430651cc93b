// What words have in common by the words that stand beside them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

struct WordVectorOptions {
  Index dimensions = 100;
  Index contexts = 1500;          ///< the commonest words that count as neighbours
  std::vector<Index> clusters{};  ///< how many of each size, ascending
  Index reach = 1;                ///< how far away a neighbour may stand, >= 1
};

/// A point of unit length for each word, and the clusters that it is in.
struct WordVectors {
  Index dimensions = 0;
  std::vector<float> vectors;  ///< a row a word; zeros where no neighbour counts
  std::vector<std::vector<std::int32_t>> cluster;  ///< [size][word]; -1 where the row is zeros
  Index words() const { return dimensions == 0 ? 0 : std::ssize(vectors) / dimensions; }
  std::span<const float> vector(Index word) const {
    return std::span(vectors).subspan(static_cast<std::size_t>(word * dimensions),
                                      static_cast<std::size_t>(dimensions));
  }
};

/// Canonical correlation of words with their neighbours, by square-rooted counts (Stratos, Kim,
/// Collins & Hsu 2014; Stratos, Collins & Hsu 2015): with n_wc the number of times that c stands at
/// one of the places -reach to reach beside w, each place counting apart, n_w and n_c its sums over
/// c and over w, the left singular vectors of sqrt(n_wc) / (n_w n_c)^(1/4), each times its singular
/// value (they have it without; few labels learn more from the leading directions), a row of unit
/// length for each word. Neighbours are the commonest words, and what is beyond the ends of a
/// sentence. Clusters are cuts of one tree over these rows (core/linear_algebra/cluster_tree.hpp),
/// words weighing the square root of how often they occur.
/// @param sentences  numbers of words, 0 <= w < words; negative ones stand for nothing known
/// Deterministic; one thread. Cost: linear in the tokens, and different neighbours times
/// dimensions.
WordVectors fit_word_vectors(std::span<const std::span<const std::int32_t>> sentences, Index words,
                             const WordVectorOptions& options);

}  // namespace costruct::experiments
