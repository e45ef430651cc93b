// Self-training against a naive loop that finds predictions and margins by enumeration, and its
// laws.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <limits>

#include "support/fits.hpp"
#include "support/labeled_data.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

struct Supervised {
  std::string name;
  Json block;    ///< with `type`
  Json options;  ///< without
};

std::vector<Supervised> supervised_learners() {
  std::vector<Supervised> all;
  const auto add = [&](const char* name, const char* options) {
    all.push_back({name, Json::parse(options), Json::parse(options)});
    all.back().block["type"] = name;
  };
  add("perceptron", R"({"epochs": 4})");
  add("perceptron", R"({"epochs": 3, "average": true, "shuffle": true})");
  add("hmm", R"({"smoothing": 0.5})");
  add("crf", R"({"C": 2, "iteration_limit": 20})");
  add("structural_svm", R"({"C": 0.5, "gap": 0.01})");
  return all;
}

/// Small sequences, one of them empty, under a problem that every learner takes.
struct Small {
  explicit Small(std::uint64_t seed)
      : dice(seed), data(small_sequences(dice, true, {5}, kLengths)) {}
  Views views() const {
    return make_views("sequence", {{"bias", true}, {"boundary", true}}, data.parts);
  }
  std::vector<Output> outputs(InputId x) const {
    return all_labelings(data.parts.views[0].length(x), 3);
  }

  static inline const std::vector<Index> kLengths = {3, 2, 1, 4, 2, 0, 3, 1, 2, 4, 3, 2, 1, 3};
  Dice dice;
  LabeledData data;
};

Fitted self_train(Json options, const Supervised& learner, const Views& views, const Sample& sample,
                  const FitContext& context = {}) {
  options["learner"] = learner.block;
  return make_learner("self_training", options)->fit(views, sample, context);
}

Vector fit_alone(const Supervised& learner, const Views& views,
                 std::vector<LabeledExample> labeled) {
  return stack(make_learner(learner.name, learner.options)
                   ->fit(views, {std::move(labeled), {}}, {})
                   .weights);
}

struct Naive {
  Vector w;
  std::vector<Index> taken_after;  // each round
  std::vector<Index> changed_in;
  bool settled = false;
};

/// The algorithm as its header states it, with outputs enumerated: no decoder of the problem is
/// used.
Naive naive_self_training(const Small& s, const Views& views, const Sample& sample,
                          const Supervised& learner, Index rounds, Index batch, double Cu,
                          bool relabel) {
  Naive naive{fit_alone(learner, views, sample.labeled), {}, {}, false};
  std::vector<std::pair<InputId, Output>> pseudo;  // those taken
  const auto is_taken = [&](InputId x) {
    return std::any_of(pseudo.begin(), pseudo.end(), [&](const auto& p) { return p.first == x; });
  };
  for (Index round = 0; round < rounds; ++round) {
    const auto best_and_margin = [&](InputId x) {
      const auto order =
          ranked(s.outputs(x), [&](const Output& y) { return views.joint().score(x, y, naive.w); });
      const double margin = order.size() > 1 ? order[0].value - order[1].value
                                             : std::numeric_limits<double>::infinity();
      return std::pair(order[0].output, margin);
    };
    Index changed = 0;
    for (auto& [x, y] : pseudo) {
      const Output now = best_and_margin(x).first;
      if (!relabel || now == y) continue;
      y = now;
      ++changed;
    }
    if (pseudo.size() == sample.unlabeled.size() && changed == 0) {
      naive.settled = true;
      return naive;
    }
    for (Index i = 0; i < batch; ++i) {  // one by one: the first of the largest margin
      std::optional<InputId> best;
      for (const InputId x : sample.unlabeled) {
        if (is_taken(x)) continue;
        if (!best || best_and_margin(x).second > best_and_margin(*best).second) best = x;
      }
      if (best) pseudo.emplace_back(*best, best_and_margin(*best).first);
    }
    std::vector<LabeledExample> training = sample.labeled;
    for (const InputId x : sample.unlabeled) {
      for (const auto& [taken, y] : pseudo) {
        if (taken == x) training.push_back({x, y, Cu});
      }
    }
    naive.w = fit_alone(learner, views, training);
    naive.taken_after.push_back(static_cast<Index>(pseudo.size()));
    naive.changed_in.push_back(changed);
  }
  naive.settled = !relabel && pseudo.size() == sample.unlabeled.size();
  return naive;
}

