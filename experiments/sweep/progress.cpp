#include "costruct/experiments/sweep/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <utility>

#include "costruct/core/clock.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {

Progress::Progress(std::string what, Index total, Index done, RemainingTime left)
    : what_(std::move(what)),
      total_(total),
      done_(done),
      left_(std::move(left)),
      terminal_(::isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (terminal_ && shown_) say(line(Clock::now()));
}

void Progress::finished(Index learner, const CellSizes& sizes, double seconds, bool failed,
                        const std::string& name) {
  const std::lock_guard lock(mutex_);
  ++done_;
  failed_ += failed;
  cell_ = name;
  left_.finish(learner, sizes, seconds);
  const auto now = Clock::now();
  const auto pause = voice() == Voice::kVerbose        ? std::chrono::milliseconds(0)
                     : terminal_ || has_message_sink() ? std::chrono::milliseconds(200)
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
  const double left = left_.seconds_left(elapsed);
  if (done_ < total_ && std::isfinite(left)) text += ", about " + duration_text(left) + " left";
  return text;
}

}  // namespace costruct::experiments
