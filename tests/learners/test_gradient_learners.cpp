// The gradient learners against enumerated objectives, the learners that they are special cases of,
// and data at the edges.
#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <limits>

#include "costruct/learners/solvers/gradient_training.hpp"
#include "support/smooth_oracle.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

const std::vector<std::string>& gradient_learners() {
  static const std::vector<std::string> all = {"gradient_svm", "gradient_tsvm", "gradient_co_svm"};
  return all;
}

Fitted fit(const std::string& learner, const Json& options, const Views& views,
           const Sample& sample, const FitContext& context = {}) {
  return make_learner(learner, options)->fit(views, sample, context);
}

Json with(Json options, const Json& more) {
  options.update(more);
  return options;
}

SmoothShape shape_of(const Json& options) {
  return {options.value("epsilon", 0.3), options.value("tau", 0.4), options.value("rho", 10.0),
          options.value("rescaling", "margin") == "slack" ? Rescaling::kSlack : Rescaling::kMargin};
}

/// The objective of gradient_tsvm (without unlabeled inputs: of gradient_svm) over all outputs, the
/// pseudo-labels being what w predicts.
SmoothOracle enumerated(const SvmTask& task, const Json& options, const Vector& w) {
  const Views views = task.views();
  const StructuredProblem& problem = views.joint();
  SmoothOracle oracle(shape_of(options), problem.dimension());
  const double C = options.value("C", 1.0), Cu = options.value("Cu", 1.0);
  for (const auto& [x, y, weight] : task.sample.labeled)
    oracle.add(problem, x, y, task.outputs(x), C * weight);
  for (const InputId x : task.sample.unlabeled) {
    const Output y = best_of(task.outputs(x), [&](const Output& each) {
                       return problem.score(x, each, w);
                     }).output;
    oracle.add(problem, x, y, task.outputs(x), C * Cu, false);
  }
  return oracle;
}

/// What a report says is finite, and true where it can be seen from outside.
void check_report(const Fitted& fitted, double gap) {
  const FitReport& report = fitted.report;
  for (const Vector& w : fitted.weights)
    CHECK(std::all_of(w.begin(), w.end(), [](double each) { return std::isfinite(each); }));
  REQUIRE(report.primal);
  CHECK(std::isfinite(*report.primal));
  CHECK(!report.dual);
  CHECK(!report.stopped_because.empty());
  CHECK(report.history.dump().find("null") == std::string::npos);  // nothing is NaN or infinite
  if (!report.converged) return;
  double half_square = 0;
  for (const Json& view : report.history.back().at("views"))
    half_square += 0.5 * std::pow(view.at("gradient_norm").get<double>(), 2);
  // What is left to gain over the old working sets, and what the last constraints added.
  CHECK(report.history.size() >= 2);
  const Json& last = report.history[report.history.size() - 2];
  if (last.at("constraints_added") == 0)
    CHECK(half_square <= gap * *report.primal * (1 + 1e-9) + 1e-300);
  if (last.at("constraints_added") != 0) CHECK(last.at("gap").get<double>() <= gap);
}

std::vector<SvmTask> supervised_tasks(std::uint64_t seed) {
  std::vector<SvmTask> tasks = svm_tasks(seed);
  Dice dice(seed + 1000);
  SvmTask two{"two classes", "multiclass", Json::object(), small_points(dice, 12, {"a", "b"}), {}};
  two.sample = split(two.data.truth, 12, 0);
  tasks.push_back(two);
  return tasks;
}

/// Points on a line beside a constant feature, labels "left" and "right".
struct OnLine {
  Views views;
  Sample sample;
  double boundary(const Vector& w) const { return constant * (w[3] - w[2]) / (w[0] - w[1]); }
  double constant;
};

OnLine on_line(const std::vector<std::pair<double, int>>& labeled, const Vector& unlabeled,
               double constant) {
  PartData data;
  data.labels = {"left", "right"};
  FeatureTable table;
  table.num_features = 2;
  Sample sample;
  const auto add = [&](double at) {
    table.feature.insert(table.feature.end(), {0, 1});
    table.value.insert(table.value.end(), {at, constant});
    table.end_part();
    table.end_example();
    return table.num_examples() - 1;
  };
  for (const auto& [at, label] : labeled) sample.labeled.push_back({add(at), {{label}}});
  for (const double at : unlabeled) sample.unlabeled.push_back(add(at));
  data.views.push_back(std::move(table));
  return {make_views("multiclass", Json::object(), data), std::move(sample), constant};
}

}  // namespace

