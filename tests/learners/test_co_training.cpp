// Co-training against a naive loop over enumerated outputs, and its laws; what it shares with
// self-training.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "costruct/core/random.hpp"
#include "costruct/learners/shared/pseudo_labels.hpp"
#include "support/fits.hpp"
#include "support/labeled_data.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

/// A small problem in two views: short sequences, or points of one label with few distinct
/// features, so that predictions tie.
struct Small {
  std::string problem;
  Json options;
  LabeledData data;
  Index labels = 3;

  Views views() const { return make_views(problem, options, data.parts); }
  Views only(Index v) const { return make_views(problem, options, *only_view(data.parts, v)); }
  std::vector<Output> outputs(InputId x) const {
    return all_labelings(data.parts.views[0].length(x), labels);
  }
};

Small small_chains(std::uint64_t seed, std::vector<Index> features = {5, 4}) {
  Dice dice(seed);
  return {
      "sequence",
      {{"bias", true}, {"boundary", true}},
      small_sequences(dice, true, std::move(features), {3, 2, 1, 4, 2, 0, 3, 1, 2, 4, 3, 2, 1, 3}),
      3};
}

Small small_classes(std::uint64_t seed) {
  Dice dice(seed);
  return {"multiclass", Json::object(), small_points(dice, 24, {"a", "b", "c"}, {4, 3}), 3};
}

const Json kPerceptron = {{"type", "perceptron"}, {"epochs", 4}};
const Json kCrf = {{"type", "crf"}, {"C", 0.5}, {"iteration_limit", 30}};
const Json kSvm = {{"type", "structural_svm"}, {"gap", 0.01}};

std::unique_ptr<Learner> supervised(Json block) {
  const std::string type = block.at("type");
  block.erase("type");
  return make_learner(type, block);
}

Fitted co_train(Json options, const Json& learner, const Views& views, const Sample& sample,
                const FitContext& context = {}) {
  options["learner"] = learner;
  return make_learner("co_training", options)->fit(views, sample, context);
}

Vector fit_to(const Json& learner, const Views& view, const std::vector<LabeledExample>& labeled) {
  return stack(supervised(learner)->fit(view, {labeled, {}}, {}).weights);
}

/// Perceptrons over enumerated outputs, with dense weights of the joint problem.
Vector naive_perceptron(const Small& s, const Views& views,
                        const std::vector<LabeledExample>& labeled, Index epochs) {
  const StructuredProblem& problem = views.joint();
  Vector w(problem.dimension(), 0.0);
  for (Index epoch = 0; epoch < epochs; ++epoch) {
    bool updated = false;
    for (const auto& [x, y, weight] : labeled) {
      const Output y_hat = best_of(s.outputs(x), [&](const Output& each) {
                             return dot(problem.joint_feature(x, each), w);
                           }).output;
      if (y_hat == y) continue;
      updated = true;
      add_to(w, weight, problem.joint_feature(x, y));
      add_to(w, -weight, problem.joint_feature(x, y_hat));
    }
    if (!updated) break;
  }
  return w;
}

struct Naive {
  std::vector<Vector> w;  // of each view
  std::vector<std::pair<Index, Output>> pseudo;
  std::vector<Index> taken_after;  // each round
  std::vector<std::vector<Index>> picked;
  std::vector<Index> conflicts, disagreements;
  bool settled = false;
};

/// The largest remainders in whole numbers, one at a time.
std::vector<Index> naive_quotas(Index growth, const std::vector<Index>& counts) {
  const Index n = std::accumulate(counts.begin(), counts.end(), Index{0});
  std::vector<Index> quotas;
  for (const Index count : counts) quotas.push_back(growth * count / n);
  std::vector<bool> rounded_up(counts.size(), false);
  while (std::accumulate(quotas.begin(), quotas.end(), Index{0}) < growth) {
    std::size_t largest = counts.size();
    for (std::size_t k = 0; k < counts.size(); ++k) {
      if (rounded_up[k]) continue;
      if (largest == counts.size() || growth * counts[k] % n > growth * counts[largest] % n)
        largest = k;
    }
    rounded_up[largest] = true;
    ++quotas[largest];
  }
  if (growth < std::count_if(
                   counts.begin(), counts.end(), [](Index count) { return count > 0; }))
    return quotas;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (counts[k] == 0 || quotas[k] > 0) continue;
    std::size_t most = 0;
    for (std::size_t j = 0; j < counts.size(); ++j) {
      if (quotas[j] > quotas[most]) most = j;
    }
    --quotas[most];
    ++quotas[k];
  }
  return quotas;
}

