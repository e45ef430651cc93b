// Which examples make which inputs.
#pragma once

#include <span>
#include <vector>

#include "costruct/data/examples/example_set.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// How examples become the inputs of a problem with some options (ProblemEntry::set_size).
class InputGroups {
 public:
  InputGroups(const ProblemEntry& problem, const Json& problem_options);

  /// Whether an input is made of several examples.
  bool has_sets() const { return problem_.has_sets(); }
  /// How many examples are read at a time to make one input of them; where has_sets().
  Index at_a_time() const;
  /// Of examples that serve alike (labeled, unlabeled, predicted), in the order in which they were
  /// drawn: those of each input. Where has_sets(), an input has them in ascending order, and the
  /// last one may have fewer than the others.
  std::vector<std::vector<Index>> of(std::span<const Index> examples) const;
  /// The outputs of labeled examples as these inputs have them.
  std::vector<Output> outputs(const ExampleSet& examples, std::span<const Index> list) const;

 private:
  const ProblemEntry& problem_;
  Index set_size_ = 1;  // 0: all
};

}  // namespace costruct::experiments
