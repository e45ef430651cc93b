// Templates of the features of arcs between tokens (McDonald, Crammer & Pereira 2005, table 1).
//
// An arc leads from a head to its dependent. A feature is a template, the values of its atoms, and
// perhaps the direction of the arc (dir), or its direction and length (dist). The direction is left
// if the head stands left of the dependent. Lengths are 1 to 5, 6-10 and 11 or more ("11-"). The
// name of a feature lists all of these: "hw=dog ht=NOUN mt=DET dist=left:1". Atoms:
//   hw mw   word of the head h and of the dependent m, as it is written
//   ht mt   their tags; h-1 h+1 m-1 m+1 are the tags beside them
//   bt      a tag between both
//   hf mf   their morphological features, the column FEATS as it is written
//   hc mc hc-1 ...  the same as for tags, with the second kind of tags, if there are two
// Groups:
//   unigram   word and tag of one end         bigram    words and tags of both ends
//   between   a tag between both              surround  tags of both ends and beside them
//   relation  words and tags of one end or both
//   relation_between  a tag between both, alone or with the tag of an end or of both
//   morphology        morphological features of one end or both, or of one with the tag of the
//   other
// The features of the last three have a weight for each relation, and their names begin with "rel".
// A further group, clusters, has clusters of words in place of tags, in templates like those of the
// first five. Features of the group clusters are hashed into buckets (Weinberger et al. 2009),
// because their values differ from fit to fit. Their names have the number of the bucket, for
// example "clusters:217". A last group, vectors, has the components of the word vectors of both
// ends, for example "rel hv=17 dir=right". A blank, % or a first angle bracket of a value is
// written as %20, %25 or %3C. The root and the ends of the sentence have names in angle brackets:
// root, s and /s.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/data/examples/string_table.hpp"
#include "costruct/data/features/words/fitted_words.hpp"

namespace costruct::experiments {

/// The names of all groups except clusters and vectors, in the order above.
const std::vector<std::string>& arc_feature_groups();
/// The groups that are used by default: the first five.
std::vector<std::string> default_arc_feature_groups();
inline constexpr const char* kMorphologyGroup = "morphology";
inline constexpr const char* kClusterGroup = "clusters";
inline constexpr const char* kVectorGroup = "vectors";

/// The tags that features use: the column UPOS or XPOS, both as two kinds of tags, or none.
enum class ArcTags { kUpos, kXpos, kBoth, kNone };

/// The maximum number of clusterings that features use, and of clusters in a clustering.
inline constexpr Index kMostClusterings = 2, kMostClusters = 4000;

/// The table of dependency::ArcFeatures (problems/dependency/headed_sentences.hpp) that a feature
/// belongs to. kHeads describes the head of an arc, and kDependents the dependent, both with the
/// direction of the arc. kLabeled and kPlain describe both ends. A plain feature has one weight,
/// all others have a weight for each relation.
enum class ArcTable { kHeads, kDependents, kLabeled, kPlain };

/// A token as features see it, by the numbers of ArcVocabulary. -1 stands for a value that the
/// vocabulary does not have.
struct ArcToken {
  std::int32_t word = -1;
  std::array<std::int32_t, 2> tag{-1, -1};       // of both kinds
  std::array<std::int32_t, 2> word_tag{-1, -1};  // the pair of word and tag
  std::int32_t word_hash = -1;                   // 21 bits of a hash of the word as text
  std::int32_t morphology = -1;                  // FEATS, numbered among the words
  std::array<std::int32_t, 2> symbols{-1, -1};   // of the word, by WordSymbols
};

/// Numbers the words, the tags and the pairs of word and tag of tokens, each from 0.
class ArcVocabulary {
 public:
  ArcVocabulary();
  /// Tokens that stand for the root, and for the ends of a sentence.
  const ArcToken& root() const { return root_; }
  const ArcToken& first() const { return first_; }
  const ArcToken& last() const { return last_; }
  /// Numbers a token. An empty tag has the number -1. The token has no symbols and no morphology
  /// yet; the caller sets them. Throws DataError as the functions below.
  /// @param grows  whether new strings get numbers; if not, they have the number -1
  ArcToken token(std::string_view word, std::string_view tag, std::string_view second_tag,
                 bool grows);
  std::string_view word(std::int32_t number) const { return words_[number]; }
  std::string_view tag(std::int32_t number) const { return tags_[number]; }
  /// Word and tag of a pair, separated by a TAB.
  std::string_view word_tag(std::int32_t number) const { return word_tags_[number]; }
  /// The number of a word, of a tag, or of a pair. Throws DataError for more than 2^21 words or
  /// pairs, or more than 4096 tags.
  std::int32_t word(std::string_view text, bool grows);
  std::int32_t tag(std::string_view text, bool grows);
  std::int32_t word_tag(std::string_view word, std::string_view tag, bool grows);

 private:
  StringTable words_, tags_, word_tags_;
  std::string pair_;
  ArcToken root_, first_, last_;
};

/// A feature as a number: its template, its conjunction and the values of its atoms.
using ArcKey = std::uint64_t;

/// Some templates, and the keys of their features.
class ArcTemplates {
 public:
  /// Takes the templates of these groups, and those of clusters if there are clusterings.
  /// @param groups       some of arc_feature_groups()
  /// @param clusterings  number of clusterings, 0 to kMostClusterings
  ArcTemplates(ArcTags tags, std::span<const std::string> groups, Index clusterings);

