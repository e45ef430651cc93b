// Ascent by blocks where references and weights of examples change on the way, and where solvers
// begin at dual variables of others. The same numbers are computed from joint features and losses
// alone.
#include "costruct/core/optimize/block_ascent.hpp"

#include <catch2/catch.hpp>

#include "costruct/contract/augmentations.hpp"
#include "costruct/core/optimize/label_ascent.hpp"
#include "support/delegating_problem.hpp"
#include "support/svm_solvers.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

std::vector<SvmTask> tasks(std::uint64_t seed) {
  Dice dice(seed);
  const Json costs = {{0, 1, 2}, {3, 0, 0}, {1, 4, 0}};
  std::vector<SvmTask> all;
  all.push_back({"costs of classes",
                 "multiclass",
                 {{"loss", "cost_matrix"}, {"costs", costs}},
                 small_points(dice, 7, {"a", "b", "c"}),
                 {}});
  for (const char* loss : {"zero_one", "hamming", "f1_micro"}) {
    all.push_back({loss, "sequence", {{"loss", loss}}, small_sequences(dice, false), {}});
  }
  for (SvmTask& task : all) {
    task.sample = split(task.data.truth, static_cast<Index>(task.data.truth.size()), 0);
  }
  return all;
}

template <class Check>
void over_tasks(std::uint64_t seed, const Check& check) {
  for (const SvmTask& task : tasks(seed)) {
    const Views views = task.views();
    for (const Augmentation augmentation : all_augmentations()) {
      INFO(task.name << ", " << (augmentation.rescaling == Rescaling::kSlack ? "slack" : "margin")
                     << " rescaling, r = " << augmentation.slack_norm);
      check(task, views.joint(), augmentation);
      INFO("with six functions alone: ascent keeps difference vectors");
      check(task, DelegatingProblem(views.joint()), augmentation);
    }
  }
}

/// w(alpha), from joint features and losses.
Vector weights_of(const StructuredProblem& problem, const std::vector<LabeledExample>& examples,
                  Augmentation augmentation, const std::vector<DualVariables>& dual) {
  Vector w(problem.dimension(), 0.0);
  for (std::size_t i = 0; i < dual.size(); ++i) {
    const auto& [x, y, weight] = examples[i];
    for (std::size_t j = 0; j < dual[i].alpha.size(); ++j) {
      const Output& y_hat = dual[i].outputs[j];
      const double s =
          dual[i].alpha[j] * reference_scale(problem.loss(x, y, y_hat), augmentation).second;
      add_to(w, s, problem.joint_feature(x, y));
      add_to(w, -s, problem.joint_feature(x, y_hat));
    }
  }
  return w;
}

/// w and dual() are those of the dual variables; what is left of C_i is with the reference.
void check_state(const BlockAscent& ascent, SvmTask task,
                 const std::vector<LabeledExample>& examples) {
  const MaxMargin& objective = ascent.objective();
  const std::vector<DualVariables> dual = ascent.dual_variables();
  task.sample.labeled = examples;
  SolverCall call;
  call.C = objective.C;
  call.augmentation = objective.augmentation;
  CHECK(ascent.dual() == Approx(reference_dual(task, call, dual)).margin(1e-9));
  const Vector w = weights_of(objective.problem, examples, objective.augmentation, dual);
  CHECK(distance(ascent.w(), w) <= 1e-10);
  Index constraints = 0;
  for (Index i = 0; i < objective.size(); ++i) {
    const WorkingSet& set = ascent.working_set(i);
    REQUIRE(!set.outputs.empty());
    CHECK(set.outputs[0] == examples[i].y);
    constraints += static_cast<Index>(set.outputs.size()) - 1;
    if (objective.augmentation.slack_norm == 2) continue;
    double sum = 0;
    for (const double alpha : set.alpha) sum += alpha;
    CHECK(sum == Approx(objective.cost(i)).margin(1e-12));
  }
  CHECK(ascent.constraints() == constraints);
}

Output any_output(Dice& dice, const SvmTask& task, InputId x) {
  const std::vector<Output> all = task.outputs(x);
  return all[dice.range(0, static_cast<int>(all.size()) - 1)];
}

/// One step of any kind.
void step_at_random(Dice& dice, const SvmTask& task, BlockAscent& ascent,
                    std::vector<LabeledExample>& examples) {
  const Index i = dice.range(0, static_cast<int>(examples.size()) - 1);
  switch (dice.range(0, 5)) {
    case 0:
    case 1:
      ascent.visit(i);
      break;
    case 2:
      ascent.revisit(i);
      break;
    case 3: {
      const Output y_hat = any_output(dice, task, examples[i].x);
      const auto& known = ascent.working_set(i).outputs;
      const bool news = std::find(known.begin(), known.end(), y_hat) == known.end();
      CHECK(ascent.add_constraint(i, y_hat) == news);
      CHECK(!ascent.add_constraint(i, y_hat));
      break;
    }
    case 4:
      ascent.withdraw(i);
      ascent.withdraw(i);  // again: nothing is left to be taken back
      examples[i].y = any_output(dice, task, examples[i].x);
      examples[i].weight = dice.range(0, 4) / 2.0;
      ascent.enter(i);
      break;
    default:
      for (Index k = 0; k < static_cast<Index>(examples.size()); ++k) ascent.revisit(k);
  }
}

