// Decoders of correlation clustering against the enumeration of all partitions, their rules written
// down once more, and the vertices of a small relaxation.
#include <catch2/catch.hpp>

#include "core/chain_support.hpp"
#include "costruct/core/decode/clusterings/correlation_clustering.hpp"

#include <cmath>
#include <iostream>
#include <numeric>
#include <set>

using namespace costruct;
using namespace costruct::test;

namespace {

/// All partitions of T objects in lexicographic order, by counting through all labelings.
std::vector<Output> all_partitions(Index objects) {
  std::vector<Output> all;
  std::vector<int> parts(objects, 0);
  for (;;) {
    all.push_back({parts});
    Index j = objects - 1;
    for (; j > 0; --j) {
      if (parts[j] <= *std::max_element(parts.begin(), parts.begin() + j)) break;
    }
    if (j <= 0) return all;
    ++parts[j];
    std::fill(parts.begin() + j + 1, parts.end(), 0);
  }
}

double similarity_of(const Vector& s, Index j, Index k) {
  return j > k ? s[j * (j - 1) / 2 + k] : s[k * (k - 1) / 2 + j];
}

/// By the definition, from the last pair to the first: for whole numbers.
double value_of(const Vector& s, const Output& partition) {
  double value = 0;
  const Index T = static_cast<Index>(partition.parts.size());
  for (Index j = T - 1; j >= 0; --j) {
    for (Index k = j - 1; k >= 0; --k) {
      if (partition.parts[j] == partition.parts[k]) value += similarity_of(s, j, k);
    }
  }
  return value;
}

Output renumbered(const std::vector<int>& clusters) {
  std::vector<int> names;
  Output partition;
  for (const int c : clusters) {
    if (std::find(names.begin(), names.end(), c) == names.end()) names.push_back(c);
    partition.parts.push_back(
        static_cast<int>(std::find(names.begin(), names.end(), c) - names.begin()));
  }
  return partition;
}

/// Decoding Strategy 8.1 as it is told.
Output plain_sequential(Index objects, const Vector& s, Index window) {
  std::vector<int> cluster;
  for (Index j = 0; j < objects; ++j) {
    const int clusters =
        cluster.empty() ? 0 : 1 + *std::max_element(cluster.begin(), cluster.end());
    int best = clusters;
    double most = 0;
    for (int c = 0; c < clusters; ++c) {
      double total = 0;
      bool seen = false;
      for (Index k = 0; k < j; ++k) {
        if (cluster[k] != c || (window > 0 && k < j - window)) continue;
        seen = true;
        total += similarity_of(s, j, k);
      }
      if (seen && total >= 0 && (best == clusters || total > most)) {
        best = c;
        most = total;
      }
    }
    cluster.push_back(best);
  }
  return {cluster};
}

/// Joins what is most similar, every total summed afresh.
Output plain_agglomerative(Index objects, const Vector& s) {
  std::vector<std::vector<Index>> clusters;  // in the order of their first objects
  for (Index j = 0; j < objects; ++j) clusters.push_back({j});
  for (;;) {
    double most = 0;
    std::pair<std::size_t, std::size_t> best;
    for (std::size_t a = 0; a < clusters.size(); ++a) {
      for (std::size_t b = a + 1; b < clusters.size(); ++b) {
        double total = 0;
        for (const Index j : clusters[a]) {
          for (const Index k : clusters[b]) total += similarity_of(s, j, k);
        }
        if (total > most) {
          most = total;
          best = {a, b};
        }
      }
    }
    if (most == 0) break;
    clusters[best.first].insert(clusters[best.first].end(), clusters[best.second].begin(),
                                clusters[best.second].end());
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(best.second));
  }
  std::vector<int> of(objects);
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    for (const Index j : clusters[c]) of[j] = static_cast<int>(c);
  }
  return renumbered(of);
}

