#include "costruct/core/linear_algebra/cluster_tree.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "costruct/core/linear_algebra/blas.hpp"
#include "costruct/core/linear_algebra/matrix.hpp"

namespace costruct {
namespace {

constexpr Index kBlock = 512;  // number of points whose distances are computed at once

/// The centres of clusters with the weights of the clusters.
struct Centres {
  Matrix at;  // d x clusters
  Vector weight;
  Index count() const { return at.cols; }
};

// The heaviest different points, by descending weight.
Centres first_centres(std::span<const float> points, Index d, std::span<const float> weights,
                      Index most) {
  const Index n = std::ssize(weights);
  std::vector<Index> order(n);
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return weights[a] > weights[b]; });
  const auto row = [&](Index i) { return points.subspan(i * d, d); };
  std::vector<Index> chosen, sorted;  // sorted: by their coordinates
  const auto is_before = [&](Index a, Index b) {
    return std::ranges::lexicographical_compare(row(a), row(b));
  };
  for (const Index i : order) {
    if (std::ssize(chosen) == most) break;
    const auto place = std::lower_bound(sorted.begin(), sorted.end(), i, is_before);
    if (place != sorted.end() && !is_before(i, *place)) continue;
    sorted.insert(place, i);
    chosen.push_back(i);
  }
  Centres centres{Matrix(d, std::ssize(chosen)), Vector(chosen.size(), 0.0)};
  for (std::size_t c = 0; c < chosen.size(); ++c)
    std::ranges::copy(row(chosen[c]), centres.at.column(static_cast<Index>(c)).begin());
  return centres;
}

// The nearest centre of each point; among ties the first.
std::vector<std::int32_t> nearest_centres(std::span<const float> points, Index d,
                                          const Centres& centres) {
  const Index n = std::ssize(points) / d, k = centres.count();
  Vector half_squares(k);
  Matrix transposed(k, d);  // the centres, transposed
  for (Index c = 0; c < k; ++c) {
    for (Index j = 0; j < d; ++j) {
      transposed(c, j) = centres.at(j, c);
      half_squares[c] += .5 * centres.at(j, c) * centres.at(j, c);
    }
  }
  std::vector<std::int32_t> cluster(n);
  Matrix block(kBlock, d), products(k, kBlock);
  for (Index begin = 0; begin < n; begin += kBlock) {
    const Index size = std::min(kBlock, n - begin);
    for (Index i = 0; i < size; ++i) {
      for (Index j = 0; j < d; ++j) block(i, j) = points[(begin + i) * d + j];
    }
    std::fill(products.data.begin(), products.data.end(), 0.0);
    blas::add_product_transposed(k, size, d, 1, {transposed.data.data(), k},
                                 {block.data.data(), kBlock}, {products.data.data(), k});
    for (Index i = 0; i < size; ++i) {
      Index best = 0;
      double most = -std::numeric_limits<double>::infinity();
      for (Index c = 0; c < k; ++c) {
        const double closeness = products(c, i) - half_squares[c];
        if (closeness > most) {
          most = closeness;
          best = c;
        }
      }
      cluster[begin + i] = static_cast<std::int32_t>(best);
    }
  }
  return cluster;
}

// Moves the centres to the means of their points. Centres without points do not move.
void move_centres(std::span<const float> points, std::span<const float> weights,
                  const std::vector<std::int32_t>& cluster, Centres& centres) {
  const Index d = centres.at.rows;
  Matrix sums(d, centres.count());
  std::fill(centres.weight.begin(), centres.weight.end(), 0.0);
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    const std::int32_t c = cluster[i];
    centres.weight[c] += weights[i];
    for (Index j = 0; j < d; ++j)
      sums(j, c) += double{weights[i]} * points[static_cast<Index>(i) * d + j];
  }
  for (Index c = 0; c < centres.count(); ++c) {
    if (centres.weight[c] == 0) continue;
    for (Index j = 0; j < d; ++j) centres.at(j, c) = sums(j, c) / centres.weight[c];
  }
}

// By how much joining two clusters raises the weighted sum of squares around their means.
double cost_of_joining(const Centres& centres, Index a, Index b) {
  double squares = 0;
  for (Index j = 0; j < centres.at.rows; ++j) {
    const double difference = centres.at(j, a) - centres.at(j, b);
    squares += difference * difference;
  }
  const double together = centres.weight[a] + centres.weight[b];
  return together > 0 ? squares * centres.weight[a] * centres.weight[b] / together : 0;
}