/// Dual variables feasible for the task at random: some on the reference itself, some outputs
/// twice.
std::vector<DualVariables> feasible_dual(Dice& dice, const SvmTask& task, double C) {
  std::vector<DualVariables> dual;
  for (const auto& [x, y, weight] : task.sample.labeled) {
    DualVariables of_x;
    if (weight > 0) {
      of_x.outputs = {any_output(dice, task, x), y, any_output(dice, task, x)};
      of_x.outputs.push_back(of_x.outputs.front());
      double left = 16;
      for (int j = 0; j < 4; ++j) {
        const double part = dice.range(0, 4);
        of_x.alpha.push_back(C * weight * part / 16);
        left -= part;
      }
      if (left > 0 && dice.range(0, 1) == 0)
        of_x.alpha[1] += C * weight * left / 16;  // the sum is C_i
    }
    dual.push_back(std::move(of_x));
  }
  return dual;
}

SvmTask weighted(SvmTask task) {
  task.sample.labeled[1].weight = 0;
  task.sample.labeled[2].weight = 2.5;
  return task;
}

}  // namespace

TEST_CASE(
    "weights and dual value of ascent by blocks are those of its dual variables, whatever the "
    "steps",
    "[core][block_ascent]") {
  Dice dice(9101);
  over_tasks(9102,
             [&](const SvmTask& task, const StructuredProblem& problem, Augmentation augmentation) {
               for (const double epsilon : {0.0, 1e-3}) {
                 std::vector<LabeledExample> examples = task.sample.labeled;
                 BlockAscent ascent({problem, examples, 0.7, augmentation}, {.epsilon = epsilon});
                 for (int step = 0; step < 60; ++step) {
                   step_at_random(dice, task, ascent, examples);
                   if (step % 6 == 5) check_state(ascent, task, examples);
                 }
               }
             });
}

TEST_CASE("weights have moved no further than the length of their path", "[core][block_ascent]") {
  Dice dice(9103);
  over_tasks(
      9104, [&](const SvmTask& task, const StructuredProblem& problem, Augmentation augmentation) {
        std::vector<LabeledExample> examples = task.sample.labeled;
        BlockAscent ascent({problem, examples, 0.7, augmentation},
                           {.epsilon = 1e-3, .path_length = true});
        std::vector<Vector> w = {ascent.w()};
        Vector length = {ascent.path_length()};
        CHECK(length[0] == 0);
        for (int step = 0; step < 40; ++step) {
          step_at_random(dice, task, ascent, examples);
          w.push_back(ascent.w());
          length.push_back(ascent.path_length());
        }
        for (std::size_t now = 1; now < w.size(); ++now) {
          CHECK(length[now] >= length[now - 1]);
          for (std::size_t then = 0; then < now; ++then) {
            CHECK(distance(w[now], w[then]) <= length[now] - length[then] + 1e-10);
          }
        }
        // A single step is not overstated either.
        for (Index i = 0; i < static_cast<Index>(examples.size()); ++i) {
          const Vector before = ascent.w();
          const double so_far = ascent.path_length();
          ascent.visit(i);
          CHECK(ascent.path_length() - so_far == Approx(distance(ascent.w(), before)).margin(1e-7));
        }
      });
}

TEST_CASE("an example that keeps its outputs stands where it would stand had it got them again",
          "[core][block_ascent]") {
  over_tasks(9106,
             [&](const SvmTask& task, const StructuredProblem& problem, Augmentation augmentation) {
               std::vector<LabeledExample> kept = task.sample.labeled, withdrawn = kept;
               BlockAscent keeps({problem, kept, 0.7, augmentation}, {});
               BlockAscent gets_again({problem, withdrawn, 0.7, augmentation}, {});
               for (int pass = 0; pass < 4; ++pass) {
                 for (Index i = 0; i < keeps.objective().size(); ++i) {
                   keeps.visit(i);
                   gets_again.visit(i);
                 }
                 const Index i = pass;
                 const std::vector<Output> outputs = gets_again.working_set(i).outputs;
                 const double weight = 0.5 + pass;
                 keeps.take_back(i);
                 gets_again.withdraw(i);
                 CHECK(same_bits(keeps.w(), gets_again.w()));
                 kept[i].weight = withdrawn[i].weight = weight;
                 keeps.enter(i);
                 gets_again.enter(i);
                 for (std::size_t j = 1; j < outputs.size(); ++j)
                   gets_again.add_constraint(i, outputs[j]);
                 CHECK(keeps.revisit(i) == gets_again.revisit(i));
                 CHECK(same_bits(keeps.w(), gets_again.w()));
                 CHECK(keeps.working_set(i).outputs == gets_again.working_set(i).outputs);
                 CHECK(same_bits(keeps.working_set(i).alpha, gets_again.working_set(i).alpha));
                 CHECK(keeps.working_set(i).idle == gets_again.working_set(i).idle);
                 CHECK(keeps.constraints() == gets_again.constraints());
               }
             });
}

