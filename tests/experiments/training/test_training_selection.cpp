// `select` of a training config: what it chooses is what a loop over separate trainings chooses.
#include <omp.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>
#include <numeric>
#include <sstream>

#include "costruct/experiments/config/selection.hpp"
#include "costruct/experiments/draws/splits.hpp"
#include "costruct/experiments/training/train.hpp"
#include "costruct/experiments/training/train_report.hpp"
#include "costruct/experiments/training/training_selection.hpp"
#include "costruct/io/json_file.hpp"
#include "support/toy_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

struct TrainedHere {
  ExitCode code = kDone;
  Json report;
  std::string model;  // its bytes
};

TrainedHere train_here(const TemporaryFolder& folder, const Json& json,
                       const std::atomic<bool>* stop = nullptr) {
  TrainRequest request;
  request.config = write_text(folder / "c.json", json.dump());
  request.model = folder / "m.safetensors";
  request.report = folder / "report.json";
  request.stop = stop;
  std::filesystem::remove(request.model);
  std::filesystem::remove(request.report);
  TrainedHere trained;
  trained.code = train_model(request);
  if (trained.code == kDone) trained.report = Json::parse(read_text(request.report));
  if (std::filesystem::exists(request.model)) trained.model = read_text(request.model);
  return trained;
}

// Writes chosen values where a config has them.
void take_by_hand(const Json& chosen, Json& config) {
  for (const auto& [key, value] : chosen.items()) {
    if (key.starts_with("problem.")) {
      config["problem"][key.substr(8)] = value;
    } else {
      config["learner"][key] = value;
    }
  }
}

// The bytes of a model but for where it comes from: a file of other bytes is another file, whatever
// is in it.
std::string without_origin(const std::string& model) {
  std::uint64_t length = 0;
  REQUIRE(model.size() > sizeof length);
  std::memcpy(&length, model.data(), sizeof length);
  Json header = Json::parse(model.substr(sizeof length, length));
  REQUIRE(header["__metadata__"].erase("origin") == 1);
  header["__metadata__"].erase("checksum");
  return header.dump() + model.substr(sizeof length + length);
}

// 23 rows with labels and 30 without, in two views either of which tells the label.
Json rows_with_select(const TemporaryFolder& folder) {
  write_text(folder / "train.svm", toy_rows(23, 5));
  write_text(folder / "unlabeled.svm", toy_rows(30, 8));
  return {
      {"problem", {{"type", "multiclass"}}},
      {"data", {{"format", "svmlight"}, {"train", "train.svm"}, {"unlabeled", "unlabeled.svm"}}},
      {"views", {{"split", "odd_even"}}},
      {"learner",
       {{"type", "co_perceptron"}, {"select", {{"Cu", {0.01, 0.3, 1.0}}, {"epochs", {1, 6}}}}}}};
}

std::string csv_of_numbers(int count, std::uint64_t seed, bool with_target) {
  RandomStream random(seed, 0, "numbers");
  std::ostringstream text;
  text.precision(17);
  text << (with_target ? "a,b,c,d,y\n" : "a,b,c,d\n");
  for (int i = 0; i < count; ++i) {
    std::vector<double> x;
    for (int j = 0; j < 4; ++j) x.push_back(static_cast<double>(random.below(4001)) / 1000 - 2);
    for (int j = 0; j < 4; ++j) text << (j > 0 ? "," : "") << x[static_cast<std::size_t>(j)];
    if (with_target)
      text << ","
           << std::sin(x[0]) + .5 * x[1] * x[2] - x[3] +
                  static_cast<double>(random.below(100)) / 300;
    text << "\n";
  }
  return text.str();
}

Json numbers_with_select(const TemporaryFolder& folder) {
  write_text(folder / "train.csv", csv_of_numbers(22, 1, true));
  write_text(folder / "unlabeled.csv", csv_of_numbers(40, 2, false));
  return {{"problem", {{"type", "regression"}}},
          {"data",
           {{"format", "csv"},
            {"target", "y"},
            {"train", "train.csv"},
            {"unlabeled", "unlabeled.csv"}}},
          {"views", {{"split", "random"}, {"count", 2}}},
          {"learner",
           {{"type", "co_rlsr"}, {"select", {{"lambda", {0.01, 1.0}}, {"eta", {0.05, 5.0}}}}}}};
}