std::set<Output> all_neighbours(const Output& other) {
  std::set<Output> found;
  const int T = static_cast<int>(other.parts.size());
  for (int a = 0; a < T; ++a) {
    for (int to = 0; to <= T; ++to) {
      std::vector<int> moved = other.parts, joined = other.parts;
      moved[a] = to;
      found.insert(renumbered(moved));
      if (std::find(joined.begin(), joined.end(), to) == joined.end()) continue;
      std::replace(joined.begin(), joined.end(), other.parts[a], to);
      found.insert(renumbered(joined));
    }
  }
  found.erase(other);
  return found;
}

/// Similarities that are whole numbers: many ties, all zero, all negative, all positive, and wide
/// ranges.
std::vector<Vector> similarities(Dice& dice, Index objects) {
  const std::vector<std::pair<int, int>> ranges = {{0, 0},  {-1, 1}, {-1, 1},  {-2, 2},
                                                   {-1, 0}, {0, 1},  {-9, -1}, {1, 9},
                                                   {-9, 9}, {-9, 9}, {-3, 2},  {-6, 3}};
  std::vector<Vector> all;
  for (const auto& [lowest, highest] : ranges) {
    Vector s(objects * (objects - 1) / 2);
    for (double& value : s) value = dice.range(lowest, highest);
    all.push_back(std::move(s));
  }
  return all;
}

/// Calls check(T, s) for T = 0..8 and many similarities.
template <class Check>
void over_similarities(std::uint64_t seed, int repetitions, const Check& check) {
  Dice dice(seed);
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (Index objects = 0; objects <= 8; ++objects) {
      for (const Vector& s : similarities(dice, objects)) {
        CAPTURE(objects, s);
        check(objects, s);
      }
    }
  }
}

Vector noise(Dice& dice, Index objects, double centre) {
  Vector s(objects * (objects - 1) / 2);
  for (double& value : s) value = centre + dice.real() + dice.real() + dice.real();
  return s;
}

double product(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.);
}

/// The most by which a triangle inequality or a bound is violated.
double violation(Index objects, const Vector& z) {
  double most = 0;
  for (const double share : z) most = std::max({most, -share, share - 1});
  for (Index j = 0; j < objects; ++j) {
    for (Index k = 0; k < objects; ++k) {
      for (Index l = 0; l < objects; ++l) {
        if (j == k || k == l || j == l) continue;
        most = std::max(
            most, similarity_of(z, j, k) + similarity_of(z, k, l) - similarity_of(z, j, l) - 1);
      }
    }
  }
  return most;
}

bool is_integral(const Vector& z) {
  return std::all_of(z.begin(), z.end(), [](double share) { return share == 0 || share == 1; });
}

bool no_linear_program() {
  if (const auto why = linear_program_unavailable()) {
    std::cout << "skipped: " << *why << '\n';
    return true;
  }
  return false;
}

/// 6 of the 24 inequalities of the relaxation for 4 objects as equations: their solution, if it is
/// feasible.
std::optional<Vector> vertex(const std::array<int, 6>& tight,
                             const std::vector<std::array<double, 7>>& rows) {
  std::array<std::array<double, 7>, 6> m;
  for (int i = 0; i < 6; ++i) m[i] = rows[tight[i]];
  for (int c = 0; c < 6; ++c) {
    int pivot = c;
    while (pivot < 6 && std::abs(m[pivot][c]) < 1e-9) ++pivot;
    if (pivot == 6) return std::nullopt;
    std::swap(m[pivot], m[c]);
    for (int r = 0; r < 6; ++r) {
      if (r == c || m[r][c] == 0) continue;
      const double factor = m[r][c] / m[c][c];
      for (int i = c; i < 7; ++i) m[r][i] -= factor * m[c][i];
    }
  }
  Vector z(6);
  for (int i = 0; i < 6; ++i) z[i] = std::round(m[i][6] / m[i][i] * 12) / 12 + 0.;
  if (violation(4, z) > 1e-9) return std::nullopt;
  return z;
}

