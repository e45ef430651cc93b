// rlsr and co_rlsr against textbook systems in long double, and their special cases.
#include <catch2/catch.hpp>

#include "support/dense_solve.hpp"
#include "support/regression_data.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

// The kernel written out once more, for two columns.
long double kernel_of(const Json& kernel, double sigma2, ConstVectorRef a, ConstVectorRef b) {
  long double inner = 0, distance = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    inner += static_cast<long double>(a[k]) * b[k];
    distance += (static_cast<long double>(a[k]) - b[k]) * (static_cast<long double>(a[k]) - b[k]);
  }
  const std::string type = kernel.at("type");
  if (type == "linear") return inner;
  if (type == "polynomial") {
    return std::pow(inner + kernel.value("offset", 1.0),
                    static_cast<long double>(kernel.value("degree", 2)));
  }
  return std::exp(-distance / sigma2);
}

// n^-2 sum_ij ||x_i - x_j||^2, pair by pair.
double width_of(const Matrix& x) {
  long double sum = 0;
  for (Index i = 0; i < x.cols; ++i) {
    for (Index j = 0; j < x.cols; ++j) {
      for (Index k = 0; k < x.rows; ++k) sum += (x(k, i) - x(k, j)) * (x(k, i) - x(k, j));
    }
  }
  return static_cast<double>(sum / static_cast<long double>(x.cols * x.cols));
}

double default_eta(const Matrix& x) {
  long double sum = 0;
  for (Index i = 0; i < x.cols; ++i) {
    long double square = 0;
    for (Index k = 0; k < x.rows; ++k) square += x(k, i) * x(k, i);
    sum += std::sqrt(square);
  }
  return static_cast<double>(static_cast<long double>(x.cols) / sum);
}

Matrix together(const Matrix& a, const Matrix& b) {
  Matrix both = a;
  both.cols += b.cols;
  both.data.insert(both.data.end(), b.data.begin(), b.data.end());
  return both;
}

LongMatrix gram(const Json& kernel, double sigma2, const Matrix& rows, const Matrix& cols) {
  LongMatrix k = zeros(rows.cols, cols.cols);
  for (Index i = 0; i < rows.cols; ++i) {
    for (Index j = 0; j < cols.cols; ++j)
      k[i][j] = kernel_of(kernel, sigma2, rows.column(i), cols.column(j));
  }
  return k;
}

struct Textbook {
  std::vector<std::vector<long double>> values;  // of each view at its probes
  long double primal = 0;
};

