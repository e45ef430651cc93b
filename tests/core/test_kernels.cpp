// Kernels as explicit features: inner products against kernels written out from their formulas.
#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>
#include <map>

#include "core/kernel_support.hpp"
#include "costruct/core/kernel/cholesky_features.hpp"
#include "costruct/core/kernel/expand.hpp"
#include "costruct/core/kernel/feature_scaling.hpp"
#include "costruct/core/kernel/product_features.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

constexpr double kPlenty = 1e12;

KernelOptions options_of(const char* json) {
  return parse_kernel(Json::parse(json));
}

double reference(const KernelOptions& options, double sigma2, const Vector& a, const Vector& b) {
  if (options.type == KernelType::kGaussian) return reference_gaussian(a, b, sigma2);
  return reference_polynomial(a, b, static_cast<double>(options.degree), options.offset);
}

Points points_of(const FeatureTable& table) {
  return distinct_points(table, table.num_parts()).points;
}

std::string check(const char* json) {
  ConfigErrors errors;
  check_kernel(Json::parse(json), "learner.kernel", errors);
  std::string all;
  for (const std::string& message : errors.messages()) all += message + "\n";
  return all;
}

}  // namespace

TEST_CASE("inner products of explicit features at full rank are the kernel, for all parts at hand",
          "[core][kernel]") {
  const char* json =
      GENERATE(R"({"type": "polynomial"})",
               R"({"type": "polynomial", "degree": 3, "offset": 0.5, "expansion": "cholesky"})",
               R"({"type": "polynomial", "degree": 2, "offset": 0, "expansion": "cholesky"})",
               R"({"type": "polynomial", "degree": 1, "offset": 2, "expansion": "products"})",
               R"({"type": "polynomial", "degree": 2, "offset": 0, "expansion": "products"})",
               R"({"type": "polynomial", "degree": 3, "offset": 0.5, "expansion": "products"})",
               R"({"type": "polynomial", "degree": 5, "offset": 1})",
               R"({"type": "gaussian", "sigma2": 1.5})", R"({"type": "gaussian"})");
  const KernelOptions options = options_of(json);
  for (const Rows rows : all_rows()) {
    Dice dice(17);
    const FeatureTable table = random_rows(rows, dice);
    INFO(json << ", rows " << static_cast<int>(rows));
    const Index all = table.num_examples(), parts = table.num_parts();
    const ExpandedTable expanded = expand(table, {all, all}, options, kPlenty);
    REQUIRE(expanded.table.example_begin == table.example_begin);
    REQUIRE(expanded.table.num_parts() == parts);
    REQUIRE(expanded.table.num_features == expanded.features->dimension());
    double sigma2 = options.sigma2.value_or(reference_sigma2(table, parts));
    if (sigma2 < 1e-14) sigma2 = 1;  // all points are one
    double largest = 0;
    for (Index i = 0; i < parts; ++i)
      largest =
          std::max(largest, reference(options, sigma2, dense_row(table, i), dense_row(table, i)));
    for (Index i = 0; i < parts; ++i) {
      for (Index j = 0; j < parts; ++j) {
        const double k = reference(options, sigma2, dense_row(table, i), dense_row(table, j));
        const double z = reference_dot(dense_row(expanded.table, i), dense_row(expanded.table, j));
        CHECK(z == Approx(k).margin(largest * 1e-11).epsilon(0));
      }
    }
  }
}

