#include "costruct/io/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {

FileLock::FileLock(const std::filesystem::path& file) : file_(file) {
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor_ < 0)
    throw OutputError(file.string() + ": cannot be written: " + std::strerror(errno));
}

FileLock::~FileLock() {
  ::close(descriptor_);
}

bool FileLock::try_lock() {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return true;
  if (errno == EWOULDBLOCK) return false;
  throw OutputError(file_.string() + ": cannot be locked: " + std::strerror(errno));
}

void FileLock::wait(const char* what) {
  if (try_lock()) return;
  say(file_.string() + ": waiting for " + what);
  while (!try_lock()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

}  // namespace costruct::experiments
