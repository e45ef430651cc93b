// The planes of one_slack, kept as changes, against planes written down in full.
#include "costruct/core/optimize/cutting_planes.hpp"
#include "costruct/core/random.hpp"
#include "costruct/learners/shared/max_margin_options.hpp"
#include "support/max_margin_oracle.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

SvmTask sequences(Dice& dice, std::vector<Index> lengths) {
  SvmTask task{"sequences",
               "sequence",
               {{"loss", "hamming"}},
               small_sequences(dice, false, {5}, std::move(lengths)),
               {}};
  for (std::size_t i = 0; i < task.data.truth.size(); ++i)
    task.sample.labeled.push_back({static_cast<InputId>(i), task.data.truth[i], 1});
  return task;
}

struct DensePlane {
  std::vector<Output> outputs;
  Vector a;
  double b = 0;
};

DensePlane dense_plane(const MaxMargin& objective, const std::vector<Output>& outputs) {
  DensePlane plane{outputs, Vector(objective.problem.dimension(), 0.0), 0};
  for (Index i = 0; i < objective.size(); ++i) {
    const auto& [x, y, weight] = objective.examples[i];
    const auto [b, s] =
        reference_scale(objective.problem.loss(x, y, outputs[i]), objective.augmentation);
    plane.b += weight * b;
    add_to(plane.a, weight * s, objective.problem.joint_feature(x, y));
    add_to(plane.a, -weight * s, objective.problem.joint_feature(x, outputs[i]));
  }
  return plane;
}

}  // namespace

TEST_CASE("planes kept as changes are the planes themselves, whatever was dropped",
          "[learners][structural_svm]") {
  Dice dice(811);
  SvmTask task = sequences(dice, {3, 0, 1, 4, 2, 4, 3, 1});
  task.sample.labeled[0].weight = 2.5;
  const Views views = task.views();
  const Rescaling rescaling = GENERATE(Rescaling::kMargin, Rescaling::kSlack);
  const MaxMargin objective{views.joint(), task.sample.labeled, 1, {rescaling, 1}};
  const int threads = GENERATE(1, 3);
  CuttingPlanes planes(objective, threads);
  std::vector<DensePlane> dense(1);
  dense[0].a.assign(objective.problem.dimension(), 0.0);
  RandomStream random(5, 0, "planes");
  std::vector<Output> outputs;
  for (const auto& example : task.sample.labeled) outputs.push_back(task.outputs(example.x)[0]);
  for (int step = 0; step < 60; ++step) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {  // few of the outputs change
      const auto all = task.outputs(task.sample.labeled[i].x);
      if (random.below(3) == 0) outputs[i] = all[random.below(all.size())];
    }
    planes.add(outputs);
    dense.push_back(dense_plane(objective, outputs));
    if (random.below(2) == 0) {
      std::vector<Index> kept = {0};
      for (Index p = 1; p < planes.size(); ++p) {
        if (p + 1 == planes.size() || random.below(4) > 0) kept.push_back(p);
      }
      planes.keep(kept);
      std::vector<DensePlane> rest;
      for (const Index p : kept) rest.push_back(dense[p]);
      dense = rest;
    }
    REQUIRE(planes.size() == std::ssize(dense));
    Vector alpha(dense.size(), 0.0), w(objective.problem.dimension(), 7.0), expected(w.size(), 0.0);
    for (double& each : alpha) each = random.below(3) == 0 ? 0 : random.uniform();
    // The violations of the last plane at any weights, and the planes that a next run begins at.
    const Vector at = dice.vector(objective.problem.dimension(), Numbers::kReals);
    double slack = 0;
    for (std::size_t p = 1; p < dense.size(); ++p) {
      double product = 0;
      for (std::size_t k = 0; k < at.size(); ++k) product += at[k] * dense[p].a[k];
      slack = std::max(slack, dense[p].b - product);
    }
    CHECK(planes.slack(at) == Approx(slack).margin(1e-9));
    const auto chosen = planes.chosen(alpha);
    std::size_t next = 0;
    for (std::size_t p = 1; p < dense.size(); ++p) {
      if (alpha[p] == 0) continue;
      REQUIRE(next < chosen.size());
      CHECK(chosen[next].alpha == alpha[p]);
      CHECK(chosen[next++].outputs == dense[p].outputs);
    }
    CHECK(next == chosen.size());
    for (Index p = 0; p < planes.size(); ++p) {
      CHECK(planes.b(p) == Approx(dense[p].b).margin(1e-12));
      for (Index q = 0; q < planes.size(); ++q) {
        CHECK(planes.gram()(p, q) ==
              Approx(dot(ConstVectorRef(dense[p].a), ConstVectorRef(dense[q].a))).margin(1e-9));
      }
      for (std::size_t k = 0; k < w.size(); ++k) expected[k] += alpha[p] * dense[p].a[k];
    }
    planes.combine(alpha, w);
    CHECK(distance(w, expected) < 1e-9);
    const auto dual = planes.dual_variables(alpha);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < dual[i].outputs.size(); ++j) {
        double of_output = 0;
        for (std::size_t p = 1; p < dense.size(); ++p) {
          if (dense[p].outputs[i] == dual[i].outputs[j])
            of_output += alpha[p] * task.sample.labeled[i].weight;
        }
        CHECK(dual[i].alpha[j] == Approx(of_output));
        sum += of_output;
      }
      double all = 0;
      for (std::size_t p = 1; p < dense.size(); ++p) all += alpha[p];
      CHECK(sum == Approx(all * task.sample.labeled[i].weight));
    }
  }
}

