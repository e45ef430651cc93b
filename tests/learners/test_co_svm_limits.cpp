// The co-SVM from another start, under limits, with other solvers, and on degenerate samples and
// weights.
#include <catch2/catch.hpp>

#include "learners/co_svm_oracle.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

TEST_CASE("a supervised start is the structural SVM of each view", "[learners][co_svm]") {
  for (const Index num_views : {1, 2, 3}) {
    for (const SvmTask& task : co_tasks(8009, num_views)) {
      for (const Augmentation augmentation : all_augmentations()) {
        INFO(num_views << " views, " << task.name << ", " << spelled(augmentation));
        Json options = svm_options(0.6, augmentation, 1e-5);
        options.update(
            {{"Cu", 1e-7}, {"epochs", 2}, {"Cu_schedule", "constant"}, {"start", "supervised"}});
        const Fitted fitted = fit_co_svm(task, options);
        check_report(task, fitted, 0.6, 1e-7, augmentation);
        // The predictions first noted are those of the structural SVMs: what the views differ on.
        const Fitted alone = fit_co_svm(task, [&] {
          Json supervised = svm_options(0.6, augmentation, 1e-5);
          supervised["Cu"] = 0;
          return supervised;
        }());
        for (Index v = 0; v < num_views; ++v) {
          CHECK(distance(fitted.weights[v], alone.weights[v]) <= 0.02);
        }
        options.update({{"Cu", 0.5}, {"epochs", 5}});
        check_report(task, fit_co_svm(task, options), 0.6, 0.5, augmentation);
      }
    }
  }
}

TEST_CASE(
    "a co-SVM stops at limits and on request, and its report is true of the weights it has by then",
    "[learners][co_svm]") {
  for (const Index num_views : {1, 2}) {
    for (const SvmTask& task : co_tasks(8010, num_views)) {
      INFO(num_views << " views, " << task.name);
      const Augmentation augmentation{Rescaling::kMargin, 1};
      Json options = svm_options(0.6, augmentation, 1e-3);
      options.update({{"Cu", 0.5}, {"epochs", 6}, {"Cu_epochs", 2}});
      for (const Index limit : {1, 6, 30, 200}) {
        Json limited = options;
        limited["oracle_limit"] = limit;
        const Fitted fitted = fit_co_svm(task, limited);
        check_report(task, fitted, 0.6, 0.5, augmentation);
        if (fitted.report.iterations == 1) {
          CHECK_THAT(fitted.report.stopped_because,
                     Contains("oracle_limit " + std::to_string(limit)));
        }
        CHECK(!(fitted.report.converged &&
                fitted.report.stopped_because.find("limit") != std::string::npos));
      }
      Json hurried = options;
      hurried["time_limit"] = 1e-9;
      const Fitted at_once = fit_co_svm(task, hurried);
      check_report(task, at_once, 0.6, 0.5, augmentation);
      CHECK_THAT(at_once.report.stopped_because, Contains("time_limit"));
      CHECK(at_once.report.iterations <= 1);
      for (const Json& way : {Json{{"solver", "n_slack"}}, Json{{"solver", "one_slack"}},
                              Json{{"solver", "bcfw"}}, Json{{"start", "supervised"}}}) {
        Json other = options;
        other.update(way);
        for (const int lines : {0, 1, 3, 5}) {
          INFO(way.dump() << ", stopped after " << lines << " lines");
          std::atomic<bool> stop = lines == 0;
          int count = 0;
          FitContext context;
          context.stop = &stop;
          context.progress = [&](const std::string&) {
            if (++count == lines) stop = true;
          };
          const Fitted fitted = fit_co_svm(task, other, context);
          check_report(task, fitted, 0.6, 0.5, augmentation);
          if (stop && fitted.report.stopped_because.rfind("pseudo-labels", 0) != 0) {
            CHECK_THAT(fitted.report.stopped_because, Contains("interrupted"));
            CHECK(!fitted.report.converged);
          }
        }
      }
    }
  }
}

TEST_CASE("an interrupted co-SVM keeps what it has learnt, whatever the solver",
          "[learners][co_svm]") {
  const SvmTask task = co_tasks(8011, 2)[3];
  const auto interrupted = [&](const char* solver) {
    std::atomic<bool> stop = false;
    int count = 0;
    FitContext context;
    context.stop = &stop;
    context.progress = [&](const std::string&) {
      if (++count == 3) stop = true;  // an epoch is a line
    };
    Json options = svm_options(0.6, {}, 1e-3);
    options.update({{"Cu", 0.5}, {"epochs", 20}, {"solver", solver}});
    return fit_co_svm(task, options, context);
  };
  const Fitted expected = interrupted("n_slack");
  CHECK(distance(stack(expected.weights), Vector(stack(expected.weights).size(), 0.0)) > 0.1);
  for (const char* solver : {"one_slack", "bcfw"}) {
    INFO(solver);
    CHECK(same_weights(interrupted(solver).weights, expected.weights));
  }
}

