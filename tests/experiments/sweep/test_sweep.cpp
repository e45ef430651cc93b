// The sweep: same results whatever the number of jobs, whatever was killed, whatever else is in the
// sweep.
#include <catch2/catch.hpp>

#include <cmath>
#include <map>
#include <set>

#include "costruct/experiments/config/selection.hpp"
#include "costruct/experiments/runs/dry_run.hpp"
#include "costruct/experiments/runs/reproduce.hpp"
#include "costruct/experiments/sweep/cell_fits.hpp"
#include "costruct/io/json_file.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "experiments/sweep/toy_sweep.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

Index count_failed(const RunResults& results) {
  return std::count_if(results.cells.begin(), results.cells.end(),
                       [](const CellResult& cell) { return !cell.error.empty(); });
}

const CellResult& cell_of(const RunResults& results, const std::string& learner, CellSizes sizes,
                          Index repetition) {
  for (const CellResult& cell : results.cells) {
    if (cell.learner == learner && cell.labeled == sizes.labeled &&
        cell.unlabeled == sizes.unlabeled && cell.repetition == repetition) {
      return cell;
    }
  }
  throw std::logic_error("no such cell");
}

}  // namespace

TEST_CASE("curves are the same for one job and for two, and in order", "[experiments][sweep]") {
  Toy toy(with_selection());
  const RunResults one = toy.run("one", 1), two = toy.run("two", 2);
  CHECK(count_failed(one) == 0);
  CHECK(curves_csv(one) == curves_csv(two));
  REQUIRE(one.cells.size() == 3 * 4 * 3);
  CHECK(one.cells[0].learner == "perceptron");
  CHECK(one.cells[1].repetition == 1);
  CHECK(one.cells[3].unlabeled == 10);
}

TEST_CASE("all learners of a draw have the same split, and it is nested by hash",
          "[experiments][sweep]") {
  Toy toy(toy_experiment());
  const RunResults results = toy.run("r");
  for (const CellResult& cell : results.cells) {
    const CellResult& first =
        cell_of(results, "perceptron", {cell.labeled, cell.unlabeled}, cell.repetition);
    CHECK(cell.split_hash == first.split_hash);
    CHECK(cell.redraws == first.redraws);
  }
  CHECK(cell_of(results, "hmm", {3, 0}, 0).split_hash !=
        cell_of(results, "hmm", {3, 0}, 1).split_hash);
}

// Breaks off after some cells.
class DyingWorkers : public Workers {
 public:
  DyingWorkers(const Experiment& experiment, Index cells) : threads_(experiment, 2), left_(cells) {}
  void run(const std::vector<Unit>& units, const TakeCell& take) override {
    threads_.run(units, [&](const Unit& unit, const CellSpec& cell, const FinishedCell& finished) {
      if (left_.fetch_sub(1) <= 0) throw OutputError("killed");
      take(unit, cell, finished);
    });
  }

 private:
  ThreadWorkers threads_;
  std::atomic<Index> left_;
};

TEST_CASE("a run that broke off goes on, and ends as one that did not", "[experiments][sweep]") {
  Toy toy(with_selection());
  const std::string undisturbed = toy.curves("whole");
  RandomStream random(1, 0, "when to break off");
  for (int i = 0; i < 12; ++i) {
    const Index cells = random.below(68);
    INFO("after " << cells << " cells");
    const std::string name = "broken" + std::to_string(i);
    std::filesystem::create_directories(toy.folder / name);
    {
      ResultStore store(toy.folder / name, ResultStore::Mode::kResume);
      DyingWorkers workers(*toy.experiment, cells);
      CHECK_THROWS_AS(run_sweep(*toy.experiment, store, workers, {}), OutputError);
      CHECK(store.num_cells() == cells);
    }
    CHECK(toy.curves(name, 1 + i % 2) == undisturbed);
    CHECK(ResultStore(toy.folder / name, ResultStore::Mode::kReadOnly).num_cells() == 68);
  }
}

TEST_CASE("a finished run is found again, every cell of it", "[experiments][sweep]") {
  Toy toy(with_selection());
  const std::string first = toy.curves("r");
  const auto times = [&] { return times_csv(load_run(toy.folder / "r")); };
  const std::string before = times();
  CHECK(toy.curves("r") == first);
  CHECK(times() == before);
  toy.run("r", 1, {}, ResultStore::Mode::kFresh);
  CHECK(times() != before);  // run again: other times
}

