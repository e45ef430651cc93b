// Groups examples into inputs.
#pragma once

#include <span>
#include <vector>

#include "costruct/data/examples/example_set.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// Groups examples into the inputs of a problem with given options (ProblemEntry::set_size).
class InputGroups {
 public:
  InputGroups(const ProblemEntry& problem, const Json& problem_options);

  /// Whether an input is made of several examples.
  bool has_sets() const { return problem_.has_sets(); }
  /// How many examples are read at a time to make one input; only if has_sets().
  Index at_a_time() const;
  /// The examples of each input. `examples` must have the same role (labeled, unlabeled or
  /// predicted) and be in the order of the draw. If has_sets(), an input has its examples in
  /// ascending order, and the last input may have fewer than the others.
  std::vector<std::vector<Index>> of(std::span<const Index> examples) const;
  /// The outputs of labeled examples, one for each input.
  std::vector<Output> outputs(const ExampleSet& examples, std::span<const Index> list) const;

 private:
  const ProblemEntry& problem_;
  Index set_size_ = 1;  // 0: all
};

}  // namespace costruct::experiments
