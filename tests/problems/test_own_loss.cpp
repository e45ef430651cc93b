// Losses of one's own: sums of costs of labels, and functions of whole outputs.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/contract/augmentations.hpp"
#include "costruct/contract/checks.hpp"
#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/label_scores.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/random.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/problems/own_loss.hpp"

using namespace costruct;

namespace {

// How many parts are from the first wrong one on: a loss that does not decompose over parts.
double behind_first_wrong(const Output& y, const Output& y_hat) {
  std::size_t t = 0;
  while (t < y.parts.size() && y.parts[t] == y_hat.parts[t]) ++t;
  return static_cast<double>(y.parts.size() - t);
}

Vector small_integers(Index size, std::uint64_t seed) {
  RandomStream random(seed, 0, "weights");
  Vector w;
  for (Index i = 0; i < size; ++i) w.push_back(static_cast<double>(random.below(5)) - 2);
  return w;
}

Views with_first_wrong(const Views& views) {
  return views.wrapped([](auto of) { return with_own_loss(of, "first", behind_first_wrong); });
}

double all_wrong(const Output&, const Output&, std::span<const std::string>) {
  return 1;
}

}  // namespace

TEST_CASE("a loss of whole outputs is decoded as by enumeration if there are few outputs",
          "[problems][loss]") {
  const ProblemEntry& entry = *find_problem("sequence");
  constexpr double kNone = -1e300;
  int compared = 0;
  for (const auto& instance : contract::small_instances("sequence", contract::kSeed)) {
    if (instance.options.at("loss") != "hamming" || !instance.exact) continue;
    const Views plain = entry.make(with_defaults(entry.options, instance.options), instance.data);
    const Views views = with_first_wrong(plain);
    const StructuredProblem& problem = views.joint();
    const auto* runner_up = offered<RunnerUpDecoder>(problem);
    REQUIRE(runner_up != nullptr);
    const Vector w = small_integers(problem.dimension(), 7);
    for (InputId x = 0; x < problem.num_inputs(); ++x) {
      const std::vector<Output> outputs = instance.outputs(x);
      if (std::ssize(outputs) > kOwnLossCandidates) continue;
      const Output& y = outputs[outputs.size() / 2];
      CHECK(problem.decode(x, w).output == plain.joint().decode(x, w).output);
      const double f_y = problem.score(x, y, w);
      for (const Augmentation& augmentation : contract::all_augmentations()) {
        double best = kNone, best_other = kNone;
        for (const Output& y_hat : outputs) {
          const double loss = y == y_hat ? 0 : behind_first_wrong(y, y_hat);
          const double value =
              contract::reference_augmented(loss, problem.score(x, y_hat, w), f_y, augmentation);
          best = std::max(best, value);
          if (y_hat != y) best_other = std::max(best_other, value);
        }
        CHECK(problem.loss_augmented_decode(x, y, w, augmentation).value ==
              Approx(best).margin(1e-12));
        const auto other = runner_up->most_violated_other(x, y, w, augmentation);
        REQUIRE(other.has_value() == (best_other > kNone));
        if (!other) continue;
        const bool margin = augmentation.rescaling == Rescaling::kMargin;
        CHECK(other->value == Approx(best_other - (margin ? f_y : 0)).margin(1e-12));
        ++compared;
      }
    }
  }
  CHECK(compared > 200);
}

TEST_CASE("a wrapper offers what the problem in it offers, except what knows its loss",
          "[problems][loss][interfaces]") {
  const ProblemEntry& multiclass = *find_problem("multiclass");
  for (const auto& instance : contract::small_instances("multiclass", contract::kSeed)) {
    const Views plain =
        multiclass.make(with_defaults(multiclass.options, instance.options), instance.data);
    const Views views = with_first_wrong(plain);
    const Vector w = small_integers(plain.joint().dimension(), 3);
    const auto* sums = offered<LogPartition>(views.joint());
    REQUIRE(sums != nullptr);
    CHECK(sums->log_partition(0, w) == offered<LogPartition>(plain.joint())->log_partition(0, w));
    CHECK(offered<KBestDecoder>(views.joint()) == offered<KBestDecoder>(plain.joint()));
    CHECK(offered<LabelScores>(plain.joint()) != nullptr);
    CHECK(offered<LabelScores>(views.joint()) == nullptr);
    // What is known of outputs keeps the own loss.
    const auto* partial = offered<PartialOutputs>(views.joint());
    REQUIRE(partial != nullptr);
    std::vector<Known> nothing(static_cast<std::size_t>(views.joint().num_inputs()));
    const auto within = partial->within(std::move(nothing));
    CHECK(within->loss_augmented_exactness({}) == Exactness::kGreedy);
    CHECK(within->decode(0, w).output == plain.joint().decode(0, w).output);
    CHECK(views.count() == plain.count());
    CHECK(views.together().joint().dimension() == plain.together().joint().dimension());
    CHECK(views.together().joint().loss_augmented_exactness({}) == Exactness::kGreedy);
  }
}

TEST_CASE("a loss is added to a problem that can learn from it", "[problems][loss][catalog]") {
  for (const char* problem : {"clustering", "multivariate", "diversification", "regression"}) {
    INFO(problem);
    CHECK_THROWS_WITH(add_loss(problem, OutputLossEntry{"mine", "mine", all_wrong}),
                      Catch::Contains("does not list its k best outputs"));
  }
  const auto of_labels = [](const std::string&, const std::string&) { return 1.0; };
  CHECK_THROWS_WITH(add_loss("parsing", LabelLossEntry{"mine", "mine", of_labels}),
                    Catch::Contains("no loss cost_matrix"));
  for (const char* problem :
       {"sequence", "graph", "several", "taxonomy", "parsing", "dependency", "alignment"}) {
    INFO(problem);
    add_loss(problem, OutputLossEntry{"whole", "1 for any other output", all_wrong});
    const ProblemEntry& entry = *find_problem(problem);
    CHECK(entry.losses.back() == "whole");
    const Json options = with_defaults(entry.options, {{"loss", "whole"}});
    CHECK(entry.blank(options).joint().loss_augmented_exactness({}) == Exactness::kGreedy);
    CHECK_THROWS_WITH(add_loss(problem, OutputLossEntry{"whole", "again", all_wrong}),
                      Catch::Contains("of this name already"));
  }
}

TEST_CASE("a loss of one's own that is no number from 0 is told", "[problems][loss]") {
  const ProblemEntry& entry = *find_problem("sequence");
  const auto instance = contract::small_instances("sequence", contract::kSeed).front();
  const Views views = entry.make(with_defaults(entry.options, instance.options), instance.data);
  const Views wrong = views.wrapped([](auto of) {
    return with_own_loss(of, "mine", [](const Output&, const Output&) { return std::nan(""); });
  });
  CHECK_THROWS_WITH(
      wrong.joint().loss(0, Output{{0, 1}}, Output{{1, 1}}),
      Catch::Contains("problem.loss = \"mine\"") && Catch::Contains("finite number >= 0"));
}
