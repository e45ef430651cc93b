// The features of descriptions of pairs of positions (position_codes.hpp), numbered description by
// description.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/data/alignment/position_codes.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/problems/alignment/sequence_pairs.hpp"

namespace costruct::experiments {

/// The features of a list of descriptions, with their names, groups and views.
class PairFeatureTable {
 public:
  PairFeatureTable() = default;
  /// Makes a feature for each entry: for each pair (p, q) of codes, and for each code of an
  /// unpaired position (alignment::Description).
  /// @param symmetric  if both sequences have the same description, entries (p, q) and (q, p) share
  /// a feature. So do the entries of code p for an unpaired position of either sequence.
  PairFeatureTable(std::vector<PairDescription> descriptions, bool symmetric);
  /// Makes only the features with these names, numbered in this order. Throws DataError if a name
  /// belongs to no feature, or if the names are not in the order of the features.
  PairFeatureTable(std::vector<PairDescription> descriptions, bool symmetric,
                   std::span<const std::string> names);

  Index size() const { return std::ssize(places_); }
  FeatureInfo info(Index feature) const;
  const std::vector<std::string>& groups() const { return groups_; }
  const std::vector<PairDescription>& descriptions() const { return descriptions_; }

  /// The views of a problem's inputs, whose positions have codes. A view has the features that
  /// occur in the first `known` inputs, which are those of request.fit_on. A feature of a pair
  /// occurs in an input that has both its codes. The features of a description with at most 10,000
  /// entries always count as occurring. With request.all_features, all features do.
  ///
  /// Cost for each known input: the number of different codes in its first sequence times that in
  /// its second.
  /// @param features  receives the number of each feature of a view among all features
  std::vector<alignment::SequencePairs::View> views(
      const alignment::SequencePairs& pairs, Index known, const InputRequest& request,
      std::vector<std::vector<std::int32_t>>& features) const;

 private:
  struct Place {
    std::int32_t description, entry;  // the first entry, if several share the feature
  };

  std::vector<bool> occurring(const alignment::SequencePairs& pairs, Index known) const;

  std::vector<PairDescription> descriptions_;
  std::vector<std::string> groups_;
  std::vector<int> group_of_description_;
  std::vector<std::vector<std::int32_t>> feature_of_entry_;  // by description; -1: no feature
  std::vector<Place> places_;                                // the place of each feature
};

}  // namespace costruct::experiments
