#include "costruct/experiments/sweep/workers.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace costruct::experiments {

bool run_unit(const Experiment& experiment, const Unit& unit, const TakeCell& take) {
  CellRunner runner(experiment, unit.phase, unit.learner, unit.repetition);
  for (const CellSpec* cell : unit.cells) {
    if (experiment.stop_requested()) return false;
    const std::optional<FinishedCell> finished = runner.run(*cell);
    if (!finished) return false;
    take(unit, *cell, *finished);
  }
  return true;
}

void ThreadWorkers::run(const std::vector<Unit>& units, const TakeCell& take) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> broken{false};
  std::exception_ptr error;
  std::mutex error_mutex;
  const auto work = [&] {
    try {
      while (!broken && !experiment_.stop_requested()) {
        const std::size_t unit = next.fetch_add(1);
        if (unit >= units.size() || !run_unit(experiment_, units[unit], take)) return;
      }
    } catch (...) {
      const std::lock_guard lock(error_mutex);
      if (!error) error = std::current_exception();
      broken = true;
    }
  };
  std::vector<std::thread> threads;
  const auto workers =
      std::min<std::size_t>(static_cast<std::size_t>(std::max(jobs_, 1)), units.size());
  try {
    for (std::size_t i = 1; i < workers; ++i) threads.emplace_back(work);
  } catch (const std::system_error&) {  // no further thread possible: work with those there are
  }
  work();
  for (std::thread& thread : threads) thread.join();
  if (error) std::rethrow_exception(error);
}

}  // namespace costruct::experiments