TEST_CASE("an edited config uses the cells that it did not change", "[experiments][sweep]") {
  Toy small(toy_experiment());
  small.run("r");
  Json json = toy_experiment();
  json["sweep"]["labeled"] = {3, 6, 12};
  json["sweep"]["repetitions"] = 4;
  json["learners"][1]["smoothing"] = 0.5;
  Toy large(json);
  std::filesystem::copy(small.folder / "r", large.folder / "r");
  const ResultStore store(large.folder / "r", ResultStore::Mode::kReadOnly);
  for (const PlannedCells& planned : plan_cells(*large.experiment, store, {}, 0)) {
    const bool same = planned.cell.sizes.labeled != 12 && planned.cell.learner != 1;
    CHECK(planned.total == 4);
    CHECK(planned.done == (same ? 3 : 0));
  }
}

TEST_CASE(
    "a cell of a supervised learner is expected to take as long with unlabeled examples as without",
    "[experiments][sweep]") {
  Toy toy(toy_experiment());
  toy.run("r");
  const ResultStore store(toy.folder / "r", ResultStore::Mode::kReadOnly);
  std::map<std::pair<Index, Index>, std::set<double>> seconds;  // by learner and labeled size
  for (const PlannedCells& planned : plan_cells(*toy.experiment, store, {}, 0))
    seconds[{planned.cell.learner, planned.cell.sizes.labeled}].insert(planned.seconds);
  for (const auto& [key, times] : seconds) {
    const bool supervised = !toy.config.learners[key.first].uses_unlabeled();
    INFO(toy.config.learners[key.first].name);
    CHECK((times.size() == 1 || !supervised));
    CHECK(*times.begin() > 0);
  }
}

TEST_CASE("what a cell gives does not depend on the other cells of the sweep",
          "[experiments][sweep]") {
  Toy small(toy_experiment());
  Json json = toy_experiment();
  json["sweep"]["labeled"] = {3, 6, 12};
  json["sweep"]["unlabeled"] = {0, 10, 30};
  Toy large(json);
  const RunResults few = small.run("r"), many = large.run("r");
  for (const CellResult& cell : few.cells) {
    const CellResult& other =
        cell_of(many, cell.learner, {cell.labeled, cell.unlabeled}, cell.repetition);
    INFO(cell.learner << " " << cell.labeled << " " << cell.unlabeled);
    CHECK(cell.metrics == other.metrics);
    CHECK(cell.split_hash == other.split_hash);
  }
}

TEST_CASE("a learner without unlabeled examples gives the same at every unlabeled size",
          "[experiments][sweep]") {
  Toy toy(toy_experiment());
  const RunResults results = toy.run("r");
  for (const char* learner : {"perceptron", "hmm"}) {
    const CellResult &none = cell_of(results, learner, {6, 0}, 1),
                     &some = cell_of(results, learner, {6, 10}, 1);
    CHECK(none.metrics == some.metrics);
    CHECK(none.train_seconds == some.train_seconds);
  }
  // What statistics need to count it once, and to know how much the draws overlap.
  CHECK(results.supervised == std::vector<std::string>{"perceptron", "hmm"});
  CHECK((results.pool == 80 && results.holdout == 20));
}

TEST_CASE(
    "a learner whose kernel sees the unlabeled inputs, or scores them, has a result for each size",
    "[experiments][sweep]") {
  const auto supervised = [](const Json& json) { return Toy(json).run("r").supervised; };
  Json json = toy_experiment();
  json["sweep"]["repetitions"] = 1;
  json["sweep"]["holdout"] = "unlabeled";
  json["sweep"]["unlabeled"] = {10};
  CHECK(supervised(json).empty());
  json = toy_experiment();
  json["sweep"]["repetitions"] = 1;
  json["sweep"]["protocol"] = "folds";
  json["sweep"]["k"] = 5;
  json["sweep"].erase("holdout");
  json["learners"][0]["kernel"] = {{"type", "graph"}, {"neighbours", 3}};
  Toy toy(json);
  const RunResults results = toy.run("r");
  CHECK(results.supervised == std::vector<std::string>{"hmm"});
  CHECK((results.pool == 80 && results.holdout == 16));
  json["learners"][0].erase("kernel");
  json["learners"][0]["select"]["kernel"] = {{{"type", "linear"}},
                                             {{"type", "graph"}, {"neighbours", 3}}};
  CHECK(supervised(json) == std::vector<std::string>{"hmm"});
}

