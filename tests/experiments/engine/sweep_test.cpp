// The sweep: same results whatever the number of jobs, whatever was killed, whatever else is in the sweep.
#include <catch2/catch.hpp>

#include <cmath>

#include "costruct/experiments/engine/json_file.hpp"
#include "costruct/experiments/engine/selection.hpp"
#include "costruct/experiments/engine/sweep.hpp"
#include "costruct/experiments/files/output_file.hpp"
#include "costruct/experiments/results/summary.hpp"
#include "experiments/engine/engine_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

// A config over toy data in a folder of its own, loaded.
struct Toy {
  explicit Toy(const Json& json, const std::atomic<bool>* stop = nullptr) {
    write_text(folder / "train.conll", toy_sentences(80, 5));
    write_text(folder / "more.conll", toy_sentences(30, 6));
    config = check_config(json, folder / "toy.json");
    data.emplace(load_data(config, DataPaths(config.file, {})));
    experiment.emplace(config, *data, stop);
    check_experiment(*experiment);
  }

  SweepOutcome run(const std::string& name, const SweepSettings& settings = {},
                   ResultStore::Mode mode = ResultStore::Mode::kResume) {
    std::filesystem::create_directories(folder / name);
    ResultStore store(folder / name, mode);
    return run_sweep(*experiment, store, settings);
  }
  std::string curves(const std::string& name, int jobs = 1) {
    return curves_csv(run(name, {jobs, false}).results);
  }

  TemporaryFolder folder;
  Config config;
  std::optional<LoadedData> data;
  std::optional<Experiment> experiment;
};

Json with_selection() {
  Json json = toy_experiment();
  json["learners"][2]["select"] = {{"Cu", {0.1, 1.0}}, {"average", {true, false}}};
  json["sweep"]["selection"] = {{"repetitions", 2}};
  return json;
}

const CellResult& cell_of(const RunResults& results, const std::string& learner, CellSizes sizes,
                          Index repetition) {
  for (const CellResult& cell : results.cells) {
    if (cell.learner == learner && cell.labeled == sizes.labeled && cell.unlabeled == sizes.unlabeled &&
        cell.repetition == repetition) {
      return cell;
    }
  }
  throw std::logic_error("no such cell");
}

}  // namespace

TEST_CASE("curves are the same for one job and for two, and in order", "[experiments][sweep]") {
  Toy toy(with_selection());
  const SweepOutcome one = toy.run("one", {1, false}), two = toy.run("two", {2, false});
  CHECK(one.failed == 0);
  CHECK(curves_csv(one.results) == curves_csv(two.results));
  REQUIRE(one.results.cells.size() == 3 * 4 * 3);
  CHECK(one.results.cells[0].learner == "perceptron");
  CHECK(one.results.cells[1].repetition == 1);
  CHECK(one.results.cells[3].unlabeled == 10);
}

TEST_CASE("all learners of a draw have the same split, and it is nested by hash", "[experiments][sweep]") {
  Toy toy(toy_experiment());
  const RunResults results = toy.run("r").results;
  for (const CellResult& cell : results.cells) {
    const CellResult& first = cell_of(results, "perceptron", {cell.labeled, cell.unlabeled}, cell.repetition);
    CHECK(cell.split_hash == first.split_hash);
    CHECK(cell.redraws == first.redraws);
  }
  CHECK(cell_of(results, "hmm", {3, 0}, 0).split_hash != cell_of(results, "hmm", {3, 0}, 1).split_hash);
}

TEST_CASE("a run that was killed goes on, and ends as one that was not", "[experiments][sweep]") {
  Toy toy(with_selection());
  const std::string undisturbed = toy.curves("whole");
  const std::string store = read_text(toy.folder / "whole" / "cells.jsonl");
  RandomStream random(1, 0, "places to cut");
  for (int i = 0; i < 12; ++i) {
    const auto cut = static_cast<std::size_t>(random.below(static_cast<Index>(store.size())));
    INFO("cut at " << cut << " of " << store.size());
    const std::string name = "cut" + std::to_string(i);
    std::filesystem::create_directories(toy.folder / name);
    write_text(toy.folder / name / "cells.jsonl", store.substr(0, cut));
    CHECK(toy.curves(name, 1 + i % 2) == undisturbed);
  }
}

TEST_CASE("a finished run is found again, every cell of it", "[experiments][sweep]") {
  Toy toy(with_selection());
  const std::string first = toy.curves("r");
  const std::string store = read_text(toy.folder / "r" / "cells.jsonl");
  CHECK(toy.curves("r") == first);
  CHECK(read_text(toy.folder / "r" / "cells.jsonl") == store);
  toy.run("r", {}, ResultStore::Mode::kFresh);
  CHECK(read_text(toy.folder / "r" / "cells.jsonl") != store);  // run again: other times
}

