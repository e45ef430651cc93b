// Decoding within what is known of an output, compared with enumeration of the allowed outputs.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/contract/dice.hpp"
#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::contract {
namespace {

// Facts that agree with y: for each part nothing, its label, or its label among others.
Known known_of(const Output& y, Index labels, Dice& dice) {
  Known known;
  for (const int label : y.parts) {
    std::vector<int> fact;
    const int kind = dice.range(0, 2);
    for (int k = 0; kind > 0 && k < labels; ++k) {
      if (k == label || (kind == 2 && dice.range(0, 1) == 0)) fact.push_back(k);
    }
    known.facts.push_back(fact);
  }
  return known;
}

// The allowed outputs from the best one; among equal values the lexicographically smallest first.
std::vector<Decoded> ranked(const StructuredProblem& problem, InputId x,
                            const std::vector<Output>& outputs, ConstVectorRef w) {
  std::vector<Decoded> all;
  for (const Output& y : outputs) all.push_back({y, problem.score(x, y, w)});
  std::stable_sort(all.begin(), all.end(),
                   [](const Decoded& a, const Decoded& b) { return a.value > b.value; });
  return all;
}

struct WithinCase {
  const StructuredProblem& problem;
  const StructuredProblem& within;
  InputId x;
  std::vector<Output> allowed;
  ConstVectorRef w;
};

void check_decoders(const WithinCase& c) {
  const std::vector<Decoded> best = ranked(c.problem, c.x, c.allowed, c.w);
  const Decoded found = c.within.decode(c.x, c.w);
  CHECK(found.output == best.front().output);
  CHECK(found.value == best.front().value);
  const TwoBest two = dynamic_cast<const RunnerUpDecoder&>(c.within).two_best(c.x, c.w);
  CHECK(two.best.output == best.front().output);
  REQUIRE(two.runner_up.has_value() == (best.size() > 1));
  if (best.size() > 1) CHECK(two.runner_up->output == best[1].output);
  const auto list = dynamic_cast<const KBestDecoder&>(c.within).k_best(c.x, 5, c.w);
  REQUIRE(list.size() == std::min<std::size_t>(5, best.size()));
  for (std::size_t i = 0; i < list.size(); ++i) CHECK(list[i].output == best[i].output);
}

void check_constraints(const WithinCase& c) {
  const Augmentation augmentation;
  if (c.within.loss_augmentation_unavailable(augmentation)) return;
  const Output& y = c.allowed.front();
  double most = -std::numeric_limits<double>::infinity();
  for (const Output& other : c.allowed)
    most = std::max(most, c.problem.loss(c.x, y, other) + c.problem.score(c.x, other, c.w));
  const Decoded found = c.within.loss_augmented_decode(c.x, y, c.w, augmentation);
  CHECK(found.value == Approx(most));
  CHECK(std::find(c.allowed.begin(), c.allowed.end(), found.output) != c.allowed.end());
}

void check_sums(const WithinCase& c) {
  const auto& sums = dynamic_cast<const LogPartition&>(c.within);
  if (sums.log_partition_unavailable()) return;
  Vector expected(c.w.size());
  double most = -std::numeric_limits<double>::infinity(), sum = 0;
  for (const Output& y : c.allowed) most = std::max(most, c.problem.score(c.x, y, c.w));
  for (const Output& y : c.allowed) sum += std::exp(c.problem.score(c.x, y, c.w) - most);
  const double log_z = most + std::log(sum);
  for (const Output& y : c.allowed)
    add_to(expected, std::exp(c.problem.score(c.x, y, c.w) - log_z),
           c.problem.joint_feature(c.x, y));
  CHECK(sums.log_partition(c.x, c.w) == Approx(log_z).margin(1e-9));
  Vector found(c.w.size());
  CHECK(sums.add_expected_feature(c.x, c.w, 1, found) == Approx(log_z).margin(1e-9));
  for (std::size_t j = 0; j < found.size(); ++j)
    CHECK(found[j] == Approx(expected[j]).margin(1e-9));
  const auto prepared = sums.expected_features({c.x}, {1});
  Vector some, of_some(prepared->coordinates().size());
  for (const Index j : prepared->coordinates()) some.push_back(c.w[static_cast<std::size_t>(j)]);
  CHECK(prepared->add(some, 1, of_some) == Approx(log_z).margin(1e-9));
  for (std::size_t j = 0; j < of_some.size(); ++j) {
    CHECK(of_some[j] ==
          Approx(expected[static_cast<std::size_t>(prepared->coordinates()[j])]).margin(1e-9));
  }
}

}  // namespace

TEST_CASE("decoders and sums within known labels agree with enumeration", "[problems][partial]") {
  const ProblemEntry& entry = *find_problem("sequence");
  Dice dice(1);
  int checked = 0;
  for (const SmallInstance& instance : small_instances("sequence", 3)) {
    if (!instance.exact) continue;
    const Views views = entry.make(instance.options, instance.data);
    const StructuredProblem& problem = views.joint();
    const auto labels = static_cast<Index>(part_data(instance.data)->labels.size());
    const Vector w = dice.vector(problem.dimension(), Numbers::kIntegers);
    std::vector<Known> known;
    std::vector<std::vector<Output>> allowed;
    const auto& partial = dynamic_cast<const PartialOutputs&>(problem);
    for (InputId x = 0; x < problem.num_inputs(); ++x) {
      const std::vector<Output> all = instance.outputs(x);
      const Output& y =
          all[static_cast<std::size_t>(dice.range(0, static_cast<int>(all.size()) - 1))];
      known.push_back(x == 0 ? Known() : known_of(y, labels, dice));
      allowed.emplace_back();
      for (const Output& each : all) {
        if (partial.allows(x, known.back(), each)) allowed.back().push_back(each);
      }
      CHECK(std::find(allowed.back().begin(), allowed.back().end(), y) != allowed.back().end());
    }
    const auto within = partial.within(known);
    INFO(instance.name << ", " << instance.options.dump());
    for (InputId x = 0; x < problem.num_inputs(); ++x) {
      const WithinCase c{problem, *within, x, allowed[static_cast<std::size_t>(x)], w};
      check_decoders(c);
      check_constraints(c);
      check_sums(c);
      ++checked;
    }
    // Nothing known gives the bits of the problem itself.
    CHECK(within->decode(0, w).value == problem.decode(0, w).value);
  }
  CHECK(checked > 50);
}

TEST_CASE("known labels win over forbidden transitions", "[problems][partial]") {
  auto data = std::make_shared<PartData>();
  data->labels = {"O", "B-X", "I-X"};
  data->views.resize(1);
  for (int t = 0; t < 3; ++t) data->views[0].end_part();
  data->views[0].end_example();
  const Json options = {{"loss", "hamming"}, {"transitions", "scheme"}};
  const ProblemEntry& entry = *find_problem("sequence");
  const Views views = entry.make(with_defaults(entry.options, options), data);
  const Vector w(static_cast<std::size_t>(views.joint().dimension()));
  const auto& partial = dynamic_cast<const PartialOutputs&>(views.joint());
  // I-X at the start is not allowed, but it is known.
  const auto first = partial.within({Known{{{2}, {}, {}}}})->decode(0, w).output;
  CHECK(first.parts.front() == 2);
  // I-X in the middle wants B-X or I-X before it.
  const auto middle = partial.within({Known{{{}, {2}, {}}}})->decode(0, w).output;
  CHECK(middle.parts == std::vector<int>{1, 2, 0});
}

}  // namespace costruct::contract
