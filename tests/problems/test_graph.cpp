// Graphs: joint features, losses and weights written out once more; widths that need message
// passing. That decoders agree with enumeration is for tests/contract.
#include <catch2/catch.hpp>

#include <map>

#include "costruct/contract/dice.hpp"
#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/core/decode/linear_program.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/k_best.hpp"
#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/core/interfaces/relaxed_decoder.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/core/interfaces/violation_bounds.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/problems/graph/graphs.hpp"

using namespace costruct;
using namespace costruct::contract;
using Catch::Contains;
using graph::Graphs;

namespace {

/// Phi(x, y) of one view, by the formula at the top of graph.cpp.
std::map<Index, double> reference_feature(const Graphs& data, const FeatureTable& nodes, InputId x,
                                          const Output& y, const Json& options) {
  const Index K = std::ssize(data.nodes.labels);
  const std::string pairs = options.value("pairs", "unordered");
  std::map<Index, double> phi;
  for (Index v = 0; v < nodes.length(x); ++v) {
    const Index part = nodes.example_begin[x] + v;
    for (std::size_t i = 0; i < nodes.features_of(part).size(); ++i)
      phi[nodes.features_of(part)[i] * K + y.parts[v]] +=
          nodes.value.empty() ? 1 : nodes.values_of(part)[i];
  }
  std::map<std::pair<int, int>, Index> number;  // of pairs of labels
  for (int k = 0; k < K; ++k) {
    for (int p = 0; p <= k; ++p) {
      if (pairs == "unordered") number[{p, k}] = number[{k, p}] = k * (k + 1) / 2 + p;
    }
    for (int p = 0; p < K; ++p) {
      if (pairs == "ordered") number[{k, p}] = k * K + p;
    }
    if (pairs == "equal") number[{k, k}] = 0;
  }
  Index count = 0;
  for (const auto& [labels, at] : number) count = std::max(count, at + 1);
  const Index first = nodes.num_features * K;
  for (Index e = data.edge_begin[x]; e < data.edge_begin[x + 1]; ++e) {
    const auto at = number.find({y.parts[data.edges[e].from], y.parts[data.edges[e].to]});
    if (at == number.end()) continue;
    const auto features = data.edge_features.features_of(e);
    for (std::size_t i = 0; i < features.size(); ++i)
      phi[first + features[i] * count + at->second] += data.edge_features.values_of(e)[i];
  }
  if (options.value("bias", false)) {
    const Index bias = first + data.edge_features.num_features * count;
    for (const int label : y.parts) phi[bias + label] += 1;
  }
  std::erase_if(phi, [](const auto& entry) { return entry.second == 0; });
  return phi;
}

std::map<Index, double> entries_of(const SparseVector& vector) {
  std::map<Index, double> entries;
  for (std::size_t i = 0; i < vector.index.size(); ++i) {
    if (vector.value[i] != 0) entries[vector.index[i]] = vector.value[i];
  }
  return entries;
}

/// A grid of nodes without features, whose labels are free.
std::shared_ptr<Graphs> grid(int side, Index labels) {
  auto data = std::make_shared<Graphs>();
  FeatureTable nodes;
  nodes.num_features = 3;
  for (int v = 0; v < side * side; ++v) {
    nodes.feature.push_back(v % 3);
    nodes.end_part();
    const auto connect = [&](int other) {
      data->edges.push_back({v, other});
      data->edge_features.feature.push_back(0);
      data->edge_features.end_part();
    };
    if (v % side + 1 < side) connect(v + 1);
    if (v + side < side * side) connect(v + side);
  }
  nodes.end_example();
  data->nodes = PartData({nodes}, {});
  for (Index k = 0; k < labels; ++k) data->nodes.labels.push_back(std::to_string(k));
  data->edge_features.num_features = 1;
  data->edge_features.end_example();
  data->edge_begin.push_back(std::ssize(data->edges));
  return data;
}

}  // namespace

