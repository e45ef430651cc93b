// What is known of outputs, by examples. The laws of problems compare all decoders with enumeration
// (contract/partial_laws.cpp).
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <map>

#include "costruct/contract/augmentations.hpp"
#include "costruct/contract/checks.hpp"
#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/random.hpp"
#include "costruct/problems/alignment/sequence_pairs.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/problems/parsing/known_brackets.hpp"

using namespace costruct;

namespace {

// One sequence without features.
Views sequence_of(int length, std::vector<std::string> labels, const Json& options) {
  auto data = std::make_shared<PartData>();
  data->labels = std::move(labels);
  data->views.resize(1);
  for (int t = 0; t < length; ++t) data->views[0].end_part();
  data->views[0].end_example();
  const ProblemEntry& entry = *find_problem("sequence");
  return entry.make(with_defaults(entry.options, options), data);
}

}  // namespace

TEST_CASE("known labels win over forbidden transitions", "[problems][partial]") {
  const Views views =
      sequence_of(3, {"O", "B-X", "I-X"}, {{"loss", "hamming"}, {"transitions", "scheme"}});
  const Vector w(static_cast<std::size_t>(views.joint().dimension()));
  const auto& partial = dynamic_cast<const PartialOutputs&>(views.joint());
  // I-X at the start is not allowed, but it is known.
  const auto first = partial.within({Known{{{2}, {}, {}}}})->decode(0, w).output;
  CHECK(first.parts.front() == 2);
  // I-X in the middle wants B-X or I-X before it.
  const auto middle = partial.within({Known{{{}, {2}, {}}}})->decode(0, w).output;
  CHECK(middle.parts == std::vector<int>{1, 2, 0});
}

TEST_CASE("a loss of what is known counts labels that facts rule out", "[problems][partial]") {
  const Output y{{0, 1, 2, 0}}, y_hat{{1, 1, 1, 1}};
  // The first label is 0, the second is not known, the third is 1 or 2, the last is 0 or 2.
  const Known known{{{0}, {}, {1, 2}, {0, 2}}};
  const auto loss_of = [&](const char* loss) {
    const Views views = sequence_of(4, {"A", "B", "C"}, {{"loss", loss}});
    const auto& partial = dynamic_cast<const PartialOutputs&>(views.joint());
    return partial.counting({known})->loss(0, y, y_hat);
  };
  CHECK(loss_of("hamming") == 2);
  CHECK(loss_of("hamming_normalized") == 0.5);
  CHECK(loss_of("zero_one") == 1);
  const Views views = sequence_of(4, {"A", "B", "C"}, {{"loss", "f1_micro"}});
  CHECK(dynamic_cast<const PartialOutputs&>(views.joint()).counting({known}) == nullptr);
}

TEST_CASE("of facts that contradict each other one is kept", "[problems][partial]") {
  // Two brackets that cross, two partners of a position, and
  // positions that are a pair and are no pair.
  const std::multimap<std::string, Known> contradictions = {
      {"parsing", Known{{{0, 2}, {1, 3}}}},
      {"alignment", Known{{{0, 0}, {0, 1}}}},
      {"alignment", Known{{{0, 0}, {0, 0, 0}}}}};
  for (const auto& [name, known] : contradictions) {
    const ProblemEntry& entry = *find_problem(name);
    int checked = 0;
    for (const auto& instance : contract::small_instances(name, contract::kSeed)) {
      const Views views = entry.make(instance.options, instance.data);
      const StructuredProblem& problem = views.joint();
      const auto* partial = dynamic_cast<const PartialOutputs*>(&problem);
      if (partial == nullptr) continue;
      const Vector w(static_cast<std::size_t>(problem.dimension()));
      for (InputId x = 0; x < problem.num_inputs(); ++x) {
        const std::vector<Output> outputs = instance.outputs(x);
        const auto kept = [&](const Output& y) {
          int count = 0;
          for (const auto& fact : known.facts) count += partial->allows(x, Known{{fact}}, y);
          return count;
        };
        const bool each_is_possible = std::ranges::all_of(known.facts, [&](const auto& fact) {
          return std::ranges::any_of(
              outputs, [&](const Output& y) { return partial->allows(x, Known{{fact}}, y); });
        });
        // Trees over three tokens have one of the two brackets.
        if (!each_is_possible || (name == "parsing" && outputs.front().parts.size() != 7)) continue;
        std::vector<Known> of_inputs(static_cast<std::size_t>(problem.num_inputs()));
        of_inputs[static_cast<std::size_t>(x)] = known;
        const Output found = partial->within(of_inputs)->decode(x, w).output;
        CHECK(std::ranges::find(outputs, found) != outputs.end());
        CHECK(kept(found) == 1);
        ++checked;
      }
    }
    CHECK(checked > 0);
  }
}