// The system A alpha = b of Propositions 4.1 and 4.2 as printed, V n + V m respectively V n
// unknowns.
Textbook textbook(const RegressionData& data, const Json& kernel, const std::vector<double>& eta,
                  double lambda, bool semiparametric, const std::vector<Matrix>& probes) {
  const std::size_t num_views = data.labeled.size();
  std::vector<LongMatrix> l, u, k, at_probes;
  std::vector<std::size_t> first{0};
  for (std::size_t v = 0; v < num_views; ++v) {
    const Matrix& x = data.labeled[v].points;
    const double width = width_of(x);
    const Matrix centres = semiparametric ? x : together(x, data.unlabeled[v]);
    l.push_back(gram(kernel, width, x, centres));
    u.push_back(gram(kernel, width, data.unlabeled[v], centres));
    k.push_back(gram(kernel, width, centres, centres));
    at_probes.push_back(gram(kernel, width, probes[v], centres));
    first.push_back(first.back() + static_cast<std::size_t>(centres.cols));
  }
  LongMatrix a = zeros(first.back(), first.back());
  std::vector<long double> b(first.back(), 0);
  for (std::size_t v = 0; v < num_views; ++v) {
    const LongMatrix lt = transposed(l[v]), ll = product(lt, l[v]);
    for (std::size_t i = 0; i < lt.size(); ++i) {
      for (std::size_t j = 0; j < lt[i].size(); ++j)
        b[first[v] + i] += lt[i][j] * data.labeled[v].targets[j];
      for (std::size_t j = 0; j < lt.size(); ++j)
        a[first[v] + i][first[v] + j] += ll[i][j] + eta[v] * k[v][i][j];
    }
    for (std::size_t w = 0; w < num_views && !u[v].empty(); ++w) {
      const LongMatrix uu = product(transposed(u[v]), u[w]);
      const long double scale = v == w ? 2 * lambda * (static_cast<long double>(num_views) - 1)
                                       : -2 * static_cast<long double>(lambda);
      for (std::size_t i = 0; i < uu.size(); ++i) {
        for (std::size_t j = 0; j < uu[i].size(); ++j)
          a[first[v] + i][first[w] + j] += scale * uu[i][j];
      }
    }
  }
  const std::vector<long double> alpha = solve_dense(a, b);
  const auto apply = [&](const LongMatrix& rows, std::size_t v) {
    std::vector<long double> out;
    for (const auto& row : rows) {
      long double sum = 0;
      for (std::size_t j = 0; j < row.size(); ++j) sum += row[j] * alpha[first[v] + j];
      out.push_back(sum);
    }
    return out;
  };
  Textbook result;
  for (std::size_t v = 0; v < num_views; ++v) {
    result.values.push_back(apply(at_probes[v], v));
    const auto fitted = apply(l[v], v), norm = apply(k[v], v), mine = apply(u[v], v);
    for (std::size_t i = 0; i < fitted.size(); ++i) {
      const long double error = data.labeled[v].targets[i] - fitted[i];
      result.primal += error * error;
    }
    for (std::size_t i = 0; i < norm.size(); ++i)
      result.primal += eta[v] * alpha[first[v] + i] * norm[i];
    for (std::size_t w = 0; w < num_views; ++w) {
      const auto other = apply(u[w], w);
      for (std::size_t i = 0; i < mine.size(); ++i) {
        result.primal += lambda * (mine[i] - other[i]) * (mine[i] - other[i]);
      }
    }
  }
  return result;
}

void check_against_textbook(const FittedRegression& fitted, const Textbook& expected,
                            const std::vector<Matrix>& probes, double tolerance) {
  REQUIRE(fitted.views.size() == expected.values.size());
  for (std::size_t v = 0; v < probes.size(); ++v) {
    const Vector found = values(fitted.views[v], probes[v], 1);
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(std::abs(static_cast<double>(found[i] - expected.values[v][i])) <= tolerance);
    }
  }
  REQUIRE(fitted.report.primal);
  CHECK(*fitted.report.primal == Approx(static_cast<double>(expected.primal)).epsilon(1e-9));
}

std::vector<Matrix> probes_for(const RegressionData& data) {
  Numbers numbers(99);
  std::vector<Matrix> probes;
  for (const LabeledPoints& view : data.labeled)
    probes.push_back(numbers.matrix(view.points.rows, 7));
  return probes;
}

const char* const kKernels[] = {R"({"type": "gaussian"})", R"({"type": "linear"})",
                                R"({"type": "polynomial", "degree": 3, "offset": 0.5})"};

}  // namespace

TEST_CASE("rlsr solves (K + eta I) alpha = y", "[learners][regression]") {
  for (const char* text : kKernels) {
    const Json kernel = Json::parse(text);
    const RegressionData data(1, 13, 0, 4);
    const auto probes = probes_for(data);
    const auto fitted = fit_regressor("rlsr", {{"kernel", kernel}}, data.labeled, data.unlabeled);
    INFO(text);
    const Matrix& x = data.labeled[0].points;
    LongMatrix k = gram(kernel, width_of(x), x, x);
    for (std::size_t i = 0; i < k.size(); ++i) k[i][i] += default_eta(x);
    const auto alpha =
        solve_dense(k, {data.labeled[0].targets.begin(), data.labeled[0].targets.end()});
    const LongMatrix at = gram(kernel, width_of(x), probes[0], x);
    const Vector found = values(fitted.views[0], probes[0], 1);
    for (std::size_t i = 0; i < at.size(); ++i) {
      long double f = 0;
      for (std::size_t j = 0; j < alpha.size(); ++j) f += at[i][j] * alpha[j];
      CHECK(found[i] == Approx(static_cast<double>(f)).epsilon(1e-11).margin(1e-12));
    }
    CHECK(fitted.report.converged);
    CHECK(fitted.report.stopped_because == "closed form");
    CHECK(fitted.report.oracle_calls == 0);
  }
}