std::set<Vector> vertices_of_four() {
  std::vector<std::array<double, 7>> rows;
  const auto at = [](int j, int k) { return j > k ? j * (j - 1) / 2 + k : k * (k - 1) / 2 + j; };
  for (int i = 0; i < 6; ++i) {
    for (const double bound : {0., 1.}) {
      rows.emplace_back().fill(0);
      rows.back()[i] = 1;
      rows.back()[6] = bound;
    }
  }
  for (int k = 0; k < 4; ++k) {
    for (int j = 0; j < 4; ++j) {
      for (int l = 0; l < j; ++l) {
        if (j == k || l == k) continue;
        rows.emplace_back().fill(0);
        rows.back()[at(j, k)] = rows.back()[at(k, l)] = rows.back()[6] = 1;
        rows.back()[at(j, l)] = -1;
      }
    }
  }
  REQUIRE(rows.size() == 24);
  std::set<Vector> vertices;
  std::array<int, 6> tight{0, 1, 2, 3, 4, 5};
  for (;;) {
    if (const auto z = vertex(tight, rows)) vertices.insert(*z);
    int i = 5;
    while (i >= 0 && tight[i] == 18 + i) --i;
    if (i < 0) return vertices;
    ++tight[i];
    for (++i; i < 6; ++i) tight[i] = tight[i - 1] + 1;
  }
}

/// Clusters of random objects, +1 within and -1 between, and uniform noise of this size.
std::pair<Output, Vector> planted(Dice& dice, Index objects, int clusters, double noise) {
  std::vector<int> of(objects);
  for (int& c : of) c = dice.range(0, clusters - 1);
  Vector s;
  for (Index j = 0; j < objects; ++j) {
    for (Index k = 0; k < j; ++k) s.push_back((of[j] == of[k] ? 1 : -1) + noise * dice.real());
  }
  return {renumbered(of), s};
}

}  // namespace

TEST_CASE("partitions are numbered by first objects", "[core][decode][clustering]") {
  CHECK(partition_of(std::vector<int>{}) == Output{});
  CHECK(partition_of(std::vector<int>{7}) == Output{{0}});
  CHECK(partition_of(std::vector<int>{3, -1, 3, 2000000000, -2000000000, -1}) ==
        Output{{0, 1, 0, 2, 3, 1}});
  CHECK(is_partition({{}}, 0));
  CHECK(is_partition({{0, 1, 0, 2}}, 4));
  CHECK_FALSE(is_partition({{0, 1, 0, 2}}, 3));
  CHECK_FALSE(is_partition({{0, 2, 1}}, 3));
  CHECK_FALSE(is_partition({{1, 0}}, 2));
  CHECK_FALSE(is_partition({{0, -1}}, 2));
  const std::vector<std::size_t> bell = {1, 1, 2, 5, 15, 52, 203, 877, 4140};
  for (Index objects = 0; objects <= 8; ++objects) {
    const auto all = all_partitions(objects);
    CHECK(all.size() == bell[objects]);
    CHECK(std::is_sorted(all.begin(), all.end()));
    CHECK(std::all_of(all.begin(), all.end(),
                      [&](const Output& p) { return is_partition(p, objects); }));
  }
}

TEST_CASE("the best partition is that of the enumeration, ties included",
          "[core][decode][clustering]") {
  over_similarities(1, 3, [](Index objects, const Vector& s) {
    const Decoded expected =
        best_of(all_partitions(objects), [&](const Output& p) { return value_of(s, p); });
    check_same(best_partition(objects, s), expected);
  });
}