  class Sentence;  // below

  /// The table that the feature of a key belongs to.
  ArcTable table(ArcKey key) const;
  /// Whether the feature is one of clusters, which has a bucket instead of a name.
  bool is_hashed(ArcKey key) const;
  /// The bucket of such a feature, below kBuckets. It depends on the template, the numbers of
  /// clusters and the text of words alone. Models store buckets, so the hash is part of their
  /// format.
  std::int32_t bucket_of(ArcKey key) const;
  static constexpr std::int32_t kBuckets = 1 << 20;  ///< number of buckets
  /// The index of a named feature's group in arc_feature_groups().
  int group(ArcKey key) const;
  /// The name of a feature that is not hashed.
  std::string name(ArcKey key, const ArcVocabulary& words) const;
  /// The key of a name, whose strings get numbers; nullopt if no template has such a name.
  std::optional<ArcKey> parse(std::string_view name, ArcVocabulary& words) const;

 private:
  friend class Sentence;
  enum Atom : std::uint8_t {
    kWordAtom,
    kTagAtom,
    kWordTagAtom,
    kTagBefore,
    kTagAfter,
    kBetween,
    kMorphology,
    kNumAtoms
  };
  static constexpr int kTagLayers = 2;  // kinds of tags
  static constexpr int kLayers = kTagLayers + static_cast<int>(kMostClusterings);
  static constexpr int kCodes = kLayers * kNumAtoms;
  struct Slot {
    Atom atom;
    bool of_head;
    int layer;  // which kind of tags, or clusters
    int code;   // place among the kCodes values of its end
    int shift;  // of the value in the key
  };
  struct Template {
    ArcTable table;
    int group;
    std::vector<Slot> slots;
    std::vector<int> conjunctions;  // some of kAlone, kDirection, kDistance
    std::string signature;          // the keys of its name
  };
  void add(ArcTable table, int group, int layer, std::string_view atoms,
           std::vector<int> conjunctions);
  void add_clusters(int layer);
  const std::vector<int>& without_between(ArcTable table) const {
    return without_between_[static_cast<std::size_t>(table)];
  }
  const std::vector<int>& with_between(ArcTable table) const {
    return with_between_[static_cast<std::size_t>(table)];
  }
  static int bits(Atom atom);
  static std::string key_of(const Slot& slot);

  std::vector<Template> templates_;
  std::size_t num_named_ = 0;    // templates of clusters follow
  int num_layers_ = kTagLayers;  // in use
  // Templates without bt, and those with it, by ArcTable.
  std::array<std::vector<int>, 4> without_between_, with_between_;
};

/// Computes the keys of the features of a sentence. Call set(), then the other members. The
/// sentence has the places 0..T + 1 for T tokens: 0 is the root, t + 1 is token t, and T + 1 is the
/// end.
class ArcTemplates::Sentence {
 public:
  /// All arguments must outlive this object.
  /// @param clusters  the clusters of words; null: there are none
  Sentence(const ArcTemplates& templates, const ArcVocabulary& words, const FittedWords* clusters)
      : templates_(templates), words_(words), clusters_(clusters) {}
  /// Sets the sentence. Copies the tokens.
  void set(std::span<const ArcToken> tokens);
  /// Appends the keys of a place <= T as a head (ArcTable::kHeads), or of a token as a dependent
  /// (kDependents).
  /// @param direction  of the arc: 0 if its head stands left of the dependent, 1 if right
  void append_head(Index place, Index direction, std::vector<ArcKey>& keys);
  void append_dependent(Index token, Index direction, std::vector<ArcKey>& keys);
  /// Appends the keys of an arc: those of ArcTable::kLabeled, or those of kPlain.
  /// @param token  the dependent, from 0
  /// @param head   its place: 0 is the root, h > 0 is token h - 1
  void append_labeled(Index token, Index head, std::vector<ArcKey>& keys);
  void append_plain(Index token, Index head, std::vector<ArcKey>& keys);

 private:
  void append_arc(ArcTable table, Index token, Index head, std::vector<ArcKey>& keys);
  void append(int number, Index head, Index dependent, std::int32_t between, int direction,
              int distance, std::vector<ArcKey>& keys);
  void find_between(Index token);
  using Tags = std::array<std::int32_t, kLayers>;
  Tags tags_of(const ArcToken& token, std::int32_t mark) const;

  const ArcTemplates& templates_;
  const ArcVocabulary& words_;
  const FittedWords* clusters_;
  std::vector<ArcToken> places_;  // 0 and T + 1 are the root and the end
  std::vector<Tags> tags_;        // tags and clusters of each place
  // The values of the atoms of each place but the end: atom a of layer l at (place * kCodes) +
  // l * kNumAtoms + a.
  std::vector<std::int32_t> codes_;
  // The tags between the current token and each place, by the kind of tags. They are the first
  // between_[p] tags of those left of the token, or right of it.
  Index current_ = -1;
  std::array<std::vector<std::int32_t>, kLayers> left_tags_, right_tags_;
  std::array<std::vector<std::size_t>, kLayers> between_;
};

}  // namespace costruct::experiments
