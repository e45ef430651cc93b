// Clusters of near-duplicate emails. They replace true batches if these are not labeled.
//
// - The words are those of the visible text in lower case. All addresses are the same word, as are
//   all links and all numbers.
// - The shingles of an email are the set of all sequences of four words. A shorter text has one
//   shingle with all its words.
// - Two emails are linked if the Jaccard similarity of their shingles is at least 0.5.
// - The clusters are the connected components of these links. An email without words is a cluster
//   of its own.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

/// The words of a text, as described above: "@" for an address, "/" for a link, "0" for a run of
/// digits. Converts ASCII and Latin-1 letters to lower case.
std::vector<std::string> masked_words(std::string_view text);

/// The 64-bit hashes of the shingles of an email's visible text (visible_body.hpp, which bounds
/// it). They are distinct and in ascending order.
std::vector<std::uint64_t> shingles_of(const Email& email);

/// Clusters sets of hashes by single linkage at a Jaccard similarity of at least `threshold`.
/// Exact: no link is missed.
///
/// Equal sets are stored once. Candidates come from prefix filtering (Chaudhuri, Ganti, Kaushik
/// 2006; Bayardo, Ma, Srikant 2007): two linked sets share one of the rarest elements of each.
/// Members of the same cluster are not compared again, so n copies with small changes cost about n
/// comparisons.
///
/// Memory: about 30 bytes for each element. Time: usually almost linear in the number of elements.
/// It is quadratic if very many sets share elements that are rare in each without being similar.
class NearDuplicates {
 public:
  /// `threshold` in (0, 1].
  explicit NearDuplicates(double threshold = 0.5) : threshold_(threshold) {}

  /// Adds a set. Its elements are distinct and ascending; an empty set has no links.
  void add(const std::vector<std::uint64_t>& elements);

  /// The cluster of each added set, numbered from 1 by first appearance.
  std::vector<Index> clusters() const;

 private:
  double threshold_;
  std::vector<std::uint64_t> elements_;       // elements of the distinct sets, concatenated
  std::vector<std::size_t> begins_ = {0};     // begin of each distinct set, and the end
  std::vector<Index> set_of_;                 // distinct set of each added one; -1: empty
  std::multimap<std::uint64_t, Index> sets_;  // by a hash of their elements
};

}  // namespace costruct::experiments
