// Learning from examples that are labeled in part, compared with enumeration of the allowed
// outputs.
#include <catch2/catch.hpp>

#include "learners/partial_data.hpp"

using namespace costruct;
using namespace costruct::test;

TEST_CASE(
    "the random field of partly labeled sequences is at a local minimum of the enumerated "
    "objective",
    "[learners][partial][crf]") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    for (const Index labeled : {0, 3}) {
      Dice dice(seed);
      const Drawn of = drawn(dice, labeled);
      const Views views = make_views("sequence", Json::object(), of.data.parts);
      const double C = 2;
      const Fitted fitted =
          make_learner("crf", {{"gap", 1e-14}, {"C", C}})->fit(views, of.sample, {});
      const Vector& w = fitted.weights[0];
      const double at_w = crf_objective(views.joint(), of, C, w);
      CHECK(*fitted.report.primal == Approx(at_w).epsilon(1e-10));
      CHECK(fitted.report.converged);
      CHECK_FALSE(fitted.report.dual);
      CHECK_FALSE(fitted.report.gap);
      for (std::size_t j = 0; j < w.size(); ++j) {  // the gradient is zero
        Vector less = w, more = w;
        less[j] -= 1e-4;
        more[j] += 1e-4;
        const double slope = (crf_objective(views.joint(), of, C, more) -
                              crf_objective(views.joint(), of, C, less)) /
                             2e-4;
        CHECK(std::abs(slope) < 1e-5);
      }
    }
  }
}

TEST_CASE("unlabeled examples of weight 0 cost no decoding, with or without held-out examples",
          "[learners][partial][hmm]") {
  Dice dice(4);
  Drawn of = drawn(dice, 4, true);
  const Views views =
      make_views("sequence", {{"bias", true}, {"boundary", true}, {"eta", 1}}, of.data.parts);
  for (const double held_out : {0.0, 0.4}) {
    const auto learner =
        make_learner("hmm", {{"unlabeled_weight", 0.0}, {"rounds", 5}, {"held_out", held_out}});
    Sample with_unlabeled = of.sample;
    with_unlabeled.unlabeled = {0, 1, 2};
    CHECK(learner->fit(views, with_unlabeled, {}).report.oracle_calls ==
          learner->fit(views, of.sample, {}).report.oracle_calls);
  }
}

TEST_CASE("a hidden Markov model sums over allowed outputs, and its likelihood rises",
          "[learners][partial][hmm]") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    for (const Index labeled : {0, 3}) {
      Dice dice(seed);
      const Drawn of = drawn(dice, labeled, true);
      const Views views =
          make_views("sequence", {{"bias", true}, {"boundary", true}, {"eta", 1}}, of.data.parts);
      const StructuredProblem& problem = views.joint();
      const Json tight = {
          {"smoothing", 0.1}, {"unlabeled_weight", 1.0}, {"rounds", 3000}, {"tolerance", 1e-15}};
      const Fitted fitted = make_learner("hmm", tight)->fit(views, of.sample, {});
      const Vector& w = fitted.weights[0];
      double last = std::numeric_limits<double>::infinity();
      for (const Json& row : fitted.report.history) {
        CHECK(row["primal"].get<double>() <= last + 1e-12 * std::abs(last));
        last = row["primal"].get<double>();
      }
      // A fixed point: the closed form of all allowed outputs, each with its probability.
      Sample complete{of.sample.labeled, {}};
      double likelihood = 0;
      for (const auto& [x, known, weight] : of.sample.partial) {
        const double sum = log_sum(problem, of.data, x, known, w);
        likelihood += weight * sum;
        for (const Output& y : outputs_of(of.data, x)) {
          if (allows(known, y))
            complete.labeled.push_back({x, y, weight * std::exp(problem.score(x, y, w) - sum)});
        }
      }
      const Fitted closed = make_learner("hmm", {{"smoothing", 0.1}})->fit(views, complete, {});
      for (std::size_t j = 0; j < w.size(); ++j)
        CHECK(closed.weights[0][j] == Approx(w[j]).epsilon(1e-4).margin(1e-4));
      // Without its prior the objective is the negative likelihood.
      const Fitted flat =
          make_learner("hmm", {{"smoothing", 1e-9}, {"unlabeled_weight", 1.0}, {"rounds", 1}})
              ->fit(views, of.sample, {});
      double objective = 0;
      for (const auto& [x, y, weight] : of.sample.labeled)
        objective -= weight * problem.score(x, y, flat.weights[0]);
      for (const auto& [x, known, weight] : of.sample.partial)
        objective -= weight * log_sum(problem, of.data, x, known, flat.weights[0]);
      CHECK(*flat.report.primal == Approx(objective).epsilon(1e-5));
    }
  }
}