TEST_CASE("joint features and losses of graphs are those of their formulas", "[problems][graph]") {
  for (const SmallInstance& instance : small_instances("graph", 3)) {
    INFO(instance.options << ", " << instance.name);
    const Views views = find_problem("graph")->make(instance.options, instance.data);
    const auto& data = dynamic_cast<const Graphs&>(*instance.data);
    const std::string loss = instance.options.at("loss");
    for (InputId x = 0; x < data.num_inputs(); ++x) {
      const std::vector<Output> all = instance.outputs(x);
      for (std::size_t i = 0; i < all.size(); i += 1 + all.size() / 7) {
        for (Index v = 0; v < views.count(); ++v) {
          const FeatureTable& nodes = data.nodes.views[static_cast<std::size_t>(v)];
          CHECK(entries_of(views[v].joint_feature(x, all[i])) ==
                reference_feature(data, nodes, x, all[i], instance.options));
        }
        for (std::size_t j = 0; j < all.size(); j += 1 + all.size() / 5) {
          double wrong = 0;
          for (std::size_t t = 0; t < all[i].parts.size(); ++t) {
            const Json weights = instance.options.value("class_weights", Json::object());
            const auto right = static_cast<std::size_t>(all[i].parts[t]);
            if (all[i].parts[t] != all[j].parts[t])
              wrong += weights.value(data.nodes.labels[right], 1.0);
          }
          const double share = wrong == 0 ? 0 : wrong / static_cast<double>(all[i].parts.size());
          const double expected = loss == "hamming"    ? wrong
                                  : loss == "zero_one" ? (wrong > 0 ? 1 : 0)
                                                       : share;
          CHECK(views.joint().loss(x, all[i], all[j]) == expected);
        }
      }
    }
  }
}

TEST_CASE("a wide graph is decoded greedily, unless elimination is asked for",
          "[problems][graph]") {
  const auto data = grid(30, 3);
  const ProblemEntry& problem = *find_problem("graph");
  CHECK_THROWS_WITH(problem.make({{"decoder", "elimination"}}, data),
                    Contains("graph 1 with 900 nodes and 1740 edges is too wide") &&
                        Contains("try \"auto\" or \"messages\""));
  const Views views = problem.make({{"pairs", "equal"}}, data);
  CHECK(views[0].decoding_exactness() == Exactness::kGreedy);
  CHECK(dynamic_cast<const LogPartition&>(views[0]).log_partition_unavailable().has_value());

  // Neighbours like equal labels: the best labeling is constant, and known in closed form.
  Vector w(static_cast<std::size_t>(views[0].dimension()), 0.0);
  w[1] = 0.5;        // feature 0 has label 1
  w[3 + 2] = 0.4;    // feature 1 has label 2
  w[2 * 3 + 1] = 1;  // feature 2 has label 1
  w.back() = 2;
  const Decoded found = views[0].decode(0, w);
  CHECK(found.output.parts == std::vector<int>(900, 1));
  CHECK(found.value == Approx(300 * 1.5 + 1740 * 2));

  // The others differ from it in one node, best first.
  const auto ranked = dynamic_cast<const KBestDecoder&>(views[0]).k_best(0, 4, w);
  REQUIRE(ranked.size() == 4);
  CHECK(ranked[0].output == found.output);
  CHECK(ranked[1].value == Approx(found.value - 0.5 - 2 * 2));  // a corner with feature 0
  const auto two = dynamic_cast<const RunnerUpDecoder&>(views[0]).two_best(0, w);
  REQUIRE(two.runner_up);
  CHECK(two.runner_up->output == ranked[1].output);
}

TEST_CASE("wide graphs with two labels are cut unless an edge prefers different labels",
          "[problems][graph]") {
  const auto data = grid(8, 2);
  const ProblemEntry& problem = *find_problem("graph");
  CHECK_THROWS_WITH(problem.make({{"decoder", "cut"}}, grid(8, 3)),
                    Contains("problem.decoder = \"cut\": needs two labels, but the data have 3"));
  const Views exact = problem.make({{"pairs", "equal"}, {"decoder", "elimination"}}, data),
              cut = problem.make({{"pairs", "equal"}, {"decoder", "cut"}}, data);
  // The weights decide whether there is a cut, so that no problem is exact for all of them.
  CHECK(cut[0].decoding_exactness() == Exactness::kGreedy);
  Dice dice(3);
  int repels = 0;
  for (int t = 0; t < 40; ++t) {
    const Vector w = dice.vector(exact[0].dimension(), Numbers::kReals);
    const Decoded best = exact[0].decode(0, w), found = cut[0].decode(0, w);
    if (w.back() >= 0) {
      CHECK(found.output == best.output);
    } else {
      ++repels;
      CHECK(found.value <= best.value + 1e-9);
    }
    CHECK(found.value == Approx(cut[0].score(0, found.output, w)));
  }
  CHECK(repels > 5);
}

