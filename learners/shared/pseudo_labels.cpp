#include "costruct/learners/shared/pseudo_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/parallel.hpp"
#include "costruct/core/views.hpp"

namespace costruct {
namespace {

double margin_of(const TwoBest& found) {
  if (!found.runner_up) return std::numeric_limits<double>::infinity();
  const double margin = found.best.value - found.runner_up->value;
  return margin > 0 ? margin : 0;  // 0 also if scores are too large to be distinguished
}

double log_posterior_of(const Decoded& best, double log_partition, bool per_part) {
  double log_p = std::min(best.value - log_partition, 0.0);
  if (std::isnan(log_p))
    log_p = -std::numeric_limits<double>::infinity();  // scores too large to be distinguished
  return per_part ? log_p / static_cast<double>(std::max<std::size_t>(1, best.output.parts.size()))
                  : log_p;
}

// The classes to pick from; null if picks are overall.
const OutputClasses* classes_to_pick(const StructuredProblem& problem, const PickOptions& options) {
  return options.pick == Pick::kOverall ? nullptr : offered<OutputClasses>(problem);
}

// The weight of the labeled examples of each class; their number if all have weight 0.
Vector labeled_shares(const OutputClasses& classes, const std::vector<LabeledExample>& labeled) {
  Vector shares(static_cast<std::size_t>(classes.num_classes()), 0.0);
  const bool weightless =
      std::all_of(labeled.begin(), labeled.end(),
                  [](const LabeledExample& example) { return example.weight == 0; });
  for (const auto& [x, y, weight] : labeled) shares[classes.class_of(y)] += weightless ? 1 : weight;
  return shares;
}

Json mean_confidence(const std::vector<double>& confidences, Confidence confidence) {
  double sum = 0;
  Index count = 0;
  for (const double each : confidences) {
    if (!std::isfinite(each)) continue;
    sum += confidence == Confidence::kPosterior ? std::exp(each) : each;
    ++count;
  }
  return count > 0 ? Json(sum / static_cast<double>(count)) : Json(nullptr);
}

}  // namespace

std::vector<Need> needs_of_picking(const Json& options) {
  std::vector<Need> needs = {options.at("confidence") == "posterior" ? Need::kLogPartition
                                                                     : Need::kRunnerUp};
  if (options.at("pick") == "per_class") needs.push_back(Need::kOutputClasses);
  if (keeps_shares(options.at("label_shares"))) needs.push_back(Need::kLabelOffsets);
  return needs;
}

void require_picking(const StructuredProblem& problem, const PickOptions& options,
                     const char* learner) {
  Needs needs;
  needs.offers.push_back(options.confidence == Confidence::kPosterior ? Need::kLogPartition
                                                                      : Need::kRunnerUp);
  if (options.pick == Pick::kPerClass) needs.offers.push_back(Need::kOutputClasses);
  if (keeps_shares(options.label_shares)) needs.offers.push_back(Need::kLabelOffsets);
  if (const auto why = unmet(needs, problem))
    throw ConfigError(fmt::format("learner {}: {}", learner, *why));
}

std::vector<ConfidentLabel> confident_labels(const KeptShares& problem,
                                             const std::vector<InputId>& inputs, ConstVectorRef w,
                                             const PickOptions& options, int threads) {
  const auto count = static_cast<Index>(inputs.size());
  std::vector<ConfidentLabel> labels(inputs.size());
  if (options.confidence == Confidence::kPosterior) {
    parallel_for(count, threads, 1, [&](Index i) {
      Decoded best = problem.decode(inputs[i], w);
      labels[i].confidence =
          log_posterior_of(best, problem.log_partition(inputs[i], w), options.per_part);
      labels[i].y_hat = std::move(best.output);
    });
  } else {
    parallel_for(count, threads, 1, [&](Index i) {
      TwoBest found = problem.two_best(inputs[i], w);
      labels[i] = {std::move(found.best.output), margin_of(found)};
    });
  }
  return labels;
}

std::vector<LabeledExample> with_pseudo_labels(
    const Sample& sample, double Cu, const std::function<const Output*(std::size_t)>& label_of) {
  std::vector<LabeledExample> all = sample.labeled;
  for (std::size_t i = 0; i < sample.unlabeled.size(); ++i) {
    if (const Output* y_hat = label_of(i)) all.push_back({sample.unlabeled[i], *y_hat, Cu});
  }
  return all;
}

Json round_row(Index round, Index taken, const std::vector<double>& confidences,
               Confidence confidence, const FitReport& fit) {
  const bool posterior = confidence == Confidence::kPosterior;
  return {{"round", round},
          {"taken", taken},
          {posterior ? "mean_posterior" : "mean_margin", mean_confidence(confidences, confidence)},
          {"primal", fit.primal ? Json(*fit.primal) : Json(nullptr)},
          {"converged", fit.converged}};
}

std::vector<Index> shared_out(Index count, const Vector& shares) {
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<Index> parts;
  Vector remainder;
  std::vector<std::size_t> by_remainder(shares.size());
  for (const double share : shares) {
    // In units of the total, in which whole shares have exact remainders and ties are exact.
    const double units = static_cast<double>(count) * share;
    remainder.push_back(std::fmod(units, total));
    parts.push_back(std::llround((units - remainder.back()) / total));
  }
  std::iota(by_remainder.begin(), by_remainder.end(), std::size_t{0});
  std::stable_sort(by_remainder.begin(), by_remainder.end(),
                   [&](std::size_t a, std::size_t b) { return remainder[a] > remainder[b]; });
  const Index left = count - std::accumulate(parts.begin(), parts.end(), Index{0});
  for (Index i = 0; i < left; ++i) ++parts[by_remainder[static_cast<std::size_t>(i)]];

  if (count < std::count_if(
                  shares.begin(), shares.end(), [](double share) { return share > 0; }))
    return parts;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    if (shares[k] == 0 || parts[k] > 0) continue;
    --*std::max_element(parts.begin(), parts.end());
    ++parts[k];
  }
  return parts;
}