TEST_CASE("products are the kernel for any two points all of whose products are known",
          "[core][kernel]") {
  Dice dice(5);
  const int degree = GENERATE(1, 2, 3);
  const double offset = GENERATE(0.0, 1.0, 2.5);
  const Kernel kernel{KernelType::kPolynomial, degree, offset, 1};
  FeatureTable known;  // one part with all features knows every product
  known.num_features = 6;
  for (int j = 0; j < 6; ++j) known.feature.push_back(j);
  known.end_part();
  known.end_example();
  const ProductFeatures features = products_of(kernel, points_of(known), kPlenty);
  CHECK(static_cast<double>(features.dimension()) == num_products(kernel, 6));
  for (const Rows rows : all_rows()) {
    const FeatureTable table = random_rows(rows, dice);
    FeatureTable explicit_table;
    Point point;
    for (Index part = 0; part < table.num_parts(); ++part) {
      read_point(table, part, point);
      const std::size_t before = explicit_table.feature.size();
      features.append(point, explicit_table);
      CHECK(static_cast<double>(explicit_table.feature.size() - before) ==
            num_products(kernel, static_cast<Index>(point.feature.size())));
      explicit_table.end_part();
    }
    explicit_table.num_features = features.dimension();
    for (Index i = 0; i < table.num_parts(); ++i) {
      for (Index j = 0; j < table.num_parts(); ++j) {
        const double k =
            reference_polynomial(dense_row(table, i), dense_row(table, j), degree, offset);
        CHECK(reference_dot(dense_row(explicit_table, i), dense_row(explicit_table, j)) ==
              Approx(k).margin(1e-9));
      }
    }
  }
}

TEST_CASE("a product unseen in training is left out and changes no kernel with a training point",
          "[core][kernel]") {
  Dice dice(8);
  const KernelOptions options =
      options_of(R"({"type": "polynomial", "degree": 2, "expansion": "products"})");
  const FeatureTable table = random_rows(Rows::kIndicators, dice);
  const Index known = table.num_examples() / 2;
  const ExpandedTable expanded = expand(table, {known, known}, options, kPlenty);
  for (Index i = 0; i < table.example_begin[known]; ++i) {
    for (Index j = 0; j < table.num_parts(); ++j) {
      CHECK(reference_dot(dense_row(expanded.table, i), dense_row(expanded.table, j)) ==
            Approx(reference_polynomial(dense_row(table, i), dense_row(table, j), 2, 1)));
    }
  }
}

TEST_CASE("at full rank a new point keeps its kernel with every point at hand", "[core][kernel]") {
  const char* json = GENERATE(R"({"type": "gaussian", "sigma2": 4})",
                              R"({"type": "polynomial", "expansion": "cholesky"})");
  const KernelOptions options = options_of(json);
  Dice dice(9);
  const FeatureTable table = random_rows(Rows::kDense, dice);
  const Index known = table.num_examples() / 2;
  const ExpandedTable expanded = expand(table, {known, known}, options, kPlenty);
  for (Index i = 0; i < table.example_begin[known]; ++i) {
    for (Index j = 0; j < table.num_parts(); ++j) {
      // A point at hand that is no landmark differs by at most the root of the two residuals.
      CHECK(reference_dot(dense_row(expanded.table, i), dense_row(expanded.table, j)) ==
            Approx(reference(options, 4, dense_row(table, i), dense_row(table, j))).margin(1e-6));
    }
  }
}

TEST_CASE("a truncated factor errs by at most the trace of its residual, which falls with the rank",
          "[core][kernel]") {
  Dice dice(3);
  for (const Rows rows : all_rows()) {
    const FeatureTable table = random_rows(rows, dice);
    const Points points = points_of(table);
    const Kernel kernel{KernelType::kGaussian, 2, 1, 2.0};
    double before = std::numeric_limits<double>::infinity();
    for (Index rank = 1; rank <= points.size(); ++rank) {
      const CholeskyFactor factor = factorize(kernel, points, {.rank = rank});
      CHECK(static_cast<Index>(factor.columns.size()) <= rank);
      CHECK(factor.residual <= before);
      before = factor.residual;
      double trace = 0;
      for (Index i = 0; i < points.size(); ++i) {
        for (Index j = 0; j < points.size(); ++j) {
          double k = kernel(points[i], points[j]);
          for (const Vector& column : factor.columns) k -= column[i] * column[j];
          if (i == j) trace += k;
          CHECK(std::abs(k) <= factor.residual + 1e-12);
        }
      }
      CHECK(trace == Approx(factor.residual).margin(1e-12));
    }
  }
}