namespace {

/// The perceptrons of a test, one in each view, which decode by enumeration.
class EnumeratedPerceptrons {
 public:
  EnumeratedPerceptrons(const Views& views, const Drawn& of, double loss_weight)
      : views_(views), of_(of), loss_weight_(loss_weight) {
    for (Index v = 0; v < views.count(); ++v) w_.emplace_back(views[v].dimension());
  }

  const std::vector<Vector>& weights() const { return w_; }

  /// Returns whether any view steps.
  bool labeled_step(const LabeledExample& example) {
    const auto& [x, y, weight] = example;
    bool any = false;
    for (Index v = 0; v < views_.count(); ++v) {
      const Output found = augmented(
          v, x, [&, &y = y, x = x](const Output& other) { return views_[v].loss(x, y, other); });
      if (found == y) continue;
      any = true;
      step(v, x, y, found, weight);
    }
    return any;
  }

  bool partial_step(const PartialExample& example, double Cu) {
    const auto& [x, known, weight] = example;
    std::vector<Output> best;
    for (Index v = 0; v < views_.count(); ++v)
      best.push_back(best_of(views_[v], of_.data, x, known, w_[v]));
    bool any = false;
    for (Index v = 0; v < views_.count(); ++v) {
      const Output found = augmented(
          v, x, [&known = known](const Output& other) { return known_loss(known, other); });
      if (!allows(known, found)) {
        any = true;
        step(v, x, best[v], found, weight);
      }
      any = teach(v, x, best, Cu * weight) || any;
    }
    return any;
  }

  bool unlabeled_step(InputId x, double Cu) {
    std::vector<Output> best;
    for (Index v = 0; v < views_.count(); ++v)
      best.push_back(best_of(views_[v], of_.data, x, {}, w_[v]));
    bool any = false;
    for (Index v = 0; v < views_.count(); ++v) any = teach(v, x, best, Cu) || any;
    return any;
  }

 private:
  template <class Loss>
  Output augmented(Index v, InputId x, const Loss& loss) const {
    Output best;
    double most = -std::numeric_limits<double>::infinity();
    for (const Output& y : outputs_of(of_.data, x)) {
      const double value = loss_weight_ * loss(y) + views_[v].score(x, y, w_[v]);
      if (value <= most) continue;
      most = value;
      best = y;
    }
    return best;
  }
  bool teach(Index v, InputId x, const std::vector<Output>& best, double Cu) {
    bool any = false;
    for (Index u = 0; u < views_.count(); ++u) {
      if (best[u] == best[v] || Cu == 0) continue;
      any = true;
      step(v, x, best[u], best[v], Cu);
    }
    return any;
  }
  void step(Index v, InputId x, const Output& y, const Output& y_hat, double weight) {
    add_to(w_[v], weight,
           difference(views_[v].joint_feature(x, y), views_[v].joint_feature(x, y_hat)));
  }

  const Views& views_;
  const Drawn& of_;
  double loss_weight_;
  std::vector<Vector> w_;
};

void check_same(const std::vector<Vector>& found, const std::vector<Vector>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t v = 0; v < found.size(); ++v) {
    REQUIRE(found[v].size() == expected[v].size());
    for (std::size_t j = 0; j < found[v].size(); ++j)
      CHECK(found[v][j] == Approx(expected[v][j]).margin(1e-12));
  }
}

}  // namespace

TEST_CASE("the perceptron takes the steps that enumeration takes, loss-augmented or not",
          "[learners][partial]") {
  for (const double loss_weight : {0.0, 0.5, 1.0, 4.0}) {
    Dice dice(5);
    for (const Index labeled : {0, 4}) {
      const Drawn of = drawn(dice, labeled);
      const Views views = make_views("sequence", {{"loss", "hamming"}}, of.data.parts);
      const Fitted fitted =
          make_learner("perceptron", {{"epochs", 3}, {"loss_weight", loss_weight}})
              ->fit(views, of.sample, {});
      EnumeratedPerceptrons perceptron(views, of, loss_weight);
      for (int epoch = 0; epoch < 3; ++epoch) {
        bool any = false;
        for (const LabeledExample& example : of.sample.labeled)
          any = perceptron.labeled_step(example) || any;
        for (const PartialExample& example : of.sample.partial)
          any = perceptron.partial_step(example, 0) || any;
        if (!any) break;
      }
      check_same(fitted.weights, perceptron.weights());
      CHECK(*fitted.report.primal ==
            Approx(perceptron_criterion(views.joint(), of, loss_weight, fitted.weights[0]))
                .margin(1e-9));
    }
  }
}

