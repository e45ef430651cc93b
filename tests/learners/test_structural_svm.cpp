// The structural SVM against the dense quadratic program over all outputs, and the laws of its
// objective.
#include <fmt/format.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>

#include "costruct/contract/augmentations.hpp"
#include "costruct/core/interfaces/violation_bounds.hpp"
#include "support/delegating_problem.hpp"
#include "support/fits.hpp"
#include "support/max_margin_oracle.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

constexpr double kTight = 1e-10;

std::string spelled(Augmentation augmentation) {
  return std::string(augmentation.rescaling == Rescaling::kMargin ? "margin" : "slack") +
         " rescaling, r = " + std::to_string(augmentation.slack_norm);
}

/// Every variant of every rescaling and norm.
template <class Check>
void over_variants(const Check& check) {
  for (const Augmentation augmentation : all_augmentations()) {
    for (const SvmVariant& variant : svm_variants()) {
      if (!variant.solves(augmentation)) continue;
      INFO(spelled(augmentation) << ", " << variant.options.dump());
      check(augmentation, variant.options);
    }
  }
}

/// Two fits have come to the same weights, as far as their gaps tell.
void check_same_optimum(const Fitted& a, const Fitted& b) {
  CHECK(a.report.converged);
  CHECK(b.report.converged);
  CHECK(distance(a.weights.at(0), b.weights.at(0)) <= reach(a.report) + reach(b.report));
  const double largest = std::max(*a.report.primal, *b.report.primal);
  CHECK(std::abs(*a.report.primal - *b.report.primal) <=
        (*a.report.gap + *b.report.gap + 1e-12) * largest);
}

/// A problem whose loss-augmented decoder is what it says it is.
class OfExactness : public DelegatingProblem {
 public:
  OfExactness(const StructuredProblem& problem, Exactness exactness)
      : DelegatingProblem(problem), exactness_(exactness) {}
  Exactness loss_augmented_exactness(Augmentation) const override { return exactness_; }

 private:
  Exactness exactness_;
};

/// Exact decoding that calls itself greedy, and whose bounds lie by `slack` above the violations.
class Bounded final : public OfExactness, public ViolationBounds {
 public:
  Bounded(const StructuredProblem& problem, double slack)
      : OfExactness(problem, Exactness::kGreedy), slack_(slack) {}
  std::optional<BoundedViolation> bounded_violation(InputId x, const Output& y, ConstVectorRef w,
                                                    Augmentation augmentation) const override {
    if (augmentation.slack_norm == 2) return std::nullopt;
    const double found = loss_augmented_decode(x, y, w, augmentation).value - score(x, y, w);
    return BoundedViolation{found, found + slack_};
  }
  double score_bound(InputId x, ConstVectorRef w) const override {
    return decode(x, w).value + slack_;
  }

 private:
  double slack_;
};

/// A problem whose decoders and loss throw from their n-th call on.
class Throwing final : public DelegatingProblem {
 public:
  Throwing(const StructuredProblem& problem, int good_calls)
      : DelegatingProblem(problem), good_calls_(good_calls) {}
  Decoded decode(InputId x, ConstVectorRef w) const override {
    count();
    return DelegatingProblem::decode(x, w);
  }
  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                Augmentation a) const override {
    count();
    return DelegatingProblem::loss_augmented_decode(x, y, w, a);
  }
  double loss(InputId x, const Output& y, const Output& y_hat) const override {
    count();
    return DelegatingProblem::loss(x, y, y_hat);
  }
  int calls() const { return calls_; }

 private:
  void count() const {
    if (++calls_ > good_calls_) throw std::logic_error("of the problem");
  }
  int good_calls_;
  mutable std::atomic<int> calls_{0};
};

SvmTask points(Dice& dice, Index count, std::vector<std::string> labels,
               Json options = Json::object()) {
  SvmTask task{
      "points", "multiclass", std::move(options), small_points(dice, count, std::move(labels)), {}};
  task.sample = split(task.data.truth, count, 0);
  return task;
}

