#include "costruct/apps/stop_signals.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string_view>

#include "costruct/io/exit_code.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct {
namespace {

using experiments::kInterrupted;

std::atomic<bool> requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void end_at_once(int) {
  ::_exit(kInterrupted);
}

// Sets the flag. A second signal of either kind ends the program.
void request_stop(int) {
  requested.store(true);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

std::atomic<bool>& stop_requested() {
  return requested;
}

void end_at_signals() {
  for (const int signal : {SIGINT, SIGTERM}) {
    if (std::signal(signal, end_at_once) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

void stop_in_order() {
  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);
}

void stop_with_word() {
  stop_in_order();
  if (experiments::voice() == experiments::Voice::kQuiet) return;
  const auto request_with_word = [](int signal) {
    constexpr std::string_view kHeard =
        "\ncostruct: interrupted: ending with the weights so far, if there are any; again to end "
        "at once\n";
    const int error = errno;
    const std::size_t skipped =
        ::isatty(STDERR_FILENO) == 1 ? 0 : 1;  // a terminal shows ^C on the line
    (void)!::write(STDERR_FILENO, kHeard.data() + skipped, kHeard.size() - skipped);
    errno = error;
    request_stop(signal);
  };
  std::signal(SIGINT, request_with_word);
  std::signal(SIGTERM, request_with_word);
}

void stop_soon() {
  stop_in_order();
  const auto request_soon = [](int signal) {
    request_stop(signal);
    ::alarm(2);
  };
  std::signal(SIGINT, request_soon);
  std::signal(SIGTERM, request_soon);
  std::signal(SIGALRM, end_at_once);
}

}  // namespace costruct
