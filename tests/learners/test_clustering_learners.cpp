// Learners of clusterings against their optimisation problems, all constraints written down.
#include <catch2/catch.hpp>

#include <atomic>
#include <cmath>
#include <iostream>

#include "costruct/contract/augmentations.hpp"
#include "costruct/core/decode/clusterings/correlation_clustering.hpp"
#include "support/dense_qp.hpp"
#include "support/fits.hpp"
#include "support/max_margin_oracle.hpp"
#include "support/object_sets.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

/// minimise 1/2 sum_i q_i x_i^2 + <c, x> such that G x >= h, by a primal-dual interior point
/// method. Judged by its residuals.
class GeneralQp {
 public:
  GeneralQp(std::size_t variables) : q_(variables, 0.0), c_(variables, 0.0) {}

  void add_cost(std::size_t i, double quadratic, double linear) {
    q_[i] += quadratic;
    c_[i] += linear;
  }
  /// sum of value * x_i over the entries (i, value) is at least h.
  void add_constraint(const std::vector<std::pair<std::size_t, double>>& entries, double h) {
    rows_.push_back(entries);
    h_.push_back(h);
  }

  struct Solution {
    LongVector x;
    double primal = 0, dual = 0;
  };
  Solution solve() {
    x_.assign(q_.size(), 0.0);
    lambda_.assign(rows_.size(), 1.0);
    s_.assign(rows_.size(), 1.0);
    for (int iteration = 0; iteration < 200 && residual() > 1e-12; ++iteration) {
      if (!step()) break;
    }
    if (residual() > 1e-7) throw std::logic_error("the interior point method has failed");
    LongDouble primal = 0, dual = 0;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      primal += q_[i] * x_[i] * x_[i] / 2 + c_[i] * x_[i];
      dual -= q_[i] * x_[i] * x_[i] / 2;
    }
    for (std::size_t j = 0; j < rows_.size(); ++j) dual += h_[j] * lambda_[j];
    return {x_, static_cast<double>(primal), static_cast<double>(dual)};
  }

 private:
  LongDouble row_product(std::size_t j, const LongVector& x) const {
    LongDouble sum = 0;
    for (const auto& [i, value] : rows_[j]) sum += value * x[i];
    return sum;
  }
  LongVector primal_residual() const {
    LongVector r(rows_.size());
    for (std::size_t j = 0; j < r.size(); ++j) r[j] = row_product(j, x_) - s_[j] - h_[j];
    return r;
  }
  LongVector dual_residual() const {
    LongVector r(x_.size());
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = q_[i] * x_[i] + c_[i];
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      for (const auto& [i, value] : rows_[j]) r[i] -= value * lambda_[j];
    }
    return r;
  }
  LongDouble residual() const {
    LongDouble most = 0;
    for (const LongDouble each : primal_residual()) most = std::max(most, std::abs(each));
    for (const LongDouble each : dual_residual()) most = std::max(most, std::abs(each));
    for (std::size_t j = 0; j < rows_.size(); ++j) most = std::max(most, s_[j] * lambda_[j]);
    return most;
  }

  /// Where all go for the products lambda s = target.
  bool direction(const LongVector& target, LongVector& dx, LongVector& ds,
                 LongVector& dlambda) const {
    std::vector<LongVector> H(x_.size(), LongVector(x_.size(), 0.0));
    const LongVector off = primal_residual();
    dx = dual_residual();
    for (std::size_t i = 0; i < dx.size(); ++i) {
      dx[i] = -dx[i];
      H[i][i] = q_[i] + 1e-12L;  // multipliers need not be unique
    }
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      const LongDouble weight = lambda_[j] / s_[j],
                       pull = target[j] / s_[j] - lambda_[j] - weight * off[j];
      for (const auto& [i, value] : rows_[j]) {
        dx[i] += pull * value;
        for (const auto& [k, other] : rows_[j]) H[i][k] += weight * value * other;
      }
    }
    if (!solve_by_cholesky(H, dx)) return false;
    ds = off;
    dlambda.resize(rows_.size());
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      ds[j] += row_product(j, dx);
      dlambda[j] = (target[j] - lambda_[j] * ds[j]) / s_[j] - lambda_[j];
    }
    return true;
  }
  static LongDouble longest(const LongVector& values, const LongVector& change) {
    LongDouble step = 1;
    for (std::size_t j = 0; j < values.size(); ++j) {
      if (change[j] < 0) step = std::min(step, -0.99 * values[j] / change[j]);
    }
    return step;
  }
  bool step() {
    const auto m = static_cast<LongDouble>(rows_.size());
    LongDouble mu = 0, mu_then = 0;
    for (std::size_t j = 0; j < rows_.size(); ++j) mu += lambda_[j] * s_[j] / m;
    LongVector dx, ds, dlambda, target(rows_.size(), 0.0);
    if (!direction(target, dx, ds, dlambda)) return false;
    const LongDouble reach = std::min(longest(s_, ds), longest(lambda_, dlambda));
    for (std::size_t j = 0; j < rows_.size(); ++j)
      mu_then += (lambda_[j] + reach * dlambda[j]) * (s_[j] + reach * ds[j]) / m;
    for (LongDouble& each : target) each = mu * std::pow(mu_then / mu, 3);
    if (!direction(target, dx, ds, dlambda)) return false;
    const LongDouble length = std::min(longest(s_, ds), longest(lambda_, dlambda));
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += length * dx[i];
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      s_[j] += length * ds[j];
      lambda_[j] += length * dlambda[j];
    }
    return true;
  }

  LongVector q_, c_, h_, x_, s_, lambda_;
  std::vector<std::vector<std::pair<std::size_t, double>>> rows_;
};

