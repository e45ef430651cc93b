// BatchWords: word counts of mails and of batches, as feature rows for a classifier (Brefeld 2008,
// section 8.4.3).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

/// Entries of a sparse row: feature (from 0) and value.
using WordRow = std::vector<std::pair<std::int32_t, double>>;

/// Counts the words of mails, masked_words() of the subject and of the visible text, separately.
/// The counts use no other headers.
///
/// The row of one or more mails, with W words, has these features:
///
///   0 .. W - 1   count of each word in all these mails, scaled to unit length (the source sums the
///                counts)
///   W            log2(number of mails) / 10, at most 1
///   W + 1        1 if there are several mails
///   W + 2        1 if all have the same subject
///   W + 3        1 if all have the same sender
///   W + 4        1, for the bias of linear SVMs
class BatchWords {
 public:
  static constexpr Index kMoreFeatures = 5;  ///< number of features behind the words

  void add(const Email& email);
  Index size() const { return static_cast<Index>(mails_.size()); }

  /// Numbers the words that occur in at least `at_least` mails. Call it after you have added all
  /// mails.
  void number_words(Index at_least);
  Index num_words() const { return num_words_; }

  /// The row of one mail: words and the bias.
  WordRow row_of_mail(Index mail) const;
  /// The row of several mails together: words, the four features of a batch, and the bias.
  WordRow row_of_batch(const std::vector<Index>& mails) const;

 private:
  struct Mail {
    std::vector<std::pair<std::int32_t, std::int32_t>> counts;  // words in order of appearance
    std::string subject, sender;
  };
  WordRow words_of(const std::vector<Index>& mails) const;

  std::map<std::string, std::int32_t> word_;
  std::vector<Index> mails_with_;      // for each word, in order of appearance
  std::vector<std::int32_t> numbers_;  // its feature, or -1
  std::vector<Mail> mails_;
  Index num_words_ = 0;
};

/// Clusters as lists of mails, from a name for each mail. Mails without a name ("") are alone.
std::vector<std::vector<Index>> clusters_by_name(const std::vector<std::string>& names);

/// Adds mails of other clusters to each cluster: floor(noise * size) mails, or at random one more.
/// The same seed gives the same result.
std::vector<std::vector<Index>> with_wrong_mails(std::vector<std::vector<Index>> clusters,
                                                 Index mails, double noise, std::uint64_t seed);

}  // namespace costruct::experiments