TEST_CASE("co_rlsr is the solution of Proposition 4.1, and 4.2, for one to four views",
          "[learners][regression]") {
  for (const bool semiparametric : {false, true}) {
    for (const char* text : kKernels) {
      for (const Index num_views : {1, 2, 3, 4}) {
        for (const bool differ : {false, true}) {
          const Json kernel = Json::parse(text);
          // The textbook's own systems are singular for kernels of low rank unless few points meet
          // many dimensions; a gaussian kernel has full rank.
          if (kernel.at("type") != "gaussian" && !semiparametric) continue;
          const Index n = kernel.at("type") == "gaussian" ? 6 : 2, m = 5;
          const RegressionData data(num_views, n, m, 10 + num_views, differ && n > 2);
          const auto probes = probes_for(data);
          std::vector<double> eta;
          for (Index v = 0; v < num_views; ++v) eta.push_back(0.3 + 0.2 * static_cast<double>(v));
          const Textbook expected = textbook(data, kernel, eta, 0.7, semiparametric, probes);
          INFO(text << ", " << num_views << " views, semi-parametric " << semiparametric);
          const auto fitted =
              fit_regressor("co_rlsr",
                            {{"kernel", kernel},
                             {"eta", eta},
                             {"lambda", 0.7},
                             {"variant", semiparametric ? "semiparametric" : "nonparametric"}},
                            data.labeled, data.unlabeled);
          check_against_textbook(fitted, expected, probes, 1e-9);
        }
      }
    }
  }
}

TEST_CASE("the non-parametric solution of low rank kernels is that of explicit features",
          "[learners][regression]") {
  // With f_v = <w_v, x> of the linear kernel, Q is a ridge problem in w, of full rank for any
  // points.
  const RegressionData data(3, 4, 9, 5, true);
  const double lambda = 0.4, eta = 0.2;
  std::vector<std::size_t> first{0};
  for (const LabeledPoints& view : data.labeled)
    first.push_back(first.back() + static_cast<std::size_t>(view.points.rows));
  LongMatrix a = zeros(first.back(), first.back());
  std::vector<long double> b(first.back(), 0);
  for (std::size_t v = 0; v < 3; ++v) {
    const Matrix& x = data.labeled[v].points;
    for (Index i = 0; i < x.rows; ++i) {
      a[first[v] + i][first[v] + i] += eta;
      for (Index e = 0; e < x.cols; ++e) {
        b[first[v] + i] += x(i, e) * data.labeled[v].targets[e];
        for (Index j = 0; j < x.rows; ++j) a[first[v] + i][first[v] + j] += x(i, e) * x(j, e);
      }
    }
    for (std::size_t w = 0; w < 3; ++w) {
      const Matrix &p = data.unlabeled[v], &q = data.unlabeled[w];
      for (Index i = 0; i < p.rows; ++i) {
        for (Index j = 0; j < q.rows; ++j) {
          for (Index e = 0; e < p.cols; ++e) {
            a[first[v] + i][first[w] + j] += (v == w ? 4 : -2) * lambda * p(i, e) * q(j, e);
          }
        }
      }
    }
  }
  const auto w = solve_dense(a, b);
  const auto fitted =
      fit_regressor("co_rlsr", {{"kernel", {{"type", "linear"}}}, {"eta", eta}, {"lambda", lambda}},
                    data.labeled, data.unlabeled);
  const auto probes = probes_for(data);
  for (std::size_t v = 0; v < 3; ++v) {
    const Vector found = values(fitted.views[v], probes[v], 1);
    for (Index i = 0; i < probes[v].cols; ++i) {
      long double f = 0;
      for (Index k = 0; k < probes[v].rows; ++k)
        f += w[first[v] + static_cast<std::size_t>(k)] * probes[v](k, i);
      CHECK(found[i] == Approx(static_cast<double>(f)).margin(1e-11));
    }
  }
}

