// The guard of learners that use unlabeled inputs. Folds are checked by a learner that writes down
// its samples. In some data unlabeled inputs mislead.
#include "costruct/learners/safeguards.hpp"

#include <fmt/format.h>

#include <atomic>
#include <catch2/catch.hpp>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/contract/learner_laws.hpp"
#include "costruct/core/interfaces/markov_structure.hpp"
#include "costruct/learners/learners.hpp"
#include "costruct/learners/twin.hpp"
#include "support/delegating_problem.hpp"
#include "support/fits.hpp"
#include "support/labeled_data.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;
using Catch::Contains;
using Catch::StartsWith;

namespace {

using Texts = std::vector<std::string>;
using Outputs = std::vector<Output>;

struct Rows {
  explicit Rows(Index views, Index features) {
    parts.labels = {"neg", "pos"};
    parts.views.resize(static_cast<std::size_t>(views));
    for (FeatureTable& table : parts.views) table.num_features = features;
  }
  // Adds an input with these values of features 0, 1, ... in each view.
  void add(int label, const std::vector<Vector>& values) {
    for (std::size_t v = 0; v < values.size(); ++v) {
      FeatureTable& table = parts.views[v];
      for (std::size_t j = 0; j < values[v].size(); ++j) {
        if (values[v][j] == 0) continue;
        table.feature.push_back(static_cast<std::int32_t>(j));
        table.value.push_back(values[v][j]);
      }
      table.end_part();
      table.end_example();
    }
    truth.push_back({{label}});
  }
  Views views(const LearnerEntry& learner) const {
    return make_views("multiclass", problem_overrides(learner, Json::object()), parts);
  }

  PartData parts;
  Outputs truth;
};

// Two views with a feature each: +- these values, by the label. In the labeled inputs the signs are
// those of the labels. On the 100 unlabeled inputs behind them the views contradict each other, so
// that no weights suit both.
struct Values {
  double first, second;
};
Rows contradicting(Index labeled, const Values& of_labeled, const Values& of_unlabeled) {
  Rows rows(2, 1);
  for (Index i = 0; i < labeled + 100; ++i) {
    const Values& values = i < labeled ? of_labeled : of_unlabeled;
    const double sign = i % 2 == 1 ? 1 : -1;
    rows.add(static_cast<int>(i % 2), {{sign * values.first}, {sign * values.second}});
  }
  return rows;
}

Json with_options(Json options, const Json& others) {
  options.update(others);
  return options;
}

struct Misled {
  std::string learner, twin;
  Json options;
  Values of_labeled, of_unlabeled;

  Rows rows(Index labeled) const { return contradicting(labeled, of_labeled, of_unlabeled); }
  std::unique_ptr<Learner> guarded() const {
    return make_learner(learner, with_options(options, {{"guard", "folds"}}));
  }
  // The options of the twin are defaults.
  Fitted twin_alone(const Views& views, const Sample& sample) const {
    Fitted fitted = make_learner(twin)->fit(views.together(), {sample.labeled, {}}, {});
    fitted.together = true;
    return fitted;
  }
};

const std::vector<Misled>& misled_learners() {
  static const Json each = {{"Cu", 1}, {"Cu_scale", "each"}, {"final", "sum"}};
  static const Json free = with_options(each, {{"label_shares", "free"}});
  static const Json inside = {{"learner", {{"type", "structural_svm"}}}};
  static const std::vector<Misled> all = {
      {"co_svm", "structural_svm", free, {0.3, 1}, {1, -0.3}},
      {"co_perceptron", "perceptron", each, {1, 1}, {1, -0.5}},
      {"co_training", "structural_svm", with_options(free, inside), {1, 1}, {1, -0.5}}};
  return all;
}

// Words that are unique to a labeled text, and a word of each class that only unlabeled texts have
// beside them. Without unlabeled texts no word of a held-out text is known.
Rows linked_texts() {
  Rows rows(1, 14);
  const auto text = [](Index label, Index i, bool is_labeled) {
    Vector words(14, 0.0);
    words[static_cast<std::size_t>(6 * label + i)] = 1;
    if (!is_labeled) words[static_cast<std::size_t>(12 + label)] = 1;
    return words;
  };
  for (const bool is_labeled : {true, false, false, false}) {
    for (Index i = 0; i < 12; ++i)
      rows.add(static_cast<int>(i % 2), {text(i % 2, i / 2, is_labeled)});
  }
  return rows;
}

// What a learner was given in each fit.
using Log = std::vector<Sample>;

// A learner that ignores the sample: its weights are given. It writes down what it was given.
class Recorder final : public Learner {
 public:
  Recorder(Vector w, Log& log, std::atomic<bool>* stop, std::size_t stops_in)
      : w_(std::move(w)), log_(log), stop_(stop), stops_in_(stops_in) {}
  Fitted fit(const Views&, const Sample& sample, const FitContext&) const override {
    log_.push_back(sample);
    if (stop_ != nullptr && log_.size() == stops_in_) *stop_ = true;
    Fitted fitted;
    fitted.weights = {w_};
    fitted.report.stopped_because = "as told";
    return fitted;
  }