TEST_CASE("views of a co-perceptron learn what is known, and teach each other the rest",
          "[learners][partial][co_perceptron]") {
  for (const double loss_weight : {0.0, 1.0}) {
    for (const double Cu : {0.0, 0.25, 1.0}) {
      for (const Index labeled : {0, 3}) {
        INFO("loss_weight " << loss_weight << ", Cu " << Cu << ", " << labeled << " labeled");
        Dice dice(9);
        Drawn of{small_sequences(dice, false, {4, 3}, {3, 2, 4, 1, 3, 4, 2, 3, 2, 3}), {}};
        const auto count = std::ssize(of.data.truth);
        for (InputId x = 0; x < count; ++x) {
          const Output& y = of.data.truth[static_cast<std::size_t>(x)];
          if (x < labeled) {
            of.sample.labeled.push_back({x, y, 1});
          } else if (x < count - 2) {
            of.sample.partial.push_back({x, facts_of(y, 3, dice), dice.range(1, 4) / 2.0});
          } else {
            of.sample.unlabeled.push_back(x);
          }
        }
        const Views views = make_views("sequence", {{"loss", "hamming"}}, of.data.parts);
        constexpr int kEpochs = 2;
        const Json options = {{"epochs", kEpochs}, {"Cu", Cu}, {"loss_weight", loss_weight}};
        const Fitted fitted = make_learner("co_perceptron", options)->fit(views, of.sample, {});
        EnumeratedPerceptrons perceptrons(views, of, loss_weight);
        for (int epoch = 0; epoch < kEpochs; ++epoch) {
          for (const LabeledExample& example : of.sample.labeled) perceptrons.labeled_step(example);
          for (const PartialExample& example : of.sample.partial)
            perceptrons.partial_step(example, Cu);
          for (const InputId x : of.sample.unlabeled) perceptrons.unlabeled_step(x, Cu);
        }
        check_same(fitted.weights, perceptrons.weights());
        CHECK(fitted.report.iterations == kEpochs);
      }
    }
  }
}

TEST_CASE("to a co-perceptron, all known is labeled and nothing known is unlabeled",
          "[learners][partial][co_perceptron]") {
  Dice dice(11);
  const LabeledData data = small_sequences(dice, false, {4, 3}, {3, 2, 4, 1, 3, 2, 3, 4});
  const Views views = make_views("sequence", {{"loss", "hamming"}}, data.parts);
  for (const Index labeled : {3, 4, 6}) {
    Sample whole, facts;
    for (InputId x = 0; x < std::ssize(data.truth); ++x) {
      Known known;
      for (const int label : data.truth[static_cast<std::size_t>(x)].parts) {
        known.facts.emplace_back();
        if (x < labeled) known.facts.back() = {label};
      }
      facts.partial.push_back({x, std::move(known)});
      if (x < labeled) {
        whole.labeled.push_back({x, data.truth[static_cast<std::size_t>(x)]});
      } else {
        whole.unlabeled.push_back(x);
      }
    }
    for (const double loss_weight : {0.0, 1.0}) {
      INFO(labeled << " labeled, loss_weight " << loss_weight);
      const Json options = {{"epochs", 3}, {"Cu", 0.5}, {"loss_weight", loss_weight}};
      CHECK(same_weights(make_learner("co_perceptron", options)->fit(views, whole, {}).weights,
                         make_learner("co_perceptron", options)->fit(views, facts, {}).weights));
    }
  }
}

namespace {

/// 3 labeled sequences of two views, `partial` that are labeled in part, and `unlabeled` others.
Drawn of_three_kinds(Index partial, Index unlabeled) {
  Dice dice(13);
  const std::vector<Index> lengths(static_cast<std::size_t>(3 + partial + unlabeled), 3);
  Drawn of{small_sequences(dice, false, {4, 3}, lengths), {}};
  for (InputId x = 0; x < std::ssize(of.data.truth); ++x) {
    const Output& y = of.data.truth[static_cast<std::size_t>(x)];
    if (x < 3) {
      of.sample.labeled.push_back({x, y});
    } else if (x < 3 + partial) {
      of.sample.partial.push_back({x, facts_of(y, 3, dice), x % 2 == 0 ? 0.5 : 1.5});
    } else {
      of.sample.unlabeled.push_back(x);
    }
  }
  return of;
}

}  // namespace