SvmTask chains(Dice& dice, const char* loss) {
  SvmTask task{"chains", "sequence", {{"loss", loss}}, small_sequences(dice), {}};
  task.sample = split(task.data.truth, static_cast<Index>(task.data.truth.size()), 0);
  return task;
}

Vector dense_row(const FeatureTable& table, Index part) {
  Vector x(table.num_features, 0.0);
  for (Index e = table.part_begin[part]; e < table.part_begin[part + 1]; ++e) {
    x[table.feature[e]] += table.value.empty() ? 1.0 : table.value[e];
  }
  return x;
}

/// The binary SVM without threshold, by ascent on one dual variable after the other:
///   minimise  1/2 |u|^2 + (C/r) sum_i weight_i max(0, 1 - s_i <u, x_i>)^r.
Vector binary_svm(const std::vector<Vector>& x, const Vector& sign, const Vector& weight, double C,
                  int r) {
  Vector u(x[0].size(), 0.0), alpha(x.size(), 0.0);
  for (int pass = 0; pass < 20000; ++pass) {
    double moved = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      double square = 0, margin = 0;
      for (std::size_t k = 0; k < u.size(); ++k) {
        square += x[i][k] * x[i][k];
        margin += sign[i] * x[i][k] * u[k];
      }
      const double cost = C * weight[i];
      if (square == 0 || cost == 0) continue;  // a zero vector moves nothing
      const double ridge = r == 2 ? 1 / cost : 0.0;
      double now = std::max(0.0, alpha[i] + (1 - margin - ridge * alpha[i]) / (square + ridge));
      if (r == 1) now = std::min(now, cost);
      for (std::size_t k = 0; k < u.size(); ++k) u[k] += (now - alpha[i]) * sign[i] * x[i][k];
      moved = std::max(moved, std::abs(now - alpha[i]) / cost);
      alpha[i] = now;
    }
    if (moved < 1e-13) break;
  }
  return u;
}

}  // namespace

TEST_CASE("the structural SVM reaches the optimum over all outputs, and its certificate holds",
          "[learners][structural_svm]") {
  for (const SvmTask& task : svm_tasks(6001)) {
    INFO(task.name);
    for (const double C : {0.03, 2.0}) {
      over_variants([&](Augmentation augmentation, const Json& variant) {
        INFO("C = " << C);
        const MaxMarginOracle oracle(task, C, augmentation);
        const double optimum = oracle.optimum().primal;
        const Json options = svm_options(C, augmentation, 1e-9, variant);
        const double gap = options.at("gap");
        const Fitted fitted = fit_svm(task, options);
        check_certificate(oracle, optimum, fitted);
        CHECK(fitted.report.converged);
        CHECK(*fitted.report.gap <= gap);
        CHECK(*fitted.report.primal == Approx(optimum).epsilon(std::max(gap, 1e-8)));
      });
    }
  }
}

TEST_CASE("a loose gap is as true as a tight one", "[learners][structural_svm]") {
  Dice dice(6002);
  for (const char* loss : {"hamming", "f1_micro"}) {
    const SvmTask task = chains(dice, loss);
    over_variants([&](Augmentation augmentation, const Json& variant) {
      const MaxMarginOracle oracle(task, 0.7, augmentation);
      const double optimum = oracle.optimum().primal;
      for (const double gap : {0.5, 0.05, 1e-4}) {
        const Fitted fitted = fit_svm(task, svm_options(0.7, augmentation, gap, variant));
        check_certificate(oracle, optimum, fitted);
        CHECK(fitted.report.converged);
        CHECK(*fitted.report.gap <= std::max(gap, 1e-4));
      }
    });
  }
}

