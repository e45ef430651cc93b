// co_perceptron and co_svm with final = joint, against the supervised learner on pseudo-labels
// found by enumeration.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/problems/catalog.hpp"
#include "support/fits.hpp"
#include "support/labeled_data.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;
using Catch::Contains;

namespace {

struct Pair {
  std::string learner, supervised;
  Json co, alone;  ///< options
};

std::vector<Pair> pairs() {
  return {
      {"co_perceptron", "perceptron", {{"epochs", 4}}, {{"epochs", 4}}},
      {"co_perceptron",
       "perceptron",
       {{"epochs", 3}, {"average", true}, {"shuffle", true}},
       {{"epochs", 3}, {"average", true}, {"shuffle", true}}},
      {"co_svm",
       "structural_svm",
       {{"gap", 1e-6}, {"epochs", 4}, {"Cu_epochs", 2}},
       {{"gap", 1e-6}}},
      {"co_svm",
       "structural_svm",
       {{"gap", 1e-6}, {"epochs", 3}, {"Cu_epochs", 2}, {"slack_norm", 2}, {"rescaling", "slack"}},
       {{"gap", 1e-6}, {"slack_norm", 2}, {"rescaling", "slack"}}},
      {"gradient_co_svm",
       "gradient_svm",
       {{"gap", 1e-6}, {"C_epochs", 2}, {"Cu_epochs", 2}, {"epochs", 60}},
       {{"gap", 1e-6}, {"C_epochs", 2}, {"epochs", 60}}}};
}

struct Small {
  std::string problem;
  LabeledData data;
  Views views() const { return make_views(problem, Json::object(), data.parts); }
  std::vector<Output> outputs(InputId x) const {
    return all_labelings(data.parts.views[0].length(x), 3);
  }
};

std::vector<Small> small_problems(std::uint64_t seed) {
  Dice dice(seed);
  std::vector<Small> all;
  all.push_back({"multiclass", small_points(dice, 20, {"a", "b", "c"}, {4, 3})});
  all.push_back({"sequence",
                 small_sequences(dice, true, {5, 4}, {3, 2, 1, 4, 2, 0, 3, 1, 2, 4, 3, 2, 1, 3})});
  return all;
}

Fitted fit_joint(const Pair& pair, Json options, const Views& views, const Sample& sample,
                 const FitContext& context = {}) {
  options.update(pair.co);
  options["final"] = "joint";
  return make_learner(pair.learner, options)->fit(views, sample, context);
}

}  // namespace

TEST_CASE(
    "without unlabeled inputs, or with Cu = 0, a joint last fit is the supervised learner, bit for "
    "bit",
    "[learners][final]") {
  FitContext context;
  context.seed = 4;
  for (const Pair& pair : pairs()) {
    for (const Small& s : small_problems(61)) {
      INFO(pair.learner << " " << pair.co.dump() << " on " << s.problem);
      const Views views = s.views();
      const Sample labeled = split(s.data.truth, 6, 0), all = split(s.data.truth, 6, 8);
      const Fitted alone =
          make_learner(pair.supervised, pair.alone)->fit(views.together(), labeled, context);
      for (const auto& [Cu, sample] : {std::pair(1.0, labeled), std::pair(0.0, all)}) {
        const Fitted joint = fit_joint(pair, {{"Cu", Cu}}, views, sample, context);
        CHECK(joint.together);
        CHECK(same_weights(joint.weights, alone.weights));
        CHECK(joint.report.primal == alone.report.primal);
        CHECK(joint.report.gap == alone.report.gap);
        // Alone, gradient_svm decodes each labeled example once more: for structural_svm_primal.
        const Index once_more = pair.supervised == "gradient_svm" ? 6 : 0;
        CHECK(joint.report.oracle_calls + once_more == alone.report.oracle_calls);
      }
    }
  }
}

