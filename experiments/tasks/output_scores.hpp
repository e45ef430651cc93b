// Predicted outputs against true ones.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "costruct/data/examples/example_set.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {

/// What outputs of the same inputs are compared by.
class OutputScores {
 public:
  OutputScores(const ProblemEntry& problem, const Json& problem_options, const ExampleSet& examples)
      : problem_(problem), options_(problem_options), examples_(examples) {}

  /// The values of those of `metrics` that predictions have. losses() gives the problem's own loss
  /// of each, and is called where `loss` is asked for; where it gives none, they are not known, and
  /// `loss` is left out. notes() gives OutputMetric::note() of each, and is called for metrics that
  /// have one.
  std::map<std::string, double> of(
      const std::vector<std::string>& metrics, const std::vector<Output>& truth,
      const std::vector<Output>& predicted, const std::function<Vector()>& losses,
      const std::function<std::vector<Vector>(const OutputMetric&)>& notes) const;

 private:
  const ProblemEntry& problem_;
  const Json& options_;
  const ExampleSet& examples_;
};

/// The share of parts on which two views disagree, averaged over all pairs of views; a part that
/// only one of the two outputs has is one. 0 where there is no part. Of a problem that says how
/// much outputs differ the mean of that. `by_view` has the predictions of each view for the same
/// inputs.
double disagreement(const ProblemEntry& problem, const Json& problem_options,
                    const std::vector<std::vector<Output>>& by_view);

}  // namespace costruct::experiments
