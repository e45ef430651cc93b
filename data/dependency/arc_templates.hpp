// Templates of the features of arcs between tokens (McDonald, Crammer & Pereira 2005, table 1).
//
// A feature is a template, the values of its atoms, and perhaps the direction of the arc, or its
// direction and length. Its name lists them: "hw=dog ht=NOUN mt=DET dist=left:1". Atoms:
//   hw mw   word of the head h and of the dependent m, as it is written
//   ht mt   their tags; h-1 h+1 m-1 m+1 are the tags beside them
//   bt      a tag between both
//   hf mf   their morphological features, the column FEATS as it is written
//   hc ...  the same with the second kind of tags, if there are two
// Groups:
//   unigram   word and tag of one end         bigram    words and tags of both ends
//   between   a tag between both              surround  tags of both ends and beside them
//   relation  words and tags of one end or both
//   relation_between  a tag between both, alone or with the tag of an end or of both
//   morphology        morphological features of one end or both, or of one with the tag of the
//   other
// The features of the last three have a weight for each relation, and their names begin with "rel".
// A further group, clusters, has clusters of words in place of tags, in templates of the first
// five. Features of the group clusters are hashed into buckets (Weinberger et al. 2009), because
// their values differ from fit to fit. Their names have the number of the bucket: "clusters:217".
// A last group, vectors, has the components of the vectors of both ends: "rel hv=17 dir=right".
// A blank, % or a first angle bracket of a value is written as %20, %25 or %3C. The root and the
// ends of the sentence have names in angle brackets: root, s and /s.
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

/// All groups but clusters, in the order above.
const std::vector<std::string>& arc_feature_groups();
/// Those that are used by default: the first five.
std::vector<std::string> default_arc_feature_groups();
inline constexpr const char* kMorphologyGroup = "morphology";
inline constexpr const char* kClusterGroup = "clusters";
inline constexpr const char* kVectorGroup = "vectors";

/// The tags that features use.
enum class ArcTags { kUpos, kXpos, kBoth, kNone };

/// Clusterings that features use: at most kMostClusterings, of at most kMostClusters each.
inline constexpr Index kMostClusterings = 2, kMostClusters = 4000;

/// The table that a feature belongs to (problems/dependency/headed_sentences.hpp).
enum class ArcTable { kHeads, kDependents, kLabeled, kPlain };

/// A token as features see it. -1 stands for a value that training does not have.
struct ArcToken {
  std::int32_t word = -1;
  std::array<std::int32_t, 2> tag{-1, -1};       // of both kinds
  std::array<std::int32_t, 2> word_tag{-1, -1};  // the pair of word and tag
  std::int32_t word_hash = -1;                   // of the word as text
  std::int32_t morphology = -1;                  // FEATS, numbered among the words
  std::array<std::int32_t, 2> symbols{-1, -1};   // of the word, by WordSymbols
};

/// The strings of tokens, and their numbers.
class ArcVocabulary {
 public:
  ArcVocabulary();
  /// The marks of the root, and of the ends of a sentence.
  const ArcToken& root() const { return root_; }
  const ArcToken& first() const { return first_; }
  const ArcToken& last() const { return last_; }
  /// Numbers a token. An empty tag has no number. The token has no symbols and no morphology yet.
  /// @param grows  whether new strings get numbers
  ArcToken token(std::string_view word, std::string_view tag, std::string_view second_tag,
                 bool grows);
  std::string_view word(std::int32_t number) const { return words_[number]; }
  std::string_view tag(std::int32_t number) const { return tags_[number]; }
  /// Word and tag of a pair, separated by a TAB.
  std::string_view word_tag(std::int32_t number) const { return word_tags_[number]; }
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
  /// @param clusterings  number of clusterings, 0 to kMostClusterings
  ArcTemplates(ArcTags tags, std::span<const std::string> groups, Index clusterings);

  /// The features of a sentence: places 0..T + 1, where 0 is the root and T + 1 the end.
  class Sentence;

  ArcTable table(ArcKey key) const;
  /// Whether the feature is one of clusters, which has a bucket instead of a name.
  bool is_hashed(ArcKey key) const;
  /// The bucket of such a feature, below kBuckets. It depends on the template, the numbers of
  /// clusters and the text of words alone. Models store buckets, so the hash is part of their
  /// format.
  std::int32_t bucket_of(ArcKey key) const;
  static constexpr std::int32_t kBuckets = 1 << 20;
  /// The index of a named feature's group in arc_feature_groups().
  int group(ArcKey key) const;
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

class ArcTemplates::Sentence {
 public:
  /// All must outlive the object.
  /// @param clusters  of words, or null
  Sentence(const ArcTemplates& templates, const ArcVocabulary& words, const FittedWords* clusters)
      : templates_(templates), words_(words), clusters_(clusters) {}
  /// Sets the sentence. The tokens must outlive their use.
  void set(std::span<const ArcToken> tokens);
  /// Appends the keys of place p as a head in direction d, and of token t as a dependent.
  void append_head(Index place, Index direction, std::vector<ArcKey>& keys);
  void append_dependent(Index token, Index direction, std::vector<ArcKey>& keys);
  /// Appends the keys of an arc: those with labels, or the plain ones.
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