TEST_CASE("the rank found is that of the matrix", "[core][kernel]") {
  Dice dice(4);
  const FeatureTable dense = random_rows(Rows::kDense, dice);
  const auto rank = [](const FeatureTable& table, const char* json) {
    return expand(table, {table.num_examples(), table.num_examples()}, options_of(json), kPlenty)
        .features->dimension();
  };
  CHECK(rank(dense,
             R"({"type": "polynomial", "degree": 1, "offset": 0, "expansion": "cholesky"})") == 6);
  CHECK(rank(dense,
             R"({"type": "polynomial", "degree": 1, "offset": 1, "expansion": "cholesky"})") == 7);
  CHECK(rank(dense,
             R"({"type": "polynomial", "degree": 2, "offset": 0, "expansion": "cholesky"})") == 21);
  CHECK(rank(dense,
             R"({"type": "polynomial", "degree": 2, "offset": 1, "expansion": "cholesky"})") == 28);
  CHECK(rank(dense, R"({"type": "gaussian"})") == 30);
  CHECK(rank(dense, R"({"type": "gaussian", "rank": 4})") == 4);
  const FeatureTable constant = random_rows(Rows::kConstantColumns, dice);  // two columns vary
  CHECK(rank(constant, R"({"type": "polynomial", "degree": 2, "expansion": "cholesky"})") == 6);
  CHECK(rank(random_rows(Rows::kOne, dice), R"({"type": "gaussian"})") == 1);
  const FeatureTable nothing;
  CHECK(rank(nothing, R"({"type": "gaussian"})") == 0);
  CHECK(rank(nothing, R"({"type": "polynomial"})") == 0);
  FeatureTable zeros;
  zeros.end_part();
  zeros.end_example();
  CHECK(rank(zeros, R"({"type": "polynomial", "offset": 0, "expansion": "cholesky"})") == 0);
  CHECK(rank(zeros, R"({"type": "polynomial", "offset": 0, "expansion": "products"})") == 0);
  CHECK(rank(zeros, R"({"type": "polynomial", "expansion": "products"})") == 1);
}

TEST_CASE("forward substitution gives the rows of the factor, bit for bit", "[core][kernel]") {
  Dice dice(6);
  for (const Rows rows : all_rows()) {
    const FeatureTable table = random_rows(rows, dice);
    const Points points = points_of(table);
    for (const Kernel& kernel :
         {Kernel{KernelType::kGaussian, 2, 1, 0.7}, Kernel{KernelType::kPolynomial, 3, 1, 1}}) {
      for (const Index rank : {3, 1000}) {
        const CholeskyFactor factor = factorize(kernel, points, {.rank = rank});
        const CholeskyFeatures features = features_of(kernel, points, factor);
        for (Index i = 0; i < points.size(); ++i) {
          Vector row;
          for (const Vector& column : factor.columns) row.push_back(column[i]);
          CHECK(same_bits(features.coordinates(points[i]), row));
        }
      }
    }
  }
}

TEST_CASE("pivots are the largest residuals, and ties go to the smallest index", "[core][kernel]") {
  // An identity matrix: all residuals are equal, always.
  const auto column_of = [](Index pivot, VectorRef column) {
    std::fill(column.begin(), column.end(), 0.0);
    column[pivot] = 1;
  };
  CHECK(pivoted_cholesky(Vector(5, 1.0), column_of, {}).pivots ==
        std::vector<Index>{0, 1, 2, 3, 4});
  const auto diagonal = [](Index pivot, VectorRef column) {
    std::fill(column.begin(), column.end(), 0.0);
    column[pivot] = std::vector<double>{2, 9, 4, 9}[pivot];
  };
  const CholeskyFactor factor = pivoted_cholesky({2, 9, 4, 9}, diagonal, {});
  CHECK(factor.pivots == std::vector<Index>{1, 3, 2, 0});
  CHECK(factor.columns[0] == Vector{0, 3, 0, 0});
  CHECK(factor.residual == 0);
}

TEST_CASE("columns of the kernel matrix are asked for once per pivot", "[core][kernel]") {
  Index asked = 0;
  const auto column_of = [&](Index pivot, VectorRef column) {
    ++asked;
    for (Index i = 0; i < 100; ++i) column[i] = static_cast<double>((i % 3 == pivot % 3) * 4);
  };
  CHECK(pivoted_cholesky(Vector(100, 4.0), column_of, {}).pivots == std::vector<Index>{0, 1, 2});
  CHECK(asked == 3);
}