TEST_CASE("a metric that says nothing of the labels is an error before any cell, and no number",
          "[experiments][sweep]") {
  Json json = toy_experiment();
  json["metrics"] = {"token_error", "chunk_f1"};
  CHECK_THAT(message_of<ConfigError>([&] { Toy toy(json); }),
             Contains("metrics.1 = chunk_f1: needs labels in IOB1") &&
                 Contains("the data has a label \"C\""));
  json["metrics"] = {"token_error"};
  for (const CellResult& cell : Toy(json).run("r").cells)
    CHECK(cell.metrics.count("chunk_f1") == 0);
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
  ThreadWorkers workers(experiment, 1);
  const SweepOutcome outcome = run_sweep(experiment, store, workers, {});
  const RunResults results = with_cells(outcome.record, store);
  CHECK(count_failed(results) == 4 * 3);  // hmm needs indicators
  for (const CellResult& cell : results.cells) {
    CHECK(cell.error.empty() == (cell.learner != "hmm"));
    if (cell.learner == "hmm") CHECK_THAT(cell.error, Contains("indicator"));
  }
  // Failed cells are not run again, unless asked for.
  const auto to_do = [&](bool retry) {
    SweepSettings settings;
    settings.retry_failed = retry;
    Index count = 0;
    for (const PlannedCells& planned : plan_cells(experiment, store, settings, 0))
      count += planned.total - planned.done;
    return count;
  };
  CHECK(to_do(false) == 0);
  CHECK(to_do(true) == 12);
}

Json with_choice() {
  Json json = toy_experiment();
  json["sweep"]["labeled"] = {3, 6, 12};
  const Json choice = {{"by", "margin"}};
  json["learners"] = {{{"type", "crf"}},
                      {{"type", "crf"}, {"name", "crf_margin"}, {"choice", choice}},
                      {{"type", "crf"}, {"name", "crf_entropy"}, {"choice", {{"by", "entropy"}}}},
                      {{"type", "co_perceptron"},
                       {"epochs", 3},
                       {"final", "sum"},
                       {"choice", {{"by", "disagreement"}, {"start", 4}}}}};
  return json;
}

TEST_CASE("chosen examples are the same for all jobs, and for a run that broke off",
          "[experiments][sweep][choice]") {
  Toy toy(with_choice());
  const RunResults one = toy.run("one");
  CHECK(count_failed(one) == 0);
  const std::string undisturbed = curves_csv(one);
  CHECK(toy.curves("two", 2) == undisturbed);
  for (const Index cells : {1, 5, 20, 40}) {
    const std::string name = "broken" + std::to_string(cells);
    std::filesystem::create_directories(toy.folder / name);
    {
      ResultStore store(toy.folder / name, ResultStore::Mode::kResume);
      DyingWorkers workers(*toy.experiment, cells);
      CHECK_THROWS_AS(run_sweep(*toy.experiment, store, workers, {}), OutputError);
    }
    CHECK(toy.curves(name) == undisturbed);
  }
  // The first examples are drawn, and the choice makes a difference afterwards.
  const auto error = [&](const std::string& learner, CellSizes sizes, Index repetition) {
    return cell_of(one, learner, sizes, repetition).metrics.at("token_error");
  };
  Index different = 0;
  for (Index repetition = 0; repetition < 3; ++repetition) {
    CHECK(error("crf", {3, 0}, repetition) == error("crf_margin", {3, 0}, repetition));
    CHECK(cell_of(one, "crf", {12, 0}, repetition).split_hash ==
          cell_of(one, "crf_margin", {12, 0}, repetition).split_hash);
    different += error("crf", {12, 0}, repetition) != error("crf_margin", {12, 0}, repetition);
  }
  CHECK(different > 0);
  // What is labeled is kept, for the report.
  const auto sample = [&](const std::string& learner, Index labeled) {
    return *cell_of(one, learner, {labeled, 0}, 1).labeled_sample;
  };
  const std::vector<std::string> first = sample("crf_margin", 6).chosen,
                                 all = sample("crf_margin", 12).chosen;
  REQUIRE(all.size() == 12);
  CHECK(std::equal(first.begin(), first.end(), all.begin()));
  CHECK(std::set(all.begin(), all.end()).size() == 12);
  CHECK(sample("crf", 12).chosen.empty());
  CHECK(sample("crf_margin", 12).drawn == 3);
  Index parts = 0;
  for (const auto& [label, count] : sample("crf", 12).labels) parts += count;
  CHECK(sample("crf", 12).parts == parts);
  CHECK(sample("crf", 3).parts == sample("crf_margin", 3).parts);
}