TEST_CASE(
    "a joint last fit without unlabeled inputs is the named supervised learner for every problem",
    "[learners][final][contract]") {
  const auto short_fit = [](const char* learner) -> Json {
    if (learner == std::string("perceptron")) return {{"epochs", 3}};
    return {{"gap", 0.01}};
  };
  const auto fits = [](const char* learner, const Json& options, const Views& views) {
    try {
      check_needs(*find_learner(learner), options, views);
      return true;
    } catch (const ConfigError&) {
      return false;
    }
  };
  std::set<std::string> seen;
  for (const ProblemEntry& problem : problem_catalog()) {
    if (problem.predicts_numbers) continue;
    for (const SmallInstance& instance : small_instances(problem.name, 7)) {
      if (instance.views.size() != 2 || seen.contains(problem.name)) continue;
      const Views views = problem.make(instance.options, instance.data);
      Sample labeled;
      for (InputId x = 0; x < views.joint().num_inputs(); ++x)
        labeled.labeled.push_back({x, instance.outputs(x).back()});
      const auto compare = [&](const char* name, const Json& options, const char* supervised,
                               const Json& alone) {
        if (!fits(name, options, views) || !fits(supervised, alone, views.together())) return;
        INFO(name << " " << options.dump() << " on " << problem.name << ", " << instance.name);
        Json joint = options;
        joint["final"] = "joint";
        Fitted expected;
        try {
          expected = make_learner(supervised, alone)->fit(views.together(), labeled, {});
        } catch (const ConfigError&) {
          return;  // it needs options of the problem that this instance has not
        }
        const Fitted fitted = make_learner(name, joint)->fit(views, labeled, {});
        CHECK(same_weights(fitted.weights, expected.weights));
        CHECK(fitted.report.primal == expected.report.primal);
        CHECK(fitted.together);
        seen.insert(problem.name);
      };
      compare("co_perceptron", short_fit("perceptron"), "perceptron", short_fit("perceptron"));
      compare("co_svm", short_fit("svm"), "structural_svm", short_fit("svm"));
      compare("gradient_co_svm", short_fit("svm"), "gradient_svm",
              {{"gap", 0.01}, {"epochs", 25}});  // as many as the co-learner has by default
      for (const char* type : {"perceptron", "structural_svm", "hmm", "crf"}) {
        Json inner = type == std::string("perceptron") ? short_fit(type) : Json::object();
        const Json alone = inner;
        inner["type"] = type;
        compare("co_training", {{"learner", inner}}, type, alone);
      }
    }
  }
  Index problems = 0;
  for (const ProblemEntry& problem : problem_catalog()) problems += !problem.predicts_numbers;
  CHECK(static_cast<Index>(seen.size()) == problems);
}

TEST_CASE(
    "the problem in one view has each feature of a view, and each feature of outputs alone, once",
    "[problems][final]") {
  Index several = 0;
  for (const ProblemEntry& problem : problem_catalog()) {
    if (problem.predicts_numbers) continue;
    for (const SmallInstance& instance : small_instances(problem.name, 7)) {
      const auto count = static_cast<Index>(instance.views.size());
      if (count < 2) continue;
      INFO(problem.name << " " << instance.options.dump() << ", " << instance.name);
      const Views views = problem.make(instance.options, instance.data),
                  together = views.together();
      const StructuredProblem& one = together.joint();
      REQUIRE(together.count() == 1);
      REQUIRE(one.num_inputs() == views.joint().num_inputs());
      // Its one view has the features of one kind in the order of the views, then the others.
      const bool has_kinds = problem.name == "dependency";
      const Index repeated = views.joint().dimension() - one.dimension();
      REQUIRE(repeated % (count - 1) == 0);
      const Index of_outputs = repeated / (count - 1);  // features that every view has
      several += of_outputs > 0;
      for (InputId x = 0; x < one.num_inputs(); ++x) {
        const std::vector<Output> outputs = instance.outputs(x);
        for (const Output& y : {outputs.front(), outputs.back(), outputs[outputs.size() / 2]}) {
          Vector expected, last;
          for (Index v = 0; v < count; ++v) {
            Vector phi(static_cast<std::size_t>(views[v].dimension()), 0.0);
            add_to(phi, 1, views[v].joint_feature(x, y));
            const auto own = phi.end() - of_outputs;
            expected.insert(expected.end(), phi.begin(), own);
            if (v > 0) CHECK(last == Vector(own, phi.end()));
            last.assign(own, phi.end());
          }
          expected.insert(expected.end(), last.begin(), last.end());
          Vector found(static_cast<std::size_t>(one.dimension()), 0.0);
          add_to(found, 1, one.joint_feature(x, y));
          if (has_kinds) {
            std::sort(found.begin(), found.end());
            std::sort(expected.begin(), expected.end());
          }
          CHECK(found == expected);
          for (const Output& y_hat : {outputs.front(), outputs.back()})
            CHECK(one.loss(x, y, y_hat) == views.joint().loss(x, y, y_hat));
        }
      }
    }
  }
  CHECK(several > 10);
}

