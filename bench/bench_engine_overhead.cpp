// Cost of the engine without the learners: sweeps of cells whose fit does nothing, with one thread
// and a store on disk.
//
//   bench_engine_overhead [CELLS] [FOLDER]   prints cells per second; 20,000 cells, with stores in
//                                            FOLDER (default: .)
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "costruct/core/random.hpp"
#include "costruct/experiments/sweep/sweep.hpp"
#include "costruct/learners/catalog.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

// A learner that immediately returns zero weights.
class NoLearner final : public Learner {
 public:
  Fitted fit(const Views& views, const Sample&, const FitContext&) const override {
    Fitted fitted;
    for (Index v = 0; v < views.count(); ++v) fitted.weights.emplace_back(views[v].dimension());
    fitted.report.converged = true;
    fitted.report.stopped_because = "nothing to do";
    return fitted;
  }
};

const LearnerEntry& no_learner() {
  static const LearnerEntry entry = [] {
    LearnerEntry e;
    e.name = "hmm";
    e.uses_unlabeled = true;  // so that each cell is fitted
    e.make = [](const Json&) { return std::make_unique<NoLearner>(); };
    return e;
  }();
  return entry;
}

// Writes 200 sentences of 2 to 6 words, with 30 different words and three labels.
void write_corpus(const std::filesystem::path& file) {
  std::ofstream out(file);
  RandomStream random(1, 0, "corpus");
  for (int i = 0; i < 200; ++i) {
    const Index length = 2 + random.below(5);
    for (Index t = 0; t < length; ++t)
      out << 'w' << random.below(30) << ' ' << "ABC"[random.below(3)] << '\n';
    out << '\n';
  }
}

// A sweep over `sizes` different numbers of labeled examples.
Config config_of(const std::filesystem::path& folder, Index sizes, Index repetitions) {
  Json labeled = Json::array();
  for (Index i = 0; i < sizes; ++i) labeled.push_back(10 + i);
  const Json json = {
      {"problem", {{"type", "sequence"}}},
      {"data",
       {{"format", "conll"},
        {"columns", {"word", "label"}},
        {"train", "train.conll"},
        {"features", {{{"extractor", "token"}, {"window", 1}}}}}},
      {"sweep",
       {{"labeled", labeled}, {"unlabeled", {20}}, {"holdout", 20}, {"repetitions", repetitions}}},
      {"learners", {{{"type", "hmm"}}}}};
  Config config = check_config(json, folder / "bench.json");
  config.learners[0].entry = &no_learner();
  return config;
}

double seconds_of(const auto& action) {
  const auto start = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void print_rate(const std::string& what, Index cells, double seconds) {
  fmt::print("{:<44} {:>8.0f} cells/s\n", what, static_cast<double>(cells) / seconds);
}

void bench_sweep(const std::filesystem::path& folder, Index sizes, Index cells) {
  const Config config = config_of(folder, sizes, cells / sizes);
  const LoadedData data = load_data(config, DataPaths(folder / "bench.json", {}));
  const Experiment experiment(config, data, nullptr);
  ResultStore store(folder, ResultStore::Mode::kFresh);
  ThreadWorkers workers(experiment, 1);
  const double seconds = seconds_of([&] { run_sweep(experiment, store, workers, {}); });
  if (store.num_cells() != cells) std::abort();
  print_rate(fmt::format("a sweep with {} sizes a repetition", sizes), cells, seconds);
}

void bench_store(const std::filesystem::path& folder, Index cells) {
  ResultStore store(folder, ResultStore::Mode::kFresh);
  CellResult cell;
  cell.learner = "hmm";
  cell.metrics = {{"token_error", 0.5}, {"accuracy", 0.5}};
  const double seconds = seconds_of([&] {
    for (Index i = 0; i < cells; ++i) {
      const Split split{{i}, {}, {1, 2, 3}};
      cell.repetition = i;
      cell.split_hash = split.hash();
      store.put(cell_key(1, i), Phase::kCurve, cell, split);
    }
  });
  print_rate("the store alone, a new split each", cells, seconds);
}

}  // namespace

int main(int count, char** arguments) {
  const Index cells = count > 1 ? std::strtoll(arguments[1], nullptr, 10) : 20'000;
  const std::filesystem::path folder =
      std::filesystem::path(count > 2 ? arguments[2] : ".") / "bench-engine";
  std::filesystem::create_directories(folder);
  write_corpus(folder / "train.conll");
  bench_sweep(folder, 20, cells);
  bench_sweep(folder, 1, cells);
  bench_store(folder, cells);
  std::filesystem::remove_all(folder);
}
