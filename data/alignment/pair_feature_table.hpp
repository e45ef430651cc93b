// The features that descriptions of positions have, numbered description by description.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/data/alignment/position_codes.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/problems/alignment/sequence_pairs.hpp"

namespace costruct::experiments {

class PairFeatureTable {
 public:
  PairFeatureTable() = default;
  /// A feature for each entry. `symmetric`: entries (p, q) and (q, p), and those of p alone in
  /// either sequence, share one, where both sequences have the same description.
  PairFeatureTable(std::vector<PairDescription> descriptions, bool symmetric);
  /// Only features with these names, numbered in this order. Throws DataError where a name is none
  /// of a feature, or they are not in the order of the features.
  PairFeatureTable(std::vector<PairDescription> descriptions, bool symmetric,
                   std::span<const std::string> names);

  Index size() const { return std::ssize(places_); }
  FeatureInfo info(Index feature) const;
  const std::vector<std::string>& groups() const { return groups_; }
  const std::vector<PairDescription>& descriptions() const { return descriptions_; }

  /// The views of inputs whose positions have codes; the first `known` of them are the request's
  /// known ones. A feature occurs in an input that has both its codes; those of descriptions of up
  /// to 10,000 entries always do. Also the number of each feature of a view among all. Cost: of
  /// each known input, the product of the numbers of different codes in its sequences.
  std::vector<alignment::SequencePairs::View> views(
      const alignment::SequencePairs& pairs, Index known, const InputRequest& request,
      std::vector<std::vector<std::int32_t>>& features) const;

 private:
  struct Place {
    std::int32_t description, entry;  // of several entries the first
  };

  std::vector<bool> occurring(const alignment::SequencePairs& pairs, Index known) const;

  std::vector<PairDescription> descriptions_;
  std::vector<std::string> groups_;
  std::vector<int> group_of_description_;
  std::vector<std::vector<std::int32_t>> feature_of_entry_;  // by description; -1: none
  std::vector<Place> places_;                                // of features
};

}  // namespace costruct::experiments