/// The algorithm as its header states it, outputs enumerated, no decoder of the problem used, and
/// each view a problem made from its data alone.
Naive naive_co_training(const Small& s, const Sample& sample, const Json& learner,
                        const Json& options) {
  const Views views = s.views();
  const Index V = views.count(), m = static_cast<Index>(sample.unlabeled.size());
  const Index growth = options.at("growth"), rounds = options.at("rounds");
  const bool posterior = options.value("confidence", "margin") == "posterior";
  const bool per_part = options.value("per_part", true);
  const bool per_class = options.at("pick") == "per_class";
  Naive naive;
  const auto training = [&] {
    std::vector<LabeledExample> all = sample.labeled;
    for (Index place = 0; place < m; ++place) {
      for (const auto& [taken, y] : naive.pseudo) {
        if (taken == place)
          all.push_back({sample.unlabeled[place], y, options.at("Cu").get<double>()});
      }
    }
    return all;
  };
  const auto fit_views = [&] {
    naive.w.clear();
    for (Index v = 0; v < V; ++v) naive.w.push_back(fit_to(learner, s.only(v), training()));
  };
  const auto labeled_by = [&](Index v, Index place) {
    const InputId x = sample.unlabeled[place];
    const auto order = ranked(s.outputs(x), [&](const Output& y) {
      return dot(views[v].joint_feature(x, y), naive.w[v]);
    });
    double confidence = 0;
    if (posterior) {
      double Z = 0;
      for (const Decoded& each : order) Z += std::exp(each.value - order[0].value);
      confidence = 1 / Z;
      if (per_part && !order[0].output.parts.empty())
        confidence = std::pow(confidence, 1.0 / static_cast<double>(order[0].output.parts.size()));
    } else {
      confidence = order.size() > 1 ? order[0].value - order[1].value
                                    : std::numeric_limits<double>::infinity();
    }
    return std::pair(order[0].output, confidence);
  };
  std::vector<Index> counts(static_cast<std::size_t>(s.labels), 0);
  if (per_class) {
    for (const LabeledExample& example : sample.labeled) ++counts[example.y.parts[0]];
  }

  std::vector<Index> waiting(m);
  std::iota(waiting.begin(), waiting.end(), Index{0});
  if (options.contains("pool")) RandomStream(1, 0, "pool").shuffle(waiting);
  fit_views();
  for (Index round = 0; round < rounds && !waiting.empty(); ++round) {
    const auto size = std::min<std::size_t>(waiting.size(), options.value("pool", waiting.size()));
    std::vector<Index> pool(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(size));
    std::sort(pool.begin(), pool.end());
    std::map<Index, std::pair<Output, double>> chosen;
    std::vector<Index> conflicting, by_view;
    for (Index v = 0; v < V; ++v) {
      std::vector<Index> mine;
      const auto pick_one = [&](const auto& allowed) {
        Index best = -1;
        for (const Index place : pool) {
          if (std::count(mine.begin(), mine.end(), place) > 0 ||
              !allowed(labeled_by(v, place).first))
            continue;
          if (best < 0 || labeled_by(v, place).second > labeled_by(v, best).second) best = place;
        }
        if (best >= 0) mine.push_back(best);
      };
      if (per_class) {
        const auto quotas = naive_quotas(growth, counts);
        for (Index k = 0; k < s.labels; ++k) {
          for (Index i = 0; i < quotas[k]; ++i)
            pick_one([&](const Output& y) { return y.parts[0] == k; });
        }
      } else {
        for (Index i = 0; i < growth; ++i) pick_one([](const Output&) { return true; });
      }
      by_view.push_back(static_cast<Index>(mine.size()));
      for (const Index place : mine) {
        const auto found = labeled_by(v, place);
        const auto [at, is_new] = chosen.emplace(place, found);
        if (!is_new && at->second.first != found.first) conflicting.push_back(place);
        if (!is_new && found.second > at->second.second) at->second = found;
      }
    }
    if (chosen.empty()) {
      naive.settled = true;
      break;
    }
    Index disagreements = 0;
    for (const Index place : pool) {
      bool differ = false;
      for (Index v = 1; v < V; ++v)
        differ = differ || labeled_by(v, place).first != labeled_by(0, place).first;
      disagreements += differ;
    }
    for (const auto& [place, label] : chosen) {
      naive.pseudo.emplace_back(place, label.first);
      std::erase(waiting, place);
    }
    std::sort(conflicting.begin(), conflicting.end());
    conflicting.erase(std::unique(conflicting.begin(), conflicting.end()), conflicting.end());
    naive.conflicts.push_back(static_cast<Index>(conflicting.size()));
    naive.disagreements.push_back(disagreements);
    naive.picked.push_back(by_view);
    naive.taken_after.push_back(static_cast<Index>(naive.pseudo.size()));
    fit_views();
  }
  naive.settled = naive.settled || waiting.empty();
  if (options.value("final", "sum") == "joint") {
    naive.w = {naive_perceptron(s, views.together(), training(), 4)};
  }
  return naive;
}

