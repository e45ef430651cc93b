// Groups examples into inputs: some problems make one input of several examples, such as a set of
// emails.
#pragma once

#include <span>
#include <vector>

#include "costruct/data/examples/example_set.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// Groups examples into the inputs of a problem with given options (ProblemEntry::set_size).
class InputGroups {
 public:
  /// @param problem  must outlive this
  /// @param is_one   ExampleSet::is_one_input(): all examples make one input
  InputGroups(const ProblemEntry& problem, const Json& problem_options, bool is_one);

  /// Whether an input is made of several examples.
  bool has_sets() const { return is_one_ || problem_.has_sets(); }
  /// Whether all examples make one input, of which the labels of some are known.
  bool is_one() const { return is_one_; }
  /// The number of examples in an input, only if has_sets(). It is the largest Index if all
  /// examples make one input.
  Index at_a_time() const;
  /// The examples of each input. `examples` must have the same role (labeled, unlabeled or
  /// predicted) and be in the order of the draw. If has_sets(), an input has its examples in
  /// ascending order, and the last input may have fewer than the others.
  std::vector<std::vector<Index>> of(std::span<const Index> examples) const;
  /// The outputs of labeled examples, one for each input of of(list). That of several examples is
  /// made of their outputs.
  std::vector<Output> outputs(const ExampleSet& examples, std::span<const Index> list) const;

 private:
  const ProblemEntry& problem_;
  bool is_one_;
  Index set_size_ = 1;  // 0: all
};

/// Returns what is known of the one input that all examples make: a fact for each of its parts. A
/// part is an example.
/// @param known     the examples that are labeled, as a whole or in part, and no others
/// @param place_of  the place of an example among the `size` parts of the input
template <class PlaceOf>
Known labels_in_one(const ExampleSet& examples, std::span<const Index> known, std::size_t size,
                    const PlaceOf& place_of) {
  Known facts;
  facts.facts.resize(size);
  for (const Index example : known) {
    facts.facts[static_cast<std::size_t>(place_of(example))] =
        examples.is_labeled(example) ? examples.output(example).parts
                                     : examples.known(example).facts.front();
  }
  return facts;
}

}  // namespace costruct::experiments
