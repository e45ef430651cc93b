// k-means and Ward's tree, against their definitions: nearest centres, and squares of whole
// clusters.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "costruct/core/linear_algebra/cluster_tree.hpp"
#include "costruct/core/random.hpp"

using namespace costruct;

namespace {

struct Points {
  Index d;
  std::vector<float> at, weight;
  Index size() const { return std::ssize(weight); }
};

/// Whole numbers: distances are exact, and duplicates and ties are frequent where the side is
/// short.
Points whole_points(Index n, Index d, Index side, std::uint64_t seed) {
  RandomStream random(seed, 0, "points");
  Points points{d, {}, {}};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < d; ++j) points.at.push_back(static_cast<float>(random.below(side)));
    points.weight.push_back(static_cast<float>(1 + random.below(5)));
  }
  return points;
}

/// Points that are far from each other: no two distances are equal.
Points scattered_points(Index n, Index d, std::uint64_t seed) {
  RandomStream random(seed, 0, "scattered");
  Points points{d, {}, {}};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < d; ++j) points.at.push_back(static_cast<float>(random.uniform()));
    points.weight.push_back(static_cast<float>(1 + random.uniform()));
  }
  return points;
}

ClusterCuts cuts_of(const Points& points, const std::vector<Index>& counts, Index iterations = 10) {
  return cluster_cuts(points.at, points.d, points.weight, counts, iterations);
}

Index num_different(const Points& points) {
  std::set<std::vector<float>> different;
  for (Index i = 0; i < points.size(); ++i)
    different.emplace(points.at.begin() + i * points.d, points.at.begin() + (i + 1) * points.d);
  return std::ssize(different);
}

Index num_clusters(const std::vector<std::int32_t>& cluster) {
  return std::ssize(std::set<std::int32_t>(cluster.begin(), cluster.end()));
}

using Cluster = std::vector<Index>;  // points

std::vector<Cluster> clusters_of(const std::vector<std::int32_t>& cluster) {
  std::vector<Cluster> all(cluster.empty() ? 0 : 1 + *std::ranges::max_element(cluster));
  for (std::size_t i = 0; i < cluster.size(); ++i) all[cluster[i]].push_back(static_cast<Index>(i));
  return all;
}

std::vector<double> mean_of(const Points& points, const Cluster& cluster) {
  std::vector<double> mean(points.d, 0.0);
  double weight = 0;
  for (const Index i : cluster) {
    weight += points.weight[i];
    for (Index j = 0; j < points.d; ++j)
      mean[j] += double{points.weight[i]} * points.at[i * points.d + j];
  }
  for (double& x : mean) x /= weight;
  return mean;
}

double distance(const Points& points, Index i, const std::vector<double>& centre) {
  double squares = 0;
  for (Index j = 0; j < points.d; ++j) {
    const double difference = points.at[i * points.d + j] - centre[j];
    squares += difference * difference;
  }
  return squares;
}

/// The weighted squares of points around the mean of their cluster.
double squares_of(const Points& points, const Cluster& cluster) {
  const std::vector<double> mean = mean_of(points, cluster);
  double squares = 0;
  for (const Index i : cluster) squares += points.weight[i] * distance(points, i, mean);
  return squares;
}

}  // namespace

TEST_CASE("each cut has as many clusters as asked for, or as there are different points",
          "[core][linear_algebra]") {
  for (const Index n : {1, 2, 3, 7, 30, 700}) {
    for (const Index side : {1, 2, 4, 1000}) {
      const Points points = whole_points(n, 2, side, 1);
      // One iteration leaves each first centre its points; more of them may leave a centre without
      // any.
      const ClusterCuts cuts = cuts_of(points, {1, 2, 5, 40}, 1);
      CAPTURE(n, side);
      CHECK(cuts.counts == std::vector<Index>{1, 2, 5, 40});
      REQUIRE(cuts.cluster.size() == 4);
      for (std::size_t cut = 0; cut < 4; ++cut) {
        REQUIRE(std::ssize(cuts.cluster[cut]) == n);
        CHECK(num_clusters(cuts.cluster[cut]) == std::min(cuts.counts[cut], num_different(points)));
      }
    }
  }
}

TEST_CASE("no cut has more clusters than asked for, and equal points are in the same",
          "[core][linear_algebra]") {
  const Points points = whole_points(300, 2, 7, 2);
  const ClusterCuts cuts = cuts_of(points, {3, 9, 60});
  for (std::size_t cut = 0; cut < 3; ++cut) {
    CHECK(num_clusters(cuts.cluster[cut]) <= cuts.counts[cut]);
    for (Index i = 0; i < points.size(); ++i) {
      for (Index k = 0; k < i; ++k) {
        if (points.at[2 * i] == points.at[2 * k] && points.at[2 * i + 1] == points.at[2 * k + 1])
          CHECK(cuts.cluster[cut][i] == cuts.cluster[cut][k]);
      }
    }
  }
}

TEST_CASE("without points, or without cuts, there are no clusters", "[core][linear_algebra]") {
  const Points none{3, {}, {}};
  const ClusterCuts of_none = cuts_of(none, {2, 4});
  CHECK(of_none.counts == std::vector<Index>{2, 4});
  CHECK(of_none.cluster == std::vector<std::vector<std::int32_t>>(2));
  CHECK(cuts_of(whole_points(5, 2, 9, 1), {}).cluster.empty());
  const ClusterCuts of_one = cuts_of(whole_points(1, 2, 9, 1), {1, 3});
  CHECK(of_one.cluster == std::vector<std::vector<std::int32_t>>(2, {0}));
}

