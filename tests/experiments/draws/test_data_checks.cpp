// What a config asks for in vain is told, or is an error, before anything is learned.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <functional>

#include "experiments/draws/toy_files.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

TEST_CASE("every learner of views with one view says what it is instead", "[experiments][notes]") {
  for (const LearnerEntry& entry : learner_catalog()) {
    INFO(entry.name);
    CHECK(entry.with_one_view.empty() != entry.uses_views);
    Json json = entry.predicts_numbers
                    ? training_of_numbers({{"type", entry.name}})
                    : changed(toy_training(), "learner={\"type\": \"" + entry.name + "\"}");
    if (entry.name == "tsvm_ova" || entry.name == "pcfg") continue;                 // no sequences
    if (entry.name == "naive_bayes") continue;                                      // no sequences
    if (entry.name == "pair_hmm" || entry.name == "substitution_matrix") continue;  // no sequences
    if (entry.name == "retrieval_rule") continue;                                   // no sequences
    if (entry.name == "pairwise" || entry.name == "sequential_svm") continue;       // no sequences
    json.erase("views");
    const std::string alone = all_of(check_config(json, "c.json").notes);
    CHECK((alone.find("has one view and is " + entry.with_one_view) != std::string::npos) ==
          entry.uses_views);
    json["views"] = {{"split", "random"}, {"count", 1}};
    CHECK((all_of(check_config(json, "c.json").notes).find("has one view") != std::string::npos) ==
          entry.uses_views);
    json["views"] = {{"split", "random"}, {"count", 2}};
    CHECK(all_of(check_config(json, "c.json").notes).find("has one view") == std::string::npos);
  }
}

TEST_CASE("a single group of features is one view, as the data say", "[experiments][notes]") {
  const ToyFiles toy;
  Json json = toy_training();
  CHECK_THAT(toy.notes(json), !Contains("has one view"));
  json["data"]["features"].erase(1);
  CHECK_THAT(toy.notes(json), Contains("co_perceptron has one view and is without a peer"));
  Json experiment = toy_experiment();
  experiment["learners"][2].erase("views");
  experiment["data"]["features"].erase(1);
  CHECK_THAT(toy.notes(experiment), Contains("co_perceptron has one view"));
}

TEST_CASE("learners with sites have a view for each", "[experiments][notes]") {
  Json json = training_of_numbers({{"type", "co_rlsr"}});
  json["data"].erase("train");
  json["data"]["sites"] = {{{"train", "a.csv"}, {"unlabeled", "u.csv"}},
                           {{"train", "b.csv"}, {"unlabeled", "u.csv"}}};
  CHECK(check_config(json, "c.json").notes.empty());
}

TEST_CASE("a view without features is an error before any cell runs", "[experiments][config]") {
  const ToyFiles toy;
  Json json = training_of_rows({{"type", "co_perceptron"}});
  const auto [learner, views, message] = GENERATE(table<std::string, std::string, std::string>({
      {"co_perceptron", R"({"split": "ranges", "ranges": [[1, 12], [500, 600]]})",
       "view 2, [500,600], has no feature: the data have 12 features, numbered 1 to 12"},
      {"perceptron", R"({"split": "ranges", "ranges": [[1, 12], [500, 600]]})",
       "view 2, [500,600], has no feature"},
      {"co_svm", R"({"split": "random", "count": 13})", "of co_svm: view"},
      {"gradient_co_svm", R"({"split": "ranges", "ranges": [[13, 20], [1, 2]]})",
       "view 1, [13,20], has no feature"},
  }));
  json["learner"]["type"] = learner;
  json["views"] = Json::parse(views);
  CHECK_THAT(toy.error(json), Contains(message));
  CHECK(!std::filesystem::exists(toy.folder / "m.safetensors"));
  json.erase("learner");
  json["learners"] = {{{"type", learner}}};
  json["sweep"] = {{"labeled", {5}}, {"holdout", 10}, {"repetitions", 2}};
  CHECK_THAT(toy.error(json), Contains(message));
  CHECK(!std::filesystem::exists(toy.folder / "out" / "results.sqlite"));
}