TEST_CASE("expansions decode wide graphs of several labels, and messages those that edges repel",
          "[problems][graph]") {
  const auto data = grid(8, 3);
  const ProblemEntry& problem = *find_problem("graph");
  const auto with_decoder = [&](const char* decoder) {
    return problem.make({{"pairs", "equal"}, {"decoder", decoder}}, data);
  };
  const Views expansion = with_decoder("expansion"), messages = with_decoder("messages");
  CHECK(expansion[0].decoding_exactness() == Exactness::kGreedy);
  Dice dice(4);
  int repels = 0;
  for (int t = 0; t < 40; ++t) {
    const Vector w = dice.vector(expansion[0].dimension(), Numbers::kReals);
    const Decoded found = expansion[0].decode(0, w), by_messages = messages[0].decode(0, w);
    CHECK(found.value == Approx(expansion[0].score(0, found.output, w)));
    if (w.back() < 0) {
      ++repels;
      CHECK(found.output == by_messages.output);
      continue;
    }
    // No label of a single node is better: that would be an expansion of it.
    const auto ranked = dynamic_cast<const KBestDecoder&>(expansion[0]).k_best(0, 2, w);
    CHECK(ranked[0].output == found.output);
    CHECK(ranked[1].value <= found.value + 1e-9);
  }
  CHECK(repels > 5);
}

TEST_CASE("weights of classes name labels of the data, and are for Hamming losses",
          "[problems][graph]") {
  const ProblemEntry& problem = *find_problem("graph");
  const auto data = grid(2, 3);
  const auto with_weights = [&](Json weights, const char* loss) {
    return problem.make({{"class_weights", std::move(weights)}, {"loss", loss}}, data);
  };
  CHECK_THROWS_WITH(with_weights({{"3", 1}}, "hamming"),
                    Contains("problem.class_weights: the data have no label \"3\", but 0, 1, 2"));
  CHECK_THROWS_WITH(with_weights({{"1", 2}}, "zero_one"),
                    Contains("problem.class_weights: have no effect with"));
  CHECK_THROWS_AS(with_weights({{"1", 0}}, "hamming"), ConfigError);
  const Views views = with_weights({{"1", 4}, {"2", .5}}, "hamming_normalized");
  const Output y{{1, 0, 2, 1}};
  CHECK(views[0].loss(0, y, {{1, 0, 2, 1}}) == 0);
  CHECK(views[0].loss(0, y, {{0, 0, 1, 1}}) == 4.5 / 4);
  CHECK(views[0].loss(0, y, {{0, 1, 0, 0}}) == 9.5 / 4);
  // A node of which several labels are possible counts the least of their weights.
  const auto& partial = dynamic_cast<const PartialOutputs&>(views[0]);
  const auto counting = partial.counting({{{{1}, {}, {0, 2}, {1, 2}}}});
  CHECK(counting->loss(0, y, {{0, 1, 0, 1}}) == 4.0 / 4);
  CHECK(counting->loss(0, y, {{1, 1, 1, 0}}) == (.5 + .5) / 4);
}

