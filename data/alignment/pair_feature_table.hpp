// PairFeatureTable: numbers the features of pairs of positions, description by description.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/data/alignment/position_codes.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/problems/alignment/sequence_pairs.hpp"

namespace costruct::experiments {

/// Gives each entry of the descriptions a feature, with name and group, and makes the views of
/// inputs.
class PairFeatureTable {
 public:
  PairFeatureTable() = default;
  /// One feature for each entry.
  /// @param symmetric  For a description that is the same in both sequences, entries (p, q) and (q,
  /// p) share a feature. An entry of p alone is then the same in either sequence.
  PairFeatureTable(std::vector<PairDescription> descriptions, bool symmetric);
  /// Only features with these names, numbered in this order. Throws DataError if a name is not that
  /// of a feature, or if the names are not in the order of the features.
  PairFeatureTable(std::vector<PairDescription> descriptions, bool symmetric,
                   std::span<const std::string> names);

  Index size() const { return std::ssize(places_); }
  FeatureInfo info(Index feature) const;
  const std::vector<std::string>& groups() const { return groups_; }
  const std::vector<PairDescription>& descriptions() const { return descriptions_; }

  /// The views of inputs whose positions have codes. The first `known` inputs are the request's
  /// known ones.
  ///
  /// A feature occurs in an input that contains both its codes. Features of descriptions with at
  /// most 10,000 entries always occur. `features` receives, for each view, the overall number of
  /// each of its features. Cost: for each known input, the product of the numbers of different
  /// codes in its two sequences.
  std::vector<alignment::SequencePairs::View> views(
      const alignment::SequencePairs& pairs, Index known, const InputRequest& request,
      std::vector<std::vector<std::int32_t>>& features) const;

 private:
  struct Place {
    std::int32_t description, entry;  // entry: the first of those that share the feature
  };

  std::vector<bool> occurring(const alignment::SequencePairs& pairs, Index known) const;

  std::vector<PairDescription> descriptions_;
  std::vector<std::string> groups_;
  std::vector<int> group_of_description_;
  std::vector<std::vector<std::int32_t>> feature_of_entry_;  // by description; -1: no feature
  std::vector<Place> places_;  // description and entry of each feature
};

}  // namespace costruct::experiments