TEST_CASE("a group that no extractor feeds is a view without features", "[experiments][config]") {
  const ToyFiles toy;
  Json json = toy_training();
  // Numbers of no more than one digit have no n-grams of nine letters.
  json["data"]["features"].push_back({{"extractor", "ngrams"}, {"n", {9}}, {"group", "long"}});
  CHECK_THAT(toy.error(json),
             Contains("view 3 has no feature") && Contains("token, surface or long"));
}

TEST_CASE("an outside label that the data do not have is an error, unless nobody named it",
          "[experiments][config]") {
  const ToyFiles toy;
  Json json = toy_training();  // labels A, B, C: no O, the default
  CHECK(toy.error(json) == "");
  json["problem"]["outside"] = "a";
  CHECK_THAT(
      toy.error(json),
      Contains("problem.outside = \"a\": the training data have no such label") && Contains("A"));
  for (const char* valid : {"A", ""}) {
    json["problem"]["outside"] = valid;
    CHECK(toy.error(json) == "");
  }
  Json experiment = toy_experiment();
  experiment["learners"][0]["problem"] = {{"outside", "X"}};
  CHECK_THAT(toy.error(experiment), Contains("learners.0.problem.outside = \"X\""));
  CHECK(!std::filesystem::exists(toy.folder / "out" / "results.sqlite"));
}

TEST_CASE("what a learner needs of a problem is asked before any cell runs",
          "[experiments][config]") {
  const auto [assignment, message] = GENERATE(table<std::string, std::string>({
      {R"(learners.0={"type": "gradient_tsvm", "balance": true})",
       "learners.0: learner gradient_tsvm: balance needs"},
      {R"(learners.0={"type": "gradient_tsvm", "select": {"balance": [false, true]}})",
       "balance needs"},
      {R"(learners.0={"type": "self_training", "select": {"learner": [{"type": "perceptron"}, {"type": "hmm"}]}})",
       "asks for another problem than the others"},
      {R"(learners.0={"type": "tsvm_ova"})", "learners.0: learner tsvm_ova: needs label scores"},
      {R"(learners.0={"type": "naive_bayes"})",
       "learners.0: learner naive_bayes: needs one label per input"},
      {R"(learners.0={"type": "pcfg"})",
       "learners.0: learner pcfg: needs a model of multinomial events alone, which this problem "
       "does not"},
      {R"(learners.0={"type": "self_training", "learner": {"type": "hmm"}, "kernel": {"type": "gaussian"}})",
       "learners.0.kernel: learner self_training takes no kernel but linear"},
      {R"(learners.0={"type": "self_training", "learner": {"type": "hmm"}, "select": {"kernel": [{"type": "linear"}, {"type": "gaussian"}]}})",
       "learners.0.kernel: learner self_training takes no kernel but linear"},
  }));
  INFO(assignment);
  const std::string errors = message_of<ConfigError>(
      [&] { check_config(changed(toy_experiment(), assignment), "c.json"); });
  CHECK_THAT(errors, Contains(message));
  CHECK(message_of<ConfigError>([&] {
          Json json =
              changed(toy_experiment(), R"(learners.0={"type": "gradient_tsvm", "balance": true})");
          json["problem"]["bias"] = true;
          check_config(json, "c.json");
        }) == "");
  CHECK(
      check_config(training_of_rows({{"type", "hmm"}}), "c.json").learners[0].problem.at("bias") ==
      true);
}