template <class T = Index>
std::vector<T> column(const Fitted& fitted, const char* name) {
  std::vector<T> values;
  for (const Json& row : fitted.report.history) values.push_back(row.at(name).get<T>());
  return values;
}

void check_agrees(const Fitted& fitted, const Naive& naive) {
  CHECK(same_weights(fitted.weights, naive.w));
  CHECK(column(fitted, "taken") == naive.taken_after);
  CHECK(column<std::vector<Index>>(fitted, "picked") == naive.picked);
  CHECK(column(fitted, "conflicts") == naive.conflicts);
  CHECK(column(fitted, "disagreements") == naive.disagreements);
  CHECK(fitted.report.iterations == static_cast<Index>(naive.taken_after.size()));
}

}  // namespace

TEST_CASE("co-training with perceptrons is the naive loop over enumerated outputs, ties included",
          "[learners][co_training]") {
  // Integer features and Cu a power of two: scores are exact, so that equal margins are equal
  // numbers.
  Index settled = 0, conflicts = 0, open = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    for (const Small& s : {small_chains(seed), small_classes(seed)}) {
      const Sample sample =
          s.problem == "sequence" ? split(s.data.truth, 4, 10) : split(s.data.truth, 7, 17);
      for (
          const char* text :
          {R"({"growth": 1, "rounds": 3, "Cu": 1, "pick": "overall"})",
           R"({"growth": 3, "rounds": 6, "Cu": 0.25, "pick": "overall", "final": "joint"})",
           R"({"growth": 2, "rounds": 4, "Cu": 1, "pick": "overall", "pool": 4})",
           R"({"growth": 20, "rounds": 2, "Cu": 0.5, "pick": "overall"})",
           R"({"growth": 4, "rounds": 9, "Cu": 1, "pick": "per_class"})",
           R"({"growth": 2, "rounds": 4, "Cu": 0.5, "pick": "per_class", "final": "joint"})",
           R"({"growth": 5, "rounds": 5, "Cu": 1, "pick": "per_class", "pool": 8, "final": "joint"})"}) {
        const Json options = Json::parse(text);
        if (options.at("pick") == "per_class" && s.problem == "sequence") continue;
        INFO(s.problem << ", seed " << seed << ", " << text);
        const Naive naive = naive_co_training(s, sample, kPerceptron, options);
        const Fitted fitted = co_train(options, kPerceptron, s.views(), sample);
        check_agrees(fitted, naive);
        CHECK((fitted.report.stopped_because ==
               fmt::format("{} rounds", options.at("rounds").get<Index>())) == !naive.settled);
        if (!naive.settled) CHECK(!fitted.report.converged);
        settled += naive.settled;
        open += !naive.settled;
        conflicts += std::accumulate(naive.conflicts.begin(), naive.conflicts.end(), Index{0});
      }
    }
  }
  CHECK(settled > 0);
  CHECK(open > 0);
  CHECK(conflicts > 0);
}

