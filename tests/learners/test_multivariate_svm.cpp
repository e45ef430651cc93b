// Structural SVMs over a whole sample: with the share of wrong rows as loss they are binary SVMs.
#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

#include "costruct/core/optimize/binary_svm.hpp"
#include "costruct/learners/solvers/co_svm_ascent.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/problems/multivariate/row_scores.hpp"
#include "support/dense_qp.hpp"
#include "support/enumerate.hpp"
#include "support/fits.hpp"
#include "support/sample_measures.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

/// The same rows as one input of n parts and as n inputs.
struct Sets {
  std::shared_ptr<PartData> together = std::make_shared<PartData>(),
                            apart = std::make_shared<PartData>();
  FeatureRows rows;
  Output y;
};

Sets noisy_rows(Index n, Dice& dice) {
  Sets sets;
  FeatureTable table;
  table.num_features = sets.rows.columns = 5;
  for (Index i = 0; i < n; ++i) {
    sets.y.parts.push_back(dice.range(0, 2) == 0);
    for (int j = 0; j < 5; ++j) {
      table.feature.push_back(j);
      table.value.push_back(dice.real() + (j == 0 ? sets.y.parts.back() - 0.4 : 0));
      sets.rows.column.push_back(j);
      sets.rows.value.push_back(table.value.back());
    }
    table.end_part();
    sets.rows.end_row();
  }
  sets.apart->labels = sets.together->labels = {"-1", "1"};
  sets.together->views = {table};
  sets.together->views[0].example_begin = {0, n};
  for (Index i = 0; i < n; ++i) table.end_example();
  sets.apart->views = {table};
  for (Index i = 0; i <= n; ++i) sets.apart->views[0].example_begin[i] = i;
  return sets;
}

Fitted fit_svm(const std::string& problem, const Json& options,
               const std::shared_ptr<PartData>& data, const Sample& sample, double C,
               const char* solver) {
  const Views views = find_problem(problem)->make(options, data);
  return make_learner("structural_svm", {{"C", C}, {"gap", 1e-9}, {"solver", solver}})
      ->fit(views, sample, {});
}

}  // namespace

TEST_CASE("with the share of wrong rows as loss, a sample's SVM is the binary SVM at 4 n C",
          "[learners][multivariate]") {
  Dice dice(15);
  const Index n = 60;
  const Sets sets = noisy_rows(n, dice);
  const auto size = static_cast<double>(n);
  for (const double C : {0.001, 0.02, 0.5}) {
    const Fitted sample = fit_svm("multivariate", {{"loss", "error"}}, sets.together,
                                  {{{0, sets.y}}, {}}, C, "one_slack");
    BinarySvm binary(sets.rows, RandomStream(1, 0, "order"));
    for (Index i = 0; i < n; ++i) binary.set(i, sets.y.parts[i] == 1 ? 1 : -1, 4 * size * C);
    REQUIRE(binary.solve(1e-9, [](Index) { return false; }) == BinarySvm::End::kGap);
    for (Index j = 0; j < 5; ++j)
      CHECK(sample.weights[0][j] == Approx(binary.w()[j] / (2 * size)).epsilon(1e-3).margin(1e-6));

    Sample rows;
    for (Index i = 0; i < n; ++i) rows.labeled.push_back({i, {{sets.y.parts[i]}}});
    const Fitted multiclass =
        fit_svm("multiclass", {{"loss", "zero_one"}}, sets.apart, rows, 2 * size * C, "n_slack");
    CHECK(*sample.report.primal ==
          Approx(*multiclass.report.primal / (2 * size * size)).epsilon(1e-7));
  }
}

