// What it costs to decode within what is known, problem by problem, on the data of configs. Half of
// the facts about each labeled example are known, at random.
//
//   bench_partial_outputs CONFIG LABELED [CONFIG LABELED]...
//
// Each config is read for its problem and its data; its first view is that of all features. Prints
//   decodings a second, and CPU time of decoding within facts as a share of that of decoding;
//   for problems with sums the same of an evaluation of the objective of `crf`, which takes a sum
//   over all outputs, and of partly labeled examples a second one over the allowed outputs.
// Weights are those of three epochs of an averaged perceptron. Both are timed in turn, with one
// thread.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "costruct/apps/add_mail.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/random.hpp"
#include "costruct/experiments/sweep/sweep.hpp"
#include "costruct/learners/catalog.hpp"
#include "cpu_seconds.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

constexpr double kEnough = 1;  // CPU seconds of each of two things that are compared
constexpr double kMost = 20;   // of one of them: the other may take next to nothing

// Seconds of one call of each, in turn until both took long enough, or one took the most.
template <class First, class Second>
std::pair<double, double> in_turn(const First& first, const Second& second) {
  double of_first = 0, of_second = 0;
  Index times = 0;
  while (std::min(of_first, of_second) < kEnough && std::max(of_first, of_second) < kMost) {
    of_first += seconds_of(first);
    of_second += seconds_of(second);
    ++times;
  }
  const auto count = static_cast<double>(times);
  return {of_first / count, of_second / count};
}

// About half of the facts about each labeled example; those of other inputs are empty.
std::vector<Known> half_of_facts(const StructuredProblem& problem, const PartialOutputs& partial,
                                 const Sample& sample) {
  std::vector<Known> known(static_cast<std::size_t>(problem.num_inputs()));
  RandomStream random(1, 0, "half of the facts");
  for (const LabeledExample& example : sample.labeled) {
    Known& facts = known[static_cast<std::size_t>(example.x)];
    facts = partial.known_of(example.x, {&example.y, 1});
    for (std::vector<int>& fact : facts.facts) {
      if (random.below(2) == 0) fact.clear();
    }
  }
  return known;
}

// The learner measures the problem that it is given, and returns the weights of the perceptron.
class Measuring final : public Learner {
 public:
  explicit Measuring(std::string name) : name_(std::move(name)) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    const StructuredProblem& problem = views.joint();
    Fitted fitted = find_learner("perceptron")
                        ->make({{"epochs", 3}, {"average", true}})
                        ->fit(views, sample, context);
    const auto* partial = dynamic_cast<const PartialOutputs*>(&problem);
    if (partial == nullptr) {
      fmt::print("{:<26} takes no facts\n", name_);
      return fitted;
    }
    const auto within = partial->within(half_of_facts(problem, *partial, sample));
    const Vector& w = fitted.weights[0];
    double sum = 0;
    const auto decode_all = [&](const StructuredProblem& of) {
      return [&] {
        for (const LabeledExample& example : sample.labeled) sum += of.decode(example.x, w).value;
      };
    };
    const auto [all, allowed] = in_turn(decode_all(problem), decode_all(*within));
    const auto count = static_cast<double>(sample.labeled.size());
    fmt::print("{:<26} {:>6} inputs {:>10.0f} decodings/s, within facts {:>10.0f}: {:.2f}", name_,
               sample.labeled.size(), count / all, count / allowed, allowed / all);
    measure_sums(problem, *within, sample, w);
    fmt::print("\n");
    if (sum == 1.5) std::abort();  // so that nothing is left out
    return fitted;
  }

 private:
  static void measure_sums(const StructuredProblem& problem, const StructuredProblem& within,
                           const Sample& sample, const Vector& w) {
    const auto* sums = dynamic_cast<const LogPartition*>(&problem);
    const auto* allowed = dynamic_cast<const LogPartition*>(&within);
    if (sums == nullptr || sums->log_partition_unavailable()) return;
    std::vector<InputId> inputs;
    for (const LabeledExample& example : sample.labeled) inputs.push_back(example.x);
    const Vector factors(inputs.size(), 1.0), negative(inputs.size(), -1.0);
    const auto of_all = sums->expected_features(inputs, factors);
    const auto of_allowed = allowed->expected_features(inputs, negative);
    const auto evaluate = [&w](const ExpectedFeatures& features) {
      Vector part, slope(features.coordinates().size(), 0.0);
      for (const Index j : features.coordinates()) part.push_back(w[static_cast<std::size_t>(j)]);
      (void)features.add(part, 1, slope);
    };
    const auto [full, partly] = in_turn([&] { evaluate(*of_all); },
                                        [&] {
                                          evaluate(*of_all);
                                          evaluate(*of_allowed);
                                        });
    fmt::print("; crf {:.1f} ms an evaluation, of partly labeled {:.1f}: {:.2f}", 1e3 * full,
               1e3 * partly, partly / full);
  }

  std::string name_;
};

// A sweep of one fit with the problem and the data of a config.
void measure(const std::filesystem::path& file, Index labeled) {
  Json given = Json::parse(std::ifstream(file));
  const Json json = {{"problem", given.at("problem")},
                     {"data", given.at("data")},
                     {"sweep",
                      {{"labeled", {labeled}},
                       {"unlabeled", {0}},
                       {"holdout", 1},
                       {"repetitions", 1},
                       {"every_label", false}}},
                     {"learners", {{{"type", "perceptron"}}}}};
  Config config = check_config(json, file);
  LearnerEntry entry = *config.learners[0].entry;
  const std::string name = file.stem().string();
  entry.make = [name](const Json&) { return std::make_unique<Measuring>(name); };
  config.learners[0].entry = &entry;
  const LoadedData data = load_data(config, DataPaths(file, {}));
  const Experiment experiment(config, data, nullptr);
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("bench-partial-{}", name);
  std::filesystem::create_directories(folder);
  {
    ResultStore store(folder, ResultStore::Mode::kFresh);
    ThreadWorkers workers(experiment, 1);
    run_sweep(experiment, store, workers, {});
  }
  std::filesystem::remove_all(folder);
}

}  // namespace

int main(int count, char** arguments) {
  add_mail();
  if (count < 3 || count % 2 == 0) {
    fmt::print(stderr, "bench_partial_outputs CONFIG LABELED [CONFIG LABELED]...\n");
    return EXIT_FAILURE;
  }
  for (int i = 1; i + 1 < count; i += 2)
    measure(arguments[i], std::strtoll(arguments[i + 1], nullptr, 10));
  return EXIT_SUCCESS;
}