TEST_CASE("cuts are nested, and clusters are numbered by falling weight",
          "[core][linear_algebra]") {
  const Points points = scattered_points(400, 5, 3);
  const ClusterCuts cuts = cuts_of(points, {1, 4, 10, 50});
  for (std::size_t cut = 0; cut < 4; ++cut) {
    double last = std::numeric_limits<double>::infinity();
    for (const Cluster& cluster : clusters_of(cuts.cluster[cut])) {
      double weight = 0;
      for (const Index i : cluster) weight += points.weight[i];
      CHECK(weight <= last * (1 + 1e-12));
      last = weight;
    }
    if (cut == 0) continue;
    std::map<std::int32_t, std::set<std::int32_t>> parents;
    for (Index i = 0; i < points.size(); ++i)
      parents[cuts.cluster[cut][i]].insert(cuts.cluster[cut - 1][i]);
    for (const auto& [child, of_child] : parents) CHECK(of_child.size() == 1);
  }
}

TEST_CASE("a converged k-means has each point with the mean that is nearest to it",
          "[core][linear_algebra]") {
  const Points points = scattered_points(1300, 3, 4);  // in several blocks
  const ClusterCuts cuts = cuts_of(points, {20}, 1000);
  std::vector<std::vector<double>> means;
  for (const Cluster& cluster : clusters_of(cuts.cluster[0]))
    means.push_back(mean_of(points, cluster));
  REQUIRE(means.size() == 20);
  for (Index i = 0; i < points.size(); ++i) {
    const double own = distance(points, i, means[cuts.cluster[0][i]]);
    for (const auto& mean : means) REQUIRE(own <= distance(points, i, mean) * (1 + 1e-9));
  }
}

TEST_CASE("k-means is Lloyd's iteration from the heaviest points that differ",
          "[core][linear_algebra]") {
  const Points points = scattered_points(200, 4, 5);
  const Index k = 12;
  std::vector<Index> order(points.size());
  for (Index i = 0; i < points.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order,
                           [&](Index a, Index b) { return points.weight[a] > points.weight[b]; });
  std::vector<std::vector<double>> centres;
  for (Index c = 0; c < k; ++c)
    centres.emplace_back(points.at.begin() + order[c] * points.d,
                         points.at.begin() + (order[c] + 1) * points.d);
  for (const Index iterations : {1, 2, 3}) {
    std::vector<Cluster> members(k);
    for (Index i = 0; i < points.size(); ++i) {
      const auto nearest = std::ranges::min_element(
          centres, {}, [&](const auto& centre) { return distance(points, i, centre); });
      members[nearest - centres.begin()].push_back(i);
    }
    const ClusterCuts cuts = cuts_of(points, {k}, iterations);
    auto expected = members, found = clusters_of(cuts.cluster[0]);
    std::ranges::sort(expected);
    std::ranges::sort(found);
    CHECK(found == expected);
    for (Index c = 0; c < k; ++c) {
      if (!members[c].empty()) centres[c] = mean_of(points, members[c]);
    }
  }
}

TEST_CASE("the tree joins the two clusters whose union adds least to the squares, by brute force",
          "[core][linear_algebra]") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Index n = 24, k = 12;
    const Points points = scattered_points(n, 2, seed);
    const ClusterCuts leaves = cuts_of(points, {k}, 1000);
    std::vector<Cluster> clusters = clusters_of(leaves.cluster[0]);
    std::vector<Index> counts(k);
    for (Index c = 0; c < k; ++c) counts[c] = c + 1;
    const ClusterCuts cuts = cuts_of(points, counts, 1000);
    for (Index left = std::ssize(clusters); left >= 1; --left) {
      auto expected = clusters, found = clusters_of(cuts.cluster[left - 1]);
      for (Cluster& cluster : expected) std::ranges::sort(cluster);
      std::ranges::sort(expected);
      std::ranges::sort(found);
      CAPTURE(seed, left);
      CHECK(found == expected);
      if (left == 1) break;
      double least = std::numeric_limits<double>::infinity();
      Index best_a = 0, best_b = 1;
      for (Index a = 0; a < left; ++a) {
        for (Index b = a + 1; b < left; ++b) {
          Cluster together = clusters[a];
          together.insert(together.end(), clusters[b].begin(), clusters[b].end());
          const double added = squares_of(points, together) - squares_of(points, clusters[a]) -
                               squares_of(points, clusters[b]);
          if (added < least) {
            least = added;
            best_a = a;
            best_b = b;
          }
        }
      }
      clusters[best_a].insert(clusters[best_a].end(), clusters[best_b].begin(),
                              clusters[best_b].end());
      clusters.erase(clusters.begin() + best_b);
    }
  }
}

TEST_CASE("clusters are the same every time", "[core][linear_algebra][determinism]") {
  const Points points = scattered_points(600, 6, 9);
  const ClusterCuts first = cuts_of(points, {4, 32});
  for (int i = 0; i < 2; ++i) CHECK(cuts_of(points, {4, 32}).cluster == first.cluster);
}