TEST_CASE("values of partitions are sums over the pairs of a cluster, to the last bit",
          "[core][decode][clustering]") {
  Dice dice(2);
  for (const Index objects : {0, 1, 2, 7}) {
    const Vector s = noise(dice, objects, 0);
    for (const Output& p : all_partitions(objects)) {
      double value = 0;
      for (Index j = 0; j < objects; ++j) {
        for (Index k = 0; k < j; ++k) {
          if (p.parts[j] == p.parts[k]) value += similarity_of(s, j, k);
        }
      }
      CHECK(same_bits(partition_value(p, s), value));
    }
    const Decoded best = best_partition(objects, s);
    CHECK(same_bits(best.value, partition_value(best.output, s)));
  }
}

TEST_CASE("greedy clusterings follow their rules", "[core][decode][clustering]") {
  over_similarities(3, 4, [](Index objects, const Vector& s) {
    const double most = best_partition(objects, s).value;
    for (const Index window : {0, 1, 2, 3, 7, 8, 100}) {
      CAPTURE(window);
      const Decoded found = sequential_partition(objects, s, window);
      CHECK(is_partition(found.output, objects));
      CHECK(found.output == plain_sequential(objects, s, window));
      CHECK(found.value == value_of(s, found.output));
      CHECK(found.value <= most);
    }
    const Decoded found = agglomerative_partition(objects, s);
    CHECK(is_partition(found.output, objects));
    CHECK(found.output == plain_agglomerative(objects, s));
    CHECK(found.value == value_of(s, found.output));
    CHECK(found.value <= most);
  });
  Dice dice(4);
  for (const int most : {1, 3, 50}) {
    Vector s(40 * 39 / 2);
    for (double& value : s) value = dice.range(-most, most);
    CHECK(agglomerative_partition(40, s).output == plain_agglomerative(40, s));
    CHECK(sequential_partition(40, s, 0).output == plain_sequential(40, s, 0));
    CHECK(sequential_partition(40, s, 9).output == plain_sequential(40, s, 9));
  }
}

TEST_CASE("a cluster that has left the window cannot be joined", "[core][decode][clustering]") {
  // 0 and 3 are alike, the others differ from all.
  const Vector s = {-1, -1, -1, 5, -1, -1};
  CHECK(sequential_partition(4, s, 0).output == Output{{0, 1, 2, 0}});
  CHECK(sequential_partition(4, s, 3).output == Output{{0, 1, 2, 0}});
  CHECK(sequential_partition(4, s, 2).output == Output{{0, 1, 2, 3}});
  CHECK(sequential_partition(2, Vector{0}, 1).output == Output{{0, 0}});  // not negative: join
}

TEST_CASE("objects that are apart do not meet, beyond the window either",
          "[core][decode][clustering]") {
  const Vector alike(num_pairs(4), 1);
  const std::vector<bool> apart = {false, true, false, true, false, false};  // (2, 0), (3, 0)
  for (const Index window : {0, 1, 2, 3})
    CHECK(sequential_partition(4, alike, window, apart).output == Output{{0, 0, 1, 1}});
  CHECK(sequential_partition(4, alike, 1).output == Output{{0, 0, 0, 0}});
}

TEST_CASE("the best neighbour is the best of all, ties included", "[core][decode][clustering]") {
  Dice dice(5);
  for (Index objects = 0; objects <= 6; ++objects) {
    for (const Output& other : all_partitions(objects)) {
      const std::set<Output> neighbours = all_neighbours(other);
      for (const Vector& s : similarities(dice, objects)) {
        CAPTURE(other, s);
        const auto found = best_neighbour(other, s);
        REQUIRE(found.has_value() == !neighbours.empty());
        if (neighbours.empty()) continue;
        check_same(*found, best_of(std::vector<Output>(neighbours.begin(), neighbours.end()),
                                   [&](const Output& p) { return value_of(s, p); }));
      }
    }
  }
}

