// Mails that are near-duplicates of each other, grouped: a stand-in for the truth about batches
// where nobody has labeled them.
//
// - Words are those of the visible text, in lower case; addresses, links and numbers are a word
//   each, whichever they are.
// - Shingles are the set of all four words in a row; of a shorter text the one of all its words.
// - Two mails are linked where the Jaccard similarity of their sets is at least 0.5.
// - Clusters are whatever a chain of links connects. Mails without words are alone.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

/// The words of a text as said above; "@" for an address, "/" for a link, "0" for a run of digits.
/// Case is folded in ASCII and Latin-1.
std::vector<std::string> masked_words(std::string_view text);

/// Hashes (64 bits) of the shingles of a mail's visible text (visible_body.hpp, which bounds it),
/// distinct, rising.
std::vector<std::uint64_t> shingles_of(const Email& email);

/// Clusters sets of hashes by single linkage at a Jaccard similarity of at least `threshold`.
/// Exact: no link is missed.
///
/// Sets that are equal are kept once. Candidates come from prefix filtering (Chaudhuri, Ganti,
/// Kaushik 2006; Bayardo, Ma, Srikant 2007): sets linked share one of the rarest elements of each.
/// Members of a cluster found are not compared again, so that n copies with small changes cost
/// about n comparisons. Memory: 30 bytes an element, or so. Time: quadratic where very many sets
/// share elements that are rare in each, without being alike; near the number of elements else.
class NearDuplicates {
 public:
  /// `threshold` in (0, 1].
  explicit NearDuplicates(double threshold = 0.5) : threshold_(threshold) {}

  /// `elements` are distinct and rising; an empty set is linked to none.
  void add(const std::vector<std::uint64_t>& elements);

  /// The cluster of each set added, from 1 by first appearance.
  std::vector<Index> clusters() const;

 private:
  double threshold_;
  std::vector<std::uint64_t> elements_;       // of the distinct sets, one after the other
  std::vector<std::size_t> begins_ = {0};     // of each of them, and the end
  std::vector<Index> set_of_;                 // which distinct set each one added is; -1: empty
  std::multimap<std::uint64_t, Index> sets_;  // by a hash of their elements
};

}  // namespace costruct::experiments
