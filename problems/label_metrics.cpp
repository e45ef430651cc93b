#include "costruct/problems/label_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <string_view>

#include "costruct/core/interfaces/label_scores.hpp"
#include "costruct/core/interfaces/offered.hpp"

namespace costruct {
namespace {

double ratio(Index numerator, Index denominator, double of_nothing) {
  return denominator == 0 ? of_nothing
                          : static_cast<double>(numerator) / static_cast<double>(denominator);
}

Index num_parts(const MetricInput& input) {
  Index parts = 0;
  for (const Output& y : input.truth) parts += static_cast<Index>(y.parts.size());
  return parts;
}

Index wrong_parts(const MetricInput& input) {
  Index wrong = 0;
  for (std::size_t i = 0; i < input.truth.size(); ++i) {
    const std::vector<int>& y = input.truth[i].parts;
    const std::vector<int>& y_hat = input.predicted[i].parts;
    for (std::size_t t = 0; t < y.size(); ++t) wrong += y[t] != y_hat[t];
  }
  return wrong;
}

double token_error(const MetricInput& input) {
  return ratio(wrong_parts(input), num_parts(input), 0);
}

double accuracy(const MetricInput& input) {
  const Index parts = num_parts(input);
  return ratio(parts - wrong_parts(input), parts, 1);
}

double sequence_error(const MetricInput& input) {
  Index wrong = 0;
  for (std::size_t i = 0; i < input.truth.size(); ++i)
    wrong += input.truth[i] != input.predicted[i];
  return ratio(wrong, static_cast<Index>(input.truth.size()), 0);
}

/// Counts of all labels, in their order. A problem without the option `outside` has no outside
/// label, whatever its labels are called.
std::vector<KindCounts> counts_by_label(const MetricInput& input) {
  const std::string outside = input.options.value("outside", "");
  std::vector<KindCounts> counts(input.labels.size());
  for (std::size_t k = 0; k < counts.size(); ++k) {
    counts[k].name = input.labels[k];
    counts[k].averaged = input.labels[k] != outside;
  }
  for (std::size_t i = 0; i < input.truth.size(); ++i) {
    const std::vector<int>& y = input.truth[i].parts;
    const std::vector<int>& y_hat = input.predicted[i].parts;
    for (std::size_t t = 0; t < y.size(); ++t) {
      ++counts[y[t]].truth;
      ++counts[y_hat[t]].predicted;
      counts[y[t]].correct += y[t] == y_hat[t];
    }
  }
  return counts;
}

double f1_micro(const MetricInput& input) {
  Index right = 0, all = 0;
  for (const KindCounts& label : counts_by_label(input)) {
    if (!label.averaged) continue;
    right += label.correct;
    all += label.predicted + label.truth;
  }
  return ratio(2 * right, all, 1);
}

double f1_macro(const MetricInput& input) {
  double sum = 0;
  Index present = 0;
  for (const KindCounts& label : counts_by_label(input)) {
    if (!label.averaged || label.predicted + label.truth == 0) continue;
    sum += label.f1();
    ++present;
  }
  return present == 0 ? 1 : sum / static_cast<double>(present);
}

double chunk_f1(const MetricInput& input) {
  return count_chunks(input).f1();
}

/// A parsed label: B-NP has the tag 'B' and a type. Tags of more than one letter are all '?'.
struct ChunkTag {
  char tag = 'O';
  int type = 0;  // 0: no type
};

/// The parsed labels, and the types by number.
struct ChunkTags {
  std::vector<ChunkTag> tags;
  std::vector<std::string_view> types{""};
};

ChunkTags chunk_tags(std::span<const std::string> labels) {
  std::map<std::string_view, int> number_of{{"", 0}};
  ChunkTags parsed;
  for (const std::string_view label : labels) {
    const std::size_t hyphen = std::min(label.find('-'), label.size());
    const std::string_view type = label.substr(std::min(hyphen + 1, label.size()));
    const auto [at, is_new] = number_of.try_emplace(type, static_cast<int>(parsed.types.size()));
    if (is_new) parsed.types.push_back(type);
    parsed.tags.push_back({hyphen == 1 ? label[0] : '?', at->second});
  }
  return parsed;
}

bool is_one_of(char tag, std::string_view tags) {
  return tags.find(tag) != std::string_view::npos;
}

bool chunk_ends(ChunkTag p, ChunkTag q) {
  if (is_one_of(p.tag, "ES[]")) return true;
  if (is_one_of(p.tag, "BI") && is_one_of(q.tag, "BSO")) return true;
  return !is_one_of(p.tag, "O.") && p.type != q.type;
}

bool chunk_starts(ChunkTag p, ChunkTag q) {
  if (is_one_of(q.tag, "BS[]")) return true;
  if (is_one_of(q.tag, "IE") && is_one_of(p.tag, "OES")) return true;
  return !is_one_of(q.tag, "O.") && p.type != q.type;
}

constexpr const char* kChunkLabels =
    "labels in IOB1, IOB2, IOE or IOBES coding, such as B-NP, I-NP, O";

// O, a tag, or a tag, a hyphen and a type.
bool is_chunk_label(const std::string& label) {
  if (label == "O") return true;
  const bool tagged =
      !label.empty() && std::string_view("BIES").find(label[0]) != std::string_view::npos;
  return tagged && (label.size() == 1 || (label.size() > 2 && label[1] == '-'));
}

// Returns why the labels are no chunk labels, or "". Tags without a type are accepted only together
// with the label O.
std::string misfit_of_chunks(std::span<const std::string> labels) {
  const auto other = std::find_if_not(labels.begin(), labels.end(), is_chunk_label);
  if (other != labels.end())
    return std::string("needs ") + kChunkLabels + "; the data has a label " + shown(*other);
  const bool outside = std::find(labels.begin(), labels.end(), "O") != labels.end();
  const auto bare = std::find_if(labels.begin(), labels.end(), [](const std::string& label) {
    return label.size() == 1 && label != "O";
  });
  if (bare != labels.end() && !outside)
    return std::string("needs ") + kChunkLabels + "; the data has a label " + shown(*bare) +
           " and none that is O";
  const bool any =
      std::any_of(labels.begin(), labels.end(), [](const auto& label) { return label != "O"; });
  return any ? "" : std::string("needs ") + kChunkLabels + "; the data has no label but O";
}

// The notes are (value, label 0 or 1).
double area_under_curve(const MetricInput& input) {
  std::vector<std::pair<double, bool>> examples;
  for (const Vector& note : input.notes) {  // NaN comes first
    const double score = std::isnan(note[0]) ? -std::numeric_limits<double>::infinity() : note[0];
    examples.emplace_back(score, note[1] > 0);
  }
  std::sort(examples.begin(), examples.end());
  double negatives = 0, positives = 0, ordered = 0;
  for (std::size_t i = 0; i < examples.size();) {
    double same_negatives = 0, same_positives = 0;
    for (const double value = examples[i].first; i < examples.size() && examples[i].first == value;
         ++i)
      (examples[i].second ? same_positives : same_negatives) += 1;
    ordered += same_positives * (negatives + same_negatives / 2);
    negatives += same_negatives;
    positives += same_positives;
  }
  return negatives == 0 || positives == 0 ? 0.5 : ordered / (negatives * positives);
}

}  // namespace

std::vector<OutputMetric> label_metrics() {
  return {
      {{"token_error", "share of wrong labels; of sentences, over all their tokens"}, token_error},
      {{"accuracy", "share of right labels (sentences: over all tokens)", true}, accuracy},
      {.info = {"f1_micro", "F1 of the counts summed over all labels but the outside label", true},
       .compute = f1_micro,
       .counted = "label",
       .counts = counts_by_label},
      {.info = {"f1_macro", "mean F1 of the labels that are present, the outside label left out",
                true},
       .compute = f1_macro,
       .counted = "label",
       .counts = counts_by_label},
  };
}

OutputMetric auc_metric() {
  OutputMetric metric{{"auc", "area under the ROC curve of the scores of two labels", true,
                       MetricScale::kShare, "two labels"},
                      area_under_curve};
  metric.misfit = [](std::span<const std::string> labels) {
    return labels.size() == 2 ? std::string()
                              : "needs two labels, and there are " + std::to_string(labels.size());
  };
  metric.note = [](const StructuredProblem& problem, InputId x, const Output& truth,
                   ConstVectorRef w) {
    const auto& scores = *offered<LabelScores>(problem);
    Vector f(static_cast<std::size_t>(scores.num_labels()));
    scores.label_scores(x, w, f);
    return Vector{f[1] - f[0], static_cast<double>(truth.parts.front())};
  };
  return metric;
}

std::vector<OutputMetric> sequence_metrics() {
  std::vector<OutputMetric> metrics = label_metrics();
  metrics.insert(
      metrics.begin() + 1,
      {{"sequence_error", "share of the outputs with at least one wrong part"}, sequence_error});
  metrics.push_back(
      {{"chunk_f1",
        "F1 of whole chunks with their type, counted as conlleval does; IOBES as seqeval does",
        true, MetricScale::kShare, kChunkLabels},
       chunk_f1,
       misfit_of_chunks,
       true,
       {},
       "chunk",
       count_chunks_by_type,
       true});
  return metrics;
}

double ChunkCounts::precision() const {
  return ratio(correct, predicted, 1);
}
double ChunkCounts::recall() const {
  return ratio(correct, truth, 1);
}
double ChunkCounts::f1() const {
  return ratio(2 * correct, predicted + truth, 1);
}

ChunkCounts count_chunks(const MetricInput& input) {
  ChunkCounts counts;
  for (const KindCounts& type : count_chunks_by_type(input)) {
    counts.truth += type.truth;
    counts.predicted += type.predicted;
    counts.correct += type.correct;
  }
  return counts;
}

std::vector<KindCounts> count_chunks_by_type(const MetricInput& input) {
  const ChunkTags labels = chunk_tags(input.labels);
  const std::vector<ChunkTag>& tags = labels.tags;
  std::vector<KindCounts> counts;
  for (const std::string_view type : labels.types) counts.push_back({std::string(type)});
  for (std::size_t i = 0; i < input.truth.size(); ++i) {
    const std::vector<int>& y = input.truth[i].parts;
    const std::vector<int>& y_hat = input.predicted[i].parts;
    ChunkTag true_before, predicted_before;
    bool same_so_far = false;  // whether in both a chunk of one type began at the same token
    for (std::size_t t = 0; t <= y.size(); ++t) {
      const ChunkTag true_tag = t < y.size() ? tags[y[t]] : ChunkTag{};
      const ChunkTag predicted_tag = t < y.size() ? tags[y_hat[t]] : ChunkTag{};
      const bool true_ends = chunk_ends(true_before, true_tag);
      const bool predicted_ends = chunk_ends(predicted_before, predicted_tag);
      if (same_so_far && (true_ends || predicted_ends)) {
        counts[true_before.type].correct += true_ends && predicted_ends;
        same_so_far = false;
      }
      const bool true_starts = chunk_starts(true_before, true_tag);
      const bool predicted_starts = chunk_starts(predicted_before, predicted_tag);
      counts[true_tag.type].truth += true_starts;
      counts[predicted_tag.type].predicted += predicted_starts;
      if (true_starts && predicted_starts && true_tag.type == predicted_tag.type)
        same_so_far = true;
      true_before = true_tag;
      predicted_before = predicted_tag;
    }
  }
  return counts;
}

}  // namespace costruct