TEST_CASE("gradient_svm comes within its gap of the minimum", "[learners][gradient]") {
  for (const SvmTask& task : supervised_tasks(1)) {
    const Views views = task.views();
    for (const Json& options : {Json{{"gap", 1e-4}}, Json{{"gap", 1e-2}, {"C", 0.1}, {"rho", 1}},
                                Json{{"gap", 1e-4}, {"minimizer", "lbfgs"}, {"epsilon", 1}},
                                Json{{"gap", 1e-3}, {"rescaling", "slack"}},
                                Json{{"gap", 1e-3}, {"prune", 0}, {"C_epochs", 1}, {"rho", 100}}}) {
      INFO(task.name << ", options " << options.dump());
      const Fitted fitted = fit("gradient_svm", options, views, task.sample);
      const double gap = options.at("gap"), primal = *fitted.report.primal;
      check_report(fitted, gap);
      REQUIRE(fitted.report.converged);
      const SmoothOracle oracle = enumerated(task, options, fitted.weights[0]);
      const double all = oracle.value(fitted.weights[0]), rounding = 1e-10 * all;
      // Fewer outputs can only lower objective and minimum.
      CHECK(primal <= all + rounding);
      const auto [low, high] = oracle.minimum();
      CHECK(primal * (1 - 2 * gap) <= high);
      CHECK(all >= low - rounding);
      // Decoding found no output with more loss than those of the working sets (up to Huber's
      // rounding).
      if (shape_of(options).rescaling == Rescaling::kMargin)
        CHECK(primal >= oracle.with_maximum(fitted.weights[0]) - rounding);
      // Where an output is one label, every output with a loss is in a working set.
      const bool certificate = dynamic_cast<const LabelScores*>(&views.joint()) != nullptr;
      CHECK(fitted.report.gap_is_estimate == !certificate);
      CHECK(Contains("an estimate").match(fitted.report.stopped_because) == !certificate);
      if (certificate) {
        CHECK(primal == Approx(all).epsilon(1e-10));
        CHECK(primal <= high * (1 + 2 * gap));
      }
    }
  }
}

TEST_CASE(
    "with three classes the gradient learners report the objective over all labels, however they "
    "end",
    "[learners][gradient]") {
  Dice dice(17);
  const LabeledData data = small_points(dice, 24, {"a", "b", "c"});
  SvmTask task{"three classes", "multiclass", Json::object(), data, split(data.truth, 9, 15)};
  const Views views = task.views();
  for (const char* learner : {"gradient_svm", "gradient_tsvm"}) {
    for (const Json& options :
         {Json{{"C", 0.5}, {"gap", 1e-9}, {"epochs", 2000}}, Json{{"C", 0.5}, {"epochs", 12}},
          Json{{"C", 0.5}, {"epochs", 2}}, Json{{"C", 0.5}, {"prune", 0.3}},
          Json{{"C", 0.5}, {"rescaling", "slack"}, {"epochs", 30}}}) {
      SvmTask seen = task;
      if (std::string(learner) == "gradient_svm") seen.sample.unlabeled.clear();
      const Fitted fitted = fit(learner, options, views, seen.sample);
      INFO(learner << " " << options.dump() << " " << fitted.report.stopped_because);
      CHECK(!fitted.report.gap_is_estimate);
      // The pseudo-labels are those of the last epoch where it did not converge.
      if (seen.sample.unlabeled.empty() || fitted.report.converged) {
        const SmoothOracle oracle = enumerated(seen, options, fitted.weights[0]);
        CHECK(*fitted.report.primal == Approx(oracle.value(fitted.weights[0])).epsilon(1e-10));
        if (fitted.report.converged && seen.sample.unlabeled.empty())
          CHECK(*fitted.report.primal <=
                oracle.minimum().second * (1 + 2 * options.value("gap", 1e-3)));
      }
    }
  }
}

