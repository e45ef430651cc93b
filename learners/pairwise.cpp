// A linear support vector machine on pairs of objects. Its weights serve as similarities (Brefeld
// 2008, section 8.4.2; PCC of Finley & Joachims 2005).
//
//   minimise  1/2 |w|^2 + C sum_i weight_i sum_p max(0, 1 - t_ip <w, psi(x_i, p)>)
//     t_ip = 1 if y_i puts the objects of pair p of input i together, else -1
//
// For an input that is labeled in part, the sum is over its known pairs.
//
// Each pair is judged alone. The decisions need not agree with any output, and the loss of the
// problem is not used.
#include <fmt/format.h>

#include <algorithm>

#include "costruct/core/clock.hpp"
#include "costruct/core/interfaces/pair_decisions.hpp"
#include "costruct/core/optimize/binary_svm.hpp"
#include "costruct/core/optimize/gap_decline.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/shared/max_margin_options.hpp"
#include "costruct/learners/shared/require_labeled.hpp"
#include "costruct/learners/shared/time_left.hpp"

namespace costruct {
namespace {

struct PairwiseOptions {
  double C = 1;
  double gap = 1e-3;
};

OptionDeclaration<PairwiseOptions> pairwise_options() {
  OptionDeclaration<PairwiseOptions> options;
  options.number("C", &PairwiseOptions::C, {.greater_than = 0}, "weight of the slack of a pair");
  options.number("gap", &PairwiseOptions::gap, {.greater_than = 0},
                 "stop at this relative duality gap");
  return options;
}

/// The pairs of all inputs with their signs t_ip.
struct LabeledPairs {
  FeatureRows rows;
  std::vector<int> label;
  Vector cost;
};

LabeledPairs labeled_pairs(const PairDecisions& pairs, Index dimension, const Sample& sample,
                           double C, double memory) {
  Index rows = 0;
  for (const LabeledExample& example : sample.labeled) rows += pairs.num_pairs(example.x);
  for (const PartialExample& example : sample.partial) {
    const std::vector<int> known = pairs.known_pairs(example.x, example.known);
    rows += std::ssize(known) - std::ranges::count(known, 0);
  }
  const double entries = static_cast<double>(rows) * static_cast<double>(dimension);
  if (entries * (sizeof(double) + sizeof(Index)) > memory) {
    throw DataError(
        "learner pairwise needs all pairs in memory, and the sets have too many: take smaller ones "
        "(problem.set_size), or fewer");
  }
  LabeledPairs all;
  all.rows.columns = dimension;
  Vector psi(static_cast<std::size_t>(dimension));
  const auto add = [&](InputId x, Index pair, int label, double weight) {
    pairs.pair_features(x, pair, psi);
    for (std::size_t j = 0; j < psi.size(); ++j) {
      if (psi[j] == 0) continue;
      all.rows.column.push_back(static_cast<Index>(j));
      all.rows.value.push_back(psi[j]);
    }
    all.rows.end_row();
    all.label.push_back(label);
    all.cost.push_back(C * weight);
  };
  for (const LabeledExample& example : sample.labeled) {
    for (Index p = 0; p < pairs.num_pairs(example.x); ++p)
      add(example.x, p, pairs.is_together(example.x, example.y, p) ? 1 : -1, example.weight);
  }
  for (const PartialExample& example : sample.partial) {
    const std::vector<int> known = pairs.known_pairs(example.x, example.known);
    for (Index p = 0; p < std::ssize(known); ++p) {
      if (known[static_cast<std::size_t>(p)] != 0)
        add(example.x, p, known[static_cast<std::size_t>(p)], example.weight);
    }
  }
  return all;
}

class Pairwise final : public Learner {
 public:
  explicit Pairwise(const PairwiseOptions& options) : options_(options) {}

  Fitted fit(const Views& views, const Sample& sample, const FitContext& context) const override {
    require_labeled(sample, "pairwise");
    const StructuredProblem& problem = views.joint();
    const auto& pairs =
        require<PairDecisions>(problem, need_name(Need::kPairDecisions), "pairwise");
    const LabeledPairs all =
        labeled_pairs(pairs, problem.dimension(), sample, options_.C, context.memory);
    BinarySvm svm(all.rows, RandomStream(context.seed, context.repetition, "pairwise"));
    for (Index i = 0; i < svm.size(); ++i)
      svm.set(i, all.label[static_cast<std::size_t>(i)], all.cost[static_cast<std::size_t>(i)]);
    GapDecline decline;
    const double start = seconds_now();
    const auto end = svm.solve(options_.gap, [&](Index passes) {
      if (context.progress && passes > 0) {
        const double seconds = seconds_now() - start;
        decline.add(seconds, svm.estimated_gap());
        context.progress(fmt::format(
            "pairwise: pass {}, {}{}{}", passes, way_done(decline.share_of_way(options_.gap)),
            about_gap_text(svm.estimated_gap()), time_left(decline.seconds_to(options_.gap))));
      }
      return context.stop_requested();
    });
    Fitted fitted{{svm.w()}, {}};
    FitReport& report = fitted.report;
    report.primal = svm.primal();
    report.dual = svm.dual();
    report.gap =
        *report.primal == 0 ? 0 : (*report.primal - *report.dual) / std::abs(*report.primal);
    report.iterations = svm.passes();
    report.converged = end == BinarySvm::End::kGap;
    report.stopped_because = end == BinarySvm::End::kGap ? "the gap was reached"
                             : end == BinarySvm::End::kStopped
                                 ? "interrupted"
                                 : "floating point allows no progress";
    if (end == BinarySvm::End::kStuck) note_stuck(problem, sample.labeled, options_.C, report);
    return fitted;
  }

 private:
  PairwiseOptions options_;
};

}  // namespace

LearnerEntry pairwise_learner() {
  LearnerEntry entry;
  entry.name = "pairwise";
  entry.summary =
      "linear support vector machine on pairs of objects, whose weights serve as similarities";
  entry.source = "Brefeld 2008, section 8.4.2; Finley & Joachims 2005 (PCC)";
  entry.cost = "a binary support vector machine on all pairs of objects of each set";
  entry.needs = {Need::kPairDecisions};
  entry.partial_examples = "learns from the pairs that are known";
  entry.options = pairwise_options().list();
  entry.make = [](const Json& json) {
    return std::make_unique<Pairwise>(pairwise_options().parse(json));
  };
  return entry;
}

}  // namespace costruct
