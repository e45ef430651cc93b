// Weights of words by tf-idf, which are higher for rare words, and sketches that are prepared for
// comparisons.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/mail/email/hash_set.hpp"
#include "costruct/mail/email/sketch.hpp"

namespace costruct::experiments {

/// For each word, the number of emails that contain it. Words of bodies and of subjects count
/// separately, because their hashes differ.
class DocumentFrequencies {
 public:
  /// The counts in a form to store in a model file.
  struct Saved {
    Index emails = 0;                   ///< number of emails
    std::vector<std::uint32_t> hashes;  ///< ascending
    std::vector<std::int32_t> counts;   ///< number of emails with each word, at least 1
  };

  DocumentFrequencies() = default;
  /// Throws DataError unless `saved` is as described and no count exceeds the number of emails.
  explicit DocumentFrequencies(const Saved& saved);
  Saved saved() const;

  /// Counts the words of an email. If a word is not in the sketch, it does not count.
  void add(const EmailSketch& sketch);
  Index emails() const { return emails_; }             ///< N, the number of emails
  std::size_t size() const { return counts_.size(); }  ///< the number of different words

  /// The inverse document frequency ln((1 + N) / (1 + df)) + 1, where df is the number of emails
  /// with the word. A word that no email has gets df = 1, like a word of one email.
  /// @param hash  an element of EmailSketch::body_words or subject_words
  double idf(std::uint32_t hash) const;

  /// A copy without the words of only one email. All words have the same idf as before.
  DocumentFrequencies pruned() const;

 private:
  std::unordered_map<std::uint32_t, std::int32_t> counts_;
  Index emails_ = 0;
};

/// The tf-idf weights of a set of hashes as integers. So their sums are the same in any order and
/// on every machine. A weight is (1 + ln tf) idf, divided by the 2-norm of all weights, times 2^15,
/// rounded. tf is the count of the word in the email; for subjects it is 1.
template <std::uint32_t buckets, std::uint32_t most>
struct WeightedWords {
  HashSet<buckets, most> words;
  std::array<std::uint16_t, most> weight{};  ///< of each element of words.hash
  double inverse_norm = 0;                   ///< 1 / norm of the integer weights; 0 without words
};

using SmallHashSet = HashSet<kSmallSetBounds.buckets, kSmallSetBounds.most>;

/// A sketch with its weights, prepared for fast comparison of pairs. About 6 KiB.
struct WeightedSketch {
  WeightedWords<kBodyWordBounds.buckets, kBodyWordBounds.most> body;
  WeightedWords<kSmallSetBounds.buckets, kSmallSetBounds.most> subject;
  HashSet<kTagBounds.buckets, kTagBounds.most> tag_triples;
  SmallHashSet attachment_names, hosts, url_shapes, last_words, numbers;
  alignas(32) std::array<std::uint8_t, kLetterPairs> body_pairs{};
  alignas(32) std::array<std::uint8_t, kLetterPairs> subject_pairs{};
  std::uint32_t body_pair_sum = 0, subject_pair_sum = 0;  ///< sums of the counts of letter pairs
  double inverse_body_pair_norm = 0;  ///< 1 / 2-norm of body_pairs; 0 if there are none
  /// For each sign of EmailSketch::subject_signs, the places of the subject that have it (bit i:
  /// place i). They serve a bit-parallel edit distance. Then the signs, and their number.
  std::array<std::uint64_t, 64> subject_places{};
  std::array<std::uint8_t, kLongestSubject> subject_signs{};
  std::uint32_t subject_length = 0;

  /// Hashes that are compared for equality; 0: absent. See EmailSketch for their meaning.
  std::uint32_t sender = 0, domain = 0, top_domain = 0, sender_name = 0, local_shape = 0,
                name_shape = 0;
  std::uint32_t mailer = 0, mailer_family = 0, content_type = 0, part_types = 0, subject_shape = 0;
  std::uint32_t first_line = 0, charset = 0;

  /// Values that are compared by the ratio of the smaller to the larger. A constant is already
  /// added to each, so that a ratio is never 0/0. It is 0.01 for capitals, digits, signs and
  /// foreign, which are shares of the characters, and 1 for all others.
  float size = 0, envelope = 0, recipients = 0, parts = 0, images = 0, attachments = 0,
        subject_size = 0;
  float characters = 0, different_words = 0, lines = 0, links = 0, tags = 0, word_length = 0;
  float capitals = 0, digits = 0, signs = 0, foreign = 0;

  std::uint32_t sketched_parts = 0;  ///< number of parts below, at most kSketchedParts
  std::array<std::uint32_t, kSketchedParts> part_type{};
  std::array<float, kSketchedParts> part_bytes{};
  bool has_links = false;
};

/// Weights a sketch by the frequencies of words.
WeightedSketch weigh(const EmailSketch& sketch, const DocumentFrequencies& frequencies);

}  // namespace costruct::experiments