TEST_CASE("a total Cu of a co-perceptron is shared out among all hidden parts",
          "[learners][partial][co_perceptron][Cu_scale]") {
  for (const auto& [partial, unlabeled] :
       std::vector<std::pair<Index, Index>>{{0, 5}, {2, 5}, {4, 1}, {8, 1}, {8, 0}}) {
    for (const char* final : {"sum", "joint"}) {
      INFO(partial << " in part, " << unlabeled << " unlabeled, " << final);
      const Drawn of = of_three_kinds(partial, unlabeled);
      const Views views = make_views("sequence", {{"loss", "hamming"}}, of.data.parts);
      // Weights of the examples in part: they are 0.5 and 1.5 in turn.
      const double in_part = static_cast<double>(partial);
      const double Cu = 0.4 * (3 + in_part) / (static_cast<double>(unlabeled) + in_part);
      const auto fit = [&](double weight, const char* scale) {
        return make_learner("co_perceptron",
                            {{"epochs", 3}, {"final", final}, {"Cu", weight}, {"Cu_scale", scale}})
            ->fit(views, of.sample, {});
      };
      check_same_fit(fit(0.4, "total"), fit(Cu, "each"));
    }
  }
}

TEST_CASE("the last joint fit of a co-perceptron learns only what is known",
          "[learners][partial][co_perceptron]") {
  for (const double loss_weight : {0.0, 1.0}) {
    const Drawn of = of_three_kinds(6, 0);
    const Views views = make_views("sequence", {{"loss", "hamming"}}, of.data.parts);
    const Json options = {{"epochs", 3}, {"loss_weight", loss_weight}};
    Json jointly = options;
    jointly.update({{"final", "joint"}});
    const auto joint = make_learner("co_perceptron", jointly)->fit(views, of.sample, {}),
               sum = make_learner("co_perceptron", options)->fit(views, of.sample, {});
    CHECK(same_weights(
        joint.weights,
        make_learner("perceptron", options)->fit(views.together(), of.sample, {}).weights));
    // Without a weight of hidden parts the views are perceptrons of what is known.
    jointly = options;
    jointly.update({{"Cu", 0}});
    CHECK_FALSE(same_weights(
        sum.weights, make_learner("co_perceptron", jointly)->fit(views, of.sample, {}).weights));
  }
}

TEST_CASE("a perceptron decodes within facts only after a mistake, if no loss is in its decodings",
          "[learners][partial]") {
  Drawn of = of_three_kinds(6, 0);
  of.sample.labeled.clear();
  const Views views = make_views("sequence", {{"loss", "hamming"}}, of.data.parts);
  for (const double loss_weight : {0.0, 1.0}) {
    const FitReport report =
        make_learner("perceptron", {{"epochs", 3}, {"loss_weight", loss_weight}})
            ->fit(views.together(), of.sample, {})
            .report;
    Index mistakes = 0;
    for (const Json& row : report.history) mistakes += row["mistakes"].get<Index>();
    CHECK(mistakes > 0);
    CHECK(mistakes < 6 * report.iterations);
    const Index second = loss_weight > 0 ? 6 * report.iterations : mistakes;
    CHECK(report.oracle_calls == 6 * report.iterations + second + 2 * 6);
  }
}

TEST_CASE("examples of which all is known give the steps of labeled ones", "[learners][partial]") {
  Dice dice(7);
  const LabeledData data = small_sequences(dice, false, {4}, {3, 2, 4, 1, 3});
  const Views views = make_views("sequence", Json::object(), data.parts);
  Sample whole, facts;
  for (InputId x = 0; x < std::ssize(data.truth); ++x) {
    const Output& y = data.truth[static_cast<std::size_t>(x)];
    whole.labeled.push_back({x, y});
    Known known;
    for (const int label : y.parts) known.facts.push_back({label});
    facts.partial.push_back({x, std::move(known)});
  }
  const auto fit = [&](const std::string& learner, const Json& options, const Sample& sample) {
    return make_learner(learner, options)->fit(views, sample, {}).weights;
  };
  CHECK(same_weights(fit("perceptron", Json::object(), whole),
                     fit("perceptron", Json::object(), facts)));
  const auto a = fit("crf", kTight, whole), b = fit("crf", kTight, facts);
  for (std::size_t j = 0; j < a[0].size(); ++j) CHECK(a[0][j] == Approx(b[0][j]).margin(1e-5));
}