 private:
  Vector w_;
  Log& log_;
  std::atomic<bool>* stop_;
  std::size_t stops_in_;
};

// The entry of a Recorder with safeguards. Its twin is the perceptron.
LearnerEntry recorder(const Vector& w, Log& log, std::atomic<bool>* stop = nullptr,
                      std::size_t stops_in = 0) {
  LearnerEntry entry;
  entry.name = "recorder";
  entry.uses_unlabeled = true;
  entry.twin = twin_named("perceptron");
  entry.make = [w, &log, stop, stops_in](const Json&) {
    return std::make_unique<Recorder>(w, log, stop, stops_in);
  };
  return with_safeguards(entry);
}

// 12 "neg" and 8 "pos" among 20 labeled inputs, and 30 unlabeled ones. Feature 0 is on for "neg",
// feature 1 for "pos", and feature 2 + i for input i alone.
struct Marked {
  Marked() : rows(1, 52) {
    for (Index i = 0; i < 50; ++i) {
      const int label = i % 5 >= 3 ? 1 : 0;
      Vector values(52, 0.0);
      values[static_cast<std::size_t>(label)] = 1;
      values[static_cast<std::size_t>(2 + i)] = 1;
      rows.add(label, {values});
    }
    sample = split(rows.truth, 20, 30);
  }
  Views views() const { return make_views("multiclass", Json::object(), rows.parts); }
  // Weights that get all inputs right but for these.
  Vector weights_but_for(const std::vector<InputId>& wrong) const {
    const Views problem = views();
    const MarkovLayout layout =
        dynamic_cast<const MarkovStructure&>(problem.joint()).markov_layout();
    Vector w(static_cast<std::size_t>(problem.joint().dimension()), 0.0);
    const auto at = [&](Index feature, Index label) -> double& {
      return w[static_cast<std::size_t>(layout.emission + feature * 2 + label)];
    };
    at(0, 0) = at(1, 1) = 1;
    for (const InputId x : wrong) at(2 + x, 1 - rows.truth[x].parts[0]) = 5;
    return w;
  }
  Fitted twin_alone() const {
    return make_learner("perceptron")->fit(views(), {sample.labeled, {}}, {});
  }

  Rows rows;
  Sample sample;
};

std::vector<InputId> ids_of(const std::vector<LabeledExample>& examples) {
  std::vector<InputId> ids;
  for (const LabeledExample& example : examples) ids.push_back(example.x);
  std::sort(ids.begin(), ids.end());
  return ids;
}

// The entries without safeguards that can use unlabeled inputs.
std::vector<LearnerEntry> plain_entries() {
  return {co_svm_learner(),      co_perceptron_learner(), gradient_co_svm_learner(),
          co_training_learner(), self_training_learner(), gradient_tsvm_learner(),
          tsvm_ova_learner(),    naive_bayes_learner(),   pcfg_learner(),
          hmm_learner(),         pair_hmm_learner(),      crf_learner()};
}

// Options with which a fit uses unlabeled inputs and ends soon, for each type of a learner inside.
std::vector<Json> short_options(const LearnerEntry& entry) {
  Json options = Json::object();
  for (const auto& [name, value] :
       {std::pair{"epochs", 3}, {"C_epochs", 1}, {"Cu_epochs", 1}, {"rounds", 1}}) {
    if (find_option(entry.options, Json::object(), name) != nullptr) options[name] = value;
  }
  if (!entry.unlabeled_weights.empty()) options[entry.unlabeled_weights[0]] = 0.5;
  const OptionInfo* inner = find_option(entry.options, Json::object(), "learner");
  if (inner == nullptr) return {options};
  std::vector<Json> all;
  for (const BlockTypes::Type& type : inner->block->types()) {
    options["learner"] = {{"type", type.name}};
    all.push_back(options);
  }
  return all;
}

Outputs decoded(const StructuredProblem& problem, const std::vector<InputId>& inputs,
                const Vector& w) {
  Outputs outputs;
  for (const InputId x : inputs) outputs.push_back(problem.decode(x, w).output);
  return outputs;
}

}  // namespace

