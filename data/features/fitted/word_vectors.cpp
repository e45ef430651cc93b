#include "costruct/data/features/fitted/word_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "costruct/core/linear_algebra/cluster_tree.hpp"
#include "costruct/core/linear_algebra/truncated_svd.hpp"

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

// The number of each word as a neighbour; -1 for words that are not among the most frequent ones.
std::vector<std::int32_t> common_words(const std::vector<Index>& count, Index most) {
  std::vector<std::int32_t> order(count.size()), number(count.size(), -1);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return count[a] > count[b]; });
  for (std::size_t i = 0; i < order.size() && static_cast<Index>(i) < most && count[order[i]] > 0;
       ++i)
    number[order[i]] = static_cast<std::int32_t>(i);
  return number;
}

/// The neighbours of each word: a number for each occurrence of the word and each place.
class Neighbours {
 public:
  Neighbours(Sentences sentences, const std::vector<Index>& count, const WordVectorOptions& options)
      : number_(common_words(count, options.contexts)),
        reach_(options.reach),
        per_place_(1 + std::min(options.contexts, std::ssize(count))) {
    begin_.assign(count.size() + 1, 0);
    for (std::size_t word = 0; word < count.size(); ++word)
      begin_[word + 1] = begin_[word] + 2 * reach_ * count[word];
    seen_.resize(begin_.back());
    std::vector<Index> next(begin_.begin(), begin_.end() - 1);
    for (const auto& sentence : sentences) {
      for (Index t = 0; t < std::ssize(sentence); ++t) {
        if (sentence[t] >= 0) note_neighbours(sentence, t, seen_.data() + next[sentence[t]]);
        if (sentence[t] >= 0) next[sentence[t]] += 2 * reach_;
      }
    }
  }

  /// Number of columns for all places.
  Index columns() const { return 2 * reach_ * per_place_; }

  /// The matrix sqrt(n_wc) / (n_w n_c)^(1/4).
  SparseRows scaled() const {
    SparseRows rows;
    rows.cols = columns();
    std::vector<double> of_column(columns(), 0), of_row;
    std::vector<std::int32_t> sorted;
    for (std::size_t word = 0; word + 1 < begin_.size(); ++word) {
      sorted.clear();
      for (Index e = begin_[word]; e < begin_[word + 1]; ++e) {
        if (seen_[e] >= 0) sorted.push_back(seen_[e]);
      }
      of_row.push_back(static_cast<double>(sorted.size()));
      std::sort(sorted.begin(), sorted.end());
      for (std::size_t e = 0; e < sorted.size();) {
        std::size_t end = e;
        while (end < sorted.size() && sorted[end] == sorted[e]) ++end;
        rows.add(sorted[e], static_cast<float>(end - e));
        of_column[sorted[e]] += static_cast<double>(end - e);
        e = end;
      }
      rows.end_row();
    }
    for (Index word = 0; word < rows.rows(); ++word) {
      for (Index e = rows.begin[word]; e < rows.begin[word + 1]; ++e) {
        const double totals = of_row[word] * of_column[rows.col[e]];
        rows.value[e] = static_cast<float>(std::sqrt(rows.value[e] / std::sqrt(totals)));
      }
    }
    return rows;
  }

 private:
  void note_neighbours(std::span<const std::int32_t> sentence, Index t, std::int32_t* out) const {
    Index place = 0;
    for (Index offset = -reach_; offset <= reach_; ++offset) {
      if (offset == 0) continue;
      const Index at = t + offset;
      const std::int32_t of_place = at < 0 || at >= std::ssize(sentence) ? 0 : known(sentence[at]);
      *out++ = of_place < 0 ? -1 : static_cast<std::int32_t>(place * per_place_) + of_place;
      ++place;
    }
  }
  // The number 0 is the end of a sentence; words follow.
  std::int32_t known(std::int32_t word) const {
    return word < 0 || number_[word] < 0 ? -1 : 1 + number_[word];
  }

  std::vector<std::int32_t> number_;
  Index reach_, per_place_;
  std::vector<Index> begin_;
  std::vector<std::int32_t> seen_;  // those of word w start at begin_[w]
};

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

WordVectors fit_word_vectors(Sentences sentences, Index words, const WordVectorOptions& options) {
  WordVectors fitted;
  fitted.dimensions = options.dimensions;
  fitted.vectors.assign(static_cast<std::size_t>(words * options.dimensions), 0.0F);
  const std::vector<Index> count = occurrences(sentences, words);
  const SparseRows counts = Neighbours(sentences, count, options).scaled();
  const TruncatedSvd svd = truncated_svd(counts, options.dimensions);
  const Index found = std::ssize(svd.singular_values);
  const std::vector<float> left = times(counts, svd.right);
  for (Index word = 0; word < words; ++word) {
    const std::span<float> row =
        std::span(fitted.vectors).subspan(word * options.dimensions, options.dimensions);
    std::copy_n(left.begin() + word * found, found, row.begin());
    scale_to_unit_length(row);
  }
  if (!options.clusters.empty()) find_clusters(count, options.clusters, fitted);
  return fitted;
}

}  // namespace costruct::experiments