TEST_CASE("with positive_weight v it is the binary SVM whose positive rows cost v times as much",
          "[learners][multivariate]") {
  Dice dice(19);
  const Index n = 60;
  const Sets sets = noisy_rows(n, dice);
  const double v = 3, C = 0.02,
               P = static_cast<double>(std::count(sets.y.parts.begin(), sets.y.parts.end(), 1));
  const double all = v * P + (static_cast<double>(n) - P);
  const Fitted sample = fit_svm("multivariate", {{"loss", "error"}, {"positive_weight", v}},
                                sets.together, {{{0, sets.y}}, {}}, C, "one_slack");
  // the hinge of a row at w is cost_i max(0, 1 - 2 y_i <w, x_i> / cost_i), with cost_i = v / all or
  // 1 / all
  DenseQp qp{5, {}, 1, {}};
  for (Index i = 0; i < n; ++i) {
    const bool is_positive = sets.y.parts[i] == 1;
    const double cost = (is_positive ? v : 1) / all;
    Vector a(5);
    for (std::size_t k = 0; k < 5; ++k)
      a[k] = (is_positive ? 2 : -2) * sets.rows.value[5 * static_cast<std::size_t>(i) + k];
    qp.costs.push_back(C);
    qp.constraints.push_back({i, std::move(a), cost});
    qp.constraints.push_back({i, Vector(5, 0.0), 0});
  }
  CHECK(*sample.report.primal == Approx(solve_dense(qp).primal).epsilon(1e-6));
}

TEST_CASE("all solvers agree on the SVM of F1, the published measure of a sample",
          "[learners][multivariate]") {
  Dice dice(16);
  const Sets sets = noisy_rows(60, dice);
  for (const char* loss : {"f1", "prbep", "balanced_error"}) {
    const auto primal = [&](const char* solver) {
      return *fit_svm("multivariate", {{"loss", loss}}, sets.together, {{{0, sets.y}}, {}}, 0.01,
                      solver)
                  .report.primal;
    };
    CHECK(primal("one_slack") == Approx(primal("n_slack")).epsilon(1e-7));
  }
}