TEST_CASE("safeguards change nothing of a fit but its warnings", "[learners][safeguards]") {
  struct Case {
    LearnerEntry (*entry)();
    std::string problem;
    Json options;
  };
  const std::vector<Case> cases = {
      {co_svm_learner, "multiclass", {{"epochs", 4}, {"Cu_epochs", 2}}},
      {co_svm_learner, "sequence", {{"epochs", 3}, {"final", "joint"}}},
      {co_perceptron_learner, "sequence", {{"epochs", 4}}},
      {co_training_learner, "multiclass", {{"rounds", 2}}},
      {gradient_co_svm_learner, "multiclass", {{"epochs", 6}, {"C_epochs", 2}, {"Cu_epochs", 2}}},
      {gradient_tsvm_learner, "sequence", {{"epochs", 6}, {"C_epochs", 2}, {"Cu_epochs", 2}}},
      {self_training_learner, "sequence", {{"rounds", 2}}},
      {tsvm_ova_learner, "multiclass", Json::object()},
      {crf_learner, "sequence", {{"entropy", 0.1}}},
      {crf_learner, "sequence", Json::object()},
      {hmm_learner, "sequence", {{"unlabeled_weight", 0.5}}},
      {naive_bayes_learner, "multiclass", Json::object()}};
  for (const Case& c : cases) {
    const LearnerEntry plain = c.entry();
    INFO(plain.name << " on " << c.problem << " " << c.options);
    Dice dice(8);
    std::vector<Index> lengths(30, 1);
    if (c.problem == "sequence") {
      for (Index& length : lengths) length = dice.range(1, 4);
    }
    const std::vector<Index> features(plain.uses_views ? 2 : 1, 5);
    const LabeledData data = small_sequences(dice, true, features, lengths);
    const Views views = make_views(c.problem, problem_overrides(plain, c.options), data.parts);
    for (const Index unlabeled : {0, 4, 20}) {
      const Sample sample = split(data.truth, 10, unlabeled);
      const Fitted alone = plain.make(c.options)->fit(views, sample, {});
      const Fitted watched = find_learner(plain.name)->make(c.options)->fit(views, sample, {});
      check_same_fit(alone, watched);
      CHECK(watched.report.notes == alone.report.notes);
      Texts warnings = watched.report.warnings;
      REQUIRE(warnings.size() >= alone.report.warnings.size());
      CHECK(warnings.size() - alone.report.warnings.size() <= (unlabeled < 10 ? 0u : 1u));
      warnings.resize(alone.report.warnings.size());
      CHECK(warnings == alone.report.warnings);
    }
  }
}

TEST_CASE("a learner that fits a problem without safeguards fits it with them, bit for bit",
          "[learners][safeguards]") {
  Index fits = 0;
  for (const LearnerEntry& plain : plain_entries()) {
    for (const Json& options : short_options(plain)) {
      for (const ProblemEntry& problem : problem_catalog()) {
        Index views_seen = 0;
        for (const SmallInstance& instance : small_instances(problem.name, 7)) {
          const LearnerCase c{*find_learner(plain.name), problem, instance, options};
          const Index num_views = std::max<Index>(1, std::ssize(instance.views));
          if (num_views <= views_seen || (num_views > 1 && !plain.uses_views)) continue;
          if (!c.unmet().empty()) continue;
          views_seen = num_views;
          INFO(plain.name << ": " << c.name());
          const Views views = c.views();
          Dice dice(3);
          Sample sample;
          for (int i = 0; i < 14; ++i) {
            const InputId x = dice.range(0, static_cast<int>(views.joint().num_inputs()) - 1);
            const Outputs outputs = instance.outputs(x);
            const int y = dice.range(0, static_cast<int>(outputs.size()) - 1);
            if (i < 6) {
              sample.labeled.push_back({x, outputs[static_cast<std::size_t>(y)]});
            } else {
              sample.unlabeled.push_back(x);
            }
          }
          std::optional<Fitted> alone;
          try {
            alone = plain.make(options)->fit(views, sample, {});
          } catch (const std::exception&) {  // what it does not take
            continue;
          }
          Fitted watched;
          CHECK_NOTHROW(watched = c.learner.make(options)->fit(views, sample, {}));
          check_same_fit(*alone, watched);
          ++fits;
        }
      }
    }
  }
  CHECK(fits > 60);
}