TEST_CASE("options without effect are told", "[experiments][notes]") {
  const auto [assignment, note] = GENERATE(table<std::string, std::string>({
      {"learner.Cu_epochs=3", "learner.Cu_epochs has no effect where Cu_schedule = \"constant\""},
      {"learner.select={\"Cu_epochs\": [1, 3]}", "learner.Cu_epochs has no effect"},
      {"learner={\"type\": \"perceptron\"}", ""},
      {"learner.Cu_schedule=exponential", ""},
      {"learner={\"type\": \"perceptron\"} views={\"split\":\"odd_even\"}",
       "views of perceptron have no effect"},
  }));
  INFO(assignment);
  Json json = changed(toy_training(), assignment.substr(0, assignment.find(" views=")));
  if (const auto at = assignment.find(" views="); at != std::string::npos)
    json = changed(json, assignment.substr(at + 1));
  const std::string notes = all_of(check_config(json, "c.json").notes);
  if (note.empty()) {
    CHECK(notes.empty());
  } else {
    CHECK_THAT(notes, Contains(note));
  }
  // growth hangs on rounds, which hangs on Cu, which is not settled
  Json chain = toy_training();
  chain["learner"] = {
      {"type", "co_training"}, {"rounds", 3}, {"growth", 2}, {"select", {{"Cu", {0, 1}}}}};
  CHECK_THAT(all_of(check_config(chain, "c.json").notes), !Contains("has no effect where"));
  Json numbers = training_of_numbers({{"type", "co_rlsr"}, {"max_rounds", 5}});
  CHECK_THAT(all_of(check_config(numbers, "c.json").notes),
             Contains("learner.max_rounds has no effect where solver"));
  Json rows = training_of_rows({{"type", "perceptron"}});
  rows["problem"]["costs"] = {{0, 1}, {1, 0}};
  CHECK_THAT(all_of(check_config(rows, "c.json").notes),
             Contains("problem.costs has no effect where loss"));
  Json words = toy_training();
  words["data"]["features"].push_back({{"extractor", "distribution"},
                                       {"vectors", false},
                                       {"clusters", {4}},
                                       {"scale", 3},
                                       {"group", "token"}});
  CHECK_THAT(all_of(check_config(words, "c.json").notes),
             Contains("data.features.2.scale has no effect where vectors = false"));
  words["data"]["features"][2]["vectors"] = true;
  CHECK(check_config(words, "c.json").notes.empty());
  Json grouped = rows;
  grouped["data"]["groups"] = {{{"name", "low"}, {"first", 1}, {"last", 5}}};
  grouped["data"]["features"] = {{{"extractor", "values"}, {"group", "words"}}};
  CHECK_THAT(all_of(check_config(grouped, "c.json").notes),
             Contains("data.groups has no effect where every extractor has a group of its own"));
  grouped["data"]["features"][0].erase("group");
  CHECK_THAT(all_of(check_config(grouped, "c.json").notes), !Contains("data.groups"));
  Json sweep = changed(toy_experiment(), "sweep.selection={}");
  CHECK_THAT(all_of(check_config(sweep, "c.json").notes),
             Contains("sweep.selection has no effect"));
}

TEST_CASE("options of the loss are told where a learner looks at no loss", "[experiments][notes]") {
  const auto notes_of = [](const Json& json) { return all_of(check_config(json, "c.json").notes); };
  const auto training = [&](const char* option, const Json& value, const Json& learner) {
    Json json = toy_training();
    json["problem"][option] = value;
    json["learner"] = learner;
    return json;
  };
  const Json costs = {{0, 1}, {2, 0}};
  const auto with_costs = [&](const Json& learner) {
    Json json = training("costs", costs, learner);
    json["problem"]["loss"] = "cost_matrix";
    return notes_of(json);
  };
  const std::string take =
      ", because no loss is used there: to train on the loss, take structural_svm";
  const std::string weigh = ", or perceptron with \"loss_weight\": 1";
  CHECK_THAT(with_costs({{"type", "perceptron"}}),
             Contains("problem.costs does not change what perceptron learns" + take + weigh));
  CHECK_THAT(with_costs({{"type", "perceptron"}}),
             Contains("problem.loss does not change what perceptron learns" + take + weigh));
  CHECK_THAT(with_costs({{"type", "perceptron"}, {"loss_weight", 1}}),
             !Contains("no loss is used"));
  CHECK_THAT(with_costs({{"type", "perceptron"}, {"select", {{"loss_weight", {0, 1}}}}}),
             !Contains("no loss is used"));
  CHECK_THAT(with_costs({{"type", "structural_svm"}}), !Contains("no loss is used"));
  CHECK_THAT(with_costs({{"type", "gradient_svm"}}), !Contains("no loss is used"));
  const std::string of_crf = with_costs({{"type", "crf"}});
  CHECK_THAT(of_crf, Contains("problem.costs does not change what crf learns" + take));
  CHECK_THAT(of_crf, !Contains("loss_weight"));
  const auto inside = [&](const Json& learner) {
    return with_costs({{"type", "self_training"}, {"learner", learner}});
  };
  CHECK_THAT(inside({{"type", "crf"}}), Contains("problem.costs does not change what self_train"));
  CHECK_THAT(inside({{"type", "structural_svm"}}), !Contains("problem.costs"));
  CHECK_THAT(notes_of(training("loss", "hamming", {{"type", "crf"}})), !Contains("problem.loss"));

  Json sweep = toy_experiment();
  sweep["problem"]["loss"] = "zero_one";
  sweep["learners"] = {{{"type", "perceptron"}}, {{"type", "structural_svm"}}};
  CHECK_THAT(notes_of(sweep), !Contains("problem.loss"));  // the SVM looks at it
  sweep["learners"][0]["loss"] = "hamming_normalized";
  CHECK_THAT(notes_of(sweep), Contains("problem.loss does not change what perceptron learns"));
  sweep["learners"][0].erase("loss");
  sweep["learners"][1] = {{"type", "crf"}};
  CHECK_THAT(notes_of(sweep),
             Contains("problem.loss does not change what perceptron, crf learn" + take));
  sweep["metrics"] = {"token_error", "loss"};
  CHECK_THAT(notes_of(sweep), !Contains("problem.loss"));
  sweep["problem"]["loss"] = "cost_matrix";
  sweep["problem"]["costs"] = costs;
  sweep["learners"][1] = {{"type", "structural_svm"}};
  CHECK_THAT(notes_of(sweep), Contains("problem.costs does not change what perceptron learns"));

  Json graph = toy_training();
  graph["problem"] = {{"type", "graph"}, {"class_weights", {{"rare", 5}}}};
  graph["data"] = {{"format", "graph"}, {"train", "a.jsonl"}};
  graph["learner"] = {{"type", "crf"}};
  CHECK_THAT(notes_of(graph), Contains("problem.class_weights does not change what crf learns"));
  graph["learner"] = {{"type", "structural_svm"}};
  CHECK_THAT(notes_of(graph), !Contains("class_weights"));
}