TEST_CASE("somebody who watches hears of every pivot, changes no bit, and may end the work",
          "[core][kernel]") {
  Dice dice(5);
  const FeatureTable table = random_rows(all_rows().front(), dice);
  const Index all = table.num_examples();
  const char* json =
      GENERATE(R"({"type": "gaussian", "rank": 6})", R"({"type": "graph", "rank": 6})",
               R"({"type": "polynomial", "expansion": "products"})");
  INFO(json);
  std::map<std::string, std::vector<Index>> heard;  // stage and unit -> steps done
  const auto hear = [&](const WorkStep& step) {
    heard[std::string(step.stage) + "/" + std::string(step.unit)].push_back(step.done);
  };
  const ExpandedTable watched = expand(table, {all, all}, options_of(json), kPlenty, hear);
  const ExpandedTable alone = expand(table, {all, all}, options_of(json), kPlenty);
  CHECK(watched.table.feature == alone.table.feature);
  CHECK(watched.table.value == alone.table.value);
  CHECK(std::ssize(heard.at("explicit features/parts")) == table.num_parts());
  if (heard.contains("/pivots")) {
    CHECK(std::is_sorted(heard.at("/pivots").begin(), heard.at("/pivots").end()));
    CHECK(heard.at("/pivots").back() == 5);
  } else {
    CHECK(heard.contains("products/points"));
  }
  struct End {};
  const auto end = [](const WorkStep&) { throw End(); };
  CHECK_THROWS_AS(expand(table, {all, all}, options_of(json), kPlenty, end), End);
}

TEST_CASE("equal parts are one point, whatever the order of their entries", "[core][kernel]") {
  FeatureTable table;
  table.num_features = 4;
  const auto part = [&](std::vector<std::pair<int, double>> entries) {
    for (const auto& [feature, value] : entries) {
      table.feature.push_back(feature);
      table.value.push_back(value);
    }
    table.end_part();
  };
  part({{0, 1}, {2, 3}});
  part({});
  part({{2, 1}, {0, 1}, {2, 2}});
  part({{1, 1}, {1, -1}});
  part({{0, 1}, {2, 3}, {3, 0.0}});
  part({{0, 1}, {2, 3}, {3, 1}});
  table.end_example();
  const DistinctPoints distinct = distinct_points(table, table.num_parts());
  CHECK(distinct.of_part == std::vector<Index>{0, 1, 0, 1, 0, 2});
  CHECK(distinct.points.size() == 3);
  CHECK(distinct_points(table, 2).of_part == std::vector<Index>{0, 1});
}

TEST_CASE("the mean squared distance is the double sum over all pairs", "[core][kernel]") {
  Dice dice(12);
  for (const Rows rows : all_rows()) {
    const FeatureTable table = random_rows(rows, dice);
    for (const Index parts : {Index{1}, table.num_parts() / 2, table.num_parts()}) {
      if (parts < 1) continue;
      CHECK(mean_squared_distance(table, parts) ==
            Approx(reference_sigma2(table, parts)).margin(1e-12));
    }
  }
  CHECK(mean_squared_distance(FeatureTable(), 0) == 0);
}

TEST_CASE(
    "a missing sigma2 comes from the labeled parts alone, and is 1 where they are all the same",
    "[core][kernel]") {
  Dice dice(13);
  const FeatureTable table = random_rows(Rows::kDense, dice);
  const Index labeled = table.num_examples() / 3, known = table.num_examples() / 2;
  const KernelOptions options = options_of(R"({"type": "gaussian"})");
  const ExpandedTable expanded = expand(table, {labeled, known}, options, kPlenty);
  const auto sigma2_of = [](const ExpandedTable& of) {
    return dynamic_cast<const CholeskyFeatures&>(*of.features).kernel().sigma2;
  };
  const double width = reference_sigma2(table, table.example_begin[labeled]);
  CHECK(sigma2_of(expanded) == Approx(width));
  const KernelOptions narrow = options_of(R"({"type": "gaussian", "sigma2_times": 0.25})");
  CHECK(sigma2_of(expand(table, {labeled, known}, narrow, kPlenty)) == Approx(0.25 * width));
  const KernelOptions given =
      options_of(R"({"type": "gaussian", "sigma2": 3, "sigma2_times": 0.25})");
  CHECK(sigma2_of(expand(table, {labeled, known}, given, kPlenty)) == 3);
  const FeatureTable one = random_rows(Rows::kOne, dice);
  CHECK(sigma2_of(expand(one, {1, 1}, options, kPlenty)) == 1);
}

