#include "costruct/contract/learner_laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>

#include "costruct/contract/comparisons.hpp"
#include "costruct/contract/dice.hpp"
#include "costruct/contract/learner_options.hpp"

namespace costruct::contract {
namespace {

/// Draws samples of an instance. Inputs come again and again with other outputs, so that no weights
/// fit all.
class Draws {
 public:
  Draws(const SmallInstance& instance, Index num_inputs, std::uint64_t seed) : dice_(seed) {
    for (InputId x = 0; x < num_inputs; ++x) outputs_.push_back(instance.outputs(x));
  }
  /// Whether an input has several outputs.
  bool has_choice() const {
    return std::any_of(outputs_.begin(), outputs_.end(),
                       [](const std::vector<Output>& each) { return each.size() > 1; });
  }
  LabeledExample example(InputId x, double weight) {
    const std::vector<Output>& all = outputs_[static_cast<std::size_t>(x)];
    return {x, all[dice_.range(0, static_cast<int>(all.size()) - 1)], weight};
  }
  /// Weights from 1/4 to 2, so unlike that nothing ties.
  Sample sample(Index labeled, Index unlabeled) {
    const Index n = static_cast<Index>(outputs_.size());
    Sample sample;
    for (Index i = 0; i < labeled; ++i) sample.labeled.push_back(example(i % n, weight()));
    for (Index j = 0; j < unlabeled; ++j) sample.unlabeled.push_back((labeled + j) % n);
    return sample;
  }
  /// Every input twice, one behind the other, with different outputs where there are several: what
  /// is learnt then hangs on the weights.
  Sample contradictions() {
    Sample sample;
    for (InputId x = 0; x < static_cast<InputId>(outputs_.size()); ++x) {
      const LabeledExample first = example(x, weight());
      LabeledExample second = example(x, weight());
      while (second.y == first.y && outputs_[static_cast<std::size_t>(x)].size() > 1)
        second = example(x, weight());
      sample.labeled.push_back(first);
      sample.labeled.push_back(second);
    }
    return sample;
  }

 private:
  double weight() { return 1.125 + 0.875 * dice_.real(); }

  Dice dice_;
  std::vector<std::vector<Output>> outputs_;
};

Sample without_unlabeled(Sample sample) {
  sample.unlabeled.clear();
  return sample;
}

bool same_sample(const Sample& a, const Sample& b) {
  const auto same = [](const LabeledExample& i, const LabeledExample& j) {
    return i.x == j.x && i.y == j.y && same_bits(i.weight, j.weight);
  };
  return a.unlabeled == b.unlabeled &&
         std::equal(a.labeled.begin(), a.labeled.end(), b.labeled.begin(), b.labeled.end(), same);
}

bool same_weights(const Fitted& a, const Fitted& b) {
  return contract::same_weights(a.weights, b.weights);
}

/// Says what differs between two fits; "" if nothing does.
std::string difference(const Fitted& a, const Fitted& b) {
  const auto same = [](const std::optional<double>& u, const std::optional<double>& v) {
    return u.has_value() == v.has_value() && (!u || same_bits(*u, *v));
  };
  const FitReport &p = a.report, &q = b.report;
  if (!same_weights(a, b)) return "weights";
  if (a.together != b.together) return "problems that weights are of";
  if (!same(p.primal, q.primal) || !same(p.dual, q.dual) || !same(p.gap, q.gap)) return "objective";
  if (p.iterations != q.iterations) return "iterations";
  if (p.oracle_calls != q.oracle_calls) return "oracle calls";
  if (p.constraints_added != q.constraints_added || p.support_losses != q.support_losses)
    return "working sets";
  if (p.converged != q.converged || p.stopped_because != q.stopped_because) return "end";
  if (p.history != q.history) return "history";
  return p.warnings == q.warnings ? "" : "warnings";
}

double norm(const Vector& a) {
  double square = 0;
  for (const double each : a) square += each * each;
  return std::sqrt(square);
}

double distance(Vector a, const Vector& b) {
  if (a.size() != b.size()) return HUGE_VAL;
  for (std::size_t j = 0; j < a.size(); ++j) a[j] -= b[j];
  return norm(a);
}

/// The laws of one case, each a member that notes what violates it.
class LearnerLaws {
 public:
  LearnerLaws(const LearnerCase& c, const Json& options, std::uint64_t seed, LawNames only = {})
      : learner_entry_(c.learner),
        only_(std::move(only)),
        case_(c),
        options_(options),
        views_(c.views()),
        draws_(c.instance, views_.joint().num_inputs(), seed),
        learner_(c.learner.make(options)) {}