TEST_CASE("auto is one_slack for long references, unless an option or the decoder forbids it",
          "[learners][structural_svm]") {
  const auto solver_of = [](Index length, Json more) {
    Dice dice(812);
    const SvmTask task = sequences(dice, {length});
    const auto weights = [&] { return fit_svm(task, svm_options(1, {}, 1e-2, more)).weights; };
    const std::vector<Vector> found = weights();
    for (const std::string solver : {"n_slack", "one_slack"}) {
      more["solver"] = solver;
      if (same_weights(found, weights())) return solver;
    }
    return std::string("another one");
  };
  CHECK(solver_of(249, Json::object()) == "n_slack");
  CHECK(solver_of(250, Json::object()) == "one_slack");
  CHECK(solver_of(250, {{"solver", "n_slack"}}) == "n_slack");
  CHECK(solver_of(250, {{"cached_passes", 1}}) == "n_slack");
  CHECK(solver_of(250, {{"slack_norm", 2}}) == "n_slack");
}

TEST_CASE("a fit of one_slack by shards has the optimum of one without",
          "[learners][structural_svm]") {
  Dice dice(813);
  SvmTask task = sequences(dice, {3, 2, 1, 4, 2, 4, 3, 1});
  task.sample.labeled[2].weight = 2.5;
  const Rescaling rescaling = GENERATE(Rescaling::kMargin, Rescaling::kSlack);
  const auto fit = [&](const Json& more) {
    return fit_svm(task, svm_options(1, {rescaling, 1}, 1e-4, more));
  };
  const Fitted plain = fit({{"solver", "one_slack"}});
  for (const int shards : {1, 3, 64}) {  // 64 are more than there are examples
    const Fitted fitted = fit({{"shards", shards}});
    CHECK(fitted.report.converged);
    CHECK(*fitted.report.gap <= 1e-4);
    CHECK(*fitted.report.dual <= *plain.report.primal);
    CHECK(*plain.report.dual <= *fitted.report.primal);
    CHECK(!fitted.report.support_losses.empty());  // one process has all
  }
}

TEST_CASE("shards are those of one_slack, and impute nothing", "[learners][structural_svm]") {
  Dice dice(814);
  SvmTask task = sequences(dice, {3, 2});
  const auto fit = [&](const Json& more) { fit_svm(task, svm_options(1, {}, 1e-2, more)); };
  CHECK_THROWS_WITH(fit({{"shards", 2}, {"solver", "n_slack"}}),
                    "shards: an option of solver one_slack alone; set solver one_slack");
  task.sample.labeled.pop_back();
  task.sample.partial.push_back({1, Known{{{0}, {}}}, 1});
  CHECK_THROWS_WITH(fit({{"shards", 2}}), Catch::Contains("imputed from all examples"));
}
