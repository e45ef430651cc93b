// A lock between processes. Use it so that only one of them writes a folder or a file.
#pragma once

#include <filesystem>

namespace costruct::experiments {

/// Locks a file against other processes (flock). The lock ends with the process, however that ends.
/// The file is empty and remains.
class FileLock {
 public:
  /// Creates the file if it does not exist, and does not lock it yet. Throws OutputError.
  explicit FileLock(const std::filesystem::path& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  /// Locks the file if no other process has it locked. Returns whether it did. Throws OutputError
  /// if the file system has no locks.
  bool try_lock();
  /// Waits for the lock. If it has to wait, it says so on stderr once.
  /// @param what  what it waits for, for the message
  void wait(const char* what);

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
};

}  // namespace costruct::experiments
