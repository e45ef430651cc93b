// How good predictions are, over many of them at once: what a problem declares.
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/output.hpp"
#include "costruct/core/structured_problem.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// What a value of 1 means.
enum class MetricScale {
  kShare,  ///< all of something: values lie in [0, 1]
  kRatio,  ///< as much as the thing that it is measured by
  kCount,  ///< one thing
  kUnit    ///< one unit of the target
};

struct MetricInfo {
  std::string name;
  std::string meaning;  ///< one line
  bool higher_is_better = false;
  MetricScale scale = MetricScale::kShare;
  std::string needs = {};  ///< what outputs or learners must be like; empty: any

  /// The least and the greatest value that it can have; infinite where there is no bound. An index
  /// that is better the higher it is, and no share, can be negative.
  double lowest() const {
    return scale == MetricScale::kRatio && higher_is_better
               ? -std::numeric_limits<double>::infinity()
               : 0;
  }
  double highest() const {
    return scale == MetricScale::kShare ? 1 : std::numeric_limits<double>::infinity();
  }

  /// How its means are printed.
  const char* format() const {
    return scale == MetricScale::kCount  ? "{:.1f}"
           : scale == MetricScale::kUnit ? "{:.5g}"
                                         : "{:.4f}";
  }
};

/// True and predicted outputs of the same inputs.
struct MetricInput {
  std::span<const Output> truth;
  std::span<const Output> predicted;  ///< as many as in `truth`
  /// Of problems whose outputs are labels: number -> name; those that training has not seen stand
  /// last.
  std::span<const std::string> labels;
  const Json& options;  ///< of the problem, defaults filled in
  /// Of metrics that look at scores: OutputMetric::note() of each input.
  std::span<const Vector> notes = {};
};

/// A metric of outputs, computed from all of them.
struct OutputMetric {
  MetricInfo info;
  std::function<double(const MetricInput&)> compute;
  /// Why it says nothing of outputs with these labels, "needs ..."; "" where it does. Empty: it
  /// always does.
  std::function<std::string(std::span<const std::string> labels)> misfit = {};
  /// Of metrics that look at scores, which outputs do not tell: what is to be known of one input
  /// with its true output and the weights of the problem (of the joint one, or of a view).
  /// `compute` gets these notes.
  std::function<Vector(const StructuredProblem& problem, InputId x, const Output& truth,
                       ConstVectorRef w)>
      note = {};
};

/// A metric of predicted numbers.
struct NumberMetric {
  MetricInfo info;
  std::function<double(ConstVectorRef truth, ConstVectorRef predicted)> compute;
};

}  // namespace costruct
