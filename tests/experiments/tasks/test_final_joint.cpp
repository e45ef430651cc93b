// Learners with final = joint against the learner on all features, by the program, to the last bit.
#include <catch2/catch.hpp>

#include "support/shell_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

struct Case {
  const char* name;
  Json problem, data, views;
  Json kernel = nullptr;
};

// Groups whose features take turns in the order of all features; of the first case one is in no
// view.
std::vector<Case> cases() {
  const Json sentences = {{"format", "conll"},
                          {"columns", {"word", "label"}},
                          {"train", "train.conll"},
                          {"features",
                           {{{"extractor", "token"}, {"window", 1}, {"group", "word"}},
                            {{"extractor", "surface"}, {"group", "surface"}},
                            {{"extractor", "affixes"}, {"group", "affixes"}}}}};
  const Json rows = {{"format", "svmlight"}, {"train", "train.svm"}};
  const Json two = {{"split", "named"}, {"groups", {{"affixes"}, {"word"}}}};
  const Json three = {{"split", "named"}, {"groups", {{"surface"}, {"affixes"}, {"word"}}}};
  const Json odd_even = {{"split", "odd_even"}};
  return {{"sequences", {{"type", "sequence"}}, sentences, two},
          {"sequences of order 2",
           {{"type", "sequence"}, {"order", 2}, {"bias", true}, {"boundary", true}},
           sentences,
           three},
          {"rows", {{"type", "multiclass"}, {"bias", true}}, rows, odd_even},
          {"rows with a kernel",
           {{"type", "multiclass"}},
           rows,
           odd_even,
           {{"type", "polynomial"}, {"degree", 2}}}};
}

}  // namespace

TEST_CASE(
    "with final joint and no unlabeled examples the program predicts as the learner on all "
    "features",
    "[cli][final]") {
  const Shell shell;
  write_text(shell.folder / "train.svm", toy_rows(60, 5));
  write_text(shell.folder / "test.svm", toy_rows(30, 6));
  for (const Case& c : cases()) {
    const std::string test = c.data["format"] == "conll" ? "test.conll" : "test.svm";
    const auto predictions = [&](Json learner) {
      if (!c.kernel.is_null()) learner["kernel"] = c.kernel;
      const Json config = {
          {"problem", c.problem}, {"data", c.data}, {"views", c.views}, {"learner", learner}};
      write_text(shell.folder / "config.json", config.dump());
      INFO(c.name << ", " << learner.dump());
      const Outcome trained = shell("train config.json --model m.st");
      INFO(trained.err);
      REQUIRE(trained.code == 0);
      const Outcome predicted =
          shell("predict --model m.st --data " + test + " --scores --k-best 3");
      REQUIRE(predicted.code == 0);
      return predicted.out + shell("evaluate --model m.st --data " + test).out;
    };
    const Json perceptron = {{"type", "perceptron"}, {"epochs", 4}};
    const Json svm = {{"type", "structural_svm"}, {"gap", 0.01}};
    const auto joint = [](Json learner) {
      learner["final"] = "joint";
      return learner;
    };
    INFO(c.name);
    const std::string by_perceptron = predictions(perceptron), by_svm = predictions(svm);
    CHECK(predictions(joint({{"type", "co_perceptron"}, {"epochs", 4}})) == by_perceptron);
    CHECK(predictions(joint({{"type", "co_training"}, {"learner", perceptron}})) == by_perceptron);
    CHECK(predictions(joint({{"type", "co_svm"}, {"gap", 0.01}})) == by_svm);
    CHECK(predictions(joint({{"type", "co_training"}, {"learner", svm}})) == by_svm);
    CHECK(predictions({{"type", "co_training"}, {"learner", svm}, {"final", "sum"}}) != by_svm);
  }
}
