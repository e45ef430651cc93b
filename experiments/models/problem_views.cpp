#include "costruct/experiments/models/problem_views.hpp"

#include <fmt/format.h>

#include "costruct/io/machine_memory.hpp"

namespace costruct::experiments {

Views make_views(const ProblemEntry& problem, const Json& options,
                 std::shared_ptr<const ProblemData> data, std::size_t labels, Index features) {
  Views views = problem.make(options, std::move(data));
  constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
  const double weights = static_cast<double>(views.joint().dimension()) * sizeof(double) / kGiB;
  const double memory = machine_memory() / kGiB;
  if (weights > memory / 2) {
    throw DataError(fmt::format(
        "{} labels and {} features make {} weights, {:.0f} GiB, and this machine has {:.0f}: "
        "is the label column the right one?",
        labels, features, views.joint().dimension(), weights, memory));
  }
  return views;
}

}  // namespace costruct::experiments