// The draws by which the config chooses, from the code that sweeps draw with.
std::vector<Split> draws_of(const TemporaryFolder& folder, const Json& json) {
  Config config = check_config(json, folder / "c.json");
  const LoadedData data = load_data(config, DataPaths(config.file, {}));
  const DrawPool pool(*data.examples, data.unlabeled_end);
  SweepConfig& sweep = config.sweep;
  const Index n = pool.num_labeled();
  if (sweep.protocol == Protocol::kResample && sweep.holdout == 0) sweep.holdout = n / 5;
  const Index held =
      sweep.protocol == Protocol::kFolds ? (n + sweep.k - 1) / sweep.k : sweep.holdout;
  sweep.sizes = {{n - held, pool.size() - n}};
  std::vector<Split> draws;
  for (Index r = 0; r < sweep.selection_repetitions; ++r)
    draws.push_back(Draw(pool, sweep, r, "selection/split").at(sweep.sizes.front()));
  return draws;
}

// The lines of these examples, by their numbers in `lines`, behind a header if there is one.
std::string lines_at(const std::vector<std::string>& lines, const std::vector<Index>& examples,
                     const std::string& header) {
  std::string text = header;
  for (const Index example : examples) text += lines[static_cast<std::size_t>(example)] + "\n";
  return text;
}

// The table and the choice of a loop over separate trainings, one for each candidate and draw.
void check_against_trainings(const TemporaryFolder& folder, const Json& json,
                             const std::string& metric) {
  const Json select = json.at("learner").at("select");
  const bool numbers = json.at("problem").at("type") == "regression";
  const std::string suffix = numbers ? ".csv" : ".svm";
  std::vector<std::string> labeled = lines_of(read_text(folder / ("train" + suffix))),
                           unlabeled = lines_of(read_text(folder / ("unlabeled" + suffix)));
  const std::string header = numbers ? labeled.front() + "\n" : "",
                    bare = numbers ? unlabeled.front() + "\n" : "";
  if (numbers) labeled.erase(labeled.begin());
  if (numbers) unlabeled.erase(unlabeled.begin());
  std::vector<std::string> all = labeled;
  all.insert(all.end(), unlabeled.begin(), unlabeled.end());
  const std::vector<Split> draws = draws_of(folder, json);

  const TrainedHere selected = train_here(folder, json);
  REQUIRE(selected.code == kDone);
  const Json& table = selected.report.at("selection").at("table");
  CHECK(selected.report.at("selection").at("metric") == metric);
  const std::vector<Json> grid = selection_grid(select);
  REQUIRE(table.size() == grid.size());

  std::size_t best = 0;
  std::vector<double> means;
  for (std::size_t c = 0; c < grid.size(); ++c) {
    std::vector<double> errors;
    for (const Split& draw : draws) {
      const TemporaryFolder apart;
      write_text(apart / ("train" + suffix), lines_at(labeled, draw.labeled, header));
      write_text(apart / ("unlabeled" + suffix), lines_at(all, draw.unlabeled, bare));
      write_text(apart / ("test" + suffix), lines_at(labeled, draw.holdout, header));
      Json one = json;
      one["data"]["test"] = "test" + suffix;
      one["learner"].erase("select");
      one.erase("selection");
      take_by_hand(grid[c], one);
      errors.push_back(train_here(apart, one).report.at("metrics").at(metric).get<double>());
    }
    const double count = static_cast<double>(errors.size());
    const double mean = std::accumulate(errors.begin(), errors.end(), 0.0) / count;
    double squares = 0;
    for (const double error : errors) squares += (error - mean) * (error - mean);
    INFO(grid[c].dump());
    CHECK(table[c].at("parameters") == grid[c]);
    CHECK(table[c].at("count") == errors.size());
    CHECK(table[c].at("mean").get<double>() == Approx(mean).epsilon(1e-9).margin(1e-12));
    CHECK(table[c].at("standard_error").get<double>() ==
          Approx(std::sqrt(squares / (count - 1) / count)).epsilon(1e-6).margin(1e-9));
    means.push_back(table[c].at("mean").get<double>());
    if (means[c] < means[best]) best = c;
  }
  CHECK(*std::max_element(means.begin(), means.end()) >
        *std::min_element(means.begin(), means.end()));
  CHECK(selected.report.at("selected") == grid[best]);
  for (std::size_t c = 0; c < grid.size(); ++c) CHECK(table[c].at("chosen") == (c == best));

  // The model is that of the chosen values, trained on everything.
  Json by_hand = json;
  by_hand["learner"].erase("select");
  by_hand.erase("selection");
  take_by_hand(grid[best], by_hand);
  CHECK(train_here(folder, by_hand).model == selected.model);
}

}  // namespace