TEST_CASE("unlabeled sizes that no learner of a sweep uses are told", "[experiments][notes]") {
  const ToyFiles toy;
  Json json = toy_experiment();
  CHECK_THAT(toy.notes(json),
             !Contains("sweep.unlabeled has no effect"));  // the co-perceptron does
  json["learners"] = {{{"type", "perceptron"}}, {{"type", "structural_svm"}}};
  json["sweep"]["unlabeled"] = {0, 10};
  CHECK_THAT(toy.notes(json),
             Contains("sweep.unlabeled has no effect: no learner uses unlabeled examples"));
  json["sweep"]["unlabeled"] = {0};
  CHECK_THAT(toy.notes(json), !Contains("sweep.unlabeled has no effect"));
}

TEST_CASE("unlabeled examples that are missing or not used are told", "[experiments][notes]") {
  const ToyFiles toy;
  Json json = toy_training();
  CHECK_THAT(toy.notes(json),
             Contains("co_perceptron uses unlabeled examples, and the data have none"));
  write_text(toy.folder / "more.conll", toy_sentences(5, 7));
  json["data"]["unlabeled"] = "more.conll";
  CHECK_THAT(toy.notes(json), !Contains("unlabeled examples"));
  json["learner"] = {{"type", "perceptron"}};
  CHECK_THAT(toy.notes(json), Contains("unlabeled examples are not used: perceptron"));
  Json sweep = toy_experiment();
  CHECK_THAT(toy.notes(sweep), !Contains("unlabeled examples"));
  sweep["sweep"]["unlabeled"] = {0};
  CHECK_THAT(toy.notes(sweep),
             Contains("co_perceptron uses unlabeled examples, and no cell of the sweep has any"));
}

TEST_CASE(
    "unlabeled examples that features are fitted to are used by all learners of these features",
    "[experiments][notes]") {
  const ToyFiles toy;
  write_text(toy.folder / "more.conll", toy_sentences(5, 7));
  Json json = toy_training();
  json["data"]["unlabeled"] = "more.conll";
  json["data"]["features"].push_back({{"extractor", "distribution"}, {"dimensions", 4}});
  json["learner"] = {{"type", "perceptron"}};
  CHECK_THAT(toy.notes(json), !Contains("unlabeled examples"));
  json["views"] = {{"split", "named"}, {"groups", {{"token"}, {"surface"}}}};
  CHECK_THAT(toy.notes(json), Contains("unlabeled examples are not used: perceptron"));
}