TEST_CASE("gradient_svm tends to structural_svm as its smoothing vanishes",
          "[learners][gradient]") {
  for (const SvmTask& task : supervised_tasks(2)) {
    const Augmentation augmentation;
    const MaxMarginOracle oracle(task, 1, augmentation);
    const double optimum = oracle.optimum().primal;
    std::string table;
    double before = HUGE_VAL, primal = 0;
    for (const auto& [epsilon, rho] : std::vector<std::pair<double, double>>{
             {0.3, 10}, {0.1, 30}, {0.03, 100}, {0.01, 300}, {3e-3, 1e3}, {1e-3, 3e3}}) {
      const double gap = 1e-5;
      const Fitted fitted = fit("gradient_svm", {{"epsilon", epsilon}, {"rho", rho}, {"gap", gap}},
                                task.views(), task.sample);
      primal = *fitted.report.primal;
      const double hinge = fitted.report.history.back().at("structural_svm_primal");
      table += fmt::format("epsilon {:g}, rho {:g}: smoothed {:.8f}, hinge {:.8f}\n", epsilon, rho,
                           primal, hinge);
      INFO(task.name << ", optimum " << optimum << "\n" << table << fitted.report.stopped_because);
      CHECK(fitted.report.converged);
      CHECK(hinge == Approx(oracle.primal(fitted.weights[0])).epsilon(1e-11));
      CHECK(hinge >= optimum * (1 - 1e-9));
      CHECK(primal >= hinge * (1 - 1e-9));
      CHECK(primal <= before * (1 + 2 * gap));
      before = primal;
    }
    INFO(task.name << ", optimum " << optimum << "\n" << table);
    CHECK(primal == Approx(optimum).epsilon(2e-3));
  }
}

TEST_CASE("structural_svm_primal is the objective of structural_svm, slack rescaling too",
          "[learners][gradient]") {
  for (const SvmTask& task : supervised_tasks(3)) {
    const MaxMarginOracle oracle(task, 0.5, {Rescaling::kSlack, 1});
    const Fitted fitted =
        fit("gradient_svm", {{"C", 0.5}, {"rescaling", "slack"}}, task.views(), task.sample);
    INFO(task.name);
    CHECK(fitted.report.history.back().at("structural_svm_primal").get<double>() ==
          Approx(oracle.primal(fitted.weights[0])).epsilon(1e-11));
  }
}

TEST_CASE("without unlabeled inputs, or with Cu = 0, gradient_tsvm is gradient_svm",
          "[learners][gradient]") {
  for (SvmTask task : supervised_tasks(4)) {
    INFO(task.name);
    const Json options = {{"C", 0.7}, {"epochs", 40}};
    const Views views = task.views();
    const Fitted supervised = fit("gradient_svm", options, views, task.sample);
    const Fitted without = fit("gradient_tsvm", options, views, task.sample);
    task.sample.unlabeled = {0, 1, 2};
    const Json in_rounds = {{"C", 0.7}, {"epochs", 12}, {"rounds", 5}, {"Cu", 0}};
    const Fitted weightless = fit("gradient_tsvm", in_rounds, views, task.sample);
    for (const Fitted& each : {without, weightless}) {
      CHECK(same_weights(each.weights, supervised.weights));
      CHECK(each.report.primal == supervised.report.primal);
      CHECK(each.report.iterations == supervised.report.iterations);
      CHECK(each.report.stopped_because == supervised.report.stopped_because);
      CHECK(each.report.converged == supervised.report.converged);
    }
  }
}