/// Joins clusters one by one. Stores the nearest neighbour of each.
class WardTree {
 public:
  explicit WardTree(Centres centres)
      : centres_(std::move(centres)),
        left_(centres_.count()),
        root_(left_),
        nearest_(left_),
        cost_(left_) {
    std::iota(root_.begin(), root_.end(), 0);
    for (Index c = 0; c < centres_.count(); ++c) find_nearest(c);
  }

  Index left() const { return left_; }

  void join_two() {
    Index a = -1;
    for (Index c = 0; c < centres_.count(); ++c) {
      if (is_left(c) && (a < 0 || cost_[c] < cost_[a])) a = c;
    }
    const Index b = nearest_[a];
    const Index into = std::min(a, b), from = std::max(a, b);
    const double together = centres_.weight[into] + centres_.weight[from];
    if (together > 0) {
      for (Index j = 0; j < centres_.at.rows; ++j) {
        centres_.at(j, into) = (centres_.weight[into] * centres_.at(j, into) +
                                centres_.weight[from] * centres_.at(j, from)) /
                               together;
      }
    }
    centres_.weight[into] = together;
    for (std::int32_t& root : root_) {
      if (root == from) root = static_cast<std::int32_t>(into);
    }
    --left_;
    for (Index c = 0; c < centres_.count(); ++c) {
      if (!is_left(c)) continue;
      if (c == into || nearest_[c] == into || nearest_[c] == from) {
        find_nearest(c);
      } else if (const double cost = cost_of_joining(centres_, c, into); cost < cost_[c]) {
        nearest_[c] = into;
        cost_[c] = cost;
      }
    }
  }

  /// The present cluster of each leaf. Clusters are numbered from 0, the heaviest first.
  std::vector<std::int32_t> numbered() const {
    std::vector<std::int32_t> roots;
    for (Index c = 0; c < centres_.count(); ++c) {
      if (is_left(c)) roots.push_back(static_cast<std::int32_t>(c));
    }
    std::stable_sort(roots.begin(), roots.end(),
                     [&](auto a, auto b) { return centres_.weight[a] > centres_.weight[b]; });
    std::vector<std::int32_t> number(root_.size(), 0), of_leaf;
    for (std::size_t r = 0; r < roots.size(); ++r) number[roots[r]] = static_cast<std::int32_t>(r);
    for (const std::int32_t root : root_) of_leaf.push_back(number[root]);
    return of_leaf;
  }

 private:
  bool is_left(Index c) const { return root_[c] == c; }
  void find_nearest(Index c) {
    nearest_[c] = -1;
    cost_[c] = std::numeric_limits<double>::infinity();
    for (Index other = 0; other < centres_.count(); ++other) {
      if (other == c || !is_left(other)) continue;
      const double cost = cost_of_joining(centres_, c, other);
      if (nearest_[c] >= 0 && cost >= cost_[c]) continue;
      nearest_[c] = other;
      cost_[c] = cost;
    }
  }

  Centres centres_;
  Index left_;
  // for each leaf: its cluster, named by its first leaf
  std::vector<std::int32_t> root_;
  std::vector<Index> nearest_;
  Vector cost_;
};

}  // namespace

ClusterCuts cluster_cuts(std::span<const float> points, Index d, std::span<const float> weights,
                         std::span<const Index> counts, Index iterations) {
  ClusterCuts cuts{{counts.begin(), counts.end()}, {}};
  cuts.cluster.resize(counts.size());
  if (counts.empty() || weights.empty()) return cuts;
  Centres centres = first_centres(points, d, weights, counts.back());
  std::vector<std::int32_t> cluster;
  for (Index t = 0; t < iterations; ++t) {
    std::vector<std::int32_t> next = nearest_centres(points, d, centres);
    if (next == cluster) break;
    cluster = std::move(next);
    move_centres(points, weights, cluster, centres);
  }
  WardTree tree(std::move(centres));
  for (Index cut = std::ssize(counts) - 1; cut >= 0; --cut) {
    while (tree.left() > counts[cut]) tree.join_two();
    const std::vector<std::int32_t> number = tree.numbered();
    for (const std::int32_t leaf : cluster) cuts.cluster[cut].push_back(number[leaf]);
  }
  return cuts;
}

}  // namespace costruct