  std::vector<std::string> violations() const { return out_.lines(); }
  Draws& draws() { return draws_; }

  /// Runs a law if it is asked for; an exception violates it.
  template <class Law>
  void run(const char* name, const Law& law) {
    run_any({name}, law);
  }

  /// A check of several laws, of which the first is the name of what it throws.
  template <class Law>
  void run_any(std::initializer_list<const char*> names, const Law& law) {
    const auto wanted = [&](const char* name) { return only_.contains(name); };
    if (!only_.empty() && std::none_of(names.begin(), names.end(), wanted)) return;
    try {
      law();
    } catch (const std::exception& error) {
      out_.add(*names.begin(), std::string("throws: ") + error.what());
    }
  }

  Fitted fit(const Sample& sample, const FitContext& context = {}) const {
    return learner_->fit(views_, sample, context);
  }
  Fitted fit_with(const Json& options, const Sample& sample) const {
    return learner_entry_.make(options)->fit(views_, sample, {});
  }

  void form(const Fitted& fitted) {
    const Views predicting = predicting_views(fitted, views_);
    Index dimension = 0;
    bool fits = true, finite = true;
    for (std::size_t v = 0; v < fitted.weights.size(); ++v) {
      const Vector& w = fitted.weights[v];
      dimension += static_cast<Index>(w.size());
      if (learner_entry_.uses_views && static_cast<Index>(v) < predicting.count())
        fits =
            fits && static_cast<Index>(w.size()) == predicting[static_cast<Index>(v)].dimension();
      for (const double each : w) finite = finite && std::isfinite(each);
    }
    fits = fits && dimension == predicting.joint().dimension();
    if (learner_entry_.uses_views)
      fits = fits && static_cast<Index>(fitted.weights.size()) == predicting.count();
    out_.expect(fits, kForm, "sizes");
    out_.expect(finite, kForm, "weights that are not finite");
    out_.expect(!fitted.report.stopped_because.empty(), kForm, "no reason why it ended");
    report(fitted.report);
  }

  void many_threads(const Sample& sample, const Fitted& once, const std::vector<int>& counts) {
    for (const int threads : counts) {
      expect_same(fit(sample, with_threads(threads)), once, kSameBits,
                  fmt::format("{} threads", threads));
    }
  }

  void same_bits_law(const Sample& sample) {
    const Sample before = sample;
    const Fitted once = fit(sample, with_threads(1));
    form(once);
    expect_same(fit(sample, with_threads(1)), once, kSameBits, "again");
    const Fitted anew = learner_entry_.make(options_)->fit(case_.views(), sample, with_threads(1));
    expect_same(anew, once, kSameBits, "by another learner on other views");
    many_threads(sample, once, {2, 8});
    out_.expect(same_sample(sample, before), kSameBits, "the sample has changed");
    FitContext talkative;
    bool lines = true;
    talkative.progress = [&](const std::string& line) {
      lines = lines && line.find('\n') == std::string::npos;
    };
    expect_same(fit(sample, talkative), once, kProgress, "told of it");
    out_.expect(lines, kProgress, "several lines at once");
    if (!uses_unlabeled(learner_entry_, options_)) {
      expect_same_weights(fit(without_unlabeled(sample)), once, kLabeledOnly);
    }
  }

  void no_labels(Sample sample) {
    sample.labeled.clear();
    for (const Sample& none : {sample, Sample{}}) {
      try {
        (void)fit(none);
        out_.add(kNoLabels, "it is fitted");
      } catch (const DataError&) {
      }
    }
  }

  void one_example(Sample sample) {
    sample.labeled.resize(1);
    form(fit(sample));
    form(fit(without_unlabeled(sample)));
  }

  void stop(const Sample& sample) {
    const std::atomic<bool> now = true;
    FitContext impatient;
    impatient.stop = &now;
    const Fitted stopped = fit(sample, impatient);
    form(stopped);
    const Index all = fit(sample).report.iterations;
    out_.expect(stopped.report.iterations <= all, kStop,
                fmt::format("{} iterations, {} unless asked", stopped.report.iterations, all));
  }