TEST_CASE(
    "a posterior is the share of an output in the sum over all, its geometric mean over parts",
    "[learners][co_training]") {
  for (std::uint64_t seed = 11; seed <= 13; ++seed) {
    for (const Small& s : {small_chains(seed), small_classes(seed)}) {
      const Sample sample =
          s.problem == "sequence" ? split(s.data.truth, 5, 9) : split(s.data.truth, 9, 15);
      for (const bool per_part : {true, false}) {
        for (const char* pick : {"overall", "per_class"}) {
          if (s.problem == "sequence" && pick == std::string("per_class")) continue;
          const Json options = {
              {"growth", 3},  {"rounds", 3},          {"Cu", 0.5},
              {"pick", pick}, {"per_part", per_part}, {"confidence", "posterior"}};
          INFO(s.problem << ", seed " << seed << ", " << options.dump());
          const Fitted fitted = co_train(options, kCrf, s.views(), sample);
          check_agrees(fitted, naive_co_training(s, sample, kCrf, options));
          for (const double mean : column<double>(fitted, "mean_posterior"))
            CHECK((mean > 0 && mean <= 1));
        }
      }
    }
  }
}

TEST_CASE(
    "without rounds, unlabeled inputs or their weight, co-training is a supervised fit, bit for "
    "bit",
    "[learners][co_training]") {
  FitContext context;
  context.seed = 5;
  context.repetition = 3;
  const Json shuffled = {
      {"type", "perceptron"}, {"epochs", 3}, {"shuffle", true}, {"average", true}};
  for (const Json& learner : {kPerceptron, shuffled, kCrf, kSvm, Json{{"type", "gradient_svm"}}}) {
    for (const Small& s : {small_chains(21), small_classes(21)}) {
      INFO(s.problem << ", " << learner.dump());
      const Views views = s.views();
      const Sample labeled = split(s.data.truth, 6, 0), all = split(s.data.truth, 6, 8);
      const std::pair<Json, Sample> same[] = {{Json{{"rounds", 0}}, all},
                                              {Json{{"rounds", 0}, {"Cu", 0}}, labeled},
                                              {Json::object(), labeled},
                                              {Json{{"Cu", 0}}, all}};
      std::vector<Fitted> apart;
      for (Index v = 0; v < 2; ++v)
        apart.push_back(supervised(learner)->fit(s.only(v), labeled, context));
      for (auto [options, sample] : same) {
        const Fitted sum = co_train(options, learner, views, sample, context);
        CHECK(same_weights(sum.weights, {apart[0].weights[0], apart[1].weights[0]}));
        if (sum.report.primal)
          CHECK(*sum.report.primal == *apart[0].report.primal + *apart[1].report.primal);
        CHECK(sum.report.primal.has_value() == apart[0].report.primal.has_value());
        CHECK(sum.report.dual.has_value() == apart[0].report.dual.has_value());
        CHECK(sum.report.oracle_calls ==
              apart[0].report.oracle_calls + apart[1].report.oracle_calls);
        CHECK(sum.report.converged == (apart[0].report.converged && apart[1].report.converged));
        CHECK(sum.report.iterations == 0);
        CHECK(sum.report.history.empty());

        options["final"] = "joint";
        const Fitted joint = co_train(options, learner, views, sample, context);
        const Fitted expected = supervised(learner)->fit(views.together(), labeled, context);
        CHECK(joint.together);
        CHECK(same_weights(joint.weights, expected.weights));
        CHECK(joint.report.primal == expected.report.primal);
        CHECK(joint.report.gap == expected.report.gap);
        CHECK(joint.report.oracle_calls == expected.report.oracle_calls);
        CHECK(joint.report.stopped_because == expected.report.stopped_because);
      }
    }
  }
  const Small s = small_chains(22);
  CHECK(same_bits(stack(co_train({{"rounds", 0}, {"final", "joint"}}, kPerceptron, s.views(),
                                 split(s.data.truth, 6, 8))
                            .weights),
                  naive_perceptron(s, s.views().together(), split(s.data.truth, 6, 0).labeled, 4)));
}