TEST_CASE("without unlabeled inputs, or with Cu = 0, gradient_co_svm is V gradient SVMs",
          "[learners][gradient]") {
  Dice dice(5);
  for (const Index num_views : {1, 2, 3}) {
    for (const bool sequences : {true, false}) {
      const std::vector<Index> features(num_views, 4);
      const LabeledData data = sequences ? small_sequences(dice, true, features)
                                         : small_points(dice, 8, {"a", "b", "c"}, features);
      const char* problem = sequences ? "sequence" : "multiclass";
      const Views views = make_views(problem, Json::object(), data.parts);
      Sample sample = split(data.truth, 6, 2);
      const Json options = {{"C", 0.7}, {"epochs", 40}};
      const Json in_rounds = {
          {"C", 0.7}, {"epochs", 12}, {"rounds", 5}, {"Cu", 0}, {"teacher", "joint"}};
      const Fitted weightless = fit("gradient_co_svm", in_rounds, views, sample);
      sample.unlabeled.clear();
      const Fitted without = fit("gradient_co_svm", options, views, sample);
      std::vector<Vector> weights;
      double primal = 0;
      Index oracle_calls = 0;
      for (Index v = 0; v < num_views; ++v) {
        const Views alone(make_views(problem, Json::object(), *only_view(data.parts, v)));
        const Fitted one = fit("gradient_svm", options, alone, sample);
        weights.push_back(one.weights[0]);
        primal += *one.report.primal;
        oracle_calls += one.report.oracle_calls - 6;  // without those of structural_svm_primal
      }
      for (const Fitted& each : {without, weightless}) {
        INFO(num_views << " views, " << problem);
        CHECK(same_weights(each.weights, weights));
        CHECK(*each.report.primal == Approx(primal).epsilon(1e-14));
        CHECK(each.report.oracle_calls == oracle_calls);
        CHECK(each.report.converged);
      }
    }
  }
}

TEST_CASE("where gradient_tsvm converges its gradient is small, its pseudo-labels what it predicts",
          "[learners][gradient]") {
  Index converged = 0;
  for (const std::uint64_t seed : {6, 7, 8}) {
    Dice dice(seed);
    for (const Index labels : {2, 3}) {
      const std::vector<std::string> names = {"a", "b", "c"};
      SvmTask task{"points",
                   "multiclass",
                   Json::object(),
                   small_points(dice, 24, {names.begin(), names.begin() + labels}),
                   {}};
      task.sample = split(task.data.truth, 8, 16);
      for (const Json& options : {Json{{"Cu", 0.3}}, Json{{"Cu", 1}, {"gap", 1e-5}},
                                  Json{{"Cu", 0.1}, {"rescaling", "slack"}, {"tau", 0.1}}}) {
        const Fitted fitted = fit("gradient_tsvm", options, task.views(), task.sample);
        const double gap = options.value("gap", 1e-3), primal = *fitted.report.primal;
        INFO(labels << " labels, options " << options.dump() << ": "
                    << fitted.report.stopped_because);
        check_report(fitted, gap);
        if (!fitted.report.converged) continue;
        ++converged;
        const SmoothOracle oracle = enumerated(task, options, fitted.weights[0]);
        Vector gradient;
        const double all = oracle.value(fitted.weights[0], gradient);
        CHECK(primal <= all * (1 + 1e-10));
        if (shape_of(options).rescaling == Rescaling::kMargin)
          CHECK(primal >= oracle.with_maximum(fitted.weights[0]) * (1 - 1e-10));
        if (labels == 2) {  // all of them are in the working sets
          CHECK(primal == Approx(all).epsilon(1e-10));
          double square = 0;
          for (const double each : gradient) square += each * each;
          CHECK(0.5 * square <= 2 * gap * primal);
          CHECK(fitted.report.history.back().at("views")[0].at("gradient_norm").get<double>() ==
                Approx(std::sqrt(square)).epsilon(1e-6).margin(1e-9));
        }
      }
    }
  }
  CHECK(converged >= 9);
}