  /// Examples of weight 0 first, last and in between, some of inputs that come nowhere else.
  void weight_zero(const Sample& sample) {
    Sample fewer = sample;
    std::erase_if(fewer.labeled,
                  [&](const LabeledExample& each) { return each.x != sample.labeled[0].x; });
    for (const Sample& plain : {sample, fewer}) {
      Sample longer = plain;
      const Index n = views_.joint().num_inputs(), size = static_cast<Index>(plain.labeled.size());
      for (Index i = 0; i < n; ++i) {
        const Index at = i * (size + i) / std::max<Index>(1, n - 1);
        longer.labeled.insert(longer.labeled.begin() + static_cast<std::ptrdiff_t>(at),
                              draws_.example(i, 0));
      }
      expect_same_weights(fit(longer), fit(plain), kWeightZero);
    }
  }

  void weights(const Sample& sample) {
    switch (example_weights(learner_entry_, options_)) {
      case ExampleWeights::kLoss:
        return weight_five(sample);
      case ExampleWeights::kUpdate:
        return weights_scale(sample, 1, kWeightsScale);
      case ExampleWeights::kStepCap:
        return weights_cap(sample);
    }
  }

  /// Labels that contradict each other may leave nothing to teach: so in the other sample each
  /// input has one.
  void no_unlabeled_weight(const Sample& sample) {
    const Sample other = draws_.sample(views_.joint().num_inputs() / 2, 6);
    const bool declared = !learner_entry_.unlabeled_weights.empty();
    if (declared ? !uses_unlabeled(learner_entry_, options_) : !learner_entry_.uses_unlabeled)
      return;
    Json options = options_;
    for (const OptionInfo& info : learner_entry_.options) {
      const auto& weights = learner_entry_.unlabeled_weights;
      if (declared ? std::find(weights.begin(), weights.end(), info.name) != weights.end()
                   : info.name == "Cu" || info.name == "unlabeled_weight")
        options[info.name] = 0;
    }
    if (options != options_) {
      for (const Sample* each : {&sample, &other}) {
        expect_same_weights(fit_with(options, *each), fit(without_unlabeled(*each)),
                            kNoUnlabeledWeight);
      }
    }
  }

  /// The same bits as with the weight of each unlabeled input, worked out here.
  void total_weight(const Sample& sample) {
    if (path_of(learner_entry_, options_, "Cu_scale").empty()) return;
    double labeled = 0;
    for (const LabeledExample& example : sample.labeled) labeled += example.weight;
    const double total = 0.25,
                 each = total * labeled / static_cast<double>(sample.unlabeled.size());
    const Json given =
        with_options(learner_entry_, options_, {{"Cu", total}, {"Cu_scale", "total"}});
    const Json meant = with_options(learner_entry_, options_, {{"Cu", each}, {"Cu_scale", "each"}});
    const std::string differs = difference(fit_with(given, sample), fit_with(meant, sample));
    out_.expect(differs.empty(), kTotalWeight, differs + " differ");
  }

  /// A learner of views needs a peer, and an input needs several outputs. One sample may teach
  /// nothing: options that end soon, and labels that contradict each other, can prevent it. So each
  /// input has one label here, and more samples are drawn before the law counts as violated.
  void unlabeled_matter() {
    constexpr int kMostSamples = 10;
    if (!uses_unlabeled(learner_entry_, options_) || !draws_.has_choice() ||
        (learner_entry_.uses_views && views_.count() == 1) ||
        value_of(learner_entry_, options_, "guard") == "folds")  // may return the twin
      return;
    for (int draw = 0; draw < kMostSamples; ++draw) {
      const Json& options = draw == 0 ? options_ : case_.options;
      const Sample sample = draws_.sample(views_.joint().num_inputs() / 2, 6);
      if (!same_weights(fit_with(options, sample), fit_with(options, without_unlabeled(sample))))
        return;
    }
    out_.add(kUnlabeled, "the weights are those of labeled examples alone");
  }