TEST_CASE("slack rescaling does not see the scale of the loss, margin rescaling does",
          "[learners][structural_svm]") {
  // Altun 2006, Proposition 7; with r = 2 as well, because the violation sqrt(loss) (1 - margin) is
  // squared.
  Dice dice(6003);
  const Json costs = {{0, 1, 2}, {3, 0, 0.5}, {1, 4, 0}};
  const double eta = 4;
  Json scaled = costs;
  for (Json& row : scaled) {
    for (Json& cost : row) cost = cost.get<double>() * eta;
  }
  SvmTask once = points(dice, 14, {"a", "b", "c"}, {{"loss", "cost_matrix"}, {"costs", costs}});
  SvmTask more = once;
  more.options["costs"] = scaled;
  over_variants([&](Augmentation augmentation, const Json& variant) {
    const double C = 0.5;
    const Fitted a = fit_svm(once, svm_options(C, augmentation, kTight, variant));
    const Fitted b = fit_svm(more, svm_options(C / eta, augmentation, kTight, variant));
    if (augmentation.rescaling == Rescaling::kSlack) {
      check_same_optimum(a, b);
    } else {
      CHECK(distance(a.weights[0], b.weights[0]) > 0.01);
    }
  });
}

TEST_CASE("one example, two classes, one feature: the optimum in closed form",
          "[learners][structural_svm]") {
  // With u = w_1 - w_0 and loss L the objective is 1/4 u^2 + (C/r) max(0, H)^r, where
  //   margin: H = L^(1/r) - u;  slack: H = L^(1/r) (1 - u).
  for (const double L : {0.5, 1.0, 9.0}) {
    for (const double C : {0.01, 0.3, 20.0}) {
      SvmTask task;
      task.problem = "multiclass";
      task.options = {{"loss", "cost_matrix"}, {"costs", {{0, L}, {L, 0}}}};
      task.data.parts.labels = {"no", "yes"};
      FeatureTable table;
      table.num_features = 1;
      table.feature.push_back(0);
      table.end_part();
      table.end_example();
      task.data.parts.views.push_back(table);
      task.sample.labeled.push_back({0, {{1}}});
      over_variants([&](Augmentation augmentation, const Json& variant) {
        const bool slack = augmentation.rescaling == Rescaling::kSlack;
        double u = 0;
        if (augmentation.slack_norm == 1) {
          u = slack ? std::min(1.0, 2 * C * L) : std::min(L, 2 * C);
        } else {
          u = slack ? 2 * C * L / (1 + 2 * C * L) : 2 * C * std::sqrt(L) / (1 + 2 * C);
        }
        INFO("L = " << L << ", C = " << C);
        const Fitted fitted = fit_svm(task, svm_options(C, augmentation, kTight, variant));
        CHECK(distance(fitted.weights.at(0), {-u / 2, u / 2}) <= reach(fitted.report));
      });
    }
  }
}

TEST_CASE("with the 0/1 loss both rescalings are one problem", "[learners][structural_svm]") {
  Dice dice(6004);
  for (const SvmTask& task : {chains(dice, "zero_one"), points(dice, 15, {"a", "b", "c"})}) {
    for (const int r : {1, 2}) {
      for (const SvmVariant& variant : svm_variants()) {
        if (!variant.solves({Rescaling::kMargin, r})) continue;
        const Fitted margin =
            fit_svm(task, svm_options(0.8, {Rescaling::kMargin, r}, kTight, variant.options));
        const Fitted slack =
            fit_svm(task, svm_options(0.8, {Rescaling::kSlack, r}, kTight, variant.options));
        check_same_optimum(margin, slack);
      }
    }
  }
}

TEST_CASE("an example that stands twice is one of doubled weight, one without weight is none",
          "[learners][structural_svm]") {
  Dice dice(6005);
  const SvmTask once = chains(dice, "hamming");
  SvmTask twice = once, doubled = once, all_doubled = once, without = once, of_no_weight = once;
  twice.sample.labeled.push_back(once.sample.labeled[5]);
  doubled.sample.labeled[5].weight = 2;
  for (LabeledExample& example : all_doubled.sample.labeled) example.weight = 2;
  without.sample.labeled.erase(without.sample.labeled.begin() + 3);
  of_no_weight.sample.labeled[3].weight = 0;
  over_variants([&](Augmentation augmentation, const Json& variant) {
    const Json options = svm_options(0.6, augmentation, kTight, variant);
    check_same_optimum(fit_svm(twice, options), fit_svm(doubled, options));
    check_same_optimum(fit_svm(without, options), fit_svm(of_no_weight, options));
    check_same_optimum(fit_svm(all_doubled, options),
                       fit_svm(once, svm_options(1.2, augmentation, kTight, variant)));
  });
}