TEST_CASE("examples behind the known ones change nothing of the transform", "[core][kernel]") {
  const char* json =
      GENERATE(R"({"type": "gaussian"})", R"({"type": "polynomial", "expansion": "cholesky"})",
               R"({"type": "polynomial", "expansion": "products"})");
  Dice dice(14);
  const FeatureTable table = random_rows(Rows::kDense, dice);
  const Index known = table.num_examples() / 2;
  FeatureTable alone = table;
  alone.example_begin.resize(known + 1);
  alone.part_begin.resize(alone.example_begin.back() + 1);
  alone.feature.resize(alone.part_begin.back());
  alone.value.resize(alone.part_begin.back());
  const ExpandedTable with = expand(table, {known, known}, options_of(json), kPlenty);
  const ExpandedTable without = expand(alone, {known, known}, options_of(json), kPlenty);
  REQUIRE(with.table.num_features == without.table.num_features);
  const auto entries = without.table.feature.size();
  CHECK(std::equal(without.table.feature.begin(), without.table.feature.end(),
                   with.table.feature.begin()));
  CHECK(same_bits(without.table.value,
                  Vector(with.table.value.begin(), with.table.value.begin() + entries)));
}

TEST_CASE("auto takes products where they have fewer entries than the factor", "[core][kernel]") {
  FeatureTable table;  // n points of two features each: 6 n products of degree 2, n min(n, rank) in
                       // the factor
  const auto decided = [&](int n, const char* json) {
    table = FeatureTable();
    table.num_features = n + 1;
    for (int i = 0; i < n; ++i) {
      table.feature.insert(table.feature.end(), {0, i + 1});
      table.end_part();
      table.end_example();
    }
    const KernelOptions options = options_of(json);
    return takes_products(options, make_kernel(options, table, n), points_of(table));
  };
  CHECK_FALSE(decided(6, R"({"type": "polynomial"})"));
  CHECK(decided(7, R"({"type": "polynomial"})"));
  CHECK_FALSE(decided(7, R"({"type": "polynomial", "rank": 6})"));
  CHECK(decided(7, R"({"type": "polynomial", "rank": 7})"));
  CHECK(decided(4, R"({"type": "polynomial", "offset": 0})"));
  CHECK_FALSE(decided(3, R"({"type": "polynomial", "offset": 0})"));
  CHECK_FALSE(decided(100, R"({"type": "polynomial", "degree": 4})"));
  CHECK_FALSE(decided(100, R"({"type": "polynomial", "expansion": "cholesky"})"));
  CHECK(decided(2, R"({"type": "polynomial", "expansion": "products"})"));
  CHECK_FALSE(decided(100, R"({"type": "gaussian"})"));
}

TEST_CASE("what does not fit into memory, or into a double, is a DataError that says what to do",
          "[core][kernel]") {
  Dice dice(15);
  const FeatureTable table = random_rows(Rows::kDense, dice);
  const PointsAtHand all{table.num_examples(), table.num_examples()};
  CHECK_THROWS_WITH(expand(table, all, options_of(R"({"type": "gaussian"})"), 30 * 8 * 10),
                    Contains("30 different points") && Contains("kernel.rank"));
  // Two columns take 30 * 8 bytes each in the factor and 30 * 12 in the table.
  const KernelOptions two = options_of(R"({"type": "gaussian", "rank": 2})");
  CHECK(expand(table, all, two, 2 * 30 * 20).table.num_features == 2);
  CHECK_THROWS_WITH(expand(table, all, two, 2 * 30 * 20 - 1),
                    Contains("more than 1 explicit features"));
  CHECK_THROWS_WITH(
      expand(table, all, options_of(R"({"type": "polynomial", "expansion": "products"})"), 1000),
      Contains("products of 2 features") && Contains("expansion cholesky"));
  const auto two_points = [](double value) {
    FeatureTable points;
    points.num_features = 1;
    for (const double each : {value, -value}) {
      points.feature.push_back(0);
      points.value.push_back(each);
      points.end_part();
      points.end_example();
    }
    return points;
  };
  const FeatureTable huge = two_points(1e200);
  for (const char* json :
       {R"({"type": "gaussian"})", R"({"type": "polynomial", "expansion": "products"})",
        R"({"type": "polynomial", "expansion": "cholesky"})"}) {
    CHECK_THROWS_WITH(expand(huge, {2, 2}, options_of(json), kPlenty), Contains("too large"));
  }
  // Every kernel value is finite, but not the trace that the factor is measured by.
  CHECK_THROWS_WITH(
      expand(two_points(1.1e77), {2, 2},
             options_of(R"({"type": "polynomial", "expansion": "cholesky"})"), kPlenty),
      Contains("too large"));
}

