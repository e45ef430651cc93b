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
#include <set>
#include <thread>

namespace costruct::python {

/// The time between two checks for signals.
inline constexpr std::chrono::milliseconds kSignalPause{50};

/// The stop flags of the works that run now.
class RunningWorks {
 public:
  static RunningWorks& of_program() {
    static auto* const works = new RunningWorks();  // threads may outlive static objects
    return *works;
  }
  void add(std::atomic<bool>* stop) {
    const std::lock_guard lock(mutex_);
    stops_.insert(stop);
  }
  void remove(std::atomic<bool>* stop) {
    const std::lock_guard lock(mutex_);
    stops_.erase(stop);
    all_ended_.notify_all();
  }
  /// Stops all works, and waits for them. Call it at the end of the program, before Python ends
  /// daemon threads wherever they are.
  void stop_all() {
    const pybind11::gil_scoped_release release;
    std::unique_lock lock(mutex_);
    for (std::atomic<bool>* stop : stops_) *stop = true;
    all_ended_.wait(lock, [&] { return stops_.empty(); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable all_ended_;
  std::set<std::atomic<bool>*> stops_;
};

/// Runs `work(stop)` without the interpreter's lock. If a signal makes Python raise an exception
/// (Ctrl-C), `stop` is set, and the exception is thrown when the work has ended. Otherwise it
/// throws what the work throws. The caller must hold the lock. The work has a thread of its own, as
/// signals reach only the main thread.
/// @param threads  of the work; 0: as many as OpenMP takes by default
template <class Work>
void run_interruptibly(int threads, const Work& work) {
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::condition_variable ended;
  bool has_ended = false;
  std::exception_ptr error;
  RunningWorks::of_program().add(&stop);
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
  RunningWorks::of_program().remove(&stop);
  if (raised) throw std::move(*raised);
  if (error) std::rethrow_exception(error);
}

}  // namespace costruct::python
