// Generated data through the engine: sweeps, their cells' identity, models and the files these
// read.
#include <fmt/format.h>

#include <algorithm>

#include "costruct/experiments/runs/run.hpp"
#include "costruct/experiments/sweep/cell.hpp"
#include "costruct/experiments/training/predict.hpp"
#include "costruct/results/statistics/run_results.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "costruct/results/store/run_record.hpp"
#include "support/trained_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

Json small_data(Json more = Json::object()) {
  Json generate = {
      {"type", "multiview_sequences"}, {"sequences", 30}, {"length", 6}, {"dimensions", 4}};
  generate.update(more);
  return {{"generate", generate}};
}

Json small_experiment(const Json& data) {
  Json json = toy_experiment();
  json["data"] = data;
  json["sweep"]["holdout"] = 10;
  json["learners"] = {{{"type", "perceptron"}, {"epochs", 3}},
                      {{"type", "co_perceptron"}, {"epochs", 3}}};
  return json;
}

Json small_training(const Json& data) {
  Json json = toy_training();
  json["data"] = data;
  return json;
}

// The training data of a config as a file of the format svmhmm.
std::string svmhmm_text(const Json& json) {
  const LoadedData data = load_data(check_config(json, "c.json"), DataPaths("c.json", {}));
  const PartExamples& examples = part_examples(*data.examples);
  const FeatureTable& table = examples.corpus().features;
  std::string text;
  for (Index i = 0; i < examples.size(); ++i) {
    for (Index t = 0; t < table.length(i); ++t) {
      const Index part = table.example_begin[i] + t;
      text += fmt::format("{} qid:{}", examples.label_names()[examples.output(i).parts[t]], i);
      for (std::size_t e = 0; e < table.features_of(part).size(); ++e) {
        text += fmt::format(" {}:{}", examples.feature_info(table.features_of(part)[e]).number,
                            table.values_of(part)[e]);
      }
      text += "\n";
    }
  }
  return text;
}

Json identity_of(const Json& data) {
  const Config config = check_config(small_experiment(data), "toy.json");
  return common_identity(config, load_data(config, DataPaths("toy.json", {})));
}

}  // namespace

TEST_CASE("a sweep over generated data is the same whenever it runs", "[experiments][generate]") {
  const TemporaryFolder folder;
  write_text(folder / "c.json", small_experiment(small_data()).dump());
  std::string curves[2];
  for (int i = 0; i < 2; ++i) {
    RunRequest request;
    request.config = folder / "c.json";
    request.out = folder / std::to_string(i);
    REQUIRE(run_experiment(request) == kDone);
    const RunResults results = load_run(request.out);
    for (const CellResult& cell : results.cells) CHECK(cell.error.empty());
    curves[i] = curves_csv(results);
    CHECK(results.provenance.at("data").at(0).at("path") == "generated multiview_sequences");
    CHECK(results.config.at("data").at("generate").at("seed") == 1);
  }
  CHECK_THAT(curves[0], Contains("co_perceptron"));
  CHECK(curves[0] == curves[1]);
}

TEST_CASE("cells of generated data are known by the generator's options, however they are written",
          "[experiments][generate]") {
  const Json identity = identity_of(small_data());
  CHECK(identity_of(small_data({{"seed", 1}, {"cluster", 1}})) == identity);
  for (const Json& other : {Json{{"seed", 2}}, Json{{"cluster", 0.5}}, Json{{"sequences", 31}}}) {
    const Json different = identity_of(small_data(other));
    CHECK(different != identity);
    CHECK(different.at("train") != identity.at("train"));  // the examples' own hash
  }
}

TEST_CASE("a model of generated data reads svmhmm files, feature j as the j-th coordinate",
          "[experiments][generate]") {
  const Json json =
      GENERATE(small_training(small_data()),
               small_training({{"generate", {{"type", "galaxy"}, {"sequences", 20}}}}));
  INFO(json.dump());
  Json views = json;
  views["views"] = {{"split", "odd_even"}};
  Trained trained(views);
  const std::string text = svmhmm_text(json);
  write_text(trained.folder / "same.svmhmm", text);
  evaluate_file(trained.folder / "m.safetensors", trained.folder / "same.svmhmm",
                trained.folder / "e.json");
  const Json evaluated = Json::parse(read_text(trained.folder / "e.json"));
  CHECK(evaluated.at("metrics") == trained.report.at("metrics"));
  CHECK(stored_model(trained.folder / "m.safetensors").examples->feature_groups().front() ==
        (json["data"]["generate"]["type"] == "galaxy" ? "point" : "view0"));

  // Coordinates that the model does not know are left out, labels are not looked at.
  const std::string predicted = trained.predictions("same.svmhmm");
  std::string wider;
  for (const char c : text) wider += c == '\n' ? std::string(" 99:3\n") : std::string(1, c);
  write_text(trained.folder / "wider.svmhmm", wider);
  CHECK(trained.predictions("wider.svmhmm") == predicted);
  CHECK(std::count(predicted.begin(), predicted.end(), '\n') > 100);
}

TEST_CASE("named views of generated data are its views", "[experiments][generate]") {
  Trained trained(small_training(small_data({{"views", 3}})));
  CHECK(stored_model(trained.folder / "m.safetensors").assignment.count == 3);
}

TEST_CASE("a problem without sequences refuses generated ones", "[experiments][generate]") {
  Json json = small_training(small_data());
  json["problem"] = {{"type", "multiclass"}};
  CHECK_THAT(
      message_of<ConfigError>([&] { check_config(json, "c.json"); }),
      Contains(
          "data.generate.type = multiview_sequences: holds chains, but problem multiclass takes "
          "rows"));
}