TEST_CASE("co-training with one view is self-training that keeps its labels, bit for bit",
          "[learners][co_training][self_training]") {
  for (std::uint64_t seed = 31; seed <= 33; ++seed) {
    for (Small s : {small_chains(seed), small_classes(seed)}) {
      s.data.parts = *only_view(s.data.parts, 0);
      const Sample sample =
          s.problem == "sequence" ? split(s.data.truth, 4, 10) : split(s.data.truth, 8, 14);
      for (const char* pick : {"auto", "overall", "per_class"}) {
        for (const char* confidence : {"margin", "posterior"}) {
          if (s.problem == "sequence" && pick == std::string("per_class")) continue;
          INFO(s.problem << ", seed " << seed << ", " << pick << ", " << confidence);
          Json options = {{"rounds", 3}, {"Cu", 0.5}, {"pick", pick}, {"confidence", confidence}};
          options["growth"] = 3;
          const Fitted co = co_train(options, kCrf, s.views(), sample);
          options.erase("growth");
          options.update({{"batch", 3}, {"relabel", false}, {"learner", kCrf}});
          const Fitted self = make_learner("self_training", options)->fit(s.views(), sample, {});
          CHECK(same_weights(co.weights, self.weights));
          CHECK(column(co, "taken") == column(self, "taken"));
          CHECK(co.report.primal == self.report.primal);
          CHECK(co.report.gap == self.report.gap);
        }
      }
    }
  }
}

TEST_CASE(
    "by default the unlabeled inputs are divided evenly over rounds and views, the pool at most",
    "[learners][co_training]") {
  const Small s = small_chains(41);
  const auto picked = [&](Json options, Index unlabeled) {
    return column<std::vector<Index>>(
        co_train(std::move(options), kPerceptron, s.views(), split(s.data.truth, 4, unlabeled)),
        "picked");
  };
  CHECK(picked({{"rounds", 2}}, 10).front() == std::vector<Index>{3, 3});
  CHECK(picked({{"rounds", 5}}, 10).front() == std::vector<Index>{1, 1});
  CHECK(picked({{"rounds", 1}, {"pool", 4}}, 10).front() == std::vector<Index>{4, 4});
  CHECK(picked({{"rounds", 3}}, 1).front() == std::vector<Index>{1, 1});

  // Per class it is one of each class that is labeled at least: three here, and two.
  const Small classes = small_classes(41);
  for (const Index count : {3, 2}) {
    Sample sample{{}, {12, 13, 14, 15, 16, 17, 18, 19}};
    for (int k = 0; k < count; ++k) sample.labeled.push_back({k, Output{{k}}});
    const auto weights = [&](Json options) {
      options["rounds"] = 8;
      return co_train(std::move(options), kPerceptron, classes.views(), sample).weights;
    };
    CHECK(same_weights(weights(Json::object()), weights({{"growth", count}})));
    const auto self = [&](Json options) {
      options.update({{"rounds", 8}, {"pick", "per_class"}, {"learner", kPerceptron}});
      return make_learner("self_training", options)
          ->fit(classes.views().alone(0), sample, {})
          .weights;
    };
    CHECK(same_weights(self(Json::object()), self({{"batch", count}})));
  }
}

TEST_CASE("picks are shared out by class where outputs have one, unless told otherwise",
          "[learners][co_training]") {
  const Small classes = small_classes(42), chains = small_chains(42);
  const auto weights = [](const Small& s, const char* pick) {
    const Sample sample = split(s.data.truth, 5, 9);
    return co_train({{"rounds", 2}, {"growth", 3}, {"pick", pick}}, kPerceptron, s.views(), sample)
        .weights;
  };
  CHECK(same_weights(weights(classes, "auto"), weights(classes, "per_class")));
  CHECK(same_weights(weights(chains, "auto"), weights(chains, "overall")));
  CHECK_THROWS_WITH(weights(chains, "per_class"),
                    Contains("learner co_training: needs classes of outputs"));
  CHECK_THROWS_WITH(
      check_needs(*find_learner("co_training"), {{"pick", "per_class"}}, chains.views()),
      Contains("needs classes of outputs"));
  CHECK_THROWS_WITH(
      check_needs(*find_learner("self_training"), {{"pick", "per_class"}}, chains.views()),
      Contains("needs classes of outputs"));
}