TEST_CASE("a warning joins the findings, and says what to try", "[learners][safeguards]") {
  const Misled& misled = misled_learners()[0];
  const Rows rows = misled.rows(20);
  const Views views = rows.views(*find_learner(misled.learner));
  const Sample sample = split(rows.truth, 20, 100);
  const auto learner = make_learner(misled.learner, misled.options);
  const Fitted fitted = learner->fit(views, sample, {}), twin = misled.twin_alone(views, sample);
  const auto predictions = [&](const Fitted& fit) -> Predictions {
    const Views predicting = predicting_views(fit, views);
    const Vector w = stack(fit.weights);
    return {decoded(predicting.joint(), ids_of(sample.labeled), w),
            decoded(predicting.joint(), sample.unlabeled, w)};
  };
  const Texts found =
      warn_of_harm(views.joint(), sample, predictions(fitted), predictions(twin), misled.twin);
  REQUIRE(!found.empty());
  REQUIRE(fitted.report.warnings.size() == 1);
  CHECK_THAT(fitted.report.warnings[0],
             StartsWith(fmt::format("{}; try a smaller weight of unlabeled examples (Cu below 1)",
                                    fmt::join(found, "; "))) &&
                 Contains("\"Cu_scale\": \"total\"") && Contains("\"label_shares\": \"labeled\"") &&
                 Contains("or \"guard\": \"folds\""));
  CHECK_THAT(fitted.report.warnings[0], Contains("20 of 20 labeled examples come out wrong"));
  const Json options =
      with_options(misled.options, {{"Cu_scale", "total"}, {"label_shares", "labeled"}});
  for (const std::string& warning :
       make_learner(misled.learner, options)->fit(views, sample, {}).report.warnings)
    CHECK_THAT(warning, !Contains("Cu_scale") && !Contains("label_shares"));
  // With fewer unlabeled inputs than labeled examples nothing is compared.
  const Sample few = split(rows.truth, 20, 19);
  CHECK(learner->fit(views, few, {}).report.warnings == Texts{});
}

TEST_CASE("where unlabeled inputs mislead the guard returns the twin, bit for bit",
          "[learners][safeguards]") {
  for (const Misled& misled : misled_learners()) {
    INFO(misled.learner);
    const Rows rows = misled.rows(20);
    const Views views = rows.views(*find_learner(misled.learner));
    const Sample sample = split(rows.truth, 20, 100);
    const Fitted guarded = misled.guarded()->fit(views, sample, {});
    check_same_fit(guarded, misled.twin_alone(views, sample));
    REQUIRE(guarded.report.notes.size() == 1);
    CHECK_THAT(guarded.report.notes[0],
               StartsWith("the guard chose " + misled.twin +
                          " without unlabeled examples: over 5 folds its loss is 0, "
                          "that of " +
                          misled.learner + " "));
    CHECK(decoded(predicting_views(guarded, views).joint(), ids_of(sample.labeled),
                  stack(guarded.weights)) == Outputs(rows.truth.begin(), rows.truth.begin() + 20));
    const Fitted with_two = misled.guarded()->fit(views, sample, with_threads(2));
    check_same_fit(guarded, with_two);
    CHECK(with_two.report.notes == guarded.report.notes);
  }
}

TEST_CASE("the guard says that it has no effect on hidden parts alone", "[learners][safeguards]") {
  const Misled& misled = misled_learners()[1];
  const Rows rows = misled.rows(20);
  const Views views = rows.views(*find_learner(misled.learner));
  Sample sample = split(rows.truth, 20, 0);
  CHECK(misled.guarded()->fit(views, sample, {}).report.notes == Texts{});
  sample.partial.push_back({20, {{{0, 1}}}});
  CHECK(misled.guarded()->fit(views, sample, {}).report.notes ==
        Texts{"guard has no effect: there are no unlabeled examples"});
  CHECK(make_learner(misled.learner, misled.options)->fit(views, sample, {}).report.notes ==
        Texts{});
}

