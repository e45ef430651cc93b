// One learner of an experiment as a training config.
#include <catch2/catch.hpp>

#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/config/training_of_experiment.hpp"
#include "support/toy_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

Json experiment_with(const Json& learner) {
  Json json = toy_experiment();
  json["learners"].push_back(learner);
  return json;
}

Config loaded(const Json& experiment, const std::string& learner,
              const std::vector<std::string>& overrides = {}) {
  const TemporaryFolder folder;
  return load_config(write_text(folder / "curve.json", experiment.dump()), overrides, learner);
}

}  // namespace

TEST_CASE("a learner of an experiment trains with the experiment's problem, data, views and seed") {
  const Config config = loaded(toy_experiment(), "hmm");
  CHECK(config.kind == ConfigKind::kTraining);
  CHECK(config.seed == 7);
  CHECK(config.learners.size() == 1);
  CHECK(config.learners.front().entry->name == "hmm");
  CHECK(config.effective["data"]["train"] == toy_experiment()["data"]["train"]);
  CHECK(config.effective["problem"]["loss"] == "hamming");
  CHECK(config.effective["views"]["split"] == "named");
}

TEST_CASE("what the entry of an experiment says instead of the experiment goes with it") {
  const Config config = loaded(experiment_with({{"type", "structural_svm"},
                                                {"name", "mine"},
                                                {"loss", "zero_one"},
                                                {"problem", {{"eta", 0.5}}},
                                                {"views", {{"split", "random"}, {"count", 3}}},
                                                {"select", {{"C", {0.1, 1}}}}}),
                               "mine");
  CHECK(config.effective["problem"]["loss"] == "zero_one");
  CHECK(config.effective["problem"]["eta"] == 0.5);
  CHECK(config.effective["views"]["count"] == 3);
  CHECK(config.learners.front().select["C"] == Json({0.1, 1}));
  // chosen by what the sweep chose by: its first metric
  CHECK(config.effective["selection"]["metric"] == "token_error");
}

TEST_CASE(
    "a learner that an experiment has not is told with the nearest, and collections are refused") {
  CHECK_THAT(message_of<ConfigError>([] { loaded(toy_experiment(), "hm"); }),
             Contains("curve.json: --learner hm: did you mean hmm?"));
  CHECK_THAT(message_of<ConfigError>([] { loaded(toy_training(), "hmm"); }),
             Contains("no list of `learners`"));
  Json collection = toy_experiment();
  collection["collection"] = Json::array();
  CHECK_THAT(message_of<ConfigError>([&] { loaded(collection, "hmm"); }), Contains("a collection"));
}

TEST_CASE("the whole experiment is checked, and what changes nothing of the training is refused") {
  Json misspelt = toy_experiment();
  misspelt["viewz"] = misspelt["views"];
  misspelt.erase("views");
  CHECK_THAT(message_of<ConfigError>([&] { loaded(misspelt, "hmm"); }), Contains("viewz"));
  for (const char* without_effect : {"sweep.labeled=7", "learners.0.epochs=2", "claims=[]"}) {
    CHECK_THAT(message_of<ConfigError>([&] { loaded(toy_experiment(), "hmm", {without_effect}); }),
               Contains("--set ") && Contains("has no effect on what --learner hmm trains"));
  }
  CHECK(loaded(toy_experiment(), "perceptron", {"learners.0.epochs=2"})
            .learners.front()
            .options["epochs"] == 2);
  CHECK(loaded(toy_experiment(), "hmm", {"problem.eta=0.5"}).effective["problem"]["eta"] == 0.5);
}

TEST_CASE("choices of the problem's options go with the learner") {
  const Json json =
      experiment_with({{"type", "structural_svm"}, {"select", {{"problem.eta", {0.5, 1}}}}});
  CHECK(loaded(json, "structural_svm").learners.front().select["problem.eta"] == Json({0.5, 1}));
}

TEST_CASE("what is measured is one for all learners of an experiment, and is not chosen") {
  Json json = {{"problem", {{"type", "multivariate"}, {"loss", "f1"}}},
               {"data", {{"format", "svmlight"}, {"train", "rows.svm"}}},
               {"sweep", {{"labeled", {10}}, {"holdout", 5}, {"repetitions", 2}}},
               {"learners", {{{"type", "structural_svm"}}}},
               {"metrics", {"recall_at_k"}}};
  CHECK_NOTHROW(check_config(json, "c.json"));
  Json chosen = json;
  chosen["learners"][0]["select"] = {{"problem.k", {1, 40}}};
  CHECK_THAT(message_of<ConfigError>([&] { check_config(chosen, "c.json"); }),
             Contains("problem.k"));
  Json own = json;
  own["learners"][0]["problem"] = {{"positive", "-1"}};
  CHECK_THAT(message_of<ConfigError>([&] { check_config(own, "c.json"); }),
             Contains("learners.0.problem.positive") && Contains("what is measured"));
}
