// Fitted features in a sweep: who sees which inputs, and that nobody sees those that are held out.
#include <catch2/catch.hpp>

#include "costruct/experiments/draws/splits.hpp"
#include "support/sweep_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

/// Sentences of toy_sentences(), each the lines of its tokens.
std::vector<std::string> sentences_of(int count) {
  std::vector<std::string> sentences(1);
  std::istringstream in(toy_sentences(count, 5));
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) {
      sentences.emplace_back();
    } else {
      sentences.back() += line + "\n";
    }
  }
  sentences.pop_back();
  return sentences;
}

std::string joined_text(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += sentence + "\n";
  return text;
}

/// The sentence with other words and the same labels.
std::string with_words(const std::string& sentence, const std::string& word) {
  std::string text;
  std::istringstream in(sentence);
  for (std::string line; std::getline(in, line);) text += word + line.substr(line.find(' ')) + "\n";
  return text;
}

Json distribution(const char* group = "context") {
  return {{"extractor", "distribution"},
          {"dimensions", 6},
          {"clusters", {3, 8}},
          {"min_count", 1},
          {"group", group}};
}

/// One draw of 6 labeled and 20 unlabeled sentences; learners that have their objective in the
/// result.
Json one_cell() {
  Json json = toy_experiment();
  json["data"]["features"].push_back(distribution());
  json["sweep"] = {
      {"labeled", {6}}, {"unlabeled", {20}}, {"holdout", 25}, {"repetitions", 1}, {"seed", 7}};
  json["learners"] = {
      {{"type", "structural_svm"}, {"gap", 0.01}},
      {{"type", "co_svm"}, {"gap", 0.01}, {"epochs", 2}},
      {{"type", "self_training"}, {"learner", {{"type", "structural_svm"}, {"gap", 0.01}}}},
      {{"type", "crf"}}};
  return json;
}

/// The only draw of one_cell().
Split split_of(const Json& json, const std::string& text) {
  const TemporaryFolder folder;
  write_text(folder / "train.conll", text);
  Config config = check_config(json, folder / "toy.json");
  const DataPaths paths(config.file, {});
  const LoadedData data = load_data(config, paths);
  const DrawPool pool(*data.examples, data.unlabeled_end);
  resolve_sweep(config.sweep, pool, paths);
  return Draw(pool, config.sweep, 0, "split").at(config.sweep.sizes.at(0));
}

// All that a fit says of itself, and nothing of what was predicted.
Json of_fit(const Json& cell) {
  Json fit;
  for (const char* key : {"primal", "dual", "gap", "oracle_calls", "iterations", "split_hash"})
    fit[key] = cell.at(key);
  return fit;
}

Json with_fitted_features(Json json) {
  json["data"]["features"].push_back(distribution());
  return json;
}

}  // namespace

TEST_CASE("what is fitted in a cell is the same to the last bit, whatever is held out",
          "[experiments][sweep][fitted]") {
  // Fitted features alone: others are numbered as they appear in the file, held-out sentences
  // included, so that sums over them have other last bits.
  Json json = one_cell();
  json["data"]["features"] = {distribution("token"), distribution("surface")};
  json["data"]["features"][1]["min_count"] = 2;
  std::vector<std::string> sentences = sentences_of(60);
  const Split split = split_of(json, joined_text(sentences));
  REQUIRE(
      (split.labeled.size() == 6 && split.unlabeled.size() == 20 && split.holdout.size() == 25));
  const auto before = cells_of(json, 1, joined_text(sentences));

  // A word that nobody knows, and ones that everybody knows where they have never been.
  auto changed = sentences;
  for (const Index i : split.holdout)
    changed[i] = with_words(changed[i], i % 2 == 0 ? "marker" : "w2");
  const auto after = cells_of(json, 1, joined_text(changed));
  REQUIRE(before.size() == json["learners"].size());
  for (const auto& [name, cell] : before) {
    INFO(name);
    CHECK(of_fit(after.at(name)) == of_fit(cell));
    CHECK(after.at(name)["metrics"] != cell["metrics"]);  // they were changed indeed
  }

  // The same change of sentences that are unlabeled is seen by all of them, supervised ones too.
  changed = sentences;
  for (const Index i : split.unlabeled)
    changed[i] = with_words(changed[i], i % 2 == 0 ? "marker" : "w2");
  const auto seen = cells_of(json, 1, joined_text(changed));
  for (const auto& [name, cell] : before) {
    INFO(name);
    CHECK(seen.at(name)["primal"] != cell["primal"]);
  }
}