TEST_CASE("train chooses what a loop over separate trainings chooses, for labels",
          "[experiments][train]") {
  const TemporaryFolder folder;
  Json json = rows_with_select(folder);
  SECTION("folds") {
    json["selection"] = {{"k", 4}};
  }
  SECTION("folds of two partitions") {
    json["selection"] = {{"k", 3}, {"repetitions", 2}, {"seed", 9}};
  }
  SECTION("draws") {
    json["selection"] = {{"protocol", "resample"}, {"repetitions", 6}, {"holdout", 7}};
  }
  SECTION("options of the problem") {
    json["learner"]["select"]["problem.bias"] = {true, false};
  }
  json["selection"]["metric"] = "token_error";
  check_against_trainings(folder, json, "token_error");
}

TEST_CASE("train chooses what a loop over separate trainings chooses, for numbers",
          "[experiments][train]") {
  const TemporaryFolder folder;
  Json json = numbers_with_select(folder);
  SECTION("five folds by default") {
    check_against_trainings(folder, json, "loss");
  }
  SECTION("draws, by another metric") {
    json["selection"] = {{"protocol", "resample"}, {"metric", "rmse"}};
    check_against_trainings(folder, json, "rmse");
  }
}

TEST_CASE("folds part the labeled examples, and unlabeled ones are those without a label",
          "[experiments][train]") {
  const TemporaryFolder folder;
  const Json json = rows_with_select(folder);
  std::vector<Index> scored;
  for (const Split& draw : draws_of(folder, json)) {
    scored.insert(scored.end(), draw.holdout.begin(), draw.holdout.end());
    for (const Index example : draw.labeled)
      CHECK(std::count(draw.holdout.begin(), draw.holdout.end(), example) == 0);
    std::vector<Index> unlabeled = draw.unlabeled, all(30);
    std::sort(unlabeled.begin(), unlabeled.end());
    std::iota(all.begin(), all.end(), Index{23});
    CHECK(unlabeled == all);
  }
  std::sort(scored.begin(), scored.end());
  std::vector<Index> labeled(23);
  std::iota(labeled.begin(), labeled.end(), Index{0});
  CHECK(scored == labeled);
}

TEST_CASE("labels in files of unlabeled examples change nothing of a choice",
          "[experiments][train]") {
  const TemporaryFolder folder;
  const Json json = rows_with_select(folder);
  const TrainedHere before = train_here(folder, json);
  std::string other;
  for (const std::string& line : lines_of(read_text(folder / "unlabeled.svm")))
    other += "2" + line.substr(1) + "\n";
  REQUIRE(other != read_text(folder / "unlabeled.svm"));
  write_text(folder / "unlabeled.svm", other);
  const TrainedHere after = train_here(folder, json);
  CHECK(without_origin(after.model) == without_origin(before.model));
  CHECK(after.report.at("selection") == before.report.at("selection"));
}

TEST_CASE("a choice and its model have the same bits for one thread and for two",
          "[experiments][train][determinism]") {
  const TemporaryFolder folder;
  const Json json = GENERATE(true, false) ? rows_with_select(folder) : numbers_with_select(folder);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const TrainedHere one = train_here(folder, json);
  omp_set_num_threads(2);
  const TrainedHere two = train_here(folder, json);
  omp_set_num_threads(threads);
  CHECK(one.report.at("selection") == two.report.at("selection"));
  CHECK(one.model == two.model);
}

TEST_CASE("a choice that is interrupted leaves no model", "[experiments][train]") {
  const TemporaryFolder folder;
  const Json json = GENERATE(true, false) ? rows_with_select(folder) : numbers_with_select(folder);
  const std::atomic<bool> stop = true;
  const TrainedHere stopped = train_here(folder, json, &stop);
  CHECK(stopped.code == kInterrupted);
  CHECK(stopped.model.empty());
  CHECK(!std::filesystem::exists(folder / "report.json"));
}

TEST_CASE("options within blocks and kernels can be chosen, and the model says what was",
          "[experiments][train]") {
  const TemporaryFolder folder;
  Json json = rows_with_select(folder);
  json["learner"] = {
      {"type", "self_training"},
      {"learner", {{"type", "perceptron"}}},
      {"select",
       {{"learner.epochs", {1, 8}}, {"kernel", {{{"type", "linear"}}, {{"type", "polynomial"}}}}}}};
  const TrainedHere trained = train_here(folder, json);
  const Json& selected = trained.report.at("selected");
  CHECK(trained.report.at("selection").at("table").size() == 4);
  Json by_hand = json;
  by_hand["learner"].erase("select");
  by_hand["learner"]["learner"]["epochs"] = selected.at("learner.epochs");
  by_hand["learner"]["kernel"] = selected.at("kernel");
  CHECK(train_here(folder, by_hand).model == trained.model);
}

