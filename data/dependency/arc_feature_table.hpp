// The features of the arcs of sentences, by the templates of arc_templates.hpp.
//
// The features are those that occur at arcs of labeled training trees. A fit uses only the features
// at arcs of its own labeled trees, so that it sees nothing of the trees of other examples. All
// other features of an arc are left out.
//
// A feature with labels has a weight for each relation, a plain one has one weight. The numbers of
// features follow each other in this order:
//   1. features with labels, by first appearance
//   2. their buckets, if there is a group clusters
//   3. with a group vectors, the components of the vector of the head, then of the dependent, each
//      for both directions of the arc
//   4. plain features, by first appearance
//   5. their buckets, if there is a group clusters
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "costruct/data/dependency/arc_templates.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/problems/dependency/headed_sentences.hpp"

namespace costruct::experiments {

/// Maps keys to 0, 1, 2, ... in the order of their first appearance. Open addressing, at most half
/// full.
class ArcKeyTable {
 public:
  /// The number of a key; -1 if the table does not have it.
  std::int32_t find(ArcKey key) const;
  /// The number of a key; adds the key if it is new.
  std::int32_t intern(ArcKey key);
  /// Whether the table may have a key; false for most keys that it does not have. Looks at one bit,
  /// which is usually in the cache.
  bool may_have(ArcKey key) const {
    if (slots_.empty()) return false;
    const std::size_t bit = bit_of(key);
    return (filter_[bit / 64] >> (bit % 64) & 1) != 0;
  }
  /// A hint to load the place of a key into the cache.
  void prefetch(ArcKey key) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[place(key)]);
  }
  /// The key with a number.
  ArcKey operator[](std::int32_t number) const { return keys_[static_cast<std::size_t>(number)]; }
  Index size() const { return std::ssize(keys_); }

 private:
  struct Slot {
    ArcKey key;
    std::int32_t number;
  };
  std::size_t place(ArcKey key) const {
    return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ULL) >> shift_);
  }
  static constexpr int kFilterShift = 4;  // a slot has 16 bits
  std::size_t bit_of(ArcKey key) const {
    return static_cast<std::size_t>((key * 0xD6E8FEB86659FD93ULL) >> (shift_ - kFilterShift));
  }
  void set_bit(ArcKey key) {
    const std::size_t bit = bit_of(key);
    filter_[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  void grow();

  std::vector<std::uint64_t> filter_;  // a bit is set if a key has it
  std::vector<Slot> slots_;
  std::vector<ArcKey> keys_;
  int shift_ = 64;
};

/// Numbers the buckets of hashed features from 0: all buckets, or those that a model has. It
/// numbers the components of vectors in the same way.
class ArcBuckets {
 public:
  /// There are ArcTemplates::kBuckets buckets, or `most`. At first none has a number.
  ArcBuckets() = default;
  explicit ArcBuckets(std::int32_t most) : most_(most) {}
  /// Numbers all buckets, in their order.
  void number_all();
  /// Gives a bucket the next number. Returns false if it has a number already, or if it is not in
  /// [0, most).
  bool add(std::int32_t bucket);
  /// The number of a bucket; -1 if it has none.
  std::int32_t find(std::int32_t bucket) const {
    return number_.empty() ? -1 : number_[static_cast<std::size_t>(bucket)];
  }
  /// The bucket with a number.
  std::int32_t operator[](Index number) const { return buckets_[static_cast<std::size_t>(number)]; }
  Index size() const { return std::ssize(buckets_); }

 private:
  std::int32_t most_ = ArcTemplates::kBuckets;
  std::vector<std::int32_t> number_, buckets_;  // of each bucket, and the other way
};

/// Sentences and the features of their arcs.
class ArcFeatureTable {
 public:
  /// A token, from 0, and its head: 0 is the root, h > 0 is token h - 1.
  using Arc = std::pair<Index, int>;

  /// Makes a table without sentences and without named features.
  /// @param groups       some of arc_feature_groups()
  /// @param clusterings  number of clusterings; if there are any, there is a group clusters
  /// @param dimensions   of vectors of words; if it is not 0, there is a group vectors
  ArcFeatureTable(ArcTags tags, std::vector<std::string> groups, Index clusterings,
                  Index dimensions);
  /// Makes a table with these features, as a model stores them: info() of each feature has its
  /// name. Throws DataError for a name that is no feature of the groups, or that occurs twice.
  /// Throws it also if the names are not in the order above.
  ArcFeatureTable(ArcTags tags, std::vector<std::string> groups, Index clusterings,
                  Index dimensions, std::span<const std::string> names);

  /// Appends a sentence, whose tokens have the numbers of vocabulary().
  void append(std::span<const ArcToken> tokens);
  ArcVocabulary& vocabulary() { return vocabulary_; }
  /// Adds the features of these arcs of a sentence.
  void add_features(Index sentence, std::span<const Arc> arcs);
  /// Forgets all sentences, but keeps the features.
  void forget_sentences();

  Index num_sentences() const { return std::ssize(token_begin_) - 1; }
  Index length(Index sentence) const { return token_begin_[sentence + 1] - token_begin_[sentence]; }
  std::span<const ArcToken> tokens(Index sentence) const {
    return std::span(tokens_).subspan(static_cast<std::size_t>(token_begin_[sentence]),
                                      static_cast<std::size_t>(length(sentence)));
  }
  /// The number of features.
  Index size() const { return first_plain() + plain_.size() + buckets_[0].size(); }
  FeatureInfo info(Index feature) const;
  /// Whether a feature is one of clusters or of vectors.
  bool is_fitted(Index feature) const { return bucket(feature) >= 0 || component(feature) >= 0; }
  /// Whether any feature is one of clusters or of vectors.
  bool has_fitted() const {
    return buckets_[0].size() + buckets_[1].size() + components_.size() > 0;
  }
  const std::vector<std::string>& groups() const { return groups_; }

  /// The features of the request's sentences, for each view.
  /// @param arcs      returns the arcs of a sentence whose features the fit uses: those of its
  ///                  labeled trees; no arcs for other sentences
  /// @param features  receives the number of each feature of a view among all features
  /// @param words     clusters and vectors of this fit; null if there are none
  std::vector<dependency::ArcFeatures> views(
      const InputRequest& request, const std::function<std::vector<Arc>(Index sentence)>& arcs,
      const FittedWords* words, std::vector<std::vector<std::int32_t>>& features) const;

 private:
  class Builder;
  Index first_component() const { return labeled_.size() + buckets_[1].size(); }
  Index first_plain() const { return first_component() + components_.size(); }
  /// The number of a feature among all; -1 if there is none.
  std::int32_t find(ArcKey key, bool has_label) const;
  /// The bucket of a feature; -1 if it has none.
  std::int32_t bucket(Index feature) const;
  /// The component of a vector that is a feature; -1 for other features. Component i of the
  /// head is d * dimensions + i in direction d, that of the dependent lies 2 * dimensions behind.
  std::int32_t component(Index feature) const;
  /// Calls action(key) for all features of the arcs of a sentence that was set.
  template <class Action>
  static void for_keys(ArcTemplates::Sentence& sentence, std::span<const Arc> arcs,
                       const Action& action);

  std::vector<std::string> groups_;
  ArcTemplates templates_;
  ArcVocabulary vocabulary_;
  std::vector<ArcToken> tokens_;
  std::vector<Index> token_begin_{0};
  ArcKeyTable labeled_, plain_;
  std::array<ArcBuckets, 2> buckets_;  // of plain features, and of those with labels
  Index dimensions_;                   // of vectors
  ArcBuckets components_;
};

}  // namespace costruct::experiments