TEST_CASE("a wrong kernel block is told key by key", "[core][kernel]") {
  CHECK(check("{}").empty());
  CHECK(check(R"({"type": "linear"})").empty());
  CHECK(
      check(
          R"({"type": "polynomial", "degree": 3, "offset": 0, "rank": null, "expansion": "auto"})")
          .empty());
  CHECK(check(R"({"type": "gaussian", "sigma2": null, "rank": 10})").empty());
  CHECK_THAT(check("3"), Contains("learner.kernel = 3: must be an object"));
  CHECK_THAT(
      check(R"({"type": 7})"),
      Contains(
          "learner.kernel.type = 7: no kernel; must be linear, polynomial, gaussian or graph"));
  CHECK_THAT(check(R"({"type": "gausian"})"), Contains("did you mean gaussian?"));
  CHECK_THAT(check(R"({"type": "polynomial", "degree": 0})"),
             Contains("learner.kernel.degree = 0: must be >= 1"));
  CHECK_THAT(check(R"({"type": "polynomial", "degree": 1.5})"), Contains("must be an integer"));
  CHECK_THAT(check(R"({"type": "polynomial", "offset": -1})"),
             Contains("learner.kernel.offset = -1: must be >= 0"));
  CHECK_THAT(check(R"({"type": "gaussian", "sigma2": 0})"),
             Contains("learner.kernel.sigma2 = 0: must be > 0"));
  CHECK_THAT(check(R"({"type": "gaussian", "rank": 0})"),
             Contains("learner.kernel.rank = 0: must be >= 1"));
  CHECK_THAT(check(R"({"type": "gaussian", "degree": 2})"),
             Contains("learner.kernel.degree belongs to type polynomial, but type is gaussian"));
  CHECK_THAT(
      check(R"({"rank": 2})"),
      Contains(
          "learner.kernel.rank belongs to type polynomial, gaussian or graph, but type is linear"));
  CHECK(check(R"({"type": "graph", "neighbours": 1, "rho": 2, "rank": 3})").empty());
  CHECK_THAT(check(R"({"type": "graph", "neighbours": 0, "rho": 0})"),
             Contains("learner.kernel.neighbours = 0: must be >= 1") &&
                 Contains("learner.kernel.rho = 0: must be > 0"));
  CHECK_THAT(check(R"({"type": "graph", "degree": 2})"),
             Contains("learner.kernel.degree belongs to type polynomial, but type is graph"));
  CHECK_THAT(check(R"({"type": "graph", "neighbors": 2})"), Contains("did you mean neighbours?"));
  CHECK(kernel_with_defaults(Json::parse(R"({"type": "graph"})")) ==
        Json::parse(R"({"type": "graph", "neighbours": 10, "rho": 1e-6, "rank": null})"));
  CHECK(kernel_with_defaults(Json::parse(R"({"type": "graph", "edges": "shared"})")) ==
        Json::parse(R"({"type": "graph", "edges": "shared", "neighbours": 10, "rho": 1e-6,
                        "rank": null})"));
  CHECK_THAT(check(R"({"type": "graph", "edges": "linked"})"),
             Contains("learner.kernel.edges = \"linked\": must be nearest or shared"));
  CHECK_THAT(check(R"({"type": "gaussian", "sigma": 2})"),
             Contains("unknown key learner.kernel.sigma") && Contains("did you mean sigma2?"));
  CHECK_THAT(
      check(R"({"type": "polynomial", "degree": 4, "expansion": "products"})"),
      Contains("learner.kernel.expansion = \"products\": for degrees up to 3, but degree is 4"));
  CHECK_THAT(check(R"({"type": "polynomial", "rank": 4, "expansion": "products"})"),
             Contains("learner.kernel.rank belongs to expansion cholesky"));
  CHECK(
      kernel_with_defaults(Json::parse(R"({"type": "polynomial"})")) ==
      Json::parse(
          R"({"type": "polynomial", "degree": 2, "offset": 1.0, "expansion": "auto", "rank": null})"));
}