TEST_CASE("at each size the most useful examples of the pool are chosen",
          "[experiments][sweep][choice]") {
  Toy toy(with_choice());
  const Experiment& experiment = *toy.experiment;
  const SweepConfig& sweep = experiment.config.sweep;
  const Draw draw(experiment.pool, sweep, 1, "split");
  for (const Index k : {1, 2, 3}) {
    const LearnerConfig& learner = experiment.config.learners[static_cast<std::size_t>(k)];
    CellFits fits({experiment, Phase::kCurve, k, 1, draw});
    const auto split_at = [&](CellSizes sizes) { return fits.split_of({Phase::kCurve, k, sizes}); };
    std::vector<Index> labeled = draw.at({learner.choice->start.value_or(3), 0}).labeled;
    for (const Index size : {6, 12}) {
      std::set<Index> others;
      for (const Index example : draw.at({draw.num_labeled(), 0}).labeled) others.insert(example);
      for (const Index example : labeled) others.erase(example);
      const std::vector<Index> pool(others.begin(), others.end()), none;
      const auto inputs = experiment.task->make({learner.problem,
                                                 {},
                                                 views_of(experiment, learner, Phase::kCurve, 1),
                                                 labeled,
                                                 std::ssize(labeled),
                                                 pool,
                                                 {},
                                                 false,
                                                 thread_seconds});
      FitContext context;
      context.seed = sweep.seed;
      context.repetition = 1;
      const auto fit =
          inputs->fit({*learner.entry, learner.options, labeled, none, context, thread_seconds});
      const auto rated = fit->usefulness(pool, learner.choice->by);
      std::map<Index, std::pair<double, double>> of;
      for (std::size_t i = 0; i < pool.size(); ++i) of[pool[i]] = rated[i];
      const std::vector<Index> now = split_at({size, 0}).labeled;
      REQUIRE(std::ssize(now) == size);
      CHECK(std::equal(labeled.begin(), labeled.end(), now.begin()));
      std::pair<double, double> worst = of.at(now[labeled.size()]);
      for (std::size_t i = labeled.size(); i < now.size(); ++i) {
        worst = std::max(worst, of.at(now[i]));
        others.erase(now[i]);
      }
      for (const Index example : others) CHECK(of.at(example) >= worst);
      labeled = now;
    }
    const Split split = split_at({12, 10});
    std::set<Index> apart(split.labeled.begin(), split.labeled.end());
    apart.insert(split.unlabeled.begin(), split.unlabeled.end());
    apart.insert(split.holdout.begin(), split.holdout.end());
    CHECK(std::ssize(apart) == 12 + 10 + 20);
    CHECK(split.holdout == draw.at({12, 10}).holdout);
  }
}

TEST_CASE("choices that cannot be made are errors of the config", "[experiments][sweep][choice]") {
  const auto wrong = [](const std::string& path, const Json& value, const std::string& message) {
    Json json = with_choice();
    json[Json::json_pointer(path)] = value;
    CHECK_THROWS_WITH(Toy(json), Contains(message));
  };
  wrong("/learners/2/type", "perceptron", "learns scores and no probabilities");
  wrong("/learners/3/final", "joint", "keeps no views");
  wrong("/learners/1/choice/by", "disagreement", "the model has one view");
  wrong("/learners/1/choice/from", 3, "from");
  wrong("/learners/1/known", {{"which", "parts"}}, "stands beside known");
  wrong("/learners/1/select", {{"C", {0.1, 1.0}}}, "has one choice of options");
  wrong("/sweep/holdout", "unlabeled", "which this sweep scores");
}

TEST_CASE("a stop leaves finished cells only", "[experiments][sweep]") {
  std::atomic<bool> stop{true};
  Toy toy(toy_experiment(), &stop);
  CHECK(toy.run_to_end("r") == SweepEnd::kInterrupted);
  CHECK(load_run(toy.folder / "r").cells.empty());
  stop = false;
  CHECK(toy.run("r").cells.size() == 36);
}