TEST_CASE("where unlabeled inputs help the guard returns the learner, bit for bit",
          "[learners][safeguards]") {
  const Rows rows = linked_texts();
  const LearnerEntry& entry = *find_learner("naive_bayes");
  const Views views = rows.views(entry);
  const Sample sample = split(rows.truth, 12, 36);
  const Json options = {{"unlabeled_weight", 1}};
  const Fitted plain = entry.make(options)->fit(views, sample, {});
  for (const int threads : {1, 2}) {
    const Fitted guarded = entry.make(with_options(options, {{"guard", "folds"}}))
                               ->fit(views, sample, with_threads(threads));
    check_same_fit(guarded, plain);
    CHECK(guarded.report.warnings == plain.report.warnings);
    REQUIRE(guarded.report.notes.size() == 1);
    CHECK_THAT(guarded.report.notes[0],
               StartsWith("the guard chose naive_bayes: over 5 folds its loss is 0, that of "));
    CHECK_THAT(guarded.report.notes[0], !Contains("that of naive_bayes 0"));
  }
}

TEST_CASE("with fewer than ten labeled examples the guard returns the twin and says so",
          "[learners][safeguards]") {
  for (const Misled& misled : misled_learners()) {
    for (const Index labeled : {2, 9, 10}) {
      INFO(misled.learner << ", " << labeled << " labeled");
      const Rows rows = misled.rows(labeled);
      const Views views = rows.views(*find_learner(misled.learner));
      const Sample sample = split(rows.truth, labeled, 100);
      const Fitted guarded = misled.guarded()->fit(views, sample, {});
      REQUIRE(guarded.report.notes.size() == 1);
      const std::string& note = guarded.report.notes[0];
      if (labeled == 10) {
        CHECK_THAT(note, Contains("over 5 folds"));
        continue;
      }
      check_same_fit(guarded, misled.twin_alone(views, sample));
      CHECK(note == fmt::format("the guard chose {} without unlabeled examples: {} labeled "
                                "examples are too few to compare on; at least 10 are needed",
                                misled.twin, labeled));
    }
  }
  // Examples of weight 0 count as absent.
  const Marked data;
  Sample sample = data.sample;
  for (std::size_t i = 0; i < 11; ++i) sample.labeled[i].weight = 0;
  const Fitted guarded =
      make_learner("self_training", {{"guard", "folds"}})->fit(data.views(), sample, {});
  CHECK_THAT(guarded.report.notes.at(0), Contains("9 labeled examples are too few"));
}

TEST_CASE("without unlabeled inputs a guard changes nothing", "[learners][safeguards]") {
  for (const Misled& misled : misled_learners()) {
    for (const Index labeled : {2, 20}) {
      INFO(misled.learner << ", " << labeled << " labeled");
      const Rows rows = misled.rows(labeled);
      const Views views = rows.views(*find_learner(misled.learner));
      const Sample sample = split(rows.truth, labeled, 0);
      const Fitted plain = make_learner(misled.learner, misled.options)->fit(views, sample, {});
      const Fitted guarded = misled.guarded()->fit(views, sample, {});
      check_same_fit(guarded, plain);
      CHECK(guarded.report.warnings == plain.report.warnings);
      CHECK(guarded.report.notes == Texts{});
    }
  }
  // Nor where unlabeled inputs have no weight.
  for (const Misled& misled : misled_learners()) {
    INFO(misled.learner);
    const Rows rows = misled.rows(20);
    const Views views = rows.views(*find_learner(misled.learner));
    const Sample sample = split(rows.truth, 20, 100);
    const Json options = with_options(misled.options, {{"Cu", 0}});
    const Fitted plain = make_learner(misled.learner, options)->fit(views, sample, {});
    const Fitted guarded = make_learner(misled.learner, with_options(options, {{"guard", "folds"}}))
                               ->fit(views, sample, {});
    check_same_fit(guarded, plain);
    CHECK(guarded.report.notes == Texts{});
  }
  const Marked data;
  const Fitted plain = make_learner("crf")->fit(data.views(), data.sample, {});
  const Fitted guarded =
      make_learner("crf", {{"guard", "folds"}})->fit(data.views(), data.sample, {});
  check_same_fit(guarded, plain);
  CHECK(guarded.report.notes == Texts{"guard has no effect: entropy and shares_weight are 0"});
}