TEST_CASE("for V = 2 both variants are the partitioned inverses of section 4.2",
          "[learners][regression]") {
  // alpha_1 = (G_1 - 4 lambda^2 U_1^T U_2 G_2^-1 U_2^T U_1)^-1 (L_1^T y_1 + 2 lambda U_1^T U_2
  // G_2^-1 L_2^T y_2), the thesis' notation, for gaussian kernels.
  const Json kernel = {{"type", "gaussian"}};
  const RegressionData data(2, 5, 4, 21);
  const double lambda = 0.5, eta = 0.8;
  for (const bool semiparametric : {false, true}) {
    LongMatrix g[2], u[2];
    std::vector<long double> ly[2];
    double width[2];
    Matrix centres[2];
    for (int v = 0; v < 2; ++v) {
      const Matrix& x = data.labeled[v].points;
      width[v] = width_of(x);
      centres[v] = semiparametric ? x : together(x, data.unlabeled[v]);
      const LongMatrix l = gram(kernel, width[v], x, centres[v]),
                       k = gram(kernel, width[v], centres[v], centres[v]);
      u[v] = gram(kernel, width[v], data.unlabeled[v], centres[v]);
      g[v] = product(transposed(l), l);
      const LongMatrix uu = product(transposed(u[v]), u[v]);
      ly[v].assign(k.size(), 0);
      for (std::size_t i = 0; i < k.size(); ++i) {
        for (std::size_t j = 0; j < k.size(); ++j)
          g[v][i][j] += eta * k[i][j] + 2 * lambda * uu[i][j];
        for (std::size_t e = 0; e < l.size(); ++e) ly[v][i] += l[e][i] * data.labeled[v].targets[e];
      }
    }
    const LongMatrix cross = product(transposed(u[0]), u[1]);
    LongMatrix schur = g[0];
    for (std::size_t j = 0; j < cross.size(); ++j) {  // column j of U_1^T U_2 G_2^-1 U_2^T U_1
      const std::vector<long double> solved = solve_dense(g[1], cross[j]);
      for (std::size_t i = 0; i < cross.size(); ++i) {
        for (std::size_t e = 0; e < solved.size(); ++e)
          schur[i][j] -= 4 * lambda * lambda * cross[i][e] * solved[e];
      }
    }
    std::vector<long double> right = ly[0];
    const std::vector<long double> solved = solve_dense(g[1], ly[1]);
    for (std::size_t i = 0; i < right.size(); ++i) {
      for (std::size_t e = 0; e < solved.size(); ++e)
        right[i] += 2 * lambda * cross[i][e] * solved[e];
    }
    const std::vector<long double> alpha = solve_dense(schur, right);
    const auto probes = probes_for(data);
    const LongMatrix at = gram(kernel, width[0], probes[0], centres[0]);
    const auto fitted =
        fit_regressor("co_rlsr",
                      {{"lambda", lambda},
                       {"eta", eta},
                       {"variant", semiparametric ? "semiparametric" : "nonparametric"}},
                      data.labeled, data.unlabeled);
    const Vector found = values(fitted.views[0], probes[0], 1);
    for (std::size_t i = 0; i < at.size(); ++i) {
      long double f = 0;
      for (std::size_t j = 0; j < alpha.size(); ++j) f += at[i][j] * alpha[j];
      CHECK(found[i] == Approx(static_cast<double>(f)).margin(1e-9));
    }
  }
}

TEST_CASE(
    "without unlabeled points, with lambda = 0 and for one view, co_rlsr is rlsr in each view",
    "[learners][regression]") {
  for (const char* variant : {"nonparametric", "semiparametric"}) {
    const RegressionData data(2, 9, 6, 31, true);
    const std::vector<Matrix> none = {Matrix(2, 0), Matrix(3, 0)};
    const auto alone = [&](std::size_t v) {
      return fit_regressor("rlsr", Json::object(), {data.labeled[v]}, {});
    };
    const auto same = [&](const FittedRegression& co, std::size_t v) {
      const auto single = alone(v);
      CHECK(co.views[v].coefficients == single.views[0].coefficients);
      CHECK(co.views[v].points.data == single.views[0].points.data);
      return *single.report.primal;
    };
    const auto no_unlabeled = fit_regressor("co_rlsr", {{"variant", variant}}, data.labeled, none);
    CHECK(*no_unlabeled.report.primal == same(no_unlabeled, 0) + same(no_unlabeled, 1));
    const auto no_weight = fit_regressor("co_rlsr", {{"variant", variant}, {"lambda", 0}},
                                         data.labeled, data.unlabeled);
    same(no_weight, 0);
    same(no_weight, 1);
    same(fit_regressor("co_rlsr", {{"variant", variant}}, {data.labeled[0]}, {data.unlabeled[0]}),
         0);
  }
}

