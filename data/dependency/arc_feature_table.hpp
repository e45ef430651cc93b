// The features of the arcs of sentences, by the templates of arc_templates.hpp.
//
// Features come from the arcs of labeled training trees. A fit has those of its own labeled trees,
// so that it sees nothing of the trees of other examples. All other arcs have those of their
// features that these arcs have. Features with labels are numbered first, then plain ones, each by
// first appearance. Behind each kind come the buckets of the group clusters. Behind those with
// labels come the numbers of the group vectors: the components of the vector of the head and of the
// dependent, for each direction of the arc.
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
  std::int32_t find(ArcKey key) const;
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

/// The buckets of hashed features that have a number: all of them, or those of a model.
class ArcBuckets {
 public:
  ArcBuckets() = default;
  explicit ArcBuckets(std::int32_t most) : most_(most) {}
  /// Numbers all buckets, in their order.
  void number_all();
  /// Numbers one more bucket. Returns false if it has a number, or is none of the first `most`.
  bool add(std::int32_t bucket);
  /// -1 if the bucket has no number.
  std::int32_t find(std::int32_t bucket) const {
    return number_.empty() ? -1 : number_[static_cast<std::size_t>(bucket)];
  }
  std::int32_t operator[](Index number) const { return buckets_[static_cast<std::size_t>(number)]; }
  Index size() const { return std::ssize(buckets_); }

 private:
  std::int32_t most_ = ArcTemplates::kBuckets;
  std::vector<std::int32_t> number_, buckets_;  // of each bucket, and the other way
};

/// Sentences and the features of their arcs.
class ArcFeatureTable {
 public:
  /// A token and its head; see dependency::head_of().
  using Arc = std::pair<Index, int>;

  /// @param clusterings  number of clusterings; if there are any, there is a group clusters
  /// @param dimensions   of vectors of words; if it is not 0, there is a group vectors
  ArcFeatureTable(ArcTags tags, std::vector<std::string> groups, Index clusterings,
                  Index dimensions);
  /// Makes a table with these features. Throws DataError for a name that is no feature of the
  /// groups, or that occurs twice.
  ArcFeatureTable(ArcTags tags, std::vector<std::string> groups, Index clusterings,
                  Index dimensions, std::span<const std::string> names);

  /// Appends a sentence.
  void append(std::span<const ArcToken> tokens);
  ArcVocabulary& vocabulary() { return vocabulary_; }
  /// Adds the features of these arcs of a sentence.
  void add_features(Index sentence, std::span<const Arc> arcs);
  void forget_sentences();

  Index num_sentences() const { return std::ssize(token_begin_) - 1; }
  Index length(Index sentence) const { return token_begin_[sentence + 1] - token_begin_[sentence]; }
  std::span<const ArcToken> tokens(Index sentence) const {
    return std::span(tokens_).subspan(static_cast<std::size_t>(token_begin_[sentence]),
                                      static_cast<std::size_t>(length(sentence)));
  }
  Index size() const { return first_plain() + plain_.size() + buckets_[0].size(); }
  FeatureInfo info(Index feature) const;
  /// Whether a feature is one of clusters or of vectors.
  bool is_fitted(Index feature) const { return bucket(feature) >= 0 || component(feature) >= 0; }
  /// Whether any feature is.
  bool has_fitted() const {
    return buckets_[0].size() + buckets_[1].size() + components_.size() > 0;
  }
  const std::vector<std::string>& groups() const { return groups_; }

  /// The features of the request's sentences, for each view.
  /// @param arcs      the arcs of a sentence whose features a fit has; nothing for others
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