TEST_CASE("the best of many equal neighbours is the smallest", "[core][decode][clustering]") {
  Dice dice(6);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const Index objects = dice.range(7, 12);
    std::vector<int> clusters(objects);
    for (int& c : clusters) c = dice.range(0, repetition % 6);
    const Output other = renumbered(clusters);
    const std::set<Output> neighbours = all_neighbours(other);
    const Vector zeros(objects * (objects - 1) / 2, 0.);
    CHECK(best_neighbour(other, zeros)->output == *neighbours.begin());
    // Leaving `other` costs as much as it can: only moves out of pairs tie.
    Vector s;
    for (Index j = 0; j < objects; ++j) {
      for (Index k = 0; k < j; ++k)
        s.push_back(other.parts[j] == other.parts[k] ? dice.range(0, 1) : -1);
    }
    check_same(*best_neighbour(other, s),
               best_of(std::vector<Output>(neighbours.begin(), neighbours.end()),
                       [&](const Output& p) { return value_of(s, p); }));
  }
}

TEST_CASE("the relaxation bounds the best partition, and is it where it is integral",
          "[core][decode][clustering]") {
  if (no_linear_program()) return;
  Index integral = 0, fractional = 0;
  over_similarities(7, 6, [&](Index objects, const Vector& s) {
    const Decoded best = best_partition(objects, s);
    const RelaxedPartition relaxed = relaxed_partition(objects, s);
    REQUIRE(std::ssize(relaxed.z) == objects * (objects - 1) / 2);
    CHECK(violation(objects, relaxed.z) <= 1e-9);
    CHECK(relaxed.value >= best.value - 1e-12 * std::abs(best.value));
    CHECK(relaxed.value == Approx(product(s, relaxed.z)).epsilon(1e-9).margin(1e-9));
    const Decoded rounded = rounded_partition(objects, s, relaxed.z);
    CHECK(is_partition(rounded.output, objects));
    CHECK(rounded.value == value_of(s, rounded.output));
    CHECK(rounded.value <= best.value);
    CHECK(rounded.value >= agglomerative_partition(objects, s).value);
    CHECK(rounded.value >= sequential_partition(objects, s, 0).value);
    if (!is_integral(relaxed.z)) {
      ++fractional;
      return;
    }
    ++integral;
    CHECK(relaxed.value == Approx(best.value).epsilon(1e-9));
    CHECK(rounded.value == best.value);
    for (Index j = 0; j < objects; ++j) {
      for (Index k = 0; k < j; ++k)
        CHECK((similarity_of(relaxed.z, j, k) == 1) ==
              (rounded.output.parts[j] == rounded.output.parts[k]));
    }
  });
  CHECK(integral > 0);
  CHECK(fractional > 0);
}

TEST_CASE("for three objects the relaxation is exact, for four it is the best vertex",
          "[core][decode][clustering]") {
  if (no_linear_program()) return;
  Dice dice(8);
  const std::set<Vector> vertices = vertices_of_four();
  CHECK(std::count_if(vertices.begin(), vertices.end(), is_integral) == 15);
  CHECK(vertices.size() > 15);
  for (int repetition = 0; repetition < 200; ++repetition) {
    const Vector three =
        repetition % 2 == 0 ? dice.vector(3, Numbers::kIntegers) : noise(dice, 3, 0);
    CHECK(relaxed_partition(3, three).value ==
          Approx(best_partition(3, three).value).epsilon(1e-9));
    const Vector four =
        repetition % 2 == 0 ? dice.vector(6, Numbers::kIntegers) : noise(dice, 4, 0);
    double most = 0;
    for (const Vector& z : vertices) most = std::max(most, product(four, z));
    CHECK(relaxed_partition(4, four).value == Approx(most).epsilon(1e-9));
  }
  const RelaxedPartition claw = relaxed_partition(4, Vector{1, 1, -1, 1, -1, -1});
  CHECK(claw.value == Approx(1.5));
  CHECK(claw.z == Vector{.5, .5, 0, .5, 0, 0});
}