double C_of(const LabeledExample& example, double C) {
  return C * example.weight;
}

/// Opt. Problem 8.1 as it stands, for any loss that adds up over pairs:
///   min 1/2 |w|^2 + C sum_i xi_i
///   such that  <w, Phi(x_i, y_i)> + xi_i >= kappa_i + 1' lambda_i + 1' mu_i,   S_i w - zeta_i <=
///   A_i' lambda_i + mu_i,
///              lambda_i, mu_i >= 0
/// with kappa = sum_jk [y]_jk c_jk and zeta_jk = (2 [y]_jk - 1) c_jk.
GeneralQp compact_qp(const SetsOfObjects& data, const Sample& sample, double C,
                     const std::string& loss, bool bias) {
  std::size_t variables = data.joint_feature(0, sample.labeled.at(0).y, bias).size();
  const std::size_t d = variables;
  struct Places {  // of the variables of a set
    std::size_t xi;
    std::map<std::pair<Index, Index>, std::size_t> mu;   // j > k
    std::map<std::array<Index, 3>, std::size_t> lambda;  // j, k, l; (l, k, j) is the same
  };
  std::vector<Places> places;
  for (const LabeledExample& example : sample.labeled) {
    Places& of_set = places.emplace_back();
    const Index T = data.size(example.x);
    of_set.xi = variables++;
    for (Index j = 0; j < T; ++j) {
      for (Index k = 0; k < T; ++k) {
        if (k < j) of_set.mu[{j, k}] = variables++;
        for (Index l = 0; l < j; ++l) {
          if (k != j && k != l) of_set.lambda[{j, k, l}] = variables++;
        }
      }
    }
  }
  GeneralQp qp(variables);
  for (std::size_t i = 0; i < d; ++i) qp.add_cost(i, 1, 0);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Places& of_set = places[i];
    const LabeledExample& example = sample.labeled[i];
    qp.add_cost(of_set.xi, 0, C_of(example, C));
    std::vector<std::pair<std::size_t, double>> margin = {{of_set.xi, 1.0}};
    const Vector phi = data.joint_feature(example.x, example.y, bias);
    for (std::size_t f = 0; f < d; ++f) margin.emplace_back(f, phi[f]);
    double kappa = 0;
    for (const auto& [pair, at] : of_set.mu) {
      const double y = together(example.y, pair.first, pair.second);
      const double c = pair_cost(loss, example.y, pair.first, pair.second);
      kappa += y * c;
      const Vector psi = data.psi(example.x, pair.first, pair.second, bias);
      std::vector<std::pair<std::size_t, double>> row = {{at, 1.0}};
      for (std::size_t f = 0; f < d; ++f) row.emplace_back(f, -psi[f]);
      for (const auto& [jkl, lambda] : of_set.lambda) {
        const auto& [j, k, l] = jkl;
        const auto is = [&](Index a, Index b) {
          return pair == std::pair(std::max(a, b), std::min(a, b));
        };
        if (is(j, k) || is(k, l)) row.emplace_back(lambda, 1.0);
        if (is(j, l)) row.emplace_back(lambda, -1.0);
      }
      qp.add_constraint(row, -(2 * y - 1) * c);
      qp.add_constraint({{at, 1.0}}, 0);
      margin.emplace_back(at, -1.0);
    }
    for (const auto& [jkl, at] : of_set.lambda) {
      qp.add_constraint({{at, 1.0}}, 0);
      margin.emplace_back(at, -1.0);
    }
    qp.add_constraint(margin, kappa);
  }
  return qp;
}