TEST_CASE("what is wrong with a choice in training is told with its place",
          "[experiments][config]") {
  const TemporaryFolder folder;
  const auto errors = [&](Json json, const std::string& assignment) {
    apply_override(json, assignment);
    return message_of<ConfigError>([&] { check_config(json, folder / "c.json"); });
  };
  const Json json = rows_with_select(folder);
  CHECK(errors(json, "selection={}") == "");
  CHECK_THAT(errors(json, "learner.select.C=[1]"), Contains("learner.select.C"));
  CHECK_THAT(errors(json, "learner.select.Cu=[2]"), Contains("learner.select.Cu"));
  CHECK_THAT(errors(json, "learner.Cu=1"), Contains("stands beside"));
  CHECK_THAT(errors(json, "selection.k=1"), Contains("selection.k = 1: must be >= 2"));
  CHECK_THAT(errors(json, "selection.holdout=3"),
             Contains("selection.holdout belongs to protocol resample"));
  CHECK_THAT(errors(json, "selection.metric=token_eror"), Contains("did you mean token_error?"));
  CHECK_THAT(errors(json, "selection.metric=rmse"), Contains("selection.metric"));
  CHECK_THAT(errors(json, "selection.repetitons=1"), Contains("did you mean repetitions?"));
  CHECK_THAT(errors(numbers_with_select(folder),
                    "data={\"format\": \"csv\", \"target\": \"y\", \"sites\": "
                    "[{\"train\": \"a.csv\", \"unlabeled\": \"u.csv\"}, {\"train\": \"b.csv\", "
                    "\"unlabeled\": \"u.csv\"}]}"),
             Contains("learner.select") && Contains("data.sites"));
  const auto told = [&](const Json& changed) {
    return message_of<ConfigError>([&] { train_here(folder, changed); });
  };
  Json many = json;
  many["selection"] = {{"k", 24}};
  CHECK_THAT(told(many), Contains("selection.k = 24: there are 23 labeled examples"));
  many["selection"] = {{"protocol", "resample"}, {"holdout", 23}};
  CHECK_THAT(told(many), Contains("selection.holdout = 23"));
  many["selection"] = {{"metric", "chunk_f1"}};
  CHECK_THAT(told(many), Contains("selection.metric = chunk_f1: "));
  Json unused = json;
  unused["learner"].erase("select");
  unused["selection"] = Json::object();
  CHECK_THAT(check_config(unused, "c.json").notes.front(), Contains("selection has no effect"));
}

TEST_CASE("the fits of a selection say which they are, and how far", "[experiments][train]") {
  const TemporaryFolder folder;
  const Json json = rows_with_select(folder);
  Config config = load_config(write_text(folder / "c.json", json.dump()), {}, "");
  const LoadedData data = load_data(config, DataPaths(config.file, {}), false);
  std::mutex mutex;
  std::vector<std::string> lines;
  choose_for_training(config, data, 2, nullptr, [&](const std::string& line) {
    const std::lock_guard lock(mutex);
    lines.push_back(line);
  });
  REQUIRE(!lines.empty());
  for (const std::string& line : lines) {
    CHECK_THAT(line, Contains("trying ") && Contains("fold ") && Contains(" of "));
    // Names of solvers and of quantities within them are for the report.
    CHECK_THAT(line, !Contains("n_slack") && !Contains("dual") && !Contains("constraints"));
  }
}

TEST_CASE("a gap below 0 is no gap, and only an estimate", "[experiments][train]") {
  const TemporaryFolder folder;
  TrainRequest request;
  request.report = folder / "r.json";
  FitReport report;
  report.primal = 94;
  report.dual = 100;
  report.gap = -6.0 / 94;
  report.gap_is_estimate = true;
  CHECK(tell_training(request, "svm", {report, 1, Json::object(), "train", "loss"}) == kDone);
  const Json objective = Json::parse(read_text(request.report)).at("objective");
  CHECK(objective ==
        Json{{"primal", 94.0}, {"dual", 100.0}, {"gap", 0.0}, {"gap_is_estimate", true}});
}
