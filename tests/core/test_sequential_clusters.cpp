// Clusters of a stream against those of a set that is known as a whole.
#include <catch2/catch.hpp>

#include "costruct/core/decode/clusterings/correlation_clustering.hpp"
#include "costruct/core/decode/clusterings/sequential_clusters.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

/// Streams of so many objects: reals, whole numbers with many ties, and zeros of both signs.
std::vector<Vector> streams(Index objects, Dice& dice) {
  std::vector<Vector> all(4, Vector(num_pairs(objects)));
  for (Index p = 0; p < num_pairs(objects); ++p) {
    all[0][p] = dice.real();
    all[1][p] = dice.range(-1, 1);
    all[2][p] = dice.range(-2, 1) * 0.1;  // sums that depend on their order
    all[3][p] = dice.range(0, 2) == 0 ? -0.0 : dice.range(-1, 0);
  }
  return all;
}

/// The similarities of object j to those in a window before it.
Vector to_window(const Vector& s, Index j, Index window) {
  Vector row;
  for (Index k = std::max<Index>(0, j - window); k < j; ++k) row.push_back(s[pair_index(j, k)]);
  return row;
}

}  // namespace

TEST_CASE("objects placed one by one are clustered like a set", "[core][decode][clustering]") {
  Dice dice(1);
  for (int repetition = 0; repetition < 20; ++repetition) {
    for (const Index T : {0, 1, 2, 5, 12}) {
      for (const Vector& s : streams(T, dice)) {
        for (Index window = 1; window <= T + 2; ++window) {
          CAPTURE(T, window, s);
          const Output expected = sequential_partition(T, s, window).output;
          SequentialClusters clusters(window);
          Index seen = 0;
          for (Index j = 0; j < T; ++j) {
            REQUIRE(clusters.size() == std::min(j, window));
            const auto [cluster, is_new] = clusters.place(to_window(s, j, window));
            CHECK(cluster == expected.parts[j]);
            CHECK(is_new == (expected.parts[j] == seen));
            seen = std::max<Index>(seen, expected.parts[j] + 1);
            CHECK(clusters.num_clusters() == seen);
          }
          std::vector<Index> last(expected.parts.end() - std::min(T, window), expected.parts.end());
          CHECK(clusters.clusters() == last);
        }
        CHECK(sequential_partition(T, s, 0).output == sequential_partition(T, s, T + 1).output);
      }
    }
  }
}

TEST_CASE("a stream goes on where its state was kept", "[core][decode][clustering]") {
  Dice dice(2);
  const Index T = 14;
  for (const Vector& s : streams(T, dice)) {
    for (const Index window : {1, 3, 6, 20}) {
      for (const Index kept : {0, 1, 3, 9, 14}) {
        SequentialClusters whole(window), first(window), second(window);
        (void)second.place({});  // forgotten
        for (Index j = 0; j < T; ++j) {
          const Vector row = to_window(s, j, window);
          if (j == kept) second.restore(first.clusters(), first.num_clusters());
          const auto expected = whole.place(row);
          const auto found = (j < kept ? first : second).place(row);
          CHECK(found.cluster == expected.cluster);
          CHECK(found.is_new == expected.is_new);
        }
        const SequentialClusters& end = kept < T ? second : first;
        CHECK(end.clusters() == whole.clusters());
        CHECK(end.num_clusters() == whole.num_clusters());
      }
    }
  }
}

TEST_CASE("numbers of clusters go on when theirs have left the window",
          "[core][decode][clustering]") {
  SequentialClusters clusters(2);
  for (Index j = 0; j < 5; ++j)
    CHECK(clusters.place(Vector(std::min<Index>(j, 2), -1.0)).cluster == j);
  CHECK(clusters.place(Vector{-1, 0}).cluster == 4);  // not negative: join
  CHECK(clusters.place(Vector{2, -1}).cluster == 4);  // 1 in all
  CHECK(clusters.place(Vector{2, -3}).cluster == 5);
  CHECK(clusters.num_clusters() == 6);
}