TEST_CASE("learners that need indicators refuse vectors, and take clusters",
          "[experiments][config]") {
  const ToyFiles toy;
  Json json = toy_training();
  json["learner"] = {{"type", "hmm"}};
  json["views"] = {{"split", "none"}};
  json["data"]["features"].push_back(
      {{"extractor", "distribution"}, {"dimensions", 4}, {"clusters", {2, 5}}});
  const auto data_error = [&](const Json& config) {
    write_text(toy.folder / "c.json", config.dump());
    TrainRequest request;
    request.config = toy.folder / "c.json";
    request.model = toy.folder / "m.safetensors";
    return message_of<DataError>([&] { train_model(request); });
  };
  CHECK_THAT(data_error(json),
             Contains("\"distribution[-1].1\" is a real number, but learner hmm needs"));
  json["data"]["features"][2]["vectors"] = false;
  CHECK(data_error(json) == "");
  // What the views leave out is nobody's concern.
  json["data"]["features"][2]["vectors"] = true;
  json["views"] = {{"split", "named"}, {"groups", {{"token"}, {"surface"}}}};
  CHECK(data_error(json) == "");
}

TEST_CASE("attributes of unequal scale are told where nothing scales them",
          "[experiments][notes]") {
  const ToyFiles toy;
  RandomStream random(1, 0, "table");
  std::string unequal = "small,large,kind,y\n", equal = unequal;
  for (int i = 0; i < 40; ++i) {
    const double small = static_cast<double>(random.below(1000)) / 1000;
    const double large = static_cast<double>(random.below(1000));
    const std::string end = (i == 3 ? ",rare," : ",usual,") + std::to_string(small * 4 - 2) + "\n";
    unequal += std::to_string(small) + "," + std::to_string(large) + end;
    equal += std::to_string(small) + "," + std::to_string(large / 90) + end;
  }
  Json json = training_of_numbers({{"type", "rlsr"}});
  write_text(toy.folder / "train.csv", unequal);
  CHECK_THAT(toy.notes(json), Contains("attributes differ in scale by a factor of") &&
                                  Contains("\"large\"") && Contains("\"small\"") &&
                                  Contains("standardize"));
  CHECK_THAT(toy.notes(changed(json, "learner.scaling=standardize")), !Contains("scale"));
  CHECK_THAT(toy.notes(changed(json, "learner.select={\"scaling\": [\"none\", \"standardize\"]}")),
             !Contains("scale"));
  CHECK_THAT(toy.notes(json), !Contains("intercept"));
  Json labels = json;
  labels["problem"] = {{"type", "multiclass"}};
  labels["learner"] = {{"type", "perceptron"}};
  labels["data"]["target"] = "kind";
  CHECK_THAT(toy.notes(labels), Contains("attributes differ in scale"));
  Json texts = labels;  // words have the scale of indicators, whatever their weights are
  texts["data"]["features"] = {{{"extractor", "words"}, {"column", "kind"}}};
  texts["data"]["ignore"] = {"small"};
  texts["data"]["target"] = "y";
  texts["data"]["nominal_limit"] = 1000;
  CHECK_THAT(toy.notes(texts),
             Contains("\"large\" varies by") && Contains("features of texts by 0.5"));
  texts["learner"]["kernel"] = {{"scaling", "standardize"}};
  CHECK_THAT(toy.notes(texts), !Contains("scale"));
  write_text(toy.folder / "train.csv", equal);  // a rare indicator does not count as small
  CHECK_THAT(toy.notes(json), !Contains("scale"));
  CHECK_THAT(toy.notes(labels), !Contains("scale"));
}

