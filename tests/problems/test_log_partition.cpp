// Sums over many inputs at once: blocks, threads, views, large numbers. What one input gives is
// part of the problem contract.
#include <catch2/catch.hpp>

#include <atomic>
#include <cmath>
#include <numeric>

#include "costruct/core/interfaces/log_partition.hpp"
#include "support/reference_model.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

const LogPartition& sums_of(const StructuredProblem& problem) {
  const auto* sums = dynamic_cast<const LogPartition*>(&problem);
  REQUIRE(sums != nullptr);
  REQUIRE(!sums->log_partition_unavailable());
  return *sums;
}

Vector part_marginals(const StructuredProblem& problem, InputId x, const Vector& w) {
  return dynamic_cast<const PartMarginals&>(problem).part_marginals(x, w);
}

/// 400 inputs of up to 12 parts, one much longer than a block, labels around whole registers.
PartData many_inputs(const std::string& problem, Index labels, bool indicators, Dice& dice) {
  TinySpec spec;
  spec.features = {7, 0, 30};
  spec.indicators = indicators;
  spec.lengths.assign(400, 1);
  if (problem == "sequence") {
    for (Index& length : spec.lengths) length = dice.range(0, 12);
    spec.lengths[17] = 700;
  }
  spec.labels.clear();
  for (Index k = 0; k < labels; ++k) spec.labels.push_back("label" + std::to_string(k));
  return tiny_data(spec, dice);
}

struct Sum {
  double value;
  Vector vector;  // in the problem's coordinates
};

Sum all_at_once(const StructuredProblem& problem, const std::vector<InputId>& inputs,
                const Vector& factors, const Vector& w, int threads) {
  const auto list = sums_of(problem).expected_features(inputs, factors);
  const auto& at = list->coordinates();
  Vector part_of_w, part(at.size(), 0.0);
  for (const Index j : at) part_of_w.push_back(w.at(j));
  Sum sum{list->add(part_of_w, threads, part), Vector(problem.dimension(), 0.0)};
  for (std::size_t i = 0; i < at.size(); ++i) sum.vector[at[i]] = part[i];
  return sum;
}

}  // namespace

TEST_CASE("expected features of many inputs are the sum of those of each, on any number of threads",
          "[problems][determinism]") {
  Dice dice(3001);
  for (const char* name : {"sequence", "multiclass"}) {
    for (const Index labels : {1, 2, 4, 9, 35}) {
      for (const bool indicators : {true, false}) {
        INFO(name << ", " << labels << " labels, indicators " << indicators);
        Json options = Json::object();
        if (name == std::string("sequence"))
          options = {{"bias", true}, {"boundary", true}, {"eta", 0.5}};
        const PartData data = many_inputs(name, labels, indicators, dice);
        const Views views = make_views(name, options, data);
        std::vector<InputId> inputs;
        Vector factors;
        for (Index i = 0; i < 300; ++i) {
          inputs.push_back(dice.range(0, 399));
          factors.push_back(dice.range(0, 3));
        }
        inputs.push_back(17);
        factors.push_back(1);
        for (const StructuredProblem* problem : {&views[0], &views.joint()}) {
          Vector w = dice.vector(problem->dimension(), Numbers::kReals);
          Sum each{0, Vector(problem->dimension(), 0.0)};
          for (std::size_t i = 0; i < inputs.size(); ++i) {
            each.value += factors[i] * sums_of(*problem).add_expected_feature(
                                           inputs[i], w, factors[i], each.vector);
          }
          const Sum once = all_at_once(*problem, inputs, factors, w, 1);
          CHECK(once.value == Approx(each.value).epsilon(1e-12));
          double worst = 0;
          for (std::size_t j = 0; j < w.size(); ++j) {
            worst = std::max(worst, std::abs(once.vector[j] - each.vector[j]) /
                                        std::max(1.0, std::abs(each.vector[j])));
          }
          CHECK(worst * 1e11 < 1);
          for (const int threads : {2, 8}) {
            const Sum again = all_at_once(*problem, inputs, factors, w, threads);
            CHECK(same_bits(again.value, once.value));
            CHECK(same_bits(again.vector, once.vector));
          }
        }
      }
    }
  }
}

TEST_CASE("sums over many inputs end when they are asked to", "[problems]") {
  Dice dice(3011);
  for (const char* name : {"sequence", "multiclass"}) {
    const PartData data = many_inputs(name, 4, true, dice);
    const Views views = make_views(name, Json::object(), data);
    std::vector<InputId> inputs(400);
    std::iota(inputs.begin(), inputs.end(), InputId{0});
    const auto list = sums_of(views.joint()).expected_features(inputs, Vector(400, 1.0));
    const Vector w(list->coordinates().size(), 0.5);
    for (const int threads : {1, 3}) {
      INFO(name << ", " << threads << " threads");
      Vector before(w.size(), 0.0), unused(w.size(), 0.0), after(w.size(), 0.0);
      const double value = list->add(w, threads, before);
      std::atomic<bool> stop = true;
      list->set_stop(&stop);
      CHECK_THROWS_AS(list->add(w, threads, unused), Interrupted);
      stop = false;
      CHECK(same_bits(list->add(w, threads, after), value));
      CHECK(same_bits(after, before));
      list->set_stop(nullptr);
    }
  }
}

