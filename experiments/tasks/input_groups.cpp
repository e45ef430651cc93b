#include "costruct/experiments/tasks/input_groups.hpp"

#include <algorithm>
#include <limits>

namespace costruct::experiments {

InputGroups::InputGroups(const ProblemEntry& problem, const Json& problem_options, bool is_one)
    : problem_(problem), is_one_(is_one) {
  if (has_sets()) set_size_ = is_one ? 0 : problem.set_size(problem_options);
}

Index InputGroups::at_a_time() const {
  return set_size_ == 0 ? std::numeric_limits<Index>::max() : set_size_;
}

std::vector<std::vector<Index>> InputGroups::of(std::span<const Index> examples) const {
  std::vector<std::vector<Index>> groups;
  while (!examples.empty()) {
    const auto count = std::min(examples.size(), static_cast<std::size_t>(at_a_time()));
    groups.emplace_back(examples.begin(), examples.begin() + static_cast<std::ptrdiff_t>(count));
    std::sort(groups.back().begin(), groups.back().end());
    examples = examples.subspan(count);
  }
  return groups;
}

std::vector<Output> InputGroups::outputs(const ExampleSet& examples,
                                         std::span<const Index> list) const {
  std::vector<Output> outputs;
  for (const std::vector<Index>& group : of(list)) {
    Output all;
    for (const Index example : group) {
      const std::vector<int>& parts = examples.output(example).parts;
      all.parts.insert(all.parts.end(), parts.begin(), parts.end());
    }
    outputs.push_back(problem_.joined ? problem_.joined(all) : std::move(all));
  }
  return outputs;
}

}  // namespace costruct::experiments