TEST_CASE("halves that are proved optimal are what the simplex method finds",
          "[core][decode][clustering]") {
  if (no_linear_program()) return;
  Dice dice(9);
  for (const double centre : {-.2, 0., .2}) {
    for (const bool whole : {false, true}) {
      constexpr Index kObjects = 40;
      Vector s = noise(dice, kObjects, centre);
      if (whole) {
        for (double& value : s) value = std::round(2 * value);
      }
      const RelaxedPartition halves = relaxed_partition(kObjects, s);
      CAPTURE(centre, whole);
      CHECK(halves.rounds == 0);
      CHECK(halves.value == Approx(product(s, halves.z)).epsilon(1e-9));
      CHECK(violation(kObjects, halves.z) == 0);
      // One more object, similar to one of them and nothing to the others: it adds 1, and there is
      // no such proof.
      s.push_back(1);
      s.resize(s.size() + kObjects - 1, 0.);
      const RelaxedPartition simplex = relaxed_partition(kObjects + 1, s);
      CHECK(simplex.rounds > 0);
      CHECK(simplex.value == Approx(halves.value + 1).epsilon(1e-9));
      CHECK(simplex.value == Approx(product(s, simplex.z)).epsilon(1e-9));
    }
  }
}

TEST_CASE("the relaxation does not depend on the order of objects, and scales",
          "[core][decode][clustering]") {
  if (no_linear_program()) return;
  Dice dice(10);
  for (const Index objects : {5, 8, 16, 30, 40}) {
    const auto [truth, s] = planted(dice, objects, 4, 2.2);
    const double value = relaxed_partition(objects, s).value;
    for (int repetition = 0; repetition < 3; ++repetition) {
      std::vector<Index> order(objects);
      std::iota(order.begin(), order.end(), Index{0});
      for (Index i = objects - 1; i > 0; --i)
        std::swap(order[i], order[dice.range(0, static_cast<int>(i))]);
      Vector permuted;
      for (Index j = 0; j < objects; ++j) {
        for (Index k = 0; k < j; ++k) permuted.push_back(similarity_of(s, order[j], order[k]));
      }
      CHECK(relaxed_partition(objects, permuted).value == Approx(value).epsilon(1e-9));
    }
    for (const double factor : {1e9, 1e-9}) {
      Vector scaled = s;
      for (double& x : scaled) x *= factor;
      const RelaxedPartition relaxed = relaxed_partition(objects, scaled);
      CHECK(relaxed.value == Approx(value * factor).epsilon(1e-9).margin(0));
      CHECK(relaxed.value == Approx(product(scaled, relaxed.z)).epsilon(1e-9).margin(0));
      CHECK(violation(objects, relaxed.z) <= 1e-9);
    }
  }
}

TEST_CASE("similarities of very different sizes keep the bound", "[core][decode][clustering]") {
  if (no_linear_program()) return;
  Dice dice(11);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const Index objects = dice.range(3, 8);
    Vector s = noise(dice, objects, 0);
    for (double& x : s) x *= std::pow(10., dice.range(-9, 9));
    const Decoded best = best_partition(objects, s);
    const RelaxedPartition relaxed = relaxed_partition(objects, s);
    CAPTURE(s);
    CHECK(relaxed.value >= best.value * (1 - 1e-12));
    CHECK(relaxed.value == Approx(product(s, relaxed.z)).epsilon(1e-9));
    CHECK(violation(objects, relaxed.z) <= 1e-9);
  }
}

TEST_CASE("relaxations of objects far apart add up", "[core][decode][clustering]") {
  if (no_linear_program()) return;
  Dice dice(12);
  const Index first = 7, second = 26;
  const Vector a = noise(dice, first, .2), b = planted(dice, second, 4, 2.).second;
  // The objects of the two take turns, as long as there are some.
  std::vector<std::pair<bool, Index>> of;
  for (Index j = 0; j < second; ++j) {
    if (j < first) of.emplace_back(true, j);
    of.emplace_back(false, j);
  }
  Vector both;
  for (std::size_t j = 0; j < of.size(); ++j) {
    for (std::size_t k = 0; k < j; ++k) {
      const bool together = of[j].first == of[k].first;
      both.push_back(together ? similarity_of(of[j].first ? a : b, of[j].second, of[k].second)
                              : -(dice.real() + 1));
    }
  }
  const RelaxedPartition relaxed = relaxed_partition(first + second, both);
  CHECK(
      relaxed.value ==
      Approx(relaxed_partition(first, a).value + relaxed_partition(second, b).value).epsilon(1e-9));
  CHECK(violation(first + second, relaxed.z) <= 1e-9);
}