/// One slack and all outputs of `outputs(i)` for each of some examples.
template <class Outputs>
DenseQp written_out(const SetsOfObjects& data, const std::vector<LabeledExample>& examples,
                    double C, const std::string& loss, bool bias, Augmentation augmentation,
                    const Outputs& outputs) {
  DenseQp qp;
  qp.slack_norm = augmentation.slack_norm;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const auto& [x, y, weight] = examples[i];
    const Vector truth = data.joint_feature(x, y, bias);
    qp.dimension = std::ssize(truth);
    for (const Output& y_hat : outputs(i)) {
      const auto [b, s] = reference_scale(partition_loss(loss, y, y_hat), augmentation);
      Vector a = data.joint_feature(x, y_hat, bias);
      for (std::size_t f = 0; f < a.size(); ++f) a[f] = s * (truth[f] - a[f]);
      qp.constraints.push_back({std::ssize(qp.costs), std::move(a), b});
    }
    qp.costs.push_back(C * weight);
  }
  return qp;
}

Sample labeled_sets(const SetsOfObjects& data, Dice& dice) {
  Sample sample;
  for (InputId x = 0; x < std::ssize(data.sets); ++x)
    sample.labeled.push_back({x, random_partition(data.size(x), dice), x == 1 ? 2.5 : 1.0});
  return sample;
}

Vector scores_of_pairs(const SetsOfObjects& data, InputId x, const Vector& w, bool bias) {
  Vector s;
  for (Index j = 0; j < data.size(x); ++j) {
    for (Index k = 0; k < j; ++k) s.push_back(dot(data.psi(x, j, k, bias), w));
  }
  return s;
}

bool no_linear_program() {
  if (const auto why = linear_program_unavailable()) {
    std::cout << "skipped: " << *why << '\n';
    return true;
  }
  return false;
}

}  // namespace

TEST_CASE("structural_svm with the linear program solves Optimization Problem 8.1",
          "[learners][clustering]") {
  if (no_linear_program()) return;
  int loose = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    Dice dice(seed);
    const bool bias = seed % 2 == 0;
    const SetsOfObjects data({4, 3, 5}, {{0, 1, 2}}, Numbers::kReals, dice);
    const Sample sample = labeled_sets(data, dice);
    for (const std::string loss : {"total", "rand"}) {
      for (const double C : {0.1, 1.0, 10.0}) {
        CAPTURE(seed, loss, C);
        const auto [x, optimum, dual] = compact_qp(data, sample, C, loss, bias).solve();
        REQUIRE(dual == Approx(optimum).epsilon(1e-7));
        const double exact =
            solve_dense(written_out(data, sample.labeled, C, loss, bias, {}, [&](std::size_t i) {
              return all_partitions(data.size(sample.labeled[i].x));
            })).primal;
        CHECK(exact <= optimum * (1 + 1e-7));
        loose += exact < 0.999 * optimum;
        const Views views = data.views({{"loss", loss}, {"decoder", "lp"}, {"bias", bias}});
        for (const char* solver : {"n_slack", "one_slack", "bcfw"}) {
          CAPTURE(solver);
          const bool fine = std::string(solver) == "n_slack";
          const Json options = {{"C", C}, {"solver", solver}, {"gap", fine ? 1e-7 : 1e-3}};
          const Fitted fitted = make_learner("structural_svm", options)->fit(views, sample, {});
          const FitReport& report = fitted.report;
          CHECK(report.converged);
          CHECK_FALSE(report.gap_is_estimate);
          CHECK(*report.primal == Approx(optimum).epsilon(fine ? 1e-6 : 2e-3));
          CHECK(*report.primal >= optimum * (1 - 1e-7));
          CHECK(*report.dual <= optimum * (1 + 1e-7));
          // P at the weights: the relaxation of each set, whose value bounds that of each
          // partition.
          double primal = 0;
          for (const double each : fitted.weights[0]) primal += each * each / 2;
          for (const LabeledExample& example : sample.labeled) {
            Vector s = scores_of_pairs(data, example.x, fitted.weights[0], bias);
            double value = -dot(data.joint_feature(example.x, example.y, bias), fitted.weights[0]);
            std::size_t p = 0;
            for (Index j = 0; j < data.size(example.x); ++j) {
              for (Index k = 0; k < j; ++k, ++p) {
                const double y = together(example.y, j, k), c = pair_cost(loss, example.y, j, k);
                value += y * c;
                s[p] -= (2 * y - 1) * c;
              }
            }
            value += relaxed_partition(data.size(example.x), s).value;
            primal += C_of(example, C) * value;
          }
          CHECK(*report.primal == Approx(primal).epsilon(1e-8));
          if (!fine) continue;
          for (std::size_t f = 0; f < fitted.weights[0].size(); ++f)
            CHECK(fitted.weights[0][f] ==
                  Approx(static_cast<double>(x[f])).margin(2e-3 * std::sqrt(1 + optimum)));
        }
      }
    }
  }
  CHECK(loose >= 3);  // fractional points matter
}