TEST_CASE("a gap is an estimate where decoding is greedy, and only there",
          "[learners][structural_svm]") {
  Dice dice(18);
  const SvmTask task = points(dice, 20, {"a", "b"});
  const Views views = task.views();
  for (const Exactness exactness : {Exactness::kExact, Exactness::kRelaxed, Exactness::kGreedy}) {
    const Views such(std::make_unique<OfExactness>(views.joint(), exactness));
    const Fitted fitted =
        find_learner("structural_svm")->make(Json::object())->fit(such, task.sample, {});
    CHECK(fitted.report.gap_is_estimate == (exactness == Exactness::kGreedy));
    CHECK(fitted.report.warnings.size() == (exactness == Exactness::kGreedy ? 1 : 0));
  }
}

TEST_CASE("bounds of what greedy decoding may miss certify the gap", "[learners][structural_svm]") {
  Dice dice(18);
  const SvmTask task = points(dice, 20, {"a", "b"});
  const Views views = task.views();
  const auto fit = [&](std::unique_ptr<StructuredProblem> joint, Json options) {
    options["gap"] = 1e-3;
    const Views such(std::move(joint));
    return find_learner("structural_svm")->make(options)->fit(such, task.sample, {}).report;
  };
  const auto exact = fit(std::make_unique<OfExactness>(views.joint(), Exactness::kExact), {});
  for (const double slack : {0.0, 0.5}) {
    const FitReport report = fit(std::make_unique<Bounded>(views.joint(), slack), {});
    CHECK_FALSE(report.gap_is_estimate);
    CHECK(*report.dual == *exact.dual);
    CHECK(*report.primal == Approx(*exact.primal + 20 * slack));
    CHECK(*report.gap == Approx((*report.primal - *report.dual) / *report.primal));
    CHECK(report.converged == (slack == 0));
    CHECK(report.warnings.size() == (slack == 0 ? 0 : 1));
    CHECK(report.notes.size() == (slack == 0 ? 0 : 1));
    for (const std::string& note : report.notes) CHECK_THAT(note, Catch::Contains("0 of 20"));
  }
  CHECK(fit(std::make_unique<Bounded>(views.joint(), 0), {{"slack_norm", 2}}).gap_is_estimate);
}

TEST_CASE("an optimum that is hardly below the objective of weights of 0 is told",
          "[learners][structural_svm]") {
  Dice dice(19);
  const SvmTask task = chains(dice, "hamming");
  double of_zero = 0;  // by enumeration, for C = 1
  const Views views = task.views();
  for (const auto& [x, y, weight] : task.sample.labeled) {
    double worst = 0;
    for (const Output& y_hat : task.outputs(x))
      worst = std::max(worst, views.joint().loss(x, y, y_hat));
    of_zero += worst;
  }
  over_variants([&](Augmentation augmentation, const Json& variant) {
    for (const double C : {1e-7, 1e-3, 0.1, 1.0}) {
      const FitReport report = fit_svm(task, svm_options(C, augmentation, 1e-4, variant)).report;
      INFO("C " << C);
      REQUIRE(report.converged);
      const double zero = C / augmentation.slack_norm * of_zero;
      REQUIRE(*report.primal * (1 - *report.gap) <= zero * (1 + 1e-12));
      REQUIRE(report.warnings.size() == (*report.primal >= 0.99 * zero ? 1 : 0));
      CHECK((C > 1e-4 || report.warnings.size() == 1));
      CHECK((C < 0.1 || report.warnings.empty()));
      if (report.warnings.empty()) continue;
      CHECK_THAT(report.warnings[0],
                 Catch::Contains(fmt::format("and weights of 0 have {:.4g}", zero)));
    }
  });
  const FitReport early =
      fit_svm(task, {{"C", 1e-7}, {"gap", 1e-12}, {"solver", "bcfw"}, {"iteration_limit", 1}})
          .report;
  CHECK((early.converged || early.warnings.empty()));
}