  void views_apart(const Sample& sample) {
    if (!learner_entry_.uses_views || views_.count() == 1) return;
    if (value_of(learner_entry_, options_, "final") == "joint") return;  // on purpose one fit
    const Fitted together = fit(without_unlabeled(sample));
    for (Index v = 0; v < views_.count(); ++v) {
      const Views alone = case_.views_of(case_.instance.views.at(static_cast<std::size_t>(v)));
      const Fitted fitted = learner_->fit(alone, without_unlabeled(sample), {});
      const bool same =
          same_bits(fitted.weights.at(0), together.weights.at(static_cast<std::size_t>(v)));
      out_.expect(same, kViewsApart, fmt::format("view {}", v));
    }
  }

  /// The problem in one view is that of learners without views, so that a fit of it alone is
  /// supervised.
  void joint_is_supervised(const Sample& sample) {
    if (path_of(learner_entry_, options_, "final").empty() || views_.count() == 1) return;
    const Json joint = with_options(learner_entry_, options_, {{"final", "joint"}});
    const Views one = views_.together();
    const Sample labeled = without_unlabeled(sample);
    Fitted supervised;
    try {
      supervised = learner_entry_.make(options_)->fit(one, labeled, {});
    } catch (
        const ConfigError& refused) {  // a learner inside may not take all features in one view
      try {
        (void)fit_with(joint, labeled);
      } catch (const ConfigError& error) {
        return out_.expect(std::string(error.what()) == refused.what(), kJointIsSupervised,
                           error.what());
      }
      return out_.add(kJointIsSupervised,
                      std::string("fitted, though it is refused: ") + refused.what());
    }
    Fitted last = fit_with(joint, labeled);
    const Views predicting = predicting_views(last, views_);
    const Vector w = stack(last.weights);
    bool same = true;
    for (InputId x = 0; x < one.joint().num_inputs(); ++x) {
      const Decoded by_joint = predicting.joint().decode(x, w);
      const Decoded alone = one.joint().decode(x, stack(supervised.weights));
      same = same && by_joint.output == alone.output && same_bits(by_joint.value, alone.value);
    }
    out_.expect(same, kJointIsSupervised, "predictions differ");
    out_.expect(last.together, kJointIsSupervised, "the weights are said to be those of views");
    last.together = false;
    const std::string differs = difference(last, supervised);
    out_.expect(differs.empty(), kJointIsSupervised, differs + " differ");
  }

 private:
  void report(const FitReport& report) {
    const std::vector<std::string>& declared = learner_entry_.reports;
    const auto has = [&](const char* name) {
      return std::find(declared.begin(), declared.end(), name) != declared.end();
    };
    out_.expect(report.constraints_added || !has(kConstraintsAdded), kReport,
                "no constraints_added");
    for (const auto& number : {report.primal, report.dual, report.gap}) {
      if (number) out_.expect(std::isfinite(*number), kReport, "a number that is not finite");
    }
    if (!report.gap) return;
    if (!report.primal || !report.dual) return out_.add(kReport, "a gap without primal or dual");
    const double gap = *report.primal - *report.dual;
    const bool agrees =
        std::abs(*report.gap * std::abs(*report.primal) - gap) <= 1e-9 * (1 + std::abs(gap));
    out_.expect(agrees, kReport,
                fmt::format("gap {} of {} and {}", *report.gap, *report.primal, *report.dual));
  }

  void expect_same(const Fitted& a, const Fitted& b, const char* law, const std::string& what) {
    const std::string differs = difference(a, b);
    out_.expect(differs.empty(), law, what + ": " + differs + " differ");
  }
  void expect_same_weights(const Fitted& a, const Fitted& b, const char* law) {
    if (same_weights(a, b)) return;
    out_.add(law,
             fmt::format("weights differ by {}", distance(stack(a.weights), stack(b.weights))));
  }

  void weight_five(const Sample& sample) {
    Sample heavier = sample, longer = sample;
    for (std::size_t i = 0; i < sample.labeled.size(); i += 2) {
      heavier.labeled[i].weight *= 5;
      longer.labeled.insert(longer.labeled.end(), 4, sample.labeled[i]);
    }
    const Fitted once = fit_with(case_.options, sample);
    const Json gap = value_of(learner_entry_, case_.options, "gap");
    if (once.report.gap || !gap.is_number()) {
      const Json finer = with_options(learner_entry_, case_.options, {{"gap", 1e-5}});
      return same_optimum(fit_with(finer, heavier), fit_with(finer, longer));
    }
    same_tendency(once, fit_with(case_.options, heavier), fit_with(case_.options, longer),
                  gap.get<double>());
  }

