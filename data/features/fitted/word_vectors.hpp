// Word vectors and word clusters, learned from the neighbours of words in text.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The options of fit_word_vectors().
struct WordVectorOptions {
  Index dimensions = 100;
  Index contexts = 1500;          ///< number of the most frequent words that count as neighbours
  std::vector<Index> clusters{};  ///< numbers of clusters, one for each clustering, ascending
  Index reach = 1;                ///< largest distance of a neighbour, >= 1
};

/// A vector of unit length for each word, and the clusters of the word.
struct WordVectors {
  Index dimensions = 0;
  std::vector<float> vectors;  ///< one row for each word; zeros without counted neighbours
  std::vector<std::vector<std::int32_t>> cluster;  ///< [clustering][word]; -1 if the row is zeros
  Index words() const { return dimensions == 0 ? 0 : std::ssize(vectors) / dimensions; }
  std::span<const float> vector(Index word) const {
    return std::span(vectors).subspan(static_cast<std::size_t>(word * dimensions),
                                      static_cast<std::size_t>(dimensions));
  }
};

/// Computes word vectors by canonical correlation of words with their neighbours, with square roots
/// of counts (Stratos, Kim, Collins & Hsu 2014; Stratos, Collins & Hsu 2015).
///
///   n_wc   how often c stands at one of the places -reach to reach beside w; each place counts
///          separately
///   n_w    sum of n_wc over c
///   n_c    sum of n_wc over w
///
/// The vectors are the left singular vectors of sqrt(n_wc) / (n_w n_c)^(1/4), each times its
/// singular value. The row of each word is then scaled to unit length. The sources do not multiply
/// by the singular values. With few labels, learners profit from the larger weight of the leading
/// directions.
///
/// Neighbours are the most frequent words, and the places beyond the ends of a sentence. The
/// clusters are cuts of one tree over the rows (core/linear_algebra/cluster_tree.hpp). Each word
/// has the square root of its frequency as weight.
/// @param sentences  word numbers, 0 <= w < words; negative numbers are unknown words
///
/// Deterministic; uses one thread. Cost: linear in the tokens, and in the number of different
/// neighbours times dimensions.
WordVectors fit_word_vectors(std::span<const std::span<const std::int32_t>> sentences, Index words,
                             const WordVectorOptions& options);

}  // namespace costruct::experiments
