// Self-training (Yarowsky 1995; as a baseline of co-training: Nigam & Ghani 2000): a supervised
// learner that labels unlabeled inputs itself, beginning with the most confident ones.
//
//   fit w to the labeled examples
//   for t = 1..rounds:
//     1. for each unlabeled x:  y_hat = argmax f(x, .),
//        margin = f(x, y_hat) - max_{y != y_hat} f(x, y)
//     2. take the `batch` inputs of largest margin among those not yet taken
//     3. fit w to the labeled examples and the taken (x, y_hat), the latter with weight Cu
//   until no more input is taken and no pseudo-label changes
//
// With `relabel`, inputs taken in earlier rounds get the label that step 1 finds now; otherwise
// they keep theirs. The header shared/pseudo_labels.hpp describes another confidence, and batches
// that are divided among the classes. With `label_shares` f has offsets in step 1, so that the
// labels of these inputs keep their shares (shared/kept_shares.hpp).
//
// An input with only one output has an infinite margin. Ties go to the input that comes first. The
// fit of step 3 sees the taken inputs in their given order, so it depends on which inputs are taken
// and not on when. With Cu_scale = total all unlabeled inputs share the weight, whether they are
// taken yet or not. So a pseudo-label has the same weight in all rounds. Without unlabeled inputs,
// or with Cu = 0, this is the supervised learner.
//
// The reported primal, dual and gap are those of the last fit. Pseudo-labels count like labels
// there.
#include <fmt/format.h>

#include "costruct/core/optimize/thinned_rows.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/core/views.hpp"
#include "costruct/learners/shared/pseudo_labels.hpp"
#include "costruct/learners/shared/schedule.hpp"
#include "costruct/learners/shared/time_left.hpp"
#include "costruct/learners/supervised_learners.hpp"
#include "costruct/learners/twin.hpp"

namespace costruct {
namespace {

struct SelfTrainingOptions : PickOptions {
  Json learner = Json::object({{"type", "structural_svm"}});
  Index rounds = 10;
  std::optional<Index> batch;
  double Cu = 0.1;
  CuScale Cu_scale = CuScale::kTotal;
  bool relabel = true;
};

OptionDeclaration<SelfTrainingOptions> self_training_options() {
  using Options = SelfTrainingOptions;
  OptionDeclaration<Options> options;
  options.block("learner", &Options::learner, supervised_learners(), "learner of every round");
  options.integer("rounds", &Options::rounds, {.at_least = 1},
                  "fits on pseudo-labels; fewer only where no pseudo-label changes any more");
  options.integer("batch", &Options::batch, {.at_least = 1},
                  "unlabeled inputs taken in a round; null: all divided evenly over the rounds");
  options.number("Cu", &Options::Cu, {.at_least = 0},
                 "weight of a pseudo-labeled example; a labeled one has 1");
  declare_Cu_scale(options);
  options.boolean("relabel", &Options::relabel,
                  "label the inputs taken in earlier rounds anew in every round");
  declare_picking(options);
  return options;
}

struct PseudoLabel : ConfidentLabel {
  bool taken = false;
};

class SelfTraining final : public Learner {
 public:
  SelfTraining(SelfTrainingOptions options, std::unique_ptr<Learner> learner)
      : options_(std::move(options)), learner_(std::move(learner)) {}

  void check_labels(const StructuredProblem& problem) const override {
    check_label_shares(options_.label_shares, problem, "self_training");
    learner_->check_labels(problem);
  }

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    require_picking(views.joint(), options_, "self_training");
    KeptShares shares(views.joint(), options_.label_shares, sample.labeled, "self_training");
    Fitted fitted = fit_supervised(views, {sample.labeled, {}}, context, 0);
    const double Cu = Cu_of_each(options_, sample);
    if (sample.unlabeled.empty() || Cu == 0) return without_rounds(std::move(fitted));

    const auto m = static_cast<Index>(sample.unlabeled.size());
    const Index even = std::max((m - 1) / options_.rounds + 1,
                                fewest_to_pick(views.joint(), sample.labeled, options_));
    const Index batch = options_.batch.value_or(even);
    const Picker picker(views.joint(), sample.labeled, options_, batch);
    std::vector<PseudoLabel> labels(m);
    Index taken = 0, round = 0, oracle_calls = fitted.report.oracle_calls;
    bool settled = false;
    std::string why;
    Json history = Json::array();
    const double start = seconds_now();
    while (why.empty()) {
      if (context.stop_requested()) {
        why = "interrupted";
        break;
      }
      const Index changed =
          predict(shares, sample.unlabeled, stack(fitted.weights), context.threads, labels,
                  oracle_calls);                  // step 1
      const Index picked = take(picker, labels);  // step 2
      if (picked == 0 && changed == 0) {
        settled = true;
        why = "no pseudo-label changed";
        break;
      }
      taken += picked;
      const Sample all{with_pseudo_labels(sample, Cu,
                                          [&](std::size_t i) {
                                            return labels[i].taken ? &labels[i].y_hat : nullptr;
                                          }),
                       {}};
      Fitted next = fit_supervised(views, all, context, round + 1);  // step 3
      oracle_calls += next.report.oracle_calls;
      if (context.stop_requested()) {  // `next` may be half done
        why = "interrupted";
        break;
      }
      fitted = std::move(next);
      ++round;
      Json of_round = row(round, taken, changed, labels, fitted.report);
      if (shares.active()) of_round["share_error"] = shares.error();
      add_thinned(history, std::move(of_round), round - 1);
      if (context.progress) {
        context.progress(fmt::format(
            "self_training: round {} of {}, {} of {} pseudo-labeled, {} changed{}", round,
            options_.rounds, taken, m, changed, time_left(start, round, options_.rounds)));
      }
      if (taken == m && !options_.relabel) {
        settled = true;
        why = "all unlabeled inputs have their pseudo-labels";
      } else if (round == options_.rounds) {
        why = counted(round, "round");
      }
    }

