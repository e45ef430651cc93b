// Cost of a report on a large run.
//
//   bench_report [CELLS]
//
// Invents a run with 4 learners, 250 sizes, and enough repetitions for CELLS (1,000,000) cells.
// Then it writes everything that `run` writes except the figures.
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "costruct/core/random.hpp"
#include "costruct/report/report.hpp"
#include "costruct/report/terminal_table.hpp"

namespace costruct::experiments {
namespace {

constexpr Index kSizes = 250;

RunResults made_up(Index cells) {
  RunResults results;
  results.name = "large";
  results.learners = {"perceptron", "co_perceptron", "structural_svm", "co_svm"};
  results.metrics = {"token_error", "chunk_f1"};
  results.config = {{"name", "large"}};
  const Index repetitions = cells / (kSizes * static_cast<Index>(results.learners.size()));
  results.cells.reserve(static_cast<std::size_t>(cells));
  RandomStream noise(1, 0, "bench_report");
  for (const std::string& learner : results.learners) {
    for (Index size = 0; size < kSizes; ++size) {
      for (Index r = 0; r < repetitions; ++r) {
        CellResult cell;
        cell.learner = learner;
        cell.labeled = 5 * (1 + size / 10);
        cell.unlabeled = 50 * (size % 10);
        cell.repetition = r;
        const double error = 0.3 / static_cast<double>(1 + size) + 0.1 * noise.uniform();
        cell.metrics = {{"token_error", error}, {"chunk_f1", 1 - error}};
        cell.view_errors = {error + 0.1, error + 0.2};
        cell.disagreement = 0.1 * noise.uniform();
        cell.primal = 10 * noise.uniform();
        cell.train_seconds = 0.01 * static_cast<double>(1 + size) * (1 + noise.uniform());
        cell.peak_memory = 100 << 20;
        cell.converged = true;
        cell.stopped_because = "epochs";
        cell.split_hash = fmt::format("{:016x}", size * 100000 + r);
        cell.row = static_cast<Index>(results.cells.size()) + 1;
        results.cells.push_back(std::move(cell));
      }
    }
  }
  return results;
}

double peak_mebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Runs a step. Prints its seconds, and the peak memory since the start.
template <class Step>
void measure(const char* name, const Step& step) {
  const auto start = std::chrono::steady_clock::now();
  step();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("{:<16} {:7.2f} s   peak {:6.0f} MiB\n", name, seconds, peak_mebibytes());
}

void run(Index cells) {
  const auto folder = std::filesystem::temp_directory_path() / "costruct-bench-report";
  std::filesystem::create_directories(folder);
  RunResults results;
  measure("make the cells", [&] { results = made_up(cells); });
  const auto start = std::chrono::steady_clock::now();
  std::optional<RunSummary> summary;
  measure("summary", [&] { summary.emplace(results); });
  measure("curves.csv", [&] { write_curves_csv(folder / "curves.csv", *summary); });
  measure("times.csv", [&] { write_times_csv(folder / "times.csv", *summary); });
  measure("cells.csv", [&] { write_cells_csv(folder / "cells.csv", results); });
  measure("report.html", [&] { write_report(folder / "report.html", *summary); });
  std::size_t width = 0;
  measure("terminal table", [&] { width = terminal_table(*summary).size(); });
  const double all =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("{} cells reported in {:.2f} s; report.html {:.1f} MiB, table {} bytes\n",
             results.cells.size(), all,
             static_cast<double>(std::filesystem::file_size(folder / "report.html")) / (1 << 20),
             width);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace costruct::experiments

int main(int argc, char** argv) {
  costruct::experiments::run(argc > 1 ? std::atol(argv[1]) : 1000000);
  return 0;
}
