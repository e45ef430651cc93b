// Metrics: measures of how good many predictions are. A problem declares its metrics.
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

/// The mean of the problem's own loss. Every problem has it; it is the default metric of a config.
inline constexpr const char* kLossMetric = "loss";

/// The meaning of the value 1 of a metric.
enum class MetricScale {
  kShare,  ///< the whole of something; values lie in [0, 1]
  kRatio,  ///< as much as the reference quantity; values may be above 1
  kCount,  ///< one object
  kUnit    ///< one unit of the predicted number
};

/// Name, meaning and range of a metric.
struct MetricInfo {
  std::string name;
  std::string meaning;  ///< one line
  bool higher_is_better = false;
  MetricScale scale = MetricScale::kShare;
  std::string needs = {};  ///< for the help: which outputs or learners it needs; empty: any

  /// The bounds of the metric's values, infinite where there is no bound. A kRatio that is better
  /// the higher it is (such as the adjusted Rand index) can be negative.
  double lowest() const {
    return scale == MetricScale::kRatio && higher_is_better
               ? -std::numeric_limits<double>::infinity()
               : 0;
  }
  double highest() const {
    return scale == MetricScale::kShare ? 1 : std::numeric_limits<double>::infinity();
  }

  /// The fmt format in which reports print means of the metric.
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
  /// The names of the labels by number, of problems whose outputs are labels. Labels that training
  /// has not seen stand last.
  std::span<const std::string> labels;
  const Json& options;  ///< the problem's options, with defaults filled in
  /// OutputMetric::note() of each input; empty for metrics without `note`.
  std::span<const Vector> notes = {};
  /// Returns the text of an output in the format of the data; an empty function without a format.
  std::function<std::string(const Output& output)> text_of = {};
};

/// How often things of one kind (a label, chunks of one type) are in outputs.
struct KindCounts {
  std::string name;      ///< "" for chunks without a type
  Index truth = 0;       ///< how many the true outputs have
  Index predicted = 0;   ///< how many the predicted outputs have
  Index correct = 0;     ///< how many both have at the same place
  bool averaged = true;  ///< false for the label `outside`, which averages leave out

  /// correct / predicted; 0/0 is 0.
  double precision() const { return share(correct, predicted); }
  /// correct / truth; 0/0 is 0.
  double recall() const { return share(correct, truth); }
  /// 2 correct / (predicted + truth); 0/0 is 0.
  double f1() const { return share(2 * correct, predicted + truth); }

 private:
  static double share(Index part, Index all) {
    return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
  }
};

/// A metric of outputs, computed from all of them.
struct OutputMetric {
  MetricInfo info;
  std::function<double(const MetricInput&)> compute;
  /// The reason why the metric does not apply to outputs with these labels, as "needs ..."; ""
  /// where it applies. An empty function means that it always applies.
  std::function<std::string(std::span<const std::string> labels)> misfit = {};
  /// Whether the metric stays meaningful if only test examples have labels that it does not suit.
  bool takes_unseen_labels = false;
  /// For metrics that need more than outputs: computes numbers about one input, which `compute`
  /// gets as MetricInput::notes. It gets the true output and the weights of the problem (of the
  /// joint one or of one view). If several metrics have the same function pointer here, it is
  /// called once for all of them.
  std::function<Vector(const StructuredProblem& problem, InputId x, const Output& truth,
                       ConstVectorRef w)>
      note = {};
  /// The unit that `counts` counts, in the singular: "label", "chunk". Metrics with the same word
  /// count the same.
  std::string counted = {};
  /// For metrics of counts: the counts of each kind in a fixed order. An empty function means that
  /// the metric has no such counts.
  std::function<std::vector<KindCounts>(const MetricInput&)> counts = {};
  /// Whether it needs all parts of an output, as metrics of chunks do. If outputs are known in
  /// part, such metrics are left out, and the others compare the known parts.
  bool needs_all_parts = false;
};

/// A metric of predicted numbers.
struct NumberMetric {
  MetricInfo info;
  std::function<double(ConstVectorRef truth, ConstVectorRef predicted)> compute;
};

}  // namespace costruct
