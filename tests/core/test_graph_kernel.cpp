// The graph kernel: against definitions written out, closed forms of paths and complete graphs, and
// laws.
#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>
#include <set>

#include "core/kernel_support.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/kernel/expand.hpp"
#include "costruct/core/kernel/graph_features.hpp"
#include "costruct/core/kernel/laplacian_inverse.hpp"
#include "costruct/core/kernel/neighbour_graph.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

constexpr double kPlenty = 1e12;
using Matrix = std::vector<std::vector<long double>>;
using Cloud = std::vector<Vector>;  // points

// What a cloud is like.
enum class Kind { kPlane, kGrid, kClusters, kPairs, kOne, kFew, kLine };

const std::vector<Kind>& all_kinds() {
  static const std::vector<Kind> all = {Kind::kPlane, Kind::kGrid, Kind::kClusters, Kind::kPairs,
                                        Kind::kOne,   Kind::kFew,  Kind::kLine};
  return all;
}

Cloud random_cloud(Kind kind, Dice& dice) {
  Cloud cloud;
  const auto add = [&](double x, double y) { cloud.push_back({x, y}); };
  switch (kind) {
    case Kind::kPlane:
      for (int i = 0; i < 70; ++i) add(dice.real(), dice.real());
      break;
    case Kind::kGrid:  // distances tie
      for (int i = 0; i < 49; ++i) add(i % 7, i / 7);
      break;
    case Kind::kClusters:
      for (int i = 0; i < 60; ++i) add(dice.real() + 100 * (i % 3), dice.real());
      break;
    case Kind::kPairs:
      for (int i = 0; i < 20; ++i) add(i / 2 * 10 + i % 2, 5);
      break;
    case Kind::kOne:
      add(3, 4);
      break;
    case Kind::kFew:
      for (int i = 0; i < 3; ++i) add(dice.real(), dice.real());
      break;
    case Kind::kLine:
      for (int i = 0; i < 40; ++i) add(dice.real(), 0);
      break;
  }
  return cloud;
}

// An example of one part for each point.
FeatureTable table_of(const Cloud& cloud) {
  FeatureTable table;
  table.num_features = 2;
  for (const Vector& point : cloud) {
    for (int j = 0; j < 2; ++j) {
      table.feature.push_back(j);
      table.value.push_back(point[j]);
    }
    table.end_part();
    table.end_example();
  }
  return table;
}

Points points_of(const Cloud& cloud) {
  return distinct_points(table_of(cloud), static_cast<Index>(cloud.size())).points;
}

// W by sorting all others: i and j are joined where one is among the k nearest of the other.
Matrix reference_edges(const Cloud& cloud, Index k) {
  const std::size_t n = cloud.size();
  Matrix w(n, std::vector<long double>(n, 0));
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::pair<double, std::size_t>> others;
    for (std::size_t j = 0; j < n; ++j) {
      const double dx = cloud[i][0] - cloud[j][0], dy = cloud[i][1] - cloud[j][1];
      if (j != i) others.emplace_back(dx * dx + dy * dy, j);
    }
    std::sort(others.begin(), others.end());
    for (std::size_t m = 0; m < others.size() && m < static_cast<std::size_t>(k); ++m)
      w[i][others[m].second] = w[others[m].second][i] = 1;
  }
  return w;
}

// L + rho I.
Matrix reference_laplacian(const Matrix& w, double rho) {
  Matrix a = w;
  for (std::size_t i = 0; i < w.size(); ++i) {
    for (std::size_t j = 0; j < w.size(); ++j) a[i][j] = -w[i][j];
    a[i][i] = std::accumulate(w[i].begin(), w[i].end(), static_cast<long double>(rho));
  }
  return a;
}