TEST_CASE("where gradient_co_svm converges it has solved the convex problem that its teachers pose",
          "[learners][gradient]") {
  Index converged = 0;
  for (const Index num_views : {1, 2, 3}) {
    for (const Index labels : {2, 3}) {
      Dice dice(60 + num_views);
      const std::vector<std::string> names = {"a", "b", "c"};
      SvmTask task{"points",
                   "multiclass",
                   Json::object(),
                   small_points(dice, 20, {names.begin(), names.begin() + labels},
                                std::vector<Index>(num_views, 3)),
                   {}};
      task.sample = split(task.data.truth, 8, 12);
      const Views views = task.views();
      for (const char* teacher : {"peer", "joint"}) {
        for (const Json& more :
             {Json{{"Cu", 0.05}}, Json{{"Cu", 0.3}, {"rounds", 5}, {"gap", 1e-5}},
              Json{{"Cu", 0.1}, {"rescaling", "slack"}, {"rounds", 3}}}) {
          const Json options = with(more, {{"teacher", teacher}, {"epochs", 60}});
          const Fitted fitted = fit("gradient_co_svm", options, views, task.sample);
          INFO(num_views << " views, " << labels << " labels, options " << options.dump() << ": "
                         << fitted.report.stopped_because);
          const double gap = options.value("gap", 1e-3), primal = *fitted.report.primal;
          check_report(fitted, gap);
          if (!fitted.report.converged) continue;
          ++converged;
          const auto taught = [&](InputId x, const StructuredProblem& problem, const Vector& w) {
            return best_of(task.outputs(x), [&](const Output& y) { return problem.score(x, y, w); })
                .output;
          };
          double all = 0, maxima = 0, least = 0;
          for (Index v = 0; v < num_views; ++v) {
            SmoothOracle oracle(shape_of(options), views[v].dimension());
            for (const auto& [x, y, weight] : task.sample.labeled)
              oracle.add(views[v], x, y, task.outputs(x), weight);
            const double Cu = options.at("Cu");
            for (const InputId x : task.sample.unlabeled) {
              if (teacher == std::string("joint")) {
                const Output y = taught(x, views.joint(), stack(fitted.weights));
                oracle.add(views[v], x, y, task.outputs(x), Cu);
                continue;
              }
              for (Index u = 0; u < num_views; ++u) {
                if (u == v && num_views > 1) continue;
                oracle.add(views[v], x, taught(x, views[u], fitted.weights[u]), task.outputs(x),
                           Cu);
              }
            }
            all += oracle.value(fitted.weights[v]);
            maxima += oracle.with_maximum(fitted.weights[v]);
            least += oracle.minimum().second;
          }
          CHECK(primal <= all * (1 + 1e-10));
          if (shape_of(options).rescaling == Rescaling::kMargin)
            CHECK(primal >= maxima * (1 - 1e-10));
          if (labels == 2) {  // all outputs are in the working sets
            CHECK(primal == Approx(all).epsilon(1e-10));
            CHECK(primal * (1 - 1.01 * gap) <= least);
          }
        }
      }
    }
  }
  CHECK(converged >= 24);
}

TEST_CASE("pseudo-labels stay for the rounds of an epoch, and no longer than the working sets need",
          "[learners][gradient]") {
  Dice dice(13);
  const LabeledData data =
      small_sequences(dice, true, {4, 4}, {3, 4, 2, 3, 4, 3, 2, 4, 3, 4, 2, 3});
  const Views views = make_views("sequence", {{"loss", "hamming"}}, data.parts);
  const Sample sample = split(data.truth, 4, 8);
  const Index epochs = 12;
  for (const std::string learner : {"gradient_tsvm", "gradient_co_svm"}) {
    for (const Index rounds : {1, 2, 7}) {
      INFO(learner << ", " << rounds << " rounds");
      const Json options = {
          {"rounds", rounds}, {"epochs", epochs}, {"C_epochs", 2}, {"Cu_epochs", 4}};
      const Fitted fitted = fit(learner, options, views, sample);
      const Json& rows = fitted.report.history;
      const std::size_t count = rows.size() - 1;  // the last is of the end
      CHECK(static_cast<Index>(count) == fitted.report.iterations);
      for (std::size_t i = 0; i < count; ++i) {
        const Index epoch = rows[i].at("epoch"), round = rows[i].at("round");
        CHECK(epoch <= epochs);
        CHECK(round <= (epoch <= 2 ? 1 : rounds));
        if (i == 0) continue;
        const bool anew = round == 1;
        const Json& before = rows[i - 1];
        CHECK(epoch == before.at("epoch").get<Index>() + anew);
        if (!anew) CHECK(round == before.at("round").get<Index>() + 1);
        if (!anew) CHECK(rows[i].at("pseudo_labels_changed") == 0);
        // Before its rounds are over an epoch ends where its convex problem is solved.
        const bool solved =
            before.at("pseudo_labels_changed") == 0 && before.at("gap").get<double>() <= 1e-3;
        if (before.at("epoch").get<Index>() > 2)
          CHECK(anew == (solved || before.at("round") == rounds));
      }
    }
  }
}