std::vector<Index> column(const Fitted& fitted, const char* name) {
  std::vector<Index> values;
  for (const Json& row : fitted.report.history) values.push_back(row.at(name).get<Index>());
  return values;
}

}  // namespace

TEST_CASE("self-training with perceptrons is the naive loop over enumerated outputs, ties included",
          "[learners][self_training]") {
  // Integer features and Cu a power of two: scores are exact, so that equal margins are equal
  // numbers.
  const Supervised perceptron = supervised_learners()[0];
  Index settled = 0, changed = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Small s(seed);
    const Views views = s.views();
    const Sample sample = split(s.data.truth, 4, 10);
    for (const Index batch : {1, 3, 20}) {
      for (const double Cu : {1.0, 0.25}) {
        for (const bool relabel : {true, false}) {
          INFO("seed " << seed << ", batch " << batch << ", Cu " << Cu << ", relabel " << relabel);
          const Naive naive =
              naive_self_training(s, views, sample, perceptron, 7, batch, Cu, relabel);
          const Fitted fitted =
              self_train({{"rounds", 7}, {"batch", batch}, {"Cu", Cu}, {"relabel", relabel}},
                         perceptron, views, sample);
          CHECK(same_bits(stack(fitted.weights), naive.w));
          CHECK(column(fitted, "taken") == naive.taken_after);
          CHECK(column(fitted, "changed") == naive.changed_in);
          CHECK(fitted.report.iterations == static_cast<Index>(naive.taken_after.size()));
          CHECK((fitted.report.stopped_because == "7 rounds") == !naive.settled);
          settled += naive.settled;
          for (const Index count : naive.changed_in) changed += count;
        }
      }
    }
  }
  CHECK(settled > 0);
  CHECK(changed > 0);
}

TEST_CASE(
    "without unlabeled inputs, or with Cu = 0, self-training is the supervised learner, bit for "
    "bit",
    "[learners][self_training]") {
  const Small s(21);
  const Views views = s.views();
  FitContext context;
  context.seed = 5;
  context.repetition = 3;
  for (const Supervised& learner : supervised_learners()) {
    INFO(learner.block.dump());
    const Fitted alone =
        make_learner(learner.name, learner.options)->fit(views, split(s.data.truth, 6, 0), context);
    for (const auto& [Cu, unlabeled] : {std::pair(1.0, 0), std::pair(0.0, 8), std::pair(0.0, 0)}) {
      const Fitted fitted =
          self_train({{"Cu", Cu}}, learner, views, split(s.data.truth, 6, unlabeled), context);
      CHECK(same_weights(fitted.weights, alone.weights));
      CHECK(fitted.report.primal == alone.report.primal);
      CHECK(fitted.report.dual == alone.report.dual);
      CHECK(fitted.report.gap == alone.report.gap);
      CHECK(fitted.report.oracle_calls == alone.report.oracle_calls);
      CHECK(fitted.report.converged == alone.report.converged);
      CHECK(fitted.report.stopped_because == alone.report.stopped_because);
      CHECK(fitted.report.iterations == 0);
      CHECK(fitted.report.history.empty());
    }
  }
}

