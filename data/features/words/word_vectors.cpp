#include "costruct/data/features/words/word_vectors.hpp"

#include <algorithm>
#include <cmath>

#include "costruct/core/linear_algebra/cluster_tree.hpp"
#include "costruct/core/linear_algebra/truncated_svd.hpp"
#include "costruct/core/parallel.hpp"

namespace costruct::experiments {
namespace {

using Sentences = std::span<const std::span<const std::int32_t>>;

std::vector<Index> occurrences(Sentences sentences, Index words) {
  std::vector<Index> count(words, 0);
  for (const auto& sentence : sentences) {
    for (const std::int32_t word : sentence) {
      if (word >= 0) ++count[word];
    }
  }
  return count;
}

// The matrix sqrt(n_wc) / (n_w n_c)^(1/4).
SparseRows scaled(PairCounts::Matrix counts, int threads) {
  SparseRows& rows = counts.rows;
  parallel_for(rows.rows(), threads, 256, [&](Index word) {
    for (Index e = rows.begin[word]; e < rows.begin[word + 1]; ++e) {
      const double totals = counts.of_row[word] * counts.of_column[rows.col[e]];
      rows.value[e] = static_cast<float>(std::sqrt(rows.value[e] / std::sqrt(totals)));
    }
  });
  return std::move(rows);
}

void scale_to_unit_length(std::span<float> row) {
  double squares = 0;
  for (const float x : row) squares += double{x} * x;
  if (squares == 0) return;
  const double factor = 1 / std::sqrt(squares);
  for (float& x : row) x = static_cast<float>(x * factor);
}

void find_clusters(const std::vector<Index>& count, const std::vector<Index>& sizes,
                   WordVectors& words) {
  std::vector<Index> seen;
  std::vector<float> points, weights;
  for (std::size_t word = 0; word < count.size(); ++word) {
    const auto vector = words.vector(static_cast<Index>(word));
    if (std::all_of(vector.begin(), vector.end(), [](float x) { return x == 0; })) continue;
    seen.push_back(static_cast<Index>(word));
    points.insert(points.end(), vector.begin(), vector.end());
    weights.push_back(static_cast<float>(std::sqrt(static_cast<double>(count[word]))));
  }
  const ClusterCuts cuts = cluster_cuts(points, words.dimensions, weights, sizes);
  for (const auto& cut : cuts.cluster) {
    std::vector<std::int32_t>& cluster = words.cluster.emplace_back(count.size(), -1);
    for (std::size_t i = 0; i < cut.size(); ++i) cluster[seen[i]] = cut[i];
  }
}

}  // namespace

WordVectors fit_word_vectors(NeighbourCounts neighbours, const std::vector<Index>& occurrences,
                             const WordVectorOptions& options, int threads,
                             const WorkWatch& watch) {
  WordVectors fitted;
  const Index words = std::ssize(occurrences);
  fitted.dimensions = options.dimensions;
  fitted.vectors.assign(static_cast<std::size_t>(words * options.dimensions), 0.0F);
  const SparseRows counts = scaled(neighbours.pairs().take(words, threads), threads);
  const TruncatedSvd svd = truncated_svd(counts, options.dimensions, {.threads = threads}, watch);
  const Index found = std::ssize(svd.singular_values);
  const std::vector<float> left = times(counts, svd.right, threads);
  for (Index word = 0; word < words; ++word) {
    const std::span<float> row =
        std::span(fitted.vectors).subspan(word * options.dimensions, options.dimensions);
    std::copy_n(left.begin() + word * found, found, row.begin());
    scale_to_unit_length(row);
  }
  if (!options.clusters.empty()) find_clusters(occurrences, options.clusters, fitted);
  return fitted;
}

WordVectors fit_word_vectors(Sentences sentences, Index words, const WordVectorOptions& options) {
  const std::vector<Index> count = occurrences(sentences, words);
  NeighbourCounts neighbours(count, options.contexts, options.reach);
  NeighbourCounts::Adder adder(neighbours);
  for (const auto& sentence : sentences) adder.add(sentence);
  adder.flush();
  return fit_word_vectors(std::move(neighbours), count, options, 1);
}

}  // namespace costruct::experiments
