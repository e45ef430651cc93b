#include "costruct/problems/dependency/head_metrics.hpp"

#include <string_view>

#include "costruct/core/interfaces/offered.hpp"
#include "costruct/problems/dependency/headed_sentences.hpp"

namespace costruct::dependency {
namespace {

/// The parts of a token that must be right.
enum class Counted { kHead, kRelation, kUniversalRelation };

std::string_view universal(std::string_view relation) {
  return relation.substr(0, relation.find(':'));
}

bool is_right(const MetricInput& input, int truth, int predicted, Counted counted) {
  if (head_of(truth) != head_of(predicted)) return false;
  const int a = relation_of(truth), b = relation_of(predicted);
  if (counted == Counted::kHead || a == b) return true;
  if (counted == Counted::kRelation) return false;
  const auto name = [&](int relation) -> std::string_view {
    return input.labels[static_cast<std::size_t>(relation)];
  };
  return universal(name(a)) == universal(name(b));
}

double attachment_score(const MetricInput& input, Counted counted, bool words_alone) {
  Index all = 0, right = 0;
  for (std::size_t i = 0; i < input.truth.size(); ++i) {
    const std::vector<int>&truth = input.truth[i].parts, &predicted = input.predicted[i].parts;
    for (std::size_t t = 0; t < truth.size(); ++t) {
      if (words_alone && input.notes[i][t] != 0) continue;
      ++all;
      right += t < predicted.size() && is_right(input, truth[t], predicted[t], counted);
    }
  }
  return all == 0 ? 1 : static_cast<double>(right) / static_cast<double>(all);
}

OutputMetric attachment_metric(const char* name, const char* meaning, Counted counted,
                               bool words_alone) {
  OutputMetric metric{{name, meaning, true}, [counted, words_alone](const MetricInput& input) {
                        return attachment_score(input, counted, words_alone);
                      }};
  metric.takes_unseen_labels = true;
  if (words_alone) {
    metric.note = [](const StructuredProblem& problem, InputId x, const Output&, ConstVectorRef) {
      return offered<PunctuationMarks>(problem)->punctuation(x);
    };
  }
  return metric;
}

}  // namespace

std::vector<OutputMetric> head_metrics() {
  return {
      attachment_metric("uas", "share of the tokens with the true head", Counted::kHead, false),
      attachment_metric("las", "share of the tokens with the true head and relation",
                        Counted::kRelation, false),
      attachment_metric("uas_words", "the same as uas without punctuation", Counted::kHead, true),
      attachment_metric("las_words", "the same as las without punctuation", Counted::kRelation,
                        true),
      attachment_metric("las_conll18",
                        "the same as las without subtypes of relations, as in CoNLL 2018",
                        Counted::kUniversalRelation, false),
  };
}

double head_difference(const Output& a, const Output& b) {
  if (a.parts.size() != b.parts.size()) return 1;
  double differing = 0;
  for (std::size_t t = 0; t < a.parts.size(); ++t) differing += a.parts[t] != b.parts[t];
  return a.parts.empty() ? 0 : differing / static_cast<double>(a.parts.size());
}

}  // namespace costruct::dependency