// By Gauss-Jordan elimination with pivots from the whole column.
Matrix inverse_of(Matrix a) {
  const std::size_t n = a.size();
  Matrix inverse(n, std::vector<long double>(n, 0));
  for (std::size_t i = 0; i < n; ++i) inverse[i][i] = 1;
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t i = c; i < n; ++i)
      if (std::abs(a[i][c]) > std::abs(a[pivot][c])) pivot = i;
    std::swap(a[c], a[pivot]);
    std::swap(inverse[c], inverse[pivot]);
    const long double scale = a[c][c];
    for (std::size_t j = 0; j < n; ++j) {
      a[c][j] /= scale;
      inverse[c][j] /= scale;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const long double factor = a[i][c];
      if (i == c || factor == 0) continue;
      for (std::size_t j = 0; j < n; ++j) {
        a[i][j] -= factor * a[c][j];
        inverse[i][j] -= factor * inverse[c][j];
      }
    }
  }
  return inverse;
}

KernelOptions graph_options(Index neighbours, double rho,
                            std::optional<Index> rank = std::nullopt) {
  KernelOptions options;
  options.type = KernelType::kGraph;
  options.neighbours = neighbours;
  options.rho = rho;
  options.rank = rank;
  return options;
}

ExpandedTable expanded(const FeatureTable& table, const KernelOptions& options,
                       double bytes = kPlenty) {
  return expand(table, {table.num_examples(), table.num_examples()}, options, bytes);
}

// Inner products of the explicit features of all parts.
Matrix gram(const FeatureTable& table) {
  const auto n = static_cast<std::size_t>(table.num_parts());
  Cloud rows;
  for (std::size_t i = 0; i < n; ++i) rows.push_back(dense_row(table, static_cast<Index>(i)));
  Matrix k(n, std::vector<long double>(n, 0));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t m = 0; m < rows[i].size(); ++m)
        k[i][j] += static_cast<long double>(rows[i][m]) * rows[j][m];
  return k;
}

Matrix graph_kernel(const Cloud& cloud, Index neighbours, double rho) {
  return gram(expanded(table_of(cloud), graph_options(neighbours, rho)).table);
}

double squared_norm_of_difference(const Matrix& k, std::size_t i, std::size_t j) {
  return static_cast<double>(k[i][i] + k[j][j] - 2 * k[i][j]);
}

// Positions whose gaps halve: the nearest neighbour of each is the next one, a path.
Cloud path_cloud(int n) {
  Cloud cloud;
  double x = 0;
  for (int i = 0; i < n; ++i, x += std::ldexp(1, -i)) cloud.push_back({x, 0});
  return cloud;
}

}  // namespace

TEST_CASE("points are joined where one is among the nearest of the other, ties by index",
          "[core][kernel]") {
  Dice dice(1);
  for (const Kind kind : all_kinds()) {
    for (const Index k : {1, 2, 5, 10, 1000}) {
      const Cloud cloud = random_cloud(kind, dice);
      INFO("kind " << static_cast<int>(kind) << ", k " << k);
      const NeighbourGraph graph = neighbour_graph(points_of(cloud), k, kPlenty);
      const Matrix w = reference_edges(cloud, k);
      REQUIRE(graph.size() == static_cast<Index>(cloud.size()));
      for (Index i = 0; i < graph.size(); ++i) {
        std::vector<Index> joined;
        for (Index j = 0; j < graph.size(); ++j)
          if (w[i][j] == 1) joined.push_back(j);
        CHECK(std::ranges::equal(graph.of(i), joined));
        for (const Index j : joined) CHECK(graph.component[i] == graph.component[j]);
      }
      std::set<Index> seen;  // new components come with new points, and their number is right
      for (const Index c : graph.component) {
        CHECK(c <= static_cast<Index>(seen.size()));
        seen.insert(c);
      }
      CHECK(graph.num_components() == static_cast<Index>(seen.size()));
    }
  }
  CHECK(neighbour_graph(points_of(random_cloud(Kind::kClusters, dice)), 5, kPlenty)
            .num_components() == 3);
  CHECK(neighbour_graph(points_of(random_cloud(Kind::kPairs, dice)), 1, kPlenty).num_components() ==
        10);
  CHECK(neighbour_graph(Points(), 10, kPlenty).num_components() == 0);
}