  /// P(w) >= P(w*) + 1/2 |w - w*|^2: how far from the optimum weights of this relative gap can be.
  /// P and D are known up to rounding, and so no gap is less than that.
  static double reach(const FitReport& report, double gap) {
    const double known = std::max(std::numeric_limits<double>::epsilon(), gap);
    return std::sqrt(2 * known * std::abs(report.primal.value_or(0)));
  }

  /// For learners that certify a gap, or have the optimum in closed form. Checks that two optima
  /// lie as near to each other as the gaps of the two fits promise.
  void same_optimum(const Fitted& heavier, const Fitted& longer) {
    double allowed = 1e-9 * (1 + norm(stack(heavier.weights)));
    for (const Fitted* fitted : {&heavier, &longer}) {
      const FitReport& report = fitted->report;
      allowed += reach(report, report.gap.value_or(0));
      if (report.converged) continue;
      out_.add(kConverged,
               fmt::format("gap {}: {}", report.gap.value_or(0), report.stopped_because));
    }
    const double far = distance(stack(heavier.weights), stack(longer.weights));
    out_.expect(far <= allowed, kWeightFive,
                fmt::format("weights differ by {} > {}", far, allowed));
  }

  /// For learners that minimise over working sets, which may differ between fits. Outputs that are
  /// left out weigh little one by one, but not together. So this checks that five copies come
  /// nearer to weight 5 than one copy does, or as near as the requested gap.
  void same_tendency(const Fitted& once, const Fitted& heavier, const Fitted& longer, double gap) {
    const double far = distance(stack(heavier.weights), stack(longer.weights));
    const double moved = distance(stack(heavier.weights), stack(once.weights));
    const double promised = reach(heavier.report, gap) + reach(longer.report, gap);
    out_.expect(far <= std::max(0.5 * moved, promised), kWeightFive,
                fmt::format("weights differ by {}, from one copy's by {}", far, moved));
  }

  /// Twice is a power of two: every product and sum is twice itself, to the last bit.
  static Sample with_weights(Sample sample, double weight) {
    for (LabeledExample& example : sample.labeled) example.weight = weight;
    return sample;
  }

  /// Twice all weights, of which each is `unit` times that of the sample, give twice the learned
  /// ones.
  void weights_scale(const Sample& sample, double unit, const char* law) {
    Sample lighter = sample, heavier = sample;
    for (LabeledExample& example : lighter.labeled) example.weight *= unit;
    for (LabeledExample& example : heavier.labeled) example.weight *= 2 * unit;
    Fitted expected = fit(lighter);
    for (Vector& w : expected.weights) {
      for (double& each : w) each *= 2;
    }
    expect_same_weights(fit(heavier), expected, law);
  }

  /// No step reaches the smaller cap. Scores of such weights keep their digits beside a loss, so
  /// that rounding does not choose other outputs.
  void weights_cap(const Sample& sample) {
    constexpr double kNoCap = 0x1p60, kBelowAllSteps = 0x1p-20;
    expect_same_weights(fit(with_weights(sample, 2 * kNoCap)), fit(with_weights(sample, kNoCap)),
                        kStepCap);
    weights_scale(sample, kBelowAllSteps, kStepCap);
  }