TEST_CASE("labels that all views share make rlsr of equal views", "[learners][regression]") {
  // Equal views agree whatever lambda is: each is ridge regression with twice the data and twice
  // eta.
  RegressionData data(1, 8, 5, 3);
  const auto single = fit_regressor("rlsr", Json::object(), data.labeled, {});
  for (const char* variant : {"nonparametric", "semiparametric"}) {
    const auto twice =
        fit_regressor("co_rlsr", {{"variant", variant}, {"lambda", 3}},
                      {data.labeled[0], data.labeled[0]}, {data.unlabeled[0], data.unlabeled[0]});
    const Matrix probe = Numbers(8).matrix(2, 9);
    for (const KernelExpansion& f : twice.views) {
      CHECK(largest_difference(values(f, probe, 1), values(single.views[0], probe, 1)) <= 1e-11);
    }
  }
}

TEST_CASE("the blocks of unlabeled points do not change a bit", "[learners][regression]") {
  const RegressionData data(2, 7, 9000, 6);
  const auto regressor = find_learner("co_rlsr")->make_regressor({{"variant", "semiparametric"}});
  const auto whole =
      fit_regressor("co_rlsr", {{"variant", "semiparametric"}}, data.labeled, data.unlabeled);
  for (const Index size : {1, 700, 4096, 8999}) {
    InPieces pieces(data.unlabeled, size);
    const auto fitted = regressor->fit({data.labeled, &pieces}, {});
    CHECK(pieces.passes == 1);
    for (std::size_t v = 0; v < 2; ++v)
      CHECK(fitted.views[v].coefficients == whole.views[v].coefficients);
    CHECK(fitted.report.primal == whole.report.primal);
  }
}

TEST_CASE("standardized features and an intercept are those of the labeled points of a view",
          "[learners][regression]") {
  RegressionData data(2, 8, 6, 12, true);
  for (LabeledPoints& view : data.labeled) {
    for (Index i = 0; i < view.points.cols; ++i) view.points(1, i) = 4;  // constant
    for (double& y : view.targets) y += 100;
  }
  const Json options = {{"scaling", "standardize"}, {"intercept", true}};
  const auto fitted = fit_regressor("co_rlsr", options, data.labeled, data.unlabeled);

  RegressionData by_hand = data;
  double means[2];
  for (std::size_t v = 0; v < 2; ++v) {
    Matrix& x = by_hand.labeled[v].points;
    for (Index k = 0; k < x.rows; ++k) {
      long double mean = 0, variance = 0;
      for (Index i = 0; i < x.cols; ++i) mean += x(k, i) / static_cast<long double>(x.cols);
      for (Index i = 0; i < x.cols; ++i)
        variance += (x(k, i) - mean) * (x(k, i) - mean) / static_cast<long double>(x.cols);
      const long double factor = k == 1 ? 0 : 1 / std::sqrt(variance);
      for (Matrix* points : {&x, &by_hand.unlabeled[v]}) {
        for (Index i = 0; i < points->cols; ++i)
          (*points)(k, i) = static_cast<double>(((*points)(k, i) - mean) * factor);
      }
    }
    means[v] = 0;
    for (const double y : data.labeled[v].targets)
      means[v] += y / static_cast<double>(data.labeled[v].targets.size());
    for (double& y : by_hand.labeled[v].targets) y -= means[v];
  }
  const auto expected =
      fit_regressor("co_rlsr", Json::object(), by_hand.labeled, by_hand.unlabeled);
  for (std::size_t v = 0; v < 2; ++v) {
    Vector at = values(expected.views[v], by_hand.unlabeled[v], 1);
    for (double& f : at) f += means[v];
    CHECK(largest_difference(values(fitted.views[v], data.unlabeled[v], 1), at) <= 1e-10);
  }
  CHECK(*fitted.report.primal == Approx(*expected.report.primal).epsilon(1e-10));
}