TEST_CASE("sequential_svm solves Optimization Problem 8.2", "[learners][clustering]") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Dice dice(seed);
    const bool bias = seed % 2 == 0;
    const SetsOfObjects data({5, 3, 0, 1, 4}, {{0, 1, 2}}, Numbers::kReals, dice);
    const Sample sample = labeled_sets(data, dice);
    std::vector<LabeledExample> examples;
    std::vector<Index> object;
    for (const LabeledExample& example : sample.labeled) {
      for (Index j = 0; j < data.size(example.x); ++j) {
        examples.push_back(example);
        object.push_back(j);
      }
    }
    for (const std::string loss : {"total", "rand"}) {
      for (const Augmentation augmentation : all_augmentations()) {
        for (const double C : {0.05, 1.0, 20.0}) {
          CAPTURE(seed, loss, C, name_of(augmentation));
          const DenseQp qp = written_out(
              data, examples, C, loss, bias, augmentation,
              [&](std::size_t i) { return with_object_moved(examples[i].y, object[i]); });
          const double optimum = solve_dense(qp).primal;
          // Whatever decodes: it has no part in training.
          const Views views = data.views({{"loss", loss}, {"bias", bias}});
          for (const char* solver : {"n_slack", "one_slack", "bcfw"}) {
            const bool fine = std::string(solver) == "n_slack";
            if (!fine && augmentation.slack_norm == 2) continue;
            CAPTURE(solver);
            const Json options =
                svm_options(C, augmentation, fine ? 1e-7 : 1e-3, {{"solver", solver}});
            const Fitted fitted = make_learner("sequential_svm", options)->fit(views, sample, {});
            const FitReport& report = fitted.report;
            CHECK(report.converged);
            CHECK_FALSE(report.gap_is_estimate);
            CHECK(*report.primal == Approx(dense_primal(qp, fitted.weights[0])).epsilon(1e-9));
            CHECK(*report.primal >= optimum * (1 - 1e-9));
            CHECK(*report.dual <= optimum * (1 + 1e-9));
            CHECK(*report.primal <= optimum * (1 + (fine ? 1.1e-7 : 1.1e-3)));
          }
        }
      }
    }
  }
}

TEST_CASE("pairwise solves the support vector machine of all pairs", "[learners][clustering]") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Dice dice(seed);
    const bool bias = seed % 2 == 0;
    const SetsOfObjects data({5, 3, 0, 1, 4}, {{0, 1, 2}}, Numbers::kReals, dice);
    const Sample sample = labeled_sets(data, dice);
    for (const double C : {0.05, 1.0, 20.0}) {
      CAPTURE(seed, C);
      DenseQp qp;
      for (const LabeledExample& example : sample.labeled) {
        for (Index j = 0; j < data.size(example.x); ++j) {
          for (Index k = 0; k < j; ++k) {
            Vector a = data.psi(example.x, j, k, bias);
            for (double& each : a) each *= 2 * together(example.y, j, k) - 1;
            qp.dimension = std::ssize(a);
            qp.constraints.push_back({std::ssize(qp.costs), Vector(a.size(), 0.0), 0});
            qp.constraints.push_back({std::ssize(qp.costs), std::move(a), 1});
            qp.costs.push_back(C_of(example, C));
          }
        }
      }
      const DenseSolution optimum = solve_dense(qp);
      for (const char* loss : {"total", "rand"}) {  // it does not count
        const Fitted fitted = make_learner("pairwise", {{"C", C}, {"gap", 1e-8}})
                                  ->fit(data.views({{"loss", loss}, {"bias", bias}}), sample, {});
        const FitReport& report = fitted.report;
        CHECK(report.converged);
        CHECK(*report.primal == Approx(dense_primal(qp, fitted.weights[0])).epsilon(1e-9));
        CHECK(*report.primal == Approx(optimum.primal).epsilon(1e-7));
        CHECK(*report.primal >= optimum.primal * (1 - 1e-9));
        CHECK(*report.dual <= optimum.primal * (1 + 1e-9));
        CHECK(distance(fitted.weights[0], optimum.w) <= 1e-3 * std::sqrt(optimum.primal));
      }
    }
  }
}