TEST_CASE("the graph kernel is 10 (L + rho I)^-1, to about 1e-8 of its smallest eigenvalues",
          "[core][kernel]") {
  const double rho = GENERATE(1e-6, 1e-2, 3.0);
  const Index k = GENERATE(1, 3, 10);
  Dice dice(2);
  for (const Kind kind : all_kinds()) {
    const Cloud cloud = random_cloud(kind, dice);
    INFO("kind " << static_cast<int>(kind) << ", k " << k << ", rho " << rho);
    const Matrix a = reference_laplacian(reference_edges(cloud, k), rho);
    const Matrix inverse = inverse_of(a);
    const Matrix kernel = graph_kernel(cloud, k, rho);
    const std::size_t n = cloud.size();
    REQUIRE(kernel.size() == n);
    for (std::size_t i = 0; i < n; ++i) {
      long double row_sum = 0;
      for (std::size_t j = 0; j < n; ++j) {
        row_sum += kernel[i][j];
        CHECK(static_cast<double>(kernel[i][j]) ==
              Approx(static_cast<double>(10 * inverse[i][j])).epsilon(1e-10).margin(1e-12));
        // An error of a small eigenvalue, 10 / lambda, is seen in (L + rho I) K as a part of 10.
        long double product = 0;
        for (std::size_t m = 0; m < n; ++m) product += a[i][m] * kernel[m][j];
        CHECK(static_cast<double>(product) == Approx(i == j ? 10 : 0).margin(1e-7));
      }
      CHECK(static_cast<double>(row_sum) == Approx(10 / rho).epsilon(1e-12));
    }
  }
}

TEST_CASE("on a path the squared distance of features is 10 an edge, for ever smaller rho",
          "[core][kernel]") {
  const double rho = GENERATE(1e-8, 1e-11, 1e-14);
  const Cloud cloud = path_cloud(20);
  const FeatureTable table = expanded(table_of(cloud), graph_options(1, rho)).table;
  for (Index i = 0; i < 20; ++i) {
    for (Index j = 0; j < 20; ++j) {
      const Vector a = dense_row(table, i), b = dense_row(table, j);
      double sum = 0;
      for (std::size_t m = 0; m < a.size(); ++m) sum += (a[m] - b[m]) * (a[m] - b[m]);
      CHECK(sum == Approx(10.0 * static_cast<double>(std::abs(i - j))).epsilon(1e-5).margin(1e-12));
    }
  }
}

TEST_CASE("of points that are all joined the graph kernel has a closed form", "[core][kernel]") {
  Dice dice(3);
  for (const int n : {1, 2, 3, 7, 11}) {  // 10 neighbours join up to 11 points
    Cloud cloud;
    for (int i = 0; i < n; ++i) cloud.push_back({dice.real(), dice.real()});
    const double rho = 1e-6;
    const Matrix kernel = graph_kernel(cloud, 10, rho);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        CHECK(static_cast<double>(kernel[i][j]) ==
              Approx(10 / rho / n + 10 / (n + rho) * ((i == j ? 1.0 : 0.0) - 1.0 / n))
                  .epsilon(1e-13));
        if (i != j)
          CHECK(squared_norm_of_difference(kernel, i, j) == Approx(20 / (n + rho)).epsilon(1e-8));
      }
    }
  }
}

TEST_CASE("the diagonal of the grounded inverse is that of its columns", "[core][kernel]") {
  Dice dice(4);
  for (const Kind kind : all_kinds()) {
    for (const Index k : {1, 4, 10}) {
      const NeighbourGraph graph = neighbour_graph(points_of(random_cloud(kind, dice)), k, kPlenty);
      const LaplacianInverse inverse(graph, 1e-6, kPlenty);
      const Vector diagonal = inverse.grounded_diagonal();
      const std::set<Index> grounds(inverse.grounds().begin(), inverse.grounds().end());
      CHECK(static_cast<Index>(grounds.size()) == graph.num_components());
      Vector column(graph.size());
      for (Index i = 0; i < graph.size(); ++i) {
        if (grounds.contains(i)) {
          CHECK(diagonal[i] == 0);
          continue;
        }
        inverse.grounded_column(i, column);
        CHECK(diagonal[i] == Approx(column[i]).epsilon(1e-11));
      }
    }
  }
}