TEST_CASE("attributes of unequal scale are told in rows of numbers too, but not of texts",
          "[experiments][notes]") {
  const ToyFiles toy;
  RandomStream random(1, 0, "rows");
  const auto write_rows = [&](const std::function<std::string(int)>& features) {
    std::string rows;
    for (int i = 0; i < 60; ++i) rows += std::to_string(1 + i % 2) + features(i) + "\n";
    write_text(toy.folder / "train.svm", rows);
  };
  const Json svm =
      training_of_rows({{"type", "structural_svm"}, {"kernel", {{"type", "gaussian"}}}});
  Json co_svm = training_of_rows({{"type", "co_svm"}});
  co_svm["views"] = {{"split", "ranges"}, {"ranges", {{1, 2}, {3, 3}}}};
  // Two alike, the third a thousand times as large, the fourth binary.
  write_rows([&](int) {
    return fmt::format(" 1:{} 2:{} 3:{} 4:{}", .001 * static_cast<double>(random.below(1000)),
                       .002 * static_cast<double>(random.below(1000)), random.below(2000),
                       random.below(2));
  });
  CHECK_THAT(toy.notes(svm),
             Contains("attributes differ in scale by a factor of") && Contains("\"3\" varies") &&
                 Contains("\"1\" by") &&
                 Contains("\"kernel\": {\"scaling\": \"standardize\"} in the learner makes them"));
  // What is in no view, or in a view of its own, is compared with nothing.
  CHECK_THAT(toy.notes(co_svm), !Contains("scale"));
  Json both = co_svm;
  both["learner"] = {{"type", "structural_svm"}};  // learns from both views together
  CHECK_THAT(toy.notes(both), Contains("differ in scale"));
  both["views"]["ranges"] = {{1, 2}, {4, 4}};
  CHECK_THAT(toy.notes(both), !Contains("scale"));
  // Counts of words: common ones large, most of them rare.
  write_rows([&](int i) {
    std::string row = fmt::format(" 1:{}", 1 + random.below(2000));
    for (int word = 0; word < 6; ++word)
      row += fmt::format(" {}:{}", 2 + 6 * (i % 30) + word, 1 + random.below(2));
    return row;
  });
  CHECK_THAT(toy.notes(svm), !Contains("scale"));
  // Learners of counts do not mind.
  write_rows(
      [&](int) { return fmt::format(" 1:{} 2:{}", 1 + random.below(5), 1 + random.below(5000)); });
  CHECK_THAT(toy.notes(svm), Contains("differ in scale"));
  CHECK_THAT(toy.notes(training_of_rows({{"type", "naive_bayes"}})), !Contains("differ in scale"));
}

TEST_CASE("training data of a single label are told with its name", "[experiments][notes]") {
  const ToyFiles toy;
  const Json rows = training_of_rows({{"type", "structural_svm"}});
  CHECK_THAT(toy.notes(rows), !Contains("one label"));
  write_text(toy.folder / "train.svm", "spam 1:1\nspam 2:1\n? 1:2\n");
  CHECK_THAT(toy.notes(rows), Contains("train.svm: training has one label alone, \"spam\""));
  Json words = toy_training();
  write_text(toy.folder / "train.conll", "a O\nb O\n\nc O\n");
  CHECK_THAT(toy.notes(words), Contains("train.conll: training has one label alone, \"O\""));
  Json sweep = toy_experiment();
  CHECK_THAT(toy.notes(sweep), Contains("one label alone, \"O\""));
  write_text(toy.folder / "train.csv", "a,y\n1,3\n2,3\n");  // numbers are no labels
  CHECK_THAT(toy.notes(training_of_numbers({{"type", "rlsr"}})), !Contains("one label"));
}

TEST_CASE("numbers that are nearly as many as the rows are told where they are taken for classes",
          "[experiments][notes]") {
  const ToyFiles toy;
  const Json rows = training_of_rows({{"type", "structural_svm"}});
  const auto with_labels = [&](const std::function<std::string(int)>& label) {
    std::string text;
    for (int i = 0; i < 60; ++i) text += label(i) + " 1:1 2:1\n";
    write_text(toy.folder / "train.svm", text);
    return toy.notes(rows);
  };
  CHECK_THAT(with_labels([](int i) { return std::to_string(i % 57) + ".5"; }),
             Contains("train.svm: 57 labels for 60 labeled rows, all of them numbers: is this a "
                      "problem of regression?"));
  CHECK_THAT(with_labels([](int i) { return std::to_string(i % 20); }), !Contains("regression"));
  CHECK_THAT(with_labels([](int i) { return "c" + std::to_string(i % 57); }),
             !Contains("regression"));
}

