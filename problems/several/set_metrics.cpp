#include "costruct/problems/several/set_metrics.hpp"

#include <algorithm>

namespace costruct::several {
namespace {

// How many labels the true and the predicted set of an example have, and share.
struct SetSizes {
  Index truth = 0, predicted = 0, both = 0;
  Index wrong() const { return truth + predicted - 2 * both; }
  // 1 of two empty sets.
  double f1() const {
    const Index all = truth + predicted;
    return all == 0 ? 1 : static_cast<double>(2 * both) / static_cast<double>(all);
  }
};

// Whether a set has a label. True sets are longer than predicted ones if they have labels that
// training has not seen.
bool has_label(const Output& set, std::size_t label) {
  return label < set.parts.size() && set.parts[label] == 1;
}

SetSizes set_sizes(const Output& truth, const Output& predicted) {
  SetSizes sizes;
  const std::size_t labels = std::max(truth.parts.size(), predicted.parts.size());
  for (std::size_t k = 0; k < labels; ++k) {
    sizes.truth += has_label(truth, k);
    sizes.predicted += has_label(predicted, k);
    sizes.both += has_label(truth, k) && has_label(predicted, k);
  }
  return sizes;
}

// The sum of value(sizes) over all examples.
template <class Value>
double sum_over_examples(const MetricInput& input, const Value& value) {
  double sum = 0;
  for (std::size_t i = 0; i < input.truth.size(); ++i)
    sum += static_cast<double>(value(set_sizes(input.truth[i], input.predicted[i])));
  return sum;
}

std::vector<KindCounts> counts_by_set_label(const MetricInput& input) {
  std::vector<KindCounts> counts(input.labels.size());
  for (std::size_t k = 0; k < counts.size(); ++k) {
    counts[k].name = input.labels[k];
    for (std::size_t i = 0; i < input.truth.size(); ++i) {
      const bool is = has_label(input.truth[i], k), said = has_label(input.predicted[i], k);
      counts[k].truth += is;
      counts[k].predicted += said;
      counts[k].correct += is && said;
    }
  }
  return counts;
}

double f1_of_sums(const MetricInput& input) {
  SetSizes sum;
  for (std::size_t i = 0; i < input.truth.size(); ++i) {
    const SetSizes sizes = set_sizes(input.truth[i], input.predicted[i]);
    sum.truth += sizes.truth;
    sum.predicted += sizes.predicted;
    sum.both += sizes.both;
  }
  return sum.f1();
}

double mean_f1_of_labels(const MetricInput& input) {
  double sum = 0;
  Index present = 0;
  for (const KindCounts& label : counts_by_set_label(input)) {
    if (label.predicted + label.truth == 0) continue;
    sum += label.f1();
    ++present;
  }
  return present == 0 ? 1 : sum / static_cast<double>(present);
}

double mean_f1_of_examples(const MetricInput& input) {
  if (input.truth.empty()) return 1;
  return sum_over_examples(input, [](const SetSizes& sizes) { return sizes.f1(); }) /
         static_cast<double>(input.truth.size());
}

double share_of_wrong_sets(const MetricInput& input) {
  if (input.truth.empty()) return 0;
  return sum_over_examples(input, [](const SetSizes& sizes) { return sizes.wrong() > 0; }) /
         static_cast<double>(input.truth.size());
}

double share_of_wrong_labels(const MetricInput& input) {
  const auto all = static_cast<double>(input.truth.size() * input.labels.size());
  if (all == 0) return 0;
  return sum_over_examples(input, [](const SetSizes& sizes) { return sizes.wrong(); }) / all;
}

}  // namespace

std::vector<OutputMetric> set_metrics() {
  const auto of_counts = [](const char* name, const char* meaning,
                            double (*compute)(const MetricInput&)) {
    return OutputMetric{.info = {name, meaning, true},
                        .compute = compute,
                        .counted = "label",
                        .counts = counts_by_set_label,
                        .needs_all_parts = true};
  };
  return {
      of_counts("f1_micro", "F1 of the counts summed over all labels", f1_of_sums),
      of_counts("f1_macro", "mean F1 of the labels that are present", mean_f1_of_labels),
      {.info = {"f1_examples", "mean F1 of the labels of each example; 1 if both sets are empty",
                true},
       .compute = mean_f1_of_examples,
       .needs_all_parts = true},
      {.info = {"subset_error", "share of the examples whose set of labels is wrong"},
       .compute = share_of_wrong_sets,
       .needs_all_parts = true},
      {.info = {"hamming_loss", "share of wrong labels, over all labels of all examples"},
       .compute = share_of_wrong_labels,
       .needs_all_parts = true},
  };
}

}  // namespace costruct::several