TEST_CASE("every learner of sequences learns from half of the labels", "[learners][partial]") {
  const ProblemEntry& problem = *find_problem("sequence");
  for (const LearnerEntry& learner : learner_catalog()) {
    if (learner.predicts_numbers) continue;
    INFO(learner.name);
    Json options = Json::object();
    for (const auto& [key, value] : learner.problem_overrides.items()) options[key] = value;
    try {
      check_needs(learner, Json::object(), problem.blank(options));
    } catch (const ConfigError&) {
      continue;
    }
    CHECK_FALSE(learner.partial_examples.empty());
    Dice dice(11);
    const std::vector<Index> lengths(40, 4);
    const Index num_views = learner.uses_views ? 2 : 1;
    const Toy toy = separable_toy(lengths, {"O", "A", "B"}, num_views, dice);
    const Views views = make_views(problem.name, options, toy.data);
    Sample sample;
    for (InputId x = 0; x < 30; ++x) {
      Known known;
      for (const int label : toy.truth[static_cast<std::size_t>(x)].parts) {
        known.facts.emplace_back();
        if (dice.range(0, 1) == 0) known.facts.back().push_back(label);
      }
      if (known.facts.front().empty())
        known.facts.front() = {toy.truth[static_cast<std::size_t>(x)].parts.front()};
      sample.partial.push_back({x, std::move(known)});
    }
    for (InputId x = 30; x < 35; ++x) sample.unlabeled.push_back(x);
    const auto made = learner.make(Json::object());
    const Fitted fitted = made->fit(views, sample, {}),
                 again = made->fit(views, sample, with_threads(2));
    CHECK(same_weights(fitted.weights, again.weights));
    const Views predicting = predicting_views(fitted, views);
    Index wrong = 0, parts = 0;
    for (InputId x = 0; x < 40; ++x) {
      const Output& truth = toy.truth[static_cast<std::size_t>(x)];
      const Output found = predicting.joint().decode(x, stack(fitted.weights)).output;
      for (std::size_t t = 0; t < truth.parts.size(); ++t) {
        wrong += found.parts[t] != truth.parts[t];
        ++parts;
      }
    }
    INFO(wrong << " of " << parts << " wrong");
    CHECK(10 * wrong <= parts);
    CHECK_FALSE(fitted.report.dual);
  }
}

namespace {

/// A problem without optional interfaces.
class Plain final : public StructuredProblem {
 public:
  Index dimension() const override { return 1; }
  Index num_inputs() const override { return 2; }
  SparseVector joint_feature(InputId, const Output&) const override { return {}; }
  Decoded decode(InputId, ConstVectorRef) const override { return {{{0}}, 0}; }
  Decoded loss_augmented_decode(InputId, const Output& y, ConstVectorRef,
                                Augmentation) const override {
    return {y, 0};
  }
  double loss(InputId, const Output& y, const Output& y_hat) const override { return y != y_hat; }
  std::optional<std::string> loss_augmentation_unavailable(Augmentation) const override {
    return "no loss-augmented decoder";
  }
};

}  // namespace

TEST_CASE("problems without partial outputs refuse partly labeled examples",
          "[learners][partial]") {
  const Views views{std::make_unique<Plain>()};
  Sample sample{{{0, {{0}}}}, {}};
  sample.partial.push_back({1, {{{0, 1}}}});
  for (const char* learner : {"perceptron", "co_perceptron", "structural_svm"}) {
    CHECK_THROWS_WITH(make_learner(learner)->fit(views, sample, {}),
                      Catch::Contains("labeled in part, which this problem does not take"));
  }
}

TEST_CASE("a perceptron needs a loss-augmented decoder if it weighs the loss",
          "[learners][perceptron]") {
  const Views views{std::make_unique<Plain>()};
  const Sample sample{{{0, {{0}}}}, {}};
  for (const char* learner : {"perceptron", "co_perceptron"}) {
    const LearnerEntry& entry = *find_learner(learner);
    CHECK_NOTHROW(check_needs(entry, Json::object(), views));
    CHECK_NOTHROW(make_learner(learner)->fit(views, sample, {}));
    const auto says = Catch::Contains(": no loss-augmented decoder: set loss_weight to 0");
    CHECK_THROWS_WITH(check_needs(entry, {{"loss_weight", 1}}, views), says);
    CHECK_THROWS_WITH(make_learner(learner, {{"loss_weight", 1}})->fit(views, sample, {}), says);
  }
}