TEST_CASE("rows without a feature are told where there are many", "[experiments][notes]") {
  const ToyFiles toy;
  const Json rows = training_of_rows({{"type", "structural_svm"}});
  CHECK_THAT(toy.notes(rows), !Contains("no feature"));
  std::string table;
  for (int i = 0; i < 20; ++i) table += i % 2 == 0 ? "5.1,3.5,setosa\n" : "4.9,3.0,virginica\n";
  write_text(toy.folder / "train.svm", table);
  CHECK_THAT(toy.notes(rows),
             Contains("20 of 20 training rows have no feature but 0, the first in ") &&
                 Contains("train.svm:1: is data.format right?"));
  std::string mostly;
  for (int i = 0; i < 20; ++i) mostly += i == 3 ? "1\n" : i % 2 == 0 ? "1 1:1\n" : "2 2:1\n";
  write_text(toy.folder / "train.svm", mostly);
  CHECK_THAT(toy.notes(rows), !Contains("no feature"));
}

TEST_CASE("errors that only the data show begin with the config's file, as all others",
          "[experiments][config]") {
  const ToyFiles toy;
  const std::string file = (toy.folder / "c.json").string();
  Json json = toy_training();
  json["views"] = {{"split", "named"}, {"groups", {{"tokn"}, {"surface"}}}};
  CHECK_THAT(toy.error(json),
             Catch::StartsWith(file + ": views.groups.0: the data has no group tokn"));
  Json three = training_of_rows({{"type", "structural_svm"}});
  three["problem"] = {{"type", "multivariate"}};
  CHECK_THAT(
      toy.error(three),
      Catch::StartsWith(
          file + ": learner structural_svm: problem multivariate takes data with two labels"));
  three.erase("learner");
  three["learners"] = {{{"type", "structural_svm"}}};
  three["sweep"] = {{"labeled", {5}}, {"holdout", 10}, {"repetitions", 2}};
  CHECK_THAT(toy.error(three),
             Catch::StartsWith(file + ": learner structural_svm: problem multivariate"));
}

TEST_CASE("targets far from zero without an intercept are told", "[experiments][notes]") {
  const ToyFiles toy;
  write_text(toy.folder / "train.csv", "a,y\n1,100\n2,101\n3,103\n4,99\n");
  const Json json = training_of_numbers({{"type", "rlsr"}});
  CHECK_THAT(toy.notes(json),
             Contains("targets have mean 100.8") && Contains("\"intercept\": true"));
  CHECK_THAT(toy.notes(changed(json, "learner.intercept=true")), !Contains("intercept"));
}

TEST_CASE("a row of zeros in a table of numbers is a row like others", "[experiments][notes]") {
  const ToyFiles toy;
  write_text(toy.folder / "train.csv", "t,y\n0,0\n1,1\n0,2\n0,3\n2,4\n");
  CHECK_THAT(toy.notes(training_of_numbers({{"type", "rlsr"}})), !Contains("no feature"));
}

TEST_CASE("a C that makes one output of many rows slow is told before the fit",
          "[experiments][notes]") {
  const ToyFiles toy;
  write_text(toy.folder / "train.svm", toy_rows(2000, 5));
  Json json = training_of_rows({{"type", "structural_svm"}});
  json["problem"] = {{"type", "multivariate"}, {"loss", "error"}};
  const auto has_note = [&] {
    return toy.notes(json).find("C = 1 weighs one output of 2000 rows") != std::string::npos;
  };
  CHECK(has_note());
  CHECK_THAT(toy.notes(json), Contains("\"C_scale\": \"parts\"") && Contains("at most 0.75"));
  json["learner"]["C_scale"] = "parts";
  CHECK(!has_note());
  json["learner"] = {{"type", "structural_svm"}, {"C", 0.7}};
  CHECK(!has_note());
  json["learner"] = {{"type", "structural_svm"}, {"select", {{"C", {0.1, 1}}}}};
  CHECK(has_note());
  // Who follows the advice is not told again.
  write_text(toy.folder / "train.svm", toy_rows(1025, 5));
  json["learner"] = {{"type", "structural_svm"}, {"C", 5}};
  CHECK_THAT(toy.notes(json), Contains("a C of at most 2.8"));
  json["learner"]["C"] = 2.8;
  CHECK_THAT(toy.notes(json), !Contains("a C of at most"));
}