TEST_CASE("bounds of violations lie above all violations, and found ones below",
          "[problems][graph]") {
  Dice dice(17);
  for (const SmallInstance& instance : small_instances("graph", 5)) {
    INFO(instance.options << ", " << instance.name);
    const Views views = find_problem("graph")->make(instance.options, instance.data);
    const StructuredProblem& problem = views.joint();
    const auto& bounds = dynamic_cast<const ViolationBounds&>(problem);
    const Vector w = dice.vector(problem.dimension(), Numbers::kReals);
    for (InputId x = 0; x < problem.num_inputs(); ++x) {
      const std::vector<Output> all = instance.outputs(x);
      const Output& y = all[all.size() / 2];
      double best = -std::numeric_limits<double>::infinity();
      for (const Output& y_hat : all) best = std::max(best, problem.score(x, y_hat, w));
      CHECK(bounds.score_bound(x, w) >= best - 1e-9);
      if (problem.decoding_exactness() == Exactness::kExact)
        CHECK(bounds.score_bound(x, w) == Approx(best).margin(1e-9));
      const auto violation = bounds.bounded_violation(x, y, w, {});
      CHECK(violation.has_value() == (instance.options.at("loss") != "zero_one"));
      CHECK_FALSE(bounds.bounded_violation(x, y, w, {Rescaling::kSlack, 1}));
      if (!violation) continue;
      double most = 0;
      for (const Output& y_hat : all) {
        const double of_loss = problem.loss(x, y, y_hat);
        most = std::max(most, of_loss + problem.score(x, y_hat, w) - problem.score(x, y, w));
      }
      CHECK(violation->found <= most + 1e-9);
      CHECK(violation->bound >= most - 1e-9);
      if (problem.decoding_exactness() == Exactness::kExact)
        CHECK(violation->found == Approx(violation->bound).margin(1e-9));
    }
  }
}

TEST_CASE("exact decoding of a grid that elimination can take", "[problems][graph]") {
  const auto data = grid(8, 2);
  const ProblemEntry& problem = *find_problem("graph");
  const Views exact = problem.make(Json::object(), data),
              messages = problem.make({{"decoder", "messages"}}, data);
  CHECK(exact[0].decoding_exactness() == Exactness::kExact);
  Dice dice(2);
  for (int t = 0; t < 20; ++t) {
    const Vector w = dice.vector(exact[0].dimension(), Numbers::kReals);
    CHECK(messages[0].decode(0, w).value <= exact[0].decode(0, w).value + 1e-9);
  }
}

TEST_CASE("relaxed outputs violate constraints at least as much as labelings",
          "[problems][graph]") {
  if (linear_program_unavailable()) return;
  Dice dice(23);
  Index relaxed = 0, fractional = 0;
  for (const SmallInstance& instance : small_instances("graph", 5)) {
    if (instance.options.at("loss") == "zero_one") continue;
    if (instance.options.value("decoder", "") != "relaxation") continue;
    INFO(instance.options << ", " << instance.name);
    const Views views = find_problem("graph")->make(instance.options, instance.data);
    const StructuredProblem& problem = views.joint();
    CHECK(problem.decoding_exactness() == Exactness::kGreedy);
    CHECK(problem.loss_augmented_exactness({}) == Exactness::kRelaxed);
    const auto& decoder = dynamic_cast<const RelaxedDecoder&>(problem);
    for (int t = 0; t < 20; ++t) {
      const Vector w = dice.vector(problem.dimension(), Numbers::kReals);
      for (InputId x = 0; x < problem.num_inputs(); ++x) {
        const std::vector<Output> all = instance.outputs(x);
        const Output& y = all[static_cast<std::size_t>(t) % all.size()];
        const RelaxedOutput z = decoder.most_violated_relaxed(x, y, w, {});
        const double violation = z.loss - dot(z.difference, w);
        double most = 0;
        for (const Output& y_hat : all)
          most = std::max(most, problem.loss(x, y, y_hat) + problem.score(x, y_hat, w) -
                                    problem.score(x, y, w));
        CHECK(violation >= most - 1e-7);
        CHECK(z.loss >= 0);
        if (z.whole_share == 1) CHECK(violation == Approx(most).margin(1e-7));
        CHECK(problem.loss_augmented_decode(x, y, w, {}).value ==
              Approx(violation + problem.score(x, y, w)).margin(1e-7));
        ++relaxed;
        fractional += z.whole_share < 1 ? 1 : 0;
      }
    }
  }
  CHECK(relaxed > 100);
  CHECK(fractional > 5);
}