TEST_CASE("selection takes the best mean on draws of its own, the first among equals",
          "[experiments][sweep]") {
  Json json = with_selection();
  json["learners"][2]["select"] = {{"Cu", {0.5, 0.5000001, 0.0}}};
  json["sweep"]["selection"]["per"] = GENERATE("cell", "learner");
  Toy toy(json);
  const RunResults results = toy.run("r");
  const bool once = json["sweep"]["selection"]["per"] == "learner";
  REQUIRE(results.selection.size() == (once ? 3u : 12u));
  for (std::size_t first = 0; first < results.selection.size(); first += 3) {
    std::size_t best = first;
    int chosen = 0;
    for (std::size_t i = first; i < first + 3; ++i) {
      CHECK(results.selection[i].count == 2);  // draws: the four sizes of one share its examples
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

TEST_CASE("candidates that differ by the rounding of their means are equal, and the first is taken",
          "[experiments][sweep]") {
  Json json = with_selection();
  json["learners"][2]["select"] = {{"Cu", {0.5, 1.0}}};
  json["sweep"]["selection"]["repetitions"] = 3;
  const Config config = check_config(json, "c.json");
  const std::vector<std::vector<double>> errors = {{0.1, 0.1, 0.1}, {0.15, 0.15, 0.0}};
  const auto value = [&](CellSizes, std::size_t candidate, Index repetition) {
    CellResult cell;
    cell.metrics["token_error"] = errors[candidate][static_cast<std::size_t>(repetition)];
    return std::optional(cell);
  };
  const auto chosen = [&](double less) {
    return choose(config.learners[2], config.sweep, *find_metric("sequence", "token_error"),
                  [&](CellSizes sizes, std::size_t candidate, Index repetition) {
                    auto cell = value(sizes, candidate, repetition);
                    if (candidate == 1) cell->metrics["token_error"] -= less;
                    return cell;
                  });
  };
  const Selection equal = chosen(0), lower = chosen(1e-12);
  REQUIRE(equal.table[0].mean != equal.table[1].mean);  // or this shows nothing
  CHECK(equal.table[0].mean == Approx(equal.table[1].mean).epsilon(1e-14));
  CHECK(equal.table[0].chosen);
  CHECK(lower.table[1].chosen);
}

TEST_CASE("the grid is the product of the lists, the last key running fastest",
          "[experiments][sweep]") {
  const auto grid = selection_grid({{"a", {1, 2}}, {"b", {"x", "y"}}});
  CHECK(Json(grid) ==
        Json::parse(R"([{"a":1,"b":"x"},{"a":1,"b":"y"},{"a":2,"b":"x"},{"a":2,"b":"y"}])"));
}

TEST_CASE("files under unlabeled serve as unlabeled examples only", "[experiments][sweep]") {
  Json json = toy_experiment();
  json["data"]["unlabeled"] = "more.conll";
  Toy toy(json);
  CHECK(toy.data->train_end == 80);
  CHECK(toy.data->unlabeled_end == 110);
  CHECK(toy.experiment->pool.num_labeled() == 80);
  CHECK(count_failed(toy.run("r")) == 0);
  json["sweep"]["holdout"] = 75;
  CHECK_THAT(message_of<ConfigError>([&] { Toy{json}; }),
             Contains("the data has 110 examples, 80 of them with labels"));
}

TEST_CASE("holdout unlabeled scores what was unlabeled, learners that ignore it included",
          "[experiments][sweep]") {
  Json json = toy_experiment();
  json["sweep"]["holdout"] = "unlabeled";
  json["sweep"]["unlabeled"] = {10, 20};
  Toy toy(json);
  const RunResults results = toy.run("r");
  CHECK(count_failed(results) == 0);
  CHECK(results.cells.size() == 36);
}

TEST_CASE("the key of a cell changes with what changes its result and with nothing else",
          "[experiments][sweep]") {
  const auto key = [](const Json& json) {
    Toy toy(json);
    return cell_identity({Phase::kCurve, 2, {3, 10}}, toy.config, toy.experiment->common);
  };
  const std::uint64_t base = key(toy_experiment());
  for (const char* change :
       {"sweep.seed=8", "sweep.holdout=21", "learners.2.Cu=0.5", "problem.eta=2",
        "learners.2.views.count=2", "data.features.0.window=0", "data.limit=79"}) {
    Json json = toy_experiment();
    apply_override(json, change);
    INFO(change);
    CHECK(key(json) != base);
  }
  for (const char* change :
       {"sweep.repetitions=9", "learners.2.name=\"co\"", "name=\"other\"", "metrics=[\"accuracy\"]",
        "learners.0.epochs=9", "sweep.labeled=[3,6,9]", "problem.eta=1.0"}) {
    Json json = toy_experiment();
    apply_override(json, change);
    INFO(change);
    CHECK(key(json) == base);
  }
}

TEST_CASE("fail-fast ends a run at the first failed cell, which is kept", "[experiments][sweep]") {
  Json json = toy_experiment();
  json["views"] = {{"split", "none"}};
  json["data"]["features"] = {{{"extractor", "token"}, {"window", 0}}};
  json["sweep"]["labeled"] = {3};
  json["sweep"]["repetitions"] = 5;
  Toy toy(json);
  // A learner that cannot be fitted: its problem offers nothing.
  LearnerEntry failing = *toy.experiment->config.learners[1].entry;
  failing.make = [](const Json&) -> std::unique_ptr<Learner> { throw ConfigError("no"); };
  toy.experiment->config.learners[1].entry = &failing;
  SweepSettings settings;
  settings.fail_fast = true;
  CHECK(toy.run_to_end("r", 1, settings) == SweepEnd::kFailed);
  CHECK(count_failed(load_run(toy.folder / "r")) == 1);
  CHECK(toy.run_to_end("r") == SweepEnd::kComplete);
  CHECK(count_failed(load_run(toy.folder / "r")) == 10);
}

TEST_CASE("shards together give what one run gives", "[experiments][sweep]") {
  Toy toy(with_selection());
  const std::string undisturbed = toy.curves("whole");
  const Index count = GENERATE(1, 2, 5);
  for (const SweepEnd expected : {SweepEnd::kOtherShards, SweepEnd::kShardComplete}) {
    for (Index index = 0; index < count; ++index) {
      SweepSettings settings;
      settings.shard = {index, count};
      const std::string name = "shard" + std::to_string(index);
      std::filesystem::create_directories(toy.folder / name);
      std::filesystem::create_directories(toy.folder / "all");
      { ResultStore all(toy.folder / "all", ResultStore::Mode::kResume); }
      ResultStore(toy.folder / name, ResultStore::Mode::kResume).merge(toy.folder / "all");
      const SweepEnd end = toy.run_to_end(name, 1, settings);
      if (count > 1)
        CHECK((end == expected || (index == count - 1 && end == SweepEnd::kShardComplete)));
    }
    ResultStore all(toy.folder / "all", ResultStore::Mode::kResume);
    for (Index index = 0; index < count; ++index) {
      const auto folder = toy.folder / ("shard" + std::to_string(index));
      CHECK(all.merge(folder).different == 0);
      save_record(all, read_record(ResultStore(folder, ResultStore::Mode::kReadOnly)));
    }
  }
  CHECK(curves_csv(load_run(toy.folder / "all")) == undisturbed);
  CHECK(toy.curves("all") == undisturbed);
}

TEST_CASE("a row is reproduced to the last bit, and a changed one is told",
          "[experiments][sweep]") {
  Toy toy(with_selection());
  toy.run("r");
  const ResultStore store(toy.folder / "r", ResultStore::Mode::kReadOnly);
  for (const Index row : {Index{1}, Index{20}, store.num_cells()}) {
    const Reproduction again = reproduce(*toy.experiment, store, row).value();
    INFO(again.table);
    CHECK(again.different == 0);
    CHECK_THAT(again.table, Contains("token_error") && Contains("20 examples"));
  }
  CHECK_THAT(message_of<ConfigError>([&] { reproduce(*toy.experiment, store, 100000); }),
             Contains("no such row"));
  Json other = with_selection();
  other["sweep"]["seed"] = 99;
  const Toy stranger(other);
  CHECK_THAT(message_of<ConfigError>([&] { reproduce(*stranger.experiment, store, 1); }),
             Contains("is no cell of this config and data"));
}

TEST_CASE("a cell says what its views alone did and how much they disagree",
          "[experiments][sweep]") {
  Json json = toy_experiment();
  Toy toy(json);
  for (const CellResult& cell : toy.run("r").cells) {
    const bool several = cell.learner == "co_perceptron";
    CHECK(cell.view_errors.size() == (several ? 3 : 0));
    CHECK(std::isnan(cell.disagreement) == !(several && cell.unlabeled > 0));
    CHECK(cell.peak_memory > 0);
    CHECK(cell.iterations > 0);
  }
}