TEST_CASE("latent features of a cell are the same to the last bit, whatever is held out",
          "[experiments][sweep][fitted][rows]") {
  Json json = toy_experiment();
  json["problem"] = {{"type", "multiclass"}};
  json["data"] = {{"format", "svmlight"},
                  {"train", "train.conll"},
                  {"features", {{{"extractor", "latent"}, {"dimensions", 5}}}}};
  json["views"] = {{"split", "none"}};
  json["metrics"] = {"accuracy"};
  json["sweep"] = {
      {"labeled", {6}}, {"unlabeled", {20}}, {"holdout", 25}, {"repetitions", 1}, {"seed", 7}};
  json["learners"] = {
      {{"type", "structural_svm"}, {"gap", 0.01}},
      {{"type", "self_training"}, {"learner", {{"type", "structural_svm"}, {"gap", 0.01}}}}};
  std::vector<std::string> rows;
  std::istringstream in(toy_rows(60, 5));
  for (std::string line; std::getline(in, line);) rows.push_back(line);
  const auto text_of = [](const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
  };
  const Split split = split_of(json, text_of(rows));
  REQUIRE(
      (split.labeled.size() == 6 && split.unlabeled.size() == 20 && split.holdout.size() == 25));
  const auto before = cells_of(json, 1, text_of(rows));
  const auto with_marker = [&](const std::vector<Index>& which) {
    auto changed = rows;
    for (const Index i : which)
      changed[i] = rows[i].substr(0, 1) + (i % 2 == 0 ? " 2:1 7777:9" : " 1:2 3:1");
    return cells_of(json, 1, text_of(changed));
  };
  const auto after = with_marker(split.holdout), seen = with_marker(split.unlabeled);
  REQUIRE(before.size() == 2);
  for (const auto& [name, cell] : before) {
    INFO(name);
    CHECK(of_fit(after.at(name)) == of_fit(cell));
    CHECK(after.at(name)["metrics"] != cell["metrics"]);  // they were changed indeed
    CHECK(seen.at(name)["primal"] != cell["primal"]);
  }
}

TEST_CASE(
    "supervised learners see unlabeled inputs through fitted features, unless their views have "
    "none",
    "[experiments][sweep][fitted]") {
  Json json = one_cell();
  json["sweep"]["unlabeled"] = {0, 5, 20};
  json["learners"] = {{{"type", "structural_svm"}, {"gap", 0.01}},
                      {{"type", "structural_svm"},
                       {"gap", 0.01},
                       {"name", "without"},
                       {"views", {{"split", "named"}, {"groups", {{"token"}, {"surface"}}}}}}};
  const auto cells = cells_of(json);
  CHECK(cells.at("structural_svm 6 0 0")["primal"] != cells.at("structural_svm 6 5 0")["primal"]);
  CHECK(cells.at("structural_svm 6 5 0")["primal"] != cells.at("structural_svm 6 20 0")["primal"]);
  const auto without = [&](const auto& all, const char* sizes) {
    Json cell = all.at(std::string("without ") + sizes);
    for (const char* key : {"unlabeled", "split_hash"}) cell.erase(key);
    return cell;
  };
  CHECK(without(cells, "6 0 0") == without(cells, "6 5 0"));
  CHECK(without(cells, "6 0 0") == without(cells, "6 20 0"));

  // Which is what it gives where nobody has heard of such features.
  json["data"]["features"].erase(2);
  json["learners"].erase(0);
  const auto plain = cells_of(json);
  CHECK(without(plain, "6 20 0") == without(cells, "6 20 0"));
}

TEST_CASE("the record says which learners see no unlabeled inputs",
          "[experiments][sweep][fitted]") {
  Json json = with_fitted_features(toy_experiment());
  json["learners"] = {{{"type", "perceptron"}, {"epochs", 2}},
                      {{"type", "perceptron"},
                       {"epochs", 2},
                       {"name", "without"},
                       {"views", {{"split", "named"}, {"groups", {{"token"}}}}}}};
  const TemporaryFolder folder;
  write_text(folder / "train.conll", toy_sentences(80, 5));
  CHECK(run_of(json, folder).supervised == std::vector<std::string>{"without"});
}