    FitReport& report = fitted.report;
    report.converged = settled && report.converged;
    report.iterations = round;
    report.oracle_calls = oracle_calls;
    report.stopped_because = std::move(why);
    report.history = std::move(history);
    for (std::string& warning : picker.warnings()) report.warnings.push_back(std::move(warning));
    return fitted;
  }

 private:
  // The supervised fit alone, with its report except for the rounds.
  static Fitted without_rounds(Fitted fitted) {
    fitted.report.iterations = 0;
    fitted.report.history = Json::array();
    return fitted;
  }

  Fitted fit_supervised(const Views& views, const Sample& sample, const FitContext& context,
                        Index round) const {
    FitContext inner = context;
    if (context.progress) {
      inner.progress = [&context, round](const std::string& line) {
        context.progress(fmt::format("self_training, round {}: {}", round, line));
      };
    }
    return learner_->fit(views, sample, inner);
  }

  // Labels all inputs except those whose pseudo-labels stay. Returns the number of taken inputs
  // whose labels changed.
  Index predict(KeptShares& shares, const std::vector<InputId>& inputs, const Vector& w,
                int threads, std::vector<PseudoLabel>& labels, Index& oracle_calls) const {
    std::vector<std::size_t> places;
    std::vector<InputId> to_label;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!options_.relabel && labels[i].taken) continue;
      places.push_back(i);
      to_label.push_back(inputs[i]);
    }
    oracle_calls += shares.fit(inputs, w, threads);
    std::vector<ConfidentLabel> found = confident_labels(shares, to_label, w, options_, threads);
    Index changed = 0;
    for (std::size_t j = 0; j < places.size(); ++j) {
      PseudoLabel& label = labels[places[j]];
      if (label.taken && label.y_hat != found[j].y_hat) ++changed;
      static_cast<ConfidentLabel&>(label) = std::move(found[j]);
    }
    oracle_calls += 2 * static_cast<Index>(places.size());
    return changed;
  }

  static Index take(const Picker& picker, std::vector<PseudoLabel>& labels) {
    std::vector<PseudoLabel*> waiting;
    std::vector<ConfidentLabel> of_waiting;
    for (PseudoLabel& label : labels) {
      if (label.taken) continue;
      waiting.push_back(&label);
      of_waiting.push_back(label);
    }
    const std::vector<Index> picked = picker.pick(of_waiting);
    for (const Index i : picked) waiting[static_cast<std::size_t>(i)]->taken = true;
    return static_cast<Index>(picked.size());
  }

  // A row of the history. The mean is over the taken inputs; of margins, over inputs with several
  // outputs.
  Json row(Index round, Index taken, Index changed, const std::vector<PseudoLabel>& labels,
           const FitReport& fit) const {
    std::vector<double> of_taken;
    for (const PseudoLabel& label : labels) {
      if (label.taken) of_taken.push_back(label.confidence);
    }
    Json row = round_row(round, taken, of_taken, options_.confidence, fit);
    row["changed"] = changed;
    return row;
  }

  SelfTrainingOptions options_;
  std::unique_ptr<Learner> learner_;
};

}  // namespace

LearnerEntry self_training_learner() {
  LearnerEntry entry;
  entry.name = "self_training";
  entry.summary =
      "a supervised learner that labels unlabeled inputs itself, the most confident first";
  entry.source = "Yarowsky 1995; Nigam & Ghani 2000";
  entry.cost = "a round: a fit of the learner inside, and two decodings of each unlabeled example";
  entry.uses_unlabeled = true;
  entry.twin = twin_inside();
  entry.options = self_training_options().list();
  follow_supervised(entry, needs_of_picking);
  entry.make = [](const Json& json) {
    SelfTrainingOptions options = self_training_options().parse(json);
    auto learner = make_supervised(options.learner);
    return std::make_unique<SelfTraining>(std::move(options), std::move(learner));
  };
  return entry;
}

}  // namespace costruct