TEST_CASE("an edited config uses the cells that it did not change", "[experiments][sweep]") {
  Toy small(toy_experiment());
  const RunResults before = small.run("r").results;
  Json json = toy_experiment();
  json["sweep"]["labeled"] = {3, 6, 12};
  json["sweep"]["repetitions"] = 4;
  json["learners"][1]["smoothing"] = 0.5;
  Toy large(json);
  std::filesystem::create_directories(large.folder / "r");
  write_text(large.folder / "r" / "cells.jsonl", read_text(small.folder / "r" / "cells.jsonl"));
  ResultStore store(large.folder / "r", ResultStore::Mode::kReadOnly);
  for (const PlannedCell& planned : plan_sweep(*large.experiment, store, {})) {
    const bool same =
        planned.cell.sizes.labeled != 12 && planned.cell.repetition < 3 && planned.cell.learner != 1;
    CHECK(planned.done == same);
  }
}

TEST_CASE("what a cell gives does not depend on the other cells of the sweep", "[experiments][sweep]") {
  Toy small(toy_experiment());
  Json json = toy_experiment();
  json["sweep"]["labeled"] = {3, 6, 12};
  json["sweep"]["unlabeled"] = {0, 10, 30};
  Toy large(json);
  const RunResults few = small.run("r").results, many = large.run("r").results;
  for (const CellResult& cell : few.cells) {
    const CellResult& other = cell_of(many, cell.learner, {cell.labeled, cell.unlabeled}, cell.repetition);
    INFO(cell.learner << " " << cell.labeled << " " << cell.unlabeled);
    CHECK(cell.metrics == other.metrics);
    CHECK(cell.split_hash == other.split_hash);
  }
}

TEST_CASE("a learner without unlabeled examples gives the same at every unlabeled size",
          "[experiments][sweep]") {
  Toy toy(toy_experiment());
  const RunResults results = toy.run("r").results;
  for (const char* learner : {"perceptron", "hmm"}) {
    const CellResult &none = cell_of(results, learner, {6, 0}, 1),
                     &some = cell_of(results, learner, {6, 10}, 1);
    CHECK(none.metrics == some.metrics);
    CHECK(none.train_seconds == some.train_seconds);
  }
}

TEST_CASE("a cell that fails has its error, and the others go on", "[experiments][sweep]") {
  Json json = toy_experiment();
  json["data"] = {{"format", "svmhmm"}, {"train", "train.svmhmm"}};
  json["views"] = {{"split", "none"}};
  TemporaryFolder folder;
  std::string rows;
  RandomStream random(1, 0, "rows");
  for (int i = 0; i < 200; ++i) {
    rows += std::to_string(1 + random.below(2)) + " qid:" + std::to_string(1 + i / 3) + " 1:0.5 " +
            std::to_string(2 + random.below(5)) + ":2\n";
  }
  write_text(folder / "train.svmhmm", rows);
  const Config config = check_config(json, folder / "c.json");
  const LoadedData data = load_data(config, DataPaths(config.file, {}));
  const Experiment experiment(config, data, nullptr);
  ResultStore store(folder.path(), ResultStore::Mode::kResume);
  const SweepOutcome outcome = run_sweep(experiment, store, {});
  CHECK(outcome.failed == 4 * 3);  // hmm needs indicators
  for (const CellResult& cell : outcome.results.cells) {
    CHECK(cell.error.empty() == (cell.learner != "hmm"));
    if (cell.learner == "hmm") CHECK_THAT(cell.error, Contains("indicator"));
  }
  // Failed cells are not run again, unless asked for.
  const auto to_do = [&](bool retry) {
    Index count = 0;
    for (const PlannedCell& planned : plan_sweep(experiment, store, {1, retry})) count += !planned.done;
    return count;
  };
  CHECK(to_do(false) == 0);
  CHECK(to_do(true) == 12);
}

TEST_CASE("a stop leaves finished cells only", "[experiments][sweep]") {
  std::atomic<bool> stop{true};
  Toy toy(toy_experiment(), &stop);
  const SweepOutcome outcome = toy.run("r");
  CHECK(outcome.interrupted);
  CHECK(outcome.results.cells.empty());
  stop = false;
  CHECK(toy.run("r").results.cells.size() == 36);
}

TEST_CASE("selection takes the best mean on draws of its own, the first among equals",
          "[experiments][sweep]") {
  Json json = with_selection();
  json["learners"][2]["select"] = {{"Cu", {0.5, 0.5000001, 0.0}}};
  json["sweep"]["selection"]["per"] = GENERATE("cell", "learner");
  Toy toy(json);
  const RunResults results = toy.run("r").results;
  const bool once = json["sweep"]["selection"]["per"] == "learner";
  REQUIRE(results.selection.size() == (once ? 3u : 12u));
  for (std::size_t first = 0; first < results.selection.size(); first += 3) {
    std::size_t best = first;
    int chosen = 0;
    for (std::size_t i = first; i < first + 3; ++i) {
      CHECK(results.selection[i].count == (once ? 8 : 2));
      if (results.selection[i].mean < results.selection[best].mean) best = i;
      chosen += results.selection[i].chosen;
    }
    CHECK(chosen == 1);
    CHECK(results.selection[best].chosen);
    if (results.selection[first].unlabeled == 0 && !once)
      CHECK(results.selection[first].chosen);  // all the same
  }
  for (const CellResult& cell : results.cells)
    CHECK(cell.chosen.contains("Cu") == (cell.learner == "co_perceptron"));
}