TEST_CASE("every solver ends with the certificate of each view", "[learners][co_svm]") {
  for (const SvmTask& task : co_tasks(8012, 2)) {
    for (const Json& way :
         {Json{{"solver", "one_slack"}}, Json{{"solver", "bcfw"}}, Json{{"epsilon", 0.01}},
          Json{{"ascent", "full"}}, Json{{"C_path", {0.01, 0.1}}}}) {
      INFO(task.name << ", " << way.dump());
      Json options = svm_options(0.6, {}, 1e-2, way);
      options["gap"] = 1e-2;
      options.update({{"Cu", 0.3}, {"epochs", 6}, {"Cu_epochs", 1}});
      const Fitted fitted = fit_co_svm(task, options);
      const FullObjective full = full_objective(task, fitted.weights, 0.6, 0.3, {});
      CHECK(*fitted.report.primal == Approx(full.value).epsilon(1e-9));
      if (way.contains("epsilon")) continue;
      for (const Json& view : fitted.report.history.back().at("views"))
        CHECK(view.at("gap").get<double>() <= 1e-2);
    }
  }
}

TEST_CASE("degenerate samples are learnt, and the report is true of them", "[learners][co_svm]") {
  for (const Index num_views : {1, 2, 3}) {
    std::vector<SvmTask> tasks = co_tasks(8013, num_views);
    for (SvmTask& task : tasks) {
      const Sample whole = task.sample;
      std::vector<std::pair<std::string, SvmTask>> cases;
      const auto add = [&](const char* name, const auto& change) {
        SvmTask changed = task;
        change(changed);
        cases.emplace_back(name, std::move(changed));
      };
      add("one unlabeled", [](SvmTask& t) { t.sample.unlabeled.resize(1); });
      add("one labeled", [](SvmTask& t) { t.sample.labeled.resize(1); });
      add("no weight", [](SvmTask& t) {
        for (LabeledExample& example : t.sample.labeled) example.weight = 0;
      });
      add("an unlabeled input that is labeled as well, and twice", [](SvmTask& t) {
        t.sample.unlabeled = {0, 0, 1, 1, 7};
        t.sample.labeled.push_back(t.sample.labeled[0]);
      });
      add("a single class", [](SvmTask& t) {
        for (LabeledExample& example : t.sample.labeled) {
          for (int& part : example.y.parts) part = 1;
        }
      });
      add("no features", [](SvmTask& t) {
        for (FeatureTable& table : t.data.parts.views) {
          table.feature.clear();
          table.value.clear();
          for (Index& begin : table.part_begin) begin = 0;
        }
      });
      if (task.problem == "sequence") {
        add("empty unlabeled", [](SvmTask& t) { t.sample.unlabeled = {5}; });
      }
      for (const auto& [name, changed] : cases) {
        for (const Augmentation augmentation : {all_augmentations()[0], all_augmentations()[3]}) {
          INFO(num_views << " views, " << task.name << ", " << name << ", "
                         << spelled(augmentation));
          Json options = svm_options(0.6, augmentation, 1e-3);
          options.update({{"Cu", 0.5}, {"epochs", 4}, {"Cu_epochs", 1}});
          check_report(changed, fit_co_svm(changed, options), 0.6, 0.5, augmentation);
        }
      }
    }
  }
}

TEST_CASE("weights at the edges, a single repetition and a single epoch are borne",
          "[learners][co_svm]") {
  for (const Index num_views : {1, 2}) {
    for (const SvmTask& task : co_tasks(8014, num_views)) {
      for (const Augmentation augmentation : all_augmentations()) {
        for (const auto& [C, Cu] :
             std::vector<std::pair<double, double>>{{1e4, 1}, {1, 1e4}, {1e-6, 1}, {1, 1e-9}}) {
          INFO(num_views << " views, " << task.name << ", " << spelled(augmentation)
                         << ", C = " << C << ", Cu = " << Cu);
          Json options = svm_options(C, augmentation, 0.1);
          options.update(
              {{"Cu", Cu}, {"epochs", 2}, {"Cu_epochs", 1}, {"iteration_limit", 20}, {"r_max", 1}});
          const Fitted fitted = fit_co_svm(task, options);
          REQUIRE(all_finite(fitted));
          const double value = full_objective(task, fitted.weights, C, Cu, augmentation).value;
          CHECK(*fitted.report.primal == Approx(value).epsilon(1e-6));
          CHECK(fitted.report.history[0].at("repetitions") <= task.sample.unlabeled.size());
          options["epochs"] = 1;
          CHECK(fit_co_svm(task, options).report.iterations == 1);
        }
      }
    }
  }
}

TEST_CASE("one label leaves the weights of a co-SVM at zero", "[learners][co_svm]") {
  Dice dice(8015);
  for (const char* problem : {"multiclass", "sequence"}) {
    SvmTask task{problem, problem, Json::object(), small_points(dice, 6, {"only"}, {3, 3}), {}};
    task = with_split(std::move(task), 3);
    for (const bool exact : {false, true}) {
      const Fitted fitted = fit_co_svm(task, {{"exact", exact}});
      for (const Vector& w : fitted.weights) CHECK(w == Vector(w.size(), 0.0));
      CHECK(*fitted.report.primal == 0);
      CHECK(fitted.report.converged);
    }
  }
}
