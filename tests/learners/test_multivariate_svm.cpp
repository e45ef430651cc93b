// Structural SVMs over a whole sample: with the share of wrong rows as loss they are binary SVMs.
#include <catch2/catch.hpp>

#include "costruct/core/optimize/binary_svm.hpp"
#include "costruct/learners/solvers/co_svm_ascent.hpp"
#include "costruct/problems/catalog.hpp"
#include "support/fits.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

/// The same rows as one input of n parts and as n inputs.
struct Sets {
  std::shared_ptr<PartData> together = std::make_shared<PartData>(), apart = std::make_shared<PartData>();
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

Fitted fit_svm(const std::string& problem, const Json& options, const std::shared_ptr<PartData>& data,
               const Sample& sample, double C, const char* solver) {
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
    const Fitted sample =
        fit_svm("multivariate", {{"loss", "error"}}, sets.together, {{{0, sets.y}}, {}}, C, "one_slack");
    BinarySvm binary(sets.rows, RandomStream(1, 0, "order"));
    for (Index i = 0; i < n; ++i) binary.set(i, sets.y.parts[i] == 1 ? 1 : -1, 4 * size * C);
    REQUIRE(binary.solve(1e-9, [](Index) { return false; }) == BinarySvm::End::kGap);
    for (Index j = 0; j < 5; ++j)
      CHECK(sample.weights[0][j] == Approx(binary.w()[j] / (2 * size)).epsilon(1e-3).margin(1e-6));

    Sample rows;
    for (Index i = 0; i < n; ++i) rows.labeled.push_back({i, {{sets.y.parts[i]}}});
    const Fitted multiclass =
        fit_svm("multiclass", {{"loss", "zero_one"}}, sets.apart, rows, 2 * size * C, "n_slack");
    CHECK(*sample.report.primal == Approx(*multiclass.report.primal / (2 * size * size)).epsilon(1e-7));
  }
}

TEST_CASE("all solvers agree on the SVM of F1, the published measure of a sample",
          "[learners][multivariate]") {
  Dice dice(16);
  const Sets sets = noisy_rows(60, dice);
  for (const char* loss : {"f1", "prbep", "balanced_error"}) {
    const auto primal = [&](const char* solver) {
      return *fit_svm("multivariate", {{"loss", loss}}, sets.together, {{{0, sets.y}}, {}}, 0.01, solver)
                  .report.primal;
    };
    CHECK(primal("one_slack") == Approx(primal("n_slack")).epsilon(1e-7));
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