TEST_CASE("the folds of a guard hold out each labeled example once, with shares of outputs alike",
          "[learners][safeguards]") {
  const Marked data;
  Sample sample = data.sample;
  for (std::size_t i = 0; i < sample.labeled.size(); ++i) sample.labeled[i].weight = 1.0 + i;
  for (const std::uint64_t seed : {1, 2, 3}) {
    Log log;
    FitContext context;
    context.seed = seed;
    const auto learner = recorder(data.weights_but_for({}), log).make({{"guard", "folds"}});
    (void)learner->fit(data.views(), sample, context);
    REQUIRE(log.size() == kGuardFolds + 1);
    CHECK(ids_of(log.back().labeled) == ids_of(sample.labeled));
    log.pop_back();
    std::vector<InputId> held_out;
    for (const Sample& given : log) {
      CHECK(given.unlabeled == sample.unlabeled);
      const std::vector<InputId> all = ids_of(sample.labeled), rest = ids_of(given.labeled);
      std::vector<InputId> without;
      std::set_difference(all.begin(), all.end(), rest.begin(), rest.end(),
                          std::back_inserter(without));
      CHECK(rest.size() + without.size() == all.size());
      held_out.insert(held_out.end(), without.begin(), without.end());
      const auto positive = std::count_if(without.begin(), without.end(),
                                          [&](InputId x) { return data.rows.truth[x].parts[0]; });
      CHECK(without.size() == 4);
      CHECK((positive == 1 || positive == 2));  // 8 in 5 folds
      for (const LabeledExample& example : given.labeled) {
        CHECK(example.weight == 1.0 + static_cast<double>(example.x));
        CHECK(example.y == data.rows.truth[example.x]);
      }
    }
    std::sort(held_out.begin(), held_out.end());
    CHECK(held_out == ids_of(sample.labeled));
  }
}

TEST_CASE("the guard compares losses times weights, and a tie goes to the learner",
          "[learners][safeguards]") {
  const Marked data;
  const Fitted twin = data.twin_alone();
  const auto fit = [&](const std::vector<InputId>& wrong, const Sample& sample) {
    Log log;
    return recorder(data.weights_but_for(wrong), log)
        .make({{"guard", "folds"}})
        ->fit(data.views(), sample, {});
  };
  const Fitted tied = fit({}, data.sample);
  CHECK(same_weights(tied.weights, {data.weights_but_for({})}));
  CHECK(tied.report.notes ==
        Texts{"the guard chose recorder: over 5 folds its loss is 0, that of perceptron 0"});
  const Fitted worse = fit({3, 7, 11}, data.sample);
  check_same_fit(worse, twin);
  CHECK(worse.report.notes ==
        Texts{"the guard chose perceptron without unlabeled examples: over 5 folds its loss is "
              "0, that of recorder 3"});
  CHECK(worse.report.warnings == Texts{});
  Sample weighted = data.sample;
  weighted.labeled[3].weight = 0.25;
  CHECK_THAT(fit({3, 7}, weighted).report.notes.at(0), Contains("that of recorder 1.25"));
  // Inputs that are not labeled do not count.
  CHECK(fit({20, 30, 49}, data.sample).report.stopped_because == "as told");
}

TEST_CASE("a fit that is asked to stop early ends, guarded or not", "[learners][safeguards]") {
  std::atomic<bool> stop = true;
  FitContext context;
  context.stop = &stop;
  for (const Misled& misled : misled_learners()) {
    const LearnerEntry& entry = *find_learner(misled.learner);
    for (const Index labeled : {5, 20}) {
      INFO(misled.learner << ", " << labeled << " labeled");
      const Rows rows = misled.rows(labeled);
      const Views views = rows.views(entry);
      const Sample sample = split(rows.truth, labeled, 100);
      check_form(entry, views, misled.guarded()->fit(views, sample, context));
      const Fitted plain =
          make_learner(misled.learner, misled.options)->fit(views, sample, context);
      check_form(entry, views, plain);
    }
  }
  // In the course of the folds: no further fit of the learner.
  const Marked data;
  for (const std::size_t in : {1, 3, 5}) {
    Log log;
    stop = false;
    const Fitted fitted = recorder(data.weights_but_for({}), log, &stop, in)
                              .make({{"guard", "folds"}})
                              ->fit(data.views(), data.sample, context);
    CHECK(log.size() == in);
    REQUIRE(fitted.report.notes.size() == 1);
    CHECK(fitted.report.notes[0] ==
          "the guard chose perceptron without unlabeled examples: interrupted");
    CHECK(fitted.weights.at(0).size() == data.weights_but_for({}).size());
  }
  // In the fit that is returned, there is no comparison with the twin behind it.
  Log log;
  stop = false;
  const Fitted plain = recorder(data.weights_but_for({0, 1, 2, 3, 4, 5}), log, &stop, 1)
                           .make(Json::object())
                           ->fit(data.views(), data.sample, context);
  CHECK(plain.report.stopped_because == "as told");
  CHECK(plain.report.warnings == Texts{});
}
