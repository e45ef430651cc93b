#include "costruct/report/charts/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

namespace costruct::experiments {
namespace {

using Clock = std::chrono::steady_clock;
using End = ProgramOutcome::End;

/// A descriptor that its owner closes.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

/// A file in memory as input: a program that does not read it cannot block this process or send it
/// SIGPIPE.
bool fill(const Descriptor& file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file.number(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::lseek(file.number(), 0, SEEK_SET) == 0;
}

std::string first_line(const Descriptor& file) {
  char text[512];
  const ssize_t size = ::pread(file.number(), text, sizeof text, 0);
  const std::string_view all(text, size > 0 ? static_cast<std::size_t>(size) : 0);
  return std::string(all.substr(0, all.find('\n')));
}

/// Starts the program. Returns 0 or an error number.
int start(const std::vector<std::string>& command, int in, int out, int error, pid_t& child) {
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);  // the program does not inherit our blocked signals
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  const int failed =
      posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

/// Reads to the end. Returns false if nothing has come for `patience`.
bool read_all(const Descriptor& pipe, std::chrono::milliseconds patience, std::string& text) {
  char buffer[1 << 16];
  Clock::time_point deadline = Clock::now() + patience;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd ready{pipe.number(), POLLIN, 0};
    const int count = ::poll(&ready, 1, static_cast<int>(std::min<long long>(left, 1000)));
    if (count <= 0) continue;  // nothing yet, or a signal
    const ssize_t size = ::read(pipe.number(), buffer, sizeof buffer);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return true;
    text.append(buffer, static_cast<std::size_t>(size));
    deadline = Clock::now() + patience;
  }
}

std::string duration_of(std::chrono::milliseconds time) {
  const auto milliseconds = time.count();
  return milliseconds % 1000 == 0 ? std::to_string(milliseconds / 1000) + " s"
                                  : std::to_string(milliseconds) + " ms";
}

/// Waits for the program. Returns false if the deadline comes first.
bool wait_until(pid_t child, Clock::time_point deadline, int& status) {
  for (;;) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return true;
    if (ended < 0 && errno != EINTR) return true;  // the program was waited for elsewhere
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace

ProgramOutcome run_program(const std::vector<std::string>& command, std::string_view input,
                           std::chrono::milliseconds patience) {
  const std::string& name = command.front();
  ProgramOutcome outcome;
  const auto failure = [&](End end, const std::string& why) {
    outcome.end = end;
    outcome.message = name + ": " + why;
    return outcome;
  };
  Descriptor in(::memfd_create("input", MFD_CLOEXEC)), error(::memfd_create("error", MFD_CLOEXEC));
  int ends[2];
  if (in.number() < 0 || error.number() < 0 || ::pipe2(ends, O_CLOEXEC) != 0) {
    return failure(End::kFailed, std::strerror(errno));
  }
  const Descriptor out(ends[0]);
  Descriptor theirs(ends[1]);
  if (!fill(in, input)) return failure(End::kFailed, std::strerror(errno));

  pid_t child = 0;
  const int not_started = start(command, in.number(), theirs.number(), error.number(), child);
  if (not_started == ENOENT) return failure(End::kNotFound, "not found on the PATH");
  if (not_started != 0) return failure(End::kFailed, std::strerror(not_started));
  theirs.close();

  int status = 0;
  if (!read_all(out, patience, outcome.output) ||
      !wait_until(child, Clock::now() + patience, status)) {
    ::kill(child, SIGKILL);
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return failure(End::kTooLate, "not done, and silent for " + duration_of(patience));
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return outcome;
  const std::string said = first_line(error);
  return failure(End::kFailed, "failed" + (said.empty() ? "" : ": " + said));
}

}  // namespace costruct::experiments