TEST_CASE("choices agree with as many facts about documents as they can", "[problems][partial]") {
  const ProblemEntry& entry = *find_problem("diversification");
  int checked = 0;
  for (const auto& instance : contract::small_instances("diversification", contract::kSeed)) {
    const Views views = entry.make(instance.options, instance.data);
    const StructuredProblem& problem = views.joint();
    const auto& partial = dynamic_cast<const PartialOutputs&>(problem);
    const Vector w(static_cast<std::size_t>(problem.dimension()), 0.5);
    for (InputId x = 0; x < problem.num_inputs(); ++x) {
      const std::vector<Output> outputs = instance.outputs(x);
      // All candidates but the last are in; then all but the first are out.
      Known in = partial.known_of(x, outputs);
      if (in.facts.size() < 4) continue;
      Known out = in;
      for (std::size_t d = 0; d < in.facts.size(); ++d) {
        in.facts[d] = d + 1 < in.facts.size() ? std::vector<int>{1} : std::vector<int>{};
        out.facts[d] = d > 0 ? std::vector<int>{0} : std::vector<int>{1};
      }
      for (const Known& known : {in, out}) {
        std::vector<Known> of_inputs(static_cast<std::size_t>(problem.num_inputs()));
        of_inputs[static_cast<std::size_t>(x)] = known;
        const auto within = partial.within(of_inputs);
        const Decoded found = within->decode(x, w);
        CHECK(std::ranges::find(outputs, found.output) != outputs.end());
        CHECK(found.value == Approx(problem.score(x, found.output, w)));
        CHECK_FALSE(partial.allows(x, known, found.output));
        const std::vector<int>& chosen = found.output.parts;
        const bool has_first = std::ranges::find(chosen, 0) != chosen.end();
        const bool has_last =
            std::ranges::find(chosen, static_cast<int>(known.facts.size()) - 1) != chosen.end();
        CHECK((known == in ? !has_last : has_first));
        ++checked;
      }
    }
  }
  CHECK(checked > 0);
}

TEST_CASE("the loss of a tree counts known brackets once, and none that contradicts others",
          "[problems][partial]") {
  using parsing::countable_brackets;
  // Leaves, absent brackets and facts that say nothing do not count.
  CHECK(countable_brackets({{{0, 1, 3}, {}, {~0, 2, 1}, {0, 3, 0}}}) == Known{{{0, 3, 0}}});
  // Both of two lists of symbols hold, where they can. A bracket without symbols has any.
  CHECK(countable_brackets({{{0, 2, 0, 1, 4}, {0, 2, 1, 4, 5}}}) == Known{{{0, 2, 1, 4}}});
  CHECK(countable_brackets({{{0, 2, 0}, {0, 2, 1}}}) == Known{{{0, 2, 0}}});
  CHECK(countable_brackets({{{0, 2}, {0, 2, 1}, {0, 2}}}) == Known{{{0, 2, 1}}});
  // Crossing brackets
  CHECK(countable_brackets({{{0, 2}, {1, 3}, {2, 4}, {0, 4}}}) == Known{{{0, 2}, {2, 4}, {0, 4}}});
  // ((0 1) 2) 3 against (0 (1 2)) 3, with one of two symbols known over [0, 2) and any over [0, 3).
  const Output y{{0, 3, 0, 2, 0, 1, 1, 1, 1, 1}}, y_hat{{0, 3, 0, 1, 1, 0, 1, 1, 1, 1}};
  const Known known{{{0, 2, 0, 2}, {0, 3}}};
  CHECK(parsing::agreeing(known, y) == known);
  CHECK(parsing::agreeing(known, y_hat) == Known{{{0, 3}}});
}

