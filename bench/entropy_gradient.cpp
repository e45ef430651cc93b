// Cost of a pass of crf for each input, on random chains, with one thread, in one run. It compares:
//    expected features, which labeled inputs need
//    entropies and covariances, which unlabeled inputs need
//    the same with label shares added
#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/part_covariances.hpp"
#include "costruct/core/random.hpp"
#include "costruct/problems/catalog.hpp"
#include "cpu_seconds.hpp"

using namespace costruct;

namespace {

constexpr Index kInputs = 1000, kLength = 25, kFeatures = 20000, kActive = 10, kPasses = 15;

/// The minimum CPU time of a pass, in microseconds for each input.
template <class Pass>
double least(const Pass& pass) {
  double best = 1e300;
  for (Index i = 0; i < kPasses; ++i) best = std::min(best, seconds_of(pass));
  return 1e6 * best / kInputs;
}

void compare(Index labels) {
  RandomStream random(1, 0, "entropy gradient");
  auto data = std::make_shared<PartData>();
  for (Index k = 0; k < labels; ++k) data->labels.push_back(std::to_string(k));
  FeatureTable table;
  table.num_features = kFeatures;
  for (Index i = 0; i < kInputs; ++i) {
    for (Index t = 0; t < kLength; ++t) {
      for (Index j = 0; j < kActive; ++j)
        table.feature.push_back(static_cast<std::int32_t>(random.below(kFeatures)));
      table.end_part();
    }
    table.end_example();
  }
  data->views.push_back(std::move(table));
  const Views views = find_problem("sequence")->make(Json::object(), data);
  std::vector<InputId> inputs;
  for (InputId x = 0; x < kInputs; ++x) inputs.push_back(x);
  const auto expected = dynamic_cast<const LogPartition&>(views.joint())
                            .expected_features(inputs, Vector(inputs.size(), 1.0));
  const auto covaried =
      dynamic_cast<const PartCovariances&>(views.joint()).covaried_features(inputs);
  Vector w, into(expected->coordinates().size(), 0.0), counts(labels, 0.0);
  for (std::size_t j = 0; j < into.size(); ++j) w.push_back(2 * random.uniform() - 1);
  const Vector none(labels, 0.0), some(labels, 0.5);
  const double expectations = least([&] { (void)expected->add(w, 1, into); });
  const double entropies = least([&] { (void)covaried->add_covariances(w, 1, none, 1, into); });
  const double shares = least([&] {
    covaried->add_label_counts(w, 1, counts);
    (void)covaried->add_covariances(w, 1, some, 1, into);
  });
  fmt::print(
      "{:3} labels: expectations {:7.2f} us an input, entropy {:7.2f} ({:.2f} times), with shares "
      "{:7.2f} ({:.2f} times)\n",
      labels, expectations, entropies, entropies / expectations, shares, shares / expectations);
}

}  // namespace

int main() {
  for (const Index labels : {3, 9, 23, 45}) compare(labels);
}
