// Writes a store with many cells, to measure the cost of opening and reporting a large run
// (store_rows.sh).
//
//   bench_store_rows FOLDER [ROWS]   1,000,000 rows: 2 learners, 50 pairs of sizes, 10,000
//                                    repetitions
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "costruct/core/random.hpp"
#include "costruct/results/store/run_record.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

constexpr Index kLearners = 2, kLabeled = 10, kUnlabeled = 5;

RunRecord record_of(Index repetitions) {
  RunRecord record;
  record.results.name = "large";
  record.results.learners = {"perceptron", "co_perceptron"};
  record.results.metrics = {"token_error", "f1_micro"};
  record.results.config = {{"name", "large"}};
  record.repetitions = repetitions;
  for (Index k = 0; k < kLearners; ++k) {
    for (Index n = 1; n <= kLabeled; ++n) {
      for (Index m = 0; m < kUnlabeled; ++m) {
        const std::uint64_t identity = hash_bytes(fmt::format("{}/{}/{}", k, n, m));
        record.lines.push_back({record.results.learners[static_cast<std::size_t>(k)], 10 * n,
                                20 * m, identity, Json::object(), ""});
      }
    }
  }
  return record;
}

CellResult cell_of(const CurveLine& line, Index repetition, RandomStream& random) {
  CellResult cell;
  cell.learner = line.learner;
  cell.labeled = line.labeled;
  cell.unlabeled = line.unlabeled;
  cell.repetition = repetition;
  const double error = random.uniform() / static_cast<double>(line.labeled);
  cell.metrics = {{"token_error", error},
                  {"accuracy", 1 - error},
                  {"f1_micro", 1 - error},
                  {"f1_macro", 1 - error}};
  cell.view_errors = {error, error / 2};
  cell.train_seconds = random.uniform();
  cell.predict_seconds = random.uniform();
  cell.oracle_calls = 1000;
  cell.iterations = 10;
  cell.stopped_because = "max_iterations";
  return cell;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    fmt::print(stderr, "usage: bench_store_rows FOLDER [ROWS]\n");
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  const Index rows = count > 2 ? std::strtoll(arguments[2], nullptr, 10) : 1'000'000;
  const Index repetitions = rows / (kLearners * kLabeled * kUnlabeled);
  std::filesystem::create_directories(folder);
  ResultStore store(folder, ResultStore::Mode::kFresh);
  const RunRecord record = record_of(repetitions);
  save_record(store, record);
  RandomStream random(1, 0, "cells");
  for (Index repetition = 0; repetition < repetitions; ++repetition) {
    const Split split{{repetition}, {}, {}};  // the same for all sizes; reports do not use splits
    for (const CurveLine& line : record.lines) {
      CellResult cell = cell_of(line, repetition, random);
      cell.split_hash = split.hash();
      store.put(cell_key(*line.identity, repetition), Phase::kCurve, cell, split);
    }
  }
}