TEST_CASE("one round takes all unlabeled inputs, with the labels that the supervised fit predicts",
          "[learners][self_training]") {
  const Small s(22);
  const Views views = s.views();
  const Sample sample = split(s.data.truth, 5, 9);
  for (const Supervised& learner : supervised_learners()) {
    INFO(learner.block.dump());
    const Fitted fitted = self_train({{"rounds", 1}, {"Cu", 0.5}}, learner, views, sample);
    CHECK(column(fitted, "taken") == std::vector<Index>{9});
    const Vector first = fit_alone(learner, views, sample.labeled);
    std::vector<LabeledExample> training = sample.labeled;
    for (const InputId x : sample.unlabeled)
      training.push_back({x, views.joint().decode(x, first).output, 0.5});
    CHECK(same_bits(stack(fitted.weights), fit_alone(learner, views, training)));
    CHECK(fitted.report.iterations == 1);
    CHECK(!fitted.report.converged);
  }
}

TEST_CASE("by default the unlabeled inputs are divided evenly over the rounds, rounded up",
          "[learners][self_training]") {
  const Small s(23);
  const Views views = s.views();
  const Supervised perceptron = supervised_learners()[0];
  const auto taken = [&](Index rounds, Index unlabeled) {
    return column(
        self_train({{"rounds", rounds}}, perceptron, views, split(s.data.truth, 4, unlabeled)),
        "taken");
  };
  CHECK(taken(5, 10) == std::vector<Index>{2, 4, 6, 8, 10});
  CHECK(taken(3, 10) == std::vector<Index>{4, 8, 10});
  CHECK(taken(4, 1).front() == 1);
}

TEST_CASE("pseudo-labels that are kept do not change, and the fit ends when all inputs have theirs",
          "[learners][self_training]") {
  const Small s(24);
  const Views views = s.views();
  const Sample sample = split(s.data.truth, 4, 10);
  for (const Supervised& learner : supervised_learners()) {
    INFO(learner.block.dump());
    const Fitted fitted =
        self_train({{"rounds", 100}, {"batch", 3}, {"relabel", false}}, learner, views, sample);
    CHECK(column(fitted, "taken") == std::vector<Index>{3, 6, 9, 10});
    CHECK(column(fitted, "changed") == std::vector<Index>(4, 0));
    CHECK(fitted.report.stopped_because == "all unlabeled inputs have their pseudo-labels");
    CHECK(fitted.report.converged == fitted.report.history.back().at("converged").get<bool>());
  }
}

TEST_CASE("a settled fit predicts its own pseudo-labels: one more round would be the same fit",
          "[learners][self_training]") {
  Index settled = 0;
  for (std::uint64_t seed = 31; seed < 37; ++seed) {
    const Small s(seed);
    const Views views = s.views();
    const Sample sample = split(s.data.truth, 4, 10);
    for (const Supervised& learner : supervised_learners()) {
      INFO(learner.block.dump() << " seed " << seed);
      const Fitted fitted = self_train({{"rounds", 30}, {"batch", 5}}, learner, views, sample);
      if (fitted.report.stopped_because != "no pseudo-label changed") continue;
      ++settled;
      const Vector w = stack(fitted.weights);
      std::vector<LabeledExample> training = sample.labeled;
      for (const InputId x : sample.unlabeled)
        training.push_back({x, views.joint().decode(x, w).output, 1});
      CHECK(same_bits(fit_alone(learner, views, training), w));
    }
  }
  CHECK(settled > 3);
}

TEST_CASE("the report is that of the last fit, with the decodings of all",
          "[learners][self_training]") {
  const Small s(25);
  const Views views = s.views();
  const Sample sample = split(s.data.truth, 4, 6);
  const Supervised svm = supervised_learners().back();
  const Fitted fitted = self_train({{"rounds", 1}}, svm, views, sample);
  const auto learner = make_learner(svm.name, svm.options);
  const Fitted first = learner->fit(views, {sample.labeled, {}}, {});
  std::vector<LabeledExample> training = sample.labeled;
  for (const InputId x : sample.unlabeled)
    training.push_back({x, views.joint().decode(x, first.weights[0]).output, 1});
  const Fitted last = learner->fit(views, {training, {}}, {});
  CHECK(fitted.report.primal == last.report.primal);
  CHECK(fitted.report.dual == last.report.dual);
  CHECK(fitted.report.gap == last.report.gap);
  CHECK(fitted.report.support_losses == last.report.support_losses);
  CHECK(fitted.report.oracle_calls == first.report.oracle_calls + 2 * 6 + last.report.oracle_calls);
  CHECK(fitted.report.history.at(0).at("primal") == *last.report.primal);

  double sum = 0;  // of margins, by enumeration; the empty input has one output and no margin
  Index count = 0;
  for (const InputId x : sample.unlabeled) {
    const auto order = ranked(
        s.outputs(x), [&](const Output& y) { return views.joint().score(x, y, first.weights[0]); });
    if (order.size() == 1) continue;
    sum += order[0].value - order[1].value;
    ++count;
  }
  CHECK(count == 5);
  CHECK(fitted.report.history.at(0).at("mean_margin").get<double>() ==
        Approx(sum / static_cast<double>(count)).epsilon(1e-9));
}