TEST_CASE("the expected feature is the gradient of the log-partition", "[problems]") {
  Dice dice(3002);
  TinySpec spec;
  spec.lengths = {6};
  spec.features = {3, 2};
  spec.indicators = false;
  const PartData data = tiny_data(spec, dice);
  const Views views =
      make_views("sequence", {{"bias", true}, {"boundary", true}, {"eta", 2}}, data);
  const LogPartition& sums = sums_of(views.joint());
  Vector w = dice.vector(views.joint().dimension(), Numbers::kReals), gradient(w.size(), 0.0);
  sums.add_expected_feature(0, w, 1, gradient);
  for (std::size_t j = 0; j < w.size(); ++j) {
    constexpr double h = 1e-5;  // the error is h^2 times a third derivative, beside 1e-16 / h
    Vector up = w, down = w;
    up[j] += h;
    down[j] -= h;
    const double slope = (sums.log_partition(0, up) - sums.log_partition(0, down)) / (2 * h);
    CHECK(gradient[j] == Approx(slope).margin(1e-7));
  }
}

TEST_CASE("sums over the outputs of a sequence of length one are those of multiclass",
          "[problems]") {
  Dice dice(3003);
  TinySpec spec;
  spec.lengths = {1, 1, 1};
  const PartData data = tiny_data(spec, dice);
  const Views chain = make_views("sequence", Json::object(), data);
  const Views single = make_views("multiclass", Json::object(), data);
  Vector w = dice.vector(chain[0].dimension(), Numbers::kReals);
  const Vector emissions(w.begin(), w.begin() + single[0].dimension());
  for (InputId x = 0; x < 3; ++x) {
    CHECK(sums_of(chain[0]).log_partition(x, w) ==
          Approx(sums_of(single[0]).log_partition(x, emissions)));
    const Vector a = part_marginals(chain[0], x, w), b = part_marginals(single[0], x, emissions);
    REQUIRE(a.size() == b.size());
    for (std::size_t k = 0; k < a.size(); ++k) CHECK(a[k] == Approx(b[k]));
  }
}

TEST_CASE("huge weights give finite sums and probabilities that sum to one", "[problems]") {
  Dice dice(3004);
  for (const char* name : {"sequence", "multiclass"}) {
    const PartData data = many_inputs(name, 9, true, dice);
    const Views views = make_views(name, Json::object(), data);
    const StructuredProblem& problem = views.joint();
    for (const double huge : {1e3, 1e17, 1e295}) {
      INFO(name << ", weights of " << huge);
      Vector w = dice.vector(problem.dimension(), Numbers::kIntegers);
      for (double& each : w) each *= huge;
      const Sum sum = all_at_once(problem, {17, 0, 5}, {1, 1, 1}, w, 1);
      CHECK(std::isfinite(sum.value));
      CHECK(std::all_of(sum.vector.begin(), sum.vector.end(),
                        [](double e) { return std::isfinite(e); }));
      const Vector p = part_marginals(problem, 17, w);
      for (std::size_t t = 0; 9 * t < p.size(); ++t) {
        double total = 0;
        for (Index k = 0; k < 9; ++k) total += p[9 * t + k];
        if (std::abs(total - 1) > 1e-12) CHECK(total == Approx(1));
      }
    }
  }
}

TEST_CASE("a list of inputs touches the features of its inputs only", "[problems]") {
  Dice dice(3005);
  TinySpec spec;
  spec.lengths = {2, 3, 0};
  spec.features = {40};
  const PartData data = tiny_data(spec, dice);
  const Views views = make_views("sequence", Json::object(), data);
  const auto none = sums_of(views[0]).expected_features({}, {});
  CHECK(none->coordinates().size() == 9);  // the transitions
  Vector zero(9, 0.0);
  CHECK(none->add(Vector(9, 1.0), 2, zero) == 0);
  CHECK(zero == Vector(9, 0.0));
  const auto empty = sums_of(views[0]).expected_features({2}, {1.0});
  CHECK(empty->coordinates() == none->coordinates());
  std::vector<Index> expected;
  const FeatureTable& table = data.views[0];
  for (Index j = 0; j < 40; ++j) {
    bool seen = false;
    for (Index p = table.example_begin[0]; p < table.example_begin[1]; ++p) {
      for (const auto feature : table.features_of(p)) seen = seen || feature == j;
    }
    for (Index k = 0; seen && k < 3; ++k) expected.push_back(3 * j + k);
  }
  for (Index i = 0; i < 9; ++i) expected.push_back(120 + i);
  CHECK(sums_of(views[0]).expected_features({0}, {1.0})->coordinates() == expected);
}
