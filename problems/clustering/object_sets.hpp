// What clustering takes: sets of objects, and features of pairs of objects.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "costruct/core/problem_data.hpp"
#include "costruct/core/types.hpp"

namespace costruct::clustering {

inline constexpr const char* kObjectSets = "sets of objects";

/// At most so many objects make a set: similarities of all pairs are in memory while it is decoded.
inline constexpr Index kMostObjects = 5000;

/// The d features of pairs of objects, which are numbered from 0.
class PairFeatures {
 public:
  virtual ~PairFeatures() = default;
  virtual Index count() const = 0;
  /// psi(a, b) of two different objects, the same as psi(b, a); psi has count() entries. Safe to
  /// call concurrently.
  virtual void compute(Index a, Index b, std::span<float> psi) const = 0;
};

/// Sets of objects as a clustering problem's inputs. The features of the pairs of a set are
/// computed when they are first asked for, and kept where the set is not large (kMostKept objects).
class ObjectSets final : public ProblemData {
 public:
  static constexpr Index kMostKept = 512;  ///< objects of a set: 131,000 pairs
  static constexpr Index kMostKeptBytes = Index{4}
                                          << 30;  ///< of all sets; those behind are computed anew

  /// @param sets   the objects of each set, in their order (of arrival, where decoders go by one)
  /// @param views  per view: the features that it has, ascending
  ObjectSets(std::shared_ptr<const PairFeatures> features, std::vector<std::vector<Index>> sets,
             std::vector<std::vector<std::int32_t>> views);
  /// The same with the features of all views in one, view behind view.
  std::shared_ptr<const ObjectSets> in_one_view() const;

  Index size() const { return static_cast<Index>(sets_.size()); }
  Index num_objects(Index set) const {
    return static_cast<Index>(sets_[static_cast<std::size_t>(set)].size());
  }
  Index num_features() const { return features_->count(); }
  const std::vector<std::vector<std::int32_t>>& views() const { return views_; }

  /// psi of objects j > k of a set, by their places there; written to `buffer` where it is not
  /// kept. Either has num_features() entries.
  std::span<const float> pair(Index set, Index j, Index k, std::span<float> buffer) const;

 private:
  struct Kept {
    std::once_flag once;
    bool wanted = false;
    std::vector<float> psi;  // of pair p at p * num_features()
  };

  std::shared_ptr<const PairFeatures> features_;
  std::vector<std::vector<Index>> sets_;
  std::vector<std::vector<std::int32_t>> views_;
  std::unique_ptr<Kept[]> kept_;
};

}  // namespace costruct::clustering
