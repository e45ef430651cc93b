// The data of the problem `clustering`: sets of objects, and features of pairs of objects.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "costruct/core/problem_data.hpp"
#include "costruct/core/types.hpp"

namespace costruct::clustering {

/// The kind of the inputs.
inline constexpr const char* kObjectSets = "sets of objects";

/// The largest number of objects in a set. The similarities of all pairs are in memory while the
/// set is decoded.
inline constexpr Index kMostObjects = 5000;

/// The features of pairs of objects. Objects are numbered from 0.
class PairFeatures {
 public:
  virtual ~PairFeatures() = default;
  /// The number of features.
  virtual Index count() const = 0;
  /// Computes psi(a, b) = psi(b, a) of two different objects; psi has count() entries. Safe to call
  /// concurrently.
  virtual void compute(Index a, Index b, std::span<float> psi) const = 0;
};

/// Sets of objects as the inputs of a clustering problem. The features of the pairs of a set are
/// computed at first use. They are kept if the set has at most kMostKept objects.
class ObjectSets final : public ProblemData {
 public:
  static constexpr Index kMostKept = 512;  ///< objects of a set: 131,000 pairs
  /// The most bytes to keep for all sets. Features of later sets are computed again at each use.
  static constexpr Index kMostKeptBytes = Index{4} << 30;

  /// @param sets   the objects of each set, in their order; sequential decoders place them in it
  /// @param views  the numbers of the features of each view, ascending; at least one view
  ObjectSets(std::shared_ptr<const PairFeatures> features, std::vector<std::vector<Index>> sets,
             std::vector<std::vector<std::int32_t>> views);
  /// Returns the same data with the features of all views in one view. Views follow each other.
  std::shared_ptr<const ObjectSets> in_one_view() const;

  Index size() const { return static_cast<Index>(sets_.size()); }
  Index num_objects(Index set) const {
    return static_cast<Index>(sets_[static_cast<std::size_t>(set)].size());
  }
  Index num_features() const { return features_->count(); }
  const std::vector<std::vector<std::int32_t>>& views() const { return views_; }

  /// Returns psi of the objects at positions j > k of a set, with num_features() entries. If the
  /// features of the set are not kept, it uses `buffer`, which has num_features() entries too.
  std::span<const float> pair(Index set, Index j, Index k, std::span<float> buffer) const;

 private:
  struct Kept {
    std::once_flag once;
    bool wanted = false;
    std::vector<float> psi;  // pair p at p * num_features()
  };

  std::shared_ptr<const PairFeatures> features_;
  std::vector<std::vector<Index>> sets_;
  std::vector<std::vector<std::int32_t>> views_;
  std::unique_ptr<Kept[]> kept_;
};

}  // namespace costruct::clustering