namespace {

// Shift and factor of one column of a dense table, straight from the definitions.
std::pair<double, double> reference_scale(Scaling kind, Vector column, bool shifts) {
  std::sort(column.begin(), column.end());
  const auto n = static_cast<double>(column.size());
  const double least = column.front(), most = column.back();
  if (least == most) return {0, 0};
  double mean = 0, variance = 0;
  for (const double x : column) mean += x / n;
  for (const double x : column) variance += (x - mean) * (x - mean) / n;
  const auto quantile = [&](double q) {
    const double place = q * (n - 1);
    const auto low = static_cast<std::size_t>(place);
    const std::size_t high = std::min(low + 1, column.size() - 1);
    return column[low] + (place - std::floor(place)) * (column[high] - column[low]);
  };
  const double deviation = std::sqrt(variance), range = quantile(.75) - quantile(.25);
  if (kind == Scaling::kMinmax) {
    return shifts ? std::pair(least, 1 / (most - least))
                  : std::pair(0.0, 1 / std::max(std::abs(least), std::abs(most)));
  }
  if (kind == Scaling::kRobust)
    return {shifts ? quantile(.5) : 0, 1 / (range > 0 ? range : deviation)};
  return {shifts ? mean : 0, 1 / deviation};
}

}  // namespace

TEST_CASE("features are scaled as their values in labeled parts say", "[core][kernel][scaling]") {
  const auto kind = GENERATE(Scaling::kStandardize, Scaling::kMinmax, Scaling::kRobust);
  for (const Rows rows : all_rows()) {
    Dice dice(23);
    const FeatureTable table = random_rows(rows, dice);
    INFO("rows " << static_cast<int>(rows) << ", kind " << static_cast<int>(kind));
    const Index labeled = table.num_examples() / 2, parts = table.example_begin[labeled];
    KernelOptions options;
    options.scaling = kind;
    const ExpandedTable expanded = expand(table, {labeled, table.num_examples()}, options, kPlenty);
    REQUIRE(expanded.table.example_begin == table.example_begin);
    REQUIRE(expanded.table.num_features == table.num_features);
    REQUIRE(expanded.features->dimension() == table.num_features);
    Index nonzero = 0;
    for (Index part = 0; part < parts; ++part) {
      const Vector row = dense_row(table, part);
      nonzero += std::count_if(row.begin(), row.end(), [](double x) { return x != 0; });
    }
    const bool shifts = 2 * nonzero > parts * table.num_features;
    for (Index j = 0; j < table.num_features; ++j) {
      Vector column;
      for (Index part = 0; part < parts; ++part)
        column.push_back(dense_row(table, part)[static_cast<std::size_t>(j)]);
      const auto [shift, factor] = reference_scale(kind, column, shifts);
      for (Index part = 0; part < table.num_parts(); ++part) {
        const double x = dense_row(table, part)[static_cast<std::size_t>(j)];
        CHECK(dense_row(expanded.table, part)[static_cast<std::size_t>(j)] ==
              Approx((x - shift) * factor).margin(1e-12));
      }
    }
    // A new point gets the features of an equal one at hand.
    Point point;
    read_point(table, 0, point);
    FeatureTable again;
    again.num_features = expanded.table.num_features;
    expanded.features->append(point, again);
    again.end_part();
    again.end_example();
    CHECK(dense_row(again, 0) == dense_row(expanded.table, 0));
  }
}