TEST_CASE("where unlabeled inputs do not count there may be as many decodings",
          "[learners][gradient]") {
  const auto decodings = [](Index epochs, Index C_epochs, Index rounds) {
    SemiGradientOptions options;
    options.epochs = epochs;
    options.C_epochs = C_epochs;
    options.rounds = rounds;
    return supervised(options).epochs;
  };
  CHECK(decodings(25, 5, 1) == 25);
  CHECK(decodings(25, 5, 4) == 5 + 4 * 20);
  CHECK(decodings(5, 10, 4) == 5);
  const Index most = std::numeric_limits<Index>::max();
  CHECK(decodings(25, 5, most) == most);
  CHECK(decodings(most, most, most) == most);
}

TEST_CASE("rounds and the joint teacher give the same bits for any number of threads",
          "[learners][gradient]") {
  Dice dice(16);
  const LabeledData data =
      small_sequences(dice, true, {4, 4, 4}, {3, 4, 2, 3, 0, 3, 2, 4, 3, 4, 2, 3});
  const Views views = make_views("sequence", {{"loss", "hamming"}}, data.parts);
  const Sample sample = split(data.truth, 4, 8);
  for (const char* teacher : {"peer", "joint"}) {
    const Json options = {{"teacher", teacher}, {"rounds", 3}, {"Cu", 0.3}};
    check_same_fit(fit("gradient_co_svm", options, views, sample, with_threads(8)),
                   fit("gradient_co_svm", options, views, sample));
  }
  const Json options = {{"rounds", 3}, {"Cu", 0.3}};
  check_same_fit(fit("gradient_tsvm", options, views, sample, with_threads(8)),
                 fit("gradient_tsvm", options, views, sample));
}

TEST_CASE("views that are the same are taught the same by a peer and by all together",
          "[learners][gradient]") {
  Dice dice(14);
  LabeledData data = small_points(dice, 20, {"a", "b", "c"}, {4});
  data.parts.views.push_back(data.parts.views[0]);
  const Views views = make_views("multiclass", Json::object(), data.parts);
  const Sample sample = split(data.truth, 6, 14);
  const auto with_teacher = [&](const char* teacher) {
    return fit("gradient_co_svm", {{"teacher", teacher}, {"Cu", 0.3}}, views, sample);
  };
  const Fitted peer = with_teacher("peer"), joint = with_teacher("joint");
  CHECK(same_weights(peer.weights, joint.weights));
  CHECK(peer.weights[0] == peer.weights[1]);
  CHECK(peer.report.primal == joint.report.primal);
}

TEST_CASE("gradient_tsvm moves the boundary into the gap between clusters",
          "[learners][gradient]") {
  // One labeled point at the left edge of a wide cluster, one in a narrow one: half way lies within
  // the first.
  Vector unlabeled;
  for (int i = 0; i <= 40; ++i) unlabeled.push_back(-3 + 0.1 * i);  // -3..1
  for (int i = 0; i <= 10; ++i) unlabeled.push_back(3 + 0.1 * i);   // 3..4
  const OnLine data = on_line({{-3, 0}, {3.5, 1}}, unlabeled, 2);
  const double supervised =
      data.boundary(fit("gradient_svm", {{"C", 1}}, data.views, data.sample).weights[0]);
  CHECK(supervised > -0.5);
  CHECK(supervised < 0.9);
  const Fitted fitted = fit("gradient_tsvm", {{"C", 1}, {"Cu", 0.5}}, data.views, data.sample);
  INFO(fitted.report.stopped_because);
  CHECK(data.boundary(fitted.weights[0]) > 1);
  CHECK(data.boundary(fitted.weights[0]) < 3);
}