TEST_CASE("a joint last fit is the supervised learner on what all views predict together",
          "[learners][final]") {
  for (const Pair& pair : pairs()) {
    for (const Small& s : small_problems(62)) {
      INFO(pair.learner << " " << pair.co.dump() << " on " << s.problem);
      const Views views = s.views();
      const Sample sample = split(s.data.truth, 6, 8);
      Json sum = pair.co;
      sum["Cu"] = 0.5;
      const Fitted in_views = make_learner(pair.learner, sum)->fit(views, sample, {});
      Sample all{sample.labeled, {}};
      for (const InputId x : sample.unlabeled) {
        const auto order = ranked(s.outputs(x), [&](const Output& y) {
          return views[0].score(x, y, in_views.weights[0]) +
                 views[1].score(x, y, in_views.weights[1]);
        });
        double weight = 0.5;
        if (pair.learner == "co_svm" && order.size() > 1)
          weight *= std::min(1.0, order[0].value - order[1].value);
        if (weight > 0) all.labeled.push_back({x, order[0].output, weight});
      }
      const Fitted last = make_learner(pair.supervised, pair.alone)->fit(views.together(), all, {});
      const Fitted joint = fit_joint(pair, {{"Cu", 0.5}}, views, sample);
      CHECK(joint.together);
      const Vector found = stack(joint.weights);
      REQUIRE(found.size() == last.weights[0].size());
      if (pair.learner == "co_perceptron") {
        CHECK(same_bits(found, last.weights[0]));
      } else {  // margins by enumeration differ in their last digits; each fit is as near to the
                // optimum
        const double primal = *last.report.primal, reach = 2 * std::sqrt(2 * 1e-6 * primal);
        for (std::size_t j = 0; j < found.size(); ++j)
          CHECK(std::abs(found[j] - last.weights[0][j]) <= reach);
      }
      CHECK(*joint.report.primal == Approx(*last.report.primal).epsilon(1e-5));
      CHECK(joint.report.iterations == in_views.report.iterations);
      CHECK(joint.report.history.back().at("final") == "joint");
      const Index of_last = joint.report.history.back().at("oracle_calls");
      const Index predicting = (pair.learner == "co_svm" ? 2 : 1) * 8;
      CHECK(joint.report.oracle_calls == in_views.report.oracle_calls + predicting + of_last);
      if (pair.learner == "co_perceptron") CHECK(of_last == last.report.oracle_calls);
    }
  }
}

TEST_CASE("asked to stop before the joint fit has ended, the views are returned",
          "[learners][final]") {
  const Small s = small_problems(63)[0];
  const Sample sample = split(s.data.truth, 6, 8);
  for (const Pair& pair : pairs()) {
    INFO(pair.learner << " " << pair.co.dump());
    Index lines = 0;
    FitContext context;
    context.progress = [&](const std::string& line) { lines += is_of_learner(line); };
    const Fitted sum = make_learner(pair.learner, pair.co)->fit(s.views(), sample, context);
    std::atomic<bool> stop = false;
    Index heard = 0;
    context.stop = &stop;
    context.progress = [&](const std::string& line) {
      heard += is_of_learner(line);
      if (heard > lines) stop = true;  // the first line of the last fit
    };
    const Fitted stopped = fit_joint(pair, Json::object(), s.views(), sample, context);
    REQUIRE(stop);
    CHECK(same_weights(stopped.weights, sum.weights));
    CHECK(stopped.report.stopped_because == "interrupted");
    CHECK(!stopped.report.converged);
  }
}

TEST_CASE("where the views use up the time limit, they are returned", "[learners][final]") {
  const Small s = small_problems(63)[0];
  const Sample sample = split(s.data.truth, 6, 8);
  const Fitted fitted = make_learner("co_svm", {{"final", "joint"}, {"time_limit", 1e-9}})
                            ->fit(s.views(), sample, {});
  CHECK(!fitted.report.converged);
  CHECK_THAT(fitted.report.stopped_because, Catch::Contains("no time left for the joint fit"));
  CHECK(!fitted.report.history.back().contains("final"));  // no row of a joint fit
}

TEST_CASE("asked to stop as the views end, the joint fit does not go missing in silence",
          "[learners][final]") {
  const Small s = small_problems(63)[0];
  const Sample sample = split(s.data.truth, 6, 8);
  std::atomic<bool> stop = true;
  FitContext context;
  context.stop = &stop;
  for (const Pair& pair : pairs()) {
    const Fitted stopped = fit_joint(pair, Json::object(), s.views(), sample, context);
    CHECK(stopped.report.stopped_because == "interrupted");
    CHECK(!stopped.report.converged);
  }
}