TEST_CASE("trees have no bracket that is known to be absent", "[problems][partial]") {
  const ProblemEntry& entry = *find_problem("parsing");
  RandomStream random(5, 0, "absent brackets");
  int restricted = 0;
  for (const auto& instance : contract::small_instances("parsing", contract::kSeed)) {
    const Views views = entry.make(instance.options, instance.data);
    const StructuredProblem& problem = views.joint();
    const auto& partial = dynamic_cast<const PartialOutputs&>(problem);
    Vector w(static_cast<std::size_t>(problem.dimension()));
    for (double& each : w) each = static_cast<double>(random.below(9) - 4);
    for (InputId x = 0; x < problem.num_inputs(); ++x) {
      const std::vector<Output> outputs = instance.outputs(x);
      if (outputs.size() < 2) continue;
      const auto any = [&] {
        return outputs[static_cast<std::size_t>(random.below(std::ssize(outputs)))];
      };
      // A bracket of one tree is absent, and perhaps one of another tree is there.
      const Output of_absent = any(), of_present = any();
      const Known nodes = partial.known_of(x, {&of_absent, 1});
      std::vector<int> absent =
          nodes.facts[static_cast<std::size_t>(random.below(std::ssize(nodes.facts)))];
      const std::vector<int> there = absent;
      absent[0] = ~absent[0];
      Known known{{absent}};
      if (random.below(2) == 0)
        known.facts.push_back(partial.known_of(x, {&of_present, 1}).facts.back());
      std::vector<Output> allowed;
      for (const Output& y : outputs) {
        const bool has_it = partial.allows(x, Known{{there}}, y);
        CHECK(partial.allows(x, Known{{absent}}, y) == !has_it);
        if (partial.allows(x, known, y)) allowed.push_back(y);
      }
      if (allowed.empty()) continue;
      restricted += allowed.size() < outputs.size();
      double most = -1e9;
      Output best;
      for (const Output& y : allowed) {
        const double score = problem.score(x, y, w);
        if (score > most || (score == most && y < best)) best = y;
        most = std::max(most, score);
      }
      std::vector<Known> of_inputs(static_cast<std::size_t>(problem.num_inputs()));
      of_inputs[static_cast<std::size_t>(x)] = known;
      const Decoded found = partial.within(of_inputs)->decode(x, w);
      CHECK(found.output == best);
      CHECK(found.value == Approx(most));
    }
  }
  CHECK(restricted > 10);
}

