// Finished cells on disk, so that a run that was killed goes on where it stopped.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "costruct/experiments/results/run_results.hpp"

namespace costruct::experiments {

/// The results of a run's folder by cell key. Each one is on disk when put() returns: a killed process loses
/// none (a power loss can cost those the system had not written yet). Kept in cells.jsonl, a line {"key",
/// "cell"} each; a last line that was cut short is dropped. Of several results under one key the last counts.
class ResultStore {
 public:
  enum class Mode { kResume, kFresh, kReadOnly, kEmpty };

  /// Opens the store of a folder, which must exist, and locks it against a second run. kReadOnly neither
  /// locks nor writes, and finds nothing where there is no store; kEmpty has no file at all. Throws
  /// OutputError where it cannot be written or is locked, DataError where it is no store.
  ResultStore(const std::filesystem::path& folder, Mode mode);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  std::optional<CellResult> find(const std::string& key) const;
  /// Threads: safe to call concurrently. Throws OutputError where it cannot be written (no space left); the
  /// store then is as before.
  void put(const std::string& key, const CellResult& result);

 private:
  void load();

  std::filesystem::path file_;
  int descriptor_ = -1;
  std::int64_t size_ = 0;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, CellResult> cells_;
};

}  // namespace costruct::experiments
