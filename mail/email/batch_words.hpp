// Word counts of mails and of their batches, as rows of features for a classifier (Brefeld 2008,
// section 8.4.3).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"
#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

/// Entries of a sparse row: feature from 0, value.
using WordRow = std::vector<std::pair<std::int32_t, double>>;

/// The words of mails: of the subject and of the visible text (masked_words()), apart; nothing else
/// of the headers.
///
/// Features of the row of some mails together, of W words:
///
///   0 .. W - 1  the count of each word in all of them, scaled to unit length (the source sums
///   counts)
///
///   W           log2(number of mails) / 10, at most 1
///
///   W + 1       1 where there are several
///
///   W + 2       1 where all have the same subject
///
///   W + 3       1 where all have the same sender
///
///   W + 4       1, for the bias that linear SVMs have
class BatchWords {
 public:
  static constexpr Index kMoreFeatures = 5;  ///< behind the words

  void add(const Email& email);
  Index size() const { return static_cast<Index>(mails_.size()); }

  /// Numbers the words that so many mails have; to be called when all mails are there.
  void number_words(Index at_least);
  Index num_words() const { return num_words_; }

  /// Of one mail: words and the bias.
  WordRow row_of_mail(Index mail) const;
  /// Of several together: words, the four features of a batch, and the bias.
  WordRow row_of_batch(const std::vector<Index>& mails) const;

 private:
  struct Mail {
    std::vector<std::pair<std::int32_t, std::int32_t>> counts;  // of words as they came
    std::string subject, sender;
  };
  WordRow words_of(const std::vector<Index>& mails) const;

  std::map<std::string, std::int32_t> word_;
  std::vector<Index> mails_with_;      // of each word as it came
  std::vector<std::int32_t> numbers_;  // its feature, or -1
  std::vector<Mail> mails_;
  Index num_words_ = 0;
};

/// Clusters as lists of mails, from a name for each mail; those without a name ("") are alone.
std::vector<std::vector<Index>> clusters_by_name(const std::vector<std::string>& names);

/// The clusters with floor(noise * size) mails each, or one more as chance has it, that are not
/// theirs. The same for the same seed.
std::vector<std::vector<Index>> with_wrong_mails(std::vector<std::vector<Index>> clusters,
                                                 Index mails, double noise, std::uint64_t seed);

}  // namespace costruct::experiments
