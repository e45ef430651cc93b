// Predicted outputs against true ones.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "costruct/experiments/data/examples/example_set.hpp"
#include "costruct/experiments/measures/metrics.hpp"

namespace costruct::experiments {

/// What outputs of the same inputs are compared by.
class OutputScores {
 public:
  OutputScores(const ProblemEntry& problem, const Json& problem_options, const ExampleSet& examples)
      : problem_(problem), options_(problem_options), examples_(examples) {}

  /// The values of those of `metrics` that predictions have. losses() gives the problem's own loss of each,
  /// and is called where `loss` is asked for; where it gives none, they are not known, and `loss` is left
  /// out.
  std::map<std::string, double> of(const std::vector<std::string>& metrics, const std::vector<Output>& truth,
                                   const std::vector<Output>& predicted,
                                   const std::function<Vector()>& losses) const;

 private:
  const ProblemEntry& problem_;
  const Json& options_;
  const ExampleSet& examples_;
};

/// The outputs of labeled examples, as the problem's inputs have them: of several that go together one.
std::vector<Output> outputs_of(const ProblemEntry& problem, const ExampleSet& examples,
                               std::span<const Index> list);

/// The share of parts on which two views disagree, averaged over all pairs of views; a part that only one of
/// the two outputs has is one. 0 where there is no part. `by_view` has the predictions of each view for the
/// same inputs.
double disagreement(const std::vector<std::vector<Output>>& by_view);

}  // namespace costruct::experiments