TEST_CASE("gradient learners refuse a loss without exact decoder, and data without labels",
          "[learners][gradient]") {
  Dice dice(9);
  const LabeledData data = small_sequences(dice);
  const Views views = make_views("sequence", {{"loss", "f1_macro"}}, data.parts);
  const Views hamming = make_views("sequence", {{"loss", "hamming"}}, data.parts);
  for (const std::string& learner : gradient_learners()) {
    CHECK_THROWS_AS(fit(learner, Json::object(), views, split(data.truth, 4, 2)), ConfigError);
    CHECK_THROWS_WITH(fit(learner, Json::object(), views, split(data.truth, 4, 2)),
                      Contains(learner));
    CHECK_THROWS_AS(fit(learner, Json::object(), hamming, split(data.truth, 0, 2)), DataError);
    CHECK_THROWS_WITH(fit(learner, Json::object(), hamming, Sample{}), Contains(learner));
  }
}

TEST_CASE("gradient_tsvm says where it cut tau", "[learners][gradient]") {
  Dice dice(10);
  const LabeledData data = small_sequences(dice, true, {5}, {3, 4, 5, 4, 3, 5, 4, 5});
  const Sample sample = split(data.truth, 4, 4);
  const auto cut = [&](const char* loss, const char* rescaling) -> Index {
    const Views views = make_views("sequence", {{"loss", loss}}, data.parts);
    const Fitted fitted = fit(
        "gradient_tsvm", {{"Cu", 0.5}, {"epochs", 30}, {"rescaling", rescaling}}, views, sample);
    check_report(fitted, 1e-3);
    return fitted.report.history.back().at("tau_cut");
  };
  CHECK(cut("hamming_normalized", "margin") > 0);
  CHECK(cut("hamming_normalized", "slack") == 0);
  CHECK(cut("hamming", "margin") == 0);
}

TEST_CASE("gradient learners end truthfully on degenerate data and extreme options",
          "[learners][gradient]") {
  Dice dice(11);
  std::vector<SvmTask> tasks;
  const auto add = [&](std::string name, std::string problem, LabeledData data, Index labeled,
                       Index unlabeled, Json options = Json::object()) -> SvmTask& {
    tasks.push_back({std::move(name), std::move(problem), std::move(options), std::move(data), {}});
    tasks.back().sample = split(tasks.back().data.truth, labeled, unlabeled);
    return tasks.back();
  };
  const std::vector<std::string> abc = {"a", "b", "c"};
  add("one example", "multiclass", small_points(dice, 1, abc), 1, 0);
  add("one example, one unlabeled", "multiclass", small_points(dice, 2, abc), 1, 1);
  add("one label", "multiclass", small_points(dice, 8, {"only"}), 4, 4);
  add(
      "one label in chains", "sequence",
      [&] {
        LabeledData data = small_sequences(dice, true, {5}, {3, 2, 1, 4});
        data.parts.labels = {"only"};
        for (Output& y : data.truth) std::fill(y.parts.begin(), y.parts.end(), 0);
        return data;
      }(),
      2, 2);
  add("empty chains", "sequence", small_sequences(dice, true, {5}, {0, 0, 0}), 2, 1);
  add("chains", "sequence", small_sequences(dice, false), 5, 3, {{"loss", "hamming"}});
  SvmTask& duplicates =
      add("duplicates and contradictions", "multiclass", small_points(dice, 4, abc), 4, 0);
  for (int k = 0; k < 3; ++k) {
    for (InputId x = 0; x < 4; ++x)
      duplicates.sample.labeled.push_back({x, {{(k + static_cast<int>(x)) % 3}}});
  }
  duplicates.sample.unlabeled = {0, 0, 1, 2, 3};
  SvmTask& zeros = add("no features", "multiclass", small_points(dice, 8, abc), 4, 4);
  for (double& each : zeros.data.parts.views[0].value) each = 0;
  SvmTask& weights = add("weights 0 and 5", "multiclass", small_points(dice, 10, abc), 6, 4);
  weights.sample.labeled[0].weight = 0;
  weights.sample.labeled[1].weight = 5;
  SvmTask& weightless = add("all weights 0", "multiclass", small_points(dice, 10, abc), 6, 4);
  for (LabeledExample& example : weightless.sample.labeled) example.weight = 0;
  add("zero costs", "multiclass", small_points(dice, 10, abc), 6, 4,
      {{"loss", "cost_matrix"}, {"costs", {{0, 0, 2}, {0, 0, 0}, {1, 0.2, 0}}}});
  SvmTask& huge = add("features of 1e100", "multiclass", small_points(dice, 10, abc), 6, 4);
  for (double& each : huge.data.parts.views[0].value) each *= 1e100;
  SvmTask& tiny = add("features of 1e-100", "multiclass", small_points(dice, 10, abc), 6, 4);
  for (double& each : tiny.data.parts.views[0].value) each *= 1e-100;

  const std::vector<Json> extremes = {
      Json::object(),       {{"C", 1e-8}},           {{"C", 1e8}},      {{"epsilon", 1e-6}},
      {{"rho", 1e-6}},      {{"rho", 1e6}},          {{"C_epochs", 1}}, {{"rescaling", "slack"}},
      {{"epsilon", 1e100}}, {{"minimizer", "lbfgs"}}};
  for (const SvmTask& task : tasks) {
    const Views views = task.views();
    for (const std::string& learner : gradient_learners()) {
      for (Json options : extremes) {
        options["epochs"] = options.contains("C") ? 8 : 30;
        INFO(task.name << ", " << learner << ", options " << options.dump());
        const Fitted fitted = fit(learner, options, views, task.sample);
        INFO(fitted.report.stopped_because);
        check_report(fitted, 1e-3);
        if (options.size() == 1)
          check_same_fit(fit(learner, options, views, task.sample, with_threads(8)), fitted);
      }
    }
  }
}