namespace {

/// Learners of clusterings with options and a problem that suits them.
struct ClusteringFit {
  std::string learner;
  Json options, problem;
};

std::vector<ClusteringFit> clustering_fits() {
  std::vector<ClusteringFit> all = {
      {"pairwise", Json::object(), Json::object()},
      {"structural_svm", Json::object(), {{"decoder", "exact"}, {"set_size", 5}}},
      {"structural_svm", {{"solver", "one_slack"}}, {{"decoder", "agglomerative"}}}};
  for (const char* solver : {"n_slack", "one_slack", "bcfw"})
    all.push_back({"sequential_svm", {{"solver", solver}}, Json::object()});
  if (!linear_program_unavailable())
    all.push_back({"structural_svm", Json::object(), {{"decoder", "lp"}}});
  return all;
}

}  // namespace

TEST_CASE("learners of clusterings that are asked to stop return whole weights",
          "[learners][clustering]") {
  Dice dice(5);
  const SetsOfObjects data({5, 4, 5, 3}, {{0, 1, 2}}, Numbers::kReals, dice);
  const Sample sample = labeled_sets(data, dice);
  const std::atomic<bool> now = true;
  FitContext impatient;
  impatient.stop = &now;
  for (const auto& [learner, options, problem] : clustering_fits()) {
    CAPTURE(learner, options, problem);
    const Views views = data.views(problem);
    Json fine = options;
    fine["gap"] = 1e-6;
    const Fitted stopped = make_learner(learner, fine)->fit(views, sample, impatient);
    check_form(*find_learner(learner), views, stopped);
    CHECK_FALSE(stopped.report.converged);
    CHECK(stopped.report.stopped_because == "interrupted");
    CHECK(*stopped.report.primal >= *stopped.report.dual);
  }
}

TEST_CASE("pairwise tells its gap with every pass", "[learners][clustering]") {
  Dice dice(5);
  const SetsOfObjects data({5, 4, 5, 3}, {{0, 1, 2}}, Numbers::kReals, dice);
  std::vector<std::string> lines;
  FitContext context;
  context.progress = [&](const std::string& line) { lines.push_back(line); };
  make_learner("pairwise")->fit(data.views(Json::object()), labeled_sets(data, dice), context);
  REQUIRE(!lines.empty());
  for (const std::string& line : lines)
    CHECK_THAT(line, Catch::Contains(", gap a"));  // about, or above 1
}

TEST_CASE("learners of clusterings take sets of every kind", "[learners][clustering]") {
  Dice dice(6);
  const SetsOfObjects data({0, 1, 3, 4, 2, 0, 1}, {{0, 1, 2}}, Numbers::kReals, dice);
  const auto all_in = [&](const std::vector<InputId>& inputs, bool apart) {
    Sample sample;
    for (const InputId x : inputs) {
      Output y;
      for (Index j = 0; j < data.size(x); ++j) y.parts.push_back(apart ? static_cast<int>(j) : 0);
      sample.labeled.push_back({x, y});
    }
    return sample;
  };
  for (const auto& [learner, options, problem] : clustering_fits()) {
    CAPTURE(learner, options, problem);
    const Views views = data.views(problem);
    const std::unique_ptr<Learner> made = make_learner(learner, options);
    // Nothing can be wrong: no weights are the best.
    for (const std::vector<InputId>& inputs : {std::vector<InputId>{0}, {1}, {0, 1, 5, 6}}) {
      const Fitted fitted = made->fit(views, all_in(inputs, false), {});
      check_form(*find_learner(learner), views, fitted);
      CHECK(fitted.weights[0] == Vector(4, 0.0));
      CHECK(fitted.report.converged);
      CHECK(*fitted.report.primal == 0);
      CHECK(*fitted.report.gap == 0);
    }
    // All apart, all together: the bias alone says so.
    for (const bool apart : {false, true}) {
      CAPTURE(apart);
      const Sample sample = all_in({0, 1, 2, 3, 4, 5, 6}, apart);
      Json heavy = options;
      heavy["C"] = 1000;
      const Fitted fitted = make_learner(learner, heavy)->fit(views, sample, {});
      check_form(*find_learner(learner), views, fitted);
      CHECK(fitted.report.converged);
      for (const LabeledExample& example : sample.labeled)
        CHECK(views.joint().decode(example.x, fitted.weights[0]).output == example.y);
    }
    CHECK_THROWS_AS(made->fit(views, Sample{}, {}), DataError);
  }
}