TEST_CASE("wrong options of regressors are told with their place", "[learners][regression]") {
  const auto message = [](const Json& options) -> std::string {
    try {
      const auto made = find_learner("co_rlsr")->make_regressor(options);
      made->check_views(2);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(message(Json::object()).empty());
  CHECK(message({{"eta", {1, 2}},
                 {"kernel", {{{"type", "linear"}}, {{"type", "gaussian"}, {"sigma2", 3}}}}})
            .empty());
  CHECK_THAT(message({{"kernel", {{"type", "graph"}}}}),
             Contains("must be gaussian, linear or polynomial"));
  CHECK_THAT(message({{"kernel", {{"type", "gausian"}}}}), Contains("did you mean gaussian?"));
  CHECK_THAT(message({{"kernel", {{"type", "gaussian"}, {"sigma", 2}}}}),
             Contains("did you mean sigma2?"));
  CHECK_THAT(message({{"kernel", {{"type", "gaussian"}, {"rank", 2}}}}),
             Contains("unknown key kernel.rank: expected sigma2, sigma2_times or type"));
  CHECK_THAT(message({{"kernel", {{"type", "linear"}, {"degree", 2}}}}),
             Contains("belongs to type polynomial"));
  CHECK_THAT(message({{"kernel", {{{"type", "linear"}}, {{"type", "gaussian"}, {"sigma2", -1}}}}}),
             Contains("kernel.1.sigma2 = -1: must be > 0"));
  CHECK_THAT(message({{"kernel", 3}}), Contains("must be an object"));
  CHECK_THAT(message({{"eta", 0}}), Contains("a number > 0"));
  CHECK_THAT(message({{"eta", {1, 2, 3}}}), Contains("a list of 3, but there are 2 views"));
  CHECK_THAT(message({{"kernel", {{{"type", "linear"}}}}}),
             Contains("a list of 1, but there are 2 views"));
  CHECK_THAT(message({{"lambda", -1}}), Contains(">= 0"));
}

TEST_CASE("the semi-parametric variant warns where kernel values leave functions undetermined",
          "[learners][regression]") {
  const auto fitted = [](const Matrix& labeled, const Json& options) {
    RegressionData data(2, labeled.cols, 6, 3);
    for (Index v = 0; v < 2; ++v) {
      data.labeled[v].points = labeled;
      data.unlabeled[v] = Numbers(static_cast<std::uint64_t>(9 + v)).matrix(labeled.rows, 6);
    }
    RegressionSample sample{data.labeled, nullptr};
    UnlabeledInMemory unlabeled(data.unlabeled);
    sample.unlabeled = &unlabeled;
    Json all = {{"variant", "semiparametric"}};
    all.update(options);
    return find_learner("co_rlsr")->make_regressor(all)->fit(sample, {}).report;
  };
  const Matrix line =
      Numbers(4).matrix(1, 17);  // a gaussian kernel of one number: rank 17 is out of reach
  const Matrix cube = Numbers(4).matrix(12, 17);
  for (const char* solver : {"closed_form", "distributed"}) {
    INFO(solver);
    const FitReport report = fitted(line, {{"solver", solver}});
    REQUIRE(report.warnings.size() == 2);
    CHECK_THAT(report.warnings[1],
               Contains("view 2: the gaussian kernel of its 17 different labeled points has rank"));
    CHECK(fitted(cube, {{"solver", solver}}).warnings.empty());
    CHECK(fitted(line, {{"solver", solver}, {"variant", "nonparametric"}}).warnings.empty());
    // The kernel matrix has rank 1, as for every line.
    CHECK(fitted(line, {{"solver", solver}, {"kernel", {{"type", "linear"}}}}).warnings.empty());
    Matrix twice = cube;  // points that stand twice determine what they determine once
    std::copy(twice.column(0).begin(), twice.column(0).end(), twice.column(1).begin());
    CHECK(fitted(twice, {{"solver", solver}}).warnings.empty());
  }
}
