// CPU time and memory of fitting the extractor `distribution` to sentences.
//
//   bench_fitted_features FOLDER [SENTENCES]...   FOLDER: the Brown corpus; default: the first
//                                                 4,000 sentences, and all sentences
#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "costruct/data/parts/part_examples.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

Json block(const Json& clusters) {
  return {{"format", "brown"},
          {"train", "brown"},
          {"features", {{{"extractor", "distribution"}, {"clusters", clusters}}}}};
}

struct Cost {
  double seconds = 0, bytes = 0;
};

// Runs an action in its own process. Returns its CPU time, and how far its memory rises above that
// of this process.
Cost cost_of(const std::function<void()>& action) {
  const pid_t child = ::fork();
  if (child == 0) {
    action();
    ::_exit(0);
  }
  int status = 0;
  rusage usage{};
  if (::wait4(child, &status, 0, &usage) != child || status != 0)
    fmt::print(stderr, "ended with {}\n", status);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return {seconds(usage.ru_utime) + seconds(usage.ru_stime),
          1024.0 * static_cast<double>(usage.ru_maxrss)};
}

// One sentence becomes an input; features are fitted to all sentences. So this measures the fit.
void fit(const PartExamples& examples, Index sentences) {
  const ViewAssignment views{1, std::vector<std::int32_t>(examples.num_features(), 0)};
  const std::vector<Index> known{0};
  std::vector<Index> observed;
  for (Index i = 1; i < sentences; ++i) observed.push_back(i);
  InputRequest request{known, {}, views};
  request.fit_features_on = observed;
  (void)examples.inputs(request);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    fmt::print(stderr, "usage: bench_fitted_features FOLDER [SENTENCES]...\n");
    return 1;
  }
  for (const Json& clusters : {Json::array(), Json{64, 512}}) {
    PartExamples examples(block(clusters), kChains, Target::kLabels);
    examples.read(std::vector{std::filesystem::path(arguments[1])}, Role::kTrain);
    examples.finish_training();
    std::vector<Index> sizes;
    for (int i = 2; i < count; ++i) sizes.push_back(std::atoll(arguments[i]));
    if (sizes.empty()) sizes = {std::min<Index>(4000, examples.size()), examples.size()};
    ::malloc_trim(0);  // so that the fit cannot reuse memory that reading has freed
    const double before = cost_of([] {}).bytes;
    for (const Index sentences : sizes) {
      const Cost cost = cost_of([&] { fit(examples, std::min(sentences, examples.size())); });
      fmt::print("{:>6} sentences, clusters {:<9} {:>6.2f} CPU s {:>6.0f} MiB\n", sentences,
                 clusters.dump(), cost.seconds, (cost.bytes - before) / (1 << 20));
    }
  }
  return 0;
}
