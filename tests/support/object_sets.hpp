// Sets of objects with features of their pairs in memory, and what clustering is about, written out
// once more from its formulas.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "costruct/problems/catalog.hpp"
#include "costruct/problems/clustering/object_sets.hpp"
#include "support/tiny.hpp"

namespace costruct::test {

/// psi(a, b) of all objects, drawn one by one.
class PairTable final : public clustering::PairFeatures {
 public:
  PairTable(Index objects, Index features, Numbers numbers, Dice& dice) : features_(features) {
    for (Index a = 0; a < objects; ++a) {
      for (Index b = 0; b < a; ++b) {
        std::vector<float>& psi = psi_[{a, b}];
        for (Index i = 0; i < features; ++i) psi.push_back(static_cast<float>(dice.draw(numbers)));
      }
    }
  }
  Index count() const override { return features_; }
  void compute(Index a, Index b, std::span<float> psi) const override {
    const std::vector<float>& found = psi_.at({std::max(a, b), std::min(a, b)});
    std::copy(found.begin(), found.end(), psi.begin());
  }
  double of(Index a, Index b, Index feature) const {
    return static_cast<double>(psi_.at({std::max(a, b), std::min(a, b)}).at(feature));
  }

 private:
  Index features_;
  std::map<std::pair<Index, Index>, std::vector<float>> psi_;
};

using FeatureLists = std::vector<std::vector<std::int32_t>>;

/// Sets of the objects 0, 1, ..., the last object first, so that places differ from objects.
struct SetsOfObjects {
  std::vector<std::vector<Index>> sets;
  std::shared_ptr<const PairTable> pairs;
  FeatureLists features;  ///< per view

  SetsOfObjects(const std::vector<Index>& sizes, FeatureLists views, Numbers numbers, Dice& dice)
      : features(std::move(views)) {
    Index objects = 0, count = 0;
    for (const Index size : sizes) objects += size;
    Index next = objects;
    for (const Index size : sizes) {
      sets.emplace_back();
      for (Index j = 0; j < size; ++j) sets.back().push_back(--next);
    }
    for (const auto& of_view : features) {
      for (const std::int32_t i : of_view) count = std::max<Index>(count, i + 1);
    }
    pairs = std::make_shared<PairTable>(objects, count, numbers, dice);
  }

  Index size(InputId x) const { return std::ssize(sets.at(x)); }
  Views views(const Json& options) const {
    return find_problem("clustering")
        ->make(options, std::make_shared<clustering::ObjectSets>(pairs, sets, features));
  }

  /// psi of the objects in places j and k of a set, in the coordinates of the weights of these
  /// views.
  Vector psi(InputId x, Index j, Index k, bool bias, const FeatureLists& of_views) const {
    Vector all;
    for (const auto& of_view : of_views) {
      for (const std::int32_t i : of_view)
        all.push_back(pairs->of(sets.at(x).at(j), sets.at(x).at(k), i));
      if (bias) all.push_back(1);
    }
    return all;
  }
  Vector psi(InputId x, Index j, Index k, bool bias) const { return psi(x, j, k, bias, features); }

  /// Phi(x, y), eq. 3.35.
  Vector joint_feature(InputId x, const Output& y, bool bias, const FeatureLists& of_views) const {
    std::size_t dimension = 0;
    for (const auto& of_view : of_views) dimension += of_view.size() + bias;
    Vector phi(dimension, 0.0);
    for (Index j = 0; j < size(x); ++j) {
      for (Index k = 0; k < j; ++k) {
        if (y.parts.at(j) != y.parts.at(k)) continue;
        const Vector of_pair = psi(x, j, k, bias, of_views);
        for (std::size_t i = 0; i < phi.size(); ++i) phi[i] += of_pair[i];
      }
    }
    return phi;
  }
  Vector joint_feature(InputId x, const Output& y, bool bias) const {
    return joint_feature(x, y, bias, features);
  }
};

/// [y]_jk
inline double together(const Output& y, Index j, Index k) {
  return y.parts.at(j) == y.parts.at(k) ? 1 : 0;
}

/// The cost of a wrong pair k < j: 2 / (T (T - 1)), or 1 / sum_{k' != j} [y]_k'k.
inline double pair_cost(const std::string& loss, const Output& y, Index j, Index k) {
  const Index T = std::ssize(y.parts);
  if (loss == "rand") return 2.0 / static_cast<double>(T * (T - 1));
  if (loss != "total") throw std::logic_error("no reference for the loss " + loss);
  double sum = 0;
  for (Index other = 0; other < T; ++other) {
    if (other != j) sum += together(y, other, k);
  }
  return 1 / sum;
}

inline double partition_loss(const std::string& loss, const Output& y, const Output& y_hat) {
  double sum = 0;
  for (Index j = 0; j < std::ssize(y.parts); ++j) {
    for (Index k = 0; k < j; ++k)
      sum += std::abs(together(y, j, k) - together(y_hat, j, k)) * pair_cost(loss, y, j, k);
  }
  return sum;
}

/// All partitions of so many objects in lexicographic order.
inline std::vector<Output> all_partitions(Index objects) {
  std::vector<Output> all = {Output{}};
  for (Index j = 0; j < objects; ++j) {
    std::vector<Output> longer;
    for (const Output& y : all) {
      int clusters = 0;
      for (const int c : y.parts) clusters = std::max(clusters, c + 1);
      for (int c = 0; c <= clusters; ++c) {
        longer.push_back(y);
        longer.back().parts.push_back(c);
      }
    }
    all = std::move(longer);
  }
  return all;
}

/// Those that put together what y does, as far as the object in place j has no part in it: Y_j(x).
inline std::vector<Output> with_object_moved(const Output& y, Index object) {
  std::vector<Output> found;
  for (const Output& other : all_partitions(std::ssize(y.parts))) {
    bool same = true;
    for (Index j = 0; j < std::ssize(y.parts); ++j) {
      for (Index k = 0; k < j; ++k)
        same = same && (j == object || k == object || together(y, j, k) == together(other, j, k));
    }
    if (same) found.push_back(other);
  }
  return found;
}

inline Output random_partition(Index objects, Dice& dice) {
  const std::vector<Output> all = all_partitions(objects);
  return all[dice.range(0, static_cast<int>(all.size()) - 1)];
}

}  // namespace costruct::test