TEST_CASE("positions that are known to be no pair are none", "[problems][partial]") {
  const ProblemEntry& entry = *find_problem("alignment");
  RandomStream random(6, 0, "no pairs");
  int restricted = 0;
  for (const auto& instance : contract::small_instances("alignment", contract::kSeed)) {
    const Views views = entry.make(instance.options, instance.data);
    const StructuredProblem& problem = views.joint();
    const auto* partial = dynamic_cast<const PartialOutputs*>(&problem);
    if (partial == nullptr) continue;
    const auto& pairs = dynamic_cast<const alignment::SequencePairs&>(*instance.data);
    Vector w(static_cast<std::size_t>(problem.dimension()));
    for (double& each : w) each = static_cast<double>(random.below(9) - 4);
    for (InputId x = 0; x < problem.num_inputs(); ++x) {
      const std::vector<Output> outputs = instance.outputs(x);
      // Some pairs are none. Perhaps a fact of one alignment is known too.
      Known known;
      const Index rows = std::min<Index>(3, pairs.first_length(x)),
                  columns = std::min<Index>(3, pairs.second_length(x));
      for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j) {
          const Known is{{{i, j}}}, is_not{{{i, j, 0}}};
          for (const Output& y : outputs)
            CHECK(partial->allows(x, is, y) != partial->allows(x, is_not, y));
          if (random.below(3) == 0) known.facts.push_back({i, j, 0});
        }
      }
      const Output& other = outputs[static_cast<std::size_t>(random.below(std::ssize(outputs)))];
      if (random.below(2) == 0) {
        const Known facts = partial->known_of(x, {&other, 1});
        if (!facts.facts.empty()) known.facts.push_back(facts.facts.back());
      }
      std::vector<Output> allowed;
      for (const Output& y : outputs) {
        if (partial->allows(x, known, y)) allowed.push_back(y);
      }
      if (allowed.empty()) continue;
      restricted += allowed.size() < outputs.size();
      double most = -1e9;
      Output best;
      for (const Output& y : allowed) {
        const double score = problem.score(x, y, w);
        if (score > most || (score == most && y < best)) best = y;
        most = std::max(most, score);
      }
      std::vector<Known> of_inputs(static_cast<std::size_t>(problem.num_inputs()));
      of_inputs[static_cast<std::size_t>(x)] = known;
      const Decoded found = partial->within(of_inputs)->decode(x, w);
      CHECK(found.value == Approx(most));
      if (instance.exact) CHECK(found.output == best);
      CHECK(partial->allows(x, known, found.output));
    }
  }
  CHECK(restricted > 10);
}

// The table within facts has infinite scores, which no bound of values may count.
TEST_CASE("local alignments within facts have the other output that enumeration finds worst",
          "[problems][partial][alignment]") {
  const ProblemEntry& entry = *find_problem("alignment");
  RandomStream random(7, 0, "worst others");
  int compared = 0;
  for (const auto& instance : contract::small_instances("alignment", contract::kSeed)) {
    if (instance.options.at("mode") != "local" || !instance.exact) continue;
    const Views views = entry.make(instance.options, instance.data);
    const auto& partial = dynamic_cast<const PartialOutputs&>(views.joint());
    Vector w(static_cast<std::size_t>(views.joint().dimension()));
    for (double& each : w) each = static_cast<double>(random.below(9) - 4);
    for (InputId x = 0; x < views.joint().num_inputs(); ++x) {
      const std::vector<Output> outputs = instance.outputs(x);
      const Output& y = outputs[static_cast<std::size_t>(random.below(std::ssize(outputs)))];
      std::vector<Known> known(static_cast<std::size_t>(views.joint().num_inputs()));
      known[static_cast<std::size_t>(x)] = partial.known_of(x, {&y, 1});
      for (std::vector<int>& fact : known[static_cast<std::size_t>(x)].facts) {
        if (random.below(2) == 0) fact.clear();
      }
      const auto within = partial.within(known);
      const auto& decoder = dynamic_cast<const RunnerUpDecoder&>(*within);
      for (const Rescaling rescaling : {Rescaling::kMargin, Rescaling::kSlack}) {
        for (const int norm : {1, 2}) {
          const Augmentation augmentation{rescaling, norm};
          if (within->loss_augmentation_unavailable(augmentation)) continue;
          const bool is_margin = rescaling == Rescaling::kMargin;
          const double f_y = within->score(x, y, w);
          double most = -std::numeric_limits<double>::infinity();
          for (const Output& each : outputs) {
            if (each == y || !within->has_constraint(x, y, each)) continue;
            const double value = contract::reference_augmented(
                within->loss(x, y, each), within->score(x, each, w), f_y, augmentation);
            most = std::max(most, is_margin ? value - f_y : value);
          }
          const auto worst = decoder.most_violated_other(x, y, w, augmentation);
          REQUIRE(worst.has_value() == std::isfinite(most));
          if (!worst) continue;
          INFO(instance.name << ", input " << x << ", slack " << !is_margin << ", norm " << norm);
          CHECK(worst->value == Approx(most));
          CHECK(within->has_constraint(x, y, worst->output));
          ++compared;
        }
      }
    }
  }
  CHECK(compared > 20);
}