TEST_CASE(
    "features fitted to a text see nothing of the draw, and cells know the text by what it holds",
    "[experiments][sweep][fitted]") {
  Json json = one_cell();
  json["sweep"]["unlabeled"] = {0, 20};
  json["data"]["features"] = Json::array({distribution()});
  json["data"]["features"][0]["text"] = "raw.txt";
  json["learners"] = {{{"type", "structural_svm"}, {"gap", 0.01}}};
  const TemporaryFolder folder;
  write_text(folder / "train.conll", toy_sentences(80, 5));
  std::string text;
  std::istringstream in(toy_sentences(40, 6));
  for (std::string line; std::getline(in, line);)
    text += line.empty() ? "\n" : line.substr(0, line.find(' ')) + " ";
  write_text(folder / "raw.txt", text);
  const RunResults results = run_of(json, folder);
  CHECK(results.supervised == std::vector<std::string>{"structural_svm"});
  REQUIRE(results.cells.size() == 2);
  CHECK(results.cells[0].primal == results.cells[1].primal);

  const auto identity = [&] {
    const Config config = check_config(json, folder / "toy.json");
    return common_identity(config, load_data(config, DataPaths(config.file, {})));
  };
  const Json before = identity();
  write_text(folder / "raw.txt", text + "one line more of words\n" + text);
  CHECK(run_of(json, folder).cells[0].primal != results.cells[0].primal);
  CHECK(identity() != before);
}

TEST_CASE(
    "where unlabeled examples are scored, supervised learners of fitted features score them too",
    "[experiments][sweep][fitted]") {
  Json json = one_cell();
  json["sweep"] = {{"labeled", {6}},
                   {"unlabeled", {10, 20}},
                   {"holdout", "unlabeled"},
                   {"repetitions", 2},
                   {"seed", 7}};
  const auto cells = cells_of(json);  // checks that none failed
  CHECK(cells.size() == 4 * 2 * 2);
  for (const auto& [name, cell] : cells) CHECK(cell["metrics"]["token_error"].get<double>() < 1);
}

TEST_CASE("fitted features are the same for one job and for two, and whoever else is in the sweep",
          "[experiments][sweep][fitted][determinism]") {
  Json json = with_fitted_features(toy_experiment());
  json["learners"] = {{{"type", "perceptron"}, {"epochs", 3}},
                      {{"type", "co_perceptron"}, {"epochs", 3}},
                      {{"type", "structural_svm"}, {"gap", 0.05}}};
  const auto one = cells_of(json, 1);
  CHECK(one == cells_of(json, 2));
  for (std::size_t learner = 0; learner < 3; ++learner) {
    Json alone = json;
    alone["learners"] = Json::array({json["learners"][learner]});
    alone["sweep"]["labeled"] = {6};
    alone["sweep"]["unlabeled"] = {10};
    const auto cells = cells_of(alone);
    CHECK(cells.size() == 3);
    for (const auto& [name, cell] : cells) {
      INFO(name);
      CHECK(cell == one.at(name));
    }
  }
}

TEST_CASE("learners with and without unlabeled inputs of their own have the same fitted features",
          "[experiments][sweep][fitted]") {
  // With Cu = 0 and one view the co-SVM is the SVM, if it has the same features.
  Json json = one_cell();
  json["views"] = {{"split", "none"}};
  json["learners"] = {{{"type", "perceptron"}, {"epochs", 3}},
                      {{"type", "co_perceptron"}, {"epochs", 3}}};
  const auto cells = cells_of(json);
  CHECK(cells.at("perceptron 6 20 0")["metrics"] == cells.at("co_perceptron 6 20 0")["metrics"]);
}

TEST_CASE("a choice of parameters fits features to its own draws", "[experiments][sweep][fitted]") {
  Json json = with_fitted_features(toy_experiment());
  json["learners"] = {{{"type", "perceptron"}, {"select", {{"epochs", {1, 4}}}}}};
  json["sweep"]["selection"] = {{"repetitions", 2}};
  CHECK(cells_of(json, 1) == cells_of(json, 2));
}

TEST_CASE("kernels take fitted features, and transductive ones see what is scored",
          "[experiments][sweep][fitted]") {
  Json json = one_cell();
  json["views"] = {{"split", "none"}};
  json["learners"] = {{{"type", "perceptron"}, {"name", "rbf"}, {"kernel", {{"type", "gaussian"}}}},
                      {{"type", "perceptron"},
                       {"name", "graph"},
                       {"kernel", {{"type", "graph"}, {"neighbours", 3}}}}};
  CHECK(cells_of(json).size() == 2);
}
