// How far the predictions of a cell may be below the best outputs, where decoding is not exact.
#pragma once

#include <algorithm>
#include <cmath>

#include "costruct/core/options.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The gaps of decodings whose problem bounds the scores of all outputs. A gap is
/// (bound - score) / max(|bound|, |score|). A decoding is exact if its gap is at most kRounding.
struct DecodingGaps {
  static constexpr double kRounding = 1e-9;

  Index decodings = 0;  ///< number of decodings
  Index exact = 0;      ///< how many of them are exact
  double sum = 0;       ///< of the gaps of decodings that are not exact
  double largest = 0;

  /// Adds one decoding.
  /// @param score  of the output that it found
  /// @param bound  an upper bound of the scores of all outputs
  void add(double score, double bound) {
    const double scale = std::max(std::abs(bound), std::abs(score));
    const double gap = scale == 0 ? 0 : (bound - score) / scale;
    ++decodings;
    if (gap <= kRounding) {
      ++exact;
    } else {
      sum += gap;
      largest = std::max(largest, gap);
    }
  }
  void add(const DecodingGaps& others) {
    decodings += others.decodings;
    exact += others.exact;
    sum += others.sum;
    largest = std::max(largest, others.largest);
  }
  /// The mean gap of all decodings; an exact one counts as 0.
  double mean() const { return decodings == 0 ? 0 : sum / static_cast<double>(decodings); }
};

inline Json to_json(const DecodingGaps& gaps) {
  return {{"decodings", gaps.decodings},
          {"exact", gaps.exact},
          {"sum", gaps.sum},
          {"largest", gaps.largest}};
}

/// Throws Json::exception if the JSON has another form.
inline DecodingGaps decoding_gaps_from_json(const Json& json) {
  DecodingGaps gaps;
  gaps.decodings = json.at("decodings").get<Index>();
  gaps.exact = json.at("exact").get<Index>();
  gaps.sum = json.at("sum").get<double>();
  gaps.largest = json.at("largest").get<double>();
  return gaps;
}

}  // namespace costruct::experiments