Index fewest_to_pick(const StructuredProblem& problem, const std::vector<LabeledExample>& labeled,
                     const PickOptions& options) {
  const OutputClasses* classes = classes_to_pick(problem, options);
  if (classes == nullptr) return 1;
  const Vector shares = labeled_shares(*classes, labeled);
  return std::count_if(shares.begin(), shares.end(), [](double share) { return share > 0; });
}

Picker::Picker(const StructuredProblem& problem, const std::vector<LabeledExample>& labeled,
               const PickOptions& options, Index count)
    : count_(count), classes_(classes_to_pick(problem, options)) {
  if (classes_ == nullptr) return;
  const Vector shares = labeled_shares(*classes_, labeled);
  quota_ = shared_out(count, shares);
  for (std::size_t k = 0; k < shares.size(); ++k) left_out_ += shares[k] > 0 && quota_[k] == 0;
}

std::vector<Index> Picker::pick(const std::vector<ConfidentLabel>& waiting) const {
  std::vector<Index> order(waiting.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return waiting[a].confidence > waiting[b].confidence; });
  std::vector<Index> left = classes_ != nullptr ? quota_ : std::vector<Index>{count_}, picked;
  for (const Index i : order) {
    Index& of_class = left[classes_ != nullptr ? classes_->class_of(waiting[i].y_hat) : 0];
    if (of_class == 0) continue;
    --of_class;
    picked.push_back(i);
  }
  std::sort(picked.begin(), picked.end());
  return picked;
}

std::vector<std::string> Picker::warnings() const {
  if (left_out_ == 0) return {};
  return {fmt::format(
      "{} picked at a time are too few for {} of the classes among the labeled examples: "
      "unlabeled inputs of these are never taken",
      count_, left_out_)};
}

}  // namespace costruct
