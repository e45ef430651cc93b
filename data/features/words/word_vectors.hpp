// Vectors and clusters of words, computed from their neighbours in sentences.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/core/work_watch.hpp"
#include "costruct/data/features/words/neighbour_counts.hpp"

namespace costruct::experiments {

/// The options of fit_word_vectors().
struct WordVectorOptions {
  Index dimensions = 100;         ///< of each vector, >= 1
  Index contexts = 1500;          ///< number of words, the most frequent ones, used as neighbours
  std::vector<Index> clusters{};  ///< numbers of clusters, ascending, one for each clustering
  Index reach = 1;                ///< maximum distance of a neighbour in tokens, >= 1
};

/// A vector of unit length for each word, and its clusters.
struct WordVectors {
  Index dimensions = 0;
  std::vector<float> vectors;  ///< a row for each word; zeros if it has no neighbour that counts
  /// [clustering][word], clusters from 0; -1 if the row is zeros
  std::vector<std::vector<std::int32_t>> cluster;
  Index words() const { return dimensions == 0 ? 0 : std::ssize(vectors) / dimensions; }
  std::span<const float> vector(Index word) const {
    return std::span(vectors).subspan(static_cast<std::size_t>(word * dimensions),
                                      static_cast<std::size_t>(dimensions));
  }
};

/// Canonical correlation analysis of words and their neighbours, with square roots of counts
/// (Stratos, Kim, Collins & Hsu 2014; Stratos, Collins & Hsu 2015).
///
/// A context c is a neighbour at one of the places -reach to reach; each place counts separately.
/// Neighbours are the most frequent words, and what is beyond the ends of a sentence.
///   n_wc      how often c is a neighbour of w
///   n_w, n_c  the sums of n_wc over c and over w
/// The vectors are the left singular vectors of the matrix
///   sqrt(n_wc) / (n_w n_c)^(1/4),
/// each times its singular value. Then each row, which belongs to one word, is scaled to unit
/// length. The papers do not multiply by the singular value. We do, because the leading directions
/// help more with few labels. If the matrix has fewer singular values than `dimensions`, the other
/// coordinates are 0.
///
/// Clusters are cuts of one tree over these rows (core/linear_algebra/cluster_tree.hpp). The weight
/// of a word is the square root of its frequency.
///
/// The bits of the result are the same for any number of threads. Cost: linear in the number of
/// n_wc > 0 times dimensions. Memory: 16 bytes for each n_wc > 0.
/// @param neighbours   all sentences, added and flushed; made with the same occurrences, contexts
///                     and reach
/// @param occurrences  how often each word occurs
/// @param watch        is told how much of the decomposition is done
WordVectors fit_word_vectors(NeighbourCounts neighbours, const std::vector<Index>& occurrences,
                             const WordVectorOptions& options, int threads,
                             const WorkWatch& watch = {});

/// The same for sentences in memory, on one thread.
/// @param sentences  numbers of words, 0 <= w < words; negative numbers are unknown words
/// @param words      number of different words, which is the number of vectors
WordVectors fit_word_vectors(std::span<const std::span<const std::int32_t>> sentences, Index words,
                             const WordVectorOptions& options);

}  // namespace costruct::experiments