TEST_CASE("a kernel of scaled features is the kernel of the scaled table",
          "[core][kernel][scaling]") {
  for (const char* json : {R"({"type": "gaussian"})", R"({"type": "polynomial"})",
                           R"({"type": "graph", "neighbours": 3})"}) {
    Dice dice(29);
    const FeatureTable table = random_rows(Rows::kDense, dice);
    const Index all = table.num_examples();
    KernelOptions scaling;
    scaling.scaling = Scaling::kStandardize;
    const FeatureTable scaled = expand(table, {all, all}, scaling, kPlenty).table;
    KernelOptions both = options_of(json);
    const ExpandedTable expected = expand(scaled, {all, all}, both, kPlenty);
    both.scaling = Scaling::kStandardize;
    const ExpandedTable found = expand(table, {all, all}, both, kPlenty);
    CHECK(found.table.feature == expected.table.feature);
    CHECK(found.table.value == expected.table.value);
  }
}

TEST_CASE("scaling leaves the features as they are that keep their scale",
          "[core][kernel][scaling]") {
  // Feature 0 is a column, 1 to 3 are words. No labeled part has the last word.
  FeatureTable table;
  table.num_features = 4;
  for (const auto& [column, word] : {std::pair{10.0, 1}, {20.0, 2}, {60.0, 3}}) {
    table.feature.insert(table.feature.end(), {0, word});
    table.value.insert(table.value.end(), {column, .5});
    table.end_part();
    table.end_example();
  }
  const double deviation = 5;  // of 10 and 20, about their mean of 15
  for (const auto& [scaling, shift, factor] :
       {std::tuple{Scaling::kStandardize, 15.0, 1 / deviation},
        {Scaling::kMinmax, 10.0, .1},
        {Scaling::kRobust, 15.0, .2}}) {
    KernelOptions options;
    options.scaling = scaling;
    const ExpandedTable found =
        expand(table, {2, 3}, options, kPlenty, {}, {false, true, true, true});
    for (Index part = 0; part < 3; ++part) {
      Vector expected = dense_row(table, part);
      expected[0] = (expected[0] - shift) * factor;
      const Vector row = dense_row(found.table, part);
      for (std::size_t j = 0; j < 4; ++j) CHECK(row[j] == Approx(expected[j]).margin(1e-12));
    }
  }
}

TEST_CASE("beside features that keep their scale a sparse column is not shifted",
          "[core][kernel][scaling]") {
  FeatureTable table;  // feature 0 is a column of mostly zeros, 1 a word
  table.num_features = 2;
  for (const double column : {0.0, 0.0, 8.0, 0.0}) {
    if (column != 0) {
      table.feature.push_back(0);
      table.value.push_back(column);
    }
    table.feature.push_back(1);
    table.value.push_back(.5);
    table.end_part();
    table.end_example();
  }
  KernelOptions options = options_of(R"({"type": "gaussian", "sigma2": 1})");
  options.scaling = Scaling::kMinmax;
  const ExpandedTable found = expand(table, {4, 4}, options, kPlenty, {}, {false, true});
  // The third row is at distance 1 from the others, which are one point.
  const Vector first = dense_row(found.table, 0), third = dense_row(found.table, 2);
  double product = 0;
  for (std::size_t j = 0; j < first.size(); ++j) product += first[j] * third[j];
  CHECK(product == Approx(std::exp(-1)));
  CHECK(dense_row(found.table, 1) == first);
}

TEST_CASE("scaling is none by default, and its names are checked", "[core][kernel][scaling]") {
  CHECK(kernel_with_defaults(Json::object()) == Json{{"type", "linear"}});
  CHECK(kernel_with_defaults({{"scaling", "none"}}) == Json{{"type", "linear"}});
  CHECK(kernel_with_defaults({{"scaling", "robust"}}) ==
        Json{{"type", "linear"}, {"scaling", "robust"}});
  CHECK_THAT(check(R"({"scaling": "standardise"})"), Contains("did you mean standardize"));
  CHECK(check(R"({"type": "gaussian", "scaling": "minmax"})").empty());
  FeatureTable huge;
  huge.num_features = 1;
  for (const double x : {1e-320, 0.0}) {
    huge.feature.push_back(0);
    huge.value.push_back(x);
    huge.end_part();
    huge.end_example();
  }
  KernelOptions options;
  options.scaling = Scaling::kMinmax;
  CHECK_THROWS_AS(expand(huge, {2, 2}, options, kPlenty), DataError);
}
