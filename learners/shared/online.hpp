// Shared code of the perceptrons: their options, when they stop, and what they report.
#pragma once

#include <fmt/format.h>

#include <numeric>

#include "costruct/core/needs.hpp"
#include "costruct/core/optimize/thinned_rows.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/learners/learner.hpp"
#include "costruct/learners/shared/time_left.hpp"

namespace costruct {

/// The options of the perceptrons; declare_online() states their meanings.
struct OnlineOptions {
  Index epochs = 10;
  bool shuffle = false;
  bool average = false;
  double loss_weight = 0;
};

/// Declares the options of OnlineOptions. Options is this struct, or derives from it.
template <class Options>
void declare_online(OptionDeclaration<Options>& options) {
  options.integer("epochs", &Options::epochs, {.at_least = 1},
                  "passes over the sample; fewer only after a pass without an update");
  options.boolean("shuffle", &Options::shuffle,
                  "visit the examples in a new random order in every epoch");
  options.boolean("average", &Options::average,
                  "return the mean of the weights after each visit of an example");
  options
      .number("loss_weight", &Options::loss_weight, {.at_least = 0},
              "weight of the loss in decoding")
      .left_out_by_default();  // cells of runs from before keep their identity
}

/// The needs of a perceptron with these options.
inline Needs needs_of_online(const OnlineOptions& options) {
  if (options.loss_weight == 0) return {};
  return {.offers = {}, .augmentation = Augmentation{Rescaling::kMargin, 1}};
}

/// The numbers 0, 1, ..., count - 1.
inline std::vector<Index> in_order(std::size_t count) {
  std::vector<Index> order(count);
  std::iota(order.begin(), order.end(), Index{0});
  return order;
}

/// Counts epochs and decides when to stop: after `epochs` passes, after a pass without an update,
/// or when the context asks to stop. Loop while more(), and call end_epoch() after each pass.
class OnlineProgress {
 public:
  /// @param learner  the name with which lines of progress begin; must outlive this object
  /// @param context  must outlive this object
  OnlineProgress(const char* learner, const OnlineOptions& options, const FitContext& context)
      : learner_(learner), epochs_(options.epochs), context_(context) {}

  bool more() const { return !ended_; }

  /// Call at the end of an epoch with its number of updates. `row` goes into the report's history.
  void end_epoch(Index updates, nlohmann::json row, FitReport& report) {
    ++report.iterations;
    row["epoch"] = report.iterations;
    if (context_.progress) {
      context_.progress(fmt::format("{}: epoch {} of {}, {}{}", learner_, report.iterations,
                                    epochs_, counted(updates, "update"),
                                    time_left(start_, report.iterations, epochs_)));
    }
    add_thinned(report.history, std::move(row), report.iterations - 1);
    report.converged = updates == 0;
    ended_ = true;
    if (report.converged) {
      report.stopped_because = "a pass without an update";
    } else if (report.iterations == epochs_) {
      report.stopped_because = counted(epochs_, "epoch");
    } else if (context_.stop_requested()) {
      report.stopped_because = "interrupted";
    } else {
      ended_ = false;
    }
  }

 private:
  const char* learner_;
  Index epochs_;
  const FitContext& context_;
  bool ended_ = false;
  double start_ = seconds_now();
};

}  // namespace costruct