TEST_CASE("without an example ascent stands where it would stand had the example never been there",
          "[core][block_ascent]") {
  over_tasks(9105,
             [&](const SvmTask& task, const StructuredProblem& problem, Augmentation augmentation) {
               std::vector<LabeledExample> examples = task.sample.labeled;
               BlockAscent all({problem, examples, 0.7, augmentation}, {});
               for (int pass = 0; pass < 3; ++pass) {
                 for (Index i = 0; i < all.objective().size(); ++i) all.visit(i);
               }
               const Index gone = 3;
               std::vector<LabeledExample> others = examples;
               others.erase(others.begin() + gone);
               std::vector<DualVariables> dual = all.dual_variables();
               CHECK(!dual[gone].alpha.empty());
               dual.erase(dual.begin() + gone);
               BlockAscent rest({problem, others, 0.7, augmentation}, {});
               rest.start(dual);
               all.withdraw(gone);
               CHECK(all.working_set(gone).outputs.empty());
               CHECK(distance(all.w(), rest.w()) <= 1e-12);
               CHECK(all.dual() == Approx(rest.dual()).margin(1e-12));
             });
}

TEST_CASE("ascent begins at any feasible dual variables and reaches the optimum from there",
          "[core][block_ascent]") {
  // Outputs may repeat or be the reference itself, examples may have no weight.
  Dice dice(9106);
  over_tasks(
      9107, [&](const SvmTask& plain, const StructuredProblem& problem, Augmentation augmentation) {
        const SvmTask task = weighted(plain);
        const double C = 0.5;
        const std::vector<DualVariables> dual = feasible_dual(dice, task, C);
        const MaxMargin objective{problem, task.sample.labeled, C, augmentation};
        BlockAscent ascent(objective, {});
        ascent.start(dual);
        check_state(ascent, task, task.sample.labeled);
        CHECK(distance(ascent.w(), weights_of(problem, task.sample.labeled, augmentation, dual)) <=
              1e-12);
        const double optimum = MaxMarginOracle(task, C, augmentation).optimum().primal;
        double last = ascent.dual();
        for (int pass = 0; pass < 400 && last < (1 - 1e-6) * optimum; ++pass) {
          for (Index i = 0; i < objective.size(); ++i) ascent.visit(i);
          CHECK(ascent.dual() >= last - 1e-12);
          last = ascent.dual();
        }
        CHECK(last == Approx(optimum).epsilon(1e-4));
        CHECK(last <= optimum * (1 + 1e-9));

        SolverCall call;
        call.C = C;
        call.augmentation = augmentation;
        NSlackOptions options;
        options.limits.gap = 1e-8;
        options.start = dual;
        const SolverResult result = solve_n_slack(objective, options, {});
        check_result(task, call, result);
        CHECK(result.converged);
        CHECK(result.primal == Approx(optimum).epsilon(1e-7));
        if (!LabelAscent::applies_to(objective)) return;
        LabelAscent labels(objective);
        labels.start(dual);
        CHECK(labels.dual() ==
              Approx(reference_dual(task, call, labels.dual_variables())).margin(1e-12));
        CHECK(distance(labels.w(), weights_of(problem, task.sample.labeled, augmentation, dual)) <=
              1e-12);
      });
}

TEST_CASE("a solver that begins at the solution ends after one pass with the same certificate",
          "[core][block_ascent]") {
  over_tasks(
      9108, [&](const SvmTask& plain, const StructuredProblem& problem, Augmentation augmentation) {
        const SvmTask task = weighted(plain);
        const MaxMargin objective{problem, task.sample.labeled, 0.5, augmentation};
        NSlackOptions options;
        options.limits.gap = 1e-7;
        const SolverResult cold = solve_n_slack(objective, options, {});
        options.limits.gap = 1e-5;
        options.start = cold.dual_variables;
        const SolverResult warm = solve_n_slack(objective, options, {});
        CHECK(warm.converged);
        CHECK(warm.iterations == 1);
        CHECK(warm.oracle_calls <= 2 * objective.size());  // the pass and the certificate
        CHECK(warm.dual >= cold.dual - 1e-10);
        CHECK(warm.primal == Approx(cold.primal).epsilon(1e-5));

        options.limits.iteration_limit = 0;  // certifies where it stands
        const SolverResult none = solve_n_slack(objective, options, {});
        CHECK(none.iterations == 0);
        CHECK(none.dual == Approx(cold.dual).epsilon(1e-12).margin(1e-12));
        CHECK(distance(none.w, weights_of(problem, task.sample.labeled, augmentation,
                                          cold.dual_variables)) <= 1e-10);
      });
}