TEST_CASE("the SVM of a measure is that with a constraint for every labeling",
          "[learners][multivariate]") {
  Dice dice(26);
  const Index n = 8;
  const int k = 3;
  const double beta = 2;
  for (const char* loss : {"f1", "prbep", "precision_at_k", "recall_at_k", "balanced_error"}) {
    const std::string measure = loss;
    Json options{{"loss", loss}, {"k", k}};
    if (measure == "f1") options["beta"] = beta;
    for (const double C : {0.05, 1.0, 20.0}) {
      const Sets sets = noisy_rows(n, dice);
      INFO(loss << ", C = " << C << ", y " << sets.y);
      const auto P = std::count(sets.y.parts.begin(), sets.y.parts.end(), 1);
      const auto only = measure == "prbep" ? P : k;
      DenseQp qp{5, {C}, 1, {}};
      for (const Output& y_hat : all_labelings(n, 2)) {
        const bool has_so_many = std::count(y_hat.parts.begin(), y_hat.parts.end(), 1) == only;
        const bool is_cut =
            measure == "prbep" || measure == "precision_at_k" || measure == "recall_at_k";
        if (is_cut && !has_so_many && y_hat != sets.y) continue;
        Vector a(5, 0.0);  // sum_i (y_i - y_hat_i) x_i
        for (std::size_t i = 0; i < 8; ++i) {
          for (std::size_t j = 0; j < 5; ++j)
            a[j] += 2 * (sets.y.parts[i] - y_hat.parts[i]) * sets.rows.value[5 * i + j];
        }
        qp.constraints.push_back(
            {0, std::move(a), direct_loss(measure, sets.y, y_hat, 1, k, beta)});
      }
      const double optimum = solve_dense(qp).primal;
      for (const char* solver : {"one_slack", "n_slack"}) {
        const Fitted fitted =
            fit_svm("multivariate", options, sets.together, {{{0, sets.y}}, {}}, C, solver);
        CHECK(*fitted.report.primal == Approx(optimum).epsilon(1e-6));
        CHECK(dense_primal(qp, fitted.weights[0]) == Approx(optimum).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("the SVM of F1 at the end of a path of C is that at once", "[learners][multivariate]") {
  Dice dice(28);
  const Sets sets = noisy_rows(60, dice);
  const Views views = find_problem("multivariate")->make({{"loss", "f1"}}, sets.together);
  const Sample sample{{{0, sets.y}}, {}};
  for (const char* solver : {"one_slack", "n_slack", "bcfw"}) {
    INFO(solver);
    const Json cold_options{{"C", 2.0}, {"gap", 1e-7}, {"solver", solver}};
    Json warm_options = cold_options;
    warm_options["C_path"] = {0.02, 0.2};
    const Fitted cold = make_learner("structural_svm", cold_options)->fit(views, sample, {});
    const Fitted warm = make_learner("structural_svm", warm_options)->fit(views, sample, {});
    CHECK(warm.report.converged);
    CHECK(*warm.report.primal == Approx(*cold.report.primal).epsilon(2e-7));
    for (std::size_t j = 0; j < 5; ++j)
      CHECK(warm.weights[0][j] == Approx(cold.weights[0][j]).epsilon(1e-2).margin(1e-3));
  }
}

TEST_CASE("permuted rows get the same scores from a fit, and the same labels",
          "[learners][multivariate]") {
  Dice dice(27);
  const std::size_t n = 40;
  const Sets sets = noisy_rows(static_cast<Index>(n), dice);
  std::vector<std::size_t> from(n);  // row i was row from[i]
  std::iota(from.begin(), from.end(), 0);
  for (std::size_t i = n - 1; i > 0; --i)
    std::swap(from[i], from[static_cast<std::size_t>(dice.range(0, static_cast<int>(i)))]);
  auto moved = std::make_shared<PartData>(*sets.together);
  Output moved_y = sets.y;
  for (std::size_t i = 0; i < n; ++i) {
    moved_y.parts[i] = sets.y.parts[from[i]];
    for (std::size_t j = 0; j < 5; ++j)
      moved->views[0].value[5 * i + j] = sets.together->views[0].value[5 * from[i] + j];
  }
  for (const char* loss : {"f1", "prbep", "precision_at_k", "recall_at_k", "error",
                           "balanced_error", "roc_area", "average_precision"}) {
    INFO(loss);
    const Json options{{"loss", loss}, {"k", 5}};
    const double C = 0.5;
    const Fitted before =
        fit_svm("multivariate", options, sets.together, {{{0, sets.y}}, {}}, C, "one_slack");
    const Fitted after =
        fit_svm("multivariate", options, moved, {{{0, moved_y}}, {}}, C, "one_slack");
    CHECK(*after.report.primal == Approx(*before.report.primal).epsilon(1e-8));
    const auto scores = [&](const std::shared_ptr<PartData>& data, const Vector& w) {
      const Views views = find_problem("multivariate")->make(options, data);
      return dynamic_cast<const RowScores&>(views.joint()).row_scores(0, w);
    };
    const Vector first = scores(sets.together, before.weights[0]),
                 second = scores(moved, after.weights[0]);
    const double largest = std::abs(*std::max_element(
        first.begin(), first.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
    REQUIRE(largest > 0);
    const auto labels = [&](const std::shared_ptr<PartData>& data, const Vector& w) {
      return find_problem("multivariate")->make(options, data).joint().decode(0, w).output;
    };
    const Output labeled = labels(sets.together, before.weights[0]),
                 relabeled = labels(moved, after.weights[0]);
    for (std::size_t i = 0; i < n; ++i) {
      // a gap of 1e-9 holds |w - w*|^2 / 2 below 1e-9 of the objective
      CHECK(second[i] == Approx(first[from[i]]).margin(1e-3 * largest));
      if (std::abs(second[i]) > 1e-3 * largest) CHECK(relabeled.parts[i] == labeled.parts[from[i]]);
    }
  }
}

TEST_CASE("the SVM of the ROC area is the binary SVM over pairs", "[learners][multivariate]") {
  Dice dice(17);
  const Index n = 30;
  const Sets sets = noisy_rows(n, dice);
  FeatureRows pairs;
  pairs.columns = 5;
  Index count = 0;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      if (sets.y.parts[i] == 0 || sets.y.parts[j] == 1) continue;
      for (int k = 0; k < 5; ++k) {
        pairs.column.push_back(k);
        pairs.value.push_back(sets.rows.value[5 * i + k] - sets.rows.value[5 * j + k]);
      }
      pairs.end_row();
      ++count;
    }
  }
  const double kappa = 4.0 / static_cast<double>(n * n), scale = kappa * static_cast<double>(count);
  for (const double C : {0.5, 20.0}) {
    const Fitted sample = fit_svm("multivariate", {{"loss", "roc_area"}}, sets.together,
                                  {{{0, sets.y}}, {}}, C, "one_slack");
    BinarySvm binary(pairs, RandomStream(1, 0, "order"));
    for (Index p = 0; p < count; ++p) binary.set(p, 1, C * kappa * scale);
    REQUIRE(binary.solve(1e-10, [](Index) { return false; }) == BinarySvm::End::kGap);
    for (Index k = 0; k < 5; ++k)
      CHECK(sample.weights[0][k] == Approx(binary.w()[k] / scale).epsilon(1e-3).margin(1e-5));
    double hinge = 0, square = 0;
    for (const double each : binary.w()) square += each * each;
    for (Index p = 0; p < count; ++p) {
      double margin = 0;
      for (Index k = 0; k < 5; ++k) margin += binary.w()[k] * pairs.value[5 * p + k];
      hinge += std::max(0.0, 1 - margin);
    }
    const double objective = (0.5 * square + C * kappa * scale * hinge) / (scale * scale);
    CHECK(*sample.report.primal == Approx(objective).epsilon(1e-6));
  }
}

TEST_CASE("the SVM of a ranking is that with a constraint for every permutation",
          "[learners][multivariate]") {
  Dice dice(18);
  for (const char* loss : {"roc_area", "average_precision"}) {
    for (int round = 0; round < 3; ++round) {
      const Index n = 6;
      Sets sets = noisy_rows(n, dice);
      sets.y = {{1, 0, 0, 1, 0, 1}};
      const Views views = find_problem("multivariate")->make({{"loss", loss}}, sets.together);
      const StructuredProblem& problem = views.joint();
      const double C = 0.3;
      DenseQp qp{problem.dimension(), {C}, 1, {}};
      std::vector<int> order(6);
      std::iota(order.begin(), order.end(), 0);
      do {
        Output y_hat = sets.y;
        for (int high = 0; high < 6; ++high) {
          for (int low = high + 1; low < 6; ++low) {
            if (sets.y.parts[order[high]] == 1 || sets.y.parts[order[low]] == 0) continue;
            y_hat.parts[order[high]] += 2;
            y_hat.parts[order[low]] += 2;
          }
        }
        Vector a(problem.dimension(), 0.0);
        problem.add_difference(0, sets.y, y_hat, 1, a);
        qp.constraints.push_back({0, std::move(a), problem.loss(0, sets.y, y_hat)});
      } while (std::next_permutation(order.begin(), order.end()));
      const double optimum = solve_dense(qp).primal;
      for (const char* solver : {"one_slack", "n_slack"}) {
        const Fitted fitted = fit_svm("multivariate", {{"loss", loss}}, sets.together,
                                      {{{0, sets.y}}, {}}, C, solver);
        CHECK(*fitted.report.primal == Approx(optimum).epsilon(1e-6));
        CHECK(dense_primal(qp, fitted.weights[0]) == Approx(optimum).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("a co-SVM keeps no output that has no constraint", "[learners][multivariate]") {
  for (const int seed : {21, 22, 23, 24}) {
    Dice dice(seed);
    const Index n = 20;
    auto data = std::make_shared<PartData>();
    Output y;
    for (int v = 0; v < 2; ++v) {
      const Sets sets = noisy_rows(2 * n, dice);
      data->labels = sets.together->labels;
      data->views.push_back(sets.together->views[0]);
      data->views.back().example_begin = {0, n, 2 * n};
      if (v == 0) y.parts.assign(sets.y.parts.begin(), sets.y.parts.begin() + n);
    }
    for (const char* loss : {"prbep", "precision_at_k", "recall_at_k"}) {
      INFO(seed << ", " << loss);
      const Views views = find_problem("multivariate")->make({{"loss", loss}, {"k", 3}}, data);
      CoSvmAscent state(views, {{{0, y}}, {1}}, {.C = 0.05, .augmentation = {}});
      for (int epoch = 0; epoch < 3; ++epoch) {
        state.visit_labeled(0);
        state.predictions(1);
        state.visit_unlabeled(0, 1);
      }
      for (Index v = 0; v < 2; ++v) {
        const MaxMargin objective = state.objective(v);
        const std::vector<DualVariables> dual = state.dual_variables(v);
        for (Index i = 0; i < objective.size(); ++i) {
          const LabeledExample& example = objective.examples[i];
          for (const Output& output : dual[i].outputs)
            CHECK(objective.problem.has_constraint(example.x, example.y, output));
        }
      }
    }
  }
}
