// Long work that Ctrl-C ends.
#pragma once

#include <omp.h>
#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace costruct::python {

inline constexpr std::chrono::milliseconds kSignalPause{50};

/// Runs `work(stop)` without the interpreter's lock. If a signal makes Python raise an exception
/// (Ctrl-C), `stop` is set, and the exception is thrown when the work has ended. The work has a
/// thread of its own, as signals reach only the main thread.
/// @param threads  of the work; 0: as many as OpenMP takes by default
template <class Work>
void run_interruptibly(int threads, const Work& work) {
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::condition_variable ended;
  bool has_ended = false;
  std::exception_ptr error;
  std::thread worker([&] {
    if (threads > 0) omp_set_num_threads(threads);
    try {
      work(&stop);
    } catch (...) {
      error = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    has_ended = true;
    ended.notify_one();
  });
  std::optional<pybind11::error_already_set> raised;
  while (true) {
    {
      const pybind11::gil_scoped_release release;
      std::unique_lock lock(mutex);
      if (ended.wait_for(lock, kSignalPause, [&] { return has_ended; })) break;
    }
    if (!raised && PyErr_CheckSignals() != 0) {
      raised.emplace();
      stop = true;
    }
  }
  {
    const pybind11::gil_scoped_release release;
    worker.join();
  }
  if (raised) throw std::move(*raised);
  if (error) std::rethrow_exception(error);
}

}  // namespace costruct::python
