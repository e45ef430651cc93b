#include "costruct/experiments/sweep/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {

std::string duration_text(double seconds) {
  const auto s = static_cast<long>(seconds + 0.5);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

Progress::Progress(std::string what, Index total, Index done)
    : what_(std::move(what)),
      total_(total),
      done_(done),
      done_before_(done),
      terminal_(::isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (terminal_ && shown_) say(line(Clock::now()));
}

void Progress::finished(bool failed, const std::string& cell) {
  const std::lock_guard lock(mutex_);
  ++done_;
  failed_ += failed;
  cell_ = cell;
  const auto now = Clock::now();
  const auto pause = voice() == Voice::kVerbose ? std::chrono::milliseconds(0)
                     : terminal_                ? std::chrono::milliseconds(200)
                                                : std::chrono::seconds(10);
  if (now - last_ < pause) return;
  last_ = now;
  shown_ = true;
  tell_status(line(now));
}

std::string Progress::line(Clock::time_point now) const {
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  std::string text = fmt::format("{} {}/{}", shown_name(what_), done_, total_);
  if (!cell_.empty() && done_ < total_) text += fmt::format(" ({})", cell_);
  if (failed_ > 0) text += fmt::format(", {} failed", failed_);
  text += ", " + duration_text(elapsed) + " elapsed";
  const Index run = done_ - done_before_;
  if (run > 0 && done_ < total_) {
    text +=
        ", about " +
        duration_text(elapsed / static_cast<double>(run) * static_cast<double>(total_ - done_)) +
        " left";
  }
  return text;
}

}  // namespace costruct::experiments
