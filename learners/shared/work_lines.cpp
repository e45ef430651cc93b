#include "costruct/learners/shared/work_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "costruct/core/clock.hpp"

namespace costruct {
namespace {

constexpr double kPause = 0.5;  // seconds between two lines of a stage

constexpr double kWorthNoting = 1.01;  // smallest ratio of steps between two kept entries

class WorkLines {
 public:
  WorkLines(const FitContext& context, std::string name)
      : context_(context), name_(std::move(name)) {}

  void operator()(const WorkStep& step) {
    if (context_.stop_requested()) throw Interrupted();
    if (!context_.progress) return;
    const double now = seconds_now();
    const bool begins = begins_stage(step);
    if (begins) begin(step, now);
    last_ = step.done;
    pace_.add(step.done - first_, now - start_);
    if (!begins && now - told_ < kPause) return;
    told_ = now;
    context_.progress(line_of(name_, step) + time_left(step));
  }

 private:
  bool begins_stage(const WorkStep& step) const {
    return step.stage != stage_ || step.unit != unit_ || step.done < last_ || start_ == 0;
  }

  void begin(const WorkStep& step, double now) {
    stage_ = step.stage;
    unit_ = step.unit;
    first_ = step.done;
    start_ = now;
    pace_.clear();
  }

  std::string time_left(const WorkStep& step) const {
    const auto seconds = pace_.seconds_to(step.of - first_);
    if (!seconds || step.done >= step.of) return "";
    return fmt::format(", {} {:.0f} s left", step.at_most ? "at most" : "about", *seconds);
  }

  const FitContext& context_;
  std::string name_, stage_, unit_;
  Index first_ = 0, last_ = 0;
  double start_ = 0, told_ = 0;
  WorkPace pace_;
};

}  // namespace

void WorkPace::add(Index done, double seconds) {
  if (done <= 0) return;
  const End end{static_cast<double>(done), seconds};
  const std::size_t n = ends_.size();
  if (n > 1 && ends_[n - 1].done < kWorthNoting * ends_[n - 2].done) {
    ends_.back() = end;
  } else {
    ends_.push_back(end);
  }
}

std::optional<double> WorkPace::seconds_to(Index of) const {
  if (ends_.empty() || of <= 0) return std::nullopt;
  const auto [k, t] = ends_.back();
  const auto half = std::lower_bound(ends_.begin(), ends_.end(), k / 2,
                                     [](const End& end, double done) { return end.done < done; });
  // t(k) = a k + b k^2 / 2 goes through both entries, and neither a nor b is negative.
  const double h = half->done, at_h = half->seconds;
  const double b = h < k ? std::clamp(2 * (t / k - at_h / h) / (k - h), 0.0, 2 * t / (k * k)) : 0.0;
  const double a = t / k - b * k / 2, n = static_cast<double>(of);
  return std::max(0.0, a * (n - k) + b / 2 * (n * n - k * k));
}

std::string line_of(const std::string& name, const WorkStep& step) {
  std::string line = name + ":";
  if (!step.stage.empty()) line += fmt::format(" {}{}", step.stage, step.unit.empty() ? "" : ":");
  if (step.unit.empty()) {
    if (step.done > 0 && step.of > 0) line += fmt::format(", {} %", 100 * step.done / step.of);
    return line;
  }
  if (step.done > 0) line += fmt::format(" {} of", step.done);
  return line + fmt::format("{} {} {}", step.at_most ? " at most" : "", step.of, step.unit);
}

WorkWatch watch_of(const FitContext& context, std::string name) {
  return [lines = std::make_shared<WorkLines>(context, std::move(name))](const WorkStep& step) {
    (*lines)(step);
  };
}

}  // namespace costruct
