// A lock between processes.
#pragma once

#include <filesystem>

namespace costruct::experiments {

/// Holds a file locked against other processes (flock). The lock goes with the process, however it
/// ends; the file, which is empty, stays.
class FileLock {
 public:
  /// Makes the file where there is none and locks nothing yet. Throws OutputError.
  explicit FileLock(const std::filesystem::path& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  /// Whether the lock could be had at once. Throws OutputError where there are none.
  bool try_lock();
  /// Waits for it; says on stderr once for what.
  void wait(const char* what);

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
};

}  // namespace costruct::experiments