TEST_CASE("what is picked per class has the shares of the labeled examples",
          "[learners][co_training]") {
  // Two classes, nine labeled examples to three, views that see the class: 4 picks are 3 and 1, as
  // published.
  Dice dice(43);
  std::vector<std::string> labels = {"many", "few"};
  Toy toy = separable_toy(std::vector<Index>(60, 1), labels, 2, dice);
  Sample sample;
  std::vector<Index> left = {9, 3};
  for (InputId x = 0; x < 60; ++x) {
    Index& of_class = left[toy.truth[x].parts[0]];
    if (of_class > 0) {
      --of_class;
      sample.labeled.push_back({x, toy.truth[x]});
    } else {
      sample.unlabeled.push_back(x);
    }
  }
  const Views views = make_views("multiclass", Json::object(), toy.data);
  const Fitted fitted = co_train({{"rounds", 2}, {"growth", 4}}, kSvm, views, sample);
  CHECK(column<std::vector<Index>>(fitted, "picked") == std::vector<std::vector<Index>>(2, {4, 4}));
  CHECK(fitted.report.warnings.empty());
  const Fitted too_few = co_train({{"rounds", 2}, {"growth", 1}}, kSvm, views, sample);
  REQUIRE(too_few.report.warnings.size() == 1);
  CHECK_THAT(too_few.report.warnings[0],
             Contains("1 picked at a time are too few for 1 of the classes"));
}

TEST_CASE("parts in proportion: largest remainders, ties to the first, one at least to each share",
          "[learners][co_training]") {
  CHECK(shared_out(4, {9, 3}) == std::vector<Index>{3, 1});
  CHECK(shared_out(4, {1, 3}) == std::vector<Index>{1, 3});
  CHECK(shared_out(3, {1, 1}) == std::vector<Index>{2, 1});
  CHECK(shared_out(2, {98, 1, 1}) == std::vector<Index>{2, 0, 0});
  CHECK(shared_out(3, {98, 1, 1}) == std::vector<Index>{1, 1, 1});
  CHECK(shared_out(10, {98, 0, 1}) == std::vector<Index>{9, 0, 1});
  CHECK(shared_out(5, {0, 2}) == std::vector<Index>{0, 5});
  Dice dice(44);
  for (int round = 0; round < 500; ++round) {
    const Index count = dice.range(1, 12);
    Vector shares;
    std::vector<Index> counts;
    for (int k = dice.range(1, 5); k > 0; --k) shares.push_back(dice.range(0, 9));
    shares.back() += 1;
    for (const double share : shares) counts.push_back(static_cast<Index>(share));
    CHECK(shared_out(count, shares) == naive_quotas(count, counts));
  }
}

TEST_CASE("the pool depends on seed and repetition alone, and nothing else does",
          "[learners][co_training][determinism]") {
  const Small s = small_classes(45);
  const Sample sample = split(s.data.truth, 6, 18);
  const auto weights = [&](Json options, std::uint64_t seed, std::uint64_t repetition) {
    FitContext context;
    context.seed = seed;
    context.repetition = repetition;
    options.update({{"rounds", 2}, {"growth", 2}, {"pick", "overall"}});
    return stack(co_train(options, kPerceptron, s.views(), sample, context).weights);
  };
  CHECK(same_bits(weights(Json::object(), 1, 0), weights(Json::object(), 2, 7)));
  CHECK(same_bits(weights({{"pool", 18}}, 3, 1), weights(Json::object(), 1, 0)));  // all are in it
  CHECK(same_bits(weights({{"pool", 3}}, 3, 1), weights({{"pool", 3}}, 3, 1)));
  Index different = 0;
  for (std::uint64_t other = 2; other < 6; ++other) {
    different += !same_bits(weights({{"pool", 3}}, 1, 0), weights({{"pool", 3}}, other, 0));
    different += !same_bits(weights({{"pool", 3}}, 1, 0), weights({{"pool", 3}}, 1, other));
  }
  CHECK(different > 0);
}