TEST_CASE("over 512 examples one_slack sums in runs, to the same bits for any number of threads",
          "[learners][structural_svm]") {
  Dice dice(17);
  const SvmTask task =
      points(dice, 1300, {"a", "b", "c"},
             {{"loss", "cost_matrix"}, {"costs", {{0, .3, 1}, {.7, 0, .1}, {1, .9, 0}}}});
  for (const char* rescaling : {"margin", "slack"}) {
    INFO(rescaling);
    const Json options = {
        {"solver", "one_slack"}, {"rescaling", rescaling}, {"gap", 0.01}, {"C", 0.37}};
    const auto learner = find_learner("structural_svm")->make(options);
    const Views views = task.views();
    const Fitted once = learner->fit(views, task.sample, with_threads(1));
    CHECK(once.report.converged);
    for (const int threads : {2, 3, 8})
      check_same_fit(learner->fit(views, task.sample, with_threads(threads)), once);
    const auto other =
        find_learner("structural_svm")
            ->make({{"solver", "n_slack"}, {"rescaling", rescaling}, {"gap", 0.01}, {"C", 0.37}});
    check_same_optimum(other->fit(views, task.sample, with_threads(1)), once);
  }
}

TEST_CASE("C_scale divides C and its path by the sum of all weights, or by that of all parts",
          "[learners][structural_svm]") {
  SvmTask task = svm_tasks(6012).front();
  task.sample.labeled[0].weight = 2.5;
  const std::string scale = GENERATE("total", "parts");
  double sum = 0;
  for (const LabeledExample& example : task.sample.labeled) {
    const double parts = static_cast<double>(example.y.parts.size());
    sum += example.weight * (scale == "parts" ? parts : 1);
  }
  over_variants([&](Augmentation augmentation, const Json& variant) {
    for (const bool path : {false, true}) {
      Json total = svm_options(3.0, augmentation, 1e-6, variant);
      Json each = svm_options(3.0 / sum, augmentation, 1e-6, variant);
      total["C_scale"] = scale;
      total["C_path"] = path ? Json::array({0.5}) : Json();
      each["C_path"] = path ? Json::array({0.5 / sum}) : Json();
      const Fitted fitted = fit_svm(task, total);
      CHECK(fitted.weights.at(0) == fit_svm(task, each).weights.at(0));
      CHECK(fitted.weights.at(0) !=
            fit_svm(task, svm_options(3.0, augmentation, 1e-6, variant)).weights.at(0));
    }
  });
  for (LabeledExample& example : task.sample.labeled) example.weight = 0;
  const Fitted nothing = fit_svm(task, {{"C_scale", scale}});
  CHECK(nothing.weights.at(0) == Vector(nothing.weights.at(0).size(), 0.0));
}

TEST_CASE("examples of no weight at all leave the weights at zero", "[learners][structural_svm]") {
  Dice dice(6006);
  SvmTask task = chains(dice, "hamming");
  for (LabeledExample& example : task.sample.labeled) example.weight = 0;
  over_variants([&](Augmentation augmentation, const Json& variant) {
    const Fitted fitted = fit_svm(task, svm_options(1, augmentation, kTight, variant));
    CHECK(fitted.weights.at(0) == Vector(fitted.weights.at(0).size(), 0.0));
    CHECK(fitted.report.primal == 0.0);
    CHECK(fitted.report.dual == 0.0);
    CHECK(fitted.report.gap == 0.0);
    CHECK(fitted.report.converged);
  });
}

TEST_CASE("sequences of length one are classes", "[learners][structural_svm]") {
  Dice dice(6007);
  const SvmTask single = points(dice, 20, {"a", "b", "c", "d"});
  SvmTask chain = single;
  chain.problem = "sequence";
  for (const char* loss : {"zero_one", "hamming", "hamming_normalized", "f1_micro"}) {
    chain.options = {{"loss", loss}};
    over_variants([&](Augmentation augmentation, const Json& variant) {
      const Json options = svm_options(0.4, augmentation, kTight, variant);
      const Fitted of_chain = fit_svm(chain, options);
      Fitted of_single = fit_svm(single, options);
      of_single.weights.at(0).resize(of_chain.weights.at(0).size(),
                                     0.0);  // no transition is ever seen
      check_same_optimum(of_chain, of_single);
    });
  }
}