TEST_CASE("permuted points have a permuted graph kernel", "[core][kernel]") {
  Dice dice(5);
  for (const Kind kind : {Kind::kPlane, Kind::kClusters, Kind::kLine}) {  // distances differ
    const Cloud cloud = random_cloud(kind, dice);
    std::vector<std::size_t> order(cloud.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[dice.range(0, static_cast<int>(i) - 1)]);
    Cloud permuted;
    for (const std::size_t i : order) permuted.push_back(cloud[i]);
    const Matrix before = graph_kernel(cloud, 5, 1e-3), after = graph_kernel(permuted, 5, 1e-3);
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t j = 0; j < order.size(); ++j)
        CHECK(static_cast<double>(after[i][j]) ==
              Approx(static_cast<double>(before[order[i]][order[j]])).epsilon(1e-10).margin(1e-10));
  }
}

TEST_CASE("a truncated graph kernel lacks what its residual says, and nowhere more",
          "[core][kernel]") {
  Dice dice(6);
  for (const Kind kind : all_kinds()) {
    const Cloud cloud = random_cloud(kind, dice);
    const Points points = points_of(cloud);
    const auto n = static_cast<Index>(cloud.size());
    const double rho = 0.1;
    const Matrix full = graph_kernel(cloud, 3, rho);
    double before = std::numeric_limits<double>::infinity();
    for (Index rank = 1; rank <= n; ++rank) {  // fewer than components, too
      const CholeskyFactor factor = factorize_graph({3, rho}, points, rank, kPlenty, 1);
      CHECK(static_cast<Index>(factor.columns.size()) == rank);
      CHECK(std::set<Index>(factor.pivots.begin(), factor.pivots.end()).size() ==
            factor.pivots.size());
      CHECK(factor.residual < before);
      before = factor.residual;
      long double trace = 0;
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) {
          long double rest = full[i][j];
          for (const Vector& column : factor.columns)
            rest -= static_cast<long double>(column[i]) * column[j];
          if (i == j) trace += rest;
          CHECK(std::abs(static_cast<double>(rest)) <= factor.residual + 1e-10);
        }
      }
      CHECK(static_cast<double>(trace) == Approx(factor.residual).margin(1e-9));
    }
    CHECK(before < 1e-9);
  }
}

TEST_CASE("equal parts are one point of the graph and have the same features", "[core][kernel]") {
  Dice dice(7);
  const Cloud cloud = random_cloud(Kind::kPlane, dice);
  Cloud repeated = cloud;
  for (int i = 0; i < 30; ++i) repeated.push_back(cloud[i % 4]);
  const KernelOptions options = graph_options(4, 1e-6);
  const ExpandedTable once = expanded(table_of(cloud), options),
                      often = expanded(table_of(repeated), options);
  CHECK(often.table.num_features == once.table.num_features);
  for (std::size_t i = 0; i < repeated.size(); ++i) {
    const Index same =
        i < cloud.size() ? static_cast<Index>(i) : static_cast<Index>((i - cloud.size()) % 4);
    CHECK(same_bits(dense_row(often.table, static_cast<Index>(i)), dense_row(once.table, same)));
  }
}

TEST_CASE("points with a common feature can be joined in place of neighbours", "[core][kernel]") {
  Dice dice(11);
  for (const int n : {1, 2, 9, 24}) {
    FeatureTable table;
    table.num_features = 2 * n;
    Matrix w(static_cast<std::size_t>(n), std::vector<long double>(static_cast<std::size_t>(n), 0));
    std::vector<std::set<std::int32_t>> points(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
      auto& point = points[static_cast<std::size_t>(i)];
      point.insert(i);  // its own, so that no two are equal
      for (int e = 0; e < 2; ++e) point.insert(n + static_cast<std::int32_t>(dice.range(0, n - 1)));
      for (const std::int32_t feature : point) {
        table.feature.push_back(feature);
        table.value.push_back(1 + feature % 3);
      }
      table.end_part();
      table.end_example();
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t j = 0; j < points.size(); ++j)
        w[i][j] = i != j && std::any_of(points[i].begin(), points[i].end(),
                                        [&](std::int32_t f) { return points[j].count(f) > 0; });
    }
    KernelOptions options = graph_options(1, .1);
    options.edges = GraphEdges::kShared;
    const Matrix kernel = gram(expanded(table, options).table),
                 inverse = inverse_of(reference_laplacian(w, .1));
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t j = 0; j < points.size(); ++j)
        CHECK(static_cast<double>(kernel[i][j]) ==
              Approx(static_cast<double>(10 * inverse[i][j])).epsilon(1e-9));
    }
    if (n == 24)
      CHECK_THROWS_WITH(expanded(table, options, 200),
                        Contains("joined by common features is too large"));
  }
}