TEST_CASE("the relaxation gives the same bits again", "[core][decode][clustering]") {
  if (no_linear_program()) return;
  Dice dice(13);
  const Vector s = planted(dice, 40, 4, 2.6).second;
  const RelaxedPartition once = relaxed_partition(40, s);
  std::vector<RelaxedPartition> again(4);
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 4; ++i) again[i] = relaxed_partition(40, s);
  for (const RelaxedPartition& other : again) {
    CHECK(same_bits(other.z, once.z));
    CHECK(same_bits(other.value, once.value));
  }
}

TEST_CASE("a planted partition of a hundred objects is found by all",
          "[core][decode][clustering]") {
  Dice dice(14);
  const auto [truth, s] = planted(dice, 100, 10, .9);
  const double value = partition_value(truth, s);
  CHECK(agglomerative_partition(100, s).output == truth);
  CHECK(sequential_partition(100, s, 0).output == truth);
  CHECK(best_neighbour(truth, s)->value < value);
  if (no_linear_program()) return;
  const auto [truth_in_noise, noisy] = planted(dice, 100, 10, 1.4);
  for (const auto& [partition, similarity] :
       {std::pair(truth, s), std::pair(truth_in_noise, noisy)}) {
    const RelaxedPartition relaxed = relaxed_partition(100, similarity);
    CHECK(relaxed.value == Approx(partition_value(partition, similarity)).epsilon(1e-9));
    CHECK(rounded_partition(100, similarity, relaxed.z).output == partition);
  }
}

TEST_CASE("rounding takes the best of its candidates", "[core][decode][clustering]") {
  // The majority joins the chain 0 1 2, a pivot only what it is close to itself.
  const Vector chain = {.6, .2, .6};
  CHECK(rounded_partition(3, Vector{2, -9, 2}, chain).output == Output{{0, 0, 1}});
  CHECK(rounded_partition(3, Vector{2, -3, 2}, chain).output == Output{{0, 0, 1}});
  CHECK(rounded_partition(3, Vector{2, -1, 2}, chain).output == Output{{0, 0, 0}});
  CHECK(rounded_partition(3, Vector{2, -2, 2}, chain).output ==
        Output{{0, 0, 0}});  // equal: the smallest
  // z itself where it is integral, whatever else there is.
  CHECK(rounded_partition(3, Vector{5, 5, 5}, Vector{0, 1, 0}).output == Output{{0, 1, 0}});
  CHECK(rounded_partition(0, Vector{}, Vector{}).output == Output{});
  CHECK(rounded_partition(1, Vector{}, Vector{}).output == Output{{0}});
}

TEST_CASE("no object or one is a partition already", "[core][decode][clustering]") {
  for (const Index objects : {0, 1}) {
    const Output only{std::vector<int>(objects, 0)};
    check_same(best_partition(objects, Vector{}), {only, 0});
    check_same(sequential_partition(objects, Vector{}, 0), {only, 0});
    check_same(sequential_partition(objects, Vector{}, 3), {only, 0});
    check_same(agglomerative_partition(objects, Vector{}), {only, 0});
    CHECK_FALSE(best_neighbour(only, Vector{}).has_value());
    if (linear_program_unavailable()) continue;
    CHECK(relaxed_partition(objects, Vector{}).z.empty());
    CHECK(relaxed_partition(objects, Vector{}).value == 0);
  }
}
