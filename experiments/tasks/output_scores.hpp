// Compares predicted outputs with true ones.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "costruct/data/examples/example_set.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {

/// Compares outputs of the same inputs.
class OutputScores {
 public:
  OutputScores(const ProblemEntry& problem, const Json& problem_options, const ExampleSet& examples)
      : problem_(problem), options_(problem_options), examples_(examples) {}

  /// The values of those of `metrics` that predictions have.
  /// @param losses  the problem's own loss of each prediction; called only for the metric `loss`.
  ///     If
  ///                it returns nothing, the losses are not known and `loss` is left out
  /// @param notes   OutputMetric::note() of each prediction; called for metrics that have one
  std::map<std::string, double> of(
      const std::vector<std::string>& metrics, const std::vector<Output>& truth,
      const std::vector<Output>& predicted, const std::function<Vector()>& losses,
      const std::function<std::vector<Vector>(const OutputMetric&)>& notes) const;

 private:
  const ProblemEntry& problem_;
  const Json& options_;
  const ExampleSet& examples_;
};

/// The share of parts on which two views disagree, averaged over all pairs of views. A part that
/// only one of two outputs has counts as a disagreement. 0 if there are no parts. If the problem
/// defines how much two outputs differ, it is the mean of that.
/// @param by_view  the predictions of each view for the same inputs
double disagreement(const ProblemEntry& problem, const Json& problem_options,
                    const std::vector<std::vector<Output>>& by_view);

}  // namespace costruct::experiments