TEST_CASE("features of a graph are known for its points alone", "[core][kernel]") {
  Dice dice(8);
  const Cloud cloud = random_cloud(Kind::kPlane, dice);
  const FeatureTable table = table_of(cloud);
  const ExpandedTable all = expanded(table, graph_options(5, 1e-6, 9));
  CHECK(all.features->dimension() == 9);
  Point point;
  for (Index i = 0; i < table.num_parts(); ++i) {
    FeatureTable out;
    out.num_features = 9;
    read_point(table, i, point);
    all.features->append(point, out);
    out.end_part();
    CHECK(same_bits(dense_row(out, 0), dense_row(all.table, i)));
  }
  FeatureTable out;
  CHECK_THROWS_WITH(all.features->append(Point{{0, 1}, {7, 8}}, out),
                    Contains("not in the graph of the kernel"));
  CHECK_THROWS_WITH(expand(table, {3, table.num_examples() - 1}, graph_options(5, 1e-6), kPlenty),
                    Contains("not in the graph of the kernel"));
}

TEST_CASE("without points or with empty ones there is a graph kernel, too", "[core][kernel]") {
  CHECK(expanded(FeatureTable(), graph_options(10, 1e-6)).features->dimension() == 0);
  FeatureTable zeros;  // one point without any feature
  for (int i = 0; i < 3; ++i) {
    zeros.end_part();
    zeros.end_example();
  }
  const ExpandedTable one = expanded(zeros, graph_options(10, 1e-6));
  CHECK(one.features->dimension() == 1);
  for (Index i = 0; i < 3; ++i) CHECK(dense_row(one.table, i)[0] == Approx(std::sqrt(1e7)));
}

TEST_CASE("a graph kernel too large for memory, or for doubles, is told with what to limit",
          "[core][kernel]") {
  Dice dice(9);
  const FeatureTable table = table_of(random_cloud(Kind::kPlane, dice));
  CHECK_THROWS_WITH(
      expanded(table, graph_options(10, 1e-6), 1000),
      Contains("70 different points and 10 neighbours") && Contains("limit kernel.neighbours"));
  CHECK_THROWS_WITH(expanded(table, graph_options(1000, 1e-6), 70 * 68 * 64),
                    Contains("70 different points and 69 neighbours"));
  // A factor of 69 columns and at most 69 * 70 / 2 entries of 24 bytes; a column of features takes
  // 70 * 28.
  CHECK_THROWS_WITH(expanded(table, graph_options(1, 1e-6), 70 * 64 + 70),
                    Contains("explicit features") && Contains("limit kernel.rank"));
  CHECK(
      expanded(table, graph_options(10, 1e-6, 2), 69 * 35 * 24 + 2 * 70 * 28).table.num_features ==
      2);
  CHECK_THROWS_WITH(expanded(table, graph_options(10, 1e-6, 40), 69 * 35 * 24),
                    Contains("limit kernel.rank"));
  CHECK_THROWS_WITH(expanded(table_of({{1e200, 0}, {-1e200, 0}}), graph_options(1, 1e-6)),
                    Contains("too large") && Contains("scale them down"));
  CHECK_THROWS_WITH(expanded(table, graph_options(1, 1e-310)),
                    Contains("kernel.rho = 1e-310: too small"));
}