TEST_CASE("the report is that of the last fits, with the decodings of all",
          "[learners][co_training]") {
  const Small s = small_chains(46);
  const Views views = s.views();
  const Sample sample = split(s.data.truth, 4, 6);
  const Json options = {{"rounds", 1}, {"growth", 6}, {"Cu", 0.5}};
  const Naive naive = naive_co_training(s, sample, kPerceptron, [&] {
    Json all = options;
    all["pick"] = "overall";
    return all;
  }());
  CHECK(naive.pseudo.size() == 6);
  for (const char* final : {"sum", "joint"}) {
    Json with_final = options;
    with_final["final"] = final;
    const Fitted fitted = co_train(with_final, kPerceptron, views, sample);
    std::vector<LabeledExample> training = sample.labeled;
    for (Index place = 0; place < 6; ++place) {
      for (const auto& [taken, y] : naive.pseudo) {
        if (taken == place) training.push_back({sample.unlabeled[place], y, 0.5});
      }
    }
    double primal = 0;
    Index calls = 2 * 2 * 6;
    for (Index v = 0; v < 2; ++v)
      calls +=
          supervised(kPerceptron)->fit(s.only(v), {sample.labeled, {}}, {}).report.oracle_calls;
    for (const Views& view : final == std::string("sum") ? std::vector<Views>{s.only(0), s.only(1)}
                                                         : std::vector<Views>{views.together()}) {
      const Fitted last = supervised(kPerceptron)->fit(view, {training, {}}, {});
      primal += *last.report.primal;
      calls += last.report.oracle_calls;
    }
    CHECK(*fitted.report.primal == primal);
    CHECK(fitted.report.oracle_calls == calls);
    CHECK(fitted.report.history.at(0).at("primal") == primal);
    CHECK(fitted.report.stopped_because == "all unlabeled inputs have their pseudo-labels");
  }
}

TEST_CASE("an SVM's report adds up over the views: objective, bound, gap and constraints",
          "[learners][co_training]") {
  const Small s = small_chains(47);
  const Sample sample = split(s.data.truth, 6, 0);
  const Fitted fitted = co_train(Json::object(), kSvm, s.views(), sample);
  double primal = 0, dual = 0;
  Index constraints = 0, support = 0, expected = 0;
  for (Index v = 0; v < 2; ++v) {
    const FitReport report = supervised(kSvm)->fit(s.only(v), sample, {}).report;
    primal += *report.primal;
    dual += *report.dual;
    constraints += *report.constraints_added;
    for (const auto& [loss, count] : report.support_losses) expected += count;
  }
  for (const auto& [loss, count] : fitted.report.support_losses) support += count;
  CHECK(*fitted.report.primal == primal);
  CHECK(*fitted.report.dual == dual);
  CHECK(*fitted.report.gap == Approx((primal - dual) / primal));
  CHECK(fitted.report.constraints_added == constraints);
  CHECK(support == expected);
}

TEST_CASE("asked to stop, co-training returns the last fits of the views that were finished",
          "[learners][co_training]") {
  const Small s = small_chains(48);
  const Sample sample = split(s.data.truth, 4, 10);
  const char* final = GENERATE("sum", "joint");
  const char* at = GENERATE("co_training, round 2, view 1: perceptron: epoch 1",
                            "co_training, round 3, all views: perceptron: epoch 1");
  if (final == std::string("sum") &&
      at == std::string("co_training, round 3, all views: perceptron: epoch 1"))
    return;
  const Json options = {{"rounds", 3}, {"growth", 1}, {"final", final}};
  std::atomic<bool> stop = false;
  FitContext context;
  context.stop = &stop;
  context.progress = [&](const std::string& line) {
    if (line.starts_with(at)) stop = true;
  };
  const Fitted stopped = co_train(options, kPerceptron, s.views(), sample, context);
  CHECK(stop);
  const Index rounds = std::string(at).find("all views") == std::string::npos ? 1 : 2;
  CHECK(stopped.report.iterations == rounds);
  CHECK(static_cast<Index>(stopped.report.history.size()) == rounds);
  CHECK(!stopped.report.converged);
  CHECK(stopped.report.stopped_because == "interrupted");
  const Fitted whole =
      co_train({{"rounds", rounds}, {"growth", 1}}, kPerceptron, s.views(), sample);
  CHECK(same_weights(stopped.weights, whole.weights));
}