TEST_CASE("inputs with one output only are taken first", "[learners][self_training]") {
  Dice dice(26);
  const LabeledData data = small_sequences(dice, true, {5}, {3, 2, 1, 4, 2, 0, 3, 0});
  const Views views = make_views("sequence", Json::object(), data.parts);
  const Fitted fitted = self_train({{"rounds", 1}, {"batch", 2}}, supervised_learners()[0], views,
                                   split(data.truth, 3, 5));
  CHECK(column(fitted, "taken") == std::vector<Index>{2});
  CHECK(fitted.report.history.at(0).at("mean_margin").is_null());
}

TEST_CASE("asked to stop, self-training returns the last fit that was finished",
          "[learners][self_training]") {
  const Small s(27);
  const Views views = s.views();
  const Sample sample = split(s.data.truth, 4, 10);
  const Supervised perceptron = supervised_learners()[0];
  const Json options = {{"rounds", 5}, {"relabel", false}};
  Index rounds = 0;
  std::atomic<bool> stop = false;
  FitContext context;
  context.stop = &stop;
  context.progress = [&](const std::string& line) {
    if (line.starts_with("self_training: round")) ++rounds;
    if (rounds == 2 && line.starts_with("self_training, round 3: perceptron: epoch 1")) stop = true;
  };
  const Fitted stopped = self_train(options, perceptron, views, sample, context);
  CHECK(stopped.report.iterations == 2);
  CHECK(stopped.report.history.size() == 2);
  CHECK(!stopped.report.converged);
  CHECK(stopped.report.stopped_because == "interrupted");
  const Fitted two =
      self_train({{"rounds", 2}, {"batch", 2}, {"relabel", false}}, perceptron, views, sample);
  CHECK(same_weights(stopped.weights, two.weights));
}

TEST_CASE("the progress of self-training names rounds and passes on that of its learner",
          "[learners][self_training]") {
  const Small s(28);
  std::vector<std::string> lines;
  FitContext context;
  context.progress = [&](const std::string& line) {
    if (is_of_learner(line)) lines.push_back(line);
  };
  (void)self_train({{"rounds", 1}}, supervised_learners()[0], s.views(), split(s.data.truth, 4, 10),
                   context);
  REQUIRE(lines.size() > 2);
  CHECK_THAT(lines.front(), Contains("self_training, round 0: perceptron: epoch 1 of 4"));
  CHECK(lines.back() == "self_training: round 1 of 1, 10 of 10 pseudo-labeled, 0 changed");
}

TEST_CASE("every learner that uses labeled examples only can train itself, and no other",
          "[learners][self_training]") {
  const BlockTypes& types = *find_learner("self_training")->options.front().block;
  std::vector<std::string> supervised, offered;
  for (const LearnerEntry& entry : learner_catalog()) {
    // These learn nothing, from pseudo-labels neither.
    if (entry.name == "substitution_matrix" || entry.name == "retrieval_rule") continue;
    if (!entry.uses_unlabeled && !entry.predicts_numbers) supervised.push_back(entry.name);
  }
  for (const auto& type : types.types()) offered.push_back(type.name);
  CHECK(offered == supervised);
  CHECK(offered.size() >= 4);
}