TEST_CASE("separable points of any size are learnt, by both minimisers", "[learners][gradient]") {
  for (const double scale : {1e-2, 1.0, 30.0, 1e3, 1e6, 1e10, 1e20, 1e40, 1e100}) {
    const OnLine line =
        on_line({{scale, 0}, {2 * scale, 0}, {-scale, 1}, {-1.5 * scale, 1}}, {}, scale);
    for (const double C : {1.0, 1e4}) {
      std::vector<double> primals;
      for (const char* minimizer : {"conjugate_gradients", "lbfgs"}) {
        INFO("scale " << scale << ", C " << C << ", " << minimizer);
        const Json options = {{"minimizer", minimizer}, {"C", C}, {"epsilon", 0.1}};
        const Fitted fitted = fit("gradient_svm", options, line.views, line.sample);
        INFO(fitted.report.stopped_because);
        check_report(fitted, 1e-3);
        primals.push_back(*fitted.report.primal);
        for (const LabeledExample& example : line.sample.labeled)
          CHECK(line.views.joint().decode(example.x, fitted.weights[0]).output == example.y);
      }
      CHECK(primals[0] == Approx(primals[1]).epsilon(0.1));
    }
  }
}

TEST_CASE("gradient learners end when they are interrupted, before and during",
          "[learners][gradient]") {
  Dice dice(12);
  const LabeledData data = small_points(dice, 60, {"a", "b", "c"}, {4, 4});
  const Views views = make_views("multiclass", Json::object(), data.parts);
  const Sample sample = split(data.truth, 30, 30);
  for (const std::string& learner : gradient_learners()) {
    INFO(learner);
    for (const Index lines_until : {0, 1, 3}) {
      std::atomic<bool> stop = lines_until == 0;
      Index lines = 0;
      FitContext context;
      context.stop = &stop;
      context.progress = [&](const std::string&) { stop = ++lines >= lines_until; };
      const Fitted fitted = fit(learner, Json::object(), views, sample, context);
      CHECK(fitted.report.stopped_because == "interrupted");
      CHECK(!fitted.report.converged);
      CHECK(fitted.report.iterations == lines_until);
      check_report(fitted, 1e-3);
    }
    const Fitted late = fit(learner, {{"time_limit", 1e-9}}, views, sample);
    CHECK_THAT(late.report.stopped_because, Contains("time_limit"));
    CHECK(!late.report.converged);
    check_report(late, 1e-3);
  }
}