  const LearnerEntry& learner_entry_;
  LawNames only_;
  const LearnerCase& case_;
  Json options_;
  Views views_;
  Draws draws_;
  std::unique_ptr<Learner> learner_;
  Violations out_;
};

/// A learner that is refused says so itself, by its name or that of the learner within.
std::vector<std::string> refusal_violations(const LearnerCase& c, std::uint64_t seed,
                                            const std::string& why) {
  Violations out;
  const auto named = [&](const std::string& message) {
    bool found = message.find(c.learner.name) != std::string::npos;
    for (const auto& [key, value] : c.options.items()) {
      if (value.is_object() && value.contains("type"))
        found = found || message.find(value.at("type").get<std::string>()) != std::string::npos;
    }
    return found;
  };
  const Views views = c.views();
  Draws draws(c.instance, views.joint().num_inputs(), seed);
  try {
    (void)c.learner.make(c.options)->fit(views, draws.sample(8, 6), {});
    out.add(kNeeds, "fitted, though it " + why);
  } catch (const std::runtime_error& error) {
    const bool refuses =
        dynamic_cast<const ConfigError*>(&error) || dynamic_cast<const DataError*>(&error);
    out.expect(refuses && named(error.what()), kNeeds, std::string("refused by ") + error.what());
  }
  return out.lines();
}

}  // namespace

Views LearnerCase::views_of(std::shared_ptr<const ProblemData> data) const {
  Json problem_options = instance.options;
  const Json overrides = problem_overrides(learner, options);
  for (const OptionInfo& info :
       problem.options) {  // what the problem lacks the learner has to say itself
    if (overrides.contains(info.name)) problem_options[info.name] = overrides.at(info.name);
  }
  return problem.make(problem_options, std::move(data));
}

std::string LearnerCase::name() const {
  return fmt::format("{} on {} {}, {}", options.dump(), problem.name, instance.options.dump(),
                     instance.name);
}

std::string LearnerCase::unmet() const {
  try {
    check_needs(learner, options, views());
    return "";
  } catch (const ConfigError& error) {
    return error.what();
  }
}

std::vector<std::string> weight_violations(const LearnerCase& c, std::uint64_t seed,
                                           const LawNames& only) {
  if (const std::string why = c.unmet(); !why.empty()) return refusal_violations(c, seed, why);
  LearnerLaws laws(c, brief_options(c.learner, c.options), seed, only);
  const Sample sample = laws.draws().sample(8, 6), labeled = without_unlabeled(sample);
  laws.run(kNeeds, [&] { laws.form(laws.fit(sample)); });
  laws.run(kWeightZero, [&] { laws.weight_zero(labeled); });
  if (uses_unlabeled(c.learner, c.options))
    laws.run(kWeightZero, [&] { laws.weight_zero(sample); });
  laws.run(kNoUnlabeledWeight, [&] { laws.no_unlabeled_weight(sample); });
  laws.run(kTotalWeight, [&] { laws.total_weight(sample); });
  laws.run(kViewsApart, [&] { laws.views_apart(sample); });
  laws.run(kJointIsSupervised, [&] { laws.joint_is_supervised(sample); });
  laws.run_any({kWeightFive, kWeightsScale, kStepCap, kConverged},
               [&] { laws.weights(laws.draws().contradictions()); });
  return laws.violations();
}

std::vector<std::string> run_violations(const LearnerCase& c, std::uint64_t seed,
                                        const LawNames& only) {
  if (const std::string why = c.unmet(); !why.empty()) return refusal_violations(c, seed, why);
  LearnerLaws laws(c, brief_options(c.learner, c.options), seed, only);
  const Sample sample = laws.draws().sample(30, 20);
  laws.run(kSameBits, [&] { laws.same_bits_law(sample); });
  laws.run(kNoLabels, [&] { laws.no_labels(sample); });
  laws.run(kForm, [&] { laws.one_example(sample); });
  laws.run(kStop, [&] { laws.stop(sample); });
  laws.run(kUnlabeled, [&] { laws.unlabeled_matter(); });
  return laws.violations();
}

std::vector<std::string> thread_violations(const LearnerCase& c, std::uint64_t seed) {
  if (!c.unmet().empty()) return {};
  // A few passes divide all examples among the threads: an optimum would show no more.
  LearnerLaws laws(c, brief_options(c.learner, c.options, {{"iteration_limit", 5}, {"epochs", 1}}),
                   seed);
  const Sample sample = laws.draws().sample(300, 400);
  laws.run(kSameBits, [&] { laws.many_threads(sample, laws.fit(sample, with_threads(1)), {3}); });
  return laws.violations();
}

std::vector<std::string> form_violations(const LearnerCase& c, std::uint64_t seed) {
  if (!c.unmet().empty()) return {};
  LearnerLaws laws(c, brief_options(c.learner, c.options), seed);
  laws.run(kForm, [&] { laws.form(laws.fit(laws.draws().sample(3, 3))); });
  return laws.violations();
}

}  // namespace costruct::contract