TEST_CASE("weights of another number than the views ask for are a fault of the learner",
          "[learners][catalog]") {
  class Faulty final : public Learner {
   public:
    explicit Faulty(std::vector<Vector> weights) : weights_(std::move(weights)) {}
    Fitted fit(const Views&, const Sample&, const FitContext&) const override {
      return {weights_, {}};
    }

   private:
    std::vector<Vector> weights_;
  };
  const Small s(7);
  const Sample sample = split(s.data.truth, 4, 10);
  static std::vector<Vector> returned;
  LearnerEntry entry = *find_learner("perceptron");
  entry.name = "faulty";
  entry.make = [](const Json&) { return std::make_unique<Faulty>(returned); };
  if (find_learner("faulty") == nullptr) add_learner(entry);
  const auto fit = [&](std::vector<Vector> weights) {
    returned = std::move(weights);
    return make_learner("faulty")->fit(s.views(), sample, {});
  };
  CHECK_THROWS_WITH(fit({}),
                    Contains("learner faulty has a fault: it returned 0 vectors of weights"));
  std::vector<Vector> right;
  for (Index v = 0; v < s.views().count(); ++v)
    right.emplace_back(static_cast<std::size_t>(s.views()[v].dimension()), 1.0);
  CHECK(fit(right).weights == right);
  CHECK(fit(right).report.warnings.empty());
  std::vector<Vector> wrong = right;
  wrong.back().pop_back();
  CHECK_THROWS_WITH(fit(wrong), Contains(fmt::format("for view {}, expected {}", right.size(),
                                                     right.back().size())));
  wrong = right;
  wrong.front().front() = std::numeric_limits<double>::quiet_NaN();
  REQUIRE(fit(wrong).report.warnings.size() == 1);
  CHECK_THAT(fit(wrong).report.warnings[0], Contains("not finite"));
}

TEST_CASE("a learner that a program adds late can train itself", "[learners][self_training]") {
  const Small s(7);
  const Json block = {{"learner", {{"type", "late"}}}, {"rounds", 2}};
  const LearnerEntry& outer = *find_learner("self_training");
  ConfigErrors before;
  check_options(outer.options, block, "", before);
  CHECK_FALSE(before.empty());
  LearnerEntry late = *find_learner("perceptron");
  late.name = "late";
  add_learner(late);
  ConfigErrors after;
  check_options(outer.options, block, "", after);
  CHECK(after.empty());
  CHECK(&outer == find_learner("self_training"));
  const Json known = {{"learner", {{"type", "perceptron"}}}, {"rounds", 2}};
  const Sample sample = split(s.data.truth, 4, 10);
  const Fitted own = outer.make(block)->fit(s.views(), sample, {});
  const Fitted same = outer.make(known)->fit(s.views(), sample, {});
  CHECK(own.weights == same.weights);
}

TEST_CASE("the weight of an example multiplies its loss in every learner that can train itself",
          "[learners][self_training]") {
  // Weight 2 is the example twice, where order plays no part; the perceptron's is tested by its own
  // update.
  const Small s(29);
  const Views views = s.views();
  const Sample sample = split(s.data.truth, 6, 0);
  Sample weighted = sample, doubled = sample;
  for (const Index i : {1, 3}) {
    weighted.labeled[i].weight = 2;
    doubled.labeled.push_back(sample.labeled[i]);
  }
  const auto [name, options] = GENERATE(table<std::string, std::string>(
      {{"hmm", "{}"}, {"crf", R"({"gap": 1e-9})"}, {"structural_svm", R"({"gap": 1e-6})"}}));
  INFO(name);
  const auto learner = make_learner(name, Json::parse(options));
  const Fitted a = learner->fit(views, weighted, {}), b = learner->fit(views, doubled, {});
  CHECK(*a.report.primal == Approx(*b.report.primal).epsilon(1e-5));
  for (std::size_t j = 0; j < a.weights[0].size(); ++j)
    CHECK(a.weights[0][j] == Approx(b.weights[0][j]).margin(1e-2));
}
