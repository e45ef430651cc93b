// Groups mails that are near-duplicates of each other. Use these groups as batches if nobody has
// labeled the mails.
//
// - Words are those of the visible text, in lower case. All addresses are the same word, and so are
//   all links and all numbers.
// - Shingles are the set of all sequences of four words. A shorter text has one shingle of all its
//   words.
// - Two mails are linked if the Jaccard similarity of their sets is at least 0.5.
// - Clusters are the connected components of the links. Mails without words are alone.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

/// The words of a text as described above: "@" for an address, "/" for a link, "0" for a run of
/// digits. Case is folded in ASCII and Latin-1.
std::vector<std::string> masked_words(std::string_view text);

/// The distinct hashes (64 bits) of the shingles of a mail's visible text, ascending.
/// visible_body.hpp bounds the text.
std::vector<std::uint64_t> shingles_of(const Email& email);

/// Clusters sets of hashes by single linkage at a Jaccard similarity of at least `threshold`. It is
/// exact: it finds all links.
///
/// Equal sets are stored once. Candidates come from prefix filtering (Chaudhuri, Ganti, Kaushik
/// 2006; Bayardo, Ma, Srikant 2007): linked sets share one of the rarest elements of each. Members
/// of the same cluster are not compared again. So n copies with small changes cost about n
/// comparisons.
///
/// Memory: about 30 bytes for each element. Time: usually close to linear in the elements. It is
/// quadratic if very many dissimilar sets share elements that are rare in each of them.
class NearDuplicates {
 public:
  /// `threshold` in (0, 1].
  explicit NearDuplicates(double threshold = 0.5) : threshold_(threshold) {}

  /// `elements` must be distinct and ascending. An empty set is not linked to any other.
  void add(const std::vector<std::uint64_t>& elements);

  /// The cluster of each added set, numbered from 1 by first appearance.
  std::vector<Index> clusters() const;

 private:
  double threshold_;
  std::vector<std::uint64_t> elements_;       // elements of the distinct sets, concatenated
  std::vector<std::size_t> begins_ = {0};     // begin of each set, and the end of the last
  std::vector<Index> set_of_;                 // distinct set of each added one; -1: empty
  std::multimap<std::uint64_t, Index> sets_;  // distinct sets by a hash of their elements
};

}  // namespace costruct::experiments