TEST_CASE("the grid is the product of the lists, the last key running fastest", "[experiments][sweep]") {
  const auto grid = selection_grid({{"a", {1, 2}}, {"b", {"x", "y"}}});
  CHECK(Json(grid) == Json::parse(R"([{"a":1,"b":"x"},{"a":1,"b":"y"},{"a":2,"b":"x"},{"a":2,"b":"y"}])"));
}

TEST_CASE("files under unlabeled serve as unlabeled examples only", "[experiments][sweep]") {
  Json json = toy_experiment();
  json["data"]["unlabeled"] = "more.conll";
  Toy toy(json);
  CHECK(toy.data->train_end == 80);
  CHECK(toy.data->unlabeled_end == 110);
  CHECK(toy.experiment->pool.num_labeled() == 80);
  CHECK(toy.run("r").failed == 0);
  json["sweep"]["holdout"] = 75;
  CHECK_THAT(message_of<ConfigError>([&] { Toy{json}; }),
             Contains("but the data has 110, 80 of them with labels"));
}

TEST_CASE("holdout unlabeled scores what was unlabeled, learners that ignore it included",
          "[experiments][sweep]") {
  Json json = toy_experiment();
  json["sweep"]["holdout"] = "unlabeled";
  json["sweep"]["unlabeled"] = {10, 20};
  Toy toy(json);
  const SweepOutcome outcome = toy.run("r");
  CHECK(outcome.failed == 0);
  CHECK(outcome.results.cells.size() == 36);
}

TEST_CASE("the key of a cell changes with what changes its result and with nothing else",
          "[experiments][sweep]") {
  const auto key = [](const Json& json) {
    Toy toy(json);
    return cell_key({Phase::kCurve, 2, {3, 10}, 1, Json::object()}, toy.config, toy.experiment->common);
  };
  const std::string base = key(toy_experiment());
  for (const char* change : {"sweep.seed=8", "sweep.holdout=21", "learners.2.Cu=0.5", "problem.eta=2",
                             "learners.2.views.count=2", "data.features.0.window=0", "data.limit=79"}) {
    Json json = toy_experiment();
    apply_override(json, change);
    INFO(change);
    CHECK(key(json) != base);
  }
  for (const char* change : {"sweep.repetitions=9", "learners.2.name=\"co\"", "name=\"other\"",
                             "metrics=[\"accuracy\"]", "learners.0.epochs=9", "sweep.labeled=[3,6,9]"}) {
    Json json = toy_experiment();
    apply_override(json, change);
    INFO(change);
    CHECK(key(json) == base);
  }
}

TEST_CASE("a cell survives the store bit for bit", "[experiments][store]") {
  const TemporaryFolder folder;
  CellResult cell;
  cell.learner = "a \"name\"\n";
  cell.labeled = 5;
  cell.metrics = {{"x", 0.1 + 0.2}, {"y", std::numeric_limits<double>::quiet_NaN()}, {"z", -1e-310}};
  cell.chosen = {{"Cu", 0.1}};
  cell.error = "no";
  {
    ResultStore store(folder.path(), ResultStore::Mode::kResume);
    CHECK(!store.find("k"));
    store.put("k", cell);
  }
  const ResultStore store(folder.path(), ResultStore::Mode::kReadOnly);
  const auto found = store.find("k");
  REQUIRE(found);
  CHECK(to_json(*found) == to_json(cell));
  CHECK(found->metrics.at("x") == cell.metrics.at("x"));
  CHECK(std::isnan(found->metrics.at("y")));
}

TEST_CASE("a store is locked against a second run, and a damaged one says where", "[experiments][store]") {
  const TemporaryFolder folder;
  {
    const ResultStore store(folder.path(), ResultStore::Mode::kResume);
    CHECK_THAT(message_of<OutputError>([&] { ResultStore(folder.path(), ResultStore::Mode::kResume); }),
               Contains("another run is writing here"));
  }
  write_text(folder / "cells.jsonl", "{\"key\": 1}\n{}\n");
  CHECK_THAT(message_of<DataError>([&] { ResultStore(folder.path(), ResultStore::Mode::kResume); }),
             Contains("cells.jsonl:1: not a finished cell"));
  CHECK_THAT(message_of<OutputError>([&] { ResultStore(folder / "nowhere", ResultStore::Mode::kResume); }),
             Contains("cannot be written"));
}