TEST_CASE("the progress of co-training names rounds and views and passes on that of its learners",
          "[learners][co_training]") {
  const Small s = small_chains(49);
  std::vector<std::string> lines;
  FitContext context;
  context.progress = [&](const std::string& line) {
    if (is_of_learner(line)) lines.push_back(line);
  };
  (void)co_train({{"rounds", 1}, {"growth", 10}}, kPerceptron, s.views(),
                 split(s.data.truth, 4, 10), context);
  REQUIRE(lines.size() > 2);
  CHECK_THAT(lines.front(), Contains("co_training, round 0, view 0: perceptron: epoch 1 of 4"));
  CHECK(lines.back() == "co_training: round 1 of 1, 10 of 10 pseudo-labeled");
}

TEST_CASE("views that pick nothing any more end co-training", "[learners][co_training]") {
  // Inputs without features score 0 for all labels: they are predicted to be "a", and no example
  // is.
  PartData data;
  data.labels = {"a", "b"};
  for (int v = 0; v < 2; ++v) {
    FeatureTable table;
    table.num_features = 1;
    for (int i = 0; i < 8; ++i) {
      if (i < 4) table.feature.push_back(0);
      table.end_part();
      table.end_example();
    }
    data.views.push_back(std::move(table));
  }
  const Views views = make_views("multiclass", Json::object(), data);
  const Sample sample = {{{0, Output{{1}}}, {1, Output{{1}}}}, {2, 3, 4, 5, 6, 7}};
  for (const char* final : {"sum", "joint"}) {
    const Fitted fitted =
        co_train({{"growth", 1}, {"rounds", 50}, {"final", final}}, kPerceptron, views, sample);
    CHECK(column(fitted, "taken") == std::vector<Index>{1, 2});
    CHECK(fitted.report.stopped_because == "no view picks another input");
    CHECK(fitted.report.converged);
    const Fitted two =
        co_train({{"growth", 1}, {"rounds", 2}, {"final", final}}, kPerceptron, views, sample);
    CHECK(same_weights(fitted.weights, two.weights));
  }
  const Json self = {{"batch", 1}, {"rounds", 50}, {"pick", "per_class"}, {"learner", kPerceptron}};
  const Fitted alone = make_learner("self_training", self)->fit(views.alone(0), sample, {});
  CHECK(column(alone, "taken") == std::vector<Index>{1, 2});
  CHECK(alone.report.stopped_because == "no pseudo-label changed");
}

TEST_CASE("co-training: options that do nothing without rounds, or with Cu 0, are told",
          "[co_training]") {
  const std::vector<OptionInfo>& options = find_learner("co_training")->options;
  const auto told = [&](const Json& given) { return without_effect(options, given, "learner"); };
  CHECK(told({{"rounds", 0}, {"growth", 3}, {"pool", 9}, {"Cu", 0.5}}).size() == 3);
  CHECK(told({{"rounds", 3}, {"growth", 3}, {"pool", 9}, {"Cu", 0.5}}).empty());
  const std::vector<std::string> with_no_weight =
      told({{"rounds", 3}, {"Cu", 0}, {"label_shares", "labeled"}});
  REQUIRE(with_no_weight.size() == 2);
  CHECK_THAT(with_no_weight[0], Contains("learner.rounds has no effect where Cu = 0"));
  CHECK_THAT(with_no_weight[1], Contains("learner.label_shares has no effect where Cu = 0"));
}
