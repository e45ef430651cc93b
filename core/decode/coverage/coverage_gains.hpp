// Computes what a document adds to the chosen documents. The decoders of coverage.hpp use it. The
// problem `diversification` uses it to decode if some documents of a choice are known.
#pragma once

#include <algorithm>

#include "costruct/core/decode/best_per_loss.hpp"
#include "costruct/core/decode/coverage/coverage.hpp"

namespace costruct::coverage_gains {

/// Returns s(a, b) of two different documents from CoverageObjective::pairs; 0 if that is empty.
inline double pair_score(ConstVectorRef pairs, Index a, Index b) {
  if (pairs.empty()) return 0;
  const Index j = std::max(a, b), k = std::min(a, b);
  return pairs[static_cast<std::size_t>(j * (j - 1) / 2 + k)];
}

/// Returns the objective of a choice of documents. Without a loss, this is its score f.
/// @param score           f of the choice
/// @param covered_weight  total weight of the subtopics that the choice covers
inline double objective_value(const CoverageObjective& objective, double score,
                              double covered_weight) {
  if (objective.loss == nullptr) return score;
  return augmented_value(objective.loss->of_covered(covered_weight), score,
                         objective.reference_score, objective.augmentation);
}

/// Counts how often the chosen documents cover each element. Computes the value that a further
/// document adds. Begins without chosen documents.
class Cover {
 public:
  Cover(const Covering& covering, ConstVectorRef value)
      : covering_(covering),
        value_(value),
        times_(static_cast<std::size_t>(covering.elements), 0) {}

  void add(Index document) { count(document, 1); }
  void remove(Index document) { count(document, -1); }

  /// The sums of the positive and of the negative values of the elements that a document adds.
  struct Gains {
    double positive = 0, negative = 0;
    double sum() const { return positive + negative; }
  };
  /// The gains from elements that `document` covers and no chosen document covers. Cost: one step
  /// for each element that the document covers.
  Gains gains(Index document) const {
    Gains gains;
    for (const std::int32_t e : covering_.of(document)) {
      if (times_[static_cast<std::size_t>(e)] > 0) continue;
      const double value = value_[static_cast<std::size_t>(e)];
      (value > 0 ? gains.positive : gains.negative) += value;
    }
    return gains;
  }

 private:
  void count(Index document, int by) {
    for (const std::int32_t e : covering_.of(document)) times_[static_cast<std::size_t>(e)] += by;
  }

  const Covering& covering_;
  ConstVectorRef value_;
  std::vector<int> times_;
};

/// A covering without documents.
inline const Covering& no_subtopics() {
  static const Covering none;
  return none;
}

/// The chosen documents with the elements and, if there is a loss, the subtopics that they cover.
/// The objective must outlive the object.
class Covers {
 public:
  explicit Covers(const CoverageObjective& objective)
      : words_(objective.covering, objective.value),
        subtopics_(objective.loss ? objective.loss->subtopics : no_subtopics(),
                   objective.loss ? ConstVectorRef(objective.loss->weight) : ConstVectorRef()),
        has_loss_(objective.loss != nullptr) {}
  void add(Index document) {
    words_.add(document);
    if (has_loss_) subtopics_.add(document);
  }
  void remove(Index document) {
    words_.remove(document);
    if (has_loss_) subtopics_.remove(document);
  }
  /// The gains in f from elements that only `document` would cover. Pair scores are not included.
  Cover::Gains gains(Index document) const { return words_.gains(document); }
  /// The weight of subtopics that `document` adds; 0 without a loss.
  double weight_gain(Index document) const {
    return has_loss_ ? subtopics_.gains(document).positive : 0;
  }

 private:
  Cover words_, subtopics_;
  bool has_loss_;
};

}  // namespace costruct::coverage_gains