TEST_CASE("two classes are the binary SVM without threshold at twice C",
          "[learners][structural_svm]") {
  // Phi(x, 1) - Phi(x, 0) is psi in the block of label 1 and -psi in that of label 0, so the
  // optimum has w_1 = u / 2 = -w_0, and 1/4 |u|^2 + (C/r) sum H^r is half of 1/2 |u|^2 + (2C/r) sum
  // H^r.
  Dice dice(6008);
  for (const double C : {0.02, 0.5, 10.0}) {
    SvmTask task = points(dice, 18, {"no", "yes"});
    std::vector<Vector> x;
    Vector sign, weight;
    for (LabeledExample& example : task.sample.labeled) {
      example.weight = dice.range(0, 4) / 2.0;
      x.push_back(dense_row(task.data.parts.views[0], example.x));
      sign.push_back(example.y.parts[0] == 1 ? 1 : -1);
      weight.push_back(example.weight);
    }
    over_variants([&](Augmentation augmentation, const Json& variant) {
      INFO("C = " << C);
      const Vector u = binary_svm(x, sign, weight, 2 * C, augmentation.slack_norm);
      Vector expected(2 * u.size());
      for (std::size_t j = 0; j < u.size(); ++j) {
        expected[2 * j] = -u[j] / 2;
        expected[2 * j + 1] = u[j] / 2;
      }
      const Fitted fitted = fit_svm(task, svm_options(C, augmentation, kTight, variant));
      CHECK(distance(fitted.weights.at(0), expected) <= reach(fitted.report) + 1e-6);
    });
  }
}

TEST_CASE("a larger C never has more slack in all, nor smaller weights",
          "[learners][structural_svm]") {
  Dice dice(6009);
  const SvmTask task = chains(dice, "hamming");
  over_variants([&](Augmentation augmentation, const Json& variant) {
    const double r = augmentation.slack_norm;
    double last_C = 0, last_slack = 0, last_norm = 0, last_error = 0;
    for (const double C : {0.01, 0.1, 0.5, 2.0}) {
      const Fitted fitted = fit_svm(task, svm_options(C, augmentation, 1e-7, variant));
      const double error = *fitted.report.primal - *fitted.report.dual;
      double norm = 0, slack = 0;
      for (const double each : fitted.weights.at(0)) norm += 0.5 * each * each;
      for (const double each :
           MaxMarginOracle(task, C, augmentation).slacks(fitted.weights.at(0))) {
        slack += (augmentation.slack_norm == 2 ? each * each : each) / r;
      }
      if (last_C > 0) {
        // Each of the two is within its error of the best for its own C; add the two inequalities.
        CHECK((C - last_C) * (slack - last_slack) <= error + last_error + 1e-12);
        CHECK((1 / last_C - 1 / C) * (last_norm - norm) <= error / C + last_error / last_C + 1e-12);
      }
      last_C = C;
      last_slack = slack;
      last_norm = norm;
      last_error = error;
    }
  });
}

TEST_CASE("what a problem throws stops every solver and arrives where fit() was called",
          "[learners][structural_svm]") {
  Dice dice(6044);
  const SvmTask task = chains(dice, "hamming");
  const Views views = task.views();
  const Augmentation margin{Rescaling::kMargin, 1};
  for (const SvmVariant& variant : svm_variants()) {
    if (!variant.solves(margin)) continue;
    INFO(variant.options.dump());
    const auto learner = find_learner("structural_svm")->make(variant.options);
    for (const int good_calls : {0, 1, 50}) {
      auto problem = std::make_unique<Throwing>(views.joint(), good_calls);
      const Throwing& throwing = *problem;
      const Views only(std::move(problem));
      FitContext context;
      context.threads = 3;
      CHECK_THROWS_WITH(learner->fit(only, task.sample, context), "of the problem");
      CHECK(throwing.calls() <= good_calls + 3);  // at most one more in each thread
    }
  }
}
